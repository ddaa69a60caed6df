package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/round"
	"reckon/bot/telegram/telegramtest"
)

// A trouble is what happens in addition to the people whose waits are measured.
type trouble struct {
	Flood       int           `placeholder:"N" help:"How many puzzles one person asks for at once."`
	Lively      int           `placeholder:"N" help:"People in a group who race, and guess four times each in 30 seconds."`
	Hang        bool          `help:"A call of the bot hangs."`
	Searches    int           `placeholder:"N" help:"People who ask for solutions that take seconds to find, one after another."`
	Storm       time.Duration `placeholder:"TIME" help:"How long Telegram refuses calls with 429."`
	StormPlaces int           `placeholder:"N" help:"In a storm Telegram refuses only the calls for this many places (all)."`

	// livelyTable is where the lively group is.
	livelyTable *table
}

// livelyWithin is the time within which the bot promises to tell a right answer, or the end of a round,
// in a lively group.
const livelyWithin = 2 * time.Second

// countdownLasts is how long a round of Countdown lasts.
const countdownLasts = 30 * time.Second

func (c *trouble) check(lasts time.Duration) error {
	if least := 2 * (c.Storm + stormBack); c.Storm > 0 && lasts < least {
		return fmt.Errorf("--storm: --for must be %v or more", least)
	}
	return nil
}

// begin begins all of the trouble except a storm.
func (c *trouble) begin(ctx context.Context, g *rig, people *sync.WaitGroup, lasts time.Duration) {
	if c.Flood > 0 {
		people.Go(func() { c.flood(g) })
	}
	if c.Hang {
		people.Go(func() { hang(g) })
	}
	if c.Lively > 0 {
		c.livelyTable = g.telegram.seat("lively", c.Lively+1)
		people.Go(func() { c.race(ctx, min(lasts, countdownLasts)-2*time.Second) })
	}
	for i := range c.Searches {
		people.Go(func() { searchAgain(ctx, g, i) })
	}
}

// flood makes a person ask for many puzzles. These acts are not added to the record, because the bot
// refuses most of them.
func (c *trouble) flood(g *rig) {
	t := g.telegram.seat("flooder", 1)
	for range c.Flood {
		_, _ = g.telegram.act(t, t.people[0], deal, "24")
	}
}

// hang makes a person ask for a puzzle. The call that would show the puzzle never ends.
func hang(g *rig) {
	t := g.telegram.seat("held", 1)
	var hung atomic.Bool
	g.telegram.Fail(func(call telegramtest.Call) *telegramtest.Fault {
		isShown := call.Method == "sendMessage" && call.Get("chat_id") == t.chat
		if isShown && hung.CompareAndSwap(false, true) {
			return &telegramtest.Fault{Hang: true}
		}
		return nil
	})
	_, _ = g.telegram.act(t, t.people[0], deal, "24")
}

// race makes everybody in the lively group but one send wrong answers to a puzzle, at different moments.
// The last person solves the puzzle after two thirds of the time. A round of Countdown runs meanwhile. An
// act that fails is missing in the report.
func (c *trouble) race(ctx context.Context, span time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	t := c.livelyTable
	_ = t.do(0, clock, "countdown", time.Now())
	_ = t.do(0, deal, "24", time.Now())
	id, err := t.awaitPuzzle(ctx)
	if err != nil {
		return
	}
	text, err := solution(id)
	if err != nil {
		return
	}
	solver := len(t.people) - 1
	solves := time.AfterFunc(span*2/3, func() { _ = t.do(solver, right, text, time.Now()) })
	defer solves.Stop()
	const guesses = 4
	pace := span / guesses
	var people sync.WaitGroup
	for who := range solver {
		// Multiples of the golden ratio spread the people over the time.
		_, share := math.Modf(float64(who+1) * math.Phi)
		first := time.Now().Add(time.Duration(share * float64(pace)))
		people.Go(func() {
			repeat(ctx, first, pace, func(due time.Time) { _ = t.do(who, wrong, wrongAnswer(), due) })
		})
	}
	people.Wait()
}

