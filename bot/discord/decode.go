package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An interaction is the part of Discord's interaction object that we read. discordgo's own
// type fails as a whole on any component it does not know, and loses the ID and the token;
// here they are decoded first, the parts that may be strange later.
type interaction struct {
	ticket
	Type           discordgo.InteractionType         `json:"type"`
	Context        *discordgo.InteractionContextType `json:"context,omitempty"`
	GuildID        string                            `json:"guild_id,omitempty"`
	AppPermissions string                            `json:"app_permissions,omitempty"` // a number too large for a JSON one
	GuildLocale    string                            `json:"guild_locale,omitempty"`
	Channel        struct {
		Name string                `json:"name,omitempty"`
		Type discordgo.ChannelType `json:"type"`
	} `json:"channel,omitzero"`
	ChannelID string            `json:"channel_id"`
	Member    *discordgo.Member `json:"member,omitempty"`
	User      *discordgo.User   `json:"user,omitempty"`
	Data      payload           `json:"data,omitzero"`
	Message   *posted           `json:"message,omitempty"` // that was pressed
}

// A posted is a message of the bot's.
type posted struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// isAlone reports whether one person alone sees a message.
func (m *posted) isAlone() bool { return m != nil && m.Flags&discordgo.MessageFlagsEphemeral != 0 }

// A ticket holds the fields that any answer to an interaction needs.
type ticket struct {
	ID     string `json:"id"`
	AppID  string `json:"application_id"`
	Token  string `json:"token"`
	Locale string `json:"locale"`
}

// A payload is the data of any kind of interaction.
type payload struct {
	Name       string                                              `json:"name"`       // of a slash command
	Type       discordgo.ApplicationCommandType                    `json:"type"`       // of a command
	Options    []option                                            `json:"options"`    // of a command
	Resolved   discordgo.ApplicationCommandInteractionDataResolved `json:"resolved"`   // the people that options name
	CustomID   string                                              `json:"custom_id"`  // of a button or a form
	Components json.RawMessage                                     `json:"components"` // of a form
}

type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"` // it is being typed
}

// network is the word that names Discord in places, persons and keys.
const network = "discord"

// errOther says that an interaction is of a kind this bot never asks for.
var errOther = errors.New("an interaction of another kind")

// decode reads an interaction. If it fails with the ticket filled in, the person can still
// be told.
func decode(raw []byte) (i interaction, r chat.Request, err error) {
	if err := json.Unmarshal(raw, &i.ticket); err != nil {
		return interaction{}, r, fmt.Errorf("reading an interaction: %w", err)
	}
	t := i.ticket
	if err := json.Unmarshal(raw, &i); err != nil {
		return interaction{ticket: t, Type: i.Type}, r, fmt.Errorf("reading an interaction: %w", err)
	}
	input, err := i.input()
	if err != nil {
		return i, r, err
	}
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil || i.Token == "" || i.ChannelID == "" {
		return i, r, errors.New("an interaction without ID, token or channel")
	}
	person, role := i.User, chat.RoleMember
	if i.private() {
		role = chat.RoleAdmin
	}
	if i.Member != nil {
		person = i.Member.User
		if i.Member.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0 {
			role = chat.RoleAdmin
		}
	}
	if person == nil || person.ID == "" {
		return i, r, errors.New("an interaction without a person")
	}
	r = chat.Request{
		Key:       network + ":interaction:" + i.ID,
		Place:     i.place(),
		Person:    chat.Person{Network: network, ID: person.ID, Name: nameOf(person, i.Member), Role: role},
		Input:     input,
		Ephemeral: true, // others see only the reply to an interaction
		Barred:    !i.mayPost(),
		Locale:    i.Locale,
		At:        at.UTC().Truncate(time.Millisecond),
	}
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		r.Key = "" // nothing is done yet
	}
	return i, r, nil
}

// place is where an interaction came from. A thread is a channel of its own. An interaction
// does not carry the name of its guild.
func (i *interaction) place() chat.Place {
	if i.GuildID != "" {
		return chat.Place{Network: network, Community: i.GuildID, Channel: i.ChannelID, Locale: i.GuildLocale}
	}
	return chat.Place{Network: network, Community: i.ChannelID, Private: i.private(), Title: i.Channel.Name}
}

