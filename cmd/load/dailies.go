package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

type dailiesCmd struct {
	Telegram     int           `default:"600" help:"Groups on Telegram (${default})."`
	Discord      int           `default:"600" help:"Servers on Discord (${default})."`
	TelegramRate float64       `default:"28.5" help:"Bound of the rate on Telegram, a second (${default})."`
	DiscordRate  float64       `default:"42.75" help:"Bound of the rate on Discord, a second: 95 % of 45 (${default})."`
	Most         time.Duration `default:"15m" help:"How long to wait for all (${default})."`
}

func (c *dailiesCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(r, rules{limits: true})
	if err != nil {
		return err
	}
	defer g.close()
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
	err = g.until(ctx, time.Until(at)+c.Most, func() bool { return telegram.missing() == 0 && discord.missing() == 0 })
	if ctx.Err() != nil {
		return err
	}
	telegram.report(g, c.TelegramRate)
	discord.report(g, c.DiscordRate)
	return nil
}

// startsIn is how long before its dailies a bot is started.
const startsIn = 3 * time.Second

// A schedule is dailies that are due at places of a network at one moment.
type schedule struct {
	name    string
	network network
	mu      sync.Mutex
	came    map[string][]time.Time
}

// schedule makes the daily due at n groups of a network. The bot must not run.
func (g *rig) schedule(ctx context.Context, n network, name string, count int, at time.Time) (_ *schedule, err error) {
	d := &schedule{name: name, network: n, came: map[string][]time.Time{}}
	store, err := storage.Open(ctx, g.db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	err = store.Write(ctx, func(tx *storage.Tx) error {
		for i := range count {
			t := n.seat(fmt.Sprint("d", i), 2)
			d.came[t.chat] = nil
			c, err := tx.EnsureCommunity(t.on, t.community, false, 0, "", time.Now())
			if err != nil {
				return err
			}
			c.Zone, c.Hour, c.Daily, c.DailyChannel = "Etc/UTC", 0, true, t.channel
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
			if err := tx.SetJob(storage.Job{Kind: "daily", Key: play.JobKey(c.ID), At: at}); err != nil {
				return err
			}
		}
		return nil
	})
	n.watchDailies(func(chat string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.came[chat] = append(d.came[chat], time.Now())
	})
	return d, err
}

// missing counts the places that the daily has not come to.
func (d *schedule) missing() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, times := range d.came {
		if len(times) == 0 {
			n++
		}
	}
	return n
}

// report reports the rate from the first daily to the last; a rate of 0 promises none.
func (d *schedule) report(g *rig, rate float64) {
	missing := d.missing()
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []time.Time
	var doubled []string
	for chat, times := range d.came {
		all = append(all, times...)
		if len(times) > 1 {
			doubled = append(doubled, chat)
		}
	}
	if len(all) == 0 {
		g.promise(len(d.came) == 0, d.name+": dailies", "none came")
		return
	}
	slices.SortFunc(all, time.Time.Compare)
	lasted := all[len(all)-1].Sub(all[0])
	got := float64(len(all)-1) / max(lasted.Seconds(), 0.001)
	g.promise(got >= rate, d.name+": dailies", "%d in %s, %.1f a second; %d still to come", len(all), brief(lasted), got, missing)
	g.none(d.name+": dailies doubled", doubled)
	refused := d.network.Limited()
	g.promise(refused == 0, d.name+": refused with 429", "%d", refused)
}
