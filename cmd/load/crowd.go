package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// A crowd says things at many places, so many a second in all, whether it is
// answered or not: each place in turn, answers to a puzzle and now and then a
// puzzle anew.
type crowd struct {
	stage  *stage
	places []place
	rate   float64 // a second
	from   int64   // number of the first answer, so that no two are alike
	failed atomic.Int64
	why    atomic.Value // of a failure
}

// leastPause is the least time between two sayings of a person, who has 20 a
// minute.
const leastPause = 3200 * time.Millisecond

// hand is what the crowd plays with, solution what solves it.
const hand, solution = "3 3 8 8", "8/(3-8/3)"

// script is what is said at a place, again and again, after a puzzle was posed.
var script = []string{"wrong", "wrong", "wrong", "right", "pose"}

// check refuses what would be too much for a person.
func (c *crowd) check() error {
	each := time.Duration(float64(len(c.places)) / c.rate * float64(time.Second))
	if each < leastPause {
		return fmt.Errorf("%d places at %.0f a second speak every %v: a person may every %v", len(c.places), c.rate, each, leastPause)
	}
	return nil
}

// gatherRate is how many puzzles are posed a second, at least, before the crowd
// begins: less than a network takes.
const gatherRate = 20

// gather poses a puzzle at each place and waits until it is there.
func (c *crowd) gather(ctx context.Context) error {
	c.run(ctx, len(c.places), max(c.rate, gatherRate), func(i int) error { return c.say(ctx, i, "pose", 0) })
	if n := c.failed.Load(); n > 0 {
		return fmt.Errorf("%d things could not be said: %w", n, c.why.Load().(error))
	}
	for _, p := range c.places {
		if _, err := c.stage.await(ctx, p, "make 24", true, readyFor); err != nil {
			return fmt.Errorf("at %s nobody got a puzzle: %w", p.name, err)
		}
	}
	return nil
}

// play has the crowd talk for a time.
func (c *crowd) play(ctx context.Context, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	c.talk(ctx)
}

// talk has the crowd talk until ctx ends.
func (c *crowd) talk(ctx context.Context) {
	c.run(ctx, 1<<30, c.rate, func(i int) error {
		return c.say(context.WithoutCancel(ctx), i%len(c.places), script[i/len(c.places)%len(script)], c.from+int64(i))
	})
}

// speakers is how many are under way to the stand-ins at once.
const speakers = 32

// run calls do n times, or until ctx ends, at a rate a second.
func (c *crowd) run(ctx context.Context, n int, rate float64, do func(i int) error) {
	turns := make(chan int, 1<<16)
	var all sync.WaitGroup
	for range speakers {
		all.Go(func() {
			for i := range turns {
				if err := do(i); err != nil {
					c.failed.Add(1)
					c.why.Store(err)
				}
			}
		})
	}
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	began := time.Now()
	for i := 0; i < n && ctx.Err() == nil; {
		for due := int(time.Since(began).Seconds() * rate); i < min(due, n); i++ {
			turns <- i
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	close(turns)
	all.Wait()
}

func (c *crowd) say(ctx context.Context, at int, what string, n int64) error {
	p := c.places[at]
	who := p.person(0)
	switch what {
	case "pose":
		return c.stage.pose(ctx, p, who, "24", hand)
	case "right":
		return c.stage.answer(ctx, p, who, solution)
	}
	return c.stage.answer(ctx, p, who, wrong(n))
}

// wrong is an answer that is wrong and like no other, of up to eight million.
func wrong(n int64) string { return fmt.Sprint(wrongBegins, 1_000_000+n) }

const wrongBegins = "8*3+"

// during are the sayings of a time.
func during(all []*saying, from, to time.Time) []*saying {
	var some []*saying
	for _, s := range all {
		if !s.At.Before(from) && s.At.Before(to) {
			some = append(some, s)
		}
	}
	return some
}

// times are how long people waited who were told something.
func times(all []*saying) []time.Duration {
	var took []time.Duration
	for _, s := range all {
		if len(s.told) > 0 {
			took = append(took, s.took())
		}
	}
	return took
}

// silence are those that were told nothing, and echoes those told twice.
func silence(all []*saying) (unanswered, echoes []string) {
	for _, s := range all {
		switch len(s.told) {
		case 0:
			unanswered = append(unanswered, s.String())
		case 1:
		default:
			echoes = append(echoes, s.String()+"; "+s.times())
		}
	}
	return unanswered, echoes
}
