package round

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/engine/games"
	"reckon/storage"
)

// These are hands of 24. In the first ones the last step of a solution is a sum, which is a skill. In the
// others it is a product.
var (
	sums = []string{
		"4,4,6,11", "6,6,8,11", "4,10,11,13", "7,8,10,10", "8,8,8,10", "1,1,8,8",
		"4,9,10,11", "1,1,6,12", "1,1,6,9", "1,2,7,12", "5,6,6,8", "4,6,8,10",
	}
	products = []string{
		"2,3,3,11", "1,2,2,8", "1,7,10,12", "4,8,9,10", "3,9,11,11", "3,7,8,9",
		"2,8,12,13", "1,6,6,9", "3,7,7,12", "5,6,6,6", "2,8,11,12", "4,8,8,9",
	}
)

// work lets a person solve some hands of 24, one after the other, each in a given time.
func (x *table) work(who string, hands []string, times int, after time.Duration) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		playerID := x.act(tx, who).Person.ID
		for i := range times {
			hand := "24:" + hands[i%len(hands)]
			id, err := tx.AddRound(storage.Round{CommunityID: x.club.ID, Game: "24", Puzzle: hand, DealtAt: noon})
			if err != nil {
				return err
			}
			err = AddRated(tx, RatedAttempt{
				PlayerID: playerID, RoundID: id, Game: "24", Class: fmt.Sprint("class ", id), At: noon, Solved: true,
				After: after, Predicted: 10, DifficultyBefore: math.Log(10),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// skills returns how good a person is at the skills of a game.
func (x *table) skills(who, game string) (all []SkillFigure) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		g, _ := games.ByName(game)
		all, err = x.play.Skills(tx, x.act(tx, who).Person.ID, g)
		return err
	})
	return all
}

// weak returns the codes of weak skills.
func weak(all []SkillFigure) (codes []string) {
	for _, s := range all {
		if s.IsWeak() {
			codes = append(codes, s.Code)
		}
	}
	return codes
}

// Skills are learnt from the last hundred attempts. If a skill was weak before the last thirty, and is not
// weak any more, Before says how weak it was.
func TestSkillsThatHaveBecomeBetter(t *testing.T) {
	x := newTable(t, hard, 0)
	if got := x.skills("ann", "24"); len(got) != 0 {
		t.Errorf("without attempts: %+v", got)
	}
	x.work("ann", products, 12, 10*time.Second)
	x.work("ann", sums, 24, 80*time.Second)
	before := x.skills("ann", "24")
	slow := weak(before)
	if len(slow) == 0 || before[0].Code != slow[0] || before[0].Game.Name() != "24" {
		t.Fatalf("slow at sums: %+v", before)
	}
	for _, s := range before {
		if s.Before != 0 {
			t.Errorf("%s was weak before there were thirty new attempts: %+v", s.Code, s)
		}
	}
	x.work("ann", sums, 30, 6*time.Second)
	var better []string
	for _, s := range x.skills("ann", "24") {
		if s.Before == 0 {
			continue
		}
		better = append(better, s.Code)
		i := slices.IndexFunc(before, func(b SkillFigure) bool { return b.Code == s.Code })
		if s.IsWeak() || s.Before < rating.Skill(before[i].Skill).Value {
			t.Errorf("%s, of value %f, was %f: %+v", s.Code, before[i].Value, s.Before, s)
		}
	}
	if !slices.Equal(better, slow) {
		t.Errorf("%q have become better, want %q", better, slow)
	}
	x.work("bo", sums, 6, 80*time.Second)
	if got := x.skills("bo", "24"); len(weak(got)) != 0 {
		t.Errorf("bo's few attempts: %+v", got)
	}
	if got := x.skills("ann", "tchisla"); got != nil {
		t.Errorf("a game that rates nobody: %+v", got)
	}
}

// A profile finds weak skills in attempts alone, by the times that they took.
func TestProfileTellsWeakSkills(t *testing.T) {
	x := newTable(t, hard, 0)
	var attempts []PuzzleAttempt
	for i, hand := range slices.Concat(products, sums) {
		after := 10 * time.Second
		if i >= len(products) {
			after = 90 * time.Second
		}
		attempts = append(attempts, PuzzleAttempt{
			Puzzle:       "24:" + hand,
			RatedAttempt: RatedAttempt{Solved: true, After: after, DifficultyBefore: math.Log(10), Deviation: 0.1},
		})
	}
	solved, err := x.play.Profile(attempts)
	if err != nil || len(solved.Weak()) == 0 {
		t.Fatalf("sums are solved slowly: %+v, %v", solved.Skills(), err)
	}
	for i := range attempts {
		attempts[i].After = 10 * time.Second
	}
	even, err := x.play.Profile(attempts)
	if err != nil || len(even.Weak()) != 0 {
		t.Errorf("all are solved as fast: %+v, %v", even.Weak(), err)
	}
	attempts[0].Puzzle = "nonsense:1"
	if _, err := x.play.Profile(attempts); err == nil {
		t.Error("an unknown puzzle has a profile")
	}
}

// A PuzzleAttempt has the difficulty that its puzzle had then, and how certain that was.
func TestWhatAnAttemptSays(t *testing.T) {
	p, _ := newPlay(t)
	attempt := RatedAttempt{Solved: true, After: time.Minute, DifficultyBefore: 3, Deviation: 0.5}
	works, err := p.works([]PuzzleAttempt{{Puzzle: hard, RatedAttempt: attempt}})
	if err != nil || len(works) != 1 {
		t.Fatalf("%+v (%v)", works, err)
	}
	if w := works[0]; !w.Solved || w.After != time.Minute || w.Difficulty != 3 || w.Error != 0.5 || len(w.Skills) == 0 {
		t.Errorf("%+v", w)
	}
}
