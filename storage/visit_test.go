package storage

import (
	"errors"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// A visit finds the person, the place and the rounds that may be meant. It is empty if they are not
// stored.
func TestVisit(t *testing.T) {
	s := openTemp(t)
	o := Origin{Key: "key", Network: "test", Community: "1", Channel: "c", Message: "m", PlayerNetwork: "test", Player: "p"}
	write(t, s, func(tx *Tx) error {
		v := must(tx.Visit(o))(t)
		if v.Repeated || v.Community.ID != 0 || v.Player.ID != 0 || len(v.Rounds) != 0 {
			t.Errorf("of an empty database: %+v", v)
		}
		// There are others that came first, which the visit must not find.
		other := community(t, tx, "0")
		q := player(t, tx, "other")
		c := community(t, tx, "1")
		p := player(t, tx, "p")
		round(t, tx, Round{CommunityID: other.ID, Channel: "c"})
		round(t, tx, Round{CommunityID: c.ID, Channel: "c", ClosedAt: noon})
		first := round(t, tx, Round{CommunityID: c.ID, Channel: "c"})
		second := round(t, tx, Round{CommunityID: c.ID, Channel: "c"})
		closed := round(t, tx, Round{CommunityID: c.ID, Channel: "c", ClosedAt: noon})
		round(t, tx, Round{CommunityID: c.ID, Channel: "d"})
		if err := tx.SetCurrent(c.ID, "c", p.ID, second, noon); err != nil {
			return err
		}
		for _, m := range []string{"a", "z"} {
			if err := tx.AddMessage(c.ID, m, first, noon); err != nil {
				return err
			}
		}
		if err := tx.AddMessage(c.ID, "m", closed, noon); err != nil {
			return err
		}
		if err := tx.SetCurrent(c.ID, "c", q.ID, first, noon.Add(time.Hour)); err != nil {
			return err
		}
		err := errors.Join(
			tx.SaveRequest("key", noon),
			tx.Join(other.ID, p.ID, noon.Add(time.Minute)),
			tx.Join(c.ID, q.ID, noon.Add(2*time.Minute)),
			tx.Join(c.ID, p.ID, noon.Add(3*time.Minute)),
		)
		if err != nil {
			return err
		}
		v = must(tx.Visit(o))(t)
		if v.found.Linked {
			t.Error("the person is linked")
		}
		if !v.found.Joined.Equal(noon.Add(3 * time.Minute)) {
			t.Errorf("the person last did something at %v", v.found.Joined)
		}
		if !v.Repeated || v.Community != c || v.Player != p || v.Named != closed || v.Current != second {
			t.Errorf("found %+v", v)
		}
		if len(v.Rounds) != 3 || v.Rounds[0].ID != first || v.Rounds[1].ID != second || v.Rounds[2].ID != closed {
			t.Errorf("rounds %+v", v.Rounds)
		}
		elsewhere := must(tx.EnsurePlayer("elsewhere", "p", "", "", noon))(t)
		if err := tx.LinkPlayers(elsewhere.ID, p.ID, noon); err != nil {
			return err
		}
		if !must(tx.Visit(o))(t).found.Linked {
			t.Error("the person is not linked")
		}
		return nil
	})
}

// A request that changes nothing trusts its visit. If something has changed when the locks are taken,
// nothing of the transaction is kept: it must be run again, or the request was carried out before.
func TestArriveAfterVisit(t *testing.T) {
	s := openTemp(t)
	o := Origin{Key: "key", Network: "test", Community: "1", PlayerNetwork: "test", Player: "p"}
	var c Community
	write(t, s, func(tx *Tx) error {
		c = community(t, tx, "1")
		return tx.Join(c.ID, player(t, tx, "p").ID, noon)
	})
	for _, test := range []struct {
		name     string
		change   func(tx *Tx) error
		onServer error
		// onFile may be another error: on a file everything is read again.
		onFile error
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
		want := test.onFile
		if dbtest.Server() {
			want = test.onServer
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

// If the bot could not talk in a group, the first request from there makes the group active again.
// Nothing else about the place and the person has to change for that.
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

// If an earlier version has stored an event under another key, the event is recognized by that key.
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

// A visit has the newest twenty open rounds of its channel, and what is current there. It has none of
// other channels.
func TestVisitIsOfOneChannel(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		namesake := must(tx.EnsureCommunity("elsewhere", "1", false, 0, "", noon))(t)
		must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t)
		var rounds []int64
		for range 23 {
			rounds = append(rounds, round(t, tx, Round{CommunityID: c.ID, Channel: "a"}))
		}
		there := round(t, tx, Round{CommunityID: c.ID, Channel: "b"})
		away := round(t, tx, Round{CommunityID: other.ID, Channel: "a"})
		far := round(t, tx, Round{CommunityID: namesake.ID, Channel: "a"})
		o := Origin{Key: "key", Network: "test", Community: "1", Channel: "a", Message: "m", PlayerNetwork: "test", Player: "ann"}
		visit := func() Visit { return must(tx.Visit(o))(t) }
		err := errors.Join(
			tx.SetCurrent(c.ID, "b", ann, there, noon),
			tx.SetCurrent(other.ID, "a", ann, away, noon),
			tx.SetCurrent(namesake.ID, "a", 0, far, noon),
			tx.SetCurrent(c.ID, "a", bob, rounds[9], noon),
			tx.AddMessage(other.ID, "m", away, noon),
			tx.AddMessage(namesake.ID, "m", far, noon),
			tx.AddMessage(c.ID, "n", there, noon),
		)
		if err != nil {
			return err
		}
		v := visit()
		if len(v.Rounds) != 20 || v.Rounds[0].ID != rounds[3] || v.Rounds[19].ID != rounds[22] {
			t.Errorf("there are %d rounds, from %d to %d", len(v.Rounds), v.Rounds[0].ID, v.Rounds[len(v.Rounds)-1].ID)
		}
		if v.Current != 0 || v.Named != 0 {
			t.Errorf("what is current or named elsewhere is so here: %d, %d", v.Current, v.Named)
		}
		// The round that was set last is current. If two were set at the same time, the person's own is.
		for i, set := range []struct {
			player, round int64
			at            time.Time
			want          int64
		}{
			{0, rounds[5], noon, rounds[5]},
			{ann, rounds[6], noon, rounds[6]},
			{0, rounds[7], noon.Add(time.Second), rounds[7]},
			{ann, rounds[8], noon.Add(2 * time.Second), rounds[8]},
		} {
			if err := tx.SetCurrent(c.ID, "a", set.player, set.round, set.at); err != nil {
				return err
			}
			if got := visit().Current; got != set.want {
				t.Errorf("after step %d round %d is current, want %d", i, got, set.want)
			}
		}
		if got := must(tx.LastPressAt(Round{ID: rounds[8], CommunityID: c.ID, Channel: "a"}))(t); !got.Equal(noon.Add(2 * time.Second)) {
			t.Errorf("the last press was at %v", got)
		}
		return nil
	})
}

// A place with the key of the request's channel is adopted only if it is a group on the same network.
func TestVisitAdopts(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		must(tx.EnsureCommunity("elsewhere", "far", false, 0, "", noon))(t)
		must(tx.EnsureCommunity("test", "own", true, player(t, tx, "p").ID, "", noon))(t)
		community(t, tx, "group")
		for channel, want := range map[string]bool{"far": false, "own": false, "group": true, "unknown": false} {
			o := Origin{Key: "key", Network: "test", Community: "server", Channel: channel}
			if got := must(tx.Visit(o))(t).found.Adopts; got != want {
				t.Errorf("the channel %s is adopted: %v", channel, got)
			}
		}
		return nil
	})
}
