package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An interaction is what this package reads of Discord's interaction object.
// discordgo's own type fails as a whole on any component it does not know, and
// with it the ID and the token are lost; here the parts that may be strange
// are decoded only after what is needed to answer.
type interaction struct {
	ticket
	Type           discordgo.InteractionType         `json:"type"`
	Context        *discordgo.InteractionContextType `json:"context"`
	GuildID        string                            `json:"guild_id"`
	AppPermissions string                            `json:"app_permissions"` // a number too large for a JSON one
	GuildLocale    string                            `json:"guild_locale"`
	Channel        struct {
		Name string                `json:"name"`
		Type discordgo.ChannelType `json:"type"`
	} `json:"channel"`
	ChannelID string   `json:"channel_id"`
	Member    *member  `json:"member"`
	User      *user    `json:"user"`
	Data      payload  `json:"data"`
	Message   *pressed `json:"message"`
}

// A pressed is the message an interaction came from.
type pressed struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// A ticket is what it takes to answer an interaction at all.
type ticket struct {
	ID     string `json:"id"`
	AppID  string `json:"application_id"`
	Token  string `json:"token"`
	Locale string `json:"locale"`
}

// A payload is the data of any sort of interaction.
type payload struct {
	Name       string          `json:"name"`       // of a slash command
	Type       int             `json:"type"`       // of a command
	Options    []option        `json:"options"`    // of a command
	Resolved   resolved        `json:"resolved"`   // of the options of a command
	CustomID   string          `json:"custom_id"`  // of a button or a form
	Components json.RawMessage `json:"components"` // of a form
}

// resolved are the people that options name, by ID.
type resolved struct {
	Users   map[string]user   `json:"users"`
	Members map[string]member `json:"members"` // without their User
}

type member struct {
	User        user   `json:"user"`
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"` // a number too large for a JSON one
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

type option struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"` // it is being typed
}

// network is the word that names Discord in places, persons and keys.
const network = "discord"

// errOther says that an interaction is of a sort this bot never asks for.
var errOther = errors.New("an interaction of another sort")

// decode reads an interaction. If it fails with the ticket filled in, the
// person can still be told.
func decode(raw []byte) (interaction, chat.Request, error) {
	var i interaction
	if err := json.Unmarshal(raw, &i.ticket); err != nil {
		return interaction{}, chat.Request{}, fmt.Errorf("reading an interaction: %w", err)
	}
	t := i.ticket
	if err := json.Unmarshal(raw, &i); err != nil {
		return interaction{ticket: t}, chat.Request{}, fmt.Errorf("reading an interaction: %w", err)
	}
	r, err := i.request()
	return i, r, err
}

func (i *interaction) request() (chat.Request, error) {
	input, err := i.input()
	if err != nil {
		return chat.Request{}, err
	}
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil || i.Token == "" || i.ChannelID == "" {
		return chat.Request{}, errors.New("an interaction without ID, token or channel")
	}
	person, err := i.person()
	if err != nil {
		return chat.Request{}, err
	}
	key := network + ":interaction:" + i.ID
	if i.isCompletion() {
		key = ""
	}
	return chat.Request{
		Key:       key,
		Place:     i.place(),
		Person:    person,
		Input:     input,
		Ephemeral: true, // others see no more of an interaction than its reply
		Locale:    i.Locale,
		At:        at.UTC().Truncate(time.Millisecond),
	}, nil
}

// isCompletion tells whether it asks what may be typed: nothing is done yet.
func (i *interaction) isCompletion() bool {
	return i.Type == discordgo.InteractionApplicationCommandAutocomplete
}

// place is where an interaction came from. A thread is a channel of its own.
// The name of a guild is not in it.
func (i *interaction) place() chat.Place {
	if i.GuildID != "" {
		return chat.Place{Network: network, Community: i.GuildID, Channel: i.ChannelID, Locale: i.GuildLocale}
	}
	return chat.Place{Network: network, Community: i.ChannelID, Private: i.private(), Title: i.Channel.Name}
}

