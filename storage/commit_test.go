package storage

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// After a commit the hook is called with what that transaction changed: not before it,
// not for what was undone, and not where nothing changed.
func TestOnCommit(t *testing.T) {
	s := openTemp(t)
	undone := errors.New("undone")
	var got []Committed
	s.OnCommit(func(c Committed) { got = append(got, c) })
	job := func(tx *Tx) error { return tx.SetJob(Job{Kind: "kind", Key: "1", At: noon}) }
	send := func(nonce string, wants func(string) bool) func(tx *Tx) error {
		return func(tx *Tx) error {
			return tx.Enqueue(&Outgoing{Nonce: nonce, CommunityID: community(t, tx, "1").ID, Body: []byte("{}")}, wants, noon)
		}
	}
	for _, c := range []struct {
		name string
		fn   func(tx *Tx) error
		want []Committed // with the nonces of deliveries alone
	}{
		{"nothing", func(tx *Tx) error { community(t, tx, "1"); return nil }, nil},
		{"a job", job, []Committed{{Set: []Job{{Kind: "kind", Key: "1", At: noon}}}}},
		{"one's own", send("mine", anyNetwork), []Committed{{Deliveries: []Outgoing{{Nonce: "mine"}}}}},
		{"anyone's and a job", func(tx *Tx) error { return errors.Join(send("free", nil)(tx), job(tx)) }, []Committed{{Unclaimed: true, Set: []Job{{Kind: "kind", Key: "1", At: noon}}}}},
		{"what was there before", send("free", nil), nil},
		{"what was undone", func(tx *Tx) error { return errors.Join(send("never", anyNetwork)(tx), job(tx), undone) }, nil},
	} {
		got = nil
		err := s.Write(t.Context(), func(tx *Tx) error {
			err := c.fn(tx)
			if len(got) > 0 {
				t.Errorf("%s: told before the commit", c.name)
			}
			return err
		})
		if err != nil && !errors.Is(err, undone) {
			t.Fatal(err)
		}
		for _, g := range got {
			for i, o := range g.Deliveries {
				if o.ID == 0 || !o.Mine {
					t.Errorf("%s: told of %+v", c.name, o)
				}
				g.Deliveries[i] = Outgoing{Nonce: o.Nonce}
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
