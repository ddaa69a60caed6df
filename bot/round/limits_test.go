package round

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

var noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

// An answer with two hints leaves the race open to others for just a minute. An answer with fewer
// hints ends it.
func TestStillOpen(t *testing.T) {
	answer := func(hints int, after time.Duration) storage.Answer {
		return storage.Answer{Hints: hints, At: noon.Add(after)}
	}
	for _, c := range []struct {
		paid []storage.Answer
		at   time.Duration
		want bool
	}{
		{nil, time.Hour, true},
		{[]storage.Answer{answer(0, 0)}, 0, false},
		{[]storage.Answer{answer(1, 0)}, time.Second, false},
		{[]storage.Answer{answer(2, 0)}, time.Minute - 1, true},
		{[]storage.Answer{answer(3, 0)}, time.Minute - 1, true},
		// The answer may have been sent at the end of its second.
		{[]storage.Answer{answer(2, 0)}, time.Minute, true},
		{[]storage.Answer{answer(2, 0)}, 61 * time.Second, false},
		{[]storage.Answer{answer(2, time.Millisecond)}, time.Minute + time.Millisecond, true},
		{[]storage.Answer{answer(2, time.Millisecond)}, time.Minute + 2*time.Millisecond, false},
		// The minute begins with the first answer.
		{[]storage.Answer{answer(2, 0), answer(2, 50*time.Second)}, 61 * time.Second, false},
		{[]storage.Answer{answer(2, 0), answer(1, time.Second)}, 2 * time.Second, false},
	} {
		if got := stillOpen(c.paid, noon.Add(c.at)); got != c.want {
			t.Errorf("after %+v, at %v: %v", c.paid, c.at, got)
		}
	}
}

// In a race the hints open 30, 60 and 90 seconds after it began. If the race has a clock, they open
// after a third, a half and two thirds of its time. Elsewhere they open at once.
func TestHintsOpen(t *testing.T) {
	game, _ := games.ByName("24")
	puzzle, err := games.Parse("24:2,3,4,5")
	if err != nil {
		t.Fatal(err)
	}
	shared := Round{Game: game, Puzzle: puzzle, Mode: mode.Modes(nil).Of("", mode.Together, false), Round: storage.Round{CommunityID: 1, DealtAt: noon}}
	alone := shared
	alone.Mode = mode.Modes(nil).Of("", mode.Private, false)
	clock := shared
	// The clock began a minute after the puzzle was dealt.
	clock.Lasts, clock.EndsAt = 2*time.Minute, noon.Add(3*time.Minute)
	for _, c := range []struct {
		what string
		r    Round
		had  int
		at   time.Duration
		// want is the number of the new hint.
		want int
	}{
		{"race", shared, 0, 30*time.Second - 1, 0},
		{"race", shared, 0, 30 * time.Second, 1},
		{"race", shared, 1, 60*time.Second - 1, 0},
		{"race", shared, 1, 60 * time.Second, 2},
		{"race", shared, 2, 90*time.Second - 1, 0},
		{"race", shared, 2, 90 * time.Second, 3},
		{"race", shared, 3, time.Hour, 0},
		{"clock", clock, 0, 100*time.Second - 1, 0},
		{"clock", clock, 0, 100 * time.Second, 1},
		{"clock", clock, 1, 2*time.Minute - 1, 0},
		{"clock", clock, 1, 2 * time.Minute, 2},
		{"clock", clock, 2, 140*time.Second - 1, 0},
		{"clock", clock, 2, 140 * time.Second, 3},
		{"alone", alone, 0, 0, 1},
		{"alone", alone, 2, 0, 3},
	} {
		h := HintResult{Round: c.r}
		h.fill(c.had, noon.Add(c.at))
		shown := c.had
		if c.want > 0 {
			shown = c.want
		}
		isSoon := c.want == 0 && c.had < MaxHints
		if h.New != c.want || len(h.Hints) != shown || h.Share != HintShare(shown) || (h.What == HintSoon) != isSoon {
			t.Errorf("%s, %d hints, after %v: new %d, %d shown, %s, worth %d", c.what, c.had, c.at, h.New, len(h.Hints), h.What, h.Share)
		}
	}
}

