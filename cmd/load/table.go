package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"sync/atomic"
	"time"

	"reckon/engine/games"
)

// A network is a stand-in, with the people on it.
type network interface {
	// name is how storage calls the network.
	name() string
	// seat makes a place: a private chat of one person, or a group of several.
	seat(name string, people int) *table
	// act makes a person answer the newest puzzle or run a command. It returns the key of
	// this act.
	act(t *table, who person, what, text string) (key string, err error)
	// Limited returns how often the bot was refused with 429.
	Limited() int
}

// A person has a number and a name on a network.
type person struct {
	id   int64
	name string
}

// A table is a place with some people, who play 24 with puzzles that the bot deals.
type table struct {
	network network
	record  *record
	// community and channel are the keys of the place in storage.
	community, channel string
	// chat is the ID of the place in messages, and number is Telegram's number of it.
	chat   string
	number int64
	people []person

	// turn counts the acts of fiveActs.
	turn int

	mu     sync.Mutex
	puzzle shownPuzzle
	// asked is how many puzzles people asked for, and dealt is how many were shown.
	asked, dealt int
}

// A shownPuzzle is the ID of a puzzle, and the message that shows it.
type shownPuzzle struct{ message, id string }

// fiveActs are what people do in turn.
var fiveActs = [...]string{deal, wrong, wrong, wrong, right}

