package bot

import (
	"errors"
	"time"

	"reckon/bot/announce"
	"reckon/bot/talk"
	"reckon/storage"
)

// joined welcomes a community that the bot has joined, once: networks repeat the event.
// A person's own conversation gets a greeting.
func (b *Bot) joined(req *talk.Request) talk.Plan {
	return func(tx *storage.Tx) (talk.Result, error) {
		reply := b.features.greeting.Welcome(req)
		switch {
		case req.Place.Private:
			reply = b.features.greeting.Alone(req)
		case b.features.greeting.IsWelcomed(req):
			reply = talk.Silent
		}
		p := req.Place
		if p.Private { // its title is the person's name
			p.Title = ""
		}
		c, err := tx.EnsureCommunity(p.Network, p.Community, p.Private, 0, p.Title, req.At)
		if err != nil {
			return talk.Result{}, err
		}
		// Where the bot was removed before, the dailies come again.
		return talk.Result{Reply: reply}, announce.Schedule(tx, c, req.At)
	}
}

// left marks a community as out of reach: it gets no unsolicited posts until its next
// request. Nobody is stored for it.
func left(req *talk.Request) talk.Plan {
	return func(tx *storage.Tx) (talk.Result, error) {
		p := req.Place
		c, err := tx.FindCommunity(p.Network, p.Community)
		if errors.Is(err, storage.ErrNotFound) {
			return talk.Result{Reply: talk.Silent}, nil
		}
		if err != nil {
			return talk.Result{}, err
		}
		c.Active = false
		if err := tx.SaveCommunity(c); err != nil {
			return talk.Result{}, err
		}
		return talk.Result{Reply: talk.Silent}, announce.Schedule(tx, c, req.At)
	}
}

// moved gives a community its new ID.
func moved(req *talk.Request) talk.Plan {
	return func(tx *storage.Tx) (talk.Result, error) {
		return talk.Result{Reply: talk.Silent}, rekey(tx, req.Place.Network, req.Place.Community, req.Input.MovedTo, req.At)
	}
}

// rekey gives a community its new key and schedules its jobs anew: the dailies may have
// been switched on under either key.
func rekey(tx *storage.Tx, network, from, to string, at time.Time) error {
	if err := tx.RekeyCommunity(network, from, to); err != nil {
		return err
	}
	c, err := tx.FindCommunity(network, to)
	if errors.Is(err, storage.ErrNotFound) { // one the bot has never been in
		return nil
	}
	if err != nil {
		return err
	}
	return announce.Schedule(tx, c, at)
}
