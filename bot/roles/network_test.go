package roles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A scriptedNetwork answers each call as a test says, and records the calls.
type scriptedNetwork struct {
	chat.FrontEnd
	// next and err are what ShowFigures returns.
	next string
	err  error
	// sealed is what SealToken makes of a token without a seal.
	sealed string
	// tokens are the tokens of the calls. figures is how many figures the last call showed.
	tokens  []string
	figures int
}

func (n *scriptedNetwork) Agreement(string) string { return "" }

func (n *scriptedNetwork) Agreed(context.Context, string) (chat.Request, string, error) {
	return chat.Request{}, "", chat.ErrProof
}

func (n *scriptedNetwork) SealToken(token string) (string, error) {
	if n.sealed != "" {
		return n.sealed, nil
	}
	return token, nil
}

func (n *scriptedNetwork) ShowFigures(_ context.Context, token string, figures []chat.Figure) (string, error) {
	n.tokens = append(n.tokens, token)
	n.figures = len(figures)
	return n.next, n.err
}

// newRoles returns roles with a network and a player who has agreed with the token "token". If there is no
// network, the bot does not serve it any more.
func newRoles(t *testing.T, network chat.FrontEnd) (r roles, playerID int64) {
	t.Helper()
	r = roles{featuretest.Kernel(t, Feature(feature.Kernel{}).Tables...)}
	r.FrontEnd = func(string) chat.FrontEnd { return network }
	storetest.Write(t, r.Store, func(tx *storage.Tx) error {
		playerID = storetest.Person(t, tx, "ann").ID
		return addAgreement(tx, playerID, "token", storetest.Noon)
	})
	return r, playerID
}

// stored returns a player's agreement; ok is false if there is none.
func stored(t *testing.T, r roles, playerID int64) (a agreement, ok bool) {
	t.Helper()
	storetest.Write(t, r.Store, func(tx *storage.Tx) error {
		var err error
		a, ok, err = storage.Found(agreementOf(tx, playerID))
		return err
	})
	return a, ok
}

// Figures are shown once, and again when they have changed. If the network gives a new token, it is stored,
// even after an error. If the person no longer agrees, the agreement is deleted.
func TestShow(t *testing.T) {
	failed := errors.New("no")
	for _, test := range []struct {
		name    string
		network scriptedNetwork
		// These are the calls of two runs.
		calls   int
		token   string
		isShown bool
		isGone  bool
	}{
		{"well", scriptedNetwork{}, 1, "token", true, false},
		{"with another token", scriptedNetwork{next: "next"}, 1, "next", true, false},
		{"not at all", scriptedNetwork{err: failed}, 2, "token", false, false},
		{"not at all, with another token", scriptedNetwork{next: "next", err: failed}, 2, "next", false, false},
		{"to nobody", scriptedNetwork{err: chat.ErrProof}, 1, "", false, true},
		{"by a token that was not sealed", scriptedNetwork{sealed: "sealed"}, 1, "sealed", true, false},
	} {
		network := test.network
		r, playerID := newRoles(t, &network)
		for range 2 {
			figures, err := r.show(t.Context(), playerID)
			if network.err == nil && (err != nil || len(figures) != len(r.list())) {
				t.Errorf("%s: %d figures (%v)", test.name, len(figures), err)
			}
		}
		a, isThere := stored(t, r, playerID)
		if len(network.tokens) != test.calls || a.Token != test.token || isThere == test.isGone {
			t.Errorf("%s: %d calls, and then %+v", test.name, len(network.tokens), a)
		}
		if (a.Shown == textOf(r.list())) != test.isShown {
			t.Errorf("%s: %q is stored as shown", test.name, a.Shown)
		}
		first := "token"
		if test.network.sealed != "" {
			first = test.network.sealed
		}
		if network.tokens[0] != first {
			t.Errorf("%s: the first token sent is %q, want %q", test.name, network.tokens[0], first)
		}
	}
}

