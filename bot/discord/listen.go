package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// A listener takes in what comes without an interaction: messages written to the bot,
// and that it came into a server or was put out of one.
type listener struct {
	*responder
	me atomic.Pointer[string] // the bot's own ID; nil before it is known
}

// ready reads who the bot is.
func (l *listener) ready(raw json.RawMessage) {
	var r struct {
		User user `json:"user"`
	}
	if err := json.Unmarshal(raw, &r); err == nil {
		l.me.Store(&r.User.ID)
	}
}

// hear takes in an event. It returns at once.
func (l *listener) hear(ctx context.Context, e *discordgo.Event, now time.Time) {
	me := l.me.Load()
	if !l.taking.Load() || me == nil {
		return
	}
	switch e.Type {
	case "MESSAGE_CREATE":
		if m, r, ok := decodeMessage(e.RawData, *me); ok {
			l.take(ctx, r, &m)
		}
	case "GUILD_CREATE":
		r, err := decodeJoined(e.RawData, *me, now)
		if err == nil {
			l.take(ctx, r, nil)
		} else if !errors.Is(err, errNotNew) {
			l.log.Warn("discord: a server that cannot be read", "err", err)
		}
	case "GUILD_DELETE":
		if r, ok := decodeLeft(e.RawData, now); ok {
			l.take(ctx, r, nil)
		}
	}
}

// take has a request carried out in the order of events in its channel. m is the
// message that it was, if any.
func (l *listener) take(ctx context.Context, r chat.Request, m *written) {
	r.Event = []byte("{}")
	if m != nil {
		r.Event = m.event(r.Input.Source)
	}
	l.lanes.Add(channelOf(r.Place), func() {
		chat.Guard(l.log, r.Key, func() {
			if m != nil && m.GuildID != "" && l.h.NeedsRole(ctx, r) {
				r.Person.Role = l.roleOf(ctx, m)
			}
			l.h.Take(ctx, r)
		})
	})
}

// roleOf asks Discord what a person may do, which a message does not say.
func (l *listener) roleOf(ctx context.Context, m *written) chat.Role {
	url := discordgo.EndpointGuild(m.GuildID)
	var g discordgo.Guild
	if err := l.inTurn(ctx, url, call{http.MethodGet, url, nil}, &g); err != nil {
		l.log.Warn("discord: what a person may do is not known", "err", err)
		return chat.RoleUnknown
	}
	if m.Member != nil && isAdmin(&g, m.Author.ID, m.Member.Roles) {
		return chat.RoleAdmin
	}
	return chat.RoleMember
}
