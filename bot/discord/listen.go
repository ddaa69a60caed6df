package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// A listener answers what comes without an interaction: messages written to the bot,
// and that it came into a server or was put out of one.
type listener struct {
	*responder
	me atomic.Pointer[string] // the bot's own ID; nil before it is known
}

// triesToTell is how often an answer is tried to be posted.
const triesToTell = 5

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
			l.answer(ctx, r, &m)
		}
	case "GUILD_CREATE":
		r, err := decodeJoined(e.RawData, *me, now)
		if err == nil {
			l.answer(ctx, r, nil)
		} else if !errors.Is(err, errNotNew) {
			l.log.Warn("discord: a server that cannot be read", "err", err)
		}
	case "GUILD_DELETE":
		if r, ok := decodeLeft(e.RawData, now); ok {
			l.answer(ctx, r, nil)
		}
	}
}

// answer has a request answered in the order of events in its channel, and the reply
// delivered in the same order. m is the message that is replied to, if any.
func (l *listener) answer(ctx context.Context, r chat.Request, m *written) {
	channel := channelOf(r.Place)
	l.answering.Add(channel, func() {
		reply := l.broker.Broken(r.Locale)
		answered := chat.Guard(l.log, r.Key, func() {
			if m != nil && m.GuildID != "" && l.h.NeedsRole(r.Input) {
				r.Person.Role = l.roleOf(ctx, m)
			}
			reply = l.h.Answer(ctx, r)
		})
		l.delivering.Add(channel, func() {
			chat.Guard(l.log, r.Key, func() { l.tell(ctx, r, reply, m, answered) })
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

// tell shows a reply in the channel. answered is false of an apology.
func (l *listener) tell(ctx context.Context, r chat.Request, reply chat.Reply, m *written, answered bool) {
	secret := reply.ShownToOthers(r.Place)
	switch {
	case reply.Silent:
		return
	case secret && reply.Otherwise != nil:
		reply = *reply.Otherwise
	case secret:
		reply = l.broker.Elsewhere(r.Locale)
	}
	if m != nil && reply.Remove && m.GuildID != "" {
		l.remove(ctx, m)
	}
	var made chat.Message
	again := func(err error, _ time.Duration) bool {
		var wanted *chat.RetryError
		var failed *fault
		return errors.As(err, &wanted) || errors.As(err, &failed) && (failed.status == 0 || failed.status >= http.StatusInternalServerError)
	}
	err := chat.Retry(ctx, retry.WithMaxRetries(triesToTell-1, chat.Backoff(shortestPause, longestTurn)), again, func() (err error) {
		made, err = l.post(ctx, r, reply, m)
		return err
	})
	switch {
	case err != nil:
		l.log.Error("discord: a reply was not delivered", "key", r.Key, "err", err)
	case answered && !secret:
		l.h.Delivered(ctx, r.Key, made)
	}
}

// post posts a reply, in a server as one to the person's message, or edits the
// message that was replied to.
func (l *listener) post(ctx context.Context, r chat.Request, reply chat.Reply, m *written) (chat.Message, error) {
	if source := r.Input.Source; reply.Edit && !source.IsZero() {
		return source, l.Edit(ctx, source, reply)
	}
	out := render(reply, l.commandIDs())
	out.Nonce, out.EnforceNonce = shortNonce(r.Key), true
	if m != nil && m.GuildID != "" {
		must := false
		out.Reference = &discordgo.MessageReference{MessageID: m.ID, FailIfNotExists: &must}
	}
	channel := channelOf(r.Place)
	var made struct {
		ID string `json:"id"`
	}
	err := l.inTurn(ctx, channel, call{http.MethodPost, discordgo.EndpointChannelMessages(channel), out}, &made)
	return chat.Message{Place: r.Place, ID: made.ID}, err
}

// remove deletes what a person wrote, where the bot may.
func (l *listener) remove(ctx context.Context, m *written) {
	url := discordgo.EndpointChannelMessage(m.ChannelID, m.ID)
	if err := l.inTurn(ctx, m.ChannelID, call{http.MethodDelete, url, nil}, nil); err != nil {
		l.log.Info("discord: a message was not taken away", "err", err)
	}
}
