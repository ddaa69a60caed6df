package telegram

import (
	"context"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

// roleFor is how long a role is believed: long enough for a few presses in a
// row, short enough that a new administrator need not wonder.
const roleFor = time.Minute

type roleKey struct{ chat, player string }

type roleAt struct {
	role  bot.Role
	until time.Time
}

// roles remembers who may do what, for a minute.
type roles struct {
	mu sync.Mutex
	m  map[roleKey]roleAt
}

func newRoles() *roles { return &roles{m: map[roleKey]roleAt{}} }

func (r *roles) get(k roleKey, now time.Time) bot.Role {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.m[k]; now.Before(a.until) {
		return a.role
	}
	return bot.RoleUnknown
}

func (r *roles) put(k roleKey, role bot.Role, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, a := range r.m {
		if !now.Before(a.until) {
			delete(r.m, k)
		}
	}
	r.m[k] = roleAt{role, now.Add(roleFor)}
}

var roleOf = map[string]bot.Role{
	"creator":       bot.RoleAdmin,
	"administrator": bot.RoleAdmin,
	"member":        bot.RoleMember,
	"restricted":    bot.RoleMember,
	"left":          bot.RoleMember,
	"kicked":        bot.RoleMember,
}

// role asks Telegram what the player may do in the chat. If that cannot be
// learnt it is RoleUnknown, and the failure is logged.
func (f *FrontEnd) role(ctx context.Context, c bot.Chat, p bot.Player) bot.Role {
	k := roleKey{c.ID, p.ID}
	if role := f.roles.get(k, time.Now()); role != bot.RoleUnknown {
		return role
	}
	var m member
	err := f.callInto(ctx, &m, "getChatMember", tgbotapi.Params{"chat_id": c.ID, "user_id": p.ID})
	if err != nil {
		f.log.Warn("a player's role is unknown", "err", err)
		return bot.RoleUnknown
	}
	role := roleOf[m.Status]
	f.roles.put(k, role, time.Now())
	return role
}
