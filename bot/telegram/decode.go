package telegram

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// The types below are the library's, which stop at Bot API 5.5, with the newer fields
// that we read. A field of the same name and tag replaces the library's own.

type update struct {
	tgbotapi.Update
	Message       *incoming      `json:"message"`
	EditedMessage *incoming      `json:"edited_message"`
	GuestMessage  *incoming      `json:"guest_message"`
	CallbackQuery *callbackQuery `json:"callback_query"`
}

type incoming struct {
	tgbotapi.Message
	MessageThreadID   int             `json:"message_thread_id"`
	IsTopicMessage    bool            `json:"is_topic_message"`
	ForumTopicCreated json.RawMessage `json:"forum_topic_created"`
	ReplyToMessage    *incoming       `json:"reply_to_message"`
	GuestQueryID      string          `json:"guest_query_id"`
}

type callbackQuery struct {
	tgbotapi.CallbackQuery
	Message *incoming `json:"message"`
}

// Network is the word that names Telegram in places, persons and keys.
const Network = "telegram"

// allowedUpdates are the kinds of update that decode understands.
const allowedUpdates = `["message","edited_message","inline_query","guest_message","callback_query","my_chat_member"]`

// isIn reports whether a member is in the chat. Restricted ones may or may not be.
func isIn(m tgbotapi.ChatMember) bool {
	return m.IsCreator() || m.IsAdministrator() || m.Status == "member" || m.Status == "restricted" && m.IsMember
}

// decode reads what a person did from an update. ok is false if the update means nothing
// to the bot. now is the time of an update that has none.
func decode(u *update, me *tgbotapi.User, now time.Time) (r chat.Request, ok bool) {
	switch {
	case u.CallbackQuery != nil:
		q := u.CallbackQuery
		if q.Message == nil || q.Message.Chat == nil || q.From == nil || q.Data == "" {
			return chat.Request{}, false // a press on a message sent inline, or on a game: the bot sends neither
		}
		p := placeOf(q.Message)
		r, ok = chat.Request{
			Place:     p,
			Person:    personOf(q.From),
			Input:     chat.Input{Kind: chat.Press, Data: q.Data, Source: chat.Message{Place: p, ID: decimal(q.Message.MessageID)}},
			Ephemeral: true, // nobody sees a press, and one person sees an alert
			Locale:    q.From.LanguageCode,
			At:        now,
		}, true
	case u.Message != nil:
		r, ok = decodeMessage(u.Message, me)
	case u.EditedMessage != nil:
		// The server may send one edit more than once, such as when it has looked at a link.
		m := u.EditedMessage
		r, ok = decodeMessage(m, me)
		if ok = ok && m.EditDate != 0 && (r.Input.Kind == chat.Text || r.Input.Kind == chat.Command); !ok {
			return chat.Request{}, false
		}
		r.Input.Edited, r.At = r.At, time.Unix(int64(m.EditDate), 0).UTC()
		r.Key = "telegram:edit:" + strings.Join([]string{decimal(m.Chat.ID), decimal(m.MessageID), decimal(m.EditDate)}, ":")
	case u.MyChatMember != nil:
		r, ok = decodeMember(u.MyChatMember)
	}
	if !ok {
		return chat.Request{}, false
	}
	if r.Key == "" {
		r.Key = "telegram:update:" + decimal(u.UpdateID)
	}
	if r.Place.Private {
		r.Person.Role = chat.RoleAdmin
		r.Ephemeral = true
	}
	return r, true
}

func decodeMessage(m *incoming, me *tgbotapi.User) (chat.Request, bool) {
	if m.Chat == nil {
		return chat.Request{}, false
	}
	r := chat.Request{Place: placeOf(m), At: m.Time().UTC()}
	switch {
	case m.MigrateToChatID != 0:
		r.Input = chat.Input{Kind: chat.Moved, MovedTo: decimal(m.MigrateToChatID)}
		return r, true
	case m.MigrateFromChatID != 0:
		r.Input = chat.Input{Kind: chat.Moved, MovedTo: r.Place.Community}
		r.Place.Community = decimal(m.MigrateFromChatID)
		return r, true
	case m.Chat.IsChannel() || m.Text == "":
		return r, false
	}
	switch s := m.SenderChat; {
	case s != nil: // one written in a chat's name: Telegram names nobody else
		r.Person = chat.Person{Network: Network, ID: decimal(s.ID), Name: s.Title, Role: chat.RoleMember}
		if s.ID == m.Chat.ID { // only administrators write in the name of their own group
			r.Person.Role = chat.RoleAdmin
		}
	case m.From == nil || m.From.IsBot:
		return r, false // two bots that answer each other never end
	default:
		r.Person = personOf(m.From)
	}
	if m.From != nil {
		r.Locale = m.From.LanguageCode
	}
	if m.ViaBot != nil && m.ViaBot.ID == me.ID {
		for _, e := range m.Entities { // one is a link with the offer's data
			u, err := url.Parse(e.URL)
			if err != nil || e.Type != "text_link" || !strings.EqualFold(u.Host+u.Path, "t.me/"+me.UserName) {
				continue
			}
			if data, ok := unlink(u.Query().Get("sent")); ok {
				r.Input = chat.Input{Kind: chat.Sent, Data: data}
				return r, m.ForwardDate == 0
			}
		}
		return r, false
	}
	in, ok := inputOf(m, r.Place, me)
	r.Input = in
	return r, ok
}

