package telegram

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// The library stops at Bot API 5.5. The types below are the library's, with the newer fields that we
// read. A field of the same name and tag replaces the library's own.

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
	ForwardOrigin     json.RawMessage `json:"forward_origin"`
	GuestQueryID      string          `json:"guest_query_id"`
	// EphemeralMessageID is set if only one person and the bot see the message. Then MessageID is 0.
	EphemeralMessageID int `json:"ephemeral_message_id"`
}

type callbackQuery struct {
	tgbotapi.CallbackQuery
	Message *incoming `json:"message"`
}

// Network is the word that names Telegram in places, persons and keys.
const Network = "telegram"

// allowedUpdates are the kinds of update that the bot takes: those that decode reads, and those of takeQuery.
const allowedUpdates = `["message","edited_message","inline_query","guest_message","callback_query","my_chat_member"]`

// isIn reports whether somebody is in the chat. For a restricted person, IsMember says that.
func isIn(m tgbotapi.ChatMember) bool {
	switch m.Status {
	case "creator", "administrator", "member":
		return true
	case "restricted":
		return m.IsMember
	}
	return false
}

// decode reads what a person did from an update. ok is false if the update means nothing
// to the bot. If the update has no time, its time is now.
func decode(u *update, me *tgbotapi.User, now time.Time) (r chat.Request, ok bool) {
	switch {
	case u.CallbackQuery != nil:
		r, ok = decodePress(u.CallbackQuery, now)
	case u.Message != nil:
		r, ok = decodeMessage(u.Message, me)
	case u.EditedMessage != nil:
		r, ok = decodeEdit(u.EditedMessage, me)
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

func decodePress(q *callbackQuery, now time.Time) (chat.Request, bool) {
	// A press without a message is on a message sent inline, and a press without data is on a game. The
	// bot sends neither.
	if q.Message == nil || q.Message.Chat == nil {
		return chat.Request{}, false
	}
	if q.From == nil || q.Data == "" {
		return chat.Request{}, false
	}
	p := placeOf(q.Message)
	return chat.Request{
		Place:  p,
		Person: personOf(q.From),
		Input: chat.Input{
			Kind:   chat.Press,
			Data:   q.Data,
			Source: chat.Message{Place: p, ID: q.Message.messageID(q.From)},
			Alone:  q.Message.EphemeralMessageID != 0,
		},
		// Nobody else sees a press, or the alert that answers it.
		Ephemeral: true,
		Locale:    q.From.LanguageCode,
		At:        chat.Exact(now),
	}, true
}

// decodeEdit reads a message that a person has changed. The server may send several updates for one
// edit, for example after it has fetched a link's preview. So the key names the edit, and not the update.
func decodeEdit(m *incoming, me *tgbotapi.User) (chat.Request, bool) {
	r, ok := decodeMessage(m, me)
	if !ok || m.EditDate == 0 {
		return chat.Request{}, false
	}
	if r.Input.Kind != chat.Text && r.Input.Kind != chat.Command {
		return chat.Request{}, false
	}
	r.Input.Edited = r.At
	r.At = time.Unix(int64(m.EditDate), 0).UTC()
	parts := []string{decimal(m.Chat.ID), m.messageID(m.From), decimal(m.EditDate)}
	r.Key = "telegram:edit:" + strings.Join(parts, ":")
	return r, true
}

func decodeMessage(m *incoming, me *tgbotapi.User) (chat.Request, bool) {
	if m.Chat == nil {
		return chat.Request{}, false
	}
	r := chat.Request{Place: placeOf(m), At: m.Time().UTC(), Ephemeral: m.EphemeralMessageID != 0}
	if m.Text == "" {
		// A caption under a picture is a text like any other.
		m.Text = m.Caption
		m.Entities = m.CaptionEntities
	}
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
	case m.isForwarded():
		// A text that somebody passes on to others is neither a command nor an answer.
		return r, false
	}
	person, ok := authorOf(m)
	if !ok {
		return r, false
	}
	r.Person = person
	if m.From != nil {
		r.Locale = m.From.LanguageCode
	}
	if m.ViaBot != nil && m.ViaBot.ID == me.ID {
		data, ok := offerData(m, me)
		if !ok {
			return r, false
		}
		r.Input = chat.Input{Kind: chat.Sent, Data: data}
		return r, true
	}
	in, ok := inputOf(m, r.Place, me)
	r.Input = in
	return r, ok
}

// authorOf returns who wrote a message. ok is false if it was a bot: two bots might answer each other for
// ever.
func authorOf(m *incoming) (author chat.Person, ok bool) {
	switch {
	case m.SenderChat != nil:
		return chatAsPerson(m), true
	case m.From == nil || m.From.IsBot:
		return chat.Person{}, false
	}
	return personOf(m.From), true
}

// chatAsPerson returns the chat in whose name a message was written, as a person: Telegram does not
// say who wrote it. Only administrators can write in the name of the group itself.
func chatAsPerson(m *incoming) chat.Person {
	sender := m.SenderChat
	p := chat.Person{Network: Network, ID: decimal(sender.ID), Name: sender.Title, Role: chat.RoleMember}
	if sender.ID == m.Chat.ID {
		p.Role = chat.RoleAdmin
	}
	return p
}

// offerData returns the data of an offer that a person has sent. The data is in a link at the beginning
// of the message: see renderOffer.
func offerData(m *incoming, me *tgbotapi.User) (string, bool) {
	for _, e := range m.Entities {
		u, err := url.Parse(e.URL)
		if err != nil || e.Type != "text_link" {
			continue
		}
		if !strings.EqualFold(u.Host+u.Path, "t.me/"+me.UserName) {
			continue
		}
		if data, ok := unlink(u.Query().Get("sent")); ok {
			return data, true
		}
	}
	return "", false
}

// maxOverheard is how many characters an answer may have if it was not written to the bot.
const maxOverheard = 200

func inputOf(m *incoming, p chat.Place, me *tgbotapi.User) (chat.Input, bool) {
	if m.IsCommand() {
		return commandOf(m, p, me)
	}
	in := chat.Input{Kind: chat.Text, Text: m.Text}
	to := m.ReplyToMessage
	repliesToBot := to != nil && to.isFrom(me) && !to.beginsTopic()
	if repliesToBot {
		in.Source = chat.Message{Place: p, ID: to.messageID(m.From)}
		in.Alone = to.EphemeralMessageID != 0
		return in, true
	}
	if p.Private {
		return in, true
	}
	if handles := mentionsOf(m, "@"+me.UserName); len(handles) > 0 {
		for _, handle := range handles {
			in.Text = strings.ReplaceAll(in.Text, handle, " ")
		}
		in.Text = strings.TrimSpace(in.Text)
		return in, in.Text != ""
	}
	in.Overheard = true
	// A text from another bot is no answer.
	if m.ViaBot != nil {
		return in, false
	}
	return in, utf8.RuneCountInString(m.Text) <= maxOverheard
}

func commandOf(m *incoming, p chat.Place, me *tgbotapi.User) (chat.Input, bool) {
	word, args := cut16(m.Text, m.Entities[0].Length)
	name, to, addressed := strings.Cut(strings.ToLower(strings.TrimPrefix(word, "/")), "@")
	if addressed && !strings.EqualFold(to, me.UserName) {
		return chat.Input{}, false
	}
	args = strings.TrimSpace(args)
	if name == "start" && p.Private {
		// The person has followed a deep link: see deepLink. That counts as a press of the button.
		if data, ok := unlink(args); ok {
			return chat.Input{Kind: chat.Press, Data: data}, true
		}
	}
	return chat.Input{Kind: chat.Command, Name: trueName(name), Text: args, Whom: whom(m, me)}, true
}

// isForwarded reports whether a message was written in another chat, perhaps by somebody else.
func (m *incoming) isForwarded() bool {
	return len(m.ForwardOrigin) > 0 || m.ForwardDate != 0 || m.IsAutomaticForward
}

// messageID returns the ID of a message. An ephemeral message has no number in the chat. It is known by the person who
// sees it and by a number of its own.
func (m *incoming) messageID(reader *tgbotapi.User) string {
	if m.EphemeralMessageID != 0 && reader != nil {
		return ephemeralMark + decimal(reader.ID) + ":" + decimal(m.EphemeralMessageID)
	}
	return decimal(m.MessageID)
}

func (m *incoming) isFrom(u *tgbotapi.User) bool { return m.From != nil && m.From.ID == u.ID }

// beginsTopic reports whether a message is the one that began a topic. If a person writes in a topic
// without replying to a message, Telegram calls that a reply to the first message of the topic.
func (m *incoming) beginsTopic() bool { return m.ForumTopicCreated != nil }

// mentionsOf returns the mentions of a handle in a message as they were typed: user names have no case.
func mentionsOf(m *incoming, handle string) []string {
	var all []string
	for _, e := range m.Entities {
		text := markedText(m, e)
		if e.Type == "mention" && strings.EqualFold(text, handle) {
			all = append(all, text)
		}
	}
	return all
}

// markedText returns the part of a message that an entity marks.
func markedText(m *incoming, e tgbotapi.MessageEntity) string {
	_, rest := cut16(m.Text, e.Offset)
	text, _ := cut16(rest, e.Length)
	return text
}

// whom returns the person that a command names, by a mention or by the message that it replies to. If a
// person is mentioned by user name, Telegram tells the bot that name and nothing else about them.
func whom(m *incoming, me *tgbotapi.User) chat.Person {
	for _, e := range m.Entities {
		switch {
		case e.Type == "text_mention" && e.User != nil:
			return personOf(e.User)
		case e.Type == "mention":
			name := markedText(m, e)
			handle := strings.TrimPrefix(name, "@")
			return chat.Person{
				Network: Network,
				Name:    name,
				Handle:  handle,
				Bot:     strings.EqualFold(handle, me.UserName),
			}
		}
	}
	to := m.ReplyToMessage
	if to == nil || to.beginsTopic() {
		return chat.Person{}
	}
	isFromPerson := to.From != nil && to.SenderChat == nil
	if !isFromPerson {
		return chat.Person{}
	}
	return personOf(to.From)
}

func decodeMember(m *tgbotapi.ChatMemberUpdated) (chat.Request, bool) {
	r := chat.Request{
		Place:  placeIn(&m.Chat),
		Person: personOf(&m.From),
		Locale: m.From.LanguageCode,
		At:     time.Unix(int64(m.Date), 0).UTC(),
	}
	isThere := isIn(m.NewChatMember)
	wasThere := isIn(m.OldChatMember)
	switch {
	case m.Chat.IsChannel():
		return r, false
	case isThere == wasThere:
		// Only the bot's rights have changed.
		return r, false
	case isThere && r.Place.Private:
		// The person no longer blocks the bot, and will write when they want something.
		return r, false
	case isThere:
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
	fullName := strings.Join(strings.Fields(u.FirstName+" "+u.LastName), " ")
	name := chat.FirstVisible(fullName, u.UserName)
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
