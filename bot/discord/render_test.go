package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
	"reckon/engine/property"
)

// lines makes plain Lines.
func lines(texts ...string) []chat.Line {
	var out []chat.Line
	for _, t := range texts {
		out = append(out, chat.Line{{Text: t}})
	}
	return out
}

func replies() map[string]chat.Reply {
	face := &chat.Face{Title: "Daily #12", Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "hard: most people need two minutes"}
	return map[string]chat.Reply{
		"face": {Face: face, Buttons: [][]chat.Button{
			{{Label: "Answer", Data: "v1 answer 24:3,3,8,8", Style: chat.Primary, Personal: true, Icon: "✏️"}, {Label: "Hint", Data: "v1 hint 24:3,3,8,8", Disabled: true}},
			{{Label: "Give up", Data: "v1 giveup 24:3,3,8,8", Style: chat.Danger}},
		}},
		"right": {Tone: chat.Good, Edit: true, Face: face, Text: []chat.Line{
			{{Text: "Right: "}, {Style: chat.Code, Text: "8/(3-8/3) = 24"}, {Text: ".  +50"}},
		}},
		"wrong": {Tone: chat.Bad, Audience: chat.Asker, Text: lines("8*3 leaves out 3 and 8. Every card, once.")},
		"caret": {Audience: chat.Asker, Text: []chat.Line{
			{{Style: chat.Pre, Text: "8/(3-8/3"}},
			{{Style: chat.Pre, Text: "  ^ this bracket is never closed"}},
			{{Text: "Try again."}},
		}},
		"secret":  {Audience: chat.Secret, Text: []chat.Line{{{Text: "The answer is "}, {Style: chat.Spoiler, Text: "8/(3-8/3)"}}}},
		"ask":     {Ask: &chat.Ask{Data: "v1 answer 24:3,3,8,8", Title: "Your answer", Label: "An expression", Placeholder: "(1+2)*8", Hint: "Type /answer and the expression."}},
		"silent":  {Silent: true},
		"nothing": {},
		"table": {Text: lines("This week"), Table: &chat.Table{
			Head: []string{"", "player", "points"},
			Rows: [][]string{{"1", "Ann", "1,250"}, {"2", "小明", "50"}, {"3", "```", "-"}},
		}},
		"people": {Text: []chat.Line{
			{{Style: chat.Mention, Text: "Ann", Person: "1136257648889795617"}, {Text: " began "}, {Style: chat.Moment, Unix: 1700000000, Text: "in 2023"}},
			{{Style: chat.Mention, Text: "*nobody*", Person: "somewhere else"}, {Style: chat.Moment, Text: "then"}},
		}},
		"hostile": {Text: []chat.Line{
			{{Text: "# no heading, @everyone, <@1>, [a](http://b.example), a_b_c, 1*2*3, ||x||, \\"}},
			{{Text: "- no list"}}, {{Text: "12. no list"}}, {{Text: "> no quote"}}, {{Text: "a\nb\tc\x00"}},
			{{Style: chat.Strong, Text: "**a"}, {Style: chat.Strong, Text: "b**"}},
			{{Style: chat.Code, Text: "1`2"}, {Style: chat.Code, Text: "1``2"}, {Style: chat.Code, Text: "`"}, {Style: chat.Code, Text: "\\*"}},
			{{Style: chat.Spoiler, Text: "a||b"}, {Style: chat.Spoiler, Text: "c"}},
			{{Style: chat.Pre, Text: "`````"}},
		}},
		"beside":  {Tone: chat.Bad, Audience: chat.Asker, Text: lines("8*3 leaves out 3 and 8."), Buttons: [][]chat.Button{{{Label: "Try again", Data: "v2 again 7"}}}},
		"address": {Text: lines("Solve it by tapping:"), Buttons: [][]chat.Button{{{Label: "In my browser", URL: "https://b.example/play#pass=x", Icon: "🌐"}}}},
		"headed": {Sort: 2, Text: []chat.Line{
			{{Style: chat.Head}, {Style: chat.Strong, Text: "Daily #12"}, {Text: " · today"}}, {{Text: "# five puzzles"}}, {},
			{{Style: chat.Head}, {Style: chat.Strong, Text: "How #11 went"}}, {{Style: chat.Item}, {Text: "- 24: "}, {Style: chat.Strong, Text: "Ann"}},
		}, Buttons: [][]chat.Button{{{Label: "24", Data: "v2 daily 24 12"}, {Label: "Card", Data: "v2 card 12"}}}},
		"clock": {Text: []chat.Line{{{Text: "⏳ "}, {Style: chat.Moment, Text: "30 seconds", In: 30}, {Text: "."}}}},
		"picture": {
			Text: lines("Reckon #12"), Picture: &chat.Picture{Kind: "share", Alt: "Reckon #12\n✅ 24 8 s"}, Buttons: [][]chat.Button{{{Label: "Share", Data: "v2 share 12"}}},
		},
		"over":     {Face: &chat.Face{Title: "24", Tiles: []string{"1"}, Sort: 1, Over: true}},
		"again":    {Ask: &chat.Ask{Data: "v2 answer 7", Title: "Your answer", Label: "3 3 8 8", Value: "8*3"}},
		"commands": {Text: []chat.Line{{{Text: "Try "}, {Style: chat.Slash, Text: "/24 hard"}, {Text: "."}}}},
		"commands with arguments": {Text: []chat.Line{
			{{Style: chat.Slash, Text: "/24 hard", Options: []chat.Option{{Name: "level", Value: "hard"}}}, {Style: chat.Typed, Text: " or reply."}},
			{{Style: chat.Typed, Text: "Just type it."}},
		}},
		"turned round": {
			Face: &chat.Face{Title: "\u202etitle", Tiles: []string{"\u202e3"}, Goal: "\u202emake 24", Note: "\u202ehard"},
			Text: []chat.Line{
				{{Style: chat.Mention, Text: "\u202eAnn"}, {Text: " +50"}}, {{Style: chat.Code, Text: "\u2067x"}}, {{Style: chat.Pre, Text: "\u202eAnn"}},
			},
			Table:   &chat.Table{Rows: [][]string{{"\u202eAnn", "50"}}},
			Buttons: [][]chat.Button{{{Label: "\u202eAnn", Data: "a"}}},
		},
		"same data": {Text: lines("choose"), Buttons: [][]chat.Button{{{Label: "a", Data: "x"}, {Label: "b", Data: "x"}, {Label: "", Data: "x"}, {Label: "c"}, {Label: "d", Data: "y"}, {Label: "sixth", Data: "z"}}}},
	}
}

