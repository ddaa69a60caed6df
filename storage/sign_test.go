package storage

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// What a person earns while they are checked counts at home, and in the World once they are
// cleared; of one whose signs are kept nothing is there. It is so for all players of a person.
func TestSignsKeepOutOfTheWorld(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		home := community(t, tx, "1")
		ann, twin := player(t, tx, "ann").ID, player(t, tx, "twin").ID
		own := must(tx.EnsureCommunity("test", "own", true, ann, "", noon))(t)
		own.Worldwide = true
		if err := errors.Join(tx.SaveCommunity(own), tx.Join(home.ID, ann, noon), tx.Join(home.ID, twin, noon), tx.Link(ann, twin, noon)); err != nil {
			return err
		}
		points := func(community int64) int {
			standing, _, err := Found(tx.StandingOf(Board{CommunityID: community}, ann))
			if err != nil {
				t.Fatal(err)
			}
			return standing.Points
		}
		even := Sign{PlayerID: ann, Game: "24", Kind: "even", At: noon, Answers: 20, Figure: 0.05, Chance: 1e-9}
		decide := func(d Decision, want int64) func() error {
			return func() error {
				n, err := tx.Decide(twin, d, noon.Add(time.Hour))
				if n != want {
					t.Errorf("%d signs are %s, want %d", n, d, want)
				}
				return err
			}
		}
		earns := func(p int64) func() error {
			return func() error {
				return setAward(tx, Award{RoundID: round(t, tx, Round{}), PlayerID: p, Day: 5, Points: 10, Solved: true, At: noon})
			}
		}
		for i, step := range []struct {
			do            func() error
			home, world   int
			checked, kept bool
		}{
			{earns(ann), 10, 10, false, false},
			{func() error { return tx.AddSign(even) }, 10, 10, true, false},
			{earns(ann), 20, 10, true, false},
			{earns(twin), 30, 10, true, false},
			{decide(Cleared, 1), 30, 30, false, false},
			{decide(Kept, 0), 30, 30, false, false},
			{earns(twin), 40, 40, false, false},
			{func() error { even.At = noon.Add(2 * time.Hour); return tx.AddSign(even) }, 40, 40, true, false},
			{decide(Kept, 1), 40, 0, true, true},
			{earns(ann), 50, 0, true, true},
			{decide(Cleared, 1), 50, 50, false, false},
		} {
			if err := step.do(); err != nil {
				return err
			}
			checked, kept, err := tx.Checked(twin)
			if err != nil || points(home.ID) != step.home || points(World) != step.world || checked != step.checked || kept != step.kept {
				t.Errorf("step %d: %d at home, %d in the world, checked %v, kept %v, %v, want %+v", i, points(home.ID), points(World), checked, kept, err, step)
			}
		}
		all := must(tx.Audit(0, 10))(t)
		if len(all) != 2 || all[0].Name != "Name of ann" || all[1].At != even.At || all[1].Decision != Cleared || len(must(tx.Audit(ann, 10))(t)) != 0 {
			t.Errorf("audit is %+v", all)
		}
		if len(must(tx.SignsOf(twin))(t)) != 2 {
			t.Error("the signs of one player are not those of the person")
		}
		exported := must(tx.Export(ann))(t)
		if !slices.ContainsFunc(exported, func(p map[string]any) bool { rows, _ := p["signs"].([]map[string]any); return len(rows) == 2 }) {
			t.Errorf("exported is %v", exported)
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		if all := must(tx.Audit(0, 10))(t); len(all) != 0 {
			t.Errorf("after ann was forgotten: %+v", all)
		}
		return nil
	})
}
