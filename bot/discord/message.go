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

// A written is the part of Discord's message object that we read. A person wrote it to the
// bot: as a direct message, or in a server with a mention.
type written struct {
	ID        string                `json:"id"`
	Type      discordgo.MessageType `json:"type"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	Content   string                `json:"content"`
	WebhookID string                `json:"webhook_id"`
	Author    discordgo.User        `json:"author"`
	Member    *discordgo.Member     `json:"member"` // without its User
	Mentions  []discordgo.User      `json:"mentions"`
	Edited    *time.Time            `json:"edited_timestamp"` // nil: never
	RepliedTo *struct {
		ID     string         `json:"id"`
		Author discordgo.User `json:"author"`
	} `json:"referenced_message"`
}

// decodeMessage reads what a person wrote to the bot, whose ID is me: a command if it begins
// with a slash; the bot's name alone asks who it is. ok is false for any other event.
func decodeMessage(raw []byte, me string) (m written, r chat.Request, ok bool) {
	if json.Unmarshal(raw, &m) != nil {
		return m, r, false
	}
	isNamed := slices.ContainsFunc(m.Mentions, func(u discordgo.User) bool { return u.ID == me })
	switch {
	case m.ID == "" || m.ChannelID == "" || m.Author.ID == "",
		m.Author.ID == me || m.Author.Bot || m.WebhookID != "", // two bots that answer each other would never end
		m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply,
		m.GuildID == "" && strings.TrimSpace(m.Content) == "", // a picture
		m.GuildID != "" && (m.Content == "" || !isNamed):
		return m, r, false
	}
	at, err := discordgo.SnowflakeTimestamp(m.ID)
	if err != nil {
		return m, r, false
	}
	r = chat.Request{
		Key: network + ":message:" + m.ID, At: at.UTC().Truncate(time.Millisecond), Ephemeral: m.GuildID == "",
		Place:  chat.Place{Network: network, Community: m.GuildID, Channel: m.ChannelID},
		Person: chat.Person{Network: network, ID: m.Author.ID, Name: nameOf(&m.Author, m.Member), Role: chat.RoleMember},
	}
	if m.GuildID == "" {
		r.Place = chat.Place{Network: network, Community: m.ChannelID, Private: true}
		r.Person.Role = chat.RoleAdmin
	}
	text := strings.TrimSpace(strings.NewReplacer("<@"+me+">", " ", "<@!"+me+">", " ").Replace(m.Content))
	rest, isCommand := strings.CutPrefix(text, "/")
	switch {
	case text == "":
		r.Input = chat.Input{Kind: chat.Command, Name: "start"}
	case isCommand:
		name, args, _ := strings.Cut(strings.Join(strings.Fields(rest), " "), " ")
		r.Input = chat.Input{Kind: chat.Command, Name: strings.ToLower(name), Text: args}
	default:
		r.Input = chat.Input{Kind: chat.Text, Text: text}
	}
	if m.Edited != nil {
		r.Input.Edited, r.At = r.At, m.Edited.UTC().Truncate(time.Millisecond)
		r.Key = fmt.Sprint(network, ":edit:", m.ID, ":", r.At.UnixMilli())
	}
	if re := m.RepliedTo; re != nil && re.Author.ID == me && r.Input.Kind == chat.Text {
		r.Input.Source = chat.Message{Place: r.Place, ID: re.ID}
	}
	return m, r, true
}