// TestRender compares what is sent, and what people see of it, with files.
func TestRender(t *testing.T) {
	for name, r := range replies() {
		t.Run(name, func(t *testing.T) {
			var sent any = render(r, nil)
			if r.Ask != nil {
				sent = renderForm(*r.Ask)
			}
			var c discordtest.Call
			if err := json.Unmarshal(pretty(t, sent), &c.Body); err != nil {
				t.Fatal(err)
			}
			text := string(pretty(t, sent)) + "\n" + c.Show() + "\n"
			if strings.ContainsAny(text, "\u202e\u2067") {
				t.Error("the direction of writing can be turned round")
			}
			golden(t, "testdata/replies/"+strings.ReplaceAll(name, " ", "_")+".golden", []byte(text))
		})
	}
}

func TestRenderLeavesReplyAlone(t *testing.T) {
	text := make([]chat.Line, 1, 2)
	text[0] = chat.Line{{Text: "kept"}}
	r := chat.Reply{Text: text, Ask: &chat.Ask{Hint: "type it"}}
	if got := said(t, r); got != "kept\ntype it" || text[:2][1] != nil {
		t.Errorf("says %q, and behind the Reply's text %v", got, text[:2][1])
	}
}

// said is the text of a message.
func said(t *testing.T, r chat.Reply) string {
	t.Helper()
	var c discordtest.Call
	if err := json.Unmarshal(pretty(t, render(r, nil)), &c.Body); err != nil {
		t.Fatal(err)
	}
	return c.Message().Text
}

