package discord

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// maxNonce is the number of characters a nonce may have.
const maxNonce = 25

// Lane implements chat.FrontEnd: posts in a channel keep their order; the answer to an
// interaction waits for none.
func (f *FrontEnd) Lane(d chat.Delivery) string {
	if e, err := readEvent(d.Event); d.Answers() && err == nil && e.Token != "" {
		return ""
	}
	return channelOf(d.Place)
}

// Pace implements chat.FrontEnd: Discord states its limits with each answer, and
// Deliver keeps them.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd: Discord takes a nonce, or the first answer to an
// interaction, once.
func (f *FrontEnd) Idempotent() bool { return true }

// Deliver implements chat.FrontEnd. A picture that cannot be drawn or is refused is left
// out: the text says all that it shows.
func (f *FrontEnd) Deliver(ctx context.Context, d chat.Delivery) (m chat.Message, err error) {
	if p := d.Reply.Picture; p != nil {
		if d.Reply.Edit || !d.Message.IsZero() {
			d.Reply.Picture = nil
		} else if _, err := f.rest.draw(*p); err != nil {
			f.rest.log.Error("discord: a picture was not drawn", "kind", p.Kind, "err", err)
			d.Reply.Picture = nil
		}
	}
	if !f.rest.activity.Load() {
		d.Reply.Page = false
		d.Reply.Buttons = chat.Shown(d.Reply.Buttons, func(b chat.Button) bool { return !b.Page })
	}
	m, err = f.deliver(ctx, d)
	if d.Reply.Picture != nil && chat.RefusesPicture(err) {
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
	case d.Reply.Pins():
		err = f.pin(ctx, d)
	case d.Reply.ShownToOthers(d.Place):
		err = chat.ErrElsewhere
	case !d.Message.IsZero():
		m, err = d.Message, f.edit(ctx, d.Message, render(d.Reply, f.rest.registered.Load()))
	default:
		m, err = f.post(ctx, d.Place, d.Key, render(d.Reply, f.rest.registered.Load()))
	}
	if refused, ok := errors.AsType[*fault](err); ok && refused.status == http.StatusBadRequest && chat.GoneBy(err) == "" {
		return m, &chat.RefusedError{Err: err} // Discord will never take it
	}
	return m, err
}

// answer shows the reply to an event.
func (f *FrontEnd) answer(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	e, err := readEvent(d.Event)
	if err != nil || e.Token == "" { // a message, or news about a server
		return f.replyTo(ctx, e, d)
	}
	i := e.interaction
	if d.Repeated { // left to the process that took it first
		if x := f.responses.drop(i.ID); x != nil {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.replied = true
		}
		return chat.Message{}, nil
	}
	x := newResponse(f.rest, i, d.At)
	x.shown.resumed = true
	x, _ = f.responses.keep(x)
	m, err := x.deliver(ctx, d.Reply)
	if err == nil || isLost(err) {
		f.responses.drop(i.ID)
	}
	if err == nil && !d.Reply.Silent && d.Reply.Ask == nil {
		f.rest.grants.learn(&i, m.ID, x.received.Add(f.rest.timing.tokenLife))
	}
	if !isLost(err) {
		return m, err
	}
	if d.Reply.Silent || d.Reply.Ask != nil || d.Reply.Audience != chat.Everyone && !d.Place.Private {
		return m, &chat.RefusedError{Gone: chat.GoneMessage, Err: err}
	}
	return f.post(ctx, d.Place, d.Key, render(d.Reply, f.rest.registered.Load())) // all may read it, and it needs no interaction
}

