package stats

import (
	"math"
	"strings"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

// These are hands of 24. The sums are solved by adding last, and the products in other ways.
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

// solve lets a person solve hands of 24, each after some time.
func solve(t *testing.T, tx *storage.Tx, c storage.Community, who storage.Player, hands []string, after time.Duration) {
	t.Helper()
	for _, hand := range hands {
		puzzle := "24:" + hand
		id, err := tx.AddRound(storage.Round{
			CommunityID: c.ID,
			Game:        "24",
			Puzzle:      puzzle,
			Class:       hand,
			DealtAt:     storetest.Noon,
		})
		if err != nil {
			t.Fatal(err)
		}
		attempt := round.RatedAttempt{
			PlayerID:         who.ID,
			RoundID:          id,
			Game:             "24",
			Class:            hand,
			At:               storetest.Noon,
			Solved:           true,
			After:            after,
			Predicted:        10,
			DifficultyBefore: math.Log(10),
		}
		if err := round.AddRated(tx, attempt); err != nil {
			t.Fatal(err)
		}
		answer := storage.Answer{RoundID: id, PlayerID: who.ID, Outcome: "right", At: storetest.Noon}
		if _, err := tx.AddAnswer(answer, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// newStats returns the feature on a new database, and a voice.
func newStats(t *testing.T) (stats, say.Voice) {
	t.Helper()
	k := featuretest.Kernel(t)
	v := k.Speak("en")
	var err error
	k.Pictures, err = feature.NewPictures(v)
	if err != nil {
		t.Fatal(err)
	}
	return stats{k}, v
}

// Nobody else is told what a person is slow at, neither in words nor in the picture.
func TestSkillsOfOthersAreNotShown(t *testing.T) {
	s, v := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		bob := storetest.Member(t, tx, c, "bob")
		solve(t, tx, c, ann, products, 9*time.Second)
		solve(t, tx, c, ann, sums, 40*time.Second)
		for reader, isShown := range map[storage.Player]bool{ann: true, bob: false} {
			req := &feature.Request{Say: v, Act: round.Act{Community: c, Person: reader, At: storetest.Noon}}
			reply, err := s.show(tx, req, ann)
			if err != nil {
				return err
			}
			words := ""
			for _, line := range reply.Text {
				words += say.Plain(line) + "\n"
			}
			const skill = "adding last"
			if strings.Contains(words, skill) != isShown {
				t.Errorf("%s reads of Ann: %q", reader.Key, words)
			}
			if strings.Contains(string(reply.Picture.Facts), skill) != isShown {
				t.Errorf("%s sees of Ann: %s", reader.Key, reply.Picture.Facts)
			}
		}
		return nil
	})
}