// A link is shown as a button with an address. Without an address there is no button.
func TestLinkButton(t *testing.T) {
	for address, want := range map[string]string{
		"":                               `[{"content":"Right.","type":10}]`,
		"https://b.example/p/24:3,3,8,8": `[{"components":[{"content":"Right.","type":10}],"accessory":{"label":"Share","style":5,"disabled":false,"url":"https://b.example/p/24:3,3,8,8","type":2},"type":9}]`,
	} {
		r := chat.Reply{Text: []chat.Line{{{Text: "Right."}}}, Buttons: [][]chat.Button{{{Label: "Share", Data: "v2 pose 24:3,3,8,8", Link: true, URL: address}}}}
		got, err := json.Marshal(render(r, nil).Components)
		if err != nil || string(got) != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
	}
}

// A long text is cut between marks, never within one.
func TestRenderCuts(t *testing.T) {
	for _, style := range []chat.Style{chat.Plain, chat.Strong, chat.Code, chat.Spoiler} {
		got := said(t, chat.Reply{Text: []chat.Line{{{Text: "begin "}, {Style: style, Text: strings.Repeat("*", 9000)}}, {{Text: "lost"}}}})
		if chat.Units(got) > maxText || !strings.HasPrefix(got, "begin ") || !strings.HasSuffix(got, "…") || strings.Contains(got, "lost") {
			t.Errorf("style %q: %d characters, %.20q … %q", style, chat.Units(got), got, got[len(got)-20:])
		}
		for _, mark := range []string{"`", "||"} {
			if strings.Count(got, mark)%2 != 0 {
				t.Errorf("style %q: an open %s", style, mark)
			}
		}
	}
	// A mark is before some text, or is left out.
	for n := range 80 {
		got := said(t, chat.Reply{Text: []chat.Line{{{Text: strings.Repeat("x", maxText-n)}}, {{Style: chat.Head, Text: "lost"}}}})
		if strings.Contains(got, headMark+"\n") || strings.HasSuffix(got, headMark) {
			t.Errorf("with room for %d characters it ends in %q", n, got[len(got)-9:])
		}
	}
	got := said(t, chat.Reply{Table: &chat.Table{Rows: make([][]string, 9000)}})
	if strings.Count(got, "```") != 2 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long table ends in %q", got[len(got)-10:])
	}
}

// A puzzle may leave no room for the text. Then nothing stands beside a single button.
func TestNoRoomForText(t *testing.T) {
	m := render(chat.Reply{
		Face:    &chat.Face{Title: strings.Repeat("x", maxText), Tiles: []string{"1"}},
		Text:    []chat.Line{{{Text: "text"}}, {{Style: chat.Head}, {Text: "heading"}}},
		Buttons: [][]chat.Button{{{Label: "Hint", Data: "hint"}}},
	}, nil)
	container := m.Components[0].(discordgo.Container)
	last := container.Components[len(container.Components)-1]
	if row, isRow := last.(discordgo.ActionsRow); !isRow || len(row.Components) != 1 {
		t.Errorf("the message ends with %T", last)
	}
}

// Each sort of puzzle has its own colour. None of these colours has another meaning.
func TestAccentsDiffer(t *testing.T) {
	seen := map[int]chat.Reply{}
	for _, r := range []chat.Reply{{Tone: chat.Good}, {Tone: chat.Bad}, {Face: &chat.Face{Over: true, Sort: 1}}} {
		seen[accent(r)] = r
	}
	for n := 1; n <= 12; n++ {
		r := chat.Reply{Face: &chat.Face{Sort: n}}
		colour := accent(r)
		if before, ok := seen[colour]; ok || colour < 0 || colour > 0xffffff {
			t.Errorf("sort %d has the colour %06x, as has %+v", n, colour, before)
		}
		seen[colour] = r
	}
}

func someText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringMatching("[`*_|~<>@#\\\\ ]{0,40}"),
		rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"a", "*", "`", "𝟚", "四", " ", "\n"}).Draw(t, "rune"), rapid.IntRange(0, 9000).Draw(t, "times"))
		}),
	)
}