// searchAgain makes a person ask for the solutions of one puzzle after another. Each search goes on until
// its time or its memory is used up.
func searchAgain(ctx context.Context, g *rig, person int) {
	networks := []network{g.telegram, g.discord}
	t := networks[person%len(networks)].seat(fmt.Sprint("searcher", person), 1)
	for i := 0; ctx.Err() == nil; i++ {
		target := fmt.Sprint(999_999_000 + (50*person+i)%1000)
		began := time.Now()
		_ = t.do(0, search, "solve tchisla:"+target+"#7", began)
		until(ctx, time.Minute, func() bool { return len(g.seen(began, target)) > 0 })
		pause(ctx, time.Until(began.Add(leastPause)))
	}
}

// report reports how the bot did in spite of the trouble.
func (c *trouble) report(ctx context.Context, g *rig, began time.Time, lasts time.Duration) {
	if c.Searches > 0 {
		searches := spreadOf(waits(kindOf(g.since(began), search)))
		g.promise(searches.n > 0, "searches", "%s", searches)
	}
	if c.Lively == 0 {
		return
	}
	inGroup := only(g.since(began), func(a *act) bool { return a.chat == c.livelyTable.chat })
	took := spreadOf(waits(kindOf(inGroup, right)))
	g.promise(took.n == 1 && took.max <= livelyWithin, "right answer in the lively group", "%s", took)
	if lasts < countdownLasts {
		return
	}
	end := began.Add(countdownLasts + round.Grace)
	for _, a := range kindOf(inGroup, clock) {
		end = a.at.Add(countdownLasts + round.Grace)
	}
	var late time.Duration
	isTold := until(ctx, time.Minute, func() bool {
		ends := g.seen(began, "Time is up")
		i := slices.IndexFunc(ends, func(m message) bool { return m.chat == c.livelyTable.chat })
		if i >= 0 {
			late = ends[i].at.Sub(end)
		}
		return i >= 0
	})
	g.promise(isTold && late <= livelyWithin, "end of its round",
		"%s after its clock and the %v for answers on their way", brief(late), round.Grace)
}

// A storm is a time in which Telegram refuses calls.
type storm struct {
	began, over time.Time
	// chats has the chats whose calls are refused; nil: all calls are refused.
	chats map[string]bool
}

// stormBack is how long after a storm people may still have to wait. The network takes 30 messages a
// second, so the bot cannot make up for the storm at once.
const stormBack = 5 * time.Second

// storm returns the storm of a scenario, nil if it has none.
func (c *trouble) storm(crowd *crowd, began time.Time, lasts time.Duration) *storm {
	if c.Storm == 0 {
		return nil
	}
	s := &storm{began: began.Add(lasts / 4)}
	s.over = s.began.Add(c.Storm)
	if c.StormPlaces > 0 {
		s.chats = map[string]bool{}
		for _, t := range crowd.tables[:min(c.StormPlaces, len(crowd.tables))] {
			s.chats[t.chat] = true
		}
	}
	return s
}

// begin makes Telegram refuse calls when the storm begins.
func (s *storm) begin(ctx context.Context, g *rig, people *sync.WaitGroup) {
	if s == nil {
		return
	}
	people.Go(func() {
		pause(ctx, time.Until(s.began))
		g.telegram.Fail(func(call telegramtest.Call) *telegramtest.Fault {
			left := time.Until(s.over)
			isRefused := s.chats == nil || s.chats[call.Get("chat_id")]
			if call.Method == "getUpdates" || left <= 0 || !isRefused {
				return nil
			}
			return telegramtest.TooMany(int(math.Ceil(left.Seconds())))
		})
	})
}

// excuses reports whether a storm kept somebody waiting for the result of an act.
func (s *storm) excuses(a *act) bool {
	switch {
	case s == nil || a.network != "telegram":
		return false
	case s.chats != nil:
		return s.chats[a.chat]
	}
	// The result of an act shortly before the storm may not have been told yet.
	return a.due.After(s.began.Add(-time.Second)) && a.due.Before(s.over.Add(stormBack))
}
