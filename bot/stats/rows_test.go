package stats

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := storetest.Member(t, tx, c, "p")
		if _, err := totalsOf(tx, p.ID); err != nil {
			return err
		}
		_, err := membersOf(tx, c.ID, storetest.Noon, 10)
		return err
	})
}

// A world has two people. The second did everything that the first did not do.
type world struct {
	t     *testing.T
	tx    *storage.Tx
	ann   int64
	bob   int64
	group storage.Community
	clock time.Time
	// rounds has the ID of a round for each game.
	rounds map[string]int64
}

// answer stores an answer to the round of a game.
func (w *world) answer(player int64, game, outcome string) {
	w.t.Helper()
	w.clock = w.clock.Add(time.Second)
	_, err := w.tx.AddAnswer(storage.Answer{RoundID: w.rounds[game], PlayerID: player, Outcome: outcome, At: w.clock}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
}

// award pays a player for the round of a game.
func (w *world) award(player int64, game string, points int, isSolved bool) {
	w.t.Helper()
	award := storage.Award{
		RoundID:     w.rounds[game],
		PlayerID:    player,
		CommunityID: w.group.ID,
		Day:         storetest.Day,
		Points:      points,
		Solved:      isSolved,
		At:          storetest.Noon,
	}
	if err := w.tx.SetAward(storage.Award{}, award); err != nil {
		w.t.Fatal(err)
	}
}

// hints stores how many hints a player took in the round of a game.
func (w *world) hints(player int64, game string, n int) {
	w.t.Helper()
	if err := w.tx.SaveAttempt(storage.Attempt{RoundID: w.rounds[game], PlayerID: player, Hints: n}, n); err != nil {
		w.t.Fatal(err)
	}
}

func TestTotals(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		w := &world{t: t, tx: tx, clock: storetest.Noon, rounds: map[string]int64{}}
		w.group = storetest.Community(t, tx, "1")
		w.ann = storetest.Member(t, tx, w.group, "ann").ID
		w.bob = storetest.Member(t, tx, w.group, "bob").ID
		got, err := totalsOf(tx, w.ann)
		if err != nil {
			return err
		}
		if !cmp.Equal(got, totals{}, cmp.AllowUnexported(totals{})) {
			t.Errorf("totals of a new player are %+v", got)
		}
		for _, game := range []string{"24", "tchisla", "letters", "countdown", "conundrum"} {
			w.rounds[game], err = tx.AddRound(storage.Round{
				CommunityID: w.group.ID,
				Game:        game,
				Puzzle:      game,
				DealtAt:     storetest.Noon,
			})
			if err != nil {
				return err
			}
		}
		w.answer(w.ann, "24", "wrong")
		w.answer(w.ann, "24", "invalid")
		w.answer(w.ann, "24", "right")
		w.answer(w.ann, "24", "right")
		w.answer(w.ann, "tchisla", "near")
		w.answer(w.bob, "tchisla", "right")
		// In this game she earned nothing.
		w.answer(w.ann, "letters", "wrong")
		w.award(w.ann, "24", 55, true)
		w.award(w.ann, "tchisla", 30, false)
		w.award(w.bob, "tchisla", 1000, true)
		// The puzzle of one game was solved for a point. That of another was solved for none, which is
		// practice.
		w.answer(w.ann, "countdown", "right")
		w.award(w.ann, "countdown", 1, true)
		w.hints(w.ann, "countdown", 0)
		w.answer(w.ann, "conundrum", "right")
		w.award(w.ann, "conundrum", 0, true)
		w.hints(w.ann, "conundrum", 0)
		w.hints(w.ann, "24", 2)
		w.hints(w.ann, "tchisla", 1)
		w.hints(w.bob, "24", 3)
		want := totals{
			Points:  86,
			Right:   3,
			Answers: 8,
			Wrong:   2,
			Hints:   3,
			Solved:  3,
			ByGame: []gameTotal{
				{Game: "24", Solved: 1, Points: 55},
				{Game: "conundrum", Solved: 1},
				{Game: "countdown", Solved: 1, Points: 1},
				{Game: "tchisla", Points: 30},
			},
			Rounds: []paidRound{
				// Both hints were taken after the answer.
				{RoundID: w.rounds["24"], Game: "24", Points: 55, Solved: true},
				{RoundID: w.rounds["tchisla"], Game: "tchisla", Hints: 1, Points: 30},
				{RoundID: w.rounds["countdown"], Game: "countdown", Points: 1, Solved: true},
			},
		}
		got, err = totalsOf(tx, w.ann)
		if err != nil {
			return err
		}
		slices.SortFunc(got.Rounds, func(a, b paidRound) int { return int(a.RoundID - b.RoundID) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("totals (-want +got):\n%s", diff)
		}
		return nil
	})
}

