package roles

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A flakyNetwork shows figures, except for some calls that fail.
type flakyNetwork struct {
	chat.FrontEnd
	// fails returns the error of the call with a number, counted from 0.
	fails func(call int) error
	calls int
}

func (n *flakyNetwork) Agreement(string) string { return "" }

func (n *flakyNetwork) Agreed(context.Context, string) (chat.Request, string, error) {
	return chat.Request{}, "", chat.ErrProof
}

func (n *flakyNetwork) SealToken(token string) (string, error) { return token, nil }

func (n *flakyNetwork) ShowFigures(context.Context, string, []chat.Figure) (string, error) {
	call := n.calls
	n.calls++
	return "", n.fails(call)
}

// If a network fails again and again, the run ends, and all other people wait. If it fails only now and
// then, or the tokens of some people cannot be read, the run goes on.
func TestFailuresInARow(t *testing.T) {
	const people = 3 * maxFailures
	failed := errors.New("no")
	failsIf := func(fails func(call int) bool) func(int) error {
		return func(call int) error {
			if fails(call) {
				return failed
			}
			return nil
		}
	}
	for _, test := range []struct {
		name  string
		fails func(call int) error
		calls int
		err   error
	}{
		{"always", failsIf(func(int) bool { return true }), maxFailures, errFailing},
		{"all but one of five times", failsIf(func(call int) bool { return call%maxFailures > 0 }), people, nil},
		{"from the third on", failsIf(func(call int) bool { return call > 1 }), 2 + maxFailures, errFailing},
		{"four times, then a person no longer agrees, and again", func(call int) error {
			if call%maxFailures == maxFailures-1 {
				return chat.ErrProof
			}
			return failed
		}, people, nil},
		{"never, but no token can be read", func(int) error { return chat.ErrSealed }, people, nil},
	} {
		network := &flakyNetwork{fails: test.fails}
		r := roles{featuretest.Kernel(t, Feature(feature.Kernel{}).Tables...)}
		r.FrontEnd = func(string) chat.FrontEnd { return network }
		storetest.Write(t, r.Store, func(tx *storage.Tx) error {
			for i := range people {
				p := storetest.Person(t, tx, fmt.Sprint(i))
				if err := addAgreement(tx, p.ID, "token", storetest.Noon); err != nil {
					return err
				}
			}
			return nil
		})
		err := r.showAll(t.Context())
		if !errors.Is(err, test.err) || network.calls != test.calls {
			t.Errorf("the network fails %s: %d calls, %v; want %d, %v", test.name, network.calls, err, test.calls, test.err)
		}
	}
}
