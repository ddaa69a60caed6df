package telegram

import (
	"context"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

var roleOf = map[string]bot.Role{
	"creator":       bot.RoleAdmin,
	"administrator": bot.RoleAdmin,
	"member":        bot.RoleMember,
	"restricted":    bot.RoleMember,
	"left":          bot.RoleMember,
	"kicked":        bot.RoleMember,
}

// role asks Telegram what the player may do in the chat, each time: it is asked
// seldom, and who has just been made an administrator should not have to wait.
// If it cannot be learnt it is RoleUnknown, and the failure is logged.
func (f *FrontEnd) role(ctx context.Context, c bot.Chat, p bot.Player) bot.Role {
	var m member
	err := f.callInto(ctx, &m, "getChatMember", tgbotapi.Params{"chat_id": c.ID, "user_id": p.ID})
	if err != nil {
		f.log.Warn("a player's role is unknown", "err", err)
		return bot.RoleUnknown
	}
	return roleOf[m.Status]
}
