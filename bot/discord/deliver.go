package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Lane implements chat.FrontEnd: what is posted in a channel is in order; the
// answer to an interaction waits for none.
func (f *FrontEnd) Lane(d chat.Delivery) string {
	if i, _, err := readEvent(d.Event); d.Answers() && err == nil && i.Token != "" {
		return ""
	}
	return channelOf(d.Place)
}

// Pace implements chat.FrontEnd: Discord tells its limits with each answer, and
// Deliver keeps them.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd: a nonce, or the interaction's first answer,
// is taken once.
func (f *FrontEnd) Idempotent() bool { return true }

// Deliver implements chat.FrontEnd.
func (f *FrontEnd) Deliver(ctx context.Context, d chat.Delivery) (m chat.Message, err error) {
	d.Reply.Picture = f.drawable(d)
	m, err = f.deliver(ctx, d)
	if d.Reply.Picture != nil && chat.RefusesPicture(err) { // the text says all that it shows
		d.Reply.Picture = nil
		m, err = f.deliver(ctx, d)
	}
	return m, err
}

func (f *FrontEnd) deliver(ctx context.Context, d chat.Delivery) (m chat.Message, err error) {
	switch {
	case d.Answers():
		m, err = f.answer(ctx, d)
	case d.Reply.Silent:
	case d.Reply.ShownToOthers(d.Place):
		err = chat.ErrElsewhere
	case !d.Message.IsZero():
		m, err = d.Message, f.change(ctx, d.Message, render(d.Reply, f.commandIDs()))
	default:
		m, err = f.tell(ctx, d.Place, d.Key, render(d.Reply, f.commandIDs()))
	}
	if isRefused(err) && !errors.Is(err, chat.ErrGone) {
		return m, &chat.RefusedError{Err: err}
	}
	return m, err
}

// drawable is the picture of a delivery, nil if it has none, cannot be drawn or is an
// edit. The text says all that it shows.
func (f *FrontEnd) drawable(d chat.Delivery) *chat.Picture {
	p := d.Reply.Picture
	if p == nil || d.Reply.Edit || !d.Message.IsZero() {
		return nil
	}
	if _, err := f.rest.draw(*p); err != nil {
		f.log.Error("discord: a picture was not drawn", "kind", p.Kind, "err", err)
		return nil
	}
	return p
}

// answer shows the reply to an event.
func (f *FrontEnd) answer(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	i, w, err := readEvent(d.Event)
	if err != nil || i.Token == "" { // there is no interaction: a message, or something that is told about a server
		return f.replyTo(ctx, w, d)
	}
	x := f.exchanges.resume(f.rest, f.pace, i, d.At)
	m, err := f.respond(ctx, x, d.Reply)
	if err == nil || isLost(err) {
		f.exchanges.drop(i.ID)
	}
	if err == nil && !d.Reply.Silent && d.Reply.Ask == nil {
		f.grants.learn(&i, m.ID, x.received.Add(f.pace.tokenLife))
	}
	if !isLost(err) {
		return m, err
	}
	if d.Reply.Silent || d.Reply.Ask != nil || d.Reply.Audience != chat.Everyone && !d.Place.Private {
		return m, &chat.GoneError{What: chat.GoneMessage, Err: err}
	}
	return f.tell(ctx, d.Place, d.Key, render(d.Reply, f.commandIDs())) // all may read it, and it can be said without the interaction
}

// replyTo shows the reply to a message, in a server as one to it, or to something that
// is told about a server.
func (f *FrontEnd) replyTo(ctx context.Context, w event, d chat.Delivery) (m chat.Message, err error) {
	reply, secret := d.Reply, d.Reply.ShownToOthers(d.Place)
	if secret && w.Written != "" {
		reply = f.elsewhere(d)
	}
	if reply.Silent || reply.ShownToOthers(d.Place) {
		if secret {
			err = chat.ErrElsewhere
		}
		return m, err
	}
	if d.Reply.Remove && w.Written != "" && !d.Place.Private {
		f.remove(ctx, w)
	}
	out := render(reply, f.commandIDs())
	if w.Written != "" && !d.Place.Private {
		must := false
		out.Reference = &discordgo.MessageReference{MessageID: w.Written, FailIfNotExists: &must}
	}
	if reply.Edit && w.Source != "" {
		m = chat.Message{Place: d.Place, ID: w.Source}
		out.Reference = nil
		err = f.change(ctx, m, out)
	} else {
		m, err = f.tell(ctx, d.Place, d.Key, out)
	}
	if secret && err == nil {
		return chat.Message{}, chat.ErrElsewhere
	}
	return m, err
}

