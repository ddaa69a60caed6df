package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"reckon/engine/games"
)

// A network is a stand-in, with the people on it.
type network interface {
	// seat makes a place: a private chat of one person, or a group of several.
	seat(name string, people int) *table
	// act makes a person answer the newest puzzle, press the newest button that begins with a
	// word or, for whatever else they do, run a command. It returns the key of this act.
	act(t *table, who person, what, text string) (key string, err error)
	// Limited returns how often the bot was refused with 429.
	Limited() int
}

// A person has a number and a name on a network.
type person struct {
	id   int64
	name string
}

// A table is a place with some people at it, who play 24 on hands that the bot deals:
// of five acts one asks for a puzzle, three are wrong answers and one is right.
type table struct {
	network network
	record  *record
	on      string // the network's name, as storage knows it
	number  int64  // Telegram's
	chat    string
	people  []person

	community, channel string // how storage knows the place

	next   int // act of the five
	mu     sync.Mutex
	newest map[string]shown // the puzzle by the act of its deal, buttons by the first word on them
	asked  int              // so many puzzles were asked for
	dealt  int              // so many were shown
}

// A shown is a button with its data, or a puzzle with its ID, and the message that shows it.
type shown struct{ message, data string }

// seat notes a table, with people at it.
func (r *record) seat(t *table, name string, people int) *table {
	t.record, t.newest = r, map[string]shown{}
	for i := range people {
		t.people = append(t.people, person{number(name) + int64(i), fmt.Sprint(name, "p", i)})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shows[t.chat] = t.see
	return t
}

// number returns the number of the place with a name, and of the first person there.
func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

// numbers make each wrong answer of a run different from all others.
var numbers atomic.Int64

// wrongAnswer is an answer that no hand allows and no other is like.
func wrongAnswer() string { return fmt.Sprint("8*3+", 1_000_000+numbers.Add(1)) }

// see notes the buttons and the puzzle that a message shows at the table.
func (t *table) see(m message) {
	id, ok := puzzleIn(m.text)
	t.mu.Lock()
	defer t.mu.Unlock()
	for word, data := range m.buttons {
		t.newest[word] = shown{m.id, data}
	}
	if !ok || m.edit || t.newest[deal].message == m.id {
		return // the answer to an interaction comes as an edit
	}
	t.newest[deal] = shown{m.id, id}
	t.dealt++
}

// last returns the newest puzzle, by deal, or button, by the first word on it.
func (t *table) last(of string) shown {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.newest[of]
}

// patience is how long people wait for a puzzle before they give an act up.
const patience = 10 * time.Second

// awaitPuzzle waits until the last puzzle that was asked for is shown.
func (t *table) awaitPuzzle(ctx context.Context) (id string, err error) {
	shown := until(ctx, patience, func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.dealt > 0 && t.dealt >= t.asked
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	if !shown {
		t.asked = t.dealt // the puzzle is lost
		return "", errors.New("no puzzle was dealt")
	}
	return t.newest[deal].data, nil
}

// step does the next act at the table, which was due at a time. After a failure the next
// act is a deal.
func (t *table) step(ctx context.Context, due time.Time) (err error) {
	what := []string{deal, wrong, wrong, wrong, right}[t.next%5]
	who, text := t.next%len(t.people), "24"
	defer func() {
		if t.next++; err != nil {
			t.next = 0
		}
	}()
	if what != deal {
		id, err := t.awaitPuzzle(ctx)
		if err != nil {
			return err
		}
		if text = wrongAnswer(); what == right {
			if text, err = solution(id); err != nil {
				return err
			}
		}
	}
	return t.do(who, what, text, due)
}

// do lets a person do something at the table, and notes it.
func (t *table) do(who int, what, text string, due time.Time) (err error) {
	a := act{network: t.on, chat: t.chat, who: t.people[who].name, what: what, text: text, due: due, at: time.Now()}
	if what == deal {
		a.text = ""
		t.mu.Lock()
		t.asked++
		t.mu.Unlock()
	}
	if a.key, err = t.network.act(t, t.people[who], what, text); err == nil {
		t.record.add(a)
	}
	return err
}

// solution is a right answer to a puzzle of 24.
func solution(id string) (string, error) {
	p, err := games.Parse(id)
	if err != nil {
		return "", err
	}
	s := p.Solve(context.Background())
	if !s.Solvable {
		return "", fmt.Errorf("%s has no solution", id)
	}
	return s.All[0], nil
}

// A crowd is tables at which people act at a rate, whether the bot keeps up or not.
type crowd struct {
	tables []*table
	rate   float64 // acts a second at all tables together
}

// seatCrowd seats people at so many places of the networks in turn. On each network every
// nth place is a group of five, and the others are private chats.
func seatCrowd(rate float64, name string, places, nth int, networks ...network) *crowd {
	c := &crowd{rate: rate}
	for i := range places {
		people := 1
		if i/len(networks)%nth == nth-1 {
			people = 5
		}
		c.tables = append(c.tables, networks[i%len(networks)].seat(fmt.Sprint(name, i), people))
	}
	return c
}

// leastPause is the least time between two acts at a private chat: the bot takes 20
// requests a minute of a person.
const leastPause = 3200 * time.Millisecond

// after returns when so many acts are due.
func (c *crowd) after(acts int) time.Duration {
	return time.Duration(float64(acts) / c.rate * float64(time.Second))
}

// play plays until ctx ends. Each table has its turn in order; one that waits for a
// puzzle delays no other, and its acts stay due when they were.
func (c *crowd) play(ctx context.Context) {
	began := time.Now()
	var all sync.WaitGroup
	for i, t := range c.tables {
		all.Go(func() {
			every(ctx, began.Add(c.after(i)), c.after(len(c.tables)), func(due time.Time) error { return t.step(ctx, due) })
		})
	}
	all.Wait()
}

// A bustle is people who each do something again and again, at moments of their own.
type bustle struct {
	sync.WaitGroup
	moments float64 // so many were chosen
}

// join makes people at a table do something in turn, at a pace, until ctx ends; without a
// text they give wrong answers.
func (b *bustle) join(ctx context.Context, t *table, pace time.Duration, what, text string, people ...int) {
	b.moments++
	_, share := math.Modf(b.moments * math.Phi)
	first, times := time.Now().Add(time.Duration(share*float64(pace))), 0
	b.Go(func() {
		every(ctx, first, pace, func(due time.Time) error {
			times++
			return t.do(people[times%len(people)], what, cmp.Or(text, wrongAnswer()), due)
		})
	})
}

// every does an act at a pace, from when it is first due until ctx ends. An act that does
// not come about is none.
func every(ctx context.Context, due time.Time, pace time.Duration, act func(due time.Time) error) {
	for pause(ctx, time.Until(due)); ctx.Err() == nil; pause(ctx, time.Until(due)) {
		_ = act(due)
		due = due.Add(pace)
	}
}

// gather gets a puzzle to each table before the clock of a scenario begins, one table
// after every pause. Then each fifth of the tables is at another of the five acts.
func (c *crowd) gather(ctx context.Context, every time.Duration) error {
	if pace := c.after(len(c.tables)); pace < leastPause {
		return fmt.Errorf("%d tables at %.0f a second act every %v: a person may every %v", len(c.tables), c.rate, pace, leastPause)
	}
	for _, t := range c.tables {
		if err := t.step(ctx, time.Now()); err != nil {
			return err
		}
		pause(ctx, every)
	}
	for i, t := range c.tables {
		t.next += i / 5 % 5
		if _, err := t.awaitPuzzle(ctx); err != nil {
			return fmt.Errorf("at %s: %w", t.chat, err)
		}
	}
	return nil
}

// until waits until something holds, and reports whether it does in time. It looks every ten
// milliseconds.
func until(ctx context.Context, most time.Duration, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for !holds() {
		if pause(ctx, 10*time.Millisecond); ctx.Err() != nil {
			return false
		}
	}
	return true
}

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
