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

// Lane implements chat.FrontEnd. Posts in a channel keep their order. The response to an interaction
// waits for no other delivery.
func (f *FrontEnd) Lane(d chat.Delivery) string {
	if d.IsReply() {
		e, err := readEvent(d.Event)
		isInteraction := err == nil && e.Token != ""
		if isInteraction {
			return ""
		}
	}
	return channelOf(d.Place)
}

// Pace implements chat.FrontEnd. Nothing is held back before Deliver: Discord tells its limits with each
// response, and Deliver keeps to them.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd. Discord takes each nonce only once, and only one first response
// to an interaction.
func (f *FrontEnd) Idempotent() bool { return true }

// Deliver implements chat.FrontEnd. A picture that cannot be drawn, or that Discord refuses, is left
// out: the text says all that the picture shows.
func (f *FrontEnd) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	if p := d.Reply.Picture; p != nil && !f.canShow(p, d) {
		d.Reply.Picture = nil
	}
	if !f.rest.activity.Load() {
		d.Reply.Page = false
		d.Reply.Buttons = chat.ShownButtons(d.Reply.Buttons, func(b chat.Button) bool { return !b.Page })
	}
	m, err := f.deliver(ctx, d)
	if d.Reply.Picture != nil && chat.RefusesPicture(err) {
		d.Reply.Picture = nil
		return f.deliver(ctx, d)
	}
	return m, err
}

// canShow reports whether a picture can go with a delivery. An edit has none.
func (f *FrontEnd) canShow(p *chat.Picture, d chat.Delivery) bool {
	if d.Reply.Edit || !d.Message.IsZero() {
		return false
	}
	if _, err := f.rest.draw(*p); err != nil {
		f.rest.log.Error("discord: a picture was not drawn", "kind", p.Kind, "err", err)
		return false
	}
	return true
}

func (f *FrontEnd) deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	m, err := f.send(ctx, d)
	if statusOf(err) == http.StatusBadRequest && chat.GoneBy(err) == "" {
		// Discord will never take this message.
		return m, &chat.RefusedError{Err: err}
	}
	return m, err
}

func (f *FrontEnd) send(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	switch {
	case d.IsReply():
		return f.answer(ctx, d)
	case d.Reply.Silent:
		return chat.Message{}, nil
	case d.Reply.Pins():
		return chat.Message{}, f.pin(ctx, d)
	case d.Reply.ShowsSecretAt(d.Place):
		return chat.Message{}, chat.ErrElsewhere
	case !d.Message.IsZero():
		return d.Message, f.edit(ctx, d.Message, render(d.Reply, f.rest.commands.Load()))
	}
	return f.post(ctx, d.Place, d.Key, render(d.Reply, f.rest.commands.Load()))
}

// answer shows the reply to an event.
func (f *FrontEnd) answer(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	e, err := readEvent(d.Event)
	if err != nil || e.Token == "" {
		// The event is a message, or news about a server.
		return f.replyTo(ctx, e, d)
	}
	i := e.interaction
	if d.Repeated {
		f.endResponse(i.ID)
		return chat.Message{}, nil
	}
	// If this process has no response of the interaction yet, another one may have begun the answer.
	resumed := newResponse(f.rest, i, d.At)
	resumed.exchange.resumed = true
	x, _ := f.responses.add(resumed)
	m, err := x.deliver(ctx, d.Reply)
	isMessage := !d.Reply.Silent && d.Reply.Ask == nil
	if isLost(err) {
		f.responses.remove(i.ID)
		forEveryone := d.Reply.Audience == chat.Everyone || d.Place.Private
		if isMessage && forEveryone {
			// Such a message needs no interaction.
			return f.post(ctx, d.Place, d.Key, render(d.Reply, f.rest.commands.Load()))
		}
		return m, &chat.RefusedError{Gone: chat.GoneMessage, Err: err}
	}
	if err != nil {
		return m, err
	}
	f.responses.remove(i.ID)
	if isMessage {
		f.rest.grants.learn(&i, m.ID, x.received.Add(f.rest.timing.tokenLife))
	}
	return m, nil
}

// endResponse leaves an interaction to the process that took it first: this one will not defer its
// answer.
func (f *FrontEnd) endResponse(id string) {
	x := f.responses.remove(id)
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.replied = true
}

// replyTo shows the reply to a message or to news about a server. In a server a reply refers to the
// message. A secret that others would read is not shown.
func (f *FrontEnd) replyTo(ctx context.Context, e event, d chat.Delivery) (chat.Message, error) {
	if d.Reply.ShowsSecretAt(d.Place) {
		return chat.Message{}, f.replyOpenly(ctx, e, d)
	}
	if d.Reply.Silent {
		return chat.Message{}, nil
	}
	isMarked, err := f.showMark(ctx, e, d)
	if isMarked || err != nil {
		return chat.Message{}, err
	}
	return f.sendReply(ctx, e, d, d.Reply)
}

// replyOpenly is called for a secret reply to a message. Instead of the reply it shows what everybody
// may read, if there is anything. If a mark says everything, it returns nil. Otherwise it returns
// chat.ErrElsewhere, or the error of what failed.
func (f *FrontEnd) replyOpenly(ctx context.Context, e event, d chat.Delivery) error {
	isMessage := e.Written != ""
	if !isMessage {
		return chat.ErrElsewhere
	}
	reply := f.openReply(d)
	if reply.Silent || reply.ShowsSecretAt(d.Place) {
		return chat.ErrElsewhere
	}
	isMarked, err := f.showMark(ctx, e, d)
	if isMarked || err != nil {
		return err
	}
	if _, err := f.sendReply(ctx, e, d, reply); err != nil {
		return err
	}
	return chat.ErrElsewhere
}

