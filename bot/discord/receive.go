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

// A receiver takes in what Discord sends, by the gateway or by posts, while a Run lasts.
type receiver struct {
	rest      *rest
	broker    chat.Broker
	responses *responses
	handler   chat.Handler
	menu      []chat.MenuCommand

	// open means that events are taken in.
	open atomic.Bool
	// lanes are by channel.
	lanes chat.Lanes[string]
	// me is the bot's own ID; nil before it is known.
	me atomic.Pointer[string]

	// registering guards registered, which means that the commands are as wanted.
	registering sync.Mutex
	registered  bool
}

// event takes in an event of the gateway. It returns at once. work outlives ctx, the time
// in which the bot serves.
func (in *receiver) event(ctx, work context.Context, e *discordgo.Event, now time.Time) {
	switch e.Type {
	case "INTERACTION_CREATE":
		in.interaction(work, e.RawData, now)
		return
	case "READY":
		in.ready(ctx, e.RawData)
		return
	}
	me := in.me.Load()
	if !in.open.Load() || me == nil {
		return
	}
	switch e.Type {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		m, r, ok := decodeMessage(e.RawData, *me)
		// Discord also sends an update when it has looked at a link in a message.
		isUpdate := e.Type == "MESSAGE_UPDATE"
		isEdited := m.Edited != nil
		if ok && isUpdate == isEdited {
			in.message(work, r, m)
		}
	case "GUILD_CREATE":
		r, err := decodeJoined(e.RawData, *me, now)
		if errors.Is(err, errNoGreeting) {
			return
		}
		if err != nil {
			in.rest.log.Warn("discord: a server that cannot be read", "err", err)
			return
		}
		in.news(work, r)
	case "GUILD_DELETE":
		if r, ok := decodeLeft(e.RawData, now); ok {
			in.news(work, r)
		}
	}
}

// ready reads who the bot is, and registers its commands.
func (in *receiver) ready(ctx context.Context, raw []byte) {
	var ready struct {
		User        discordgo.User      `json:"user"`
		Application struct{ ID string } `json:"application"`
	}
	if err := json.Unmarshal(raw, &ready); err != nil || ready.Application.ID == "" {
		in.rest.log.Error("discord: the gateway did not name the application; commands are not registered", "err", err)
		return
	}
	in.me.Store(&ready.User.ID)
	go chat.Guard(in.rest.log, "menu", func() { in.register(ctx, ready.Application.ID) })
}

// added takes in that the bot was added to a server, when Discord posts that. The request is the same as
// by the gateway, so the server is greeted only once.
func (in *receiver) added(ctx, work context.Context, server string, now time.Time) error {
	me := *in.me.Load()
	g, err := in.guild(ctx, server, me)
	if chat.GoneBy(err) != "" {
		// Only the commands were added to the server, without the bot, or the bot has left again.
		return nil
	}
	if err != nil {
		return err
	}
	r, err := joinRequest(g, me, now)
	if err != nil {
		// The server is not new, or the bot may not write there.
		return nil
	}
	if in.open.Load() {
		in.news(work, r)
	}
	return nil
}

// guild asks Discord for a server as the gateway describes it to the bot.
func (in *receiver) guild(ctx context.Context, server, me string) (*discordgo.Guild, error) {
	var g discordgo.Guild
	if err := in.rest.get(ctx, discordgo.EndpointGuild(server), &g); err != nil {
		return nil, err
	}
	if err := in.rest.get(ctx, discordgo.EndpointGuildChannels(server), &g.Channels); err != nil {
		return nil, err
	}
	var member discordgo.Member
	if err := in.rest.get(ctx, discordgo.EndpointGuildMember(server, me), &member); err != nil {
		return nil, err
	}
	g.Members = []*discordgo.Member{&member}
	// Only the gateway says when the bot joined a server.
	if g.JoinedAt.IsZero() {
		g.JoinedAt = member.JoinedAt
	}
	return &g, nil
}

// interaction takes in an interaction. It returns at once: the interaction is handled in the order of
// events in its channel. But the 3 seconds for its first answer run from now on.
func (in *receiver) interaction(work context.Context, raw []byte, now time.Time) {
	chat.Guard(in.rest.log, "an event", func() { in.decodeInteraction(work, raw, now) })
}

