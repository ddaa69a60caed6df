package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

type searchesCmd struct {
	limitless
	For    time.Duration `default:"30s" help:"For how long people play without searches, and for how long with them; 40s at most (${default})."`
	Groups int           `default:"36" help:"Groups on each network: of three, a duel, a race and one on the clock. In one after another somebody asks for solutions or, where no duel is, deals numbers that take a search (${default})."`
}

// mostHeld is the bound of the time that searches may add to 99 % of what others do in their
// groups.
const mostHeld = 50 * time.Millisecond

// shortClock is how long a round of Countdown lasts beside searches.
const shortClock = 2 * time.Second

// The people at a table: the first two play, the last one searches, and the others take turns
// in asking for help, which a person is shown twice a minute.
const (
	players      = 2
	searchPeople = players + 5
)

// play lets the same people play twice, at first without searches.
func (c *searchesCmd) play(ctx context.Context, g *rig) error {
	var kinds [3][]*table // duels, races, clocks
	for i := range c.Groups {
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
		if err := t.do(0, deal, "24", time.Now()); err != nil {
			return err
		}
	}
	for _, t := range duels {
		if _, err := t.network.act(t, t.people[0], help, "duel @"+t.people[1].name); err != nil {
			return err
		}
	}
	for _, t := range duels {
		if !until(ctx, patience, func() bool { return t.last("Accept") != shown{} }) {
			return fmt.Errorf("no challenge at %s", t.chat)
		}
		if _, err := t.network.act(t, t.people[1], form, "Accept"); err != nil {
			return err
		}
	}
	for _, t := range slices.Concat(duels, races) {
		if !until(ctx, time.Minute, func() bool { return t.last(deal) != shown{} }) {
			return fmt.Errorf("no puzzle at %s", t.chat)
		}
	}
	var all [2][]*act
	for i := range all {
		began := time.Now()
		searching, end := context.WithCancel(ctx)
		var searches sync.WaitGroup
		if i == 1 {
			searches.Go(func() { g.search(searching, duels, slices.Concat(races, clocks)) })
		}
		c.mingle(ctx, duels, races, clocks)
		pause(ctx, shortClock+play.Grace) // the last rounds end, too
		end()
		searches.Wait()
		g.settle(ctx, time.Minute)
		all[i] = g.since(began)
	}
	c.report(g, all[0], all[1])
	return nil
}

// mingle lets people act, each at a moment of their own.
func (c *searchesCmd) mingle(ctx context.Context, duels, races, clocks []*table) {
	ctx, end := context.WithTimeout(ctx, c.For)
	defer end()
	var all bustle
	for i := range duels {
		for _, t := range []*table{duels[i], races[i], clocks[i]} {
			all.join(ctx, t, 4*leastPause, help, "help", 2, 3, 4, 5) // a group is told 20 things a minute
		}
		for who := range players {
			all.join(ctx, duels[i], leastPause, try, "", who)
			all.join(ctx, races[i], leastPause, form, "Answer", who)
		}
		all.join(ctx, clocks[i], 3*leastPause, clock, "countdown", 0)
	}
	all.Wait()
}

// search lets the last person in one group after another do something that takes a search,
// as many at once as the bot searches: ask for solutions, which are shown in private, where a
// duel is, and elsewhere for a puzzle of their own numbers.
func (g *rig) search(ctx context.Context, duels, others []*table) {
	var all sync.WaitGroup
	var asked atomic.Int64
	for range max(1, runtime.NumCPU()-1) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(asked.Add(1)) - 1
				t, text, number := others[i%len(others)], "tchisla ", 123_460+i
				if i/2%2 == 0 { // on each network in turn, a search until its time or its memory is used up
					t, text, number = duels[i%len(duels)], "solve tchisla:", 999_999_900+i
					if t.on == "telegram" {
						t = g.telegram.seat(t.chat+" alone", 1)
					}
				}
				began := time.Now()
				_ = t.do(len(t.people)-1, search, fmt.Sprintf("%s%d#7", text, number), began)
				until(ctx, time.Minute, func() bool {
					return slices.ContainsFunc(g.seen(began, fmt.Sprint(number)), func(m message) bool { return m.chat == t.chat })
				})
			}
		})
	}
	all.Wait()
}

// report compares what people did without searches beside them and with them.
func (c *searchesCmd) report(g *rig, without, with []*act) {
	ends := g.seen(time.Time{}, "Time is up")
	for _, n := range []string{"telegram", "discord"} {
		for _, what := range []string{try, form, clock, help} {
			var took [2]spread
			var silent []string
			for i, all := range [][]*act{without, with} {
				all = only(all, func(a *act) bool { return a.network == n && a.what == what })
				untold, _ := silence(all)
				silent = append(silent, untold...)
				if took[i] = spreadOf(waits(all)); what == clock {
					took[i] = spreadOf(late(all, ends, shortClock))
				}
			}
			held := took[1].p99 - took[0].p99
			g.promise(took[0].n > 0 && took[1].n > 0 && held <= mostHeld, n+": "+what, "p99 %s without searches, %s with; %s", brief(took[0].p99), brief(took[1].p99), took[1])
			g.none("    told nothing", silent)
		}
	}
	var searched time.Duration
	for _, command := range []string{"tchisla", "solve"} {
		took := waits(only(with, func(a *act) bool { return a.what == search && strings.HasPrefix(a.text, command) }))
		g.figure("searches by /"+command, "%s", spreadOf(took))
		for _, t := range took {
			searched += t
		}
	}
	g.promise(searched >= c.For*2/3, "searching", "%s of %s", brief(searched), c.For) // else nothing was measured
}