// showMark removes the person's message or puts a mark on it, as the reply asks. It returns true if
// nothing else has to be shown.
func (f *FrontEnd) showMark(ctx context.Context, e event, d chat.Delivery) (bool, error) {
	if !e.isInServer(d.Place) {
		return false, nil
	}
	if e.Edited {
		if err := f.removeReactions(ctx, e); err != nil {
			f.rest.log.Info("discord: a reaction was not taken back", "err", err)
		}
	}
	isRemoved := d.Reply.Remove && f.removeMessage(ctx, e)
	if d.Reply.Mark == "" {
		return false, nil
	}
	if isRemoved {
		return true, nil
	}
	err := f.react(ctx, e, d.Reply.Mark)
	if isRefused(err) {
		// The bot may not react there, so the reply is shown in words.
		return false, nil
	}
	return err == nil, err
}

// openReply returns the reply that everybody may read instead of a secret one.
func (f *FrontEnd) openReply(d chat.Delivery) chat.Reply {
	if d.Reply.Otherwise == nil {
		return f.broker.Elsewhere(d.Locale)
	}
	reply := *d.Reply.Otherwise
	reply.Edit = false
	return reply
}

// sendReply posts a reply. If the reply is an edit, it edits the bot's message that the person replied
// to.
func (f *FrontEnd) sendReply(ctx context.Context, e event, d chat.Delivery, reply chat.Reply) (chat.Message, error) {
	m := render(reply, f.rest.commands.Load())
	if reply.Edit && e.Source != "" {
		source := chat.Message{Place: d.Place, ID: e.Source}
		return source, f.edit(ctx, source, m)
	}
	if e.isInServer(d.Place) {
		m.Reference = &discordgo.MessageReference{MessageID: e.Written, FailIfNotExists: new(false)}
	}
	return f.post(ctx, d.Place, d.Key, m)
}

// removeMessage deletes the person's message, and reports whether it could.
func (f *FrontEnd) removeMessage(ctx context.Context, e event) bool {
	message := discordgo.EndpointChannelMessage(e.ChannelID, e.Written)
	if err := f.rest.do(ctx, call{http.MethodDelete, message, nil}, nil); err != nil {
		f.rest.log.Info("discord: a message was not deleted", "err", err)
		return false
	}
	return true
}

// react puts a reaction on the person's message.
func (f *FrontEnd) react(ctx context.Context, e event, emoji string) error {
	reaction := discordgo.EndpointMessageReaction(e.ChannelID, e.Written, url.PathEscape(emoji), "@me")
	return f.rest.do(ctx, call{http.MethodPut, reaction, nil}, nil)
}

// removeReactions removes the bot's reactions to a message that its author has changed. It asks Discord
// which reactions there are.
func (f *FrontEnd) removeReactions(ctx context.Context, e event) error {
	var m struct{ Reactions []*discordgo.MessageReactions }
	if err := f.rest.get(ctx, discordgo.EndpointChannelMessage(e.ChannelID, e.Written), &m); err != nil {
		return err
	}
	for _, r := range m.Reactions {
		if !r.Me || r.Emoji == nil {
			continue
		}
		reaction := discordgo.EndpointMessageReaction(e.ChannelID, e.Written, url.PathEscape(r.Emoji.Name), "@me")
		if err := f.rest.do(ctx, call{http.MethodDelete, reaction, nil}, nil); err != nil {
			return err
		}
	}
	return nil
}

// post posts a message. If the bot may not post there, it uses a grant. If a message with the same
// nonce was posted within the last few minutes, Discord posts nothing and returns that message.
func (f *FrontEnd) post(ctx context.Context, p chat.Place, nonce string, m message) (chat.Message, error) {
	g, granted := f.rest.grants.of(channelOf(p))
	url := discordgo.EndpointChannelMessages(channelOf(p))
	if granted {
		url = discordgo.EndpointFollowupMessage(g.app, g.token)
	} else {
		m.Nonce = nonceOf(nonce)
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

// nonceOf returns a nonce for a key. The key itself may be too long to be a nonce.
func nonceOf(key string) string {
	if len(key) <= maxNonce {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])[:maxNonce]
}

// edit replaces a message. If a grant was used to post it, edit uses that grant.
func (f *FrontEnd) edit(ctx context.Context, to chat.Message, m message) error {
	url := discordgo.EndpointChannelMessage(channelOf(to.Place), to.ID)
	if g, granted := f.rest.grants.of(to.ID); granted {
		url = discordgo.EndpointFollowupMessageActions(g.app, g.token, to.ID)
	}
	return f.rest.do(ctx, call{http.MethodPatch, url, m}, nil)
}

// pin changes what is pinned in a channel.
func (f *FrontEnd) pin(ctx context.Context, d chat.Delivery) error {
	method := http.MethodPut
	message := d.Reply.Pin
	if d.Reply.Unpin != "" {
		method = http.MethodDelete
		message = d.Reply.Unpin
	}
	url := discordgo.EndpointChannelMessage(channelOf(d.Place), "pins/"+message)
	err := f.rest.do(ctx, call{method, url, nil}, nil)
	if isCode(err, codeTooManyPins) {
		return &chat.RefusedError{Gone: chat.GonePin, Err: err}
	}
	refused, ok := errors.AsType[*chat.RefusedError](err)
	if !ok {
		return err
	}
	if method == http.MethodDelete {
		// The message is gone or not pinned any more, or the bot may not unpin it. Another try changes nothing.
		return nil
	}
	if refused.Gone == chat.GoneRight {
		refused.Gone = chat.GonePin
	}
	return err
}

// channelOf returns the ID of the channel of a place. A direct message is a community by itself, whose
// key is the ID of its channel.
func channelOf(p chat.Place) string { return cmp.Or(p.Channel, p.Community) }
