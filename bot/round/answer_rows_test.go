package round

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
)

func TestAttempt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r := round(t, tx, storage.Round{CommunityID: community(t, tx, "1").ID})
		p, other := player(t, tx, "1"), player(t, tx, "2")
		for _, want := range []storage.Attempt{
			{RoundID: r, PlayerID: p.ID},
			{RoundID: r, PlayerID: p.ID, Hints: 1, TookPart: true},
			{RoundID: r, PlayerID: p.ID, Hints: 3, GaveUpAt: storetest.Noon},
		} {
			if want.Hints > 0 {
				if err := saveAttempt(tx, want); err != nil {
					return err
				}
			}
			if got := must(attemptOf(tx, r, p.ID))(t); got != want {
				t.Errorf("attempt is %+v, want %+v", got, want)
			}
		}
		if got := must(attemptOf(tx, r, other.ID))(t); got.Hints != 0 {
			t.Errorf("another player has %+v", got)
		}
		return nil
	})
}

// match makes a round with answers of three players. Each answer is known by its text.
func answeredRound(t *testing.T, tx *storage.Tx) (r int64, players [3]storage.Player) {
	r = round(t, tx, storage.Round{CommunityID: community(t, tx, "1").ID})
	for i := range players {
		players[i] = player(t, tx, string(rune('a'+i)))
	}
	for i, a := range []storage.Answer{
		{PlayerID: players[0].ID, Text: "a1", Outcome: "wrong", Measure: 3},
		{PlayerID: players[1].ID, Text: "b1", Outcome: "right", Measure: 9, Points: 20, Form: "f", Hints: 2, Practice: true},
		{PlayerID: players[2].ID, Text: "c1", Outcome: "invalid"},
		{PlayerID: players[2].ID, Text: "c2", Outcome: "wrong"},
		{PlayerID: players[0].ID, Text: "a2", Outcome: "right", Measure: 8},
		{PlayerID: players[2].ID, Text: "c3", Outcome: "near", Measure: 2},
		{PlayerID: players[1].ID, Text: "b2", Outcome: "right", Measure: 8},
		{PlayerID: players[1].ID, Text: "b3", Outcome: "right", Measure: 8},
	} {
		a.RoundID, a.At = r, storetest.Noon.Add(time.Duration(i)*time.Second)
		must(tx.AddAnswer(a, nil))(t)
	}
	return r, players
}

func texts(answers []storage.Answer) (all []string) {
	for _, a := range answers {
		all = append(all, a.Text)
	}
	return all
}

func TestAnswers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, players := answeredRound(t, tx)
		for _, test := range []struct {
			name      string
			got, want []string
		}{
			{"right", texts(must(rightAnswers(tx, r))(t)), []string{"b1", "a2", "b2", "b3"}},
			{"of a player", texts(must(PlayerAnswers(tx, r, players[2].ID))(t)), []string{"c1", "c2", "c3"}},
			{"that take part", texts(must(Answers(tx, r, 0))(t)), []string{"b1", "a2", "c3", "b2", "b3"}},
			{"of another round", texts(must(rightAnswers(tx, 99))(t)), nil},
		} {
			if diff := cmp.Diff(test.want, test.got); diff != "" {
				t.Errorf("answers %s (-want +got):\n%s", test.name, diff)
			}
		}
		want := storage.Answer{ID: 2, RoundID: r, PlayerID: players[1].ID, At: storetest.Noon.Add(time.Second), Text: "b1",
			Outcome: "right", Form: "f", Measure: 9, Hints: 2, Practice: true, Points: 20, PlayerName: "Name of b", PlayerKey: "b"}
		if diff := cmp.Diff(want, must(rightAnswers(tx, r))(t)[0]); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		return nil
	})
}

func TestLastAnswer(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, _ := answeredRound(t, tx)
		if got, want := must(lastAnswerAt(tx, r))(t), storetest.Noon.Add(7*time.Second); !got.Equal(want) {
			t.Errorf("last answered at %v, want %v", got, want)
		}
		if _, err := lastAnswerAt(tx, round(t, tx, storage.Round{})); err != storage.ErrNotFound {
			t.Errorf("a round nobody answered: %v", err)
		}
		return nil
	})
}

// No answer has negative points.
func TestNegativePoints(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error { answeredRound(t, tx); return nil })
	wantRefused(t, s, "a number of negative points", func(tx *storage.Tx) error { return setAnswerPoints(tx, 7, -1) })
}

// setAnswerPoints replaces the points that were stored with an answer.
func TestSetAnswerPoints(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, players := answeredRound(t, tx)
		if err := setAnswerPoints(tx, 7, 40); err != nil {
			return err
		}
		for _, a := range must(PlayerAnswers(tx, r, players[1].ID))(t) {
			if want := map[string]int{"b1": 20, "b2": 40}[a.Text]; a.Points != want {
				t.Errorf("%s has %d points, want %d", a.Text, a.Points, want)
			}
		}
		return nil
	})
}