// What is shown of a person who is forgotten is taken back: by a call with their token and without figures.
// If the network fails, it is tried again. If the bot no longer serves the network, or the person no longer
// agrees there, only the agreement is deleted.
func TestTakeBack(t *testing.T) {
	failed := errors.New("no")
	for _, test := range []struct {
		name    string
		network *scriptedNetwork
		err     error
		token   string
	}{
		{"well", &scriptedNetwork{}, nil, ""},
		{"from a person who no longer agrees", &scriptedNetwork{err: chat.ErrProof}, nil, ""},
		{"not yet", &scriptedNetwork{err: failed, next: "next"}, failed, "next"},
		{"from a network that is gone", nil, nil, ""},
	} {
		var front chat.FrontEnd
		if test.network != nil {
			front = test.network
		}
		r, playerID := newRoles(t, front)
		key := strconv.FormatInt(playerID, 10)
		storetest.Write(t, r.Store, func(tx *storage.Tx) error {
			return errors.Join(
				queueTakingBack(tx, playerID, storetest.Noon),
				queueTakingBack(tx, playerID+1, storetest.Noon),
			)
		})
		do, err := r.run(t.Context(), storage.Job{Kind: jobKind, Key: key}, storetest.Noon)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v", test.name, err)
		}
		if err == nil {
			storetest.Write(t, r.Store, do)
		}
		a, isThere := stored(t, r, playerID)
		if a.Token != test.token || isThere != (test.token != "") {
			t.Errorf("%s: then there is %+v", test.name, a)
		}
		var waits []storage.Job
		storetest.Write(t, r.Store, func(tx *storage.Tx) error {
			var err error
			waits, err = tx.ClaimJobs([]string{jobKind}, storetest.Noon, 5)
			return err
		})
		isTriedAgain := len(waits) == 1 && waits[0].Key == key
		if isTriedAgain != (test.err != nil) || len(waits) > 1 {
			t.Errorf("%s: the jobs are %+v", test.name, waits)
		}
		if test.network == nil {
			continue
		}
		if !slices.Equal(test.network.tokens, []string{"token"}) || test.network.figures != 0 {
			t.Errorf("%s: the calls are %+v", test.name, test.network)
		}
	}
}

// Everybody's figures are shown again in an hour, even if the network fails. If the process ends, no time
// is set.
func TestShowEveryHour(t *testing.T) {
	network := new(scriptedNetwork)
	r, _ := newRoles(t, network)
	storetest.Write(t, r.Store, func(tx *storage.Tx) error {
		for i := range maxFailures {
			if err := addAgreement(tx, storetest.Person(t, tx, strconv.Itoa(i)).ID, "token", storetest.Noon); err != nil {
				return err
			}
		}
		return nil
	})
	for _, fails := range []error{nil, errors.New("no")} {
		network.err = fails
		storetest.Write(t, r.Store, func(tx *storage.Tx) error {
			return tx.Exec("show again", `UPDATE agreements SET shown = ''`)
		})
		do, err := r.run(t.Context(), storage.Job{Kind: jobKind}, storetest.Noon)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Write(t, r.Store, do)
		storetest.Write(t, r.Store, func(tx *storage.Tx) error {
			next, _, err := tx.NextJob([]string{jobKind}, storetest.Noon)
			if err != nil {
				return err
			}
			if !next.Equal(storetest.Noon.Add(time.Hour)) {
				t.Errorf("after %v the next run is at %v", fails, next)
			}
			return nil
		})
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.run(ended, storage.Job{Kind: jobKind}, storetest.Noon); err == nil {
		t.Error("a process that ends has shown everybody's figures")
	}
}

// If a network says how long to wait, it is asked again after that for the same person, and then for the
// others.
func TestRateLimitOfANetwork(t *testing.T) {
	network := &limitedNetwork{limits: 2}
	r, playerID := newRoles(t, network)
	failures := 0
	begun := time.Now()
	if err := r.showPatiently(t.Context(), playerID, &failures); err != nil {
		t.Fatal(err)
	}
	if network.calls != 3 || failures != 0 {
		t.Errorf("%d calls, %d failures", network.calls, failures)
	}
	if took := time.Since(begun); took < 2*pauseOfLimit {
		t.Errorf("the network is asked three times within %v", took)
	}
}

// pauseOfLimit is the pause that a limitedNetwork asks for.
const pauseOfLimit = 2 * time.Millisecond

// A limitedNetwork asks for a pause some times.
type limitedNetwork struct {
	scriptedNetwork
	limits int
	calls  int
}

func (n *limitedNetwork) ShowFigures(context.Context, string, []chat.Figure) (string, error) {
	n.calls++
	if n.calls <= n.limits {
		return "", &chat.RetryError{After: pauseOfLimit, Err: errors.New("slow down")}
	}
	return "", nil
}

// People who agree are listed in pages, in the order of their IDs. Each agreement comes with the person's
// own data.
func TestListAgreeing(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		var want []int64
		for i := range 3 {
			want = append(want, storetest.Person(t, tx, strconv.Itoa(i)).ID)
		}
		for i := range 3 {
			id := want[2-i]
			if err := addAgreement(tx, id, "token of "+strconv.FormatInt(id, 10), storetest.Noon); err != nil {
				return err
			}
		}
		var got []int64
		for after := int64(0); ; {
			page, err := listAgreeing(tx, after, 2)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
			after = page[len(page)-1]
		}
		if !slices.Equal(got, want) {
			t.Errorf("the list is %v, want %v", got, want)
		}
		for i, id := range want {
			a, err := agreementOf(tx, id)
			if err != nil {
				return err
			}
			if a.Token != fmt.Sprint("token of ", id) || a.Key != strconv.Itoa(i) {
				t.Errorf("player %d has %+v", id, a)
			}
		}
		return nil
	})
}

// Each figure has a name and a description in each language, and no two are the same.
func TestFiguresAreNamed(t *testing.T) {
	r, _ := newRoles(t, nil)
	for _, language := range r.Book.Languages() {
		words := map[string]bool{}
		for _, figure := range r.list() {
			words[figure.Name[language]] = true
			words[figure.About[language]] = true
		}
		if words[""] || len(words) != 2*len(figures) {
			t.Errorf("%s: the words are %v", language, words)
		}
	}
}

