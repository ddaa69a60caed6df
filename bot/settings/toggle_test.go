package settings

import (
	"os"
	"slices"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A setting of a feature is off until it is switched on, in each place by itself.
func TestToggle(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		fun := Toggle("fun.loud")
		here := storetest.Community(t, tx, "here").ID
		there := storetest.Community(t, tx, "there").ID
		for _, step := range []struct {
			isSet, wantHere bool
		}{{true, true}, {true, true}, {false, false}, {false, false}} {
			if err := fun.Set(tx, here, step.isSet); err != nil {
				return err
			}
			for id, want := range map[int64]bool{here: step.wantHere, there: false} {
				isOn, err := fun.IsOn(tx, id)
				if err != nil {
					return err
				}
				if isOn != want {
					t.Errorf("set to %v here it is %v in community %d", step.isSet, isOn, id)
				}
			}
		}
		if fun.Name() != "loud" {
			t.Errorf("people type %q", fun.Name())
		}
		return nil
	})
}

// A person has switched on what they switched on in a private chat of theirs, on any network where
// they are linked; a group that they are in switches on nothing for them.
func TestWhoHasSwitchedOn(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		fun := Toggle("fun.loud")
		players := map[string]storage.Player{}
		for key, network := range map[string]string{"ann": "test", "anna": "another", "bob": "test", "cat": "test"} {
			p, err := tx.EnsurePlayer(network, key, key, "en", storetest.Noon)
			if err != nil {
				return err
			}
			own, err := tx.EnsureCommunity(network, key, true, p.ID, "", storetest.Noon)
			if err != nil {
				return err
			}
			if err := fun.Set(tx, own.ID, key == "ann"); err != nil {
				return err
			}
			players[key] = p
		}
		group := storetest.Community(t, tx, "group")
		if err := tx.Join(group.ID, players["bob"].ID, storetest.Noon); err != nil {
			return err
		}
		if err := fun.Set(tx, group.ID, true); err != nil {
			return err
		}
		if err := tx.Link(players["ann"].ID, players["anna"].ID, storetest.Noon); err != nil {
			return err
		}
		got, err := storage.List[string](tx, "list people", `SELECT p.key FROM players p WHERE `+fun.IsOnFor("p.id")+` ORDER BY p.key`)
		if want := []string{"ann", "anna"}; !slices.Equal(got, want) {
			t.Errorf("it is on for %q, want %q", got, want)
		}
		return err
	})
}
