package telegram

import (
	"encoding/base64"
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

// A message is a Reply as Telegram is sent it.
type message struct {
	HTML     string
	Keyboard [][]button
}

// A button is the library's, with the newer fields that we write.
type button struct {
	tgbotapi.InlineKeyboardButton
	Style string  `json:"style,omitempty"`
	Copy  *copied `json:"copy_text,omitempty"`
}

// copied is a text that a button copies.
type copied struct {
	Text string `json:"text"`
}

// render turns a Reply into the message that shows it in the place. The HTML is
// balanced, not empty and within the limits, whatever the Reply holds; what is
// too long ends in an ellipsis. Whether people there may read it was asked before.
func render(r chat.Reply, p chat.Place, me tgbotapi.User) message {
	m, _ := renderWithin(maxText, r, p, me)
	return m
}

// renderCaption turns a Reply into the caption of its file or picture, and tells
// whether it has room there.
func renderCaption(r chat.Reply, p chat.Place, me tgbotapi.User) (m message, whole bool) {
	return renderWithin(maxCaption, r, p, me)
}

func renderWithin(limit int, r chat.Reply, p chat.Place, me tgbotapi.User) (m message, whole bool) {
	w := newWriter(false, limit-1) // room for the ellipsis
	if !p.Private && me.UserName != "" {
		w.at = "@" + me.UserName
	}
	w.reply(r)
	return message{HTML: w.String(), Keyboard: keyboard(r.Buttons, p, me)}, !w.cut
}

// alert tells whether an answer to a press is best shown as an alert, which is
// seen by one person only, and its text.
func alert(r chat.Reply, p chat.Place) (text string, ok bool) {
	switch {
	case r.Ask != nil:
	case p.Private, r.Audience == chat.Everyone:
		return "", false
	case r.Audience == chat.Asker && (len(r.Buttons) > 0 || r.Table != nil):
		return "", false
	}
	w := newWriter(true, maxAlert)
	w.reply(r)
	return w.String(), !w.cut
}

// mark says the Tone, which the text says too. It goes before the first line
// that is not Pre, where it would shift the columns.
var mark = map[chat.Tone]string{chat.Good: "✅", chat.Bad: "❌"}

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
	if r.Table != nil {
		w.table(*r.Table)
	}
}

// lines writes the text of a Reply, with its Tone.
func (w *writer) lines(r chat.Reply) {
	tone := mark[r.Tone]
	marked := slices.IndexFunc(r.Text, func(l chat.Line) bool { return len(l) > 0 && !l.IsPre() })
	if tone != "" && len(r.Text) == 0 {
		w.line()
		w.text(tone)
	}
	for i := 0; i < len(r.Text); {
		if n := chat.LeadingPre(r.Text[i:]); n > 0 {
			w.block(r.Text[i : i+n])
			i += n
			continue
		}
		if n := chat.LeadingItems(r.Text[i:]); n > 0 && (tone == "" || i != marked) {
			w.list(r.Text[i : i+n])
			i += n
			continue
		}
		w.line()
		if tone != "" && i == marked {
			w.text(tone + " ")
		}
		w.spans(r.Text[i])
		i++
	}
}

// longList is from how many lines on a list is folded.
const longList = 5

func (w *writer) list(lines []chat.Line) {
	w.line()
	tag := "blockquote"
	if len(lines) >= longList {
		tag += " expandable"
	}
	quote := w.open(tag)
	for i, l := range lines {
		if i > 0 {
			w.line()
		}
		w.spans(l)
	}
	w.close(quote)
}

func (w *writer) block(lines []chat.Line) {
	w.line()
	pre := w.open("pre")
	for i, l := range lines {
		if i > 0 {
			w.line()
		}
		w.text(l[0].Text)
	}
	w.close(pre)
}

func (w *writer) face(f chat.Face) {
	if f.Title != "" || f.Note != "" {
		w.line()
		w.styled(chat.Strong, f.Title)
		if f.Title != "" && f.Note != "" {
			w.text(" · ")
		}
		if f.Note != "" {
			note := w.open("i")
			w.text(f.Note)
			w.close(note)
		}
	}
	if len(f.Tiles) > 0 || f.Goal != "" {
		w.line()
		quote := w.open("blockquote")
		w.tiles(f.Tiles)
		if len(f.Tiles) > 0 && f.Goal != "" {
			w.text("  ")
		}
		w.styled(chat.Strong, f.Goal)
		w.close(quote)
	}
}

func (w *writer) tiles(tiles []string) {
	if len(tiles) == 0 {
		return
	}
	code := w.open("code") // else the server would make links of numbers
	w.text("[" + strings.Join(tiles, "] [") + "]")
	w.close(code)
}

func (w *writer) spans(l chat.Line) {
	for _, s := range l {
		w.span(s)
	}
}

func (w *writer) span(s chat.Span) {
	switch s.Style {
	case chat.Mention:
		w.text(w.name(s.Text))
	case chat.Slash:
		if len(s.Options) > 0 { // a tap would send the word alone; one on code copies it whole
			w.styled(chat.Code, w.command(s.Text))
			return
		}
		w.text(w.command(s.Text))
	default:
		w.styled(s.Style, s.Text)
	}
}

// tags of the styles that have one. Moment has none: Telegram's own time is
// refused by servers older than Bot API 9.5. Nor has Mention: a link to a person
// pings them.
var tags = map[chat.Style]string{
	chat.Strong:  "b",
	chat.Code:    "code",
	chat.Pre:     "code", // beside other spans
	chat.Spoiler: "tg-spoiler",
}

func (w *writer) styled(s chat.Style, text string) {
	if text == "" {
		return
	}
	t := w.open(tags[s])
	w.text(text)
	w.close(t)
}

// keyboard leaves out a button that Telegram would refuse, and the whole message
// with it; chat.Button promises that there is none.
func keyboard(rows [][]chat.Button, p chat.Place, me tgbotapi.User) [][]button {
	var keys [][]button
	for _, row := range chat.Pressable(rows) {
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

var buttonStyles = map[chat.ButtonStyle]string{chat.Primary: "primary", chat.Danger: "danger"}

func key(b chat.Button, p chat.Place, me tgbotapi.User) (button, bool) {
	k := button{Style: buttonStyles[b.Style]}
	k.Text = chat.OneLine(b.Label)
	switch link := deepLink(me.UserName, b.Data); {
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
	ok := !chat.IsBlank(k.Text) && b.Data != "" && len(b.Data) <= maxData && utf8.ValidString(b.Data)
	return k, ok
}

// deepLink leads to the private chat with the bot, where it comes back as a
// /start with the payload; "" if the data does not fit.
func deepLink(username, data string) string {
	payload := startPayload(data)
	if payload == "" || username == "" {
		return ""
	}
	return "https://t.me/" + username + "?start=" + payload
}

// startPayload is what a deep link brings back; "" if the data does not fit.
func startPayload(data string) string {
	payload := base64.RawURLEncoding.EncodeToString([]byte(data))
	if len(payload) > maxPayload {
		return ""
	}
	return payload
}