// replyTo shows the reply to a message, in a server as a reply to it, or the reply to news
// about a server. A secret that others would read is not shown.
func (f *FrontEnd) replyTo(ctx context.Context, e event, d chat.Delivery) (m chat.Message, err error) {
	reply, secret := d.Reply, d.Reply.ShownToOthers(d.Place)
	switch {
	case secret && e.Written != "" && reply.Otherwise != nil:
		reply = *reply.Otherwise
		reply.Edit = false
	case secret && e.Written != "":
		reply = f.broker.Elsewhere(d.Locale)
	}
	if reply.ShownToOthers(d.Place) || secret && reply.Silent {
		return m, chat.ErrElsewhere
	}
	if reply.Silent {
		return m, nil
	}
	out := render(reply, f.rest.registered.Load())
	inServer := e.Written != "" && !d.Place.Private
	if inServer && e.Edited {
		f.unmark(ctx, e)
	}
	removed := false
	if inServer && d.Reply.Remove {
		err := f.rest.do(ctx, call{http.MethodDelete, discordgo.EndpointChannelMessage(e.ChannelID, e.Written), nil}, nil)
		if removed = err == nil; !removed {
			f.rest.log.Info("discord: a message was not deleted", "err", err)
		}
	}
	if inServer && d.Reply.Mark != "" {
		if removed {
			return m, nil
		}
		url := discordgo.EndpointMessageReaction(e.ChannelID, e.Written, url.PathEscape(d.Reply.Mark), "@me")
		err := f.rest.do(ctx, call{http.MethodPut, url, nil}, nil)
		if no, ok := errors.AsType[*fault](err); !ok || no.status < 400 || no.status >= 500 || no.status == http.StatusTooManyRequests {
			return m, err
		} // else words say it
	}
	if reply.Edit && e.Source != "" {
		m = chat.Message{Place: d.Place, ID: e.Source}
		err = f.edit(ctx, m, out)
	} else {
		if inServer {
			out.Reference = &discordgo.MessageReference{MessageID: e.Written, FailIfNotExists: new(false)}
		}
		m, err = f.post(ctx, d.Place, d.Key, out)
	}
	if secret && err == nil {
		return chat.Message{}, chat.ErrElsewhere
	}
	return m, err
}

// unmark takes back the reactions to a message that its author has changed. Which they are
// nobody has kept.
func (f *FrontEnd) unmark(ctx context.Context, e event) {
	var m struct{ Reactions []*discordgo.MessageReactions }
	err := f.rest.get(ctx, discordgo.EndpointChannelMessage(e.ChannelID, e.Written), &m)
	for _, r := range m.Reactions {
		if r.Me && err == nil && r.Emoji != nil {
			err = f.rest.do(ctx, call{http.MethodDelete, discordgo.EndpointMessageReaction(e.ChannelID, e.Written, url.PathEscape(r.Emoji.Name), "@me"), nil}, nil)
		}
	}
	if err != nil {
		f.rest.log.Info("discord: a reaction was not taken back", "err", err)
	}
}

// post posts a message: by a grant where the bot may not post by itself. Discord returns the
// first message for a second one of the same nonce within a few minutes.
func (f *FrontEnd) post(ctx context.Context, p chat.Place, nonce string, m message) (chat.Message, error) {
	g, granted := f.rest.grants.of(channelOf(p))
	url := discordgo.EndpointChannelMessages(channelOf(p))
	if granted {
		url = discordgo.EndpointFollowupMessage(g.app, g.token)
	} else {
		if m.Nonce = nonce; len(nonce) > maxNonce {
			sum := sha256.Sum256([]byte(nonce))
			m.Nonce = hex.EncodeToString(sum[:])[:maxNonce]
		}
		m.EnforceNonce = nonce != ""
	}
	var made struct{ ID string }
	if err := f.rest.do(ctx, call{http.MethodPost, url, m}, &made); err != nil {
		return chat.Message{}, err
	}
	if granted {
		f.rest.grants.all.Store(made.ID, g)
	}
	return chat.Message{Place: p, ID: made.ID}, nil
}

// edit replaces a message: by the grant by which it was made, if any.
func (f *FrontEnd) edit(ctx context.Context, to chat.Message, m message) error {
	url := discordgo.EndpointChannelMessage(channelOf(to.Place), to.ID)
	if g, granted := f.rest.grants.of(to.ID); granted {
		url = discordgo.EndpointFollowupMessageActions(g.app, g.token, to.ID)
	}
	return f.rest.do(ctx, call{http.MethodPatch, url, m}, nil)
}

// pin changes what is pinned in a channel.
func (f *FrontEnd) pin(ctx context.Context, d chat.Delivery) error {
	method, message := http.MethodPut, d.Reply.Pin
	if d.Reply.Unpin != "" {
		method, message = http.MethodDelete, d.Reply.Unpin
	}
	err := f.rest.do(ctx, call{method, discordgo.EndpointChannelMessage(channelOf(d.Place), "pins/"+message), nil}, nil)
	refused, ok := errors.AsType[*chat.RefusedError](err)
	switch {
	case isCode(err, tooManyPins):
		return &chat.RefusedError{Gone: chat.GonePin, Err: err}
	case ok && method == http.MethodDelete:
		return nil // it is not pinned any more
	case ok && refused.Gone == chat.GoneRight:
		refused.Gone = chat.GonePin
	}
	return err
}

// tooManyPins is Discord's code where a channel has as many as it may.
const tooManyPins = 30003

// channelOf is the channel of a place: a direct message is in the channel that its community
// is named after.
func channelOf(p chat.Place) string { return cmp.Or(p.Channel, p.Community) }
