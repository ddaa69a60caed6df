package telegram

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// The limits of texts are in UTF-16 units, not counting markup, and that of a button's data is in
// bytes.
const (
	maxText    = 4096
	maxCaption = 1024
	maxCopied  = 256
	maxAlert   = 200
	maxData    = 64
	// maxPayload is the length of a deep link's payload, in base64url.
	maxPayload = 64
)

// A message is a Reply as it is sent to Telegram.
type message struct {
	HTML     string
	Keyboard [][]button
	Quiet    bool
}

// A button is the library's type, with the newer fields that we write.
type button struct {
	tgbotapi.InlineKeyboardButton
	Style  string      `json:"style,omitempty"`
	Copy   *copyButton `json:"copy_text,omitempty"`
	WebApp *webApp     `json:"web_app,omitempty"`
}

// webApp is a page that a button opens.
type webApp struct {
	URL string `json:"url"`
}

// copyButton has the text that a button copies.
type copyButton struct {
	Text string `json:"text"`
}

// render returns the message that shows a Reply at a place. A text beyond the limit is cut and ends in
// an ellipsis; then whole is false. Whatever the Reply holds, the HTML is balanced, not empty and within
// the limit. The caller has checked that people at the place may read the Reply.
func render(limit int, r chat.Reply, p chat.Place, me account) (m message, whole bool) {
	// There must be room for the ellipsis.
	w := &writer{room: limit - 1}
	if !p.Private && me.UserName != "" {
		w.botName = "@" + me.UserName
	}
	w.reply(r)
	return message{HTML: w.String(), Keyboard: keyboard(r.Buttons, p, me), Quiet: r.Quiet}, !w.cut
}

// alert returns the text of a Reply as an alert, which only the person who pressed sees. ok reports
// whether an alert is the best way to answer a press with the Reply.
func alert(r chat.Reply, p chat.Place) (text string, ok bool) {
	if r.Ask == nil && !fitsAlert(r, p) {
		return "", false
	}
	w := &writer{bare: true, room: maxAlert}
	w.reply(r)
	return w.String(), !w.cut
}

// fitsAlert reports whether a Reply that is no form may be an alert. An alert has no file, no buttons and no
// columns. So a Reply that has some is shown as a message, unless it is secret: a message could not be
// shown to the person alone.
func fitsAlert(r chat.Reply, p chat.Place) bool {
	if p.Private || r.Audience == chat.Everyone {
		return false
	}
	if r.File != nil {
		return false
	}
	showsMore := len(r.Buttons) > 0 || r.Table != nil
	return r.Audience != chat.Asker || !showsMore
}

// toneMarks show the Tone, which the text says, too. A mark goes before the first line. If that line is
// Pre, no mark is shown: it would shift the columns of the block.
var toneMarks = map[chat.Tone]string{chat.Good: "✅", chat.Bad: "❌"}

func (w *writer) reply(r chat.Reply) {
	if r.Ask != nil {
		for line := range strings.SplitSeq(r.Ask.Hint, "\n") {
			w.line()
			w.text(line)
		}
		return
	}
	if r.Face != nil {
		w.face(*r.Face)
	}
	w.lines(r)
	if r.Table == nil {
		return
	}
	if !w.bare {
		lines := r.Table.Lines(chat.PhoneColumns, chat.OneLine)
		w.block("pre", len(lines), func(i int) { w.clean(lines[i]) })
		return
	}
	for _, row := range r.Table.All() {
		w.line()
		for i, cell := range row {
			if i > 0 {
				w.text("  ")
			}
			w.isolated("", cell)
		}
	}
}

// longList is the number of lines of a list that Telegram folds.
const longList = 6

// lines writes the text of a Reply, with its Tone.
func (w *writer) lines(r chat.Reply) {
	mark := toneMarks[r.Tone]
	if mark != "" && len(r.Text) == 0 {
		w.line()
		w.text(mark)
	}
	// marked is the line that gets the mark, if there is one.
	marked := -1
	if mark != "" && chat.Leading(r.Text, chat.Pre) == 0 {
		marked = slices.IndexFunc(r.Text, func(l chat.Line) bool { return len(l) > 0 })
	}
	for i := 0; i < len(r.Text); {
		rest := r.Text[i:]
		if n := chat.Leading(rest, chat.Pre); n > 0 {
			w.block("pre", n, func(j int) { w.text(rest[j][0].Text) })
			i += n
			continue
		}
		if n := chat.Leading(rest, chat.Item); n > 0 && i != marked {
			tag := "blockquote"
			if n >= longList {
				tag += " expandable"
			}
			w.block(tag, n, func(j int) { w.spans(rest[j]) })
			i += n
			continue
		}
		w.line()
		if i == marked {
			w.text(mark + " ")
		}
		w.spans(rest[0])
		i++
	}
}

// block writes n lines within an element, if there are any.
func (w *writer) block(tag string, n int, write func(line int)) {
	for i := range n {
		w.line()
		if i == 0 {
			tag = w.open(tag)
		}
		write(i)
		if i == n-1 {
			w.close(tag)
		}
	}
}

func (w *writer) face(f chat.Face) {
	if f.Title != "" || f.Note != "" {
		w.line()
		w.element("b", f.Title)
		if f.Title != "" && f.Note != "" {
			w.text(" · ")
		}
		w.element("i", f.Note)
	}
	if len(f.Tiles) == 0 && f.Goal == "" {
		return
	}
	w.line()
	quote := w.open("blockquote")
	if len(f.Tiles) > 0 {
		// Within code Telegram makes no links of numbers.
		w.element("code", tilesText(f.Tiles))
		if f.Goal != "" {
			w.text("  ")
		}
	}
	w.element("b", f.Goal)
	w.close(quote)
}