func (in *receiver) decodeInteraction(work context.Context, raw []byte, now time.Time) {
	i, r, err := decode(raw)
	if !in.open.Load() || errors.Is(err, errOther) {
		return
	}
	x := newResponse(in.rest, i, now)
	isTyping := i.Type == discordgo.InteractionApplicationCommandAutocomplete
	if err != nil {
		in.rest.log.Error("discord: an interaction that cannot be read", "id", i.ID, "err", err)
		canAnswer := i.ID != "" && i.Token != ""
		if canAnswer && !isTyping {
			go chat.Guard(in.rest.log, "an apology", func() { in.apologize(work, x) })
		}
		return
	}
	if isTyping {
		go chat.Guard(in.rest.log, "completing", func() { in.complete(work, x, r) })
		return
	}
	if _, fresh := in.responses.add(x); !fresh {
		return
	}
	x.deferLater(work, guessPrivate(r.Input, in.menu))
	r.Event = i.event()
	in.lanes.Add(i.ChannelID, func(leave func()) {
		r.Leave = func() {
			leave()
			go chat.Guard(in.rest.log, "a search", func() { x.search(work) })
		}
		chat.Guard(in.rest.log, r.Key, func() { in.handler.Take(work, r) })
	})
}

// apologize tells a person that their interaction could not be read.
func (in *receiver) apologize(ctx context.Context, x *response) {
	reply := in.broker.Broken(x.exchange.interaction.Locale)
	reply.Audience = chat.Asker
	reply.Edit = false
	if _, err := x.deliver(ctx, reply); err != nil {
		id := x.exchange.interaction.ID
		in.rest.log.Error("discord: a person could not be told of a failure", "id", id, "err", err)
	}
}

// guessPrivate reports whether the reply to an input will probably be for the person alone. A deferral
// has to say that before there is a reply. guessPrivate is true for an answer to a puzzle: a text in a
// form or in a required argument.
func guessPrivate(in chat.Input, menu []chat.MenuCommand) bool {
	if in.Kind == chat.Submit {
		return true
	}
	if in.Kind != chat.Command {
		return false
	}
	for _, c := range menu {
		if c.Name != in.Name {
			continue
		}
		takesAnswer := slices.ContainsFunc(c.Args, func(a chat.MenuArg) bool {
			return a.Required && len(a.Choices) == 0
		})
		if c.Alone || takesAnswer {
			return true
		}
	}
	return false
}

// message hands on a request that came as a message. The request is handled in the order of events in its
// channel.
func (in *receiver) message(work context.Context, r chat.Request, m userMessage) {
	r.Event = event{
		interaction: interaction{GuildID: m.GuildID, ChannelID: m.ChannelID},
		Written:     m.ID,
		Source:      r.Input.Source.ID,
		Edited:      m.Edited != nil,
	}.encode()
	in.lanes.Add(cmp.Or(r.Place.Channel, r.Place.Community), func(leave func()) {
		searches, done := context.WithCancel(work)
		defer done()
		r.Leave = func() {
			leave()
			go in.showTyping(searches, m.ChannelID)
		}
		chat.Guard(in.rest.log, r.Key, func() {
			if m.GuildID != "" && in.handler.NeedsRole(work, r) {
				r.Person.Role = in.roleOf(work, m)
			}
			in.handler.Take(work, r)
		})
	})
}

// showTyping shows that the bot types until ctx ends, because a search that a message asked for takes long. As it is only
// a courtesy, a failure ends it, too.
func (in *receiver) showTyping(ctx context.Context, channel string) {
	typing := call{method: http.MethodPost, url: discordgo.EndpointChannelTyping(channel)}
	wait := in.rest.timing.typesAfter
	for chat.Pause(ctx, wait) {
		if err := in.rest.do(ctx, typing, nil); err != nil {
			return
		}
		wait = typesFor
	}
}

// news hands on a request about a server. The request is handled in the order of events in its channel.
func (in *receiver) news(work context.Context, r chat.Request) {
	r.Event = []byte("{}")
	in.lanes.Add(cmp.Or(r.Place.Channel, r.Place.Community), func(leave func()) {
		r.Leave = leave
		isGreeted := r.Input.Kind == chat.Joined
		if isGreeted {
			in.rest.awaitNames(work)
		}
		chat.Guard(in.rest.log, r.Key, func() { in.handler.Take(work, r) })
	})
}

// awaitNames waits for a while until the IDs of the commands are known. Without them a greeting would have /help as
// plain text, which nobody can tap. When the bot starts, servers come while its commands are being registered.
func (c *rest) awaitNames(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, c.timing.naming)
	defer cancel()
	select {
	case <-c.named:
	case <-ctx.Done():
	}
}

// roleOf asks Discord for a person's role, which a message does not carry.
func (in *receiver) roleOf(ctx context.Context, m userMessage) chat.Role {
	var g discordgo.Guild
	if err := in.rest.get(ctx, discordgo.EndpointGuild(m.GuildID), &g); err != nil {
		in.rest.log.Warn("discord: a person's role is not known", "err", err)
		return chat.RoleUnknown
	}
	if m.Member == nil {
		return chat.RoleMember
	}
	if g.OwnerID == m.Author.ID {
		return chat.RoleAdmin
	}
	const administers = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild
	for _, r := range g.Roles {
		// Everybody has the role that has the server's own ID.
		isTheirs := r.ID == g.ID || slices.Contains(m.Member.Roles, r.ID)
		if isTheirs && r.Permissions&administers != 0 {
			return chat.RoleAdmin
		}
	}
	return chat.RoleMember
}

