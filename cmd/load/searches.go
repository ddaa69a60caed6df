package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	For    time.Duration `default:"10s" help:"For how long people play without searches, and for how long with them; 40s at most (${default})."`
	Groups int           `default:"36" help:"Groups on each network: of three, a duel, a race and one on the clock. A duel allows no other puzzles; where there is none, somebody deals numbers that take a search, in one group after another (${default})."`
	Held   time.Duration `default:"50ms" help:"Bound of the time that searches may add to 99 % of what others do in their groups (${default})."`
}

// shortClock is how long a round of Countdown lasts beside searches.
const shortClock = 2 * time.Second

// solved are numbers whose solutions, with sevens, take a second or two of search: one for
// each network.
var solved = [...]int{123_457, 123_459}

// searchPeople are at each table: the last one searches, and the first two play.
const searchPeople = 4

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
		if err := t.do(g.record, 0, deal, "24", time.Now()); err != nil {
			return err
		}
	}
	for _, t := range duels {
		if _, err := t.network.say(t, 0, false, "duel @"+t.people[1].name); err != nil {
			return err
		}
	}
	for _, t := range duels {
		if err := g.until(ctx, patience, func() bool { return t.newest("Accept") != button{} }); err != nil {
			return fmt.Errorf("a challenge at %s: %w", t.chat, err)
		}
		if _, err := t.network.press(t, 1, "Accept"); err != nil {
			return err
		}
	}
	if err := g.until(ctx, time.Minute, func() bool {
		return !slices.ContainsFunc(slices.Concat(duels, races), func(t *table) bool { return t.count() == 0 })
	}); err != nil {
		return fmt.Errorf("duels and races: %w", err)
	}
	var all [2][]*act
	for i := range all {
		began := time.Now()
		searching, end := context.WithCancel(ctx)
		var searches sync.WaitGroup
		if i == 1 {
			searches.Go(func() { g.search(searching, slices.Concat(duels[:len(solved)], races, clocks)) })
		}
		c.mingle(ctx, g, duels, races, clocks)
		err := pause(ctx, shortClock+play.Grace) // the last rounds end, too
		end()
		searches.Wait()
		if err != nil {
			return err
		}
		if err := g.settle(ctx, time.Minute); err != nil {
			return err
		}
		all[i] = g.since(began)
	}
	c.report(g, all[0], all[1])
	return ctx.Err()
}

// mingle lets people act, each at a moment of their own.
func (c *searchesCmd) mingle(ctx context.Context, g *rig, duels, races, clocks []*table) {
	ctx, end := context.WithTimeout(ctx, c.For)
	defer end()
	var all sync.WaitGroup
	seats := 0
	plays := func(t *table, who int, pace time.Duration, what, text string) {
		seats++
		_, share := math.Modf(float64(seats) * math.Phi)
		first := time.Now().Add(time.Duration(share * float64(pace)))
		all.Go(func() {
			every(ctx, first, pace, func(due time.Time) error {
				return t.do(g.record, who, what, cmp.Or(text, wrongAnswer()), due)
			})
		})
	}
	for i := range duels {
		for _, t := range []*table{duels[i], races[i], clocks[i]} {
			plays(t, 2, 2*leastPause, help, "help") // a group is told 20 things a minute
		}
		for who := range 2 {
			plays(duels[i], who, leastPause, try, "")
			plays(races[i], who, leastPause, form, "Answer")
		}
		plays(clocks[i], 0, shortClock+play.Grace+time.Second, clock, "countdown")
	}
	all.Wait()
}

// search lets the last person in one group after another do something that takes a search,
// as many at once as the bot searches. Solutions are shown in private.
func (g *rig) search(ctx context.Context, groups []*table) {
	var all sync.WaitGroup
	var asked atomic.Int64
	for range max(1, runtime.NumCPU()-1) {
		all.Go(func() {
			for i := int(asked.Add(1)) - 1; i < len(groups) && ctx.Err() == nil; i = int(asked.Add(1)) - 1 {
				t, text, number := groups[i], "tchisla ", 123_460+i
				if i < len(solved) {
					text, number = "solve tchisla:", solved[i]
					if t.on == "telegram" {
						t = g.telegram.seat(t.chat+" alone", 1)
					}
				}
				_ = t.do(g.record, len(t.people)-1, search, fmt.Sprintf("%s%d#7", text, number), time.Now())
				_ = g.until(ctx, patience, func() bool {
					return slices.ContainsFunc(g.seen(fmt.Sprint(number)), func(m message) bool { return m.chat == t.chat })
				})
			}
		})
	}
	all.Wait()
}

// report compares what people did without searches beside them and with them.
func (c *searchesCmd) report(g *rig, without, with []*act) {
	ends := g.seen("Time is up")
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
			g.promise(took[0].n > 0 && took[1].n > 0 && held <= c.Held, n+": "+what, "p99 %s without searches, %s with; %s", brief(took[0].p99), brief(took[1].p99), took[1])
			g.none("    told nothing", silent)
		}
		for _, command := range []string{"tchisla", "solve"} {
			searches := only(with, func(a *act) bool { return a.network == n && a.what == search && strings.HasPrefix(a.text, command) })
			took := spreadOf(waits(searches))
			// Nothing was measured if nothing was searched.
			g.promise(took.p50 >= 200*time.Millisecond, n+": searches by /"+command, "%s", took)
		}
	}
}
