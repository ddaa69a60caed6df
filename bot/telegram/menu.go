package telegram

import (
	"cmp"
	"context"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
	"golang.org/x/text/language"

	"reckon/bot/chat"
)

// scopes are the places that have a menu of their own. In a private chat
// everyone is an administrator.
var scopes = []struct {
	tgbotapi.BotCommandScope
	admin bool
}{
	{tgbotapi.NewBotCommandScopeDefault(), false},
	{tgbotapi.NewBotCommandScopeAllPrivateChats(), true},
	{tgbotapi.NewBotCommandScopeAllChatAdministrators(), true},
}

// register puts the commands into people's menus. The bot works without, so a
// failure is only logged.
func (c *client) register(ctx context.Context, menu []chat.MenuCommand) {
	languages := menuLanguages(menu)
	alias := false
	for _, s := range scopes {
		for _, l := range languages {
			err := c.setCommands(ctx, commands(menu, l.tag, s.admin, alias), s.BotCommandScope, l.code)
			// The manual's rule allows a name of digits, but one refused name
			// refuses the whole list.
			if err != nil && !alias && strings.Contains(err.Error(), "BOT_COMMAND_INVALID") {
				alias = true
				err = c.setCommands(ctx, commands(menu, l.tag, s.admin, alias), s.BotCommandScope, l.code)
			}
			if err != nil {
				if ctx.Err() == nil {
					c.log.Error("the command menu was not set", "err", err)
				}
				return
			}
		}
	}
}

// A menuLanguage is a language of the menu's texts.
type menuLanguage struct {
	code string // Telegram's: two letters, or none for the default
	tag  string // the menu's
}

// menuLanguages are the languages in which the menu is registered. Telegram
// cannot tell apart what differs only in its script: the more common one is
// taken.
func menuLanguages(menu []chat.MenuCommand) []menuLanguage {
	tags := chat.Languages(menu)
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

func (c *client) setCommands(ctx context.Context, list []tgbotapi.BotCommand, scope tgbotapi.BotCommandScope, code string) error {
	r := tgbotapi.NewSetMyCommandsWithScopeAndLanguage(scope, code, list...)
	return c.insist(ctx, func() error { return c.request(ctx, "setMyCommands", r) })
}

func commands(menu []chat.MenuCommand, tag string, admin, alias bool) []tgbotapi.BotCommand {
	list := []tgbotapi.BotCommand{}
	for _, c := range menu {
		if c.Admin && !admin {
			continue
		}
		name := c.Name
		if alias {
			name = aliasOf(name)
		}
		about := cmp.Or(c.About[tag], c.About[chat.DefaultLanguage], c.Name) // it may not be empty
		list = append(list, tgbotapi.BotCommand{Command: name, Description: about})
	}
	return list
}

const aliasPrefix = "game"

// aliasOf is another name for a command that begins with a digit.
func aliasOf(name string) string {
	if startsWithDigit(name) {
		return aliasPrefix + name
	}
	return name
}

// trueName undoes aliasOf, whether or not the alias is in use: old menus live on
// in people's clients.
func trueName(name string) string {
	if rest, ok := strings.CutPrefix(name, aliasPrefix); ok && startsWithDigit(rest) {
		return rest
	}
	return name
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
