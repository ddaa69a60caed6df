package main

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/round"
	"reckon/bot/telegram/telegramtest"
)

// A trouble is what makes the bot's work harder while other people's waits are measured.
type trouble struct {
	Flood       int           `placeholder:"N" help:"Let one person ask for this many puzzles at once."`
	Lively      int           `placeholder:"N" help:"Let this many people race in a group, with four wrong answers each in 30 seconds."`
	Hang        bool          `help:"Let a call of the bot hang."`
	Searches    int           `placeholder:"N" help:"Let this many people ask for solutions that take seconds to find, again and again."`
	Storm       time.Duration `placeholder:"TIME" help:"Let Telegram refuse calls with 429 for this long."`
	StormPlaces int           `placeholder:"N" help:"Let a storm be in this many chats of Telegram only (all)."`

	// livelyTable is the table of the lively group.
	livelyTable *table
}

// livelyWithin is the time within which the bot promises to tell a right answer, or the end of a round,
// in a lively group.
const livelyWithin = 2 * time.Second

// countdownLasts is how long a round of Countdown lasts.
const countdownLasts = 30 * time.Second

// begin begins all of the trouble except a storm. People will play for as long as lasts says.
func (c *trouble) begin(ctx context.Context, g *rig, people *sync.WaitGroup, lasts time.Duration) {
	if c.Flood > 0 {
		people.Go(func() { c.flood(g) })
	}
	if c.Hang {
		people.Go(func() { hang(g) })
	}
	if c.Lively > 0 {
		c.livelyTable = g.telegram.seat("lively", c.Lively+1)
		// The race ends before the round of Countdown does.
		span := min(lasts, countdownLasts) - 2*time.Second
		people.Go(func() { c.race(ctx, span) })
	}
	for i := range c.Searches {
		people.Go(func() { searchAgain(ctx, g, i) })
	}
}

// flood makes a person ask for many puzzles. The bot refuses most of these acts, so they are not added to the
// record.
func (c *trouble) flood(g *rig) {
	t := g.telegram.seat("flooder", 1)
	for range c.Flood {
		_, _ = g.telegram.act(t, t.people[0], deal, "24")
	}
}

// hang makes a person ask for a puzzle. The call that would show the puzzle never ends.
func hang(g *rig) {
	t := g.telegram.seat("hang", 1)
	var hung atomic.Bool
	g.telegram.Fail(func(call telegramtest.Call) *telegramtest.Fault {
		showsPuzzle := call.Method == "sendMessage" && call.Get("chat_id") == t.chat
		// Only the first call hangs.
		if showsPuzzle && hung.CompareAndSwap(false, true) {
			return &telegramtest.Fault{Hang: true}
		}
		return nil
	})
	_, _ = g.telegram.act(t, t.people[0], deal, "24")
}

// race lets the lively group play for a span of time, while a round of Countdown runs there. Everybody but the
// last person sends wrong answers to a puzzle of 24, at different moments. The last person solves it after two
// thirds of the span. An act that fails is not in the record, and then report finds too few.
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
	// The solver waits in the background, while the others guess.
	solves := time.AfterFunc(span*2/3, func() { _ = t.do(solver, right, text, time.Now()) })
	defer solves.Stop()
	const guesses = 4
	pace := span / guesses
	var people sync.WaitGroup
	for who := range solver {
		// The fractions of the multiples of the golden ratio are spread evenly, for any number of people.
		_, fraction := math.Modf(float64(who+1) * math.Phi)
		first := time.Now().Add(time.Duration(fraction * float64(pace)))
		people.Go(func() {
			repeat(ctx, first, pace, func(due time.Time) { _ = t.do(who, wrong, wrongAnswer(), due) })
		})
	}
	people.Wait()
}

// searchAgain makes a person ask for the solutions of one puzzle after another until ctx ends. Each search
// goes on until its time or its memory is used up.
func searchAgain(ctx context.Context, g *rig, person int) {
	networks := []network{g.telegram, g.discord}
	t := networks[person%len(networks)].seat(fmt.Sprint("searcher", person), 1)
	// People search for different targets, so that a message shows whose search it answers. That holds for 20
	// people who search up to 50 times each.
	const searchesEach = 50
	for i := 0; ctx.Err() == nil; i++ {
		target := fmt.Sprint(999_999_000 + (searchesEach*person+i)%1000)
		began := time.Now()
		_ = t.do(0, search, "solve tchisla:"+target+"#7", began)
		until(ctx, time.Minute, func() bool { return len(g.seen(began, target)) > 0 })
		pause(ctx, time.Until(began.Add(leastPause)))
	}
}

// report reports how long people waited who were part of the trouble: searchers and the lively group.
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
	if lasts >= countdownLasts {
		c.reportRoundEnd(ctx, g, began, kindOf(inGroup, clock))
	}
}

// reportRoundEnd waits until the lively group is told that its round of Countdown is over, and reports how late
// that was. The argument asked has the act that asked for the round.
func (c *trouble) reportRoundEnd(ctx context.Context, g *rig, began time.Time, asked []*act) {
	const name = "end of its round"
	if len(asked) == 0 {
		g.promise(false, name, "nobody could ask for the round")
		return
	}
	end := asked[0].at.Add(countdownLasts + round.Grace)
	var toldAt time.Time
	isTold := until(ctx, time.Minute, func() bool {
		for _, m := range g.seen(began, "Time is up") {
			if m.chat == c.livelyTable.chat {
				toldAt = m.at
				return true
			}
		}
		return false
	})
	if !isTold {
		g.promise(false, name, "not told")
		return
	}
	late := toldAt.Sub(end)
	g.promise(late <= livelyWithin, name,
		"told %s after the clock and the %v that answers on their way have", brief(late), round.Grace)
}

// A storm is a time in which Telegram refuses calls.
type storm struct {
	began time.Time
	over  time.Time
	// chats has the chats for which calls are refused. If it is nil, all calls are refused.
	chats map[string]bool
}

// stormBack is how long after a storm people may still have to wait. Telegram takes 30 messages a second, so
// the bot cannot send at once all that has waited.
const stormBack = 5 * time.Second

// storm returns the storm of a scenario in which people play from a moment on for as long as lasts says. If
// there is no storm, it returns nil.
func (c *trouble) storm(crowd *crowd, began time.Time, lasts time.Duration) *storm {
	if c.Storm == 0 {
		return nil
	}
	stormBegins := began.Add(lasts / 4)
	s := &storm{
		began: stormBegins,
		over:  stormBegins.Add(c.Storm),
	}
	if c.StormPlaces == 0 {
		return s
	}
	s.chats = map[string]bool{}
	for _, t := range crowd.tables {
		if t.network.name() == telegramName && len(s.chats) < c.StormPlaces {
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
			isMeant := s.chats == nil || s.chats[call.Get("chat_id")]
			isRefused := left > 0 && isMeant && call.Method != "getUpdates"
			if !isRefused {
				return nil
			}
			return telegramtest.TooMany(int(math.Ceil(left.Seconds())))
		})
	})
}

// excuses reports whether a storm may have kept somebody waiting for the result of an act.
func (s *storm) excuses(a *act) bool {
	if s == nil || a.network != telegramName {
		return false
	}
	if s.chats != nil {
		return s.chats[a.chat]
	}
	// The result of an act shortly before the storm may not have been told yet.
	return a.due.After(s.began.Add(-time.Second)) && a.due.Before(s.over.Add(stormBack))
}
