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

// Limits in UTF-16 units, after entities; the data of a button in bytes.
const (
	maxText    = 4096
	maxCaption = 1024
	maxCopied  = 256
	maxAlert   = 200
	maxData    = 64
	maxPayload = 64 // of a deep link, in base64url
)

// A message is a Reply as it is sent to Telegram.
type message struct {
	HTML     string
	Keyboard [][]button
	Quiet    bool
}

// A button is the library's, with the newer fields that we write.
type button struct {
	tgbotapi.InlineKeyboardButton
	Style  string  `json:"style,omitempty"`
	Copy   *copied `json:"copy_text,omitempty"`
	WebApp *webApp `json:"web_app,omitempty"`
}

// webApp is a page that a button opens.
type webApp struct {
	URL string `json:"url"`
}

// copied is a text that a button copies.
type copied struct {
	Text string `json:"text"`
}

// render returns the message that shows a Reply in the place, and whether it is whole: a
// text beyond the limit ends in an ellipsis. The HTML is balanced, not empty and within
// the limit, whatever the Reply holds. The caller knows that people there may read it.
func render(limit int, r chat.Reply, p chat.Place, me account) (m message, whole bool) {
	w := &writer{left: limit - 1} // room for the ellipsis
	if !p.Private && me.UserName != "" {
		w.at = "@" + me.UserName
	}
	w.reply(r)
	return message{HTML: w.String(), Keyboard: keyboard(r.Buttons, p, me), Quiet: r.Quiet}, !w.cut
}

// alert returns the text of a Reply as an alert, which one person sees, and reports
// whether that is the best way to answer a press with it.
func alert(r chat.Reply, p chat.Place) (text string, ok bool) {
	switch {
	case r.Ask != nil:
	case p.Private, r.Audience == chat.Everyone:
		return "", false
	case r.Audience == chat.Asker && (len(r.Buttons) > 0 || r.Table != nil):
		return "", false
	}
	w := &writer{bare: true, left: maxAlert}
	w.reply(r)
	return w.String(), !w.cut
}

// toneMarks show the Tone, which the text says too. A mark goes before the first line
// that is not Pre: there it would shift the columns.
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
		w.block("pre", len(lines), func(i int) { w.text(lines[i]) })
		return
	}
	for _, row := range r.Table.All() {
		w.line()
		w.text(strings.Join(row, "  "))
	}
}

// longList is from how many lines on a list is folded.
const longList = 6

// lines writes the text of a Reply, with its Tone.
func (w *writer) lines(r chat.Reply) {
	mark := toneMarks[r.Tone]
	marked := slices.IndexFunc(r.Text, func(l chat.Line) bool { return len(l) > 0 && l.Block() != chat.Pre })
	if mark != "" && len(r.Text) == 0 {
		w.line()
		w.text(mark)
	}
	for i := 0; i < len(r.Text); {
		if n := chat.Leading(r.Text[i:], chat.Pre); n > 0 {
			w.block("pre", n, func(j int) { w.text(r.Text[i+j][0].Text) })
			i += n
			continue
		}
		if n := chat.Leading(r.Text[i:], chat.Item); n > 0 && (mark == "" || i != marked) {
			tag := "blockquote"
			if n >= longList {
				tag += " expandable"
			}
			w.block(tag, n, func(j int) { w.spans(r.Text[i+j]) })
			i += n
			continue
		}
		w.line()
		if mark != "" && i == marked {
			w.text(mark + " ")
		}
		w.spans(r.Text[i])
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
		tiles := strings.Join(f.Tiles, "  ")
		if len(f.Tiles) <= 4 { // more of them would not fit in a line of a phone
			tiles = "[" + strings.Join(f.Tiles, "] [") + "]"
		}
		w.element("code", tiles) // else the server would make links of numbers
		if f.Goal != "" {
			w.text("  ")
		}
	}
	w.element("b", f.Goal)
	w.close(quote)
}

