package round

import (
	"errors"
	"slices"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// pose opens a further round at the place of a table, and returns its ID.
func (x *table) pose(id string) (roundID int64) {
	x.t.Helper()
	r := roundOf(gameOf(id), parsed(x.t, id), x.at)
	r.CommunityID = x.club.ID
	x.write(func(tx *storage.Tx) (err error) {
		roundID, err = tx.AddRound(r)
		return err
	})
	return roundID
}

// If an answer does not fit the person's current round, and fits one other open round, it is for that one. If
// it fits two others, it is for the current one.
func TestAnswerThatFitsTwoOthers(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	meant := func(text string) int64 {
		x.t.Helper()
		var r Round
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			visit, err := tx.Visit(storage.Origin{Network: "net", Community: a.Community.Key})
			if err != nil {
				return err
			}
			a.Candidates = visit.Candidates
			a.Candidates.Current = x.round
			r, err = x.play.Meant(tx, a, Pointer{Text: text})
			return err
		})
		return r.ID
	}
	letters := x.pose("letters:AEGHINRST")
	if got := meant("hearing"); got != letters {
		t.Errorf("a word is for round %d, want %d, the only one of letters", got, letters)
	}
	x.pose("letters:AEHINTGRS")
	if got := meant("hearing"); got != x.round {
		t.Errorf("a word that fits two others is for round %d, want %d, the person's own", got, x.round)
	}
}

// A sealed button opens a round of a group in the person's private chat, but never a round of another person's
// private chat.
func TestNobodyEntersAPrivateRound(t *testing.T) {
	for isPrivate, want := range map[bool]error{false: nil, true: ErrElsewhere} {
		x := newTable(t, "24:2,3,4,5", 0)
		x.write(func(tx *storage.Tx) error {
			if isPrivate {
				bos, err := tx.EnsureCommunity("net", "bo", true, x.act(tx, "bo").Person.ID, "", noon)
				if err != nil {
					return err
				}
				x.club = bos
			}
			return nil
		})
		theirs := x.pose("24:1,2,3,4")
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			own, err := tx.EnsureCommunity("net", "ann", true, a.Person.ID, "", noon)
			if err != nil {
				return err
			}
			a.Community = own
			if _, err := x.play.Meant(tx, a, Pointer{RoundID: theirs, Sealed: true}); !errors.Is(err, want) {
				t.Errorf("a sealed button of a private round, %t: %v, want %v", isPrivate, err, want)
			}
			return nil
		})
	}
}

// A daily opens on its day, and only where nobody else reads along.
func TestWhichDailyIsMeant(t *testing.T) {
	today := Number(noon)
	for _, c := range []struct {
		number  int
		isAlone bool
		want    error
	}{
		{today, true, nil},
		{today, false, ErrWouldSpoil},
		{today - 1, true, nil},
		{today + 1, true, ErrNothingOpen},
		{today + 1, false, ErrNothingOpen},
	} {
		x := newTable(t, hard, c.number)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Ephemeral = c.isAlone
			r, err := x.play.Meant(tx, a, Pointer{RoundID: x.round})
			if !errors.Is(err, c.want) || (r.ID == x.round) != (c.want != ErrNothingOpen) {
				t.Errorf("day %d of %d, alone %t: round %d, %v", c.number, today, c.isAlone, r.ID, err)
			}
			return nil
		})
	}
}

// In their private chat, a round of a group opens to people who did something in the group lately, and to
// those whose button was sealed there. It never opens in another group.
func TestWhoEntersARoundOfElsewhere(t *testing.T) {
	for _, c := range []struct {
		what              string
		isPrivate, sealed bool
		member            time.Time
		want              error
	}{
		{"a stranger", true, false, time.Time{}, ErrElsewhere},
		{"a stranger with a button", true, true, time.Time{}, nil},
		{"a member", true, false, noon.Add(-BelongFor), nil},
		{"who was a member", true, false, noon.Add(-BelongFor - time.Second), ErrElsewhere},
		{"a member in another group", false, false, noon, ErrElsewhere},
		{"a button in another group", false, true, noon, ErrElsewhere},
	} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			if !c.member.IsZero() {
				if err := tx.Join(x.club.ID, a.Person.ID, c.member); err != nil {
					return err
				}
			}
			own, err := tx.EnsureCommunity("net", "ann", c.isPrivate, a.Person.ID, "", noon)
			if err != nil {
				return err
			}
			a.Community = own
			r, err := x.play.Meant(tx, a, Pointer{RoundID: x.round, Sealed: c.sealed})
			if !errors.Is(err, c.want) || (r.ID == x.round) != (c.want == nil) {
				t.Errorf("%s: round %d, %v", c.what, r.ID, err)
			}
			return nil
		})
	}
}

// The round of the button or form is meant, or else that of the message, or else the person's current one.
func TestWhatNamesARound(t *testing.T) {
	x := newTable(t, hard, 0)
	second, third := x.pose(hard), x.pose(hard)
	for _, c := range []struct{ pressed, named, current, want int64 }{
		{x.round, second, third, x.round},
		{0, second, third, second},
		{0, 0, third, third},
		{0, 0, 0, 0},
		{999, second, third, 0},
	} {
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Candidates = storage.Candidates{Named: c.named, Current: c.current}
			r, err := x.play.Meant(tx, a, Pointer{RoundID: c.pressed})
			if r.ID != c.want || errors.Is(err, ErrNothingOpen) != (c.want == 0) {
				t.Errorf("pressed %d, named %d, at %d: round %d, %v", c.pressed, c.named, c.current, r.ID, err)
			}
			return nil
		})
	}
	// What a button or a message names is meant, even if the answer fits another round that is open.
	fits := x.pose("24:2,3,4,5")
	x.write(func(tx *storage.Tx) error {
		for _, c := range []struct{ pressed, named, want int64 }{{x.round, 0, x.round}, {0, x.round, x.round}, {0, 0, fits}} {
			a := x.act(tx, "ann")
			a.Candidates = x.candidates(tx, a)
			a.Candidates.Named = c.named
			a.Candidates.Current = x.round
			r, err := x.play.Meant(tx, a, Pointer{RoundID: c.pressed, Text: "2+3+4+5"})
			if err != nil || r.ID != c.want {
				t.Errorf("pressed %d, named %d: round %d, want %d (%v)", c.pressed, c.named, r.ID, c.want, err)
			}
		}
		return nil
	})
}

