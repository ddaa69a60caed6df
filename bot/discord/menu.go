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

// maxAbout is how long the text of a command, an option or a choice may be.
const maxAbout = 100

// renderMenu returns Discord's list of commands for the bot's menu. A server can install the
// bot, and so can a person, who then has the commands everywhere.
func renderMenu(menu []chat.MenuCommand) []*discordgo.ApplicationCommand {
	languages := localesOf(menu)
	commands := make([]*discordgo.ApplicationCommand, 0, len(menu))
	// The command that opens the page is the entry point.
	for _, c := range chat.ListedCommands(menu) {
		commands = append(commands, renderCommand(c, languages))
	}
	return commands
}

func renderCommand(c chat.MenuCommand, languages map[discordgo.Locale]string) *discordgo.ApplicationCommand {
	about, translations := localize(c.About, c.Name, languages)
	command := &discordgo.ApplicationCommand{
		Name:        c.Name,
		Description: about,
		Type:        discordgo.ChatApplicationCommand,
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall,
		},
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
	}
	if len(translations) > 0 {
		command.DescriptionLocalizations = &translations
	}
	for _, a := range c.Args {
		command.Options = append(command.Options, renderOption(a, languages))
	}
	return command
}

func renderOption(a chat.MenuArg, languages map[discordgo.Locale]string) *discordgo.ApplicationCommandOption {
	option := &discordgo.ApplicationCommandOption{
		Type:         discordgo.ApplicationCommandOptionString,
		Name:         a.Name,
		Required:     a.Required,
		Autocomplete: a.Complete,
	}
	_, option.NameLocalizations = localize(a.NameIn, a.Name, languages)
	option.Description, option.DescriptionLocalizations = localize(a.About, a.Name, languages)
	for _, c := range a.Choices {
		choice := &discordgo.ApplicationCommandOptionChoice{Value: c.Value}
		choice.Name, choice.NameLocalizations = localize(c.Label, c.Value, languages)
		option.Choices = append(option.Choices, choice)
	}
	if a.Person {
		option.Type = discordgo.ApplicationCommandOptionUser
	}
	if a.Whole != nil {
		option.Type = discordgo.ApplicationCommandOptionInteger
		option.MinValue = new(float64(a.Whole.Least))
		option.MaxValue = float64(a.Whole.Most)
	}
	return option
}

// localesOf returns the menu's language for each of Discord's locales that does not get the
// default one.
func localesOf(menu []chat.MenuCommand) map[discordgo.Locale]string {
	available := chat.Languages(menu)
	languages := map[discordgo.Locale]string{}
	locales := slices.Collect(maps.Keys(discordgo.Locales))
	// discordgo lacks Indonesian.
	locales = append(locales, "id")
	for _, l := range locales {
		language, ok := chat.LanguageFor(string(l), available)
		isTranslated := ok && language != chat.DefaultLanguage
		if isTranslated && l != discordgo.Unknown {
			languages[l] = language
		}
	}
	return languages
}

// localize returns a text in Discord's form: the one for everyone, and its translations for some locales.
// texts has the text by language. If it is not there in the default language, the one for everyone is name.
func localize(
	texts map[string]string, name string, languages map[discordgo.Locale]string,
) (text string, translations map[discordgo.Locale]string) {
	translations = map[discordgo.Locale]string{}
	for locale, language := range languages {
		if text := texts[language]; text != "" {
			translations[locale] = chat.ClipUnits(chat.OneLine(text), maxAbout)
		}
	}
	text = cmp.Or(texts[chat.DefaultLanguage], name)
	return chat.ClipUnits(chat.OneLine(text), maxAbout), translations
}

// entryPoint is the type of the command that Discord makes for an application with an Activity.
const entryPoint = 4

// An entryCommand is the entry point. Either Discord handles it and opens the Activity, or the
// bot does.
type entryCommand struct {
	ID           string                           `json:"id"`
	Type         discordgo.ApplicationCommandType `json:"type"`
	Handler      int                              `json:"handler"`
	Name         string                           `json:"name"`
	Description  string                           `json:"description"`
	Translations map[discordgo.Locale]string      `json:"description_localizations,omitempty"`
}

