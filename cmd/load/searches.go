package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

type searchesCmd struct {
	For    time.Duration `default:"30s" help:"For how long people play without searches, and for how long with them; 40s at most (${default})."`
	Groups int           `default:"9" help:"Groups on each network: of three, a duel, a race and one on the clock. Somebody searches in each (${default})."`
	Held   time.Duration `default:"50ms" help:"Bound of the time that searches may add to 99 % of what others do in their groups (${default})."`
}

// hard asks for a search that takes all the time that it is given; no other is for the same
// puzzle.
func hard() string { return fmt.Sprintf("solve tchisla:%d#3", 99_990_000+numbers.Add(1)) }

// shortClock is how long a round of Countdown lasts beside searches.
const shortClock = 2 * time.Second

// play lets the same people play twice, at first without searches.
func (c *searchesCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(r, rules{})
	if err != nil {
		return err
	}
	defer g.close()
	var kinds [3][]*table // duels, races, clocks
	for i := range max(c.Groups, runtime.NumCPU()/2+1) {
		for _, n := range []network{g.telegram, g.discord} {
			kinds[i%3] = append(kinds[i%3], n.seat(fmt.Sprint("s", i), searchPeople))
		}
	}
	duels, races, clocks := kinds[0], kinds[1], kinds[2]
	if err := g.found(ctx, clocks, func(_ *storage.Tx, _ *table, c *storage.Community) error {
		c.Seconds = int(shortClock.Seconds())
		return nil
	}); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	for _, t := range races {
		if err := t.do(g.record, 0, deal, "24", time.Now()); err != nil {
			return err
		}
	}
	for _, t := range duels {
		if err := g.duel(ctx, t); err != nil {
			return fmt.Errorf("a duel at %s: %w", t.chat, err)
		}
	}
	if err := g.until(ctx, time.Minute, func() bool {
		return !slices.ContainsFunc(append(duels, races...), func(t *table) bool { return t.count() == 0 })
	}); err != nil {
		return fmt.Errorf("duels and races: %w", err)
	}
	var all [2][]*act
	var used [2]time.Duration
	for i := range all {
		began := time.Now()
		playing, end := context.WithTimeout(ctx, c.For)
		before, err := g.usage()
		if err != nil {
			end()
			return err
		}
		g.mingle(playing, duels, races, clocks, i == 1)
		end()
		after, err := g.usage()
		if err != nil {
			return err
		}
		used[i] = after[0].processor - before[0].processor
		if err := g.settle(ctx, time.Minute); err != nil {
			return err
		}
		all[i] = g.since(began)
	}
	c.report(g, all[0], all[1], used[1]-used[0])
	return ctx.Err()
}

// duel begins a duel.
func (g *rig) duel(ctx context.Context, t *table) error {
	if _, err := t.network.challenge(t); err != nil {
		return err
	}
	if err := g.until(ctx, patience, func() bool { return t.newest("Accept") != button{} }); err != nil {
		return err
	}
	_, err := t.network.press(t, 1, "Accept")
	return err
}

// searchPeople are at each table: the last one searches, and the first two play.
const searchPeople = 12

// mingle lets people act until ctx ends.
func (g *rig) mingle(ctx context.Context, duels, races, clocks []*table, searching bool) {
	var all sync.WaitGroup
	every := func(t *table, who int, pace time.Duration, what string, text func() string) {
		all.Go(func() {
			for wait := leastPause * time.Duration(who%11) / 11; pause(ctx, wait) == nil; wait = pace {
				if err := t.do(g.record, who, what, text(), time.Now()); err != nil {
					g.fail(err)
				}
			}
		})
	}
	always := func(text string) func() string { return func() string { return text } }
	for _, t := range slices.Concat(duels, races, clocks) {
		every(t, 2, 2*leastPause, help, always("help")) // a group is told 20 things a minute
		if searching {
			every(t, searchPeople-1, 10*time.Second, search, hard)
		}
	}
	for _, t := range duels {
		every(t, 0, leastPause, try, wrongAnswer)
		every(t, 1, leastPause, try, wrongAnswer)
	}
	for _, t := range races {
		for who := range searchPeople / 2 {
			every(t, who, leastPause, form, always("Answer"))
		}
	}
	for _, t := range clocks {
		every(t, 0, shortClock+play.Grace+time.Second, clock, always("countdown"))
	}
	all.Wait()
}

// report compares what people did without searches beside them and with them, which took
// so much more of the processor.
func (c *searchesCmd) report(g *rig, without, with []*act, searched time.Duration) {
	ends, silent := g.seen("Time is up"), []string(nil)
	for _, n := range []string{"telegram", "discord"} {
		for _, what := range []string{try, form, clock, help} {
			times := func(all []*act) []time.Duration {
				all = only(all, func(a *act) bool { return a.network == n && a.what == what })
				if what == clock {
					return late(all, ends)
				}
				untold, _ := silence(all)
				silent = append(silent, untold...)
				return waits(all)
			}
			free, held := spreadOf(times(without)), spreadOf(times(with))
			g.promise(free.n > 0 && held.n > 0 && held.p99 <= free.p99+c.Held, n+": "+what, "p99 %s with searches; without %s of %d; %s", brief(held.p99), brief(free.p99), free.n, held)
		}
	}
	g.none("told nothing within a minute", silent)
	// Nothing was measured if nothing was searched.
	g.promise(searched >= c.For/10, "searches", "%s of processor in %s", brief(searched), c.For)
}

// late returns how long after each round's clock people were told that it was over.
func late(rounds []*act, ends []message) (all []time.Duration) {
	for _, a := range rounds {
		if len(a.told) == 0 {
			continue
		}
		i := slices.IndexFunc(ends, func(m message) bool { return m.chat == a.chat && m.at.After(a.told[0].Add(shortClock)) })
		if i >= 0 {
			all = append(all, ends[i].at.Sub(a.told[0].Add(shortClock+play.Grace)))
		}
	}
	return all
}
