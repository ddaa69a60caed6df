package terminal

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

func TestDecode(t *testing.T) {
	source := chat.Message{ID: "m"}
	shown := []chat.Button{{Label: "Answer", Data: "v2 answer"}, {Label: "Hint (−30%)", Data: "v2 hint"}, {Label: "提示（−30%）", Data: "v2 tip"}}
	ask := &chat.Ask{Data: "v2 form"}
	press := func(data string) chat.Input { return chat.Input{Kind: chat.Press, Data: data, Source: source} }
	typed := func(data string) chat.Input {
		return chat.Input{Kind: chat.Press, Typed: true, Data: data, Source: source}
	}
	text := func(s string) chat.Input { return chat.Input{Kind: chat.Text, Text: s} }
	for _, c := range []struct {
		line string
		ask  *chat.Ask
		want chat.Input
	}{
		{"/24 3 3 8 8", nil, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"}},
		{"  /Leaderboard   week ", nil, chat.Input{Kind: chat.Command, Name: "leaderboard", Text: "week"}},
		{"/help", ask, chat.Input{Kind: chat.Command, Name: "help"}},
		{"/", nil, text("/")},
		{"/ 3", nil, text("/ 3")},
		{"8/(3-8/3)", nil, text("8/(3-8/3)")},
		{"8/(3-8/3)", ask, chat.Input{Kind: chat.Submit, Data: "v2 form", Text: "8/(3-8/3)"}},
		// A number is an answer.
		{"1", nil, text("1")},
		{"1", ask, chat.Input{Kind: chat.Submit, Data: "v2 form", Text: "1"}},
		{"2016#7", nil, text("2016#7")},
		// A number with # presses a button, even while a question is open.
		{"#1", nil, press("v2 answer")},
		{" #2 ", ask, press("v2 hint")},
		{"＃３", nil, press("v2 tip")},
		{"#4", nil, text("#4")},
		{"#0", nil, text("#0")},
		{"#-1", nil, text("#-1")},
		{"#", nil, text("#")},
		{"#1+1", nil, text("#1+1")},
		// A label presses its button, unless a question is open that it may be the answer to.
		{"answer", nil, typed("v2 answer")},
		{"Hint (−30%)", nil, typed("v2 hint")},
		// The price is a part of a label.
		{"HINT", nil, text("HINT")},
		{"提示", nil, text("提示")},
		{"hin", nil, text("hin")},
		{"hint", ask, chat.Input{Kind: chat.Submit, Data: "v2 form", Text: "hint"}},
	} {
		d := decoder{ask: c.ask}
		got, ok := d.decode(c.line, shown, source)
		if !ok {
			t.Errorf("%q: no input", c.line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.line, diff)
		}
		if d.ask != nil {
			t.Errorf("%q: still asking", c.line)
		}
	}
	d := decoder{ask: ask}
	if in, ok := d.decode(" \t", shown, source); ok || d.ask == nil {
		t.Errorf("an empty line is %+v, or forgets what was asked", in)
	}
	d = decoder{}
	if in, _ := d.decode("#1", nil, chat.Message{}); in.Kind != chat.Text {
		t.Errorf("without buttons #1 is %+v", in)
	}
}

func TestLeaves(t *testing.T) {
	for _, c := range []struct {
		line  string
		asked bool
		want  bool
	}{
		{"quit", false, true},
		{" Exit ", false, true},
		{"/quit", true, true},
		{"/exit", false, true},
		// It may be the answer.
		{"exit", true, false},
		{"exits", false, false},
		{"/24 quit", false, false},
		{"", false, false},
	} {
		var d decoder
		if c.asked {
			d.ask = &chat.Ask{}
		}
		if got := d.leaves(c.line); got != c.want {
			t.Errorf("%q, asked %v: %v", c.line, c.asked, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"/24 3 3 8 8", "#1", "1", "8/(3-8/3)", "/", "/ ", "\x00", "＃１", "hint"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var d decoder
		in, ok := d.decode(line, []chat.Button{{Label: "Hint (1)", Data: "d"}}, chat.Message{})
		if ok && in.Kind == chat.Command && in.Name == "" {
			t.Errorf("%q is a command without a name", line)
		}
		if ok && in.Kind == chat.Text && in.Text == "" {
			t.Errorf("%q is an empty text", line)
		}
		if _, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && in.Kind != chat.Text {
			t.Errorf("%q is a number and no answer", line)
		}
	})
}
