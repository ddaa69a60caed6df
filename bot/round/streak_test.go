package round

import (
	"testing"

	"reckon/storage"
)

// A streak ends with a day on which nothing is answered well, unless a freeze keeps it.
func TestStreakEnds(t *testing.T) {
	for days, ended := range map[int]int{FreezeAfter - 1: FreezeAfter - 1, FreezeAfter: 0} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann").Person.ID
			for number := range days {
				if err := AddDay(tx, ann, number+1, noon); err != nil {
					return err
				}
			}
			for today, want := range map[int]int{days: 0, days + 1: ended} {
				streak, err := x.play.StreakEnds(tx, ann, today)
				if err != nil {
					return err
				}
				if streak.Days != want {
					t.Errorf("after %d days, on day %d a streak of %d ends, want %d", days, today, streak.Days, want)
				}
			}
			return nil
		})
	}
}
