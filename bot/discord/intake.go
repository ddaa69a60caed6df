package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An intake takes in what Discord sends, by the gateway or by posts, while a Run lasts.
type intake struct {
	rest      *rest
	broker    chat.Broker
	responses *responses
	handler   chat.Handler
	menu      []chat.MenuCommand

	open  atomic.Bool            // events are taken in
	lanes chat.Lanes[string]     // by channel
	me    atomic.Pointer[string] // the bot's own ID; nil before it is known

	registering sync.Mutex // guards registered
	registered  bool       // the commands are as wanted
}

// event takes in an event of the gateway. It returns at once. work outlives ctx, the time
// in which the bot serves.
func (in *intake) event(ctx, work context.Context, e *discordgo.Event, now time.Time) {
	me := in.me.Load()
	switch e.Type {
	case "INTERACTION_CREATE":
		in.interaction(work, e.RawData, now)
		return
	case "READY":
		var r struct {
			User        discordgo.User      `json:"user"`
			Application struct{ ID string } `json:"application"`
		}
		if err := json.Unmarshal(e.RawData, &r); err != nil || r.Application.ID == "" {
			in.rest.log.Error("discord: the gateway did not name the application; commands are not registered", "err", err)
			return
		}
		in.me.Store(&r.User.ID)
		go chat.Guard(in.rest.log, "menu", func() { in.register(ctx, r.Application.ID) })
		return
	}
	if !in.open.Load() || me == nil {
		return
	}
	switch e.Type {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE": // a message is updated, too, when a link in it has been looked at
		if m, r, ok := decodeMessage(e.RawData, *me); ok && (m.Edited != nil) == (e.Type == "MESSAGE_UPDATE") {
			in.take(work, r, &m)
		}
	case "GUILD_CREATE":
		r, err := decodeJoined(e.RawData, *me, now)
		if err == nil {
			in.take(work, r, nil)
		} else if !errors.Is(err, errNotNew) {
			in.rest.log.Warn("discord: a server that cannot be read", "err", err)
		}
	case "GUILD_DELETE":
		if r, ok := decodeLeft(e.RawData, now); ok {
			in.take(work, r, nil)
		}
	}
}

// added takes in that the bot was added to a server, where no gateway describes it. The request is
// the one that would come of the gateway, so the server is greeted once.
func (in *intake) added(ctx, work context.Context, server string, now time.Time) error {
	var g discordgo.Guild
	var me discordgo.Member
	err := in.rest.get(ctx, discordgo.EndpointGuild(server), &g)
	if err == nil {
		err = in.rest.get(ctx, discordgo.EndpointGuildChannels(server), &g.Channels)
	}
	if err == nil {
		err = in.rest.get(ctx, discordgo.EndpointGuildMember(server, *in.me.Load()), &me)
	}
	if err != nil {
		if chat.GoneBy(err) != "" { // its commands were added without the bot, or it has left again
			return nil
		}
		return err
	}
	g.Members = []*discordgo.Member{&me}
	if g.JoinedAt.IsZero() { // the gateway alone names it
		g.JoinedAt = me.JoinedAt
	}
	r, err := joined(&g, *in.me.Load(), now)
	if err == nil && in.open.Load() {
		in.take(work, r, nil)
	}
	return nil
}

// interaction takes in an interaction. It returns at once: the interaction is handled in the
// order of events in its channel, but its clock runs from now on.
func (in *intake) interaction(work context.Context, raw []byte, now time.Time) {
	chat.Guard(in.rest.log, "an event", func() {
		i, r, err := decode(raw)
		if !in.open.Load() || errors.Is(err, errOther) {
			return
		}
		x := newResponse(in.rest, i, now)
		switch {
		case i.Type == discordgo.InteractionApplicationCommandAutocomplete && err == nil:
			go chat.Guard(in.rest.log, "completing", func() { in.complete(work, x, r) })
		case err != nil:
			in.rest.log.Error("discord: an interaction that cannot be read", "id", i.ID, "err", err)
			if i.ID != "" && i.Token != "" && i.Type != discordgo.InteractionApplicationCommandAutocomplete {
				go chat.Guard(in.rest.log, "an apology", func() {
					reply := in.broker.Broken(i.Locale)
					reply.Audience, reply.Edit = chat.Asker, false
					if _, err := x.deliver(work, reply); err != nil {
						in.rest.log.Error("discord: a person could not be told of a failure", "id", i.ID, "err", err)
					}
				})
			}
		default:
			if _, fresh := in.responses.keep(x); !fresh {
				return
			}
			x.deferLater(work, guessPrivate(r.Input, in.menu))
			r.Event = i.event()
			in.lanes.Add(i.ChannelID, func(leave func()) {
				r.Leave = leave
				chat.Guard(in.rest.log, r.Key, func() { in.handler.Take(work, r) })
			})
		}
	})
}

// guessPrivate reports whether the reply to an input will most likely be for the person
// alone. A deferral must say so before there is a reply. Typed text, in a form or in a
// required argument, is an answer to a puzzle.
func guessPrivate(in chat.Input, menu []chat.MenuCommand) bool {
	if in.Kind == chat.Submit {
		return true
	}
	return slices.ContainsFunc(menu, func(c chat.MenuCommand) bool {
		typed := func(a chat.MenuArg) bool { return a.Required && len(a.Choices) == 0 }
		return in.Kind == chat.Command && c.Name == in.Name && (c.Alone || slices.ContainsFunc(c.Args, typed))
	})
}

