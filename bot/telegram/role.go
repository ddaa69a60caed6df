package telegram

import (
	"context"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

var roleOf = map[string]chat.Role{
	"creator":       chat.RoleAdmin,
	"administrator": chat.RoleAdmin,
	"member":        chat.RoleMember,
	"restricted":    chat.RoleMember,
	"left":          chat.RoleMember,
	"kicked":        chat.RoleMember,
}

// role asks Telegram what a person may do in a chat, each time: it is asked
// seldom, and who has just been made an administrator should not have to wait.
// If it cannot be learnt it is RoleUnknown, and the failure is logged.
func (c *client) role(ctx context.Context, p chat.Place, who chat.Person) chat.Role {
	var m tgbotapi.ChatMember
	err := c.callInto(ctx, &m, "getChatMember", tgbotapi.Params{"chat_id": p.Community, "user_id": who.ID})
	if err != nil {
		c.log.Warn("a person's role is unknown", "err", err)
		return chat.RoleUnknown
	}
	return roleOf[m.Status]
}