// Who may end a race for all depends on the moment and on the person's role.
func TestMayEnd(t *testing.T) {
	ctx := context.Background()
	p, store := newPlay(t)
	check := func(e error) {
		t.Helper()
		if e != nil {
			t.Fatal(e)
		}
	}
	check(store.Write(ctx, func(tx *storage.Tx) error {
		club, err := tx.EnsureCommunity("net", "club", false, 0, "", noon)
		check(err)
		league, err := tx.EnsureCommunity("net", "league", false, 0, "", noon)
		check(err)
		var people [3]storage.Player
		for i := range people {
			people[i], err = tx.EnsurePlayer("net", fmt.Sprint("p", i), "", "", noon)
			check(err)
		}
		asker, other := people[0], people[1]
		add := func(class string, in storage.Community) Round {
			id, err := tx.AddRound(storage.Round{CommunityID: in.ID, Game: "24", Puzzle: "24:2,3,4,5", Class: class, AskerID: asker.ID, DealtAt: noon})
			check(err)
			r, err := p.Round(tx, id)
			check(err)
			return r
		}
		fresh, answered := add("a", club), add("b", club)
		_, err = tx.AddAnswer(storage.Answer{RoundID: answered.ID, PlayerID: other.ID, At: noon.Add(time.Minute), Outcome: "wrong"}, nil)
		check(err)
		for _, c := range []struct {
			what  string
			r     Round
			who   storage.Player
			in    storage.Community
			admin bool
			at    time.Duration
			want  bool
		}{
			{"the asker", fresh, asker, club, false, 0, true},
			{"another one", fresh, other, club, false, 2*time.Minute - 1, false},
			{"another one, when it was quiet", fresh, other, club, false, 2 * time.Minute, true},
			{"another one, after an answer", answered, other, club, false, 3*time.Minute - 1, false},
			{"another one, long after an answer", answered, other, club, false, 3 * time.Minute, true},
			{"an administrator", fresh, other, club, true, 0, true},
			{"an administrator of elsewhere", fresh, other, league, true, 0, false},
		} {
			got, err := mayEnd(tx, Act{Person: c.who, Community: c.in, Admin: c.admin, At: noon.Add(c.at)}, c.r)
			check(err)
			if got != c.want {
				t.Errorf("%s: %v", c.what, got)
			}
		}
		return nil
	}))
}

// A race without a clock ends a day after the last answer. If all solutions are found and it is
// open only because of hints, it ends when the answers of a minute after the first right one have been read.
func TestRaceEnds(t *testing.T) {
	ctx := context.Background()
	p, store := newPlay(t)
	// This puzzle has two solutions.
	puzzle, err := games.Parse("24:2,3,4,5")
	if err != nil {
		t.Fatal(err)
	}
	s := puzzle.Solve(ctx)
	for _, c := range []struct {
		what    string
		answers []storage.Answer
		reason  string
		after   time.Duration
	}{
		{"nobody", nil, Expired, 24 * time.Hour},
		{"a wrong one", []storage.Answer{{Outcome: "wrong", At: noon.Add(time.Hour)}}, Expired, 25 * time.Hour},
		{"one of two", []storage.Answer{{Outcome: "right", Form: "a", At: noon.Add(time.Hour)}}, Solved, 25 * time.Hour},
		{"both", []storage.Answer{{Outcome: "right", Form: "a", At: noon}, {Outcome: "right", Form: "b", At: noon.Add(time.Second)}}, Solved, lastMoment(noon).Sub(noon) + OpenFor + Grace},
		{"both, in practice", []storage.Answer{{Outcome: "right", Form: "a", At: noon, Practice: true}, {Outcome: "right", Form: "b", At: noon, Practice: true}}, Expired, 24 * time.Hour},
	} {
		err := store.Write(ctx, func(tx *storage.Tx) error {
			club, err := tx.EnsureCommunity("net", "club", false, 0, "", noon)
			if err != nil {
				return err
			}
			id, err := tx.AddRound(storage.Round{CommunityID: club.ID, Game: "24", Puzzle: puzzle.ID(), DealtAt: noon})
			if err != nil {
				return err
			}
			who, err := tx.EnsurePlayer("net", "ann", "", "", noon)
			if err != nil {
				return err
			}
			for _, a := range c.answers {
				a.RoundID, a.PlayerID = id, who.ID
				if _, err := tx.AddAnswer(a, nil); err != nil {
					return err
				}
			}
			r, err := p.Round(tx, id)
			if err != nil {
				return err
			}
			all, err := Answers(tx, id, 0)
			if err != nil {
				return err
			}
			reason, at, err := whyRaceEnds(tx, r, s, all)
			if reason != c.reason || !at.Equal(noon.Add(c.after)) {
				t.Errorf("%s: it ends %v after it was dealt (%s)", c.what, at.Sub(noon), reason)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// newPlay makes a Play with a database of its own.
func newPlay(t testing.TB) (*Play, *storage.Store) {
	t.Helper()
	dbtest.OnlyFile(t)
	ctx := context.Background()
	store, err := storage.Open(ctx, dbtest.New(t, "play", func(path string) error {
		s, err := storage.Open(ctx, path)
		if err != nil {
			return err
		}
		return s.Close()
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	p, err := New(ctx, store, games.All(), rand.NewPCG(1, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, store
}
