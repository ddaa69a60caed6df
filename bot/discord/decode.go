package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An interaction is the part of Discord's interaction object that we read. If discordgo's own type meets
// a component that it does not know, it fails as a whole, and the ID and the token are lost. So decode
// reads these first, and then the parts that may be unknown.
type interaction struct {
	interactionHead
	Type    discordgo.InteractionType         `json:"type"`
	Context *discordgo.InteractionContextType `json:"context,omitempty"`
	GuildID string                            `json:"guild_id,omitempty"`
	// AppPermissions is a text because the number may be too large for JSON.
	AppPermissions string `json:"app_permissions,omitempty"`
	GuildLocale    string `json:"guild_locale,omitempty"`
	Channel        struct {
		Name string                `json:"name,omitempty"`
		Type discordgo.ChannelType `json:"type"`
	} `json:"channel,omitzero"`
	ChannelID string            `json:"channel_id"`
	Member    *discordgo.Member `json:"member,omitempty"`
	User      *discordgo.User   `json:"user,omitempty"`
	Data      payload           `json:"data,omitzero"`
	// Message is the message whose button was pressed, or whose button opened the form.
	Message *ownMessage `json:"message,omitempty"`
}

// An interactionHead has the fields that any answer to an interaction needs.
type interactionHead struct {
	ID     string `json:"id"`
	AppID  string `json:"application_id"`
	Token  string `json:"token"`
	Locale string `json:"locale"`
}

// An ownMessage is a message that the bot sent.
type ownMessage struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// isEphemeral reports whether only one person sees the message.
func (m *ownMessage) isEphemeral() bool {
	return m != nil && m.Flags&discordgo.MessageFlagsEphemeral != 0
}

// A payload is the data of any kind of interaction.
type payload struct {
	// A command has a name, a type, options, and the people whom the options name.
	Name     string                                              `json:"name"`
	Type     discordgo.ApplicationCommandType                    `json:"type"`
	Options  []option                                            `json:"options"`
	Resolved discordgo.ApplicationCommandInteractionDataResolved `json:"resolved"`
	// CustomID is the custom_id of a button or a form.
	CustomID string `json:"custom_id"`
	// Components are the components of a form.
	Components json.RawMessage `json:"components"`
}

type option struct {
	Name  string                                 `json:"name"`
	Type  discordgo.ApplicationCommandOptionType `json:"type"`
	Value json.RawMessage                        `json:"value"`
	// Focused means that the person is typing this option.
	Focused bool `json:"focused"`
}

// network is the word that names Discord in places, persons and keys.
const network = "discord"

// errOther says that an interaction is of a kind that this bot never asks for.
var errOther = errors.New("an interaction of another kind")

// decode reads an interaction. After an error the bot can still answer the person, if the interaction
// has an ID and a token.
func decode(raw []byte) (interaction, chat.Request, error) {
	var head interactionHead
	if err := json.Unmarshal(raw, &head); err != nil {
		return interaction{}, chat.Request{}, fmt.Errorf("reading an interaction: %w", err)
	}
	i := interaction{interactionHead: head}
	if err := json.Unmarshal(raw, &i); err != nil {
		readable := interaction{interactionHead: head, Type: i.Type}
		return readable, chat.Request{}, fmt.Errorf("reading an interaction: %w", err)
	}
	input, err := i.input()
	if err != nil {
		return i, chat.Request{}, err
	}
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil || i.Token == "" || i.ChannelID == "" {
		return i, chat.Request{}, errors.New("an interaction without ID, token or channel")
	}
	user := i.user()
	if user == nil || user.ID == "" {
		return i, chat.Request{}, errors.New("an interaction without a person")
	}
	r := chat.Request{
		Key:   network + ":interaction:" + i.ID,
		Place: i.place(),
		Person: chat.Person{
			Network: network,
			ID:      user.ID,
			Name:    nameOf(user, i.Member),
			Role:    i.role(),
		},
		Input: input,
		// Others see only the reply to an interaction.
		Ephemeral: true,
		Barred:    !i.mayPost(),
		Locale:    i.Locale,
		At:        chat.Exact(at),
	}
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		// Typing has no effect, so the event need not be recognized when it comes again.
		r.Key = ""
	}
	return i, r, nil
}

// user returns who acted, or nil if the interaction does not say.
func (i *interaction) user() *discordgo.User {
	if i.Member != nil {
		return i.Member.User
	}
	return i.User
}

// role returns the role of the person who acted. In a direct message everybody decides for
// themselves.
func (i *interaction) role() chat.Role {
	const administers = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild
	isAdmin := i.Member != nil && i.Member.Permissions&administers != 0
	if isAdmin || i.private() {
		return chat.RoleAdmin
	}
	return chat.RoleMember
}

