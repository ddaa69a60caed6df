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
	others                        []*crowd // everybody else
	flooder, held, lively, racing *table
	dailies                       *schedule
}

func (c *besideCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(r, rules{limits: true})
	if err != nil {
		return err
	}
	defer g.close()
	b := &bustle{rig: g, besideCmd: c}
	at := time.Now().Add(startsIn + time.Duration(c.Places)*firstDeals)
	if b.dailies, err = g.schedule(ctx, g.telegram, "dailies", c.Dailies, at); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	b.gather()
	for _, others := range b.others {
		if err := others.gather(ctx, firstDeals); err != nil {
			return err
		}
	}
	if err := pause(ctx, time.Until(at)); err != nil {
		return err
	}
	began := time.Now()
	if err := b.run(ctx); err != nil {
		return err
	}
	if err := g.settle(ctx, time.Minute); err != nil {
		return err
	}
	return b.report(ctx, began)
}

// gather seats everybody.
func (b *bustle) gather() {
	b.others = []*crowd{
		b.crowd(b.Rate/2, "o", b.Places/2, groupEvery, b.telegram), b.crowd(b.Rate/2, "o", b.Places/2, groupEvery, b.discord),
	}
	b.flooder, b.held = b.telegram.seat("flooder", 1), b.telegram.seat("held", 1)
	b.lively, b.racing = b.telegram.seat("lively", b.People), b.telegram.seat("racing", b.People+1)
	held := time.Time{}
	b.telegram.Fail(func(c telegramtest.Call) *telegramtest.Fault {
		if c.Method == "sendMessage" && c.Get("chat_id") == b.held.chat && held.IsZero() {
			held = c.At
			return &telegramtest.Fault{Hang: true}
		}
		return nil
	})
}

// run lets everybody act at once.
func (b *bustle) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.For)
	defer cancel()
	var all sync.WaitGroup
	failed := make(chan error, len(b.others))
	for _, others := range b.others {
		all.Go(func() { failed <- others.play(ctx) })
	}
	all.Go(func() {
		for range b.Flood {
			b.do(b.flooder, 0, deal, "24")
		}
	})
	all.Go(func() { b.do(b.held, 0, deal, "24") })
	guessing := min(lasts, b.For) - 2*time.Second
	all.Go(func() {
		b.do(b.lively, 0, clock, "countdown")
		b.guess(ctx, b.lively, guessing)
	})
	all.Go(func() { b.rush(ctx, guessing) })
	all.Wait()
	for range b.others {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// do lets somebody act now. Telegram's stand-in refuses nothing.
func (b *bustle) do(t *table, who int, what, text string) {
	_ = t.do(b.record, who, what, text, time.Now())
}

// guess lets everybody at a table guess at random moments.
func (b *bustle) guess(ctx context.Context, t *table, span time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var all sync.WaitGroup
	for who := range b.People {
		all.Go(func() {
			for i := range b.Answers {
				if pause(ctx, span*time.Duration(1+(who*7+i*13)%b.People)/time.Duration(b.People*b.Answers)) != nil {
					return
				}
				b.do(t, who, wrong, wrongAnswer())
			}
		})
	}
	all.Wait()
}

// rush lets everybody in a group guess at a puzzle that one of them solves when most has
// been said.
func (b *bustle) rush(ctx context.Context, span time.Duration) {
	b.do(b.racing, 0, deal, "24")
	id, err := b.racing.awaitPuzzle(ctx)
	if err != nil {
		return
	}
	text, err := solution(id)
	if err != nil {
		return
	}
	solves := time.AfterFunc(span*2/3, func() { b.do(b.racing, b.People, right, text) })
	defer solves.Stop()
	b.guess(ctx, b.racing, span)
}

func (b *bustle) report(ctx context.Context, began time.Time) error {
	all := b.since(began)
	at := func(tables ...*table) []*act {
		return only(all, func(a *act) bool {
			return slices.ContainsFunc(tables, func(t *table) bool { return t.chat == a.chat })
		})
	}
	what := func(what string) []*act { return only(all, func(a *act) bool { return a.what == what }) }
	for _, others := range b.others {
		theirs := at(others.tables...)
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
		b.reportEnd(ctx, what(clock))
	}
	for _, one := range []struct {
		name string
		*table
	}{{"the flooder", b.flooder}, {"the lively group", b.lively}, {"the lively race", b.racing}, {"the call that hung", b.held}} {
		acts := at(one.table)
		b.figure(one.name, "%d acts; %s", len(acts), spreadOf(waits(acts)))
	}
	b.dailies.report(0)
	return ctx.Err()
}

// reportEnd reports how late people were told that the lively round was over. That is once
// everything that was sent in time has had the time to come.
func (b *bustle) reportEnd(ctx context.Context, deals []*act) {
	if len(deals) == 0 || len(deals[0].told) == 0 {
		b.promise(false, "end of a lively round", "no round began")
		return
	}
	over := deals[0].told[0].Add(lasts + play.Grace)
	var ends []message
	if b.until(ctx, time.Until(over.Add(time.Minute)), func() bool {
		ends = slices.DeleteFunc(b.seen("Time is up"), func(m message) bool { return m.chat != b.lively.chat })
		return len(ends) > 0
	}) != nil {
		b.promise(false, "end of a lively round", "not told within a minute")
		return
	}
	late := ends[0].at.Sub(over)
	b.promise(late <= b.Late && late > -time.Second, "end of a lively round", "%s after its clock and the %v for answers on their way", brief(late), play.Grace)
}
