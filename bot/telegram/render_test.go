package telegram

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

var (
	group   = chat.Place{Network: Network, Community: "-5"}
	private = chat.Place{Network: Network, Community: "5", Private: true}
	face    = &chat.Face{Title: "Daily #12", Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "hard"}
)

func span(s chat.Style, text string) chat.Span { return chat.Span{Style: s, Text: text} }

// A reply to a press is an alert if only an alert can show it. Any other reply is a message.
func TestShown(t *testing.T) {
	caret := []chat.Line{{span(chat.Pre, "8/(3-8/3")}, {span(chat.Pre, "  ^ never <closed>")}}
	row := []chat.Button{{Label: "Answer", Data: "v1 answer 24:3,3,8,8", Personal: true}, {Label: "Hint", Data: "v1 hint"}}
	board := &chat.Table{Head: []string{"", "Name", "Points"}, Rows: [][]string{{"1", "Ann", "1,250"}, {"2", "小明 <b>", "50"}}}
	tests := []struct {
		name  string
		reply chat.Reply
		chat  chat.Place
		want  []string
	}{
		{"silent", chat.Reply{Silent: true}, group, nil},
		{"puzzle", chat.Reply{Face: face, Buttons: [][]chat.Button{row, {{Label: "Next", Data: "n"}}}}, group, []string{
			"<b>Daily #12</b> · <i>hard</i>", "<blockquote><code>[3] [3] [8] [8]</code>  <b>make 24</b></blockquote>", "[Answer →] [Hint]", "[Next]"}},
		{"puzzle in private", chat.Reply{Face: &chat.Face{Tiles: []string{"2016"}}, Buttons: [][]chat.Button{row}}, private, []string{
			"<blockquote><code>[2016]</code></blockquote>", "[Answer] [Hint]"}},
		{"title alone", chat.Reply{Face: &chat.Face{Title: "Daily"}}, group, []string{"<b>Daily</b>"}},
		{"goal alone", chat.Reply{Face: &chat.Face{Goal: "make 24"}}, group, []string{"<blockquote><b>make 24</b></blockquote>"}},
		{"styles", chat.Reply{Tone: chat.Good, Text: []chat.Line{{
			span(chat.Plain, "a < b & "), span(chat.Strong, "<b>"), span(chat.Code, " 8*3"), span(chat.Spoiler, "x>y"),
			span(chat.Mention, "@ann.example/x"), span(chat.Pre, "q"), {Style: chat.Moment, Text: "noon", Unix: 1}}, {}, {span(chat.Plain, "end")}}}, group, []string{
			"✅ a &lt; b &amp; <b>&lt;b&gt;</b><code> 8*3</code><tg-spoiler>x&gt;y</tg-spoiler>@\u2060ann.\u2060example/\u2060x<code>q</code>noon", "", "end"}},
		{"caret", chat.Reply{Tone: chat.Bad, Text: append(caret, chat.Line{span(chat.Plain, "Try again.")})}, group, []string{
			"<pre>8/(3-8/3", "  ^ never &lt;closed&gt;</pre>", "Try again."}},
		{"caret alone", chat.Reply{Tone: chat.Bad, Text: caret}, group, []string{"<pre>8/(3-8/3", "  ^ never &lt;closed&gt;</pre>"}},
		{"no words", chat.Reply{Tone: chat.Good}, group, []string{"✅"}},
		{"short list", chat.Reply{Tone: chat.Good, Text: []chat.Line{{span(chat.Plain, "Two:")}, item("a"), item("<b>"), {span(chat.Plain, "end")}}}, group, []string{
			"✅ Two:", "<blockquote><code>a</code>", "<code>&lt;b&gt;</code></blockquote>", "end"}},
		{"long list", chat.Reply{Text: []chat.Line{item("1"), item("2"), item("3"), item("4"), item("5"), item("6")}}, group, []string{
			"<blockquote expandable><code>1</code>", "<code>2</code>", "<code>3</code>", "<code>4</code>", "<code>5</code>", "<code>6</code></blockquote>"}},
		{"secret list", chat.Reply{Audience: chat.Secret, Text: []chat.Line{item("1"), item("2")}}, group, []string{"(alert)", "1", "2"}},
		{"table", chat.Reply{Text: []chat.Line{{span(chat.Plain, "Best")}}, Table: board}, group, []string{
			"Best", "<pre>   Name      Points", "1  Ann        1,250", "2  小明 &lt;b&gt;      50</pre>"}},
		{"secret", chat.Reply{Audience: chat.Secret, Tone: chat.Good, Face: face, Text: append(caret, chat.Line{span(chat.Code, "8/3"), span(chat.Spoiler, "x")}), Table: board}, group, []string{
			"(alert)", "Daily #12 · hard", "[3] [3] [8] [8]  make 24", "8/(3-8/3", "  ^ never <closed>", "8/3x",
			"  Name  Points", "1  Ann  1,250", "2  小明 <b>  50"}},
		{"long secret", chat.Reply{Audience: chat.Secret, Text: []chat.Line{{span(chat.Plain, strings.Repeat("8", 201))}}}, group, []string{
			"elsewhere", "[Ask me there →]"}},
		{"commands", chat.Reply{Text: []chat.Line{{span(chat.Plain, "Try "), span(chat.Slash, "/24 hard"), span(chat.Plain, " or "), span(chat.Slash, "/help"), span(chat.Plain, ".")}}}, group, []string{
			"Try /24@reckon_bot hard or /help@reckon_bot."}},
		{"commands with arguments", chat.Reply{Text: []chat.Line{{{Style: chat.Slash, Text: "/24 hard", Options: []chat.Option{{Name: "level", Value: "hard"}}}, span(chat.Typed, " or reply.")}}}, group, []string{
			"<code>/24@reckon_bot hard</code> or reply.",
		}},
		{"commands in private", chat.Reply{Text: []chat.Line{{span(chat.Slash, "/24 <hard>")}}}, private, []string{"/24 &lt;hard&gt;"}},
		{"names that turn the line round", chat.Reply{Text: []chat.Line{{span(chat.Mention, "\u202eAnn\u2066"), span(chat.Plain, " +50")}},
			Table: &chat.Table{Rows: [][]string{{"\u202eAnn", "50"}}}, Buttons: [][]chat.Button{{{Label: "\u202eAnn", Data: "a"}}}}, group, []string{
			" Ann  +50", "<pre> Ann  50</pre>", "[ Ann]"}},
		{"secret in private", chat.Reply{Audience: chat.Secret, Text: []chat.Line{{span(chat.Code, "8/3")}}}, private, []string{"<code>8/3</code>"}},
		{"ask", chat.Reply{Ask: &chat.Ask{Data: "a", Title: "t", Hint: "Reply <here>."}}, group, []string{"(alert)", "Reply <here>."}},
		{"edit and remove", chat.Reply{Edit: true, Remove: true, Text: []chat.Line{{span(chat.Plain, "x")}}}, group, []string{
			"(deletes the player's message)", "(edits)", "x"}},
		{"no text", chat.Reply{Text: []chat.Line{{}, {span(chat.Strong, " ")}}, Buttons: [][]chat.Button{{{Label: "Next", Data: "n"}}}}, group, []string{"…", "[Next]"}},
		{"one line stays one line", chat.Reply{Text: []chat.Line{{span(chat.Mention, "a\nb\x00\u2028c"), span(chat.Code, "\xff")}}}, group, []string{"a b  c<code>\uFFFD</code>"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := telegramtest.New(telegramtest.Options{Inline: true})
				s.SetRole(-5, telegramtest.BotID, "administrator")
				b := start(t, s, &handler{})
				after(time.Minute)
				d := post(tt.chat.Community, tt.reply)
				d.Place, d.Event = tt.chat, fmt.Appendf(nil, `{"chat":%q,"message":7,"source":"3"}`, tt.chat.Community)
				if tt.reply.Ask != nil || tt.reply.ShowsSecretAt(tt.chat) {
					d.Event = []byte(`{"query":"q"}`)
				}
				if _, err := b.deliver(d); err != nil && !errors.Is(err, chat.ErrElsewhere) {
					t.Error(err)
				}
				got := ""
				for _, m := range s.Sent() {
					got += m.String()
				}
				if diff := cmp.Diff(strings.Join(append(tt.want, ""), "\n"), got); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				b.end()
			})
		})
	}
}