// styles has all styles, and one that does not exist.
var styles = []chat.Style{
	chat.Plain, chat.Strong, chat.Code, chat.Spoiler, chat.Mention, chat.Pre, chat.Moment, chat.Slash, "of the future",
}

func someReply(t *rapid.T) chat.Reply {
	text := someText()
	span := rapid.Custom(func(t *rapid.T) chat.Span {
		return chat.Span{Style: rapid.SampledFrom(styles).Draw(t, "style"), Text: text.Draw(t, "text"), Person: rapid.StringMatching("[0-9]{0,20}").Draw(t, "player"), Unix: rapid.Int64().Draw(t, "unix")}
	})
	button := rapid.Custom(func(t *rapid.T) chat.Button {
		return chat.Button{Label: text.Draw(t, "label"), Data: rapid.StringMatching("[ab]{0,3}|[ -~]{0,120}").Draw(t, "data"), Style: chat.ButtonStyle(rapid.IntRange(-1, 4).Draw(t, "style"))}
	})
	r := chat.Reply{
		Tone:    chat.Tone(rapid.IntRange(-1, 4).Draw(t, "tone")),
		Text:    rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chat.Line { return rapid.SliceOfN(span, 0, 4).Draw(t, "spans") }), 0, 6).Draw(t, "lines"),
		Buttons: rapid.SliceOfN(rapid.SliceOfN(button, 0, 7), 0, 7).Draw(t, "buttons"),
	}
	if rapid.Bool().Draw(t, "blank lines") {
		r.Text = append(make([]chat.Line, 5000), r.Text...)
	}
	if rapid.Bool().Draw(t, "face") {
		r.Face = &chat.Face{Title: text.Draw(t, "title"), Tiles: rapid.SliceOfN(text, 0, 8).Draw(t, "tiles"), Goal: text.Draw(t, "goal"), Note: text.Draw(t, "note")}
	}
	if rapid.Bool().Draw(t, "table") {
		r.Table = &chat.Table{Head: rapid.SliceOfN(text, 0, 3).Draw(t, "head"), Rows: rapid.SliceOfN(rapid.SliceOfN(text, 0, 3), 0, 5).Draw(t, "rows")}
	}
	return r
}

// TestRenderWithinLimits checks the JSON that is sent against Discord's limits.
func TestRenderWithinLimits(t *testing.T) {
	known := commandIDs{"24": "1136257648889795617"}
	property.Check(t, func(t *rapid.T) {
		raw, err := json.Marshal(render(someReply(t), &known))
		if err != nil {
			t.Fatal(err)
		}
		if err := withinLimits(raw); err != nil {
			t.Fatal(err)
		}
	})
}

// A part is any component.
type part struct {
	Type      int
	Content   *string
	Label     string
	ID        string `json:"custom_id"`
	Parts     []part `json:"components"`
	Accessory *part
}

// limits counts what a message holds.
type limits struct {
	parts, text int
	seen        map[string]bool
	errs        []error
}

func (l *limits) within(what, s string, least, most int) {
	if n := chat.Units(s); n < least || n > most || least > 0 && strings.TrimSpace(s) == "" {
		l.errs = append(l.errs, fmt.Errorf("%s of %d characters", what, n))
	}
}

func (l *limits) look(p part) {
	l.parts++
	switch p.Type {
	case 1:
		if len(p.Parts) < 1 || len(p.Parts) > 5 {
			l.errs = append(l.errs, fmt.Errorf("a row of %d", len(p.Parts)))
		}
	case 2:
		l.within("label", p.Label, 1, 80)
		l.within("custom_id", p.ID, 1, 100)
		if l.seen[p.ID] {
			l.errs = append(l.errs, fmt.Errorf("custom_id %q twice", p.ID))
		}
		l.seen[p.ID] = true
	case 9:
		if len(p.Parts) < 1 || len(p.Parts) > 3 || p.Accessory == nil {
			l.errs = append(l.errs, fmt.Errorf("a section of %d texts", len(p.Parts)))
		}
	case 10:
		l.within("text", *p.Content, 1, 4000)
		l.text += chat.Units(*p.Content)
	case 14:
	case 17:
		if len(p.Parts) == 0 {
			l.errs = append(l.errs, fmt.Errorf("an empty container"))
		}
	default:
		l.errs = append(l.errs, fmt.Errorf("a component of type %d", p.Type))
	}
	for _, inner := range p.Parts {
		l.look(inner)
	}
	if p.Accessory != nil {
		l.look(*p.Accessory)
	}
}

