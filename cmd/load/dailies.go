package main

import (
	"context"
	"time"
)

type dailiesCmd struct {
	Telegram     int           `default:"600" help:"Groups on Telegram (${default})."`
	Discord      int           `default:"600" help:"Servers on Discord (${default})."`
	Latency      time.Duration `default:"100ms" help:"What each call to a network takes (${default})."`
	Down         time.Duration `help:"For how long both networks refuse everything, from when the dailies are due."`
	TelegramRate float64       `default:"28.5" help:"Bound of the rate on Telegram, a second (${default})."`
	DiscordRate  float64       `default:"42.75" help:"Bound of the rate on Discord, a second: 95 % of 45 (${default})."`
	Most         time.Duration `default:"15m" help:"How long to wait for all (${default})."`
}

// due is how long before the dailies the bot is started.
const due = 3 * time.Second

func (c *dailiesCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(ctx, r, "-latency", c.Latency.String())
	if err != nil {
		return err
	}
	defer g.close()
	groups, channels := telegramChats("S", "d", c.Telegram), servers("D", c.Discord)
	at := time.Now().Add(due)
	if err := g.schedule(ctx, append(append([]place{}, groups...), channels...), at); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	if err := pause(ctx, time.Until(at)); err != nil {
		return err
	}
	if err := c.takeDown(ctx, g); err != nil {
		return err
	}
	if err := c.wait(ctx, g, append(append([]place{}, groups...), channels...)); err != nil {
		return err
	}
	if err := c.report(ctx, g, "Telegram", "tg 429 answered", groups, c.TelegramRate); err != nil {
		return err
	}
	if err := c.report(ctx, g, "Discord", "dc 429 answered", channels, c.DiscordRate); err != nil {
		return err
	}
	return g.lawful(ctx, nil)
}

// takeDown has both networks refuse everything for a while.
func (c *dailiesCmd) takeDown(ctx context.Context, g *rig) error {
	if c.Down == 0 {
		return nil
	}
	g.figure("networks refuse", "for %s", c.Down)
	for _, rest := range []string{"fault tg-rest", "fault dc-rest"} {
		if _, err := g.order(ctx, rest, options{"status": 502, "for": c.Down}); err != nil {
			return err
		}
	}
	return pause(ctx, c.Down)
}

// wait waits until the daily has come everywhere.
func (c *dailiesCmd) wait(ctx context.Context, g *rig, places []place) error {
	until := time.Now().Add(c.Most)
	for time.Now().Before(until) {
		d, err := g.dailies(ctx, places)
		if err != nil || len(d.missing) == 0 {
			return err
		}
		if err := pause(ctx, 2*time.Second); err != nil {
			return err
		}
	}
	return nil
}

func (c *dailiesCmd) report(ctx context.Context, g *rig, network, counter string, places []place, rate float64) error {
	d, err := g.dailies(ctx, places)
	if err != nil {
		return err
	}
	n, err := g.counts(ctx)
	if err != nil {
		return err
	}
	if len(places) == 0 {
		return nil
	}
	g.promise(d.rate() >= rate, network+": dailies", "%d in %s, %.1f a second", len(d.posts), brief(d.span()), d.rate())
	g.none(network+": missing", d.missing)
	g.none(network+": doubled", d.doubled)
	g.promise(n.Counters[counter] == 0, network+": refused with 429", "%d", n.Counters[counter])
	return nil
}