func TestMembers(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		storetest.Person(t, tx, "bob")
		storetest.Member(t, tx, storetest.Community(t, tx, "2"), "cat")
		members, err := membersOf(tx, c.ID, storetest.Noon, 10)
		if err != nil {
			return err
		}
		if len(members) != 1 || members[0] != ann {
			t.Errorf("the members are %+v", members)
		}
		dan := storetest.Person(t, tx, "dan")
		if err := tx.Join(c.ID, dan.ID, storetest.Noon.Add(time.Minute)); err != nil {
			return err
		}
		latest, err := membersOf(tx, c.ID, storetest.Noon, 1)
		if err != nil {
			return err
		}
		if len(latest) != 1 || latest[0] != dan {
			t.Errorf("the latest member is %+v", latest)
		}
		later, err := membersOf(tx, c.ID, storetest.Noon.Add(time.Hour), 10)
		if err != nil {
			return err
		}
		if len(later) != 0 {
			t.Errorf("people who did nothing since are members: %+v", later)
		}
		return nil
	})
}

// A round that a person has answered as several players is one round, with what all of them were paid for it.
func TestRoundOfSeveralPlayers(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		w := &world{t: t, tx: tx, clock: storetest.Noon, rounds: map[string]int64{}}
		w.ann = storetest.Person(t, tx, "ann").ID
		twin, err := tx.EnsurePlayer("another", "anna", "Anna", "en", storetest.Noon)
		if err != nil {
			return err
		}
		for _, game := range []string{"tchisla", "countdown", "letters"} {
			w.rounds[game], err = tx.AddRound(storage.Round{
				Daily:   61,
				Game:    game,
				Puzzle:  game,
				Base:    20,
				DealtAt: storetest.Noon,
			})
			if err != nil {
				return err
			}
		}
		if err := tx.Link(w.ann, twin.ID, storetest.Noon); err != nil {
			return err
		}
		for _, c := range []struct {
			player   int64
			game     string
			points   int
			isSolved bool
		}{
			// The first player solves it, and the second does so better.
			{w.ann, "tchisla", 6, true},
			{twin.ID, "tchisla", 14, false},
			// The first is near, and the second solves it.
			{w.ann, "countdown", 14, false},
			{twin.ID, "countdown", 6, true},
			// Neither has solved it.
			{w.ann, "letters", 3, false},
			{twin.ID, "letters", 4, false},
		} {
			w.hints(c.player, c.game, 0)
			w.award(c.player, c.game, c.points, c.isSolved)
		}
		want := []paidRound{
			{RoundID: w.rounds["tchisla"], Game: "tchisla", Base: 20, Points: 20, Solved: true},
			{RoundID: w.rounds["countdown"], Game: "countdown", Base: 20, Points: 20, Solved: true},
			{RoundID: w.rounds["letters"], Game: "letters", Base: 20, Points: 7},
		}
		for _, id := range []int64{w.ann, twin.ID} {
			got, err := totalsOf(tx, id)
			if err != nil {
				return err
			}
			slices.SortFunc(got.Rounds, func(a, b paidRound) int { return int(a.RoundID - b.RoundID) })
			if diff := cmp.Diff(want, got.Rounds); diff != "" {
				t.Errorf("rounds of player %d (-want +got):\n%s", id, diff)
			}
		}
		return nil
	})
}

