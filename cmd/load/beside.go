package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/play"
)

type besideCmd struct {
	For     time.Duration `default:"45s" help:"For how long (${default})."`
	Chats   int           `default:"60" help:"Private chats on Telegram and channels on Discord of everybody else, half of each (${default})."`
	Rate    float64       `default:"10" help:"What everybody else says a second (${default})."`
	Flood   int           `default:"150" help:"How often the flooder asks for a puzzle, at once (${default})."`
	People  int           `default:"30" help:"People in the lively groups (${default})."`
	Answers int           `default:"4" help:"Answers of each of them in a round (${default})."`
	Races   int           `default:"5" help:"Groups that race (${default})."`
	Hold    time.Duration `default:"19s" help:"How long one call hangs (${default})."`
	Dailies int           `default:"1000" help:"Groups that the daily comes to meanwhile (${default})."`
	Latency time.Duration `help:"What each call to a network takes."`
	P99     time.Duration `name:"p99" default:"200ms" help:"Bound of the time within which 99 % of everybody else's are answered (${default})."`
	Right   time.Duration `default:"2s" help:"Bound of the time within which a right answer is told (${default})."`
	Late    time.Duration `default:"2s" help:"Bound of how late the end of a round is told (${default})."`
}

// clock is how long a round of Countdown lasts.
const clock = 30 * time.Second

func (c *besideCmd) play(ctx context.Context, s *setup, r *report) error {
	if c.For < 2*patience {
		return fmt.Errorf("%s are too short for a lively group", c.For)
	}
	g, err := s.open(ctx, r, "-latency", c.Latency.String())
	if err != nil {
		return err
	}
	defer g.close()
	b := c.cast(g)
	at := time.Now().Add(due + time.Duration(c.Chats)*time.Second/gatherRate)
	if err := g.schedule(ctx, b.readers, at); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	for _, crowd := range b.others {
		if err := crowd.check(); err != nil {
			return err
		}
		if err := crowd.gather(ctx); err != nil {
			return err
		}
	}
	if err := b.hang(ctx); err != nil {
		return err
	}
	if err := pause(ctx, time.Until(at)); err != nil {
		return err
	}
	if err := b.invite(ctx); err != nil {
		return err
	}
	began := time.Now()
	b.play(ctx)
	return b.report(ctx, began)
}

// A bustle is all that goes on beside each other.
type bustle struct {
	*rig
	*besideCmd
	others  []*crowd
	held    place // whose answer hangs
	flooder place
	lively  place // Countdown, everybody guesses
	race    place // 24, everybody guesses
	clocks  []place
	races   []*table
	readers []place // of the daily
}

func (c *besideCmd) cast(g *rig) *bustle {
	half := c.Chats / 2
	b := &bustle{
		rig: g, besideCmd: c,
		others: []*crowd{
			{stage: g.stage, places: telegramChats("P:", "o", half), rate: c.Rate / 2},
			{stage: g.stage, places: discordChannels("O", c.Chats-half), rate: c.Rate / 2},
		},
		held: place{"telegram", "P:held"}, flooder: place{"telegram", "P:flooder"},
		lively: place{"telegram", "Slively"}, race: place{"telegram", "Srace"},
		readers: telegramChats("S", "d", c.Dailies),
	}
	b.clocks = []place{b.lively, {"telegram", "Squiet"}, {"discord", "Q/quiet"}}
	serve := new(atomic.Int64)
	serve.Store(1_000_000)
	for i, p := range telegramChats("S", "r", c.Races) {
		b.races = append(b.races, &table{stage: g.stage, place: p, seats: 5, pause: 5 * time.Second,
			rand: rand.New(rand.NewPCG(g.setup.Seed, uint64(100+i))), serve: serve})
	}
	return b
}

// hang has the next call that sends a message hang: nobody else speaks yet.
func (b *bustle) hang(ctx context.Context) error {
	if _, err := b.order(ctx, "fault tg-rest", options{"n": 1, "status": 0, "delay": b.Hold, "match": "sendMessage"}); err != nil {
		return err
	}
	if err := b.pose(ctx, b.held, b.held.person(0), "24", hand); err != nil {
		return err
	}
	return pause(ctx, 300*time.Millisecond)
}

// invite lets the bot take away answers in the lively group, so that people may
// give them there.
func (b *bustle) invite(ctx context.Context) error {
	_, err := b.order(ctx, "tg admin", b.lively.at("bot"), "on")
	return err
}

// play has everyone play at once.
func (b *bustle) play(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, b.For)
	defer cancel()
	var all sync.WaitGroup
	for _, c := range b.others {
		all.Go(func() { c.talk(ctx) })
	}
	for _, t := range b.races {
		all.Go(func() { t.play(ctx) })
	}
	all.Go(func() { b.flood(ctx) })
	for _, p := range b.clocks {
		all.Go(func() { b.pose(ctx, p, p.person(0), "countdown", "") })
	}
	guessing := min(clock, b.For) - 2*time.Second
	all.Go(func() { b.guess(ctx, b.lively, guessing) })
	all.Go(func() { b.rush(ctx, guessing) })
	all.Wait()
}

func (b *bustle) flood(ctx context.Context) {
	for range b.Flood {
		b.pose(ctx, b.flooder, b.flooder.person(0), "24", "")
	}
}