// complete offers values for the option that the person is typing. It tries only once, because the next
// key brings the next interaction.
func (in *receiver) complete(ctx context.Context, x *response, r chat.Request) {
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(in.rest.timing.firstBy))
	defer cancel()
	choices := renderChoices(in.handler.Complete(ctx, r), isNumber(r.Input, in.menu))
	offer := x.exchange.first(
		discordgo.InteractionApplicationCommandAutocompleteResult,
		map[string]any{"choices": choices},
	)
	err := in.rest.do(ctx, offer.call, nil)
	if err != nil && !isCode(err, codeAcknowledged) {
		in.rest.log.Info("discord: values were not offered", "id", x.exchange.interaction.ID, "err", err)
	}
}

// isNumber reports whether the option that is being typed is a whole number.
func isNumber(in chat.Input, menu []chat.MenuCommand) bool {
	for _, c := range menu {
		for _, a := range c.Args {
			if c.Name == in.Name && a.Name == in.Arg && a.Whole != nil {
				return true
			}
		}
	}
	return false
}

// register registers the commands of the menu. Once it has succeeded, it does nothing.
func (in *receiver) register(ctx context.Context, application string) {
	in.registering.Lock()
	defer in.registering.Unlock()
	if in.registered {
		return
	}
	in.rest.app.Store(&application)
	changed := false
	const complaint = "discord: registering commands"
	err := chat.Insist(ctx, in.rest.timing.registering(), in.rest.log.Warn, complaint, nil, func() error {
		var err error
		changed, err = in.registerCommands(ctx, application)
		return err
	})
	if err != nil {
		in.rest.log.Error("discord: commands are not registered", "err", err)
		return
	}
	in.registered = true
	in.registerFigures(ctx, application)
	in.rest.log.Info("discord: commands are registered",
		"commands", len(chat.ListedCommands(in.menu)), "changed", changed, "invite", invite(application))
}

// registerCommands writes the commands only if they differ, since Discord allows few changes a day.
// It reports whether they differed.
func (in *receiver) registerCommands(ctx context.Context, application string) (changed bool, err error) {
	var registered []json.RawMessage
	if err := in.rest.reach(ctx, registeredCommands(application), &registered); err != nil {
		return false, err
	}
	have, entry, err := splitCommands(registered)
	if err != nil {
		return false, err
	}
	wantEntry, changed, err := renderEntry(entry, in.menu)
	if err != nil {
		return false, err
	}
	want := renderMenu(in.menu)
	if !sameMenu(have, want) {
		changed = true
	}
	if changed {
		all := make([]any, 0, len(want)+1)
		for _, c := range want {
			all = append(all, c)
		}
		if entry != nil {
			all = append(all, wantEntry)
		}
		have = nil
		write := call{http.MethodPut, discordgo.EndpointApplicationGlobalCommands(application), all}
		if err := in.rest.do(ctx, write, &have); err != nil {
			return true, err
		}
	}
	ids := make(commandIDs, len(have))
	for _, c := range have {
		ids[c.Name] = c.ID
	}
	isFirst := in.rest.commands.Swap(&ids) == nil
	if isFirst {
		close(in.rest.named)
	}
	in.rest.activity.Store(in.rest.hasPage && entry != nil)
	return changed, nil
}

// registerFigures registers the fields of the figures, if there is a page on which people can agree to
// show theirs.
func (in *receiver) registerFigures(ctx context.Context, application string) {
	if len(in.rest.figures) == 0 {
		return
	}
	const complaint = "discord: registering figures for roles"
	err := chat.Insist(ctx, in.rest.timing.registering(), in.rest.log.Warn, complaint, nil, func() error {
		return in.writeFields(ctx, application)
	})
	if err != nil && ctx.Err() == nil {
		in.rest.log.Error("discord: figures for roles are not registered", "err", err)
	}
}

// writeFields writes the fields of the figures only if they differ.
func (in *receiver) writeFields(ctx context.Context, application string) error {
	want, err := json.Marshal(renderFigures(in.rest.figures, localesOf(in.menu)))
	if err != nil {
		return err
	}
	address := discordgo.EndpointApplicationRoleConnectionMetadata(application)
	var fields []*discordgo.ApplicationRoleConnectionMetadata
	if err := in.rest.reach(ctx, address, &fields); err != nil {
		return err
	}
	have, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	if string(have) == string(want) {
		return nil
	}
	return in.rest.do(ctx, call{http.MethodPut, address, json.RawMessage(want)}, nil)
}
