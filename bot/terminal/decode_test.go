package terminal

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

func TestDecode(t *testing.T) {
	source := chat.Message{ID: "m"}
	one := func(n int) (chat.Button, chat.Message, bool) {
		return chat.Button{Data: "v1 hint"}, source, n == 1
	}
	ask := &chat.Ask{Data: "v1 answer"}
	for _, c := range []struct {
		line string
		ask  *chat.Ask
		want chat.Input
	}{
		{"/24 3 3 8 8", nil, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"}},
		{"  /Leaderboard   week ", nil, chat.Input{Kind: chat.Command, Name: "leaderboard", Text: "week"}},
		{"/help", ask, chat.Input{Kind: chat.Command, Name: "help"}},
		{"/", nil, chat.Input{Kind: chat.Text, Text: "/"}},
		{"/ 3", nil, chat.Input{Kind: chat.Text, Text: "/ 3"}},
		{"8/(3-8/3)", nil, chat.Input{Kind: chat.Text, Text: "8/(3-8/3)"}},
		{"8/(3-8/3)", ask, chat.Input{Kind: chat.Submit, Data: "v1 answer", Text: "8/(3-8/3)"}},
		{"1", nil, chat.Input{Kind: chat.Press, Data: "v1 hint", Source: source}},
		{"2", nil, chat.Input{Kind: chat.Text, Text: "2"}},
		{"0", nil, chat.Input{Kind: chat.Text, Text: "0"}},
		{"1", ask, chat.Input{Kind: chat.Submit, Data: "v1 answer", Text: "1"}},
	} {
		d := decoder{ask: c.ask}
		got, ok := d.decode(c.line, one)
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
	if in, ok := d.decode(" \t", one); ok || d.ask == nil {
		t.Errorf("an empty line is %+v, or forgets what was asked", in)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"/24 3 3 8 8", "1", "8/(3-8/3)", "/", "/ ", "\x00", "－１"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var d decoder
		in, ok := d.decode(line, func(n int) (chat.Button, chat.Message, bool) { return chat.Button{}, chat.Message{}, n == 1 })
		if ok && in.Kind == chat.Command && in.Name == "" {
			t.Errorf("%q is a command without a name", line)
		}
		if ok && in.Kind == chat.Text && in.Text == "" {
			t.Errorf("%q is an empty text", line)
		}
	})
}
