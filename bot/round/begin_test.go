package round

import (
	"errors"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// try runs a function in a transaction, and returns its error.
func (x *table) try(do func(tx *storage.Tx) error) (err error) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		err = do(tx)
		return nil
	})
	return err
}

// challenge challenges a person to a duel in 24, in a channel of the place.
func (x *table) challenge(who string, rival Rival, channel string) (m Match, err error) {
	x.t.Helper()
	err = x.try(func(tx *storage.Tx) error {
		g, _ := games.ByName("24")
		a := x.act(tx, who)
		a.Channel = channel
		a.Handle = who
		m, err = x.play.Challenge(tx, a, mode.Duel, rival, g, engine.AnyLevel, 0)
		return err
	})
	return m, err
}

// accept accepts a challenge for a person. decline declines one.
func (x *table) accept(who string, m Match) (begun Match, err error) {
	x.t.Helper()
	err = x.try(func(tx *storage.Tx) error {
		a := x.act(tx, who)
		a.Handle = who
		begun, err = x.play.Accept(tx, a, m.ID)
		return err
	})
	return begun, err
}

func (x *table) decline(who string, m Match) (over Match, err error) {
	x.t.Helper()
	err = x.try(func(tx *storage.Tx) error {
		a := x.act(tx, who)
		a.Handle = who
		over, err = x.play.Decline(tx, a, m.ID)
		return err
	})
	return over, err
}

// storePeople lets people act, so that they are stored.
func (x *table) storePeople(people ...string) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		for _, who := range people {
			x.act(tx, who)
		}
		return nil
	})
}

