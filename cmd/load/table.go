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

// A network is a stand-in for a network, with the people on it.
type network interface {
	// name is the network's name in the database.
	name() string
	// seat makes a place and its people. One person has a private chat, several are a group.
	seat(name string, people int) *table
	// act makes a person answer the newest puzzle or run a command, and returns the key of that act.
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
	// community and channel are the keys of the place in the database.
	community string
	channel   string
	// chat is the ID of the place in messages.
	chat string
	// number is the place's number on Telegram.
	number int64
	people []person

	// turn counts the calls of step. Its rest by five says which of fiveActs comes next.
	turn int

	mu sync.Mutex
	// puzzle is the newest puzzle.
	puzzle shownPuzzle
	// asked is how many puzzles will have been shown when all are there that people asked for.
	asked int
	// dealt is how many puzzles were shown.
	dealt int
}

// A shownPuzzle is the ID of a puzzle, and the message that shows it.
type shownPuzzle struct{ message, id string }

// fiveActs are the acts that follow each other at a table, again and again.
var fiveActs = [...]string{deal, wrong, wrong, wrong, right}

// seat puts people at a table, and passes the messages in the table's chat to it.
func (r *record) seat(t *table, name string, people int) *table {
	t.record = r
	for i := range people {
		t.people = append(t.people, person{
			id:   numberOf(name) + int64(i),
			name: fmt.Sprintf("%sp%d", name, i),
		})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watchers[t.chat] = t.see
	return t
}

// numberOf returns the number of the place with a name, which is also the number of the first person there.
// It has about 40 bits, so that Discord's IDs can be made of it.
func numberOf(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

// wrongAnswers counts the wrong answers of a run, so that each is different from all others.
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
	t.puzzle = shownPuzzle{message: m.id, id: id}
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
		// The puzzles that did not come are lost, and nobody waits for them any more.
		t.asked = t.dealt
		return "", errors.New("no puzzle was dealt")
	}
	return t.puzzle.id, nil
}

// expectPuzzle makes awaitPuzzle wait for another puzzle than those that were shown. A puzzle may have been shown
// twice, or so late that nobody waited for it.
func (t *table) expectPuzzle() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = max(t.asked, t.dealt) + 1
}

// expectNoPuzzle takes back an expectPuzzle, because nobody could ask for the puzzle.
func (t *table) expectNoPuzzle() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked--
}

// step makes somebody do the next of fiveActs, which was due at a time. If that fails, the table begins again
// with a deal.
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

// textOf returns what a person types for an act. For an answer it waits for the puzzle.
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

// do makes a person at the table do something, and adds the act to the record. The argument who counts from 0.
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
		t.expectPuzzle()
	}
	key, err := t.network.act(t, t.people[who], what, text)
	if err != nil {
		if what == deal {
			t.expectNoPuzzle()
		}
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

const (
	// placesPerGroup is how many places on a network there are for each group among them. The others are private
	// chats.
	placesPerGroup = 5
	// groupSize is how many people are in a group.
	groupSize = 5
)

// seatCrowd makes a crowd whose places are on the networks in turn. The names of the people begin with name.
func seatCrowd(rate float64, name string, places int, networks ...network) *crowd {
	c := &crowd{rate: rate}
	for i := range places {
		n := networks[i%len(networks)]
		onNetwork := i / len(networks)
		people := 1
		if onNetwork%placesPerGroup == placesPerGroup-1 {
			people = groupSize
		}
		c.tables = append(c.tables, n.seat(fmt.Sprint(name, i), people))
	}
	return c
}

// enoughPlaces returns at how many places a crowd can act at a rate so that four seconds or more pass between
// two acts at a place. That is more than leastPause.
func enoughPlaces(rate float64) int {
	return 40 + int(4*rate)
}

// only returns the acts that were done at the crowd's tables.
func (c *crowd) only(acts []*act) []*act {
	chats := map[string]bool{}
	for _, t := range c.tables {
		chats[t.chat] = true
	}
	return only(acts, func(a *act) bool { return chats[a.chat] })
}

// leastPause is the least time between two acts in a private chat. The bot takes 20 requests a minute from a
// person, which is one every three seconds.
const leastPause = 3200 * time.Millisecond

// timeFor returns how long the crowd takes for a number of acts.
func (c *crowd) timeFor(acts int) time.Duration {
	return time.Duration(float64(acts) / c.rate * float64(time.Second))
}

// play plays until ctx ends. The acts at the tables are due one after the other. A table that waits for a
// puzzle does not delay other tables, and its own next acts stay due when they were.
func (c *crowd) play(ctx context.Context) {
	began := time.Now()
	var people sync.WaitGroup
	for i, t := range c.tables {
		people.Go(func() {
			first := began.Add(c.timeFor(i))
			pace := c.timeFor(len(c.tables))
			// An act that fails, for example because the puzzle has not come, is not in the record.
			repeat(ctx, first, pace, func(due time.Time) { _ = t.step(ctx, due) })
		})
	}
	people.Wait()
}

// gather asks for a puzzle at each table, one table after the other with a pause between them, and waits
// for the puzzles. Then a fifth of the tables is about to do each of fiveActs, so that deals do not come all
// at once. It is called before people's waits are measured.
func (c *crowd) gather(ctx context.Context, every time.Duration) error {
	pace := c.timeFor(len(c.tables))
	if pace < leastPause {
		return fmt.Errorf("%.0f acts a second at %d places are one every %v at each, and people may only act every %v",
			c.rate, len(c.tables), pace, leastPause)
	}
	for _, t := range c.tables {
		if err := t.step(ctx, time.Now()); err != nil {
			return err
		}
		pause(ctx, every)
	}
	for i, t := range c.tables {
		// By i%5 alone all groups would do the same act, because they are every fifth table.
		t.turn += i / placesPerGroup % len(fiveActs)
		if _, err := t.awaitPuzzle(ctx); err != nil {
			return fmt.Errorf("at %s: %w", t.chat, err)
		}
	}
	return nil
}

// repeat calls do at the time first and then once in each interval, until ctx ends. If do takes longer than
// an interval, the next calls follow at once until they have caught up.
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

// until calls holds every ten milliseconds until it returns true, and then returns true. After the time limit,
// or if ctx ends, it returns false.
func until(ctx context.Context, limit time.Duration, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for !holds() {
		pause(ctx, 10*time.Millisecond)
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
