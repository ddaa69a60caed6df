package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// maxAbout is the length of a command's, an option's or a choice's text.
const maxAbout = 100

// languagesOf returns the menu's language for each of Discord's locales, without those that
// get the default one.
func languagesOf(menu []chat.MenuCommand) map[string]string {
	have := chat.Languages(menu)
	in := make(map[string]string)
	for _, l := range append(slices.Collect(maps.Keys(discordgo.Locales)), "id") { // the library lacks Indonesian
		tag, ok := chat.LanguageFor(string(l), have)
		if ok && tag != chat.DefaultLanguage && l != discordgo.Unknown {
			in[string(l)] = tag
		}
	}
	return in
}

// The types below hold only the fields of Discord's command objects that are set here, so
// that the registered commands can be read into them and compared.

type menuCommand struct {
	Name        string                                 `json:"name"`
	Type        discordgo.ApplicationCommandType       `json:"type"`
	About       string                                 `json:"description"`
	AboutIn     map[string]string                      `json:"description_localizations,omitempty"`
	Options     []menuOption                           `json:"options,omitempty"`
	InstalledTo []discordgo.ApplicationIntegrationType `json:"integration_types"`
	Contexts    []discordgo.InteractionContextType     `json:"contexts"`
}

type menuOption struct {
	Type     discordgo.ApplicationCommandOptionType `json:"type"`
	Name     string                                 `json:"name"`
	NameIn   map[string]string                      `json:"name_localizations,omitempty"`
	About    string                                 `json:"description"`
	AboutIn  map[string]string                      `json:"description_localizations,omitempty"`
	Required bool                                   `json:"required,omitempty"`
	Choices  []menuChoice                           `json:"choices,omitempty"`
	Least    *float64                               `json:"min_value,omitempty"`
	Most     *float64                               `json:"max_value,omitempty"`
	Complete bool                                   `json:"autocomplete,omitempty"`
}

type menuChoice struct {
	Label   string            `json:"name"`
	LabelIn map[string]string `json:"name_localizations,omitempty"`
	Value   string            `json:"value"`
}

// renderMenu makes Discord's command list of the bot's menu. A server can install the
// bot, and so can a person, who then has the commands everywhere.
func renderMenu(menu []chat.MenuCommand) []menuCommand {
	in := languagesOf(menu)
	out := make([]menuCommand, 0, len(menu))
	for _, c := range menu {
		m := menuCommand{
			Name:        c.Name,
			Type:        discordgo.ChatApplicationCommand,
			InstalledTo: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall},
			Contexts: []discordgo.InteractionContextType{
				discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
			},
		}
		m.About, m.AboutIn = localized(c.About, c.Name, in)
		for _, a := range c.Args {
			m.Options = append(m.Options, renderOption(a, in))
		}
		out = append(out, m)
	}
	return out
}

func renderOption(a chat.MenuArg, in map[string]string) menuOption {
	o := menuOption{Type: discordgo.ApplicationCommandOptionString, Name: a.Name, Required: a.Required, Complete: a.Complete}
	_, o.NameIn = localized(a.NameIn, a.Name, in)
	o.About, o.AboutIn = localized(a.About, a.Name, in)
	for _, ch := range a.Choices {
		choice := menuChoice{Value: ch.Value}
		choice.Label, choice.LabelIn = localized(ch.Label, ch.Value, in)
		o.Choices = append(o.Choices, choice)
	}
	if a.Person {
		o.Type = discordgo.ApplicationCommandOptionUser
	}
	if a.Whole != nil {
		least, most := float64(a.Whole.Least), float64(a.Whole.Most)
		o.Type, o.Least = discordgo.ApplicationCommandOptionInteger, &least
		if most > 0 {
			o.Most = &most
		}
	}
	return o
}

// localized parts a text into the one for everyone and those for some locales. name replaces
// a text that is missing.
func localized(texts map[string]string, name string, languages map[string]string) (string, map[string]string) {
	var in map[string]string
	for locale, tag := range languages {
		if text := texts[tag]; text != "" {
			if in == nil {
				in = make(map[string]string)
			}
			in[locale] = chat.ClipUnits(chat.OneLine(text), maxAbout)
		}
	}
	return chat.ClipUnits(chat.OneLine(cmp.Or(texts[chat.DefaultLanguage], name)), maxAbout), in
}

// setMenu overwrites the global commands if they differ from those wanted:
// Discord allows few changes a day.
func (c *rest) setMenu(ctx context.Context, app string, want []menuCommand) (changed bool, err error) {
	var have []registeredCommand
	if err := c.get(ctx, registeredCommands(app), &have); err != nil {
		return false, err
	}
	if !sameMenu(have, want) {
		changed = true
		have = nil
		if err := c.do(ctx, call{http.MethodPut, discordgo.EndpointApplicationGlobalCommands(app), want}, &have); err != nil {
			return false, err
		}
	}
	ids := make(commandIDs, len(have))
	for _, c := range have {
		ids[c.Name] = c.ID
	}
	c.registered.Store(&ids)
	return changed, nil
}

// registeredCommands is the address of an application's global commands.
func registeredCommands(app string) string {
	return discordgo.EndpointApplicationGlobalCommands(app) + "?with_localizations=true"
}

// A registeredCommand is one that Discord has.
type registeredCommand struct {
	ID string `json:"id"`
	menuCommand
}

// sameMenu reports whether the registered commands are those wanted, in any order.
func sameMenu(have []registeredCommand, want []menuCommand) bool {
	byName := make(map[string]menuCommand, len(have))
	for _, c := range have {
		byName[c.Name] = c.menuCommand
	}
	return len(have) == len(want) && !slices.ContainsFunc(want, func(c menuCommand) bool {
		a, errA := json.Marshal(byName[c.Name])
		b, errB := json.Marshal(c)
		return errA != nil || errB != nil || !bytes.Equal(a, b)
	})
}

// rights are those that the bot uses, and that an invitation asks for. Replies and
// reactions to messages need the history; without files, pictures are left out.
var rights = []struct {
	name string
	bit  int64
}{
	{"View Channels", discordgo.PermissionViewChannel}, {"Send Messages", discordgo.PermissionSendMessages},
	{"Send Messages in Threads", discordgo.PermissionSendMessagesInThreads}, {"Embed Links", discordgo.PermissionEmbedLinks},
	{"Attach Files", discordgo.PermissionAttachFiles}, {"Read Message History", discordgo.PermissionReadMessageHistory},
	{"Add Reactions", discordgo.PermissionAddReactions},
}

// invite is a link that adds an application's bot to a server.
func invite(app string) string {
	asked := int64(0)
	for _, r := range rights {
		asked |= r.bit
	}
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, asked)
}
