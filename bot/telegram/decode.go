package telegram

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"reckon/bot"
)

// update is the part of a Bot API Update that we read. The library's own struct
// stops at Bot API 5.5 and knows no topics.
type update struct {
	ID      int64         `json:"update_id"`
	Message *incoming     `json:"message"`
	Press   *press        `json:"callback_query"`
	Member  *memberChange `json:"my_chat_member"`
}

// allowedUpdates are the kinds of update that decode understands.
const allowedUpdates = `["message","callback_query","my_chat_member"]`

type user struct {
	ID        int64  `json:"id"`
	IsBot     bool   `json:"is_bot"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Username  string `json:"username"`
	Language  string `json:"language_code"`
}

type chat struct {
	ID        int64  `json:"id"`
	Type      string `json:"type"` // "private", "group", "supergroup", "channel"
	Title     string `json:"title"`
	FirstName string `json:"first_name"`
}

type incoming struct {
	ID           int64           `json:"message_id"`
	Thread       int64           `json:"message_thread_id"`
	InTopic      bool            `json:"is_topic_message"`
	From         *user           `json:"from"`
	SenderChat   *chat           `json:"sender_chat"`
	Date         int64           `json:"date"` // Unix seconds; 0 if the message is too old to be shown to us
	Chat         chat            `json:"chat"`
	Text         string          `json:"text"`
	Entities     []entity        `json:"entities"`
	ReplyTo      *incoming       `json:"reply_to_message"`
	TopicCreated json.RawMessage `json:"forum_topic_created"`
	Markup       *markup         `json:"reply_markup"`
	MovedTo      int64           `json:"migrate_to_chat_id"`
	MovedFrom    int64           `json:"migrate_from_chat_id"`
}

type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"` // in UTF-16 units, as Length
	Length int    `json:"length"`
}

type markup struct {
	Rows [][]button `json:"inline_keyboard"`
}

type press struct {
	ID      string    `json:"id"`
	From    user      `json:"from"`
	Message *incoming `json:"message"`
	Data    string    `json:"data"`
}

type member struct {
	Status   string `json:"status"`
	IsMember bool   `json:"is_member"` // tells only if Status is "restricted"
}

func (m member) in() bool {
	return m.Status == "creator" || m.Status == "administrator" || m.Status == "member" ||
		m.Status == "restricted" && m.IsMember
}

type memberChange struct {
	Chat chat   `json:"chat"`
	From user   `json:"from"`
	Date int64  `json:"date"`
	Old  member `json:"old_chat_member"`
	New  member `json:"new_chat_member"`
}

// decode reads what a person did from an update. ok is false if the update is
// nothing to the bot. now stands in for the time where the update has none.
func decode(u *update, me *user, now time.Time) (r bot.Request, ok bool) {
	switch {
	case u.Press != nil:
		r, ok = decodePress(u.Press, now)
	case u.Message != nil:
		r, ok = decodeMessage(u.Message, me)
	case u.Member != nil:
		r, ok = decodeMember(u.Member)
	}
	if !ok {
		return bot.Request{}, false
	}
	r.Key = "telegram:update:" + decimal(u.ID)
	if r.Chat.Private {
		r.Player.Role = bot.RoleAdmin
		r.Discreet = true
	}
	return r, true
}

func decodePress(p *press, now time.Time) (bot.Request, bool) {
	if p.Message == nil || p.Data == "" {
		return bot.Request{}, false // a press on a message sent inline, or on a game: we send neither
	}
	c := chatOf(p.Message)
	return bot.Request{
		Chat:     c,
		Player:   playerOf(&p.From),
		Input:    bot.Input{Kind: bot.Press, Data: p.Data, Source: bot.Message{Chat: c, ID: decimal(p.Message.ID)}},
		Discreet: true, // nobody sees a press, and an alert is seen by one
		Locale:   p.From.Language,
		At:       now,
	}, true
}

func decodeMessage(m *incoming, me *user) (bot.Request, bool) {
	r := bot.Request{Chat: chatOf(m), At: time.Unix(m.Date, 0).UTC()}
	switch {
	case m.MovedTo != 0:
		r.Input = bot.Input{Kind: bot.Moved, MovedTo: decimal(m.MovedTo)}
		return r, true
	case m.MovedFrom != 0:
		r.Input = bot.Input{Kind: bot.Moved, MovedTo: r.Chat.ID}
		r.Chat.ID = decimal(m.MovedFrom)
		return r, true
	case m.Chat.Type == "channel" || m.Text == "":
		return r, false
	}
	var ok bool
	if r.Player, ok = senderOf(m); !ok {
		return r, false
	}
	if m.From != nil {
		r.Locale = m.From.Language
	}
	r.Input, ok = inputOf(m, r.Chat, me)
	return r, ok
}

