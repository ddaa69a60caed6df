package telegram

import (
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"reckon/bot"
)

// Limits in UTF-16 units, after entities; the data of a button in bytes.
const (
	maxText    = 4096
	maxAlert   = 200
	maxData    = 64
	maxPayload = 64 // of a deep link, in base64url
)

// A message is a Reply as Telegram is sent it.
type message struct {
	HTML     string
	Keyboard [][]button
}

type button struct {
	Text  string `json:"text"`
	Data  string `json:"callback_data,omitempty"`
	URL   string `json:"url,omitempty"`
	Style string `json:"style,omitempty"`
}

// render turns a Reply into the message that shows it in the chat. The HTML is
// balanced, not empty and within the limits, whatever the Reply holds; what is
// too long ends in an ellipsis.
func render(r bot.Reply, c bot.Chat, username string) message {
	w := newWriter(rich, maxText-1) // room for the ellipsis
	if r.Audience == bot.Secret && !c.Private {
		w.mode = hidden
	}
	spoil := w.open("tg-spoiler", w.mode == hidden)
	w.reply(r)
	w.close(spoil)
	return message{HTML: w.String(), Keyboard: keyboard(r.Buttons, c, username)}
}

// alert tells whether an answer to a press is best shown as an alert, which is
// seen by one person only, and its text.
func alert(r bot.Reply, c bot.Chat) (text string, ok bool) {
	switch {
	case r.Ask != nil:
	case c.Private, r.Audience == bot.Everyone:
		return "", false
	case r.Audience == bot.Asker && (len(r.Buttons) > 0 || r.Table != nil):
		return "", false
	}
	w := newWriter(bare, maxAlert)
	w.reply(r)
	return w.String(), !w.cut
}

// mark says the Tone, which the text says too. It goes before the first line
// that is not Pre, where it would shift the columns.
var mark = map[bot.Tone]string{bot.Good: "✅", bot.Bad: "❌"}

func (w *writer) reply(r bot.Reply) {
	if r.Ask != nil {
		w.line()
		w.text(r.Ask.Hint)
		return
	}
	if r.Face != nil {
		w.face(*r.Face)
	}
	tone := mark[r.Tone]
	marked := slices.IndexFunc(r.Text, func(l bot.Line) bool { return len(l) > 0 && !isPre(l) })
	if tone != "" && marked < 0 {
		w.line()
		w.text(tone)
	}
	for i := 0; i < len(r.Text); {
		if n := preLines(r.Text[i:]); n > 0 {
			w.block(r.Text[i : i+n])
			i += n
			continue
		}
		w.line()
		if tone != "" && i == marked {
			w.text(tone + " ")
		}
		for _, s := range r.Text[i] {
			w.span(s)
		}
		i++
	}
	if r.Table != nil {
		w.table(*r.Table)
	}
}

func isPre(l bot.Line) bool { return len(l) == 1 && l[0].Style == bot.Pre }

// preLines counts the Pre lines at the start.
func preLines(lines []bot.Line) int {
	for i, l := range lines {
		if !isPre(l) {
			return i
		}
	}
	return len(lines)
}

func (w *writer) block(lines []bot.Line) {
	w.line()
	pre := w.open("pre", w.mode == rich)
	for i, l := range lines {
		if i > 0 {
			w.line()
		}
		w.text(l[0].Text)
	}
	w.close(pre)
}

func (w *writer) face(f bot.Face) {
	if f.Title != "" {
		w.line()
		w.styled(bot.Strong, f.Title)
	}
	if len(f.Tiles) > 0 || f.Goal != "" {
		w.line()
		tiles := w.open("code", w.mode == rich && len(f.Tiles) > 0)
		for i, t := range f.Tiles {
			if i > 0 {
				w.text(" ")
			}
			w.text("[" + t + "]")
		}
		w.close(tiles)
		if len(f.Tiles) > 0 && f.Goal != "" {
			w.text("  ")
		}
		w.text(f.Goal)
	}
	if f.Note != "" {
		w.line()
		note := w.open("i", w.mode != bare)
		w.text(f.Note)
		w.close(note)
	}
}

func (w *writer) span(s bot.Span) {
	if s.Style == bot.Mention {
		w.text(w.name(s.Text))
		return
	}
	w.styled(s.Style, s.Text)
}

// tags of the styles that have one. Moment has none: Telegram's own time is
// refused by servers older than Bot API 9.5. Nor has Mention: a link to a person
// pings them.
var tags = map[bot.Style]string{
	bot.Strong:  "b",
	bot.Code:    "code",
	bot.Pre:     "code", // beside other spans
	bot.Spoiler: "tg-spoiler",
}

func (w *writer) styled(s bot.Style, text string) {
	tag := tags[s]
	t := w.open(tag, tag != "" && (w.mode == rich || w.mode == hidden && s == bot.Strong))
	w.text(text)
	w.close(t)
}

// keyboard leaves out a button that Telegram would refuse, and the whole message
// with it; bot.Button promises that there is none.
func keyboard(rows [][]bot.Button, c bot.Chat, username string) [][]button {
	var keys [][]button
	for _, row := range rows {
		var line []button
		for _, b := range row {
			if k, ok := key(b, c, username); ok {
				line = append(line, k)
			}
		}
		if len(line) > 0 {
			keys = append(keys, line)
		}
	}
	return keys
}

var buttonStyles = map[bot.ButtonStyle]string{bot.Primary: "primary", bot.Danger: "danger"}

func key(b bot.Button, c bot.Chat, username string) (button, bool) {
	k := button{Text: clean(b.Label), Style: buttonStyles[b.Style]}
	if link := deepLink(username, b.Data); b.Personal && !c.Private && link != "" {
		k.URL = link
	} else {
		k.Data = b.Data
	}
	ok := !blank(k.Text) && b.Data != "" && len(b.Data) <= maxData && utf8.ValidString(b.Data)
	return k, ok
}

// deepLink leads to the private chat with the bot, where it comes back as a
// /start with the payload; "" if the data does not fit.
func deepLink(username, data string) string {
	payload := base64.RawURLEncoding.EncodeToString([]byte(data))
	if len(payload) > maxPayload || payload == "" || username == "" {
		return ""
	}
	return "https://t.me/" + username + "?start=" + payload
}