// The value of a figure is that of the person.
func TestFiguresOf(t *testing.T) {
	r, _ := newRoles(t, nil)
	summary := round.Summary{Streak: round.Streak{Days: 3, Longest: 9}, Month: 70, Solved: 21}
	if got, want := textOf(r.figuresOf(summary)), "streak 3\nlongest 9\nmonth 70\nsolved 21\n"; got != want {
		t.Errorf("the figures are %q, want %q", got, want)
	}
}

// A person who agrees is stored as their network names them, with their language, and their figures are
// shown at once.
func TestAgree(t *testing.T) {
	network := new(scriptedNetwork)
	r, _ := newRoles(t, network)
	who := chat.Request{Person: chat.Person{Network: "club", ID: "7", Name: "Bob"}, Locale: "zh-TW"}
	figures, err := r.agree(t.Context(), who, "of bob")
	if err != nil || len(figures) != len(r.list()) {
		t.Errorf("%d figures are returned (%v)", len(figures), err)
	}
	if !slices.Equal(network.tokens, []string{"of bob"}) {
		t.Errorf("the calls are %q", network.tokens)
	}
	storetest.Write(t, r.Store, func(tx *storage.Tx) error {
		bob, err := tx.FindPlayer("club", "7")
		if err != nil {
			return err
		}
		if bob.Name != "Bob" || bob.Locale != "zh-TW" {
			t.Errorf("stored is %+v", bob)
		}
		a, err := agreementOf(tx, bob.ID)
		if err != nil {
			return err
		}
		if !a.At.Equal(storetest.Noon) || a.Network != "club" {
			t.Errorf("the agreement is %+v", a)
		}
		return nil
	})
}

// Nothing is shown of a person who is forgotten, or who does not agree. If the bot does not serve a network
// now, agreements with it stay.
func TestShowNothing(t *testing.T) {
	network := new(scriptedNetwork)
	r, ann := newRoles(t, network)
	r.FrontEnd = func(string) chat.FrontEnd { return nil }
	if figures, err := r.show(t.Context(), ann); err != nil || figures != nil {
		t.Errorf("on a network that is not served are %v (%v)", figures, err)
	}
	if a, ok := stored(t, r, ann); !ok || a.Shown != "" {
		t.Errorf("the agreement is %+v", a)
	}
	r.FrontEnd = func(string) chat.FrontEnd { return network }
	storetest.Write(t, r.Store, func(tx *storage.Tx) error { return tx.ForgetPlayer(ann) })
	for _, id := range []int64{ann, ann + 1} {
		if _, err := r.show(t.Context(), id); err != nil || len(network.tokens) != 0 {
			t.Errorf("of player %d something is shown: %v", id, err)
		}
	}
	if _, ok := stored(t, r, ann); !ok {
		t.Error("without the agreement nothing can be taken back")
	}
}

// A leavingNetwork answers while the process ends.
type leavingNetwork struct {
	scriptedNetwork
	end context.CancelFunc
}

func (n *leavingNetwork) ShowFigures(context.Context, string, []chat.Figure) (string, error) {
	n.end()
	return n.next, n.err
}

// What a network has answered is stored even if the process ends meanwhile: a new token, and that a person
// no longer agrees.
func TestAnswerAtTheEndIsStored(t *testing.T) {
	for _, test := range []struct {
		name    string
		network scriptedNetwork
		token   string
	}{
		{"a new token", scriptedNetwork{next: "next"}, "next"},
		{"a new token after an error", scriptedNetwork{next: "next", err: errors.New("no")}, "next"},
		{"no longer agrees", scriptedNetwork{err: chat.ErrProof}, ""},
	} {
		ctx, end := context.WithCancel(t.Context())
		r, ann := newRoles(t, &leavingNetwork{test.network, end})
		if _, err := r.show(ctx, ann); !errors.Is(err, test.network.err) {
			t.Errorf("%s: %v", test.name, err)
		}
		if a, _ := stored(t, r, ann); a.Token != test.token {
			t.Errorf("%s: the token is %q", test.name, a.Token)
		}
	}
}

// A person's export says since when they agree, and what is shown of them: nothing of anybody else, and no
// token.
func TestExportOfAgreements(t *testing.T) {
	r, ann := newRoles(t, nil)
	storetest.Write(t, r.Store, func(tx *storage.Tx) error {
		bob := storetest.Person(t, tx, "bob").ID
		if err := addAgreement(tx, bob, "of bob", storetest.Noon.Add(time.Hour)); err != nil {
			return err
		}
		exported, err := tx.Export(ann)
		if err != nil {
			return err
		}
		if got := fmt.Sprint(exported[0]["roles_agreed"]); got != "[map[at:2026-08-01 12:00:00 +0000 UTC shown:]]" {
			t.Errorf("exported is %s", got)
		}
		return nil
	})
}