// senderOf tells who wrote a message. One written in a chat's name has that chat
// as its player: Telegram tells no more, and only administrators write in the
// name of their own group.
func senderOf(m *incoming) (bot.Player, bool) {
	switch s := m.SenderChat; {
	case s != nil && s.ID == m.Chat.ID:
		return bot.Player{Network: Network, ID: decimal(s.ID), Name: s.Title, Role: bot.RoleAdmin}, true
	case s != nil:
		return bot.Player{Network: Network, ID: decimal(s.ID), Name: s.Title, Role: bot.RoleMember}, true
	case m.From == nil || m.From.IsBot:
		return bot.Player{}, false // two bots that answer each other never end
	}
	return playerOf(m.From), true
}

func inputOf(m *incoming, c bot.Chat, me *user) (bot.Input, bool) {
	if e := m.Entities; len(e) > 0 && e[0].Type == "bot_command" && e[0].Offset == 0 {
		word, rest := cut16(m.Text, e[0].Length)
		name, to, addressed := strings.Cut(strings.TrimPrefix(word, "/"), "@")
		if addressed && !strings.EqualFold(to, me.Username) {
			return bot.Input{}, false
		}
		return commandInput(strings.ToLower(name), strings.TrimSpace(rest), c.Private), true
	}
	in := bot.Input{Kind: bot.Text, Text: m.Text}
	// The first message of a topic counts as replied to by all in the topic that
	// reply to nothing.
	if re := m.ReplyTo; re != nil && re.From != nil && re.From.ID == me.ID && re.TopicCreated == nil {
		in.Source = bot.Message{Chat: c, ID: decimal(re.ID)}
		in.Data = re.Markup.firstData()
	} else if !c.Private {
		return bot.Input{}, false // people talking to each other
	}
	return in, true
}

// commandInput reads a command, and a deep link's start as the press it stands for.
func commandInput(name, args string, private bool) bot.Input {
	if name == "start" && private {
		if data, ok := unlink(args); ok {
			return bot.Input{Kind: bot.Press, Data: data}
		}
	}
	return bot.Input{Kind: bot.Command, Name: trueName(name), Text: args}
}

func decodeMember(m *memberChange) (bot.Request, bool) {
	r := bot.Request{
		Chat:   bot.Chat{Network: Network, ID: decimal(m.Chat.ID), Private: m.Chat.Type == "private", Title: titleOf(m.Chat)},
		Player: playerOf(&m.From),
		Locale: m.From.Language,
		At:     time.Unix(m.Date, 0).UTC(),
	}
	was, is := m.Old.in(), m.New.in()
	switch {
	case m.Chat.Type == "channel" || was == is:
		return r, false // the bot's rights changed, not its presence
	case is && r.Chat.Private:
		return r, false // unblocked: the person's next message says more
	case is:
		r.Input.Kind = bot.Joined
	default:
		r.Input.Kind = bot.Left
	}
	return r, true
}

func chatOf(m *incoming) bot.Chat {
	c := bot.Chat{Network: Network, ID: decimal(m.Chat.ID), Private: m.Chat.Type == "private", Title: titleOf(m.Chat)}
	if m.InTopic && m.Thread != 0 {
		c.Thread = decimal(m.Thread)
	}
	return c
}

func titleOf(c chat) string {
	if c.Type == "private" {
		return c.FirstName
	}
	return c.Title
}

func playerOf(u *user) bot.Player {
	name := strings.Join(strings.Fields(u.FirstName+" "+u.LastName), " ")
	if name == "" {
		name = u.Username
	}
	if name == "" {
		name = decimal(u.ID)
	}
	return bot.Player{Network: Network, ID: decimal(u.ID), Name: name}
}

// firstData is the Data of the first button that has one, also if it went into a
// deep link.
func (k *markup) firstData() string {
	if k == nil {
		return ""
	}
	for _, row := range k.Rows {
		for _, b := range row {
			if b.Data != "" {
				return b.Data
			}
			if _, payload, ok := strings.Cut(b.URL, "?start="); ok {
				if data, ok := unlink(payload); ok {
					return data
				}
			}
		}
	}
	return ""
}

// unlink reads a Button's Data from a deep link's payload.
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

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