// guess has everyone in a lively group guess for a while.
func (b *bustle) guess(ctx context.Context, p place, lasts time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	var all sync.WaitGroup
	for n := range b.People {
		random := rand.New(rand.NewPCG(b.setup.Seed, uint64(1000+n)))
		all.Go(func() {
			for i := range b.Answers {
				if pause(ctx, time.Duration(random.Int64N(int64(2*lasts)/int64(b.Answers+1)))) != nil {
					return
				}
				b.answer(ctx, p, p.person(n), wrong(int64(2_000_000+n*100+i)))
			}
		})
	}
	all.Wait()
}

// rush has everyone in a lively group guess at a puzzle that one of them solves
// when the others have said the most.
func (b *bustle) rush(ctx context.Context, lasts time.Duration) {
	if b.pose(ctx, b.race, b.race.person(0), "24", "") != nil {
		return
	}
	shown, err := b.await(ctx, b.race, "make 24", false, 2*patience)
	if err != nil {
		return
	}
	p, err := puzzleOf(shown.visible())
	if err != nil {
		return
	}
	right, err := solutionOf(p)
	if err != nil {
		return
	}
	solves := time.AfterFunc(lasts*2/3, func() { b.answer(ctx, b.race, b.race.person(b.People), right) })
	defer solves.Stop()
	b.guess(ctx, b.race, lasts)
}

func (b *bustle) report(ctx context.Context, began time.Time) error {
	if err := b.reportOthers(ctx, began); err != nil {
		return err
	}
	if err := b.reportRaces(ctx); err != nil {
		return err
	}
	if b.For >= clock {
		for _, p := range b.clocks {
			if err := b.reportEnd(ctx, p); err != nil {
				return err
			}
		}
	}
	for _, one := range []struct {
		name string
		place
	}{{"the flooder", b.flooder}, {"the lively group", b.lively}, {"the lively race", b.race}, {"whose call hung", b.held}} {
		all, err := b.sayings(ctx, []place{one.place})
		if err != nil {
			return err
		}
		b.figure(one.name, "said %d, told %d; %s", len(all), countTold(all), spreadOf(times(all)))
	}
	d, err := b.dailies(ctx, b.readers)
	if err != nil {
		return err
	}
	b.figure("dailies meanwhile", "%d, %.1f a second, %d still to come", len(d.posts), d.rate(), len(d.missing))
	b.none("dailies doubled", d.doubled)
	n, err := b.counts(ctx)
	if err != nil {
		return err
	}
	if err := b.write(ctx, append([]place{b.lively, b.race, b.flooder, b.held}, b.clocks...)); err != nil {
		return err
	}
	b.figure("refused with 429", "Telegram %d, Discord %d", n.Counters["tg 429 answered"], n.Counters["dc 429 answered"])
	return b.lawful(ctx, nil)
}

func (b *bustle) reportOthers(ctx context.Context, began time.Time) error {
	for _, c := range b.others {
		all, err := b.settled(ctx, c.places, time.Minute)
		if err != nil {
			return err
		}
		said := during(all, began, time.Now())
		took := spreadOf(times(said))
		name := "everybody else on " + c.places[0].network
		b.promise(took.p99 <= b.P99, name, "%s", took)
		unanswered, echoes := silence(said)
		b.none("    told nothing within a minute", unanswered)
		b.none("    told twice", echoes)
	}
	return nil
}

// reportRaces tells how soon right answers were told.
func (b *bustle) reportRaces(ctx context.Context) error {
	var places []place
	for _, t := range b.races {
		places = append(places, t.place)
	}
	for _, group := range []struct {
		name   string
		places []place
	}{{"right answers in races", places}, {"right answer in the lively race", []place{b.race}}} {
		if len(group.places) == 0 {
			continue
		}
		all, err := b.hush(ctx, group.places, waitsForRight, time.Minute, time.Minute)
		if err != nil {
			return err
		}
		right := rights(all)
		took := spreadOf(times(right))
		b.promise(took.n == len(right) && took.n > 0 && took.max <= b.Right, group.name, "%d of %d told within a minute; %s", took.n, len(right), took)
	}
	return nil
}

// rights are the answers that were given as right ones.
func rights(all []*saying) []*saying {
	var some []*saying
	for _, s := range all {
		if s.right() {
			some = append(some, s)
		}
	}
	return some
}

// right tells whether it was given as a right answer.
func (s *saying) right() bool { return s.answer != "" && !strings.HasPrefix(s.answer, wrongBegins) }

// waitsForRight tells whether somebody who is right has not been told so.
func waitsForRight(s *saying) bool { return s.right() && len(s.told) == 0 }

// reportEnd tells how late people were told that a round was over: it is once what
// was sent in time has had the time to come.
func (b *bustle) reportEnd(ctx context.Context, p place) error {
	t, err := b.transcript(ctx, p)
	if err != nil {
		return err
	}
	var began time.Time
	for _, e := range t {
		if e.Bot && began.IsZero() && e.Kind == "say" && strings.Contains(e.visible(), "make ") {
			began = e.At
		}
	}
	over := began.Add(clock + play.Grace)
	name := fmt.Sprintf("end of a round in %s", p.name)
	if began.IsZero() {
		b.promise(false, name, "no round began")
		return nil
	}
	end, err := b.await(ctx, p, "Time is up", true, time.Until(over.Add(time.Minute)))
	if err != nil {
		b.promise(false, name, "not told within a minute")
		return nil
	}
	late := end.At.Sub(over)
	b.promise(late <= b.Late && late > -time.Second, name, "%s after its clock and the %v for what is on its way", brief(late), play.Grace)
	return nil
}
