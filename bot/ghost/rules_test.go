package ghost

import (
	"testing"

	"reckon/bot/round/rating"
)

// The ghost of the last puzzle goes on, even if another ghost has more recordings. Among several recordings
// of one ghost, the one with the most even chance comes first.
func TestLastGhostGoesOn(t *testing.T) {
	ability := rating.Rating{Value: 0}
	difficulty := rating.Rating{Value: 3}
	even := evenTime(difficulty, ability)
	const last, other = 1, 2
	all := []recording{{PlayerID: last, Puzzle: "last", After: even, Difficulty: difficulty}}
	for range 5 {
		all = append(all, recording{PlayerID: other, Puzzle: "other", After: even, Difficulty: difficulty})
	}
	all = append(all, recording{PlayerID: other, Puzzle: "far", After: 100 * even, Difficulty: difficulty})
	got := evenRecordings(all, ability, last)
	if len(got) != 6 || got[0].PlayerID != last {
		t.Errorf("with one recording of the last ghost: %+v", got)
	}
	got = evenRecordings(all, ability, 0)
	if len(got) != 6 || got[0].PlayerID != other {
		t.Errorf("without a last ghost: %+v", got)
	}
}
