package telegram

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
	"golang.org/x/text/language"

	"reckon/bot/chat"
)

// scopes are the kinds of places that get the menu. The menu is set for each of them. If only the
// default menu were set, people would still see an old menu of a narrower scope.
var scopes = []tgbotapi.BotCommandScope{
	tgbotapi.NewBotCommandScopeDefault(),
	tgbotapi.NewBotCommandScopeAllPrivateChats(),
	tgbotapi.NewBotCommandScopeAllChatAdministrators(),
}

// register puts the commands into people's menus. If there is a page, the menu button of private
// chats opens it. The bot works without these, so a failure is only logged.
func (c *client) register(ctx context.Context, menu []chat.MenuCommand, page string) {
	if err := c.setMenuButton(ctx, menu, page); err != nil && ctx.Err() == nil {
		c.log.Error("the menu button was not set", "err", err)
	}
	err := c.setCommands(ctx, menu)
	// The manual allows names of digits. But if Telegram refuses one name, it refuses the whole
	// list.
	if err != nil && strings.Contains(err.Error(), "BOT_COMMAND_INVALID") {
		err = c.setCommands(ctx, withAliases(menu))
	}
	if err != nil && ctx.Err() == nil {
		c.log.Error("the command menu was not set", "err", err)
	}
}

func (c *client) setMenuButton(ctx context.Context, menu []chat.MenuCommand, page string) error {
	opens := map[string]any{"type": "default"}
	i := slices.IndexFunc(menu, func(m chat.MenuCommand) bool { return m.Page })
	if i >= 0 && page != "" {
		name := menu[i].Name
		opens = map[string]any{
			"type":    "web_app",
			"text":    strings.ToUpper(name[:1]) + name[1:],
			"web_app": webApp{page},
		}
	}
	p := tgbotapi.Params{}
	if err := p.AddInterface("menu_button", opens); err != nil {
		return err
	}
	return c.insist(ctx, nil, "setChatMenuButton", p)
}

// A menuLanguage is a language of the menu's texts, or of the profile's.
type menuLanguage struct {
	// code is Telegram's name of the language: two letters, or empty for the default.
	code string
	// tag is the BCP 47 tag of the texts.
	tag string
}

// languages returns the languages of texts as Telegram knows them. Telegram cannot tell apart
// languages that differ only in their script. Of those, it gets the texts of the more common one.
func languages(tags []string) []menuLanguage {
	list := []menuLanguage{{"", chat.DefaultLanguage}}
	done := map[string]bool{chat.DefaultLanguage: true}
	for _, tag := range tags {
		base, _ := language.Make(tag).Base()
		code := base.String()
		if done[code] || len(code) != 2 {
			continue
		}
		done[code] = true
		if best, ok := chat.LanguageFor(code, tags); ok {
			tag = best
		}
		list = append(list, menuLanguage{code, tag})
	}
	return list
}

// setCommands sets the commands of every scope in every language.
func (c *client) setCommands(ctx context.Context, menu []chat.MenuCommand) error {
	for _, scope := range scopes {
		for _, l := range languages(chat.Languages(menu)) {
			p := tgbotapi.Params{}
			p.AddNonEmpty("language_code", l.code)
			if err := p.AddInterface("commands", commands(menu, l.tag)); err != nil {
				return err
			}
			if err := p.AddInterface("scope", scope); err != nil {
				return err
			}
			if err := c.insist(ctx, nil, "setMyCommands", p); err != nil {
				return err
			}
		}
	}
	return nil
}

// aliasPrefix begins the alias of a command whose name begins with a digit.
const aliasPrefix = "game"

// withAliases returns a menu in which names that begin with a digit have a prefix.
func withAliases(menu []chat.MenuCommand) []chat.MenuCommand {
	menu = slices.Clone(menu)
	for i, c := range menu {
		if startsWithDigit(c.Name) {
			menu[i].Name = aliasPrefix + c.Name
		}
	}
	return menu
}

// listed returns the commands of a menu that Telegram's menus list.
func listed(menu []chat.MenuCommand) []chat.MenuCommand {
	return slices.DeleteFunc(chat.ListedCommands(menu), func(c chat.MenuCommand) bool { return c.Plain })
}

// A menuEntry is the library's type, with a newer field that we write. IsEphemeral means that in a group only the bot
// sees that somebody gives the command, and so may answer that person alone. Older servers ignore it.
type menuEntry struct {
	tgbotapi.BotCommand
	IsEphemeral bool `json:"is_ephemeral,omitempty"`
}

// commands returns the commands of a menu in a language.
func commands(menu []chat.MenuCommand, tag string) []menuEntry {
	list := []menuEntry{}
	for _, c := range listed(menu) {
		// Telegram refuses a command without a description.
		about := cmp.Or(c.About[tag], c.About[chat.DefaultLanguage], c.Name)
		list = append(list, menuEntry{tgbotapi.BotCommand{Command: c.Name, Description: about}, c.Secret})
	}
	return list
}

// trueName removes the prefix of an alias. People's clients keep old menus, so people may send an alias
// even if the menu has none now.
func trueName(name string) string {
	if rest, ok := strings.CutPrefix(name, aliasPrefix); ok && startsWithDigit(rest) {
		return rest
	}
	return name
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
