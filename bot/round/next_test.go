package round

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// job returns when the job of a kind is due whose key is an ID; zero if there is none.
func (x *table) job(kind string, id int64) (at time.Time) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		at, _, err = storage.Found(storage.Get[time.Time](tx, "find job", `
			SELECT at FROM jobs WHERE kind = $1 AND key = $2`, kind, strconv.FormatInt(id, 10)))
		return err
	})
	return at
}

// parsed returns the puzzle of an ID.
func parsed(t testing.TB, id string) engine.Puzzle {
	t.Helper()
	puzzle, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// robots are Opponents that draw some puzzles in order, and need a minute for each.
type robots struct {
	t *testing.T
	// left are the puzzles to come.
	left []string
	// by are those for whom one was drawn.
	by []int64
	// of are the robots that play, by round.
	of map[int64]Opponent
}

func (r *robots) Draw(_ context.Context, a Act, m Match) (Pick, Opponent, error) {
	id := r.left[0]
	r.left = r.left[1:]
	r.by = append(r.by, a.Person.ID)
	return Pick{Game: m.Game, Puzzle: parsed(r.t, id), Solvable: true}, Opponent{After: time.Minute, Name: "robot"}, nil
}

func (r *robots) Save(_ *storage.Tx, roundID int64, o Opponent) error {
	r.of[roundID] = o
	return nil
}

func (r *robots) OfMatch(*storage.Tx, int64) (map[int64]Opponent, error) { return r.of, nil }

// againstRobots begins a match that ann plays against robots in her private chat.
func againstRobots(t *testing.T, puzzles ...string) (x *table, m Match, r *robots) {
	t.Helper()
	x = &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	r = &robots{t: t, left: puzzles, of: map[int64]Opponent{}}
	alone := func(_ mode.Setting, isMeasured bool) mode.Mode {
		if isMeasured {
			return mode.Mode{}
		}
		return mode.Mode{
			Name: "robot", Hidden: true, Pay: mode.PayOwn, GiveUp: mode.QuitEnds, Pair: true, Opponent: true,
			OnItsClock: true,
			Length:     3, EndsEarly: true, Pause: 5 * time.Second, Score: func(int, int) int { return 1 },
		}
	}
	x.play.AddMatch(mode.Kind{Name: "robot", Mode: alone}, r)
	x.play.AddMatch(mode.Kind{Name: "other", Mode: alone}, nil)
	x.write(func(tx *storage.Tx) (err error) {
		ann, err := tx.EnsurePlayer("net", "ann", "ann", "", noon)
		if err != nil {
			return err
		}
		x.club, err = tx.EnsureCommunity("net", "ann", true, ann.ID, "", noon)
		if err != nil {
			return err
		}
		g, _ := games.ByName("24")
		m, err = x.play.BeginMatch(tx, x.act(tx, "ann"), "robot", g, engine.AnyLevel, "", 0)
		return err
	})
	return x, m, r
}

// goesOn runs the job of a match, and delivers the puzzle that is dealt at once.
func (x *table) goesOn(id int64) (changed *Match, dealt *Round) {
	x.t.Helper()
	due, ok, err := x.play.PrepareNext(x.t.Context(), id, x.at)
	if err != nil || !ok {
		x.t.Fatalf("no match %d: %v", id, err)
	}
	x.write(func(tx *storage.Tx) error {
		changed, dealt, err = x.play.Next(tx, due, x.at)
		if err != nil || dealt == nil {
			return err
		}
		x.round = dealt.ID
		_, _, err = x.play.Delivered(tx, x.club.ID, fmt.Sprint("m", dealt.ID), dealt.ID, true, x.at)
		return err
	})
	return changed, dealt
}

// ending lets the clock of the puzzle run out, and returns how the puzzle ended.
func (x *table) ending() (e *Ending) {
	x.t.Helper()
	due, ok, err := x.play.PrepareEnd(x.t.Context(), x.round)
	if err != nil || !ok {
		x.t.Fatalf("no round %d: %v", x.round, err)
	}
	x.write(func(tx *storage.Tx) error {
		e, err = x.play.End(tx, due, x.at)
		return err
	})
	return e
}

// An opponent that is no person is drawn with each puzzle, and stored. Its time is the clock. If the clock
// runs out, the opponent has won the puzzle, and the attempt is rated as one without a solution. It is not
// rated if the person may have gone away since the puzzle before.
func TestMatchAgainstAnOpponent(t *testing.T) {
	x, m, r := againstRobots(t, "24:2,3,4,5", hard, "24:1,2,3,4")
	ann := m.AskerID
	if changed, dealt := x.goesOn(m.ID); changed != nil || dealt != nil || len(r.by) != 0 {
		t.Fatalf("before the first puzzle is due: %+v", dealt)
	}
	x.at = noon.Add(m.Mode.Pause)
	wantRated := []int{1, 1, 2}
	for i, want := range wantRated {
		changed, dealt := x.goesOn(m.ID)
		if dealt == nil || dealt.Lasts != time.Minute || r.by[i] != ann || r.of[dealt.ID].Name != "robot" {
			t.Fatalf("puzzle %d: %+v by %v", i+1, dealt, r.by)
		}
		if got := changed.Bouts[i].Opponent; got.Name != "robot" {
			t.Errorf("puzzle %d is against %+v", i+1, got)
		}
		begun := x.at
		if i == 2 {
			x.sends("ann", "1+2", begun.Add(time.Second).Sub(noon), false)
		}
		x.at = begun.Add(time.Minute + Grace)
		e := x.ending()
		place := e.Match.Bouts[i].Standings
		if len(place) != 1 || place[0].PlayerID != 0 || place[0].Rank != 1 || place[0].Score != 1 || place[0].Elapsed != time.Minute {
			t.Errorf("puzzle %d is won by %+v", i+1, place)
		}
		table := e.Match.Table
		if len(table) != 2 || table[0].Player.ID != 0 || table[0].Points != i+1 || table[0].Solved != 0 || table[1].Player.ID != ann || table[1].Rank != 2 {
			t.Errorf("after puzzle %d the table is %+v", i+1, table)
		}
		if got := x.rated(); len(got) != want || got[want-1].Solved || got[want-1].After != time.Minute {
			t.Errorf("after puzzle %d these are rated: %+v", i+1, got)
		}
		if i < 2 && (e.Match.IsOver() || !e.Match.NextAt.Equal(x.at.Add(m.Mode.Pause))) {
			t.Errorf("after puzzle %d the next comes at %v, reason %q", i+1, e.Match.NextAt, e.Match.Reason)
		}
		if i == 2 && e.Match.Reason != AllPlayed {
			t.Errorf("the match ends: %q", e.Match.Reason)
		}
		x.at = x.at.Add(m.Mode.Pause)
	}
}

// A person who gives up loses the puzzle to the opponent. If they are faster than the opponent, they win it,
// and are paid.
func TestOpponentAndPersonWin(t *testing.T) {
	x, m, _ := againstRobots(t, "24:2,3,4,5", hard)
	x.at = noon.Add(m.Mode.Pause)
	x.goesOn(m.ID)
	x.at = x.at.Add(time.Second)
	x.write(func(tx *storage.Tx) error {
		q, err := x.play.GiveUp(tx, x.act(tx, "ann"), x.round, engine.Solution{}, Confirmed)
		if err != nil {
			return err
		}
		if q.What != QuitForAll || q.Ending.Match.Table[0].Player.ID != 0 || q.Ending.Match.Table[0].Points != 1 {
			t.Errorf("ann gives up: %s, %+v", q.What, q.Ending)
		}
		return nil
	})
	x.at = x.at.Add(m.Mode.Pause)
	x.goesOn(m.ID)
	took := x.sends("ann", "8/(3-8/3)", x.at.Add(20*time.Second).Sub(noon), false)
	if took.Points == 0 || took.Ending == nil || len(took.Ending.Match.Bouts[1].Standings) != 1 {
		t.Fatalf("ann is quicker: %s, %d points", took.What, took.Points)
	}
	if place := took.Ending.Match.Bouts[1].Standings[0]; place.PlayerID != m.AskerID || took.Ending.Round.PointsOf(place) != took.Points {
		t.Errorf("ann has the place %+v", place)
	}
	var table []string
	for _, tally := range took.Ending.Match.Table {
		table = append(table, fmt.Sprint(tally.Player.Name, " ", tally.Points, " ", tally.Solved, " ", tally.Paid))
	}
	if got, want := fmt.Sprint(table), fmt.Sprintf("[ann 1 1 %d  1 0 0]", took.Points); got != want {
		t.Errorf("the table is %q, want %q", got, want)
	}
}

// A challenge that nobody has accepted for three minutes is over. If its job runs earlier, nothing changes.
func TestChallengeExpires(t *testing.T) {
	for early, want := range map[time.Duration]string{1: "", 0: Unheeded, -time.Second: Unheeded} {
		x := newTable(t, hard, 0)
		m, err := x.challenge("ann", Rival{Key: "bob"}, "")
		if err != nil {
			t.Fatal(err)
		}
		x.at = noon.Add(mode.ChallengeFor - early)
		changed, _ := x.goesOn(m.ID)
		reason := ""
		if changed != nil {
			reason = changed.Reason
			if !changed.EndedAt.Equal(x.at) {
				t.Errorf("it ended at %v", changed.EndedAt)
			}
		}
		if at := x.job(MatchJob, m.ID); reason != want || at.IsZero() != (want != "") {
			t.Errorf("%v before it expires: %q, it is looked at again at %v", early, reason, at)
		}
	}
}

// If a puzzle has become one of a live daily since it was drawn, it is not dealt. Another one is drawn a
// second later.
func TestMatchPassesOverALiveDaily(t *testing.T) {
	for number, want := range map[int]bool{Number(noon): false, Number(noon) - 9: true} {
		x := &table{t: t, at: noon}
		x.play, x.store = newPlay(t)
		var m Match
		x.write(func(tx *storage.Tx) (err error) {
			x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon)
			if err != nil {
				return err
			}
			puzzle := parsed(t, hard)
			if err := AddDaily(tx, number, "24", hard, puzzle.Face().Class()); err != nil {
				return err
			}
			m, err = raceOf("24")(x, tx)
			if err != nil {
				return err
			}
			x.at = m.NextAt
			_, dealt, err := x.play.Next(tx, PendingNext{id: m.ID, drawn: &Pick{Game: m.Game, Puzzle: puzzle}}, x.at)
			if got := dealt != nil; got != want {
				t.Errorf("the puzzle of day %d is dealt: %t", number, got)
			}
			return err
		})
		next := time.Time{}
		if !want {
			next = x.at.Add(time.Second)
		}
		if got := x.job(MatchJob, m.ID); !got.Equal(next) {
			t.Errorf("after the puzzle of day %d the match is looked at again at %v", number, got)
		}
	}
}