// tags of the styles that have one. Moment has none, since servers older than Bot API
// 9.5 refuse Telegram's own time. Nor has Mention: a link to a person pings them.
var tags = map[chat.Style]string{
	chat.Strong:  "b",
	chat.Code:    "code",
	chat.Pre:     "code", // beside other spans
	chat.Spoiler: "tg-spoiler",
}

func (w *writer) spans(l chat.Line) {
	for _, s := range l {
		tag, text := tags[s.Style], s.Text
		switch {
		case s.Style == chat.Mention && !w.bare:
			text = nameBreaks.Replace(text)
		case s.Style == chat.Slash:
			// In a group other bots may have the same command.
			word, rest, found := strings.Cut(text, " ")
			if text = word + w.at; found {
				text += " " + rest
			}
			if len(s.Options) > 0 { // a tap would send the word alone; a tap on code copies all
				tag = "code"
			}
		}
		w.element(tag, text)
	}
}

// nameBreaks keep Telegram from making links or mentions of a person's name: an invisible
// word joiner follows each character that could begin one.
var nameBreaks = strings.NewReplacer("@", "@\u2060", "/", "/\u2060", ".", ".\u2060", "#", "#\u2060", "$", "$\u2060", ":", ":\u2060")

var buttonStyles = map[chat.ButtonStyle]string{chat.Primary: "primary", chat.Danger: "danger"}

// keyboard leaves out buttons that Telegram would refuse, and the whole message with
// them; chat.Button promises that there are none.
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

func key(b chat.Button, p chat.Place, me account) (button, bool) {
	k := button{Style: buttonStyles[b.Style]}
	k.Text = chat.OneLine(b.Label)
	ok := !b.Disabled && !chat.IsBlank(k.Text) && (b.Data != "" || b.URL != "") && len(b.Data) <= maxData && utf8.ValidString(b.Data)
	payload := startPayload(b.Data)
	switch link := deepLink(me.UserName, b.Data); {
	case b.Link:
		ok = ok && link != ""
		k.URL = new("https://t.me/share/url?url=" + queryEscape(link) + "&text=" + queryEscape(b.Share))
	case b.URL != "":
		k.URL = &b.URL
	case b.Page && p.Private && me.page != "":
		k.WebApp = &webApp{me.page + "?open=" + payload}
	case b.Page && !p.Private && me.app != "" && payload != "": // Telegram opens pages by buttons in private chats alone
		k.URL = new(me.app + "?startapp=" + payload)
	case b.Page:
		ok = false
	case b.Share != "" && b.Prefill != "" && me.SupportsInlineQueries: // the person chooses a chat
		k.SwitchInlineQuery = &b.Prefill
	case b.Share != "" && chat.Units(b.Share) <= maxCopied:
		k.Copy = &copied{b.Share}
	case b.Prefill != "" && !p.Private && me.SupportsInlineQueries:
		k.SwitchInlineQueryCurrentChat = &b.Prefill
	case b.Personal && !p.Private && link != "":
		k.URL = &link
	default:
		k.CallbackData = &b.Data
	}
	return k, ok
}

// queryEscape escapes a text within a query of Telegram's, to whose clients + is a plus.
func queryEscape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// deepLink returns a link to the private chat with the bot, from where it comes back as a
// /start with the payload; "" if the data does not fit.
func deepLink(username, data string) string {
	payload := startPayload(data)
	if payload == "" || username == "" {
		return ""
	}
	return "https://t.me/" + username + "?start=" + payload
}

// startPayload returns the payload that holds a button's data; "" if it does not fit.
func startPayload(data string) string {
	payload := base64.RawURLEncoding.EncodeToString([]byte(data))
	if len(payload) > maxPayload {
		return ""
	}
	return payload
}

// invitation returns a link that adds the bot to a group, as a member without any right:
// it needs none.
func invitation(username string) string { return "https://t.me/" + username + "?startgroup=play" }