// A person may challenge the same rival again after ten minutes or, if the rival refused, on the next day.
// They may challenge somebody else at once, and somebody else may challenge the rival.
func TestWhenToChallengeAgain(t *testing.T) {
	tomorrow := noon.Add(12 * time.Hour)
	for _, c := range []struct {
		what        string
		isDeclined  bool
		who, whom   string
		at          time.Time
		want        error
		isKnownThen bool
	}{
		{"a moment before ten minutes", false, "ann", "bob", noon.Add(10*time.Minute - 1), ErrAsked, true},
		{"after ten minutes", false, "ann", "bob", noon.Add(10 * time.Minute), nil, true},
		{"a stranger to the bot, too early", false, "ann", "bob", noon.Add(9 * time.Minute), ErrAsked, false},
		{"refused today", true, "ann", "bob", tomorrow.Add(-1), ErrRefused, true},
		{"refused yesterday", true, "ann", "bob", tomorrow, nil, true},
		{"somebody else", true, "ann", "cat", noon.Add(time.Minute), nil, true},
		{"asked by somebody else", true, "cat", "bob", noon.Add(time.Minute), nil, true},
	} {
		x := newTable(t, hard, 0)
		if c.isKnownThen {
			x.storePeople("ann", "bob", "cat")
		}
		m, err := x.challenge("ann", Rival{Key: "bob"}, "")
		if err != nil {
			t.Fatal(err)
		}
		x.at = noon.Add(time.Minute)
		whoEnds := "ann"
		if c.isDeclined {
			whoEnds = "bob"
		}
		if _, err := x.decline(whoEnds, m); err != nil {
			t.Fatal(err)
		}
		x.at = c.at
		if _, err := x.challenge(c.who, Rival{Key: c.whom}, ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
}

// Nobody can challenge themselves, by their key or by their handle.
func TestNobodyDuelsAlone(t *testing.T) {
	for _, isKnown := range []bool{true, false} {
		for _, self := range []Rival{{Key: "ann"}, {Handle: "ann"}, {Handle: "ANN"}} {
			x := newTable(t, hard, 0)
			if isKnown {
				x.storePeople("ann")
			}
			if _, err := x.challenge("ann", self, ""); !errors.Is(err, ErrSelf) {
				t.Errorf("ann challenges %+v: %v", self, err)
			}
		}
	}
}

// A challenge is for one person, who is named by key or by handle, and may never have acted before. Others can
// neither accept nor decline it. The person who asked for it can withdraw it.
func TestChallengeIsForOnePerson(t *testing.T) {
	for _, rival := range []Rival{{Key: "bob"}, {Handle: "Bob"}} {
		for _, isKnown := range []bool{true, false} {
			x := newTable(t, hard, 0)
			if isKnown {
				x.storePeople("bob")
			}
			m, err := x.challenge("ann", rival, "side")
			if err != nil {
				t.Fatal(err)
			}
			for _, who := range []string{"ann", "cat"} {
				if _, err := x.accept(who, m); !errors.Is(err, ErrNotYours) {
					t.Errorf("%s accepts for %+v: %v", who, rival, err)
				}
			}
			if _, err := x.decline("cat", m); !errors.Is(err, ErrNotYours) {
				t.Errorf("cat refuses for %+v: %v", rival, err)
			}
			begun, err := x.accept("bob", m)
			if err != nil || begun.Table[1].Player.Name != "bob" || begun.Channel != "side" {
				t.Fatalf("%+v accepts: %+v, %v", rival, begun, err)
			}
			if want := x.at.Add(begun.Mode.Pause); !begun.NextAt.Equal(want) || !x.job(MatchJob, m.ID).Equal(want) {
				t.Errorf("the first puzzle comes at %v, the job at %v, want %v", begun.NextAt, x.job(MatchJob, m.ID), want)
			}
		}
	}
	for who, want := range map[string]string{"ann": Withdrawn, "bob": Declined} {
		x := newTable(t, hard, 0)
		m, err := x.challenge("ann", Rival{Key: "bob"}, "")
		if err != nil {
			t.Fatal(err)
		}
		x.at = noon.Add(time.Minute)
		over, err := x.decline(who, m)
		if err != nil || over.Reason != want || !over.EndedAt.Equal(x.at) {
			t.Errorf("%s ends the challenge: %q at %v, %v", who, over.Reason, over.EndedAt, err)
		}
		if _, err := x.accept("bob", m); !errors.Is(err, ErrMatchOver) {
			t.Errorf("bob accepts what is over: %v", err)
		}
		if at := x.job(MatchJob, m.ID); !at.IsZero() {
			t.Errorf("a challenge that is over has a job at %v", at)
		}
	}
}

// A challenge may be accepted within three minutes, at the place where it was made, and only once.
func TestChallengeIsOpenForThreeMinutes(t *testing.T) {
	for after, want := range map[time.Duration]error{mode.ChallengeFor: nil, mode.ChallengeFor + 1: ErrMatchOver} {
		x := newTable(t, hard, 0)
		m, err := x.challenge("ann", Rival{Key: "bob"}, "")
		if err != nil {
			t.Fatal(err)
		}
		if at := x.job(MatchJob, m.ID); !at.Equal(noon.Add(mode.ChallengeFor)) {
			t.Errorf("it is looked at again at %v", at)
		}
		x.at = noon.Add(after)
		club := x.club
		x.write(func(tx *storage.Tx) (err error) {
			x.club, err = tx.EnsureCommunity("net", "other", false, 0, "", noon)
			return err
		})
		if _, err := x.accept("bob", m); !errors.Is(err, ErrMatchOver) {
			t.Errorf("elsewhere: %v", err)
		}
		x.club = club
		begun, err := x.accept("bob", m)
		if !errors.Is(err, want) {
			t.Errorf("after %v: %v, want %v", after, err, want)
		}
		if err == nil && !begun.BegunAt.Equal(x.at) {
			t.Errorf("accepted at %v, it has begun at %v", x.at, begun.BegunAt)
		}
		if want != nil {
			continue
		}
		if _, err := x.decline("bob", m); !errors.Is(err, ErrMatchOver) {
			t.Errorf("bob turns down what has begun: %v", err)
		}
	}
}

// A challenge that is over, but not closed yet, is not accepted by challenging back: that is a new challenge.
func TestChallengeBackIsInTime(t *testing.T) {
	for after, isAccepted := range map[time.Duration]bool{mode.ChallengeFor: true, mode.ChallengeFor + 1: false} {
		x := newTable(t, hard, 0)
		x.storePeople("ann", "bob")
		first, err := x.challenge("ann", Rival{Key: "bob"}, "")
		if err != nil {
			t.Fatal(err)
		}
		x.at = noon.Add(after)
		m, err := x.challenge("bob", Rival{Key: "ann"}, "")
		if err != nil || (m.ID == first.ID) != isAccepted || m.BegunAt.IsZero() == isAccepted {
			t.Errorf("after %v match %d is %+v (%v)", after, first.ID, m.MatchRow, err)
		}
	}
}

// A person is in one duel at a time. A person who waits for an answer to a challenge may not challenge anybody
// else, but others may challenge them. Somebody who was only challenged is free.
func TestOneDuelAtATime(t *testing.T) {
	x := newTable(t, hard, 0)
	x.storePeople("ann", "bob", "cat", "dan")
	ask := func(what, who, whom string, want error) (m Match) {
		t.Helper()
		m, err := x.challenge(who, Rival{Key: whom}, who+whom)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
		return m
	}
	of := ask("a challenge", "ann", "bob", nil)
	ask("ann waits for an answer", "ann", "cat", ErrPlaying)
	ask("bob was only asked", "bob", "cat", nil)
	other := ask("ann may be asked", "dan", "ann", nil)
	if _, err := x.accept("bob", of); err != nil {
		t.Fatal(err)
	}
	ask("ann plays", "cat", "ann", ErrPlaying)
	ask("bob plays", "bob", "dan", ErrPlaying)
	if _, err := x.accept("ann", other); !errors.Is(err, ErrPlaying) {
		t.Errorf("ann accepts another duel: %v", err)
	}
	x.stop(of)
	third := ask("ann asks after her duel", "ann", "eve", nil)
	if _, err := x.accept("ann", other); err != nil {
		t.Errorf("ann accepts after her duel: %v", err)
	}
	if _, err := x.accept("eve", third); !errors.Is(err, ErrPlaying) {
		t.Errorf("eve accepts while ann, who asked, is in another duel: %v", err)
	}
}

// At a place one match goes on at a time. The duel begins where the challenge was made, wherever the rival
// presses the button.
func TestOneMatchAtAPlace(t *testing.T) {
	x := newTable(t, hard, 0)
	m, err := x.challenge("ann", Rival{Key: "bob"}, "side")
	if err != nil {
		t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		_, err := raceOf("24")(x, tx)
		return err
	})
	var running *MatchError
	if _, err := x.challenge("cat", Rival{Key: "dan"}, ""); !errors.As(err, &running) || running.Match.Kind != mode.Race {
		t.Errorf("a challenge beside a race: %v", err)
	}
	if err := x.try(func(tx *storage.Tx) error { _, err := raceOf("24")(x, tx); return err }); !errors.As(err, &running) {
		t.Errorf("a race beside a race: %v", err)
	}
	if _, err := x.accept("bob", m); err != nil {
		t.Errorf("bob accepts a challenge of another channel: %v", err)
	}
	if _, err := x.dealt("cat", "24:1,2,3,4", false); !errors.As(err, &running) {
		t.Errorf("a puzzle beside a race: %v", err)
	}
}

// No match begins while a clock runs at the place.
func TestNoMatchBesideAClock(t *testing.T) {
	x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
	x.change(func(r *storage.Round) {
		r.Lasts = time.Minute
		r.EndsAt = noon.Add(time.Minute)
	})
	var running *RunningError
	err := x.try(func(tx *storage.Tx) error { _, err := raceOf("24")(x, tx); return err })
	if !errors.As(err, &running) || running.Left != time.Minute || running.Contest {
		t.Errorf("a race beside a clock: %v", err)
	}
}

// A handle belongs to its network: a person with the same handle on another network is somebody else.
func TestRivalIsOfTheNetwork(t *testing.T) {
	x := newTable(t, hard, 0)
	m, err := x.challenge("ann", Rival{Handle: "bob"}, "")
	if err != nil {
		t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		a.Person = x.elsewhere(tx, "bob")
		a.Handle = "bob"
		if _, err := x.play.Accept(tx, a, m.ID); !errors.Is(err, ErrNotYours) {
			t.Errorf("bob of another network accepts: %v", err)
		}
		return nil
	})
}

