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

// scopes are the places that get the menu. All of them are set, since Telegram prefers an
// older menu of a narrower scope to a new one of the default.
var scopes = []tgbotapi.BotCommandScope{
	tgbotapi.NewBotCommandScopeDefault(),
	tgbotapi.NewBotCommandScopeAllPrivateChats(),
	tgbotapi.NewBotCommandScopeAllChatAdministrators(),
}

// register puts the commands into people's menus, and the page, if there is one, into the menu
// button of private chats. The bot works without, so a failure is only logged.
func (c *client) register(ctx context.Context, menu []chat.MenuCommand, page string) {
	if err := c.setMenuButton(ctx, menu, page); err != nil && ctx.Err() == nil {
		c.log.Error("the menu button was not set", "err", err)
	}
	err := c.setCommands(ctx, menu, false)
	// The manual's rule allows a name of digits, but one refused name refuses the whole list.
	if err != nil && strings.Contains(err.Error(), "BOT_COMMAND_INVALID") {
		err = c.setCommands(ctx, menu, true)
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
	// code is Telegram's: two letters, or empty for the default.
	code string
	// tag is the texts'.
	tag string
}

// languages returns those of texts as Telegram knows them. It cannot tell apart languages that
// differ only in their script: the more common one is taken.
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
func (c *client) setCommands(ctx context.Context, menu []chat.MenuCommand, alias bool) error {
	for _, scope := range scopes {
		for _, l := range languages(chat.Languages(menu)) {
			p := tgbotapi.Params{}
			p.AddNonEmpty("language_code", l.code)
			if err := p.AddInterface("commands", commands(menu, l.tag, alias)); err != nil {
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

const aliasPrefix = "game"

// commands lists those of a menu in a language. With alias, names that begin with a digit
// get a prefix.
func commands(menu []chat.MenuCommand, tag string, alias bool) []tgbotapi.BotCommand {
	list := []tgbotapi.BotCommand{}
	for _, c := range menu {
		name := c.Name
		if alias && startsWithDigit(name) {
			name = aliasPrefix + name
		}
		// Telegram refuses a command without a description.
		about := cmp.Or(c.About[tag], c.About[chat.DefaultLanguage], c.Name)
		list = append(list, tgbotapi.BotCommand{Command: name, Description: about})
	}
	return list
}

// trueName removes the prefix of an alias, whether or not the bot uses aliases now:
// people's clients keep old menus.
func trueName(name string) string {
	if rest, ok := strings.CutPrefix(name, aliasPrefix); ok && startsWithDigit(rest) {
		return rest
	}
	return name
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