// What a linked person did on another network is theirs, too. Times are those of puzzles that they solved,
// each with its level.
func TestTotalsOfALinkedPerson(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		w := &world{t: t, tx: tx, clock: storetest.Noon, rounds: map[string]int64{}}
		w.group = storetest.Community(t, tx, "1")
		w.ann = storetest.Member(t, tx, w.group, "ann").ID
		twin, err := tx.EnsurePlayer("another", "anna", "Anna", "en", storetest.Noon)
		if err != nil {
			return err
		}
		for i, game := range []string{"24", "tchisla"} {
			w.rounds[game], err = tx.AddRound(storage.Round{
				CommunityID: w.group.ID,
				Game:        game,
				Puzzle:      game,
				Level:       2 + i,
				Base:        30,
				DealtAt:     storetest.Noon,
			})
			if err != nil {
				return err
			}
			err = round.AddRated(tx, round.RatedAttempt{
				PlayerID:  twin.ID,
				Game:      game,
				Class:     game,
				RoundID:   w.rounds[game],
				At:        storetest.Noon,
				Solved:    game == "24",
				After:     7 * time.Second,
				Predicted: 10,
			})
			if err != nil {
				return err
			}
		}
		w.answer(twin.ID, "24", "right")
		w.award(twin.ID, "24", 30, true)
		w.hints(twin.ID, "24", 0)
		if err := tx.Link(w.ann, twin.ID, storetest.Noon); err != nil {
			return err
		}
		want := totals{
			Points:  30,
			Right:   1,
			Answers: 1,
			Solved:  1,
			ByGame:  []gameTotal{{Game: "24", Solved: 1, Points: 30}},
			Times:   []solveTime{{Game: "24", Level: 2, Took: 7 * time.Second}},
			Rounds:  []paidRound{{RoundID: w.rounds["24"], Game: "24", Level: 2, Base: 30, Points: 30, Solved: true}},
		}
		for _, id := range []int64{w.ann, twin.ID} {
			got, err := totalsOf(tx, id)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("totals of player %d (-want +got):\n%s", id, diff)
			}
		}
		return nil
	})
}

// The hints of a round are those taken before the best of a person's right answers, or before the first of
// these if several are equally good.
func TestHintsBeforeTheBestAnswer(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		w := &world{t: t, tx: tx, clock: storetest.Noon, rounds: map[string]int64{}}
		w.group = storetest.Community(t, tx, "1")
		w.ann = storetest.Member(t, tx, w.group, "ann").ID
		w.bob = storetest.Member(t, tx, w.group, "bob").ID
		w.rounds["24"] = storetest.Round(t, tx, w.group, "class")
		for i, a := range []storage.Answer{
			{PlayerID: w.ann, Outcome: "near", Measure: 5, Hints: 9},
			{PlayerID: w.ann, Outcome: "right", Measure: 9},
			{PlayerID: w.bob, Outcome: "right", Measure: 7, Hints: 8},
			{PlayerID: w.ann, Outcome: "right", Measure: 8, Hints: 1},
			{PlayerID: w.ann, Outcome: "right", Measure: 8, Hints: 3},
			{PlayerID: w.ann, Outcome: "right", Measure: 6, Hints: 4, Practice: true},
		} {
			a.RoundID = w.rounds["24"]
			a.At = storetest.Noon.Add(time.Duration(i) * time.Second)
			if _, err := tx.AddAnswer(a, nil); err != nil {
				return err
			}
		}
		w.hints(w.ann, "24", 5)
		w.award(w.ann, "24", 10, true)
		got, err := totalsOf(tx, w.ann)
		if err != nil {
			return err
		}
		if len(got.Rounds) != 1 || got.Rounds[0].Hints != 1 {
			t.Errorf("the rounds are %+v, want one with one hint", got.Rounds)
		}
		return nil
	})
}
