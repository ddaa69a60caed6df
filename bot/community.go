package bot

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/storage"
)

// join stores a community that the bot has joined, and greets it.
func (b *Bot) join(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
	place := req.Place
	title := place.Title
	if place.Private {
		// The title of a private chat is the person's name, which is not stored with the community.
		title = ""
	}
	c, err := tx.EnsureCommunity(place.Network, place.Community, place.Private, 0, title, req.At)
	if err != nil {
		return chat.Reply{}, err
	}
	// If the bot was removed from the community before, its dailies begin again.
	return b.greetingFor(req), b.hooks().Schedule(tx, c, req.At)
}

// greetingFor returns the greeting of a community that the bot has joined. A community is welcomed only once,
// since networks may repeat the event.
func (b *Bot) greetingFor(req *feature.Request) chat.Reply {
	switch {
	case req.Place.Private:
		return b.handlers.greeting.Alone(req)
	case req.Act.Community.Active:
		return feature.Silent
	}
	return b.handlers.greeting.Welcome(req)
}

// leave marks a community as one that the bot cannot reach. Until somebody there makes a request again, the bot
// posts nothing there by itself. The person who removed the bot is not stored.
func (b *Bot) leave(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
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
// The daily may be on in either of them, so the jobs are scheduled again. What is stored for the community that
// goes is moved later, by the job of Bot.merge.
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
