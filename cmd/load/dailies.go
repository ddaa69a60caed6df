package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/storage"
)

type dailiesCmd struct {
	Telegram int `default:"600" help:"Groups on Telegram (${default})."`
	Discord  int `default:"600" help:"Servers on Discord (${default})."`
}

func (c *dailiesCmd) play(ctx context.Context, g *rig) error {
	at := time.Now().Add(startsIn)
	telegram, err := g.schedule(ctx, g.telegram, "Telegram", c.Telegram, at)
	if err != nil {
		return err
	}
	discord, err := g.schedule(ctx, g.discord, "Discord", c.Discord, at)
	if err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	until(ctx, 15*time.Minute, func() bool { // to look at all of them each time would take a core
		return g.count() >= c.Telegram+c.Discord && len(telegram.came())+len(discord.came()) >= c.Telegram+c.Discord
	})
	telegram.report(0.95 * 30)
	discord.report(0.95 * 50)
	return nil
}

// startsIn is how long before its dailies a bot is started.
const startsIn = 3 * time.Second

// A schedule is dailies that are due at places of a network at one moment.
type schedule struct {
	*rig
	name    string
	network network
	chats   map[string]bool
}

// schedule makes the daily due at so many groups of a network. The bot must not run.
func (g *rig) schedule(ctx context.Context, n network, name string, count int, at time.Time) (*schedule, error) {
	d := &schedule{g, name, n, map[string]bool{}}
	var tables []*table
	for i := range count {
		t := n.seat(fmt.Sprint("d", i), 2)
		d.chats[t.chat] = true
		tables = append(tables, t)
	}
	return d, g.found(ctx, tables, func(tx *storage.Tx, t *table, c *storage.Community) error {
		c.Zone, c.Hour, c.Daily, c.DailyChannel = "Etc/UTC", 0, true, t.channel
		return tx.SetJob(storage.Job{Kind: "daily", Key: strconv.FormatInt(c.ID, 10), At: at})
	})
}

// found makes the communities of tables. The bot must not run.
func (g *rig) found(ctx context.Context, tables []*table, set func(*storage.Tx, *table, *storage.Community) error) (err error) {
	store, err := storage.Open(ctx, g.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.Write(ctx, func(tx *storage.Tx) error {
		for _, t := range tables {
			c, err := tx.EnsureCommunity(t.on, t.community, false, 0, "", time.Now())
			if err == nil {
				err = set(tx, t, &c)
			}
			if err == nil {
				err = tx.SaveCommunity(c)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// came returns the dailies that have come, in order.
func (d *schedule) came() []message {
	return slices.DeleteFunc(d.seen(time.Time{}, "Daily #"), func(m message) bool { return m.edit || !d.chats[m.chat] })
}

// report reports the rate from the first daily to the last; a rate of 0 promises none.
func (d *schedule) report(rate float64) {
	all, times, doubled := d.came(), map[string]int{}, []string(nil)
	for _, m := range all {
		if times[m.chat]++; times[m.chat] == 2 {
			doubled = append(doubled, m.chat)
		}
	}
	if len(all) == 0 {
		d.promise(len(d.chats) == 0, d.name+": dailies", "none came")
		return
	}
	lasted := all[len(all)-1].at.Sub(all[0].at)
	got := float64(len(all)-1) / max(lasted.Seconds(), 0.001)
	d.promise(got >= rate, d.name+": dailies", "%d in %s, %.1f a second; %d still to come", len(all), brief(lasted), got, len(d.chats)-len(times))
	d.none(d.name+": dailies doubled", doubled)
	refused := d.network.Limited()
	d.promise(refused == 0, d.name+": refused with 429", "%d", refused)
}
