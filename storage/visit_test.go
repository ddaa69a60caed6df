package storage

import (
	"errors"
	"testing"

	"reckon/storage/dbtest"
)

// A visit finds the person, the place and the rounds near, and nothing where there is none.
func TestVisit(t *testing.T) {
	s := openTemp(t)
	o := Origin{Key: "key", Network: "test", Community: "1", Channel: "c", Message: "m", PlayerNetwork: "test", Player: "p"}
	write(t, s, func(tx *Tx) error {
		v := must(tx.Visit(o))(t)
		if v.Repeated || v.Community.ID != 0 || v.Player.ID != 0 || len(v.Rounds) != 0 {
			t.Errorf("of an empty database: %+v", v)
		}
		c, p := community(t, tx, "1"), player(t, tx, "p")
		first := round(t, tx, Round{CommunityID: c.ID, Channel: "c"})
		second := round(t, tx, Round{CommunityID: c.ID, Channel: "c"})
		closed := round(t, tx, Round{CommunityID: c.ID, Channel: "c", ClosedAt: noon})
		round(t, tx, Round{CommunityID: c.ID, Channel: "d"})
		if err := tx.SetCurrent(c.ID, "c", p.ID, second, noon); err != nil {
			return err
		}
		if err := tx.AddMessage(c.ID, "m", closed, noon); err != nil {
			return err
		}
		if err := tx.SaveRequest("key", noon); err != nil {
			return err
		}
		v = must(tx.Visit(o))(t)
		if !v.Repeated || v.Community != c || v.Player != p || v.Named != closed || v.Current != second {
			t.Errorf("found %+v", v)
		}
		if len(v.Rounds) != 3 || v.Rounds[0].ID != first || v.Rounds[1].ID != second || v.Rounds[2].ID != closed {
			t.Errorf("rounds %+v", v.Rounds)
		}
		return nil
	})
}

// A request that changes nothing trusts its visit. If something is otherwise under the locks,
// nothing of its transaction is kept: it is done again, or was done before.
func TestArriveAfterVisit(t *testing.T) {
	s := openTemp(t)
	o := Origin{Key: "key", Network: "test", Community: "1", PlayerNetwork: "test", Player: "p"}
	var c Community
	write(t, s, func(tx *Tx) error {
		c = community(t, tx, "1")
		return tx.Join(c.ID, player(t, tx, "p").ID, noon)
	})
	for _, test := range []struct {
		name   string
		change func(tx *Tx) error
		want   error // of a server; a file has read it anew
		file   error
	}{
		{"nothing has changed", func(*Tx) error { return nil }, nil, nil},
		{"the settings have changed", func(tx *Tx) error { c.Zone = "Europe/Paris"; return tx.SaveCommunity(c) }, ErrConflict, nil},
		{"it came twice", func(tx *Tx) error { return tx.SaveRequest(o.Key, noon) }, ErrRepeated, ErrRepeated},
	} {
		o.Key = "key of " + test.name
		var v Visit
		if err := s.Look(t.Context(), func(tx *Tx) (err error) {
			v, err = tx.Visit(o)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		write(t, s, test.change)
		var found Community
		err := s.Write(t.Context(), func(tx *Tx) (err error) {
			if found, _, err = tx.Arrive(Arrival{Visit: v, At: noon}); err != nil {
				return err
			}
			_, err = tx.AddRound(Round{CommunityID: found.ID, Game: "24", Puzzle: "24:3,3,8,8", DealtAt: noon})
			return err
		})
		want := test.file
		if dbtest.Server() {
			want = test.want
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", test.name, err, want)
		}
		if err == nil && found != c {
			t.Errorf("%s: found %+v", test.name, found)
		}
		write(t, s, func(tx *Tx) error {
			if stored := isStored(t, tx, o.Key); stored != (want == nil || want == ErrRepeated) {
				t.Errorf("%s: the key is stored: %v", test.name, stored)
			}
			return nil
		})
	}
}

// A group that the bot could not talk in is active again with the first request from there, and
// whatever else is to be said of the request's place and person is no news.
func TestArriveMakesActive(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p")
		c.Active = false
		if err := errors.Join(tx.Join(c.ID, p.ID, noon), tx.SaveCommunity(c)); err != nil {
			return err
		}
		o := Origin{Key: "key", Network: "test", Community: "1", PlayerNetwork: "test", Player: "p"}
		got, _, err := tx.Arrive(Arrival{Visit: must(tx.Visit(o))(t), Title: c.Title, Name: p.Name, At: noon})
		if err != nil {
			return err
		}
		if !got.Active || !must(tx.CommunityByID(c.ID))(t).Active {
			t.Errorf("it has become %+v", got)
		}
		return nil
	})
}

// An event that an earlier version has stored under another key is known by that.
func TestVisitByFormerKey(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if err := tx.SaveRequest("former", noon); err != nil {
			return err
		}
		for former, want := range map[string]bool{"": false, "other": false, "former": true} {
			v := must(tx.Visit(Origin{Key: "key", FormerKey: former, Network: "test", Community: "1"}))(t)
			if v.Repeated != want {
				t.Errorf("with the former key %q: repeated %v", former, v.Repeated)
			}
		}
		return nil
	})
}
