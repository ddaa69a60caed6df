package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// All fields of a round are stored. SaveRound stores what changes while the round is open, and the end
// only once the round is closed. It does not change what was dealt.
func TestRoundKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		minute := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
		c := community(t, tx, "1")
		asker := must(tx.EnsurePlayer("test", "asker", "Asker", "de", noon))(t)
		m := match(t, tx, c.ID, "", "")
		other := round(t, tx, Round{CommunityID: c.ID})
		before := must(tx.RoundByID(other))(t)
		r := Round{
			CommunityID: c.ID, Channel: "topic", Game: "24", Puzzle: "24:3,3,8,8", Class: "class", Daily: 3, AskerID: asker.ID,
			Custom: true, Wish: "wish", DealtAt: minute(1), Lasts: 90 * time.Second, EndsAt: minute(2), SolvedAt: minute(3),
			Message: "message", Level: 4, Seconds: 12.5, Base: 30, Best: -1, MatchID: m, AskerLocale: "de", AskerName: "Asker",
		}
		r.ID = must(tx.AddRound(r))(t)
		want := func(when string, want Round) {
			t.Helper()
			if diff := cmp.Diff(want, must(tx.RoundByID(r.ID))(t)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		want("dealt", r)
		r.Lasts = 2 * time.Minute
		r.EndsAt = minute(4)
		r.SolvedAt = minute(5)
		r.Message = "another"
		changed := r
		changed.Reason = "an open round has none"
		changed.Channel = "elsewhere"
		changed.Level = 1
		if err := tx.SaveRound(changed); err != nil {
			return err
		}
		want("open", r)
		r.Lasts = 3 * time.Minute
		r.EndsAt = minute(6)
		r.SolvedAt = minute(7)
		r.ClosedAt = minute(8)
		r.Reason = "reason"
		r.Message = "the last"
		if err := tx.SaveRound(r); err != nil {
			return err
		}
		want("closed", r)
		over := r
		over.MatchID = 0
		over.Daily = 0
		r.ID = must(tx.AddRound(over))(t)
		over.ID = r.ID
		want("stored when it was over", over)
		if diff := cmp.Diff(before, must(tx.RoundByID(other))(t)); diff != "" {
			t.Errorf("another round (-before +after):\n%s", diff)
		}
		return nil
	})
}

// All fields of an answer are stored.
func TestAnswerKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a := Answer{
			RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, "p").ID, At: noon, Text: "8/(3-8/3)", Form: "form",
			Measure: 3, Hints: 4, Taps: 5, Points: 6,
		}
		for i, outcome := range []string{"right", "near", "wrong", "invalid"} {
			a.Outcome = outcome
			a.Practice = i%2 == 0
			a.Public = !a.Practice
			id := must(tx.AddAnswer(a, nil))(t)
			isTold := outcome == "right" || outcome == "near"
			if (id > 0) != isTold {
				t.Errorf("a %s answer has the ID %d", outcome, id)
			}
			got := must(Get[Answer](tx, "find answer", `
				SELECT id, round_id, player_id, at, text, outcome, form, measure, hints, practice, open, taps, points
				FROM answers ORDER BY id DESC LIMIT 1`))(t)
			if isTold && got.ID != id {
				t.Errorf("the %s answer %d was told to be %d", outcome, got.ID, id)
			}
			got.ID = 0
			if diff := cmp.Diff(a, got); diff != "" {
				t.Errorf("a %s answer (-want +got):\n%s", outcome, diff)
			}
		}
		return nil
	})
}
