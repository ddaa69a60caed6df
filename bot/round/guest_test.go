package round

import (
	"testing"

	"reckon/storage"
)

// A guest who played only in rooms is forgotten; one who also plays alone keeps what they have.
func TestForgetGuest(t *testing.T) {
	x := newTable(t, hard, 0)
	for who, want := range map[string]bool{"room": true, "alone": false} {
		var id int64
		x.write(func(tx *storage.Tx) error {
			id = x.act(tx, who).Person.ID
			if who != "alone" {
				return nil
			}
			_, err := tx.EnsureCommunity("net", who, true, id, "", x.at)
			return err
		})
		forget, err := x.play.ForgetGuest(t.Context(), id, x.at)
		if err != nil {
			t.Fatal(err)
		}
		x.write(forget)
		x.write(func(tx *storage.Tx) error {
			guest, err := tx.PlayerByID(id)
			if got := guest.Key == ""; got != want {
				t.Errorf("a guest who plays in a place called %q is forgotten: %v", who, got)
			}
			return err
		})
	}
}