func withinLimits(raw []byte) error {
	var m struct {
		Content *string
		Embeds  *[]any
		Flags   int
		Parts   []part                   `json:"components"`
		Allowed struct{ Parse []string } `json:"allowed_mentions"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	if m.Content != nil || m.Embeds != nil || m.Flags != 1<<15 || m.Allowed.Parse == nil || len(m.Allowed.Parse) > 0 || len(m.Parts) == 0 {
		return fmt.Errorf("content %v, embeds %v, flags %d, mentions %v, %d components", m.Content, m.Embeds, m.Flags, m.Allowed.Parse, len(m.Parts))
	}
	l := limits{seen: map[string]bool{}}
	for _, p := range m.Parts {
		l.look(p)
	}
	if l.parts > 40 || l.text > 4000 {
		l.errs = append(l.errs, fmt.Errorf("%d components, %d characters", l.parts, l.text))
	}
	return errors.Join(l.errs...)
}

// TestButtonDataReturns presses each button of a message, and finds the Data of the button.
func TestButtonDataReturns(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.StringMatching("[ab]{1,2}|[!-~]{1,64}"), 1, 25).Draw(t, "data")
		seen := make(map[string]bool)
		for _, d := range data {
			i := interaction{Type: discordgo.InteractionMessageComponent, Data: payload{CustomID: customID(d, seen)}}
			if got, err := i.input(); err != nil || got.Data != d {
				t.Errorf("Data %q came back as %q: %v", d, got.Data, err)
			}
		}
	})
}

func TestFormWithinLimits(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		text := someText()
		f := renderForm(chat.Ask{
			Data: text.Draw(t, "data"), Title: text.Draw(t, "title"), Label: text.Draw(t, "label"),
			Placeholder: text.Draw(t, "placeholder"), Value: text.Draw(t, "value"),
		})
		raw, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Title  string
			ID     string `json:"custom_id"`
			Fields []struct {
				Label     string
				Component struct{ Placeholder, Value string }
			} `json:"components"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		field := m.Fields[0]
		for what, n := range map[string][3]int{
			"title": {chat.Units(m.Title), 1, 45}, "custom_id": {chat.Units(m.ID), 1, 100}, "label": {chat.Units(field.Label), 1, 45},
			"placeholder": {chat.Units(field.Component.Placeholder), 0, 100}, "value": {chat.Units(field.Component.Value), 0, 1000},
		} {
			if n[0] < n[1] || n[0] > n[2] {
				t.Errorf("%s of %d characters", what, n[0])
			}
		}
	})
}

// A command with a known ID can be tapped.
func TestCommandsAreMentioned(t *testing.T) {
	known := commandIDs{"24": "7"}
	for text, want := range map[string]string{
		"/24": "</24:7>", "/24 hard": "</24:7> `hard`", "/help": "`/help`",
	} {
		if got := span(chat.Span{Style: chat.Slash, Text: text}, false, &known); got != want {
			t.Errorf("%s is shown as %q, want %q", text, got, want)
		}
	}
}

// A name that is written from right to left does not turn the calculation behind it, nor the columns of a table.
func TestNamesTurnNothing(t *testing.T) {
	r := chat.Reply{Text: []chat.Line{{
		{Style: chat.Strong, Text: "שרה"}, {Text: " "}, {Style: chat.Code, Text: "8 / (3 - 8/3)"}, {Text: " · Ann"},
	}}, Table: &chat.Table{Rows: [][]string{{"1", "שרה", "20"}}}}
	got := said(t, r)
	const want = "\u2068**שרה**\u2069 `8 / (3 - 8/3)` · Ann\n```\n1  \u2068שרה\u2069  20\n```"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
