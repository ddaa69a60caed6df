package storage

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// After a commit the function of OnCommit is called with what the transaction changed. It is not called
// before the commit, after a rollback, or if nothing changed.
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
		// want has only the nonces of deliveries.
		want []Committed
	}{
		{"nothing", func(tx *Tx) error { community(t, tx, "1"); return nil }, nil},
		{"a job", job, []Committed{{SetJobs: []Job{{Kind: "kind", Key: "1", At: noon}}}}},
		{"one's own", send("mine", anyNetwork), []Committed{{Deliveries: []Outgoing{{Nonce: "mine"}}}}},
		{"anyone's and a job", func(tx *Tx) error { return errors.Join(send("free", nil)(tx), job(tx)) }, []Committed{{UnclaimedDeliveries: true, SetJobs: []Job{{Kind: "kind", Key: "1", At: noon}}}}},
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

// A transaction touches what it changes if people may be looking at it.
func TestWhatIsTouched(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		r := Round{CommunityID: c.ID}
		r.ID = round(t, tx, r)
		inRound := Touch{TouchRound, r.ID}
		inCommunity := Touch{TouchCommunity, c.ID}
		ofPlayer := Touch{TouchPlayer, p}
		for _, test := range []struct {
			name string
			do   func() error
			want []Touch
		}{
			{"a new round", func() error { round(t, tx, Round{CommunityID: c.ID}); return nil }, []Touch{inCommunity}},
			{"a daily", func() error { round(t, tx, Round{Daily: 1}); return nil }, nil},
			{"a saved round", func() error { return tx.SaveRound(r) }, []Touch{inRound, inCommunity}},
			{"an attempt", func() error { return tx.SaveAttempt(Attempt{RoundID: r.ID, PlayerID: p}, 0) }, []Touch{ofPlayer}},
			{"an answer", func() error {
				_, err := tx.AddAnswer(Answer{RoundID: r.ID, PlayerID: p, At: noon, Outcome: "wrong"}, nil)
				return err
			}, []Touch{inRound, ofPlayer}},
			{"what is current for all", func() error { return tx.SetCurrent(c.ID, "", 0, r.ID, noon) }, []Touch{inCommunity}},
			{"what is current for one", func() error { return tx.SetCurrent(c.ID, "", p, r.ID, noon) }, []Touch{ofPlayer}},
			{"the same twice", func() error { tx.Touch(TouchRound, r.ID); tx.Touch(TouchRound, r.ID); return nil }, []Touch{inRound}},
		} {
			tx.committed = Committed{}
			if err := test.do(); err != nil {
				return err
			}
			if !slices.Equal(tx.committed.Touched, test.want) {
				t.Errorf("%s touches %+v, want %+v", test.name, tx.committed.Touched, test.want)
			}
		}
		return nil
	})
}

// A Committed with a change of any kind is not empty.
func TestIsEmpty(t *testing.T) {
	if !(Committed{}).isEmpty() {
		t.Error("no change is told")
	}
	for name, c := range map[string]Committed{
		"a delivery":            {Deliveries: []Outgoing{{}}},
		"an expired delivery":   {Expired: []int64{1}},
		"an unowned delivery":   {UnclaimedDeliveries: true},
		"a job":                 {SetJobs: []Job{{}}},
		"jobs without an owner": {MoreJobs: true},
		"a touch":               {Touched: []Touch{{}}},
	} {
		if c.isEmpty() {
			t.Errorf("%s is not told", name)
		}
	}
}