// private reports whether the bot and one person are alone. A direct message between two
// people is no such place.
func (i *interaction) private() bool {
	if i.Context != nil {
		return *i.Context == discordgo.InteractionContextBotDM
	}
	return i.GuildID == "" && i.Member == nil && i.User != nil
}

// nameOf is what others see of a person; m is nil if they are in no server.
func nameOf(u *discordgo.User, m *discordgo.Member) string {
	if m != nil && m.Nick != "" {
		return m.Nick
	}
	return u.DisplayName()
}

func (i *interaction) input() (in chat.Input, err error) {
	data, _, _ := strings.Cut(i.Data.CustomID, uniqueMark) // which made it unique in its message
	if i.Message != nil {
		in.Source = chat.Message{Place: i.place(), ID: i.Message.ID}
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		if i.Data.Name == "" || i.Data.Type > discordgo.ChatApplicationCommand && i.Data.Type != entryPoint {
			return in, errOther
		}
		in = chat.Input{Kind: chat.Command, Name: strings.ToLower(i.Data.Name)}
		return in, i.Data.options(&in)
	case discordgo.InteractionMessageComponent:
		in.Kind, in.Data, in.Alone = chat.Press, data, i.Message.isAlone()
		return in, nil
	case discordgo.InteractionModalSubmit:
		text, ok, err := answerIn(i.Data.Components)
		if err != nil || !ok {
			return in, errors.New("a form without its answer")
		}
		in.Kind, in.Data, in.Text, in.Alone = chat.Submit, data, text, i.Message.isAlone()
		return in, nil
	}
	return in, errOther
}

// options reads the options of a slash command. Numbers and booleans keep Discord's spelling.
func (p payload) options(in *chat.Input) error {
	in.Args = make(map[string]string, len(p.Options))
	for _, o := range p.Options {
		if len(o.Value) == 0 {
			return errOther // a subcommand
		}
		text := string(o.Value)
		if text[0] == '"' {
			if err := json.Unmarshal(o.Value, &text); err != nil {
				return fmt.Errorf("option %q: %w", o.Name, err)
			}
		}
		in.Args[o.Name] = text
		if o.Focused && in.Arg == "" {
			in.Arg = o.Name
		}
		u, ok := p.Resolved.Users[text]
		if ok && u != nil && o.Type == discordgo.ApplicationCommandOptionUser && in.Whom.ID == "" {
			in.Whom = chat.Person{Network: network, ID: u.ID, Name: nameOf(u, p.Resolved.Members[text]), Bot: u.Bot}
		}
	}
	return nil
}

// A component is any component of a form: a row holds Components, a label one Component, a
// text input a Value.
type component struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Components json.RawMessage `json:"components"`
	Component  *component      `json:"component"`
}

// answerIn finds the value of the input named answerField, at any depth.
func answerIn(raw json.RawMessage) (text string, ok bool, err error) {
	if len(raw) == 0 {
		return "", false, nil
	}
	var list []component
	if err := json.Unmarshal(raw, &list); err != nil {
		return "", false, err
	}
	for _, c := range list {
		if c.Component != nil {
			c = *c.Component
		}
		if c.CustomID == answerField {
			err := json.Unmarshal(c.Value, &text)
			return text, err == nil, err
		}
		if text, ok, err = answerIn(c.Components); ok || err != nil {
			return text, ok, err
		}
	}
	return "", false, nil
}

// mayPost reports whether the bot may write where an interaction came from, as far as
// Discord says so.
func (i *interaction) mayPost() bool {
	may, err := strconv.ParseInt(i.AppPermissions, 10, 64)
	if err != nil || i.private() {
		return true
	}
	write := int64(discordgo.PermissionSendMessages)
	switch i.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		write = discordgo.PermissionSendMessagesInThreads
	}
	return may&discordgo.PermissionAdministrator != 0 || may&discordgo.PermissionViewChannel != 0 && may&write != 0
}