// The date at the place decides whether a challenge was refused today.
func TestRefusedOnTheDateOfThePlace(t *testing.T) {
	x := newTable(t, hard, 0)
	x.club.Zone = "Asia/Shanghai"
	m, err := x.challenge("ann", Rival{Key: "bob"}, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.decline("bob", m); err != nil {
		t.Fatal(err)
	}
	midnight := noon.Add(4 * time.Hour)
	for _, c := range []struct {
		at   time.Time
		want error
	}{{midnight.Add(-time.Second), ErrRefused}, {midnight, nil}} {
		x.at = c.at
		if _, err := x.challenge("ann", Rival{Key: "bob"}, ""); !errors.Is(err, c.want) {
			t.Errorf("%v before midnight: %v, want %v", midnight.Sub(c.at), err, c.want)
		}
	}
}

// The day on which a challenge was refused counts, and not the day on which it was sent.
func TestRefusedAfterMidnight(t *testing.T) {
	midnight := noon.Add(12 * time.Hour)
	x := newTable(t, hard, 0)
	x.storePeople("ann", "bob")
	x.at = midnight.Add(-time.Minute)
	m, err := x.challenge("ann", Rival{Key: "bob"}, "")
	if err != nil {
		t.Fatal(err)
	}
	x.at = midnight.Add(time.Minute)
	if _, err := x.decline("bob", m); err != nil {
		t.Fatal(err)
	}
	x.at = midnight.Add(time.Hour)
	if _, err := x.challenge("ann", Rival{Key: "bob"}, ""); !errors.Is(err, ErrRefused) {
		t.Errorf("an hour after midnight: %v", err)
	}
}
