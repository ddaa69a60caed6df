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
	Right   time.Duration `default:"2s" help:"Bound of the time within which every right answer and the end of a round are (${default})."`
}

// lasts is how long a round of Countdown lasts.
const lasts = 30 * time.Second

// firstDeals is the pause between the first deals: a network takes 30 messages a second.
const firstDeals = 50 * time.Millisecond

// groupEvery is of how many places one is a group.
const groupEvery = 8

func (c *besideCmd) play(ctx context.Context, g *rig) error {
	at := time.Now().Add(startsIn + time.Duration(c.Places)*firstDeals)
	dailies, err := g.schedule(ctx, g.telegram, "dailies", c.Dailies, at)
	if err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	everybodyElse := []*crowd{seatCrowd(c.Rate/2, "o", c.Places/2, groupEvery, g.telegram), seatCrowd(c.Rate/2, "o", c.Places/2, groupEvery, g.discord)}
	flooder, held, lively := g.telegram.seat("flooder", 1), g.telegram.seat("held", 1), g.telegram.seat("lively", c.People+1)
	hung := false
	g.telegram.Fail(func(c telegramtest.Call) *telegramtest.Fault {
		if c.Method == "sendMessage" && c.Get("chat_id") == held.chat && !hung {
			hung = true
			return &telegramtest.Fault{Hang: true}
		}
		return nil
	})
	for _, others := range everybodyElse {
		if err := others.gather(ctx, firstDeals); err != nil {
			return err
		}
	}
	pause(ctx, time.Until(at))
	began := time.Now()
	bustle, cancel := context.WithTimeout(ctx, c.For)
	defer cancel()
	var all sync.WaitGroup
	for _, others := range everybodyElse {
		all.Go(func() { others.play(bustle) })
	}
	all.Go(func() {
		for range c.Flood {
			_ = flooder.do(0, deal, "24", time.Now()) // Telegram's stand-in refuses nothing
		}
	})
	all.Go(func() { _ = held.do(0, deal, "24", time.Now()) })
	all.Go(func() {
		_ = lively.do(0, clock, "countdown", time.Now())
		c.rush(bustle, lively, min(lasts, c.For)-2*time.Second)
	})
	all.Wait()
	g.settle(ctx, time.Minute)
	c.report(ctx, g, g.since(began), everybodyElse)
	dailies.report(0)
	return nil
}

// rush lets everybody in the lively group guess at a puzzle, at random moments, that one
// of them solves when most has been said.
func (c *besideCmd) rush(ctx context.Context, lively *table, span time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	_ = lively.do(0, deal, "24", time.Now())
	id, none := lively.awaitPuzzle(ctx)
	text, unsolved := solution(id)
	if none != nil || unsolved != nil { // which the report shows
		return
	}
	solves := time.AfterFunc(span*2/3, func() { _ = lively.do(c.People, right, text, time.Now()) })
	defer solves.Stop()
	var all bustle
	for who := range c.People {
		all.join(ctx, lively, span/time.Duration(c.Answers), wrong, "", who)
	}
	all.Wait()
}

func (c *besideCmd) report(ctx context.Context, g *rig, all []*act, everybodyElse []*crowd) {
	for _, others := range everybodyElse {
		theirs := only(all, func(a *act) bool {
			return slices.ContainsFunc(others.tables, func(t *table) bool { return t.chat == a.chat })
		})
		took := spreadOf(waits(theirs))
		g.promise(took.p99 <= c.P99, "everybody else on "+others.tables[0].on, "%s", took)
		silent, echoes := silence(theirs)
		g.none("    told nothing within a minute", silent)
		g.none("    told twice", echoes)
	}
	rights := kindOf(all, right)
	took := spreadOf(waits(rights))
	g.promise(took.n == len(rights) && took.n > 0 && took.max <= c.Right, "right answers", "%d of %d told; %s", took.n, len(rights), took)
	if c.For >= lasts {
		rounds := kindOf(all, clock)
		var ends []time.Duration
		until(ctx, time.Minute, func() bool {
			ends = late(rounds, g.seen(time.Time{}, "Time is up"), lasts)
			return len(ends) == len(rounds)
		})
		late := spreadOf(ends)
		g.promise(late.n > 0 && late.max <= c.Right, "end of a lively round", "%s after its clock and the %v for answers on their way", brief(late.max), play.Grace)
	}
}
