package storage

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// wrongTotals counts the rows of totals that differ from the sums of answers.
const wrongTotals = `
	SELECT COUNT(*) FROM (
		SELECT chat_id, player_id, points, solved, reached FROM totals
		EXCEPT
		SELECT chat_id, player_id, SUM(points),
			COUNT(DISTINCT CASE WHEN outcome = 'right' THEN round_id END),
			COALESCE(MAX(CASE WHEN points > 0 THEN at END), 0)
		FROM answers GROUP BY chat_id, player_id
	) wrong`

// The leaderboard of all time, which is kept up to date answer by answer, is
// that of a time so long ago that all answers are summed up, whatever has
// happened: answers, awards, chats that become one.
func TestTotalsAreSums(t *testing.T) {
	s := openTemp(t)
	rapid.Check(t, func(rt *rapid.T) {
		undo := errors.New("undo") // each history begins with an empty database
		err := s.Write(t.Context(), func(tx *Tx) error {
			chats := []Chat{{}, chat(t, tx, "0"), chat(t, tx, "1"), chat(t, tx, "2")}
			var players, rounds, answers []int64
			for _, key := range []string{"a", "b", "c"} {
				players = append(players, player(t, tx, key).ID)
				rounds = append(rounds, round(t, tx, Round{ChatID: chats[1].ID}))
			}
			for range rapid.IntRange(1, 30).Draw(rt, "steps") {
				switch rapid.SampledFrom([]string{"answer", "answer", "answer", "award", "move"}).Draw(rt, "step") {
				case "award":
					if len(answers) > 0 {
						id := rapid.SampledFrom(answers).Draw(rt, "answer")
						if err := tx.Award(id, rapid.IntRange(1, 3).Draw(rt, "points")); err != nil {
							return err
						}
					}
				case "move":
					from, to := rapid.SampledFrom([]string{"0", "1", "2"}), rapid.SampledFrom([]string{"0", "1", "2", "3"})
					if err := tx.RekeyChat("test", from.Draw(rt, "from"), to.Draw(rt, "to")); err != nil {
						return err
					}
					chats = slices.DeleteFunc(chats, func(c Chat) bool {
						_, err := tx.ChatByID(c.ID)
						return c.ID != 0 && err == ErrNotFound
					})
				default:
					a := Answer{
						RoundID:  rapid.SampledFrom(rounds).Draw(rt, "round"),
						PlayerID: rapid.SampledFrom(players).Draw(rt, "player"),
						ChatID:   rapid.SampledFrom(chats).Draw(rt, "chat").ID,
						At:       noon.Add(time.Duration(rapid.IntRange(0, 9).Draw(rt, "minute")) * time.Minute),
						Outcome:  rapid.SampledFrom([]string{"right", "near", "wrong"}).Draw(rt, "outcome"),
						Points:   rapid.IntRange(0, 3).Draw(rt, "points"),
					}
					answers = append(answers, must(tx.AddAnswer(a))(t))
				}
			}
			if n := must(get(tx, "compare totals", one[int], wrongTotals))(t); n != 0 {
				rt.Errorf("%d rows of totals are not the sums of their answers", n)
			}
			for _, c := range chats[1:] {
				kept, summed := must(tx.Leaderboard(c.ID, time.Time{}, 9))(t), must(tx.Leaderboard(c.ID, time.UnixMilli(1), 9))(t)
				if diff := cmp.Diff(summed, kept); diff != "" {
					rt.Errorf("leaderboard of chat %s (-summed +kept):\n%s", c.Key, diff)
				}
				for _, r := range rounds {
					for _, row := range must(tx.RoundStandings(c.ID, r))(t) {
						if !slices.Contains(summed, row) {
							rt.Errorf("the standings of round %d have %+v", r, row)
						}
					}
				}
			}
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}

func TestAwardRefuses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		id := must(tx.AddAnswer(Answer{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, "p").ID, At: noon, Outcome: "near"}))(t)
		if err := tx.Award(id, 0); err == nil {
			t.Error("0 points were awarded")
		}
		if err := tx.Award(id+1, 1); err != ErrNotFound {
			t.Errorf("points for no answer: %v", err)
		}
		return nil
	})
}