// maxOverheard is the length, in characters, up to which a text that was not written to
// the bot may be an answer.
const maxOverheard = 200

func inputOf(m *incoming, p chat.Place, me *tgbotapi.User) (chat.Input, bool) {
	if m.IsCommand() {
		word, args := cut16(m.Text, m.Entities[0].Length)
		name, to, addressed := strings.Cut(strings.ToLower(strings.TrimPrefix(word, "/")), "@")
		if addressed && !strings.EqualFold(to, me.UserName) {
			return chat.Input{}, false
		}
		args = strings.TrimSpace(args)
		if name == "start" && p.Private { // a deep link stands for the press of a button
			if data, ok := unlink(args); ok {
				return chat.Input{Kind: chat.Press, Data: data}, true
			}
		}
		return chat.Input{Kind: chat.Command, Name: trueName(name), Text: args, Whom: whom(m, me)}, true
	}
	in := chat.Input{Kind: chat.Text, Text: m.Text}
	// In a topic, messages that reply to nothing come as replies to its first message.
	if re := m.ReplyToMessage; re != nil && re.From != nil && re.From.ID == me.ID && re.ForumTopicCreated == nil {
		in.Source = chat.Message{Place: p, ID: decimal(re.MessageID)}
		return in, true
	}
	if p.Private {
		return in, true
	}
	handle := "@" + me.UserName
	if slices.ContainsFunc(m.Entities, func(e tgbotapi.MessageEntity) bool { return e.Type == "mention" && marked(m, e) == handle }) {
		in.Text = strings.TrimSpace(strings.ReplaceAll(m.Text, handle, " "))
		return in, in.Text != ""
	}
	in.Overheard = true
	// Texts of other bots for a person and posts of a channel are no answers.
	talk := m.ViaBot == nil && !m.IsAutomaticForward
	return in, talk && utf8.RuneCountInString(m.Text) <= maxOverheard
}

// marked is the part of a message that an entity marks.
func marked(m *incoming, e tgbotapi.MessageEntity) string {
	_, rest := cut16(m.Text, e.Offset)
	text, _ := cut16(rest, e.Length)
	return text
}

// whom returns the person that a command names, by a mention or by the message that it
// replies to. Telegram tells nothing else about a person who is mentioned by user name.
func whom(m *incoming, me *tgbotapi.User) chat.Person {
	for _, e := range m.Entities {
		switch {
		case e.Type == "text_mention" && e.User != nil:
			return personOf(e.User)
		case e.Type == "mention":
			name := marked(m, e)
			handle := strings.TrimPrefix(name, "@")
			return chat.Person{Network: Network, Name: name, Handle: handle, Bot: strings.EqualFold(handle, me.UserName)}
		}
	}
	if re := m.ReplyToMessage; re != nil && re.From != nil && re.SenderChat == nil && re.ForumTopicCreated == nil {
		return personOf(re.From)
	}
	return chat.Person{}
}

func decodeMember(m *tgbotapi.ChatMemberUpdated) (chat.Request, bool) {
	r := chat.Request{
		Place:  placeIn(&m.Chat),
		Person: personOf(&m.From),
		Locale: m.From.LanguageCode,
		At:     time.Unix(int64(m.Date), 0).UTC(),
	}
	was, is := isIn(m.OldChatMember), isIn(m.NewChatMember)
	switch {
	case m.Chat.IsChannel() || was == is:
		return r, false // the bot's rights changed, not its presence
	case is && r.Place.Private:
		return r, false // unblocked: the bot waits for the person's next message
	case is:
		r.Input.Kind = chat.Joined
	default:
		r.Input.Kind = chat.Left
	}
	return r, true
}

func placeOf(m *incoming) chat.Place {
	p := placeIn(m.Chat)
	if m.IsTopicMessage && m.MessageThreadID != 0 {
		p.Channel = decimal(m.MessageThreadID)
	}
	return p
}

func placeIn(c *tgbotapi.Chat) chat.Place {
	p := chat.Place{Network: Network, Community: decimal(c.ID), Private: c.IsPrivate(), Title: c.Title}
	if p.Private {
		p.Title = c.FirstName
	}
	return p
}

func personOf(u *tgbotapi.User) chat.Person {
	name := cmp.Or(strings.Join(strings.Fields(u.FirstName+" "+u.LastName), " "), u.UserName, decimal(u.ID))
	return chat.Person{Network: Network, ID: decimal(u.ID), Name: name, Handle: u.UserName, Bot: u.IsBot}
}

// unlink reads a button's data from a deep link's payload.
func unlink(payload string) (string, bool) {
	b, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil || len(b) == 0 {
		return "", false
	}
	for _, c := range b {
		if c < ' ' || c > '~' {
			return "", false
		}
	}
	return string(b), true
}

// cut16 cuts s after n UTF-16 units.
func cut16(s string, n int) (head, tail string) {
	for i, r := range s {
		if n <= 0 {
			return s[:i], s[i:]
		}
		n -= utf16.RuneLen(r)
	}
	return s, ""
}

func decimal[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