// A person who was only asked whether they give up has not taken part.
func TestAskedIsNoPart(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, a := round(t, tx, storage.Round{Class: "class"}), player(t, tx, "a").ID
		asked := storage.Attempt{RoundID: r, PlayerID: a, AskedAt: storetest.Noon}
		shown, took := asked, asked
		shown.AskedAt, took.TookPart = time.Time{}, true
		for _, c := range []struct {
			attempt storage.Attempt
			took    int
		}{{asked, 0}, {shown, 0}, {took, 1}} {
			if err := saveAttempt(tx, c.attempt); err != nil {
				return err
			}
			if diff := cmp.Diff(c.attempt, must(attemptOf(tx, r, a))(t)); diff != "" {
				t.Errorf("attempt (-want +got):\n%s", diff)
			}
			if got := len(must(liveClassesOf(tx, a, 0))(t)); got != c.took {
				t.Errorf("%+v: %d classes are locked, want %d", c.attempt, got, c.took)
			}
		}
		return nil
	})
}

// queueShownAnswer finds a person's answer that others could read and that is neither right nor near.
func TestMisses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, a, b := round(t, tx, storage.Round{}), player(t, tx, "a").ID, player(t, tx, "b").ID
		for _, c := range []struct {
			player        int64
			text, outcome string
			open, missed  bool
		}{{a, "1", "right", true, false}, {a, "2", "near", true, false}, {b, "3", "wrong", false, false}, {b, "4", "invalid", true, true}, {a, "5", "near", true, false}} {
			if _, err := tx.AddAnswer(storage.Answer{RoundID: r, PlayerID: c.player, At: storetest.Noon, Text: c.text, Outcome: c.outcome, Public: c.open}, nil); err != nil {
				return err
			}
			if got := must(queueShownAnswer(tx, c.player, "", "wrong", "invalid").Get())(t); got != c.missed {
				t.Errorf("after %q: missed %v", c.text, got)
			}
		}
		return nil
	})
}

// People who took part in a round have seen its class at its end. A person who was only asked whether they
// give up has not.
func TestMarkParticipants(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r, other := round(t, tx, storage.Round{Class: "class"}), round(t, tx, storage.Round{Game: "letters", Puzzle: "letters:X", Daily: 3})
		a, b, c, d := player(t, tx, "a").ID, player(t, tx, "b").ID, player(t, tx, "c").ID, player(t, tx, "d").ID
		for _, x := range []storage.Attempt{
			{RoundID: r, PlayerID: b}, {RoundID: r, PlayerID: a, TookPart: true}, {RoundID: r, PlayerID: b, TookPart: true},
			{RoundID: other, PlayerID: c, TookPart: true}, {RoundID: r, PlayerID: d, AskedAt: storetest.Noon},
		} {
			if err := saveAttempt(tx, x); err != nil {
				return err
			}
		}
		if err := markParticipants(tx, r); err != nil {
			return err
		}
		for id, want := range map[int64]bool{a: true, b: true, c: false, d: false} {
			if seen, in, err := seenIn(tx, id, "class"); err != nil || seen != want || seen && in != r {
				t.Errorf("player %d has seen the class: %v in round %d, %v; want %v", id, seen, in, err, want)
			}
		}
		return nil
	})
}

// saveAttempt stores an attempt, and replaces the one before.
func saveAttempt(tx *storage.Tx, a storage.Attempt) error {
	before, err := attemptOf(tx, a.RoundID, a.PlayerID)
	return errors.Join(err, tx.SaveAttempt(a, a.Hints-before.Hints))
}

// Only a player's latest hundred answers are searched for wrong ones.
func TestOldMissesAreForgotten(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		old, r, a := round(t, tx, storage.Round{}), round(t, tx, storage.Round{}), player(t, tx, "a").ID
		add := func(roundID int64, outcome string) {
			answer := storage.Answer{RoundID: roundID, PlayerID: a, At: storetest.Noon, Text: "8*3", Outcome: outcome, Public: true}
			must(tx.AddAnswer(answer, nil))(t)
		}
		add(old, "wrong")
		for range 100 {
			add(r, "right")
		}
		if must(queueShownAnswer(tx, a, "", "wrong", "invalid").Get())(t) {
			t.Error("a miss before a hundred other answers counts")
		}
		add(r, "wrong")
		if !must(queueShownAnswer(tx, a, "", "wrong", "invalid").Get())(t) {
			t.Error("a later miss does not count")
		}
		return nil
	})
}

// AnswersUnlessDaily reads the answers to a round, but none of a daily, which the whole world answers.
func TestAnswersUnlessDaily(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann := player(t, tx, "ann").ID
		for daily, want := range map[int]int{0: 1, 5: 0} {
			r := round(t, tx, storage.Round{Daily: daily})
			must(tx.AddAnswer(storage.Answer{RoundID: r, PlayerID: ann, At: storetest.Noon, Outcome: "right"}, nil))(t)
			must(tx.AddAnswer(storage.Answer{RoundID: r, PlayerID: ann, At: storetest.Noon, Outcome: "wrong"}, nil))(t)
			f := must(FindFacts(tx, r, 0, IgnoreLocks, storetest.Noon, AnswersUnlessDaily))(t)
			if len(f.Answers) != want {
				t.Errorf("daily %d: %d answers, want %d", daily, len(f.Answers), want)
			}
		}
		return nil
	})
}
