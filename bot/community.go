package bot

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/storage"
)

// joined welcomes a community that the bot has joined. It welcomes it only once, since networks may repeat
// the event. A person in their private chat gets a greeting of its own.
func (b *Bot) joined(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
	p := req.Place
	reply := b.handlers.greeting.Welcome(req)
	switch {
	case p.Private:
		reply = b.handlers.greeting.Alone(req)
		// A private chat has the person's name as its title, which is not stored there.
		p.Title = ""
	case req.Act.Community.Active:
		reply = feature.Silent
	}
	c, err := tx.EnsureCommunity(p.Network, p.Community, p.Private, 0, p.Title, req.At)
	if err != nil {
		return reply, err
	}
	// If the bot was removed from the community before, its dailies begin again.
	return reply, b.hooks().Schedule(tx, c, req.At)
}

// left marks a community as one that the bot cannot reach. Until somebody there makes a request again, the bot
// posts nothing there by itself. The person who removed the bot is not stored.
func (b *Bot) left(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
	c, ok, err := storage.Found(tx.FindCommunity(req.Place.Network, req.Place.Community))
	if err != nil || !ok {
		return feature.Silent, err
	}
	c.Active = false
	if err := tx.SaveCommunity(c); err != nil {
		return feature.Silent, err
	}
	return feature.Silent, b.hooks().Schedule(tx, c, req.At)
}

// rekey gives a community its new key. If there is a community with the new key already, the two become one.
// The daily may be on in either of them, so the jobs are scheduled again. A job moves the rest of what they
// have, in pages: see merge.
func (b *Bot) rekey(tx *storage.Tx, network, from, to string, at time.Time) error {
	if err := tx.RekeyCommunity(network, from, to, b.now()); err != nil {
		return err
	}
	c, ok, err := storage.Found(tx.FindCommunity(network, to))
	if err != nil || !ok {
		// Nothing is stored about the community if the bot was never asked anything there.
		return err
	}
	return b.hooks().Schedule(tx, c, at)
}