// take has a request handled in the order of events in its channel. m is the message it
// came as; nil for news about a server.
func (in *intake) take(work context.Context, r chat.Request, m *written) {
	r.Event = []byte("{}")
	if m != nil {
		r.Event = event{interaction{GuildID: m.GuildID, ChannelID: m.ChannelID}, m.ID, r.Input.Source.ID, m.Edited != nil}.write()
	}
	in.lanes.Add(cmp.Or(r.Place.Channel, r.Place.Community), func(leave func()) {
		r.Leave = leave
		chat.Guard(in.rest.log, r.Key, func() {
			if m != nil && m.GuildID != "" && in.handler.NeedsRole(work, r) {
				r.Person.Role = in.roleOf(work, m)
			}
			in.handler.Take(work, r)
		})
	})
}

// roleOf asks Discord for a person's role, which a message does not carry.
func (in *intake) roleOf(ctx context.Context, m *written) chat.Role {
	var g discordgo.Guild
	if err := in.rest.get(ctx, discordgo.EndpointGuild(m.GuildID), &g); err != nil {
		in.rest.log.Warn("discord: a person's role is not known", "err", err)
		return chat.RoleUnknown
	}
	administers := func(r *discordgo.Role) bool {
		mine := r.ID == g.ID || slices.Contains(m.Member.Roles, r.ID)
		return mine && r.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0
	}
	if m.Member != nil && (g.OwnerID == m.Author.ID || slices.ContainsFunc(g.Roles, administers)) {
		return chat.RoleAdmin
	}
	return chat.RoleMember
}

// complete offers values for the option that is being typed. It tries once: the next key
// brings the next question.
func (in *intake) complete(ctx context.Context, x *response, r chat.Request) {
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(in.rest.timing.firstBy))
	defer cancel()
	number := slices.ContainsFunc(in.menu, func(c chat.MenuCommand) bool {
		return c.Name == r.Input.Name && slices.ContainsFunc(c.Args, func(a chat.MenuArg) bool { return a.Name == r.Input.Arg && a.Whole != nil })
	})
	offered := map[string]any{"choices": renderChoices(in.handler.Complete(ctx, r), number)}
	err := in.rest.do(ctx, x.shown.first(discordgo.InteractionApplicationCommandAutocompleteResult, offered).call, nil)
	if err != nil && !isCode(err, codeAcknowledged) {
		in.rest.log.Info("discord: values were not offered", "id", x.shown.i.ID, "err", err)
	}
}

// register makes the registered commands those of the menu. It writes them only if they
// differ, since Discord allows few changes a day, and does nothing once it has succeeded.
func (in *intake) register(ctx context.Context, application string) {
	in.registering.Lock()
	defer in.registering.Unlock()
	if in.registered {
		return
	}
	in.rest.app.Store(&application)
	changed := false
	err := chat.Insist(ctx, in.rest.timing.registering(), in.rest.log.Warn, "discord: registering commands", nil, func() error {
		var all []json.RawMessage
		if err := in.rest.reach(ctx, registeredCommands(application), &all); err != nil {
			return err
		}
		have, registered, err := parted(all)
		if err != nil {
			return err
		}
		opens, changes, err := renderEntry(registered, in.menu)
		if err != nil {
			return err
		}
		want := renderMenu(in.menu)
		if changed = changes || !sameMenu(have, want); changed {
			write := make([]any, 0, len(want)+1)
			for _, c := range want {
				write = append(write, c)
			}
			if registered != nil {
				write = append(write, opens)
			}
			have = nil
			if err := in.rest.do(ctx, call{http.MethodPut, discordgo.EndpointApplicationGlobalCommands(application), write}, &have); err != nil {
				return err
			}
		}
		ids := make(commandIDs, len(have))
		for _, c := range have {
			ids[c.Name] = c.ID
		}
		in.rest.registered.Store(&ids)
		in.rest.activity.Store(in.rest.page && registered != nil)
		return nil
	})
	if err != nil {
		in.rest.log.Error("discord: commands are not registered", "err", err)
		return
	}
	in.registered = true
	in.registerFigures(ctx, application)
	in.rest.log.Info("discord: commands are registered", "commands", len(in.menu), "changed", changed, "invite", invite(application))
}

// registerFigures makes the registered fields those of the figures, if people can agree to show
// theirs. It writes them only if they differ.
func (in *intake) registerFigures(ctx context.Context, application string) {
	if len(in.rest.figures) == 0 {
		return
	}
	at := discordgo.EndpointApplicationRoleConnectionMetadata(application)
	want, err := json.Marshal(renderFigures(in.rest.figures, localesOf(in.menu)))
	if err == nil {
		err = chat.Insist(ctx, in.rest.timing.registering(), in.rest.log.Warn, "discord: registering figures for roles", nil, func() error {
			var have []*discordgo.ApplicationRoleConnectionMetadata
			if err := in.rest.reach(ctx, at, &have); err != nil {
				return err
			}
			if is, err := json.Marshal(have); err == nil && string(is) == string(want) {
				return nil
			}
			return in.rest.do(ctx, call{http.MethodPut, at, json.RawMessage(want)}, nil)
		})
	}
	if err != nil && ctx.Err() == nil {
		in.rest.log.Error("discord: figures for roles are not registered", "err", err)
	}
}