// A text that is not said to the bot is for the newest open round that it fits. If it fits none, or only a
// round that is over or in another channel, people are talking.
func TestOverheard(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	newest := x.pose("24:5,4,3,2")
	sixes := x.pose("24:6,6,6,6")
	over := x.pose("24:7,7,7,7")
	side := x.pose("24:9,9,9,9")
	x.write(func(tx *storage.Tx) error {
		if err := tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE id = $2`, noon, over); err != nil {
			return err
		}
		return tx.Exec("move", `UPDATE rounds SET channel = 'side' WHERE id = $1`, side)
	})
	for text, want := range map[string]int64{"2+3+4+5": newest, "4/(2+3-5)": 0, "7+7+7+7": 0, "9+9+9+9": 0, "1+2+3+4": 0, "hello": 0, "6+6+6+6": sixes} {
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Candidates = x.candidates(tx, a)
			for _, id := range []int64{over, side} {
				row, err := tx.RoundByID(id)
				if err != nil {
					return err
				}
				a.Candidates.Rounds = append(a.Candidates.Rounds, row)
			}
			r, ok, err := x.play.Overheard(tx, a, text)
			if ok != (want != 0) || r.ID != want {
				t.Errorf("%s: round %d, %t", text, r.ID, ok)
			}
			return err
		})
	}
}

// An edited message corrects a wrong answer. It corrects nothing if the text is the same, if an answer was
// right, or if somebody else sent a message at that moment.
func TestWhatACorrectionIs(t *testing.T) {
	for _, c := range []struct {
		what, was, text, who string
		sent                 time.Time
		want                 bool
	}{
		{"a wrong answer", "2+3", "2*(3+4+5)", "ann", noon, true},
		{"the same again", "2+3", "2 + 3", "ann", noon, false},
		{"a right one", "2*(3+4+5)", "4*(5+3-2)", "ann", noon, false},
		{"another's", "2+3", "2*(3+4+5)", "bo", noon, false},
		{"sent at another time", "2+3", "2*(3+4+5)", "ann", noon.Add(time.Second), false},
	} {
		x := newTable(t, "24:2,3,4,5", 0)
		x.answer("ann", c.was)
		x.at = noon.Add(time.Minute)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, c.who)
			a.Candidates = x.candidates(tx, a)
			// Before the round stands one that cannot be meant, because it was dealt in another channel.
			a.Candidates.Rounds = slices.Insert(a.Candidates.Rounds, 0, storage.Round{ID: x.round + 1, Channel: "side"})
			r, ok, err := x.play.EditedRound(tx, a, c.sent, c.text)
			if ok != c.want || ok && r.ID != x.round {
				t.Errorf("%s: round %d, %t", c.what, r.ID, ok)
			}
			return err
		})
	}
	// Only the last of several wrong answers is the same again.
	for text, want := range map[string]bool{"2+3": true, "2+4": false} {
		x := newTable(t, "24:2,3,4,5", 0)
		x.sends("ann", "2+3", 0, true)
		x.sends("ann", "2+4", time.Second, true)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Candidates = x.candidates(tx, a)
			_, ok, err := x.play.EditedRound(tx, a, noon.Add(time.Second), text)
			if ok != want {
				t.Errorf("changed to %s: %t", text, ok)
			}
			return err
		})
	}
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2+3", time.Second, false)
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		a.Candidates = x.candidates(tx, a)
		_, ok, err := x.play.EditedRound(tx, a, noon.Add(time.Second), "2*(3+4+5)")
		if ok {
			t.Error("in a match a changed message is an answer")
		}
		return err
	})
}

// If the person who asked for a round gives up, the mode decides whether it ends for all.
func TestWhoEndsByGivingUp(t *testing.T) {
	for what, c := range map[string]struct {
		mode    mode.Mode
		players []int64
		lasts   time.Duration
		want    bool
	}{
		"alone":                   {mode.Mode{GiveUp: mode.QuitEnds}, nil, 0, true},
		"a duel":                  {mode.Mode{GiveUp: mode.QuitResigns}, []int64{7}, 0, true},
		"a bystander of a duel":   {mode.Mode{GiveUp: mode.QuitResigns}, []int64{8}, 0, false},
		"a race":                  {mode.Mode{GiveUp: mode.QuitAsker}, nil, 0, true},
		"a race on a clock":       {mode.Mode{GiveUp: mode.QuitAsker}, nil, time.Minute, false},
		"a daily":                 {mode.Mode{GiveUp: mode.QuitAlone}, nil, 0, false},
		"a puzzle of a race of 5": {mode.Mode{GiveUp: mode.NoGiveUp}, nil, 0, false},
	} {
		r := Round{Round: storage.Round{AskerID: 7, Lasts: c.lasts}, Mode: c.mode, Players: c.players}
		got, err := mayEnd(nil, Act{Person: storage.Player{ID: 7}}, r)
		if err != nil || got != c.want {
			t.Errorf("%s: the asker ends it for all: %t, %v", what, got, err)
		}
	}
}