// elsewhere says in place of a secret where to ask for it.
func (f *FrontEnd) elsewhere(d chat.Delivery) chat.Reply {
	r := f.broker.Elsewhere(d.Locale)
	if d.Reply.Otherwise != nil {
		r = *d.Reply.Otherwise
	}
	r.Edit = false
	return r
}

// remove deletes what a person wrote, where the bot may.
func (f *FrontEnd) remove(ctx context.Context, w event) {
	url := discordgo.EndpointChannelMessage(w.Channel, w.Written)
	if err := f.inTurn(ctx, w.Channel, call{http.MethodDelete, url, nil}, nil); err != nil {
		f.log.Info("discord: a message was not taken away", "err", err)
	}
}

// respond shows a reply by its interaction.
func (f *FrontEnd) respond(ctx context.Context, x *exchange, r chat.Reply) (chat.Message, error) {
	end := x.received.Add(f.pace.tokenLife)
	if !time.Now().Before(end) {
		return chat.Message{}, errOver
	}
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	return x.deliver(ctx, r)
}

// errOver says what Discord would say if it were asked.
var errOver = &fault{code: codeUnknownWebhook, text: "discord: the token of the interaction has ended"}

// An event is what it takes to answer an interaction, in this process or another.
type event struct {
	ID      string                 `json:"id"`
	App     string                 `json:"app"`
	Token   string                 `json:"token"`
	Locale  string                 `json:"locale,omitempty"`
	Type    int                    `json:"type"`
	Guild   string                 `json:"guild,omitempty"`
	Channel string                 `json:"channel"`
	Private bool                   `json:"private,omitempty"`
	Message string                 `json:"message,omitempty"` // that was pressed
	Flags   discordgo.MessageFlags `json:"flags,omitempty"`   // of it
	Denied  bool                   `json:"denied,omitempty"`  // the bot may not post there
	Written string                 `json:"written,omitempty"` // there is no interaction: the person's message
	Source  string                 `json:"source,omitempty"`  // that it replies to, of the bot's own
}

// event writes an interaction down.
func (i *interaction) event() []byte {
	e := event{
		ID: i.ID, App: i.AppID, Token: i.Token, Locale: i.Locale, Type: int(i.Type), Guild: i.GuildID, Channel: i.ChannelID, Private: i.private(),
		Denied: !i.mayPost(),
	}
	if i.Message != nil {
		e.Message, e.Flags = i.Message.ID, i.Message.Flags
	}
	return e.write()
}

// event writes a message to the bot down.
func (m *written) event(source chat.Message) []byte {
	return event{Guild: m.GuildID, Channel: m.ChannelID, Written: m.ID, Source: source.ID}.write()
}

func (e event) write() []byte {
	raw, err := json.Marshal(e)
	if err != nil { // strings and numbers always can be
		panic(err)
	}
	return raw
}

// readEvent reads what event wrote: an interaction or, if that has no token, a
// message.
func readEvent(raw []byte) (i interaction, w event, err error) {
	var e event
	if err := json.Unmarshal(raw, &e); err != nil {
		return i, e, err
	}
	if e.Denied {
		i.AppPermissions = "0"
	}
	i.ticket = ticket{ID: e.ID, AppID: e.App, Token: e.Token, Locale: e.Locale}
	i.Type, i.GuildID, i.ChannelID = discordgo.InteractionType(e.Type), e.Guild, e.Channel
	if where := discordgo.InteractionContextBotDM; e.Private {
		i.Context = &where
	} else if where := discordgo.InteractionContextGuild; e.Guild != "" {
		i.Context = &where
	}
	if e.Message != "" {
		i.Message = &pressed{ID: e.Message, Flags: e.Flags}
	}
	return i, e, nil
}
