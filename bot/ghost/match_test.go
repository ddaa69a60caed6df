package ghost

import (
	"context"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A player is a person who plays a match against ghosts.
type player struct {
	t     *testing.T
	play  *round.Play
	store *storage.Store
	drawn *fixed
	act   round.Act
	match round.Match
	// round is the round that was dealt last.
	round int64
}

// A fixed draws the puzzle that a test chooses, with a ghost that needs ten seconds.
type fixed struct {
	ghosts
	puzzle engine.Puzzle
}

func (f *fixed) Draw(_ context.Context, _ round.Act, m round.Match) (round.Pick, round.Opponent, error) {
	return round.Pick{Game: m.Game, Puzzle: f.puzzle, Solvable: true}, round.Opponent{After: 10 * time.Second}, nil
}

// newPlayer begins a match of ten puzzles.
func newPlayer(t *testing.T) *player {
	t.Helper()
	k := featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Matches{}).Tables...)
	x := &player{t: t, play: k.Play, store: k.Store, drawn: new(fixed), act: round.Act{At: storetest.Noon}}
	x.play.AddMatch(mode.Kind{Name: name, Mode: newMode}, x.drawn)
	x.write(func(tx *storage.Tx) error {
		var err error
		x.act.Person = storetest.Person(t, tx, "ann")
		x.act.Community, err = tx.EnsureCommunity("test", "ann", true, x.act.Person.ID, "", storetest.Noon)
		if err != nil {
			return err
		}
		x.match, err = x.play.BeginMatch(tx, x.act, name, x.play.Game("24"), engine.AnyLevel, "", 10)
		return err
	})
	return x
}

func (x *player) write(do func(tx *storage.Tx) error) {
	x.t.Helper()
	storetest.Write(x.t, x.store, do)
}

// deal deals a puzzle a minute later, and delivers it at once.
func (x *player) deal(puzzle string) {
	x.t.Helper()
	x.act.At = x.act.At.Add(time.Minute)
	x.drawn.puzzle = parse(x.t, puzzle)
	due, _, err := x.play.PrepareNext(x.t.Context(), x.match.ID, x.act.At)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		_, dealt, err := x.play.Next(tx, due, x.act.At)
		if err != nil {
			return err
		}
		x.round = dealt.ID
		_, _, err = x.play.Delivered(tx, x.act.Community.ID, puzzle, x.round, true, x.act.At)
		return err
	})
}

// parse returns the puzzle with an ID.
func parse(t *testing.T, puzzle string) engine.Puzzle {
	t.Helper()
	p, err := games.Parse(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer answers the puzzle.
func (x *player) answer(text string) round.Outcome {
	x.t.Helper()
	var outcome round.Outcome
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		outcome, err = x.play.Answer(tx, x.act, x.play.Judge(context.Background(), r, text))
		return err
	})
	return outcome
}

// giveUp gives the puzzle up.
func (x *player) giveUp() {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.GiveUp(tx, x.act, r.ID, r.Puzzle.Solve(context.Background()), round.Confirmed)
		return err
	})
}

// wait waits until the ghost has answered.
func (x *player) wait() {
	x.t.Helper()
	x.act.At = x.act.At.Add(10*time.Second + round.Grace)
	due, _, err := x.play.PrepareEnd(x.t.Context(), x.round)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		_, err := x.play.End(tx, due, x.act.At)
		return err
	})
}

// now returns the match as it is now.
func (x *player) now() round.Match {
	x.t.Helper()
	var m round.Match
	x.write(func(tx *storage.Tx) error {
		var err error
		m, err = x.play.Match(tx, x.match.ID)
		return err
	})
	return m
}

// hard is a puzzle with one solution.
const hard = "24:3,3,8,8"

// If the person has not solved a puzzle within the ghost's time, the ghost wins it. The ghost also wins if
// the person gives up. A lost puzzle rates the person, unless they have said nothing since the puzzle
// before. A match is never stopped because nobody answers. The solution of a lost puzzle counts as seen.
func TestGhostWins(t *testing.T) {
	x := newPlayer(t)
	x.deal(hard)
	x.act.At = x.act.At.Add(9 * time.Second)
	if o := x.answer("8/(3-8/3)"); o.What != round.First || o.Points == 0 || o.Ending == nil {
		t.Errorf("in time: %+v", o)
	}
	silent := []string{"24:1,2,3,4", "24:2,2,6,6", "24:5,5,5,5"}
	for _, puzzle := range silent {
		x.deal(puzzle)
		x.wait()
	}
	x.deal("24:2,3,4,5")
	x.answer("2*3+4+5")
	x.wait()
	x.deal("24:1,1,3,13")
	x.giveUp()
	x.checkRated([]ratedPuzzle{
		{hard, true, 9 * time.Second},
		{"24:1,2,3,4", false, 10 * time.Second},
		{"24:2,3,4,5", false, 10 * time.Second},
		{"24:1,1,3,13", false, time.Second},
	})

	m := x.now()
	if m.IsOver() {
		t.Errorf("the match is over at %v", m.EndedAt)
	}
	ghost, person := m.Table[0], m.Table[1]
	if ghost.Player.ID != 0 || ghost.Points != 5 || person.Points != 1 {
		t.Errorf("the table is %+v", m.Table)
	}
	for _, b := range m.Bouts {
		isSeen, err := x.play.IsMet(t.Context(), x.act, b.Round.Class, x.act.Person.ID)
		if err != nil || !isSeen {
			t.Errorf("the solution of %s is not seen: %v", b.Round.Round.Puzzle, err)
		}
	}
	x.deal("24:9,9,11,12")
	x.wait()
	m = x.now()
	if m.Reason != round.Decided || m.Table[0].Points != 6 {
		t.Errorf("after six of ten rounds the match ended because %q, %+v", m.Reason, m.Table)
	}
}

// A ratedPuzzle is a puzzle at which a person was rated.
type ratedPuzzle struct {
	puzzle string
	solved bool
	after  time.Duration
}

// checkRated checks at which puzzles the person was rated.
func (x *player) checkRated(want []ratedPuzzle) {
	x.t.Helper()
	var got []round.RatedAttempt
	x.write(func(tx *storage.Tx) error {
		var err error
		got, err = round.RatedAfter(tx, 0, 1000)
		return err
	})
	if len(got) != len(want) {
		x.t.Fatalf("%d attempts are rated, want %d", len(got), len(want))
	}
	for i, w := range want {
		class := parse(x.t, w.puzzle).Face().Class()
		if got[i].Class != class || got[i].Solved != w.solved || got[i].After != w.after {
			x.t.Errorf("attempt %d: %+v, want %+v", i, got[i], w)
		}
	}
}

// An answer that was sent before the ghost's time is over counts, however late it is read. An answer that
// was sent later does not count.
func TestGhostIsBeatenByWhatWasSentInTime(t *testing.T) {
	for after, isBeaten := range map[time.Duration]bool{10 * time.Second: true, 10*time.Second + time.Millisecond: false} {
		x := newPlayer(t)
		x.deal(hard)
		sent := x.act.At.Add(after)
		x.wait()
		x.act.At = sent
		x.answer("8/(3-8/3)")
		places := x.now().Bouts[0].Standings
		if len(places) != 1 {
			t.Fatalf("%+v", places)
		}
		winner := places[0].PlayerID
		if (winner != 0) != isBeaten {
			t.Errorf("sent after %v: %d wins", after, winner)
		}
	}
}
