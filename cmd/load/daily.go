package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

// schedule has the daily due at places from a time on. The bot must not be
// running. Each place is a community of its own.
func (g *rig) schedule(ctx context.Context, places []place, at time.Time) (err error) {
	ids, err := g.ids(ctx, places)
	if err != nil {
		return err
	}
	store, err := storage.Open(ctx, g.db)
	if err != nil {
		return err
	}
	defer func() {
		if failed := store.Close(); err == nil {
			err = failed
		}
	}()
	return store.Write(ctx, func(tx *storage.Tx) error {
		for _, p := range places {
			if err := scheduleOne(tx, p.network, ids[p], at); err != nil {
				return err
			}
		}
		return nil
	})
}

func scheduleOne(tx *storage.Tx, network string, id placeID, at time.Time) error {
	c, err := tx.EnsureCommunity(network, id.community, false, 0, "", time.Now())
	if err != nil {
		return err
	}
	c.Zone, c.Hour, c.Daily, c.DailyChannel = "Etc/UTC", 0, true, id.channel
	if err := tx.SaveCommunity(c); err != nil {
		return err
	}
	return tx.SetJob(storage.Job{Kind: "daily", Key: play.JobKey(c.ID), At: at})
}

// A placeID is how a network names a place: a channel, if it has one, of a
// community.
type placeID struct{ community, channel string }

// ids brings places into being, and looks up what the networks call them.
func (g *rig) ids(ctx context.Context, places []place) (map[place]placeID, error) {
	for _, p := range places {
		if _, err := g.transcript(ctx, p); err != nil {
			return nil, err
		}
	}
	ids := map[place]placeID{}
	for _, network := range []string{"telegram", "discord"} {
		var known []struct {
			Name  string          `json:"name"`
			ID    json.RawMessage `json:"id"` // a number on Telegram
			Guild string          `json:"guild_id"`
		}
		list := "tg chats"
		if network == "discord" {
			list = "dc channels"
		}
		if err := g.ask(ctx, &known, list, nil); err != nil {
			return nil, err
		}
		for _, k := range known {
			id := placeID{community: strings.Trim(string(k.ID), `"`)}
			if k.Guild != "" {
				id = placeID{k.Guild, id.community}
			}
			ids[place{network, k.Name}] = id
		}
	}
	for _, p := range places {
		if ids[p].community == "" {
			return nil, fmt.Errorf("the stand-ins do not know %s", p.name)
		}
	}
	return ids, nil
}

// servers are so many channels, each of a server of its own.
func servers(prefix string, n int) []place {
	var all []place
	for i := range n {
		all = append(all, place{"discord", fmt.Sprintf("%s%d/general", prefix, i)})
	}
	return all
}

// A delivery of dailies tells where and when they came.
type delivery struct {
	posts   []time.Time
	missing []string
	doubled []string
}

// dailies are those that came to places in which nobody has spoken.
func (g *rig) dailies(ctx context.Context, places []place) (delivery, error) {
	var d delivery
	for _, p := range places {
		t, err := g.transcript(ctx, p)
		if err != nil {
			return d, err
		}
		n := 0
		for _, e := range t {
			if e.Bot && e.Kind == "say" && strings.Contains(e.visible(), "Daily #") {
				n++
				d.posts = append(d.posts, e.At)
			}
		}
		switch {
		case n == 0:
			d.missing = append(d.missing, p.name)
		case n > 1:
			d.doubled = append(d.doubled, fmt.Sprintf("%d × %s", n, p.name))
		}
	}
	return d, nil
}

// span is from the first to the last post.
func (d delivery) span() time.Duration {
	if len(d.posts) == 0 {
		return 0
	}
	first, last := d.posts[0], d.posts[0]
	for _, at := range d.posts {
		if at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	return last.Sub(first)
}

// rate is how many came a second.
func (d delivery) rate() float64 {
	if len(d.posts) < 2 {
		return 0
	}
	return float64(len(d.posts)-1) / d.span().Seconds()
}
