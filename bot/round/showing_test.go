package round

import (
	"slices"
	"testing"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A solution gives away puzzles that lack some of its tiles 0 and 1, too: these tiles change no result.
func TestWhatASolutionGivesAway(t *testing.T) {
	class := func(tiles ...string) string { return engine.Face{Tiles: tiles, Goal: "24"}.Class() }
	for id, want := range map[string][]string{
		"24:2,3,4,5": {class("2", "3", "4", "5")},
		"24:1,3,4,6": {class("1", "3", "4", "6"), class("3", "4", "6")},
		"24:1,1,4,6": {class("1", "1", "4", "6"), class("1", "4", "6"), class("4", "6")},
		"24:1,1,1,8": {class("1", "1", "1", "8"), class("1", "1", "8"), class("1", "8"), class("8")},
		"24:7.2.9.1": {"row:7,2,9,1=24", class("1", "7", "2", "9"), class("7", "2", "9")},
		"24:1,1,1,1": {class("1", "1", "1", "1"), class("1", "1", "1"), class("1", "1"), class("1")},
	} {
		if got := classesShown(parsed(t, id)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	words := parsed(t, "conundrum:CATBRIERS")
	if got := classesShown(words); !slices.Equal(got, []string{words.Face().Class()}) {
		t.Errorf("letters: %q", got)
	}
}

// mayShow returns why a person is not shown solutions of a puzzle.
func (x *table) mayShow(who, id string) (b Barrier) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		b, err = x.play.MayShow(tx, x.act(tx, who), parsed(x.t, id))
		return err
	})
	return b
}

// If a puzzle is open in a person's private chat, its solutions are kept from them until it is over, and from
// nobody else.
func TestSolutionOfWhatIsOpenAlone(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		return err
	})
	if b := x.mayShow("ann", hard); b.IsPlayed() || b.Alone != nil {
		t.Errorf("nothing is open: %+v", b)
	}
	x.pose(hard)
	newest := x.pose(hard)
	if b := x.mayShow("ann", hard); b.IsPlayed() || b.Alone == nil || b.Alone.ID != newest {
		t.Errorf("open in ann's own chat: %+v", b)
	}
	if b := x.mayShow("bo", hard); b.IsPlayed() || b.Alone != nil {
		t.Errorf("open in ann's own chat, bo asks: %+v", b)
	}
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE community_id = $2`, noon, x.club.ID)
	})
	if b := x.mayShow("ann", hard); b.Alone != nil {
		t.Errorf("when it is over: %+v", b)
	}
}

// Solutions of a live daily are kept from everybody until the day is over everywhere, even those of a puzzle
// that only has one more tile 1. Solutions of a puzzle that is open for points in a group are kept from its
// members.
func TestSolutionsInPlay(t *testing.T) {
	x := newTable(t, "24:3,4,6,6", 0)
	number := Number(noon)
	x.write(func(tx *storage.Tx) error {
		puzzle := parsed(t, hard)
		return AddDaily(tx, number, "24", puzzle.ID(), puzzle.Face().Class())
	})
	if b := x.mayShow("bo", hard); !b.IsPlayed() || !b.Until.Equal(SolutionsFrom(number)) {
		t.Errorf("a live daily: %+v", b)
	}
	x.at = SolutionsFrom(number)
	if b := x.mayShow("bo", hard); b.IsPlayed() {
		t.Errorf("when its day is over: %+v", b)
	}
	x.at = noon
	if b := x.mayShow("ann", "24:3,4,6,6"); b.IsPlayed() {
		t.Errorf("open in a group to which ann does not belong: %+v", b)
	}
	x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, noon) })
	if b := x.mayShow("ann", "24:3,4,6,6"); !b.IsPlayed() || !b.Until.IsZero() {
		t.Errorf("open in ann's group: %+v", b)
	}
	group := x.club
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		return err
	})
	x.pose("24:3,4,6,6")
	if b := x.mayShow("ann", "24:3,4,6,6"); !b.IsPlayed() || b.Alone != nil {
		t.Errorf("open in ann's group and in her own chat: %+v", b)
	}
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE community_id = $2`, noon, x.club.ID)
	})
	x.club = group
	x.at = noon.Add(BelongFor + time.Second)
	if b := x.mayShow("ann", "24:3,4,6,6"); b.IsPlayed() {
		t.Errorf("ann has not been there for long: %+v", b)
	}
}

// A person who had given up posts the only solution for all to read. The next person who sends it, even in
// secret, ends the race: all have read it, and nothing is left to find.
func TestRepeatingWhatIsGivenAwayEndsTheRace(t *testing.T) {
	for openly, want := range map[bool]Practice{true: Spoilt, false: Paid} {
		x := newTable(t, hard, 0)
		x.at = noon.Add(30 * time.Second)
		x.giveUp("bo")
		if took := x.sends("bo", "8/(3-8/3)", 40*time.Second, openly); took.What != Muted {
			t.Fatalf("bo, who gave up: %s", took.What)
		}
		took := x.sends("ann", "8/(3-8/3)", 50*time.Second, false)
		if took.Practice != want || took.Ending == nil || took.Ending.Round.Reason != Solved {
			t.Errorf("bo said it openly %t; ann: %s, practice %q, ending %v", openly, took.What, took.Practice, took.Ending)
		}
	}
}