func item(text string) chat.Line {
	return chat.Line{{Style: chat.Item}, {Style: chat.Code, Text: text}}
}

func TestKeyboard(t *testing.T) {
	rows := [][]chat.Button{
		{{Label: "Answer", Data: "v1 a", Personal: true, Style: chat.Primary}, {Label: "Give up", Data: "v1 g", Style: chat.Danger}},
		{{Label: "no data"}, {Label: " ", Data: "no label"}, {Label: "long", Data: strings.Repeat("x", 65)}},
		{{Label: "too long to link", Data: strings.Repeat("x", 60), Personal: true}},
	}
	long := fmt.Sprintf(`[{"text":"too long to link","callback_data":%q}]`, strings.Repeat("x", 60))
	danger := `{"text":"Give up","callback_data":"v1 g","style":"danger"}`
	for _, tt := range []struct {
		chat chat.Place
		want string
	}{
		{group, `[[{"text":"Answer","url":"https://t.me/reckon_bot?start=djEgYQ","style":"primary"},` + danger + `],` + long + `]`},
		{private, `[[{"text":"Answer","callback_data":"v1 a","style":"primary"},` + danger + `],` + long + `]`},
	} {
		got, err := json.Marshal(keyboard(rows, tt.chat, account{User: *testMe}))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// In a private chat a button of a special kind opens the page, which Telegram has only there. In a group
// the Mini App's address opens it. Without an address there is no button.
func TestPageButton(t *testing.T) {
	rows := [][]chat.Button{{{Label: "Play", Data: "v2 page 7", Page: true}, {Label: "Hint", Data: "v2 hint 7"}}}
	const hint = `{"text":"Hint","callback_data":"v2 hint 7"}`
	named, main := account{User: *testMe, page: "https://b.example/play"}, account{User: *testMe, page: "https://b.example/play", HasMainApp: true}
	named.setApp("solve")
	main.setApp("")
	for _, c := range []struct {
		me   account
		at   chat.Place
		want string
	}{
		{account{User: *testMe}, private, `[[` + hint + `]]`},
		{account{User: *testMe}, group, `[[` + hint + `]]`},
		{account{User: *testMe, page: "https://b.example/play"}, group, `[[` + hint + `]]`},
		{named, private, `[[{"text":"Play","web_app":{"url":"https://b.example/play?open=djIgcGFnZSA3"}},` + hint + `]]`},
		{named, group, `[[{"text":"Play","url":"https://t.me/reckon_bot/solve?startapp=djIgcGFnZSA3"},` + hint + `]]`},
		{main, group, `[[{"text":"Play","url":"https://t.me/reckon_bot?startapp=djIgcGFnZSA3"},` + hint + `]]`},
	} {
		got, err := json.Marshal(keyboard(rows, c.at, c.me))
		if err != nil || string(got) != c.want {
			t.Errorf("got %s, %v\nwant %s", got, err, c.want)
		}
	}
}

// A button with an address opens that address in any chat.
func TestAddressButton(t *testing.T) {
	rows := [][]chat.Button{{{Label: "In my browser", URL: "https://b.example/play#pass=x"}}}
	for _, at := range []chat.Place{private, group} {
		got, err := json.Marshal(keyboard(rows, at, account{User: *testMe}))
		if want := `[[{"text":"In my browser","url":"https://b.example/play#pass=x"}]]`; err != nil || string(got) != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
	}
}

// The button of a link lets the person choose a chat to which to send the link. The link leads into the
// private chat with the bot, never to the page. There is no button if the bot has no name, or if the data
// is too long.
func TestLinkButton(t *testing.T) {
	link := chat.Button{Label: "Share", Data: "v2 pose 24:3,3,8,8", Link: true, Share: "24: 3 + 3 & 8?", URL: "https://b.example/p/24:3,3,8,8"}
	long := link
	long.Data = strings.Repeat("x", 49)
	for _, c := range []struct {
		button chat.Button
		me     account
		want   string
	}{
		{link, account{User: *testMe}, `[[{"text":"Share","url":"https://t.me/share/url?url=https%3A%2F%2Ft.me%2Freckon_bot%3Fstart%3DdjIgcG9zZSAyNDozLDMsOCw4&text=24%3A%203%20%2B%203%20%26%208%3F"}]]`},
		{link, account{}, `null`}, {long, account{User: *testMe}, `null`},
	} {
		for _, at := range []chat.Place{private, group} {
			var got strings.Builder
			encoder := json.NewEncoder(&got)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(keyboard([][]chat.Button{{c.button}}, at, c.me)); err != nil || strings.TrimSpace(got.String()) != c.want {
				t.Errorf("got %s, %v\nwant %s", got.String(), err, c.want)
			}
		}
	}
}

func TestLongTextIsCut(t *testing.T) {
	for _, s := range []string{strings.Repeat("x", 5000), strings.Repeat("🎉", 5000), strings.Repeat("<", 5000)} {
		m, _ := render(maxText, chat.Reply{Text: []chat.Line{{span(chat.Strong, s)}}, Table: &chat.Table{Rows: [][]string{{"never seen"}}}}, group, account{User: tgbotapi.User{UserName: "b"}})
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
		r.Audience = chat.Secret
		if _, ok := alert(r, group); ok != tt.ok {
			t.Errorf("%d characters fit an alert: %v", tt.n, ok)
		}
	}
}

func TestAlertIsPlain(t *testing.T) {
	r := chat.Reply{Audience: chat.Secret, Tone: chat.Bad, Text: []chat.Line{{span(chat.Code, "1<2"), span(chat.Mention, "@ann"), span(chat.Slash, " /24 3")}, {span(chat.Pre, " ^")}}}
	if got, _ := alert(r, group); got != "❌ 1<2@ann /24 3\n ^" {
		t.Errorf("%q", got)
	}
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

// knownTags has the tags that render writes.
var knownTags = []string{"b", "i", "code", "pre", "tg-spoiler", "blockquote", "blockquote expandable"}

// parseHTML returns the text that Telegram would show. It is strict: it accepts only the tags that we use,
// and nothing is nested, except for the spans of a quote.
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
			name, _, _ := strings.Cut(tag, " ")
			open = append(open, name)
			if !slices.Contains(knownTags, tag) {
				return "", fmt.Errorf("unknown tag %q", tag)
			}
			inner := open
			if open[0] == "blockquote" {
				inner = open[1:]
			}
			if len(inner) > 1 || len(open) > 1 && (tag == "pre" || tag == "blockquote") {
				return "", fmt.Errorf("nested: %v", open)
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

// styles has all styles, and one that does not exist.
var styles = []chat.Style{
	chat.Plain, chat.Strong, chat.Code, chat.Spoiler, chat.Mention, chat.Pre, chat.Item, chat.Moment, chat.Slash, "of the future",
}

func FuzzRender(f *testing.F) {
	f.Add("a < b", "8/3", "v1 hint", uint(0), 1, false)
	f.Add("</b>&amp;", "🎉\n\xff", strings.Repeat("x", 64), uint(0xffff), 900, true)
	// These have a puzzle in a quotation, a quoted line, and a quotation that Telegram folds.
	f.Add("a < b", "8/3", "v1 hint", uint(1<<4), 1, false)
	f.Add("a < b", "8/3", "v1 hint", uint(6<<5), 1, false)
	f.Add("a < b", "8/3", "v1 hint", uint(1<<11), longList, false)
	f.Fuzz(func(t *testing.T, a, b, data string, bits uint, n int, isPrivate bool) {
		n = min(max(n, 0), 2000)
		r := chat.Reply{Tone: chat.Tone(bits % 4), Audience: chat.Audience(bits >> 2 % 3)}
		if bits>>4&1 == 1 {
			r.Face = &chat.Face{Title: a, Tiles: []string{b, a}, Goal: b, Note: a}
		}
		for i := range n {
			style := styles[(bits>>5+uint(i))%uint(len(styles))]
			if bits>>11&1 == 1 {
				r.Text = append(r.Text, chat.Line{span(chat.Item, a), span(chat.Code, b)})
				continue
			}
			r.Text = append(r.Text, chat.Line{span(style, a), span(chat.Code, b)}, chat.Line{span(chat.Pre, b)})
		}
		if bits>>8&1 == 1 {
			r.Table = &chat.Table{Head: []string{a}, Rows: [][]string{{b, a}, {}, {a, "1", b}}}
		}
		if bits>>9&1 == 1 {
			r.Ask = &chat.Ask{Hint: a}
		}
		r.Buttons = [][]chat.Button{{{Label: a, Data: data, Personal: bits>>10&1 == 1}, {Label: b, Data: b}}, {}}
		m, _ := render(maxText, r, chat.Place{Private: isPrivate}, account{User: *testMe})
		text, err := parseHTML(m.HTML)
		if err != nil {
			t.Fatalf("%v in %q", err, m.HTML)
		}
		if units(text) > maxText || chat.IsBlank(text) {
			t.Errorf("%d units, blank: %v", units(text), chat.IsBlank(text))
		}
		for _, row := range m.Keyboard {
			for _, k := range row {
				if chat.IsBlank(k.Text) || (k.CallbackData == nil) == (k.URL == nil) || k.CallbackData != nil && len(*k.CallbackData) > maxData || len(row) == 0 {
					t.Errorf("button %+v", k)
				}
			}
		}
		if s, ok := alert(r, chat.Place{Private: isPrivate}); ok && (units(s) > maxAlert || chat.IsBlank(s)) {
			t.Errorf("alert of %d units: %q", units(s), s)
		}
	})
}

// A name that is written from right to left does not turn the calculation behind it, nor the columns of a table.
func TestNamesTurnNothing(t *testing.T) {
	r := chat.Reply{Text: []chat.Line{{
		{Style: chat.Strong, Text: "שרה"}, {Text: " "}, {Style: chat.Code, Text: "8 / (3 - 8/3)"}, {Text: " · Ann"},
	}}, Table: &chat.Table{Rows: [][]string{{"1", "שרה", "20"}}}}
	m, _ := render(maxText, r, group, account{})
	got := m.HTML
	const want = "\u2068<b>שרה</b>\u2069 <code>8 / (3 - 8/3)</code> · Ann\n<pre>1  \u2068שרה\u2069  20</pre>"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// So it is in an alert, which has no markup and no columns.
func TestNamesTurnNothingInAnAlert(t *testing.T) {
	r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{{{Style: chat.Mention, Text: "שרה"}, {Text: " 3 - 8"}}}, Table: &chat.Table{Rows: [][]string{{"שרה", "20"}}}}
	got, _ := alert(r, group)
	if want := "\u2068שרה\u2069 3 - 8\n\u2068שרה\u2069  20"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
