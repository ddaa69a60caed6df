package telegram

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"reckon/bot"
)

var (
	group   = bot.Chat{Network: Network, ID: "-5"}
	private = bot.Chat{Network: Network, ID: "5", Private: true}
	face    = &bot.Face{Title: "Daily #12", Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "hard"}
)

func span(s bot.Style, text string) bot.Span { return bot.Span{Style: s, Text: text} }

func TestShow(t *testing.T) {
	caret := []bot.Line{{span(bot.Pre, "8/(3-8/3")}, {span(bot.Pre, "  ^ never <closed>")}}
	row := []bot.Button{{Label: "Answer", Data: "v1 answer 24:3,3,8,8", Personal: true}, {Label: "Hint", Data: "v1 hint"}}
	board := &bot.Table{Head: []string{"", "Name", "Points"}, Rows: [][]string{{"1", "Ann", "1,250"}, {"2", "小明 <b>", "50"}}}
	tests := []struct {
		name  string
		reply bot.Reply
		chat  bot.Chat
		want  []string
	}{
		{"silent", bot.Reply{Silent: true}, group, []string{"(nothing)"}},
		{"puzzle", bot.Reply{Face: face, Buttons: [][]bot.Button{row, {{Label: "Next", Data: "n"}}}}, group, []string{
			"<b>Daily #12</b>", "<code>[3] [3] [8] [8]</code>  make 24", "<i>hard</i>", "[Answer →] [Hint]", "[Next]"}},
		{"puzzle in private", bot.Reply{Face: &bot.Face{Tiles: []string{"2016"}}, Buttons: [][]bot.Button{row}}, private, []string{
			"<code>[2016]</code>", "[Answer] [Hint]"}},
		{"styles", bot.Reply{Tone: bot.Good, Text: []bot.Line{{
			span(bot.Plain, "a < b & "), span(bot.Strong, "<b>"), span(bot.Code, " 8*3"), span(bot.Spoiler, "x>y"),
			span(bot.Mention, "@ann.example/x"), span(bot.Pre, "q"), {Style: bot.Moment, Text: "noon", Unix: 1}}, {}, {span(bot.Plain, "end")}}}, group, []string{
			"✅ a &lt; b &amp; <b>&lt;b&gt;</b><code> 8*3</code><tg-spoiler>x&gt;y</tg-spoiler>@\u2060ann.\u2060example/\u2060x<code>q</code>noon", "", "end"}},
		{"caret", bot.Reply{Tone: bot.Bad, Text: append(caret, bot.Line{span(bot.Plain, "Try again.")})}, group, []string{
			"<pre>8/(3-8/3", "  ^ never &lt;closed&gt;</pre>", "❌ Try again."}},
		{"caret alone", bot.Reply{Tone: bot.Bad, Text: caret}, group, []string{"❌", "<pre>8/(3-8/3", "  ^ never &lt;closed&gt;</pre>"}},
		{"table", bot.Reply{Text: []bot.Line{{span(bot.Plain, "Best")}}, Table: board}, group, []string{
			"Best", "<pre>   Name      Points", "1  Ann        1,250", "2  小明 &lt;b&gt;      50</pre>"}},
		{"secret", bot.Reply{Audience: bot.Secret, Tone: bot.Good, Face: face, Text: append(caret, bot.Line{span(bot.Code, "8/3"), span(bot.Spoiler, "x")}), Table: board}, group, []string{
			"<tg-spoiler><b>Daily #12</b>", "[3] [3] [8] [8]  make 24", "<i>hard</i>", "8/(3-8/3", "  ^ never &lt;closed&gt;", "✅ 8/3x",
			"  Name  Points", "1  Ann  1,250", "2  小明 &lt;b&gt;  50</tg-spoiler>"}},
		{"secret in private", bot.Reply{Audience: bot.Secret, Text: []bot.Line{{span(bot.Code, "8/3")}}}, private, []string{"<code>8/3</code>"}},
		{"ask", bot.Reply{Ask: &bot.Ask{Data: "a", Title: "t", Hint: "Reply <here>."}}, group, []string{"(alert)", "Reply &lt;here&gt;."}},
		{"edit and remove", bot.Reply{Edit: true, Remove: true, Text: []bot.Line{{span(bot.Plain, "x")}}}, group, []string{
			"(deletes the player's message)", "(edits)", "x"}},
		{"no text", bot.Reply{Text: []bot.Line{{}, {span(bot.Strong, " ")}}, Buttons: [][]bot.Button{{{Label: "Next", Data: "n"}}}}, group, []string{"…", "[Next]"}},
		{"one line stays one line", bot.Reply{Text: []bot.Line{{span(bot.Mention, "a\nb\x00\u2028c"), span(bot.Code, "\xff")}}}, group, []string{"a b  c<code>\uFFFD</code>"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Join(tt.want, "\n")+"\n", Show(tt.reply, tt.chat)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestKeyboard(t *testing.T) {
	rows := [][]bot.Button{
		{{Label: "Answer", Data: "v1 a", Personal: true, Style: bot.Primary}, {Label: "Give up", Data: "v1 g", Style: bot.Danger}},
		{{Label: "no data"}, {Label: " ", Data: "no label"}, {Label: "long", Data: strings.Repeat("x", 65)}},
		{{Label: "too long to link", Data: strings.Repeat("x", 60), Personal: true}},
	}
	long := fmt.Sprintf(`[{"text":"too long to link","callback_data":%q}]`, strings.Repeat("x", 60))
	danger := `{"text":"Give up","callback_data":"v1 g","style":"danger"}`
	for _, tt := range []struct {
		chat bot.Chat
		want string
	}{
		{group, `[[{"text":"Answer","url":"https://t.me/reckon_bot?start=djEgYQ","style":"primary"},` + danger + `],` + long + `]`},
		{private, `[[{"text":"Answer","callback_data":"v1 a","style":"primary"},` + danger + `],` + long + `]`},
	} {
		got, err := json.Marshal(keyboard(rows, tt.chat, "reckon_bot"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

func TestLongTextIsCut(t *testing.T) {
	for _, s := range []string{strings.Repeat("x", 5000), strings.Repeat("🎉", 5000), strings.Repeat("<", 5000)} {
		m := render(bot.Reply{Text: []bot.Line{{span(bot.Strong, s)}}, Table: &bot.Table{Rows: [][]string{{"never seen"}}}}, group, "b")
		text, err := parseHTML(m.HTML)
		if n := units(text); err != nil || n > maxText || n < maxText-1 || !strings.HasSuffix(text, "…") || strings.Contains(text, "seen") {
			t.Errorf("%.10s…: %d units, %v", s, n, err)
		}
	}
	for _, tt := range []struct {
		n  int
		ok bool
	}{{maxAlert, true}, {maxAlert + 1, false}} {
		r := say(strings.Repeat("x", tt.n))
		r.Audience = bot.Secret
		if _, ok := alert(r, group); ok != tt.ok {
			t.Errorf("%d characters fit an alert: %v", tt.n, ok)
		}
	}
}

func TestAlertIsPlain(t *testing.T) {
	r := bot.Reply{Audience: bot.Secret, Tone: bot.Bad, Text: []bot.Line{{span(bot.Code, "1<2"), span(bot.Mention, "@ann")}, {span(bot.Pre, " ^")}}}
	if got, _ := alert(r, group); got != "❌ 1<2@ann\n ^" {
		t.Errorf("%q", got)
	}
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

// parseHTML reads what Telegram would, strictly: the tags we use, properly
// nested, code and pre with nothing in them or around them.
func parseHTML(s string) (string, error) {
	var text strings.Builder
	var open []string
	for s != "" {
		switch r, n := utf8.DecodeRuneInString(s); r {
		case '<':
			tag, rest, ok := strings.Cut(s[1:], ">")
			if !ok {
				return "", fmt.Errorf("unclosed tag %q", s)
			}
			s = rest
			if name, closing := strings.CutPrefix(tag, "/"); closing {
				if len(open) == 0 || open[len(open)-1] != name {
					return "", fmt.Errorf("</%s> within %v", name, open)
				}
				open = open[:len(open)-1]
				continue
			}
			open = append(open, tag)
			if tag != "b" && tag != "i" && tag != "code" && tag != "pre" && tag != "tg-spoiler" {
				return "", fmt.Errorf("unknown tag %q", tag)
			}
			if joined := strings.Join(open, " "); len(open) > 1 && (strings.Contains(joined, "code") || strings.Contains(joined, "pre")) {
				return "", fmt.Errorf("code or pre nested: %v", open)
			}
		case '&':
			ref, rest, ok := strings.Cut(s, ";")
			c := map[string]string{"&amp": "&", "&lt": "<", "&gt": ">"}[ref]
			if !ok || c == "" {
				return "", fmt.Errorf("bad reference in %q", s)
			}
			text.WriteString(c)
			s = rest
		case utf8.RuneError:
			if n == 1 {
				return "", fmt.Errorf("not UTF-8")
			}
			fallthrough
		default:
			text.WriteRune(r)
			s = s[n:]
		}
	}
	if len(open) > 0 {
		return "", fmt.Errorf("left open: %v", open)
	}
	return text.String(), nil
}

func FuzzRender(f *testing.F) {
	f.Add("a < b", "8/3", "v1 hint", uint(0), 1, false)
	f.Add("</b>&amp;", "🎉\n\xff", strings.Repeat("x", 64), uint(0xffff), 900, true)
	f.Fuzz(func(t *testing.T, a, b, data string, bits uint, n int, isPrivate bool) {
		n = min(max(n, 0), 2000)
		r := bot.Reply{Tone: bot.Tone(bits % 4), Audience: bot.Audience(bits >> 2 % 3)}
		if bits>>4&1 == 1 {
			r.Face = &bot.Face{Title: a, Tiles: []string{b, a}, Goal: b, Note: a}
		}
		for i := range n {
			style := bot.Style((bits>>5 + uint(i)) % 8)
			r.Text = append(r.Text, bot.Line{span(style, a), span(bot.Code, b)}, bot.Line{span(bot.Pre, b)})
		}
		if bits>>8&1 == 1 {
			r.Table = &bot.Table{Head: []string{a}, Rows: [][]string{{b, a}, {}, {a, "1", b}}}
		}
		if bits>>9&1 == 1 {
			r.Ask = &bot.Ask{Hint: a}
		}
		r.Buttons = [][]bot.Button{{{Label: a, Data: data, Personal: bits>>10&1 == 1}, {Label: b, Data: b}}, {}}
		m := render(r, bot.Chat{Private: isPrivate}, "reckon_bot")
		text, err := parseHTML(m.HTML)
		if err != nil {
			t.Fatalf("%v in %q", err, m.HTML)
		}
		if units(text) > maxText || blank(text) {
			t.Errorf("%d units, blank: %v", units(text), blank(text))
		}
		if r.Audience == bot.Secret && !isPrivate && text != "…" && (!strings.HasPrefix(m.HTML, "<tg-spoiler>") || !strings.HasSuffix(m.HTML, "</tg-spoiler>")) {
			t.Errorf("a secret is shown: %q", m.HTML)
		}
		for _, row := range m.Keyboard {
			for _, k := range row {
				if blank(k.Text) || len(k.Data) > maxData || (k.Data == "") == (k.URL == "") || len(row) == 0 {
					t.Errorf("button %+v", k)
				}
			}
		}
		if s, ok := alert(r, bot.Chat{Private: isPrivate}); ok && (units(s) > maxAlert || blank(s)) {
			t.Errorf("alert of %d units: %q", units(s), s)
		}
	})
}