// private tells whether the bot and one person are alone. A direct message
// between two people is no such place.
func (i *interaction) private() bool {
	if i.Context != nil {
		return *i.Context == discordgo.InteractionContextBotDM
	}
	return i.GuildID == "" && i.Member == nil && i.User != nil
}

func (i *interaction) person() (chat.Person, error) {
	role := chat.RoleMember
	if i.private() {
		role = chat.RoleAdmin
	}
	who, nick := i.User, ""
	if i.Member != nil {
		who, nick = &i.Member.User, i.Member.Nick
		may, err := strconv.ParseInt(i.Member.Permissions, 10, 64)
		if err == nil && may&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0 {
			role = chat.RoleAdmin
		}
	}
	if who == nil || who.ID == "" {
		return chat.Person{}, errors.New("an interaction without a person")
	}
	return chat.Person{Network: network, ID: who.ID, Name: who.name(nick), Role: role}, nil
}

// name is what others see of a person; nick is that of the server.
func (u user) name(nick string) string { return cmp.Or(nick, u.GlobalName, u.Username) }

func (i *interaction) input() (chat.Input, error) {
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		if i.Data.Name == "" || i.Data.Type > int(discordgo.ChatApplicationCommand) {
			return chat.Input{}, errOther
		}
		args, err := arguments(i.Data.Options)
		return chat.Input{
			Kind: chat.Command, Name: strings.ToLower(i.Data.Name), Args: args, Arg: focused(i.Data.Options), Whom: i.Data.whom(),
		}, err
	case discordgo.InteractionMessageComponent:
		return chat.Input{Kind: chat.Press, Data: dataOf(i.Data.CustomID), Source: i.source(), Alone: i.alone()}, nil
	case discordgo.InteractionModalSubmit:
		text, ok, err := answerIn(i.Data.Components)
		if err != nil || !ok {
			return chat.Input{}, errors.New("a form without its answer")
		}
		return chat.Input{Kind: chat.Submit, Data: dataOf(i.Data.CustomID), Text: text, Source: i.source(), Alone: i.alone()}, nil
	}
	return chat.Input{}, errOther
}

func (i *interaction) source() chat.Message {
	if i.Message == nil {
		return chat.Message{}
	}
	return chat.Message{Place: i.place(), ID: i.Message.ID}
}

// alone tells that only the person sees the message an interaction came from.
func (i *interaction) alone() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// arguments reads the options of a slash command; numbers and truth values come
// out as Discord writes them.
func arguments(options []option) (map[string]string, error) {
	args := make(map[string]string, len(options))
	for _, o := range options {
		if len(o.Value) == 0 {
			return nil, errOther // a subcommand
		}
		text := string(o.Value)
		if text[0] == '"' {
			if err := json.Unmarshal(o.Value, &text); err != nil {
				return nil, fmt.Errorf("option %q: %w", o.Name, err)
			}
		}
		args[o.Name] = text
	}
	return args, nil
}

// whom is the person that an option names, if one does.
func (p payload) whom() chat.Person {
	for _, o := range p.Options {
		if u, ok := p.Resolved.Users[o.id()]; ok && o.Type == int(discordgo.ApplicationCommandOptionUser) {
			return chat.Person{Network: network, ID: u.ID, Name: u.name(p.Resolved.Members[u.ID].Nick), Bot: u.Bot}
		}
	}
	return chat.Person{}
}

// id is the value of an option that names something of Discord's.
func (o option) id() string { return strings.Trim(string(o.Value), `"`) }

// focused is the option that is being typed, if any.
func focused(options []option) string {
	for _, o := range options {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// component is any component of a form: a row holds Components, a label one
// Component, a text input a Value.
type component struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Components json.RawMessage `json:"components"`
	Component  *component      `json:"component"`
}

// answerIn finds the value of the input named answerField, however deep
// Discord has put it.
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

// dataOf takes from a custom_id what customID added to make it unique.
func dataOf(customID string) string {
	data, _, _ := strings.Cut(customID, uniqueMark)
	return data
}