// If a person was shown a solution of a puzzle because they asked, their answers to its open rounds are muted.
// Dailies pay as usual, and rounds that were over do not matter.
func TestShownSolutionMutesAnswers(t *testing.T) {
	x := newTable(t, hard, 0)
	race := x.round
	over := x.pose(hard)
	daily := int64(0)
	x.write(func(tx *storage.Tx) error {
		if err := tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE id = $2`, noon, over); err != nil {
			return err
		}
		day := roundOf(x.play.Game("24"), parsed(t, hard), noon)
		day.Daily = Number(noon) - 9
		var err error
		daily, err = tx.AddRound(day)
		if err != nil {
			return err
		}
		return x.play.MarkShown(tx, x.act(tx, "ann"), parsed(t, hard))
	})
	for id, want := range map[int64]bool{race: true, over: false, daily: false} {
		x.round = id
		x.write(func(tx *storage.Tx) error {
			got, err := storage.Get[bool](tx, "look", `SELECT EXISTS (SELECT 1 FROM shown WHERE round_id = $1)`, id)
			if got != want {
				t.Errorf("round %d was shown: %t", id, got)
			}
			return err
		})
		if !x.seen("ann") {
			t.Errorf("ann has not seen a solution of round %d", id)
		}
	}
	x.round = race
	if took := x.sends("ann", "8/(3-8/3)", time.Minute, true); took.What != Muted {
		t.Errorf("ann's answer is %s", took.What)
	}
}

// A shown solution counts as shown for puzzles that lack a tile 1, too.
func TestShownWithoutAnIdleTile(t *testing.T) {
	x := newTable(t, hard, 0)
	puzzle := parsed(t, "24:1,3,4,6")
	x.write(func(tx *storage.Tx) error {
		for _, class := range classesShown(puzzle) {
			r := storage.Round{CommunityID: x.club.ID, Game: "24", Puzzle: hard, Class: class, DealtAt: noon}
			if _, err := tx.AddRound(r); err != nil {
				return err
			}
		}
		if err := x.play.MarkShown(tx, x.act(tx, "ann"), puzzle); err != nil {
			return err
		}
		for _, class := range classesShown(puzzle) {
			if isSeen, _, err := seenIn(tx, x.act(tx, "ann").Person.ID, class); err != nil || !isSeen {
				t.Errorf("a solution of %s is not seen (%v)", class, err)
			}
		}
		shown, err := storage.Get[int](tx, "count", `SELECT COUNT(*) FROM shown`)
		if shown != 2 {
			t.Errorf("%d rounds were shown, want both", shown)
		}
		return err
	})
}

// If a person was forgotten while they played a puzzle, their answers to it are muted when they come back:
// they may have given it up.
func TestForgottenPersonIsMuted(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person
		return x.play.lock(tx, ann, parsed(t, hard).Face().Class(), noon)
	})
	if took := x.sends("ann", hardSolution, time.Minute, true); took.What != Muted || took.Practice != SeenBefore {
		t.Errorf("ann: %s, practice %q", took.What, took.Practice)
	}
}

// Who took no part in a round and answers when it is over is shown its solution, and has seen it from then on. If
// the solution is kept, they have seen nothing.
func TestLateAnswerIsShownTheSolution(t *testing.T) {
	const one, other = "2*(3+4+5)", "4*(5+3-2)"
	for _, c := range []struct {
		what string
		// found is what bo finds before they give the round up; empty: nothing.
		found, late string
		isKept      bool
		want        bool
	}{
		{"a right answer to what nobody found", "", one, false, true},
		{"a wrong one", "", "2+3+4+5", false, true},
		{"another one than what was found", one, other, false, true},
		{"a right answer to what others play", "", one, true, false},
		{"a wrong one to what others play", "", "2+3+4+5", true, false},
	} {
		x := newTable(t, "24:2,3,4,5", 0)
		if c.found != "" {
			x.sends("bo", c.found, 5*time.Second, true)
		}
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			_, err = x.play.readAndEnd(tx, x.act(tx, "bo"), r, GivenUp, r.Puzzle.Solve(t.Context()))
			return err
		})
		if c.isKept {
			x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "cat").Person.ID, x.at) })
			x.pose("24:2,3,4,5")
		}
		took := x.sends("cat", c.late, time.Hour, true)
		if took.What != TooLate || took.Ended == nil || x.seen("cat") != c.want {
			t.Errorf("%s: it is %v, and cat has seen a solution: %t", c.what, took.What, x.seen("cat"))
		}
	}
}
