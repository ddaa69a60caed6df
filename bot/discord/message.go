package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// A userMessage is a message from a person to the bot: a direct message, or one in a server that mentions
// the bot. It has the part of Discord's message object that we read.
type userMessage struct {
	ID        string                `json:"id"`
	Type      discordgo.MessageType `json:"type"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	Content   string                `json:"content"`
	WebhookID string                `json:"webhook_id"`
	Author    discordgo.User        `json:"author"`
	// Member has no User.
	Member   *discordgo.Member `json:"member"`
	Mentions []discordgo.User  `json:"mentions"`
	// Edited is nil if the message was never edited.
	Edited    *time.Time `json:"edited_timestamp"`
	RepliedTo *struct {
		ID     string         `json:"id"`
		Author discordgo.User `json:"author"`
	} `json:"referenced_message"`
}

// decodeMessage reads what a person wrote to the bot, whose ID is me. ok is false for any other
// event.
func decodeMessage(raw []byte, me string) (m userMessage, r chat.Request, ok bool) {
	if json.Unmarshal(raw, &m) != nil || !m.isForBot(me) {
		return m, chat.Request{}, false
	}
	sent, err := discordgo.SnowflakeTimestamp(m.ID)
	if err != nil {
		return m, chat.Request{}, false
	}
	r = chat.Request{
		Key:       network + ":message:" + m.ID,
		At:        chat.Exact(sent),
		Ephemeral: m.GuildID == "",
		Place:     chat.Place{Network: network, Community: m.GuildID, Channel: m.ChannelID},
		Person: chat.Person{
			Network: network,
			ID:      m.Author.ID,
			Name:    nameOf(&m.Author, m.Member),
			Role:    chat.RoleMember,
		},
		Input: m.input(me),
	}
	if m.GuildID == "" {
		r.Place = chat.Place{Network: network, Community: m.ChannelID, Private: true}
		r.Person.Role = chat.RoleAdmin
	}
	if m.Edited != nil {
		r.Input.Edited = r.At
		r.At = chat.Exact(*m.Edited)
		r.Key = fmt.Sprint(network, ":edit:", m.ID, ":", r.At.UnixMilli())
	}
	repliesToBot := m.RepliedTo != nil && m.RepliedTo.Author.ID == me
	if repliesToBot && r.Input.Kind == chat.Text {
		r.Input.Source = chat.Message{Place: r.Place, ID: m.RepliedTo.ID}
	}
	return m, r, true
}

// isForBot reports whether a person wrote the message to the bot.
func (m *userMessage) isForBot(me string) bool {
	isComplete := m.ID != "" && m.ChannelID != "" && m.Author.ID != ""
	// Two bots might answer each other for ever.
	isFromBot := m.Author.ID == me || m.Author.Bot || m.WebhookID != ""
	isNotice := m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply
	if !isComplete || isFromBot || isNotice {
		return false
	}
	if m.GuildID == "" {
		// A picture comes without text.
		return strings.TrimSpace(m.Content) != ""
	}
	mentionsBot := slices.ContainsFunc(m.Mentions, func(u discordgo.User) bool { return u.ID == me })
	return mentionsBot && m.Content != ""
}

// input returns what the person wrote: a command if the text begins with a slash. A message with only the
// bot's name is the command start.
func (m *userMessage) input(me string) chat.Input {
	unnamed := strings.NewReplacer("<@"+me+">", " ", "<@!"+me+">", " ").Replace(m.Content)
	text := strings.TrimSpace(unnamed)
	if text == "" {
		return chat.Input{Kind: chat.Command, Name: "start"}
	}
	command, isCommand := strings.CutPrefix(text, "/")
	if !isCommand {
		return chat.Input{Kind: chat.Text, Text: text}
	}
	command = strings.Join(strings.Fields(command), " ")
	name, args, _ := strings.Cut(command, " ")
	return chat.Input{Kind: chat.Command, Name: strings.ToLower(name), Text: args}
}
