package bot

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/storage"
)

// joined welcomes a community that the bot has joined, once: networks repeat the event.
// A person's own conversation gets a greeting.
func (b *Bot) joined(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
	p := req.Place
	reply := b.handlers.greeting.Welcome(req)
	switch {
	case p.Private:
		reply = b.handlers.greeting.Alone(req)
		p.Title = "" // it is the person's name
	case req.Act.Community.Active:
		reply = feature.Silent
	}
	c, err := tx.EnsureCommunity(p.Network, p.Community, p.Private, 0, p.Title, req.At)
	if err != nil {
		return reply, err
	}
	// Where the bot was removed before, the dailies come again.
	return reply, feature.Features(b.listed).Schedule(tx, c, req.At)
}

// left marks a community as out of reach: it gets no unsolicited posts until its next
// request. Nobody is stored for it.
func (b *Bot) left(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
	c, ok, err := storage.Found(tx.FindCommunity(req.Place.Network, req.Place.Community))
	if err != nil || !ok {
		return feature.Silent, err
	}
	c.Active = false
	if err := tx.SaveCommunity(c); err != nil {
		return feature.Silent, err
	}
	return feature.Silent, feature.Features(b.listed).Schedule(tx, c, req.At)
}

// rekey gives a community its new key and schedules its jobs again: the dailies may have
// been switched on under either key.
func (b *Bot) rekey(tx *storage.Tx, network, from, to string, at time.Time) error {
	if err := tx.RekeyCommunity(network, from, to); err != nil {
		return err
	}
	c, ok, err := storage.Found(tx.FindCommunity(network, to))
	if err != nil || !ok { // the bot has never been in it
		return err
	}
	return feature.Features(b.listed).Schedule(tx, c, at)
}