// tilesText writes tiles in a line, in brackets if they fit in a line of a phone.
func tilesText(tiles []string) string {
	if len(tiles) > 4 {
		return strings.Join(tiles, "  ")
	}
	return "[" + strings.Join(tiles, "] [") + "]"
}

// tags are the elements of styles. Moment has none, because servers older than Bot API
// 9.5 refuse Telegram's own time. Mention has none, because a link to a person pings them.
var tags = map[chat.Style]string{
	chat.Strong: "b",
	chat.Code:   "code",
	// This is for a Pre next to other spans, which is no block.
	chat.Pre:     "code",
	chat.Spoiler: "tg-spoiler",
}

func (w *writer) spans(l chat.Line) {
	for _, s := range l {
		switch {
		case s.Style == chat.Mention && !w.bare:
			w.isolated("", nameBreaks.Replace(s.Text))
		case s.Style == chat.Slash || s.Style == chat.Said:
			w.command(s)
		default:
			w.isolated(tags[s.Style], s.Text)
		}
	}
}

// command writes a command that a tap sends. In a group other bots may have the same command,
// so the command names the bot.
func (w *writer) command(s chat.Span) {
	word, rest, hasRest := strings.Cut(s.Text, " ")
	text := word + w.botName
	if hasRest {
		text += " " + rest
	}
	tag := ""
	if len(s.Options) > 0 {
		// A tap on a command would send only its first word. A tap on code copies the whole text.
		tag = "code"
	}
	w.element(tag, text)
}

// nameBreaks keep Telegram from making links or mentions of a person's name: an invisible
// word joiner follows each character that could begin one.
var nameBreaks = strings.NewReplacer(
	"@", "@\u2060",
	"/", "/\u2060",
	".", ".\u2060",
	"#", "#\u2060",
	"$", "$\u2060",
	":", ":\u2060",
)

var buttonStyles = map[chat.ButtonStyle]string{chat.Primary: "primary", chat.Danger: "danger"}

// keyboard returns buttons in Telegram's form. It leaves out buttons for which Telegram would refuse
// the whole message.
func keyboard(rows [][]chat.Button, p chat.Place, me account) [][]button {
	var keys [][]button
	for _, row := range rows {
		var line []button
		for _, b := range row {
			if k, ok := key(b, p, me); ok {
				line = append(line, k)
			}
		}
		if len(line) > 0 {
			keys = append(keys, line)
		}
	}
	return keys
}

// key returns a button in Telegram's form. ok is false if Telegram would refuse it.
func key(b chat.Button, p chat.Place, me account) (k button, ok bool) {
	k.Style = buttonStyles[b.Style]
	k.Text = chat.OneLine(b.Label)
	isShown := !b.Disabled && !chat.IsBlank(k.Text)
	doesSomething := b.Data != "" || b.URL != ""
	isValid := len(b.Data) <= maxData && utf8.ValidString(b.Data)
	if !isShown || !doesSomething || !isValid {
		return button{}, false
	}
	if b.Link {
		link := deepLink(me.UserName, b.Data)
		if link == "" {
			return button{}, false
		}
		k.URL = new("https://t.me/share/url?url=" + queryEscape(link) + "&text=" + queryEscape(b.Share))
		return k, true
	}
	if b.URL != "" {
		k.URL = &b.URL
		return k, true
	}
	if b.Page {
		return pageKey(k, b, p, me)
	}
	return actionKey(k, b, p, me), true
}

// pageKey makes a button open the page. Only in private chats does Telegram open pages by buttons.
// In other chats the link of the Mini App opens them.
func pageKey(k button, b chat.Button, p chat.Place, me account) (button, bool) {
	payload := startPayload(b.Data)
	switch {
	case p.Private && me.page != "":
		k.WebApp = &webApp{me.page + "?open=" + payload}
	case !p.Private && me.app != "" && payload != "":
		k.URL = new(me.app + "?startapp=" + payload)
	default:
		return button{}, false
	}
	return k, true
}

// actionKey makes a button do what its Share, Prefill or Personal asks for. If Telegram cannot do that,
// the button sends its data.
func actionKey(k button, b chat.Button, p chat.Place, me account) button {
	if b.Share != "" {
		if b.Prefill != "" && me.SupportsInlineQueries {
			// The person chooses a chat.
			k.SwitchInlineQuery = &b.Prefill
			return k
		}
		if chat.Units(b.Share) <= maxCopied {
			k.Copy = &copyButton{b.Share}
			return k
		}
	}
	if b.Prefill != "" && !p.Private && me.SupportsInlineQueries {
		k.SwitchInlineQueryCurrentChat = &b.Prefill
		return k
	}
	if b.Personal && !p.Private {
		if link := deepLink(me.UserName, b.Data); link != "" {
			k.URL = &link
			return k
		}
	}
	k.CallbackData = &b.Data
	return k
}

// queryEscape escapes a text for a query. Telegram's clients read + as a plus and not as a space.
func queryEscape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// deepLink returns a link to the private chat with the bot. A person who follows it sends /start with a
// payload that holds a button's data. The link is empty if the data does not fit.
func deepLink(username, data string) string {
	payload := startPayload(data)
	if payload == "" || username == "" {
		return ""
	}
	return "https://t.me/" + username + "?start=" + payload
}

// startPayload returns the payload that holds a button's data. It is empty if the data does not fit.
func startPayload(data string) string {
	payload := base64.RawURLEncoding.EncodeToString([]byte(data))
	if len(payload) > maxPayload {
		return ""
	}
	return payload
}

// invitation returns a link that adds the bot to a group. The bot asks for no rights: it needs none.
func invitation(username string) string { return "https://t.me/" + username + "?startgroup=play" }
