package telegram

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

type menuEntry struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

// scopes are the places that have a menu of their own. In a private chat
// everyone is an administrator.
var scopes = []struct {
	json  string
	admin bool
}{
	{`{"type":"default"}`, false},
	{`{"type":"all_private_chats"}`, true},
	{`{"type":"all_chat_administrators"}`, true},
}

// register puts the commands into people's menus. The bot works without, so a
// failure is only logged.
func (f *FrontEnd) register(ctx context.Context, menu []bot.MenuCommand) {
	alias := false
	for _, s := range scopes {
		for i, locale := range bot.Locales {
			language, ok := languageOf(i)
			if !ok {
				continue
			}
			err := f.setCommands(ctx, entries(menu, locale, s.admin, alias), s.json, language)
			// The manual's rule allows a name of digits, but one refused name
			// refuses the whole list.
			if err != nil && !alias && strings.Contains(err.Error(), "BOT_COMMAND_INVALID") {
				alias = true
				err = f.setCommands(ctx, entries(menu, locale, s.admin, alias), s.json, language)
			}
			if err != nil {
				if ctx.Err() == nil {
					f.log.Error("the command menu was not set", "err", err)
				}
				return
			}
		}
	}
}

// languageOf is what Telegram calls bot.Locales[i]: two letters, and none for
// the default. Of locales that differ only in their script the first is taken,
// as Telegram cannot tell them apart.
func languageOf(i int) (language string, ok bool) {
	if i == 0 {
		return "", true
	}
	language = bot.Locales[i][:2]
	for _, before := range bot.Locales[:i] {
		if before[:2] == language {
			return "", false
		}
	}
	return language, true
}

func (f *FrontEnd) setCommands(ctx context.Context, list []menuEntry, scope, language string) error {
	commands, err := json.Marshal(list)
	if err != nil {
		return err
	}
	p := tgbotapi.Params{"commands": string(commands), "scope": scope}
	p.AddNonEmpty("language_code", language)
	return f.insist(ctx, time.Time{}, func() error {
		_, err := f.call(ctx, "setMyCommands", p)
		return err
	})
}

func entries(menu []bot.MenuCommand, locale string, admin, alias bool) []menuEntry {
	list := []menuEntry{}
	for _, c := range menu {
		if c.Admin && !admin {
			continue
		}
		about := c.About[locale]
		if about == "" {
			about = c.About[bot.Locales[0]]
		}
		if about == "" {
			about = c.Name // a description may not be empty
		}
		name := c.Name
		if alias {
			name = aliasOf(name)
		}
		list = append(list, menuEntry{name, about})
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
