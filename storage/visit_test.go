package storage

import "testing"

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
