package discord

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// maxAbout is the length of a command's, an option's or a choice's text.
const maxAbout = 100

// renderMenu makes Discord's command list of the bot's menu. A server can install the
// bot, and so can a person, who then has the commands everywhere.
func renderMenu(menu []chat.MenuCommand) []*discordgo.ApplicationCommand {
	in := localesOf(menu)
	out := make([]*discordgo.ApplicationCommand, 0, len(menu))
	for _, c := range menu {
		if c.Page {
			continue // it is the entry point
		}
		m := &discordgo.ApplicationCommand{
			Name:             c.Name,
			Type:             discordgo.ChatApplicationCommand,
			IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall},
			Contexts: &[]discordgo.InteractionContextType{
				discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
			},
		}
		about, others := localized(c.About, c.Name, in)
		if m.Description = about; len(others) > 0 {
			m.DescriptionLocalizations = &others
		}
		for _, a := range c.Args {
			o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: a.Name, Required: a.Required, Autocomplete: a.Complete}
			_, o.NameLocalizations = localized(a.NameIn, a.Name, in)
			o.Description, o.DescriptionLocalizations = localized(a.About, a.Name, in)
			for _, ch := range a.Choices {
				choice := &discordgo.ApplicationCommandOptionChoice{Value: ch.Value}
				choice.Name, choice.NameLocalizations = localized(ch.Label, ch.Value, in)
				o.Choices = append(o.Choices, choice)
			}
			if a.Person {
				o.Type = discordgo.ApplicationCommandOptionUser
			}
			if a.Whole != nil {
				o.Type, o.MinValue, o.MaxValue = discordgo.ApplicationCommandOptionInteger, new(float64(a.Whole.Least)), float64(a.Whole.Most)
			}
			m.Options = append(m.Options, o)
		}
		out = append(out, m)
	}
	return out
}

// localesOf are the menu's languages of the locales that do not get the default one.
func localesOf(menu []chat.MenuCommand) map[discordgo.Locale]string {
	have, in := chat.Languages(menu), map[discordgo.Locale]string{}
	for _, l := range append(slices.Collect(maps.Keys(discordgo.Locales)), "id") { // the library lacks Indonesian
		if tag, ok := chat.LanguageFor(string(l), have); ok && tag != chat.DefaultLanguage && l != discordgo.Unknown {
			in[l] = tag
		}
	}
	return in
}

// localized parts a text into the one for everyone and those for some locales. name replaces
// a text that is missing.
func localized(texts map[string]string, name string, languages map[discordgo.Locale]string) (string, map[discordgo.Locale]string) {
	in := map[discordgo.Locale]string{}
	for locale, tag := range languages {
		if text := texts[tag]; text != "" {
			in[locale] = chat.ClipUnits(chat.OneLine(text), maxAbout)
		}
	}
	return chat.ClipUnits(chat.OneLine(cmp.Or(texts[chat.DefaultLanguage], name)), maxAbout), in
}

// entryPoint is the type of the command that Discord makes for an application with an Activity.
const entryPoint = 4

// An entry is such a command. Its handler is Discord, which opens the Activity, or the bot.
type entry struct {
	ID          string                           `json:"id"`
	Type        discordgo.ApplicationCommandType `json:"type"`
	Handler     int                              `json:"handler"`
	Name        string                           `json:"name"`
	Description string                           `json:"description"`
	In          map[discordgo.Locale]string      `json:"description_localizations,omitempty"`
}

// byBot is the handler of an entry that the bot answers.
const byBot = 1

// parted reads registered commands: those of the menu, and the entry point. To write commands
// without it is refused.
func parted(all []json.RawMessage) (menu []*discordgo.ApplicationCommand, opens json.RawMessage, err error) {
	for _, text := range all {
		var c discordgo.ApplicationCommand
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, nil, err
		}
		if c.Type == entryPoint {
			opens = text
		} else {
			menu = append(menu, &c)
		}
	}
	return menu, opens, nil
}

// renderEntry makes the entry point the bot's, if a command of the menu opens the page, and
// reports whether it is another than the registered one, which may be missing.
func renderEntry(registered json.RawMessage, menu []chat.MenuCommand) (opens any, changed bool, err error) {
	i := slices.IndexFunc(menu, func(c chat.MenuCommand) bool { return c.Page })
	if i < 0 || registered == nil {
		return registered, false, nil
	}
	var have entry
	if err := json.Unmarshal(registered, &have); err != nil {
		return nil, false, err
	}
	want := entry{ID: have.ID, Type: entryPoint, Handler: byBot, Name: menu[i].Name}
	want.Description, want.In = localized(menu[i].About, menu[i].Name, localesOf(menu))
	return want, !reflect.DeepEqual(have, want), nil
}

// registeredCommands is the address of an application's global commands.
func registeredCommands(app string) string {
	return discordgo.EndpointApplicationGlobalCommands(app) + "?with_localizations=true"
}

// sameMenu reports whether the registered commands are those wanted, in any order. Discord
// adds fields of its own.
func sameMenu(have, want []*discordgo.ApplicationCommand) bool {
	byName := make(map[string]*discordgo.ApplicationCommand, len(have))
	for _, c := range have {
		byName[c.Name] = &discordgo.ApplicationCommand{
			Type: c.Type, Name: c.Name, Description: c.Description, DescriptionLocalizations: c.DescriptionLocalizations,
			IntegrationTypes: c.IntegrationTypes, Contexts: c.Contexts, Options: c.Options,
		}
	}
	return len(have) == len(want) && !slices.ContainsFunc(want, func(c *discordgo.ApplicationCommand) bool {
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
