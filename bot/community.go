package bot

import (
	"errors"
	"time"

	"reckon/storage"
)

// joined welcomes a community the bot has come into, once: networks tell of it
// again. To who opens a conversation of their own it is a greeting.
func (t *turn) joined() (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		reply := t.welcome()
		switch {
		case t.req.Place.Private:
			reply = t.greeting()
		case t.isWelcomed():
			reply = silent
		}
		p := t.req.Place
		if _, err := tx.EnsureCommunity(p.Network, p.Community, p.Private, 0, t.titleOf(), t.req.At); err != nil {
			return response{}, err
		}
		return response{Reply: reply}, nil
	}, nil
}

func (t *turn) titleOf() string {
	if t.req.Place.Private { // it is the person's name
		return ""
	}
	return t.req.Place.Title
}

// left marks a community as out of reach: nothing unsolicited is posted there any
// more. A later request of it makes it active again. Nobody is stored for it.
func (t *turn) left() (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		p := t.req.Place
		c, err := tx.FindCommunity(p.Network, p.Community)
		if errors.Is(err, storage.ErrNotFound) {
			return response{Reply: silent}, nil
		}
		if err != nil {
			return response{}, err
		}
		c.Active = false
		if err := tx.SaveCommunity(c); err != nil {
			return response{}, err
		}
		return response{Reply: silent}, schedule(tx, c, t.req.At)
	}, nil
}

// moved gives a community its new ID.
func (t *turn) moved() (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		return response{Reply: silent}, rekey(tx, t.req.Place.Network, t.req.Place.Community, t.req.Input.MovedTo, t.req.At)
	}, nil
}

// rekey gives a community its new key. What is due there is set anew: the dailies
// may have been switched on under either key.
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
	return schedule(tx, c, at)
}
