package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"reckon/bot/play"
	"reckon/bot/telegram/telegramtest"
)

type besideCmd struct {
	For     time.Duration `default:"45s" help:"For how long (${default})."`
	Places  int           `default:"80" help:"Places of everybody else, half of them chats on Telegram and half channels on Discord (${default})."`
	Rate    float64       `default:"20" help:"Acts of everybody else a second (${default})."`
	Flood   int           `default:"150" help:"How often the flooder asks for a puzzle, at once (${default})."`
	People  int           `default:"30" help:"People in the lively groups (${default})."`
	Answers int           `default:"4" help:"Answers of each of them in a round (${default})."`
	Dailies int           `default:"1000" help:"Groups that the daily comes to at the same time (${default})."`
	P99     time.Duration `name:"p99" default:"200ms" help:"Bound of the time within which 99 % of everybody else's acts are answered (${default})."`
	Right   time.Duration `default:"2s" help:"Bound of the time within which every right answer is (${default})."`
	Late    time.Duration `default:"2s" help:"Bound of how late the end of a round is told (${default})."`
}

// lasts is how long a round of Countdown lasts.
const lasts = 30 * time.Second

// firstDeals is the pause between the first deals: a network takes 30 messages a second.
const firstDeals = 50 * time.Millisecond

// groupEvery is of how many places one is a group.
const groupEvery = 8

// A bustle is everything that goes on side by side.
type bustle struct {
	*rig
	*besideCmd
	others                []*crowd // everybody else
	flooder, held, lively *table
	dailies               *schedule
}

func (c *besideCmd) play(ctx context.Context, g *rig) (err error) {
	b := &bustle{rig: g, besideCmd: c}
	at := time.Now().Add(startsIn + time.Duration(c.Places)*firstDeals)
	b.dailies, err = g.schedule(ctx, g.telegram, "dailies", c.Dailies, at)
	if err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	b.others = []*crowd{
		b.crowd(b.Rate/2, "o", b.Places/2, groupEvery, b.telegram), b.crowd(b.Rate/2, "o", b.Places/2, groupEvery, b.discord),
	}
	b.flooder, b.held = b.telegram.seat("flooder", 1), b.telegram.seat("held", 1)
	b.lively = b.telegram.seat("lively", b.People+1)
	held := false
	b.telegram.Fail(func(c telegramtest.Call) *telegramtest.Fault {
		if c.Method == "sendMessage" && c.Get("chat_id") == b.held.chat && !held {
			held = true
			return &telegramtest.Fault{Hang: true}
		}
		return nil
	})
	for _, others := range b.others {
		if err := others.gather(ctx, firstDeals); err != nil {
			return err
		}
	}
	if err := pause(ctx, time.Until(at)); err != nil {
		return err
	}
	began := time.Now()
	b.run(ctx)
	if err := g.settle(ctx, time.Minute); err != nil {
		return err
	}
	return b.report(ctx, began)
}

// run lets everybody act at once.
func (b *bustle) run(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, b.For)
	defer cancel()
	var all sync.WaitGroup
	for _, others := range b.others {
		all.Go(func() { others.play(ctx) })
	}
	all.Go(func() {
		for range b.Flood {
			_ = b.flooder.do(0, deal, "24", time.Now())
		}
	})
	all.Go(func() { _ = b.held.do(0, deal, "24", time.Now()) })
	all.Go(func() {
		_ = b.lively.do(0, clock, "countdown", time.Now())
		b.rush(ctx, min(lasts, b.For)-2*time.Second)
	})
	all.Wait()
}

// rush lets everybody in the lively group guess at a puzzle, at random moments, that one
// of them solves when most has been said.
func (b *bustle) rush(ctx context.Context, span time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	_ = b.lively.do(0, deal, "24", time.Now())
	id, err := b.lively.awaitPuzzle(ctx)
	if err != nil {
		return
	}
	text, err := solution(id)
	if err != nil {
		return
	}
	solves := time.AfterFunc(span*2/3, func() { _ = b.lively.do(b.People, right, text, time.Now()) })
	defer solves.Stop()
	var all sync.WaitGroup
	for who := range b.People {
		all.Go(func() {
			for i := range b.Answers {
				if pause(ctx, span*time.Duration(1+(who*7+i*13)%b.People)/time.Duration(b.People*b.Answers)) != nil {
					return
				}
				_ = b.lively.do(who, wrong, wrongAnswer(), time.Now())
			}
		})
	}
	all.Wait()
}

func (b *bustle) report(ctx context.Context, began time.Time) error {
	all := b.since(began)
	what := func(what string) []*act { return only(all, func(a *act) bool { return a.what == what }) }
	for _, others := range b.others {
		theirs := only(all, func(a *act) bool {
			return slices.ContainsFunc(others.tables, func(t *table) bool { return t.chat == a.chat })
		})
		took := spreadOf(waits(theirs))
		b.promise(took.p99 <= b.P99, "everybody else on "+others.tables[0].on, "%s", took)
		silent, echoes := silence(theirs)
		b.none("    told nothing within a minute", silent)
		b.none("    told twice", echoes)
	}
	rights := what(right)
	took := spreadOf(waits(rights))
	b.promise(took.n == len(rights) && took.n > 0 && took.max <= b.Right, "right answers", "%d of %d told; %s", took.n, len(rights), took)
	if b.For >= lasts {
		rounds := what(clock)
		var ends []time.Duration
		_ = b.until(ctx, time.Minute, func() bool {
			ends = late(rounds, b.seen(time.Time{}, "Time is up"), lasts)
			return len(ends) == len(rounds)
		})
		late := spreadOf(ends)
		b.promise(late.n > 0 && late.max <= b.Late, "end of a lively round", "%s after its clock and the %v for answers on their way", brief(late.max), play.Grace)
	}
	b.dailies.report(0)
	return ctx.Err()
}
