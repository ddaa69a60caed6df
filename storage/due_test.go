package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDue(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.NextDue(); err != ErrNotFound {
			t.Errorf("nothing is due, but: %v", err)
		}
		due := func(kind, key string, hours int) Due {
			return Due{Kind: kind, Key: key, At: noon.Add(time.Duration(hours) * time.Hour)}
		}
		for _, d := range []Due{due("daily", "1", 9), due("round", "7", 2), due("daily", "2", 1), due("daily", "1", 0), due("round", "8", 5)} {
			if err := tx.SetDue(d); err != nil {
				return err
			}
		}
		wantNext(t, tx, noon)
		for _, test := range []struct {
			hour, limit int
			want        []Due
		}{
			{2, 10, []Due{due("daily", "1", 0), due("daily", "2", 1), due("round", "7", 2)}},
			{2, 1, []Due{due("daily", "1", 0)}},
			{-1, 10, nil},
		} {
			got := must(tx.DueBy(noon.Add(time.Duration(test.hour)*time.Hour), test.limit))(t)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("due at hour %d (-want +got):\n%s", test.hour, diff)
			}
		}
		for range 2 { // twice is no error
			if err := tx.DropDue("daily", "1"); err != nil {
				return err
			}
		}
		wantNext(t, tx, noon.Add(time.Hour))
		enqueue(t, tx, Outgoing{Nonce: "n", ChatID: chat(t, tx, "1").ID}, noon.Add(time.Minute))
		wantNext(t, tx, noon.Add(time.Minute))
		return nil
	})
}