// place returns where an interaction came from. A thread is a channel of its own. An interaction
// does not carry the name of its guild.
func (i *interaction) place() chat.Place {
	if i.GuildID != "" {
		return chat.Place{Network: network, Community: i.GuildID, Channel: i.ChannelID, Locale: i.GuildLocale}
	}
	return chat.Place{Network: network, Community: i.ChannelID, Private: i.private(), Title: i.Channel.Name}
}

// private reports whether the place is one in which only the bot and one person read. A direct
// message between two people is not.
func (i *interaction) private() bool {
	if i.Context != nil {
		return *i.Context == discordgo.InteractionContextBotDM
	}
	return i.GuildID == "" && i.Member == nil && i.User != nil
}

// nameOf returns the name that others see of a person; m is nil outside servers.
func nameOf(u *discordgo.User, m *discordgo.Member) string {
	nick := ""
	if m != nil {
		nick = m.Nick
	}
	return chat.FirstVisible(nick, u.GlobalName, u.Username)
}

// input returns what the person did.
func (i *interaction) input() (chat.Input, error) {
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		return i.Data.commandInput()
	case discordgo.InteractionMessageComponent:
		return i.messageInput(chat.Press), nil
	case discordgo.InteractionModalSubmit:
		text, found, err := answerIn(i.Data.Components)
		if err != nil || !found {
			return chat.Input{}, errors.New("a form without its answer")
		}
		in := i.messageInput(chat.Submit)
		in.Text = text
		return in, nil
	}
	return chat.Input{}, errOther
}

// messageInput returns the input of a button or a form, which may belong to a message.
func (i *interaction) messageInput(kind chat.Kind) chat.Input {
	data, _, _ := strings.Cut(i.Data.CustomID, uniqueMark)
	in := chat.Input{
		Kind:  kind,
		Data:  data,
		Alone: i.Message.isEphemeral(),
	}
	if i.Message != nil {
		in.Source = chat.Message{Place: i.place(), ID: i.Message.ID}
	}
	return in
}

// commandInput returns the input of a slash command. Numbers and booleans are written as in Discord's
// JSON.
func (p payload) commandInput() (chat.Input, error) {
	// A command without a type (0) is a slash command.
	isSlash := p.Type == 0 || p.Type == discordgo.ChatApplicationCommand
	isOurs := isSlash || p.Type == entryPoint
	if p.Name == "" || !isOurs {
		return chat.Input{}, errOther
	}
	in := chat.Input{
		Kind: chat.Command,
		Name: strings.ToLower(p.Name),
		Args: make(map[string]string, len(p.Options)),
	}
	for _, o := range p.Options {
		if len(o.Value) == 0 {
			// An option without a value is a subcommand.
			return chat.Input{}, errOther
		}
		text := string(o.Value)
		if text[0] == '"' {
			if err := json.Unmarshal(o.Value, &text); err != nil {
				return chat.Input{}, fmt.Errorf("option %q: %w", o.Name, err)
			}
		}
		in.Args[o.Name] = text
		if o.Focused && in.Arg == "" {
			in.Arg = o.Name
		}
		if o.Type == discordgo.ApplicationCommandOptionUser && in.Whom.ID == "" {
			in.Whom = p.person(text)
		}
	}
	return in, nil
}

// person returns the person with an ID, if an option names them.
func (p payload) person(id string) chat.Person {
	u := p.Resolved.Users[id]
	if u == nil {
		return chat.Person{}
	}
	return chat.Person{Network: network, ID: u.ID, Name: nameOf(u, p.Resolved.Members[id]), Bot: u.Bot}
}

// A component is any component of a form: a row has Components, a label has one Component, and a
// text input has a Value.
type component struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Components json.RawMessage `json:"components"`
	Component  *component      `json:"component"`
}

// answerIn finds the value of the input named answerField, at any depth.
func answerIn(raw json.RawMessage) (text string, found bool, err error) {
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
			if err := json.Unmarshal(c.Value, &text); err != nil {
				return "", false, err
			}
			return text, true, nil
		}
		text, found, err := answerIn(c.Components)
		if found || err != nil {
			return text, found, err
		}
	}
	return "", false, nil
}

// mayPost reports whether, according to Discord, the bot may write where an interaction came from.
func (i *interaction) mayPost() bool {
	permissions, err := strconv.ParseInt(i.AppPermissions, 10, 64)
	if err != nil || i.private() {
		return true
	}
	needed := int64(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	switch i.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread,
		discordgo.ChannelTypeGuildPublicThread,
		discordgo.ChannelTypeGuildPrivateThread:
		needed = discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	return permissions&discordgo.PermissionAdministrator != 0 || permissions&needed == needed
}
