package signs

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A hall is a place where people answer one after the other.
type hall struct {
	t      *testing.T
	signs  signs
	random *rand.Rand
	at     time.Time
	round  int64
	// class is the class of the last puzzle: nobody meets a puzzle twice.
	class int
}

// newHall makes a hall on a new database.
func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{
		t:      t,
		signs:  signs{feature.Kernel{Store: openStore(t)}},
		random: rand.New(rand.NewPCG(14, 6)),
		at:     storetest.Noon,
	}
	h.write(func(tx *storage.Tx) error {
		h.round = storetest.Round(t, tx, storetest.Community(t, tx, "1"), "class")
		return nil
	})
	return h
}

func (h *hall) write(do func(*storage.Tx) error) {
	h.t.Helper()
	storetest.Write(h.t, h.signs.Store, do)
}

// person returns the ID of a player.
func (h *hall) person(key string) int64 {
	h.t.Helper()
	var id int64
	h.write(func(tx *storage.Tx) error {
		id = storetest.Person(h.t, tx, key).ID
		return nil
	})
	return id
}

// play lets a person solve some puzzles of 24, a minute apart.
func (h *hall) play(id int64, p player, puzzles int) {
	h.t.Helper()
	h.playGame("24", id, p, puzzles)
}

// playGame lets a person solve some puzzles of a game, a minute apart.
func (h *hall) playGame(game string, id int64, p player, puzzles int) {
	h.t.Helper()
	h.write(func(tx *storage.Tx) error {
		for range puzzles {
			h.class++
			h.at = h.at.Add(time.Minute)
			err := round.AddRated(tx, round.RatedAttempt{
				PlayerID:  id,
				RoundID:   h.round,
				Game:      game,
				Class:     fmt.Sprint("numbers:", h.class),
				At:        h.at,
				Solved:    true,
				After:     time.Duration(p(h.random, 2.5) * float64(time.Second)),
				Predicted: 12,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// look runs the job for a few pages.
func (h *hall) look() {
	h.t.Helper()
	for range 3 {
		save, err := h.signs.run(h.t.Context(), storage.Job{Kind: jobKind}, h.at)
		if err != nil {
			h.t.Fatal(err)
		}
		h.write(save)
	}
}

// want compares a person's signs, and what the kernel stores about them, with what is expected.
func (h *hall) want(when string, id int64, count int, check storage.Check) {
	h.t.Helper()
	h.write(func(tx *storage.Tx) error {
		signs, err := signsOf(tx, id)
		if err != nil {
			return err
		}
		got, err := checkOf(tx, id)
		if err != nil {
			return err
		}
		if len(signs) != count {
			h.t.Errorf("%s there are %d signs, want %d: %+v", when, len(signs), count, signs)
		}
		if got != check {
			h.t.Errorf("%s the check is %d, want %d", when, got, check)
		}
		return nil
	})
}

// A script is found, and a person who plays as much is not. Once signs were cleared, answers from before that are no
// signs any more.
func TestSignsAreFound(t *testing.T) {
	h := newHall(t)
	script := h.person("script")
	ann := h.person("ann")
	clockwork := func(*rand.Rand, float64) float64 { return 4 + 0.02*h.random.Float64() }
	h.play(script, clockwork, 9)
	h.play(ann, person(1, 1), 60)
	h.look()
	h.want("after nine answers", script, 0, storage.Trusted)

	h.play(script, clockwork, 30)
	h.look()
	h.want("after 39 answers", script, 1, storage.Checked)
	h.want("of a person", ann, 0, storage.Trusted)
	h.write(func(tx *storage.Tx) error {
		signs, err := signsOf(tx, script)
		if err != nil {
			return err
		}
		if signs[0].Kind != Even || signs[0].Answers != 10 {
			t.Errorf("the sign is %+v", signs[0])
		}
		return nil
	})

	h.play(script, clockwork, 30)
	h.look()
	h.want("while it is undecided", script, 1, storage.Checked)

	h.write(func(tx *storage.Tx) error {
		_, err := Decide(tx, script, Cleared, h.at)
		return err
	})
	h.play(script, person(1, 1), 30)
	h.look()
	h.want("once it is cleared", script, 1, storage.Trusted)
}

// If a person was cleared twice, only answers after the second time can be a sign.
func TestClearedTwice(t *testing.T) {
	h := newHall(t)
	ann := h.person("ann")
	clockwork := func(*rand.Rand, float64) float64 { return 4.1 + 0.02*h.random.Float64() }
	for range 2 {
		h.play(ann, clockwork, 30)
		h.look()
		h.write(func(tx *storage.Tx) error {
			_, err := Decide(tx, ann, Cleared, h.at)
			return err
		})
	}
	// The last answer came at the moment of the decision, so it does not count either.
	h.play(ann, clockwork, 9)
	h.look()
	h.want("after nine more answers", ann, 2, storage.Trusted)
	h.play(ann, clockwork, 1)
	h.look()
	h.want("after ten more answers", ann, 3, storage.Checked)
}

// Each game and each account is looked at by itself: nine even times in each of two games, or with each of two
// linked accounts, are no sign. If the tenth comes, the sign is one of that game and account, and it is as
// old as its last answer.
func TestGamesAndAccountsAreApart(t *testing.T) {
	h := newHall(t)
	ann := h.person("ann")
	anna := h.person("anna")
	h.write(func(tx *storage.Tx) error { return tx.Link(ann, anna, storetest.Noon) })
	clockwork := func(*rand.Rand, float64) float64 { return 4.1 + 0.02*h.random.Float64() }
	for _, id := range []int64{ann, anna} {
		for _, game := range []string{"24", "countdown"} {
			h.playGame(game, id, clockwork, 9)
		}
	}
	h.look()
	h.want("after nine answers each", ann, 0, storage.Trusted)
	h.playGame("countdown", anna, clockwork, 1)
	h.look()
	h.want("after ten", anna, 1, storage.Checked)
	h.write(func(tx *storage.Tx) error {
		signs, err := signsOf(tx, ann)
		if err != nil {
			return err
		}
		if s := signs[0]; s.PlayerID != anna || s.Game != "countdown" || !s.At.Equal(h.at) {
			t.Errorf("the sign is %+v", s)
		}
		return nil
	})
}

// If signs of a person were kept, no more are looked for.
func TestKeptIsEnough(t *testing.T) {
	h := newHall(t)
	script := h.person("script")
	clockwork := func(*rand.Rand, float64) float64 { return 4.1 + 0.02*h.random.Float64() }
	h.play(script, clockwork, 20)
	h.look()
	h.write(func(tx *storage.Tx) error {
		_, err := Decide(tx, script, Kept, h.at)
		return err
	})
	h.play(script, clockwork, 20)
	h.look()
	h.want("after signs were kept", script, 1, storage.Barred)
}

// If an earlier version, which knows no checks, changes signs, the check is repaired.
func TestChecksAreRepaired(t *testing.T) {
	h := newHall(t)
	ann := h.person("ann")
	h.write(func(tx *storage.Tx) error {
		if err := addSign(tx, Sign{PlayerID: ann, Game: "24", Kind: Even, At: h.at}); err != nil {
			return err
		}
		return tx.SetChecked(ann, storage.Trusted)
	})
	h.look()
	h.want("after a sign", ann, 1, storage.Checked)
	for decision, check := range map[Decision]storage.Check{Kept: storage.Barred, Cleared: storage.Trusted} {
		h.write(func(tx *storage.Tx) error {
			return tx.Exec("decide", `UPDATE signs SET decision = $1, decided_at = $2`, string(decision), h.at)
		})
		h.look()
		h.want("after "+string(decision), ann, 1, check)
	}
}

// Every answer of a full page is compared with those before it, even if all of the page are one person's.
func TestFullPageOfOnePerson(t *testing.T) {
	h := newHall(t)
	ann := h.person("ann")
	clockwork := func(*rand.Rand, float64) float64 { return 4 + 0.02*h.random.Float64() }
	h.play(ann, clockwork, leastAnswers-1)
	h.look()
	h.want("after nine answers", ann, 0, storage.Trusted)
	h.play(ann, clockwork, 1)
	h.play(ann, person(1, 1), pageSize-1)
	h.look()
	h.want("after a page that begins with the tenth", ann, 1, storage.Checked)
}

// A sign ends with a new answer. What was looked at once is no sign later, such as when a new version
// finds more.
func TestOnlyNewAnswersEndASign(t *testing.T) {
	h := newHall(t)
	ann := h.person("ann")
	clockwork := func(*rand.Rand, float64) float64 { return 4.1 + 0.02*h.random.Float64() }
	h.play(ann, clockwork, leastAnswers)
	h.write(func(tx *storage.Tx) error { return setLastSeen(tx, leastAnswers) })
	slow := func(*rand.Rand, float64) float64 { return 60 }
	h.play(ann, slow, 1)
	h.look()
	h.want("after a slower answer", ann, 0, storage.Trusted)
	h.play(ann, clockwork, leastAnswers)
	h.look()
	h.want("after ten more even ones", ann, 1, storage.Checked)
}

// If a page of attempts is full, the next one is read soon. Otherwise the job waits for its usual time.
func TestNextPageComesSoon(t *testing.T) {
	h := newHall(t)
	h.play(h.person("ann"), person(1, 1), pageSize)
	for _, want := range []time.Duration{time.Second, 10 * time.Minute} {
		save, err := h.signs.run(h.t.Context(), storage.Job{Kind: jobKind}, h.at)
		if err != nil {
			t.Fatal(err)
		}
		h.write(save)
		h.write(func(tx *storage.Tx) error {
			// The next page begins after the last attempt of this one.
			if last, err := lastSeen(tx); err != nil || last != pageSize {
				t.Errorf("the last attempt seen is %d (%v)", last, err)
			}
			next, _, err := tx.NextJob([]string{jobKind}, h.at)
			if err != nil {
				return err
			}
			if got := next.Sub(h.at); got != want {
				t.Errorf("the next page comes after %v, want %v", got, want)
			}
			return nil
		})
	}
}