// seat puts people at a table, and makes the table see the messages in its chat.
func (r *record) seat(t *table, name string, people int) *table {
	t.record = r
	for i := range people {
		t.people = append(t.people, person{numberOf(name) + int64(i), fmt.Sprint(name, "p", i)})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watchers[t.chat] = t.see
	return t
}

// numberOf returns the number of the place with a name, and of the first person there.
func numberOf(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

// wrongAnswers make each wrong answer of a run different from all others.
var wrongAnswers atomic.Int64

// wrongAnswer returns an answer that is wrong for every puzzle, and different from all others.
func wrongAnswer() string { return fmt.Sprint("8*3+", 1_000_000+wrongAnswers.Add(1)) }

// see notes the puzzle that a message shows at the table.
func (t *table) see(m message) {
	id, ok := puzzleIn(m.text)
	if !ok || m.edit {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.puzzle.message == m.id {
		// The answer to an interaction comes as an edit of the message.
		return
	}
	t.puzzle = shownPuzzle{m.id, id}
	t.dealt++
}

// newestPuzzle returns the puzzle that was shown last; zero if none was shown.
func (t *table) newestPuzzle() shownPuzzle {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.puzzle
}

// patience is how long people wait for a puzzle.
const patience = 10 * time.Second

// awaitPuzzle waits until the last puzzle that was asked for is shown, and returns its ID.
func (t *table) awaitPuzzle(ctx context.Context) (string, error) {
	isShown := until(ctx, patience, func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.dealt > 0 && t.dealt >= t.asked
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	if !isShown {
		// The puzzle is lost.
		t.asked = t.dealt
		return "", errors.New("no puzzle was dealt")
	}
	return t.puzzle.id, nil
}

// step does the next of fiveActs at the table, which was due at a time. If it fails, the table begins
// again with a deal.
func (t *table) step(ctx context.Context, due time.Time) error {
	what := fiveActs[t.turn%len(fiveActs)]
	who := t.turn % len(t.people)
	text, err := t.textOf(ctx, what)
	if err == nil {
		err = t.do(who, what, text, due)
	}
	if err != nil {
		t.turn = 0
		return err
	}
	t.turn++
	return nil
}

// textOf returns what a person types to do something.
func (t *table) textOf(ctx context.Context, what string) (string, error) {
	if what == deal {
		return "24", nil
	}
	id, err := t.awaitPuzzle(ctx)
	if err != nil {
		return "", err
	}
	if what == wrong {
		return wrongAnswer(), nil
	}
	return solution(id)
}

// do makes a person do something at the table, and adds the act to the record.
func (t *table) do(who int, what, text string, due time.Time) error {
	a := act{
		network: t.network.name(),
		chat:    t.chat,
		who:     t.people[who].name,
		what:    what,
		text:    text,
		due:     due,
		at:      time.Now(),
	}
	if what == deal {
		a.text = ""
		t.mu.Lock()
		t.asked++
		t.mu.Unlock()
	}
	key, err := t.network.act(t, t.people[who], what, text)
	if err != nil {
		return err
	}
	a.key = key
	t.record.add(a)
	return nil
}

// solution returns a right answer to a puzzle of 24.
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

// A crowd has tables at which people act at a rate, whether the bot keeps up or not.
type crowd struct {
	tables []*table
	// rate is the number of acts a second at all tables together.
	rate float64
}

// seatCrowd seats people at places of the networks in turn. On each network every nth place
// is a group of five, and the others are private chats.
func seatCrowd(rate float64, name string, places, nth int, networks ...network) *crowd {
	c := &crowd{rate: rate}
	for i := range places {
		people := 1
		if i/len(networks)%nth == nth-1 {
			people = 5
		}
		n := networks[i%len(networks)]
		c.tables = append(c.tables, n.seat(fmt.Sprint(name, i), people))
	}
	return c
}

// only returns those acts that were done at the crowd's tables.
func (c *crowd) only(acts []*act) []*act {
	chats := map[string]bool{}
	for _, t := range c.tables {
		chats[t.chat] = true
	}
	return only(acts, func(a *act) bool { return chats[a.chat] })
}

// leastPause is the least time between two acts at a private chat: the bot takes 20
// requests a minute from a person.
const leastPause = 3200 * time.Millisecond

// lasting returns in how much time the crowd does a number of acts.
func (c *crowd) lasting(acts int) time.Duration {
	return time.Duration(float64(acts) / c.rate * float64(time.Second))
}

// play plays until ctx ends. The tables act one after the other. A table that waits for a puzzle does
// not delay other tables, and its own acts are due at the same times as before.
func (c *crowd) play(ctx context.Context) {
	began := time.Now()
	var people sync.WaitGroup
	for i, t := range c.tables {
		people.Go(func() {
			first := began.Add(c.lasting(i))
			repeat(ctx, first, c.lasting(len(c.tables)), func(due time.Time) { _ = t.step(ctx, due) })
		})
	}
	people.Wait()
}

// gather asks for a puzzle at each table, one table after the other with a pause between them, and waits
// for the puzzles. Then it spreads the tables over fiveActs, so that each fifth of them goes on with
// another act. It is called before the time of a scenario begins.
func (c *crowd) gather(ctx context.Context, every time.Duration) error {
	if pace := c.lasting(len(c.tables)); pace < leastPause {
		return fmt.Errorf("%d tables at %.0f a second act every %v: a person may every %v",
			len(c.tables), c.rate, pace, leastPause)
	}
	for _, t := range c.tables {
		if err := t.step(ctx, time.Now()); err != nil {
			return err
		}
		pause(ctx, every)
	}
	for i, t := range c.tables {
		t.turn += i / 5 % 5
		if _, err := t.awaitPuzzle(ctx); err != nil {
			return fmt.Errorf("at %s: %w", t.chat, err)
		}
	}
	return nil
}

// repeat calls do at the time first, and then again each time that an interval has passed, until ctx ends.
func repeat(ctx context.Context, first time.Time, interval time.Duration, do func(due time.Time)) {
	due := first
	for {
		pause(ctx, time.Until(due))
		if ctx.Err() != nil {
			return
		}
		do(due)
		due = due.Add(interval)
	}
}

// until waits until holds returns true, but no longer than most, and reports whether it has returned
// true. It asks every ten milliseconds.
func until(ctx context.Context, most time.Duration, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for !holds() {
		pause(ctx, 10*time.Millisecond)
		if ctx.Err() != nil {
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
