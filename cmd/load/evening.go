package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

type eveningCmd struct {
	For     time.Duration `default:"60s" help:"How long it lasts (${default})."`
	Latency time.Duration `default:"100ms" help:"What each call to a network takes (${default})."`
	Kills   int           `default:"2" help:"How often the bot is killed (${default})."`
	Flood   int           `default:"40" help:"How often the flooder asks for a puzzle, at once (${default})."`
	Settle  time.Duration `default:"1m" help:"How long the bot has at the end for what is left to be said (${default})."`
}

// An evening is three groups and two servers, somebody who floods, and the daily.
type evening struct {
	*rig
	*eveningCmd
	tables  []*table
	party   place // plays Countdown as well
	flooder place
	daily   []place
}

func (c *eveningCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(ctx, r, "-latency", c.Latency.String())
	if err != nil {
		return err
	}
	defer g.close()
	e := c.cast(g)
	if err := g.schedule(ctx, e.daily, time.Now().Add(c.For/3)); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	// So that it can take away answers to a hidden round.
	if _, err := g.order(ctx, "tg admin", e.party.at("bot"), "on"); err != nil {
		return err
	}
	gaps, err := e.play(ctx)
	if err != nil {
		return err
	}
	return e.account(ctx, gaps)
}

func (c *eveningCmd) cast(g *rig) *evening {
	e := &evening{rig: g, eveningCmd: c, party: place{"telegram", "Sparty"}, flooder: place{"telegram", "P:flooder"}}
	e.daily = []place{{"telegram", "Sparty"}, {"telegram", "Sfamily"}, {"discord", "Club/general"}}
	rooms := []place{{"telegram", "Sfamily"}, {"telegram", "Soffice"}, {"discord", "Club/general"}, {"discord", "Club/games"}, {"discord", "School/general"}}
	for i, p := range rooms {
		e.tables = append(e.tables, &table{stage: g.stage, place: p, seats: 3, pause: 4 * time.Second,
			rand: rand.New(rand.NewPCG(g.setup.Seed, uint64(i)))})
	}
	return e
}

// places are all where somebody speaks.
func (e *evening) places() []place {
	all := []place{e.party, e.flooder}
	for _, t := range e.tables {
		all = append(all, t.place)
	}
	return all
}

// play plays the evening, and tells when the bot was away.
func (e *evening) play(ctx context.Context) ([]gap, error) {
	began := time.Now()
	evening, cancel := context.WithTimeout(ctx, e.For)
	defer cancel()
	var all sync.WaitGroup
	for _, t := range e.tables {
		all.Go(func() { t.play(evening) })
	}
	all.Go(func() { e.countdown(evening) })
	all.Go(func() { e.flood(evening) })
	var gaps []gap
	for i := range e.Kills {
		if err := pause(ctx, time.Until(began.Add(e.For*time.Duration(i+1)/time.Duration(e.Kills+1)))); err != nil {
			return nil, err
		}
		killed := time.Now()
		if err := e.kill(i % len(e.bots)); err != nil {
			return nil, err
		}
		if err := e.start(ctx); err != nil {
			return nil, err
		}
		gaps = append(gaps, gap{killed, time.Now()})
	}
	all.Wait()
	return gaps, nil
}

// countdown has the party play a round on the clock.
func (e *evening) countdown(ctx context.Context) {
	if e.pose(ctx, e.party, e.party.person(0), "countdown", "") != nil {
		return
	}
	shown, err := e.await(ctx, e.party, "make [0-9]+", false, 2*patience)
	if err != nil {
		return
	}
	p, err := countdownOf(shown.Text)
	if err != nil {
		return
	}
	found := p.Solve(ctx)
	for n, text := range []string{"100+1", "1/0", found.Best, found.All[len(found.All)-1], "1+1"} {
		if pause(ctx, patience) != nil {
			return
		}
		e.answer(ctx, e.party, e.party.person(n), text)
	}
}

// flood has somebody ask for a puzzle over and over, a while into the evening.
func (e *evening) flood(ctx context.Context) {
	if pause(ctx, e.For/6) != nil {
		return
	}
	for range e.Flood {
		e.pose(ctx, e.flooder, e.flooder.person(0), "24", "")
	}
}

// account prints how it reads, and what came of it.
func (e *evening) account(ctx context.Context, gaps []gap) error {
	places := e.places()
	if _, err := e.await(ctx, e.party, "Time is up", true, e.Settle); err != nil {
		e.promise(false, "end of the round in "+e.party.name, "never told")
	}
	all, err := e.settled(ctx, places, e.Settle)
	if err != nil {
		return err
	}
	for _, p := range places {
		text, err := e.reading(ctx, p)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "\n== %s, %s\n%s\n", p.name, p.network, text)
	}
	fmt.Fprintln(e.out)
	for _, a := range gaps {
		e.figure("killed", "at %s, back after %s", a.from.Format("15:04:05.000"), brief(a.to.Sub(a.from)))
	}
	d, err := e.dailies(ctx, e.daily)
	if err != nil {
		return err
	}
	e.none("dailies missing", d.missing)
	e.none("dailies doubled", d.doubled)
	var guests, floods []*saying
	for _, s := range all {
		if s.Chat == e.flooder.name {
			floods = append(floods, s)
		} else {
			guests = append(guests, s)
		}
	}
	e.figure("the flooder", "said %d, told %d", len(floods), countTold(floods))
	if err := e.balance(ctx, guests, gaps); err != nil {
		return err
	}
	return e.lawful(ctx, gaps)
}
