package round

import (
	"fmt"
	"testing"
	"time"

	"reckon/storage"
)

// A guest who played only in rooms is forgotten. A guest who also plays alone keeps what they have.
func TestForgetGuest(t *testing.T) {
	x := newTable(t, hard, 0)
	var forgotten []int64
	x.play.Forgotten = append(x.play.Forgotten, func(_ *storage.Tx, id int64, _ time.Time) error {
		forgotten = append(forgotten, id)
		return nil
	})
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
		x.write(forget)
		x.write(func(tx *storage.Tx) error {
			guest, err := tx.PlayerByID(id)
			if got := guest.Key == ""; got != want {
				t.Errorf("a guest who plays in a place called %q is forgotten: %v", who, got)
			}
			return err
		})
	}
	if len(forgotten) != 1 {
		t.Errorf("%d guests are forgotten: who is forgotten already is not forgotten again", len(forgotten))
	}
}

// A guest who comes into a room is forgotten a day later. A person who plays alone or in a chat is not, nor is somebody
// of a chat who comes into a room.
func TestGuestWhoArrives(t *testing.T) {
	for what, c := range map[string]struct {
		of        string
		guests    string
		isPrivate bool
		want      bool
	}{
		"into a room":            {"net", "net", false, true},
		"of a chat, into a room": {"other", "net", false, false},
		"alone":                  {"net", "net", true, false},
		"into a chat":            {"net", "page", false, false},
		"where there is no page": {"net", "", false, false},
	} {
		x := newTable(t, hard, 0)
		x.play.Guests = c.guests
		var id int64
		for i := range 12 {
			x.storePeople(fmt.Sprint("earlier ", i))
		}
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Person.Network = c.of
			a.Community.Private = c.isPrivate
			id = a.Person.ID
			if err := x.play.ForgetGuestLater(tx, Act{Community: a.Community, At: x.at}); err != nil {
				return err
			}
			return x.play.ForgetGuestLater(tx, a)
		})
		want := time.Time{}
		if c.want {
			want = noon.Add(24 * time.Hour)
		}
		if at := x.job(GuestJob, id); !at.Equal(want) {
			t.Errorf("%s: forgotten at %v", what, at)
		}
		if at := x.job(GuestJob, 0); !at.IsZero() {
			t.Errorf("%s: nobody is forgotten at %v", what, at)
		}
	}
}

// A guest who is linked to a player of a chat keeps what they have. If the job of a guest runs twice, they are
// forgotten once, and the job is dropped in any case.
func TestGuestWhoIsLinked(t *testing.T) {
	x := newTable(t, hard, 0)
	var ann, bo int64
	x.write(func(tx *storage.Tx) error {
		ann = x.act(tx, "ann").Person.ID
		bo = x.act(tx, "bo").Person.ID
		return x.play.Link(tx, ann, x.elsewhere(tx, "ann").ID, x.at)
	})
	for _, c := range []struct {
		id   int64
		want bool
	}{{ann, false}, {bo, true}, {bo, true}, {999, false}} {
		x.write(func(tx *storage.Tx) error {
			return tx.SetJob(storage.Job{Kind: GuestJob, Key: fmt.Sprint(c.id), At: noon})
		})
		forget, err := x.play.ForgetGuest(t.Context(), c.id, x.at)
		if err != nil {
			t.Fatal(err)
		}
		x.write(forget)
		x.write(func(tx *storage.Tx) error {
			guest, isThere, err := storage.Found(tx.PlayerByID(c.id))
			if got := isThere && guest.Key == ""; got != c.want {
				t.Errorf("guest %d is forgotten: %t", c.id, got)
			}
			return err
		})
		if at := x.job(GuestJob, c.id); !at.IsZero() {
			t.Errorf("guest %d: the job comes again at %v", c.id, at)
		}
	}
}

// A person is in the World if they wish to be, unless they are checked. What a guest earns in a room does not
// count there.
func TestPresenceInTheWorld(t *testing.T) {
	x := newTable(t, hard, 0)
	presence := func() (p Presence) {
		x.write(func(tx *storage.Tx) (err error) {
			p, err = x.play.Presence(tx, x.act(tx, "ann"))
			return err
		})
		return p
	}
	if got := presence(); got != (Presence{}) {
		t.Errorf("without a wish: %+v", got)
	}
	x.play.Guests = "net"
	x.write(func(tx *storage.Tx) error {
		c, err := tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		if err != nil {
			return err
		}
		c.Worldwide = true
		return tx.SaveCommunity(c)
	})
	if got := presence(); got != (Presence{Listed: true, Guest: true}) {
		t.Errorf("with the wish, as a guest: %+v", got)
	}
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		other := x.elsewhere(tx, "ann")
		if err := x.play.Link(tx, a.Person.ID, other.ID, noon); err != nil {
			return err
		}
		a.Person = other
		got, err := x.play.Presence(tx, a)
		if !got.Listed {
			t.Errorf("ann's other player: %+v", got)
		}
		return err
	})
	x.play.Guests = "page"
	x.write(func(tx *storage.Tx) error { return tx.SetChecked(x.act(tx, "ann").Person.ID, storage.Checked) })
	if got := presence(); got != (Presence{Check: storage.Checked}) {
		t.Errorf("checked: %+v", got)
	}
}