// No puzzle is drawn for a match that is over, or that has an open puzzle.
func TestNoPuzzleIsDrawnForNothing(t *testing.T) {
	x, m := bout(t, hard, raceOf("24"))
	x.at = noon.Add(time.Hour)
	due, ok, err := x.play.PrepareNext(t.Context(), m.ID, x.at)
	if err != nil || !ok || due.drawn != nil {
		t.Errorf("while a puzzle is open: %+v, %t, %v", due, ok, err)
	}
	if changed, dealt := x.goesOn(m.ID); changed != nil || dealt != nil || !x.job(MatchJob, m.ID).IsZero() {
		t.Errorf("while a puzzle is open the match goes on: %+v", dealt)
	}
	x.stop(m)
	if changed, dealt := x.goesOn(m.ID); changed != nil || dealt != nil {
		t.Errorf("a match that is over goes on: %+v", dealt)
	}
	if _, ok, err := x.play.PrepareNext(t.Context(), m.ID+1, x.at); ok || err != nil {
		t.Errorf("a match that is not there: %t, %v", ok, err)
	}
}

// With a result, a race shows the points that it counts in its table, and a duel shows none. Other rounds show
// what the answer has earned.
func TestPointsThatAPlaceShows(t *testing.T) {
	place := Standing{Answer: storage.Answer{Points: 7}, Score: 3}
	match := &MatchRow{ID: 1}
	counts := func(int, int) int { return 1 }
	for what, c := range map[string]struct {
		r    Round
		want int
	}{
		"no match":            {Round{Mode: mode.Mode{Shared: true}}, 7},
		"a race alone":        {Round{Match: match, Mode: mode.Mode{}}, 7},
		"a race":              {Round{Match: match, Mode: mode.Mode{Shared: true}}, 3},
		"a duel":              {Round{Match: match, Mode: mode.Mode{Shared: true, Score: counts}}, 0},
		"against an opponent": {Round{Match: match, Mode: mode.Mode{Score: counts}}, 7},
	} {
		if got := c.r.PointsOf(place); got != c.want {
			t.Errorf("%s: %d points, want %d", what, got, c.want)
		}
	}
}

// If a person gives up a puzzle, the opponent has won it in its own time.
func TestGivingUpAgainstAnOpponent(t *testing.T) {
	x, m, r := againstRobots(t, hard)
	x.at = noon.Add(m.Mode.Pause)
	x.goesOn(m.ID)
	r.of[x.round] = Opponent{After: 30 * time.Second, Name: "robot"}
	q := x.quits("ann", Confirmed, true)
	if q.What != QuitForAll || len(q.Ending.Match.Bouts[0].Standings) != 1 {
		t.Fatalf("ann: %s, %+v", q.What, q.Ending)
	}
	if got := q.Ending.Match.Bouts[0].Standings[0]; got.PlayerID != 0 || got.Rank != 1 || got.Score != 1 || got.Elapsed != 30*time.Second {
		t.Errorf("the puzzle goes to %+v", got)
	}
}