// byBot is the value of handler in an entry point that the bot answers.
const byBot = 1

// splitCommands separates the entry point from the other registered commands; entry is nil if there is
// none. The bot has to know the entry point, because Discord refuses a list of commands without it.
func splitCommands(
	registered []json.RawMessage,
) (menu []*discordgo.ApplicationCommand, entry json.RawMessage, err error) {
	for _, text := range registered {
		var c discordgo.ApplicationCommand
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, nil, err
		}
		if c.Type == entryPoint {
			entry = text
			continue
		}
		menu = append(menu, &c)
	}
	return menu, entry, nil
}

// renderEntry returns the entry point to register, and whether it differs from the registered one.
// If a command of the menu opens the page, the bot takes the entry point over; otherwise it stays
// as it is, present or not.
func renderEntry(registered json.RawMessage, menu []chat.MenuCommand) (entry any, changed bool, err error) {
	i := slices.IndexFunc(menu, func(c chat.MenuCommand) bool { return c.Page })
	if i < 0 || registered == nil {
		return registered, false, nil
	}
	var have entryCommand
	if err := json.Unmarshal(registered, &have); err != nil {
		return nil, false, err
	}
	want := entryCommand{
		ID:      have.ID,
		Type:    entryPoint,
		Handler: byBot,
		Name:    menu[i].Name,
	}
	want.Description, want.Translations = localize(menu[i].About, menu[i].Name, localesOf(menu))
	return want, !reflect.DeepEqual(have, want), nil
}

// registeredCommands returns the address of an application's global commands.
func registeredCommands(app string) string {
	return discordgo.EndpointApplicationGlobalCommands(app) + "?with_localizations=true"
}

// sameMenu reports whether the registered commands are those wanted, in any order. Discord
// adds fields of its own.
func sameMenu(have, want []*discordgo.ApplicationCommand) bool {
	if len(have) != len(want) {
		return false
	}
	byName := make(map[string]*discordgo.ApplicationCommand, len(have))
	for _, c := range have {
		byName[c.Name] = &discordgo.ApplicationCommand{
			Type:                     c.Type,
			Name:                     c.Name,
			Description:              c.Description,
			DescriptionLocalizations: c.DescriptionLocalizations,
			IntegrationTypes:         c.IntegrationTypes,
			Contexts:                 c.Contexts,
			Options:                  withoutEmptyLists(c.Options),
		}
	}
	for _, c := range want {
		a, errA := json.Marshal(byName[c.Name])
		b, errB := json.Marshal(c)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			return false
		}
	}
	return true
}

// withoutEmptyLists returns registered options as they were sent: Discord may give back an empty list where nothing
// was.
func withoutEmptyLists(options []*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption {
	if len(options) == 0 {
		return nil
	}
	for _, o := range options {
		o.Options = withoutEmptyLists(o.Options)
		if len(o.Choices) == 0 {
			o.Choices = nil
		}
	}
	return options
}

// rights are the rights that the bot uses, and that an invitation asks for. Replies and reactions to
// messages need the message history. Without the right to attach files, pictures are left out.
var rights = []struct {
	name string
	bit  int64
}{
	{"View Channels", discordgo.PermissionViewChannel},
	{"Send Messages", discordgo.PermissionSendMessages},
	{"Send Messages in Threads", discordgo.PermissionSendMessagesInThreads},
	{"Embed Links", discordgo.PermissionEmbedLinks},
	{"Attach Files", discordgo.PermissionAttachFiles},
	{"Read Message History", discordgo.PermissionReadMessageHistory},
	{"Add Reactions", discordgo.PermissionAddReactions},
}

// invite returns a link that adds an application's bot to a server.
func invite(app string) string {
	permissions := int64(0)
	for _, r := range rights {
		permissions |= r.bit
	}
	const format = "https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d"
	return fmt.Sprintf(format, app, permissions)
}
