package settings

import (
	"os"
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
