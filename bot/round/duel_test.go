package round

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"reckon/bot/round/rating"
	"reckon/storage"
	"reckon/storage/storetest"
)

// resign lets a person give up the puzzle of a duel.
func (x *table) resign(who string) (e *Ending) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		q, err := x.play.GiveUp(tx, x.act(tx, who), r.ID, r.Puzzle.Solve(x.t.Context()), Confirmed)
		e = q.Ending
		return err
	})
	return e
}

// duel plays a duel of ann and bob, in which the losers give up one puzzle each. It returns the match as the last
// puzzle's end shows it.
func (x *table) duel(losers ...string) *Match {
	x.t.Helper()
	m := x.beginDuel()
	var e *Ending
	for i, loser := range losers {
		x.dealLater(m, []string{"24:2,3,4,5", "24:3,3,8,8", "24:1,5,5,5"}[i])
		e = x.resign(loser)
	}
	return e.Match
}

// beginDuel begins a duel of ann and bob.
func (x *table) beginDuel() Match {
	x.t.Helper()
	return x.beginDuelIn("24")
}

// beginDuelIn begins a duel of ann and bob in a game.
func (x *table) beginDuelIn(game string) (m Match) {
	x.t.Helper()
	x.at = x.at.Add(time.Hour)
	x.write(func(tx *storage.Tx) (err error) {
		m, err = duelOf(game)(x, tx)
		return err
	})
	return m
}

// dealLater deals the next puzzle of a match an hour later.
func (x *table) dealLater(m Match, id string) {
	x.t.Helper()
	x.at = x.at.Add(time.Hour)
	x.deal(m, id)
}

// club makes a group where nothing is open.
func club(t *testing.T) *table {
	t.Helper()
	x := &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon)
		return err
	})
	return x
}

// ratingOf returns the rating of a person; zero if they have none.
func (x *table) ratingOf(who string) (d DuelRating) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		d, _, err = storage.Found(DuelRatingOf(tx, x.act(tx, who).Person.ID))
		return err
	})
	return d
}

// A duel that is played to its end moves the ratings of both by the puzzles that they won. They are shown from the
// tenth puzzle on.
func TestDuelsMoveRatings(t *testing.T) {
	x := club(t)
	m := x.duel("bob", "ann", "bob")
	start := rating.NewDuelist()
	won := rating.DuelGame{Opponent: start, Won: true}
	lost := rating.DuelGame{Opponent: start}
	want := DuelRating{
		MatchID:  m.ID,
		PlayerID: m.AskerID,
		At:       m.EndedAt,
		Games:    3,
		Puzzles:  3,
		Before:   start.Rating,
		Duelist:  start.AfterDuel([]rating.DuelGame{won, lost, won}, 0),
	}
	if diff := cmp.Diff(want, x.ratingOf("ann"), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("ann's rating (-want +got):\n%s", diff)
	}
	ann := m.Table[0].Rating
	bob := m.Table[1].Rating
	if ann.Change() <= 0 || ann.Change() != -bob.Change() || ann.IsShown() {
		t.Errorf("the end shows %+v and %+v", ann, bob)
	}
	x.duel("bob", "bob")
	x.duel("bob", "bob")
	m = x.duel("bob", "ann", "bob")
	ann = m.Table[0].Rating
	if ann.Puzzles != 10 || !ann.IsShown() || ann.WasShown() {
		t.Errorf("after ten puzzles: %+v", ann)
	}
	before := x.ratingOf("ann")
	m = x.duel("bob", "bob")
	ann = m.Table[0].Rating
	if !ann.WasShown() || ann.Before != before.Rating || ann.Points() != before.Points()+ann.Change() {
		t.Errorf("after %+v comes %+v", before, ann)
	}
	x.write(func(tx *storage.Tx) error {
		again, err := x.play.Match(tx, m.ID)
		if diff := cmp.Diff(m.Table, again.Table, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("read again (-end +match):\n%s", diff)
		}
		return err
	})
}

// A person who was away long moves further, as less is known about them.
func TestRatingsAfterALongTime(t *testing.T) {
	changes := map[time.Duration]int{}
	for _, away := range []time.Duration{0, 3 * 365 * 24 * time.Hour} {
		x := club(t)
		for range 12 {
			x.duel("bob", "ann", "bob")
			x.duel("ann", "bob", "ann")
		}
		x.at = x.at.Add(away)
		changes[away] = x.duel("bob", "bob").Table[0].Rating.Change()
	}
	if changes[0] <= 0 || changes[3*365*24*time.Hour] <= changes[0] {
		t.Errorf("by the time without a duel, the rating changes by %v", changes)
	}
}

// A puzzle that nobody has won is no game. If none was won, nobody is rated.
func TestPuzzlesThatNobodyWon(t *testing.T) {
	x := club(t)
	m := x.beginDuel()
	x.dealLater(m, "24:1,1,3,13")
	x.ends(x.at.Add(time.Minute * 59))
	x.dealLater(m, "24:2,3,4,5")
	x.resign("bob")
	x.dealLater(m, "24:3,3,8,8")
	x.resign("bob")
	if got := x.ratingOf("ann"); got.Games != 2 || got.Puzzles != 2 {
		t.Errorf("after one puzzle without a winner, and two with one: %+v", got)
	}
}

// An answer that is read late changes who has won a puzzle of a duel that is over. Then the ratings are those after the
// duel as it stands, unless another duel has followed.
func TestLateAnswerMovesRatings(t *testing.T) {
	for _, hasFollowed := range []bool{false, true} {
		x := club(t)
		m := x.beginDuelIn("countdown")
		for _, puzzle := range []string{"countdown:100,75,50,25,6,3=955", "countdown:100,75,50,25,6,3=952"} {
			x.dealLater(m, puzzle)
			x.sends("ann", "100*(6+3)+50", x.at.Sub(noon)+5*time.Second, false)
			x.ends(x.at.Add(time.Minute * 59))
		}
		before := x.ratingOf("ann")
		late := x.round
		sent := x.at.Sub(noon)
		if hasFollowed {
			x.duel("ann", "ann")
			x.round = late
		}
		took := x.sends("bob", "((100+6)*3*75-50)/25", sent, false)
		if table := took.Ending.Match.Table; table[0].Points != 1 || table[1].Points != 1 {
			t.Fatalf("the duel ended %+v", table)
		}
		got := x.ratingOf("ann")
		isDrawn := got.Games == 2 && got.Puzzles == 2 && got.Points() == 1500
		if before.Points() <= 1500 || isDrawn == hasFollowed {
			t.Errorf("followed by another one: %t: the rating was %+v, and is %+v", hasFollowed, before, got)
		}
		if shown := took.Ending.Match.Table[0].Rating; !hasFollowed && shown.Points() != 1500 {
			t.Errorf("the end shows the rating %+v", shown)
		}
	}
}

// Nothing moves if the duel is not played to its end, if one person plays both sides, or if somebody is suspected of
// having a program.
func TestDuelsThatDoNotCount(t *testing.T) {
	for name, test := range map[string]struct {
		before func(tx *storage.Tx, ann, bob int64) error
		isCut  bool
		inRoom bool
		counts bool
	}{
		"nothing":    {before: func(*storage.Tx, int64, int64) error { return nil }, counts: true},
		"it is idle": {isCut: true},
		"they are guests in a room of the page": {
			before: func(*storage.Tx, int64, int64) error { return nil },
			inRoom: true,
		},
		"their accounts are linked": {before: func(tx *storage.Tx, ann, bob int64) error {
			return tx.Link(ann, bob, noon)
		}},
		"one is checked": {before: func(tx *storage.Tx, ann, bob int64) error {
			return tx.SetChecked(bob, storage.Checked)
		}},
	} {
		x := club(t)
		if test.inRoom {
			x.play.Guests = "net"
		}
		if test.isCut {
			x.idleDuel()
		} else {
			x.write(func(tx *storage.Tx) error {
				return test.before(tx, x.act(tx, "ann").Person.ID, x.act(tx, "bob").Person.ID)
			})
			x.duel("bob", "bob")
		}
		if isRated := x.ratingOf("ann").Games > 0; isRated != test.counts {
			t.Errorf("%s: rated %t", name, isRated)
		}
	}
}

// idleDuel is a duel that ends because nobody answers any more, after ann has won a puzzle.
func (x *table) idleDuel() {
	x.t.Helper()
	m := x.beginDuel()
	x.dealLater(m, "24:1,1,3,13")
	x.resign("bob")
	for _, puzzle := range []string{"24:2,3,4,5", "24:3,3,8,8"} {
		x.dealLater(m, puzzle)
		x.ends(x.at.Add(time.Minute * 59))
	}
	x.write(func(tx *storage.Tx) error {
		m, err := x.play.Match(tx, m.ID)
		if m.Reason != Idle || m.Table[0].Points != 1 {
			x.t.Errorf("the duel ended as %q with %+v", m.Reason, m.Table)
		}
		return err
	})
}

// A person's rating is that of the account with the most puzzles. Each account keeps what it has when they part, and
// loses it when it is forgotten.
func TestRatingOfLinkedAccounts(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann").ID
		other := storetest.Member(t, tx, c, "other").ID
		add := func(player int64, puzzles int, points float64) {
			t.Helper()
			m := must(AddMatch(tx, MatchRow{CommunityID: c.ID, AskerID: player, AskedAt: noon, Kind: "duel", Game: "24", Length: 5}))(t)
			d := DuelRating{MatchID: m, PlayerID: player, At: noon, Games: 2, Puzzles: puzzles, Before: 1500, Duelist: rating.NewDuelist()}
			d.Rating = points
			if err := addDuelRating(tx, d); err != nil {
				t.Fatal(err)
			}
		}
		points := func(player int64) int {
			t.Helper()
			return must(DuelRatingOf(tx, player))(t).Points()
		}
		add(ann, 2, 1600)
		add(ann, 4, 1650)
		add(other, 2, 1400)
		if err := tx.Link(other, ann, noon); err != nil {
			return err
		}
		if got := []int{points(ann), points(other)}; !slices.Equal(got, []int{1650, 1650}) {
			t.Errorf("linked, they have %v", got)
		}
		if err := tx.Unlink(other, noon); err != nil {
			return err
		}
		if got := []int{points(ann), points(other)}; !slices.Equal(got, []int{1650, 1400}) {
			t.Errorf("apart again, they have %v", got)
		}
		if err := tx.ForgetPlayer(other); err != nil {
			return err
		}
		_, isThere, err := storage.Found(DuelRatingOf(tx, other))
		if isThere {
			t.Error("a forgotten account has a rating")
		}
		return err
	})
}

// stopAs lets a person stop the match whose puzzle was dealt last, as an administrator.
func (x *table) stopAs(who string, m Match) (stopped Match) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		a.Admin = true
		stopped, _, err = x.play.Stop(tx, a, m.ID, PendingEnd{Round: r, Solution: r.Puzzle.Solve(x.t.Context())})
		return err
	})
	return stopped
}

// Nobody keeps a rating by stopping a duel: the puzzles that were won count, and one of the two who stops it gives up
// the puzzle that is open.
func TestStoppedDuelIsRated(t *testing.T) {
	for name, test := range map[string]struct {
		stopper string
		isOpen  bool
		// games is how many puzzles count, and won how many of them bob has won.
		games, won int
	}{
		"the loser, with a puzzle open":     {"ann", true, 2, 2},
		"the loser, between puzzles":        {"ann", false, 1, 1},
		"the winner, with a puzzle open":    {"bob", true, 2, 1},
		"somebody else, with a puzzle open": {"cat", true, 1, 1},
		"somebody else, between puzzles":    {"cat", false, 1, 1},
	} {
		x := club(t)
		m := x.beginDuel()
		x.dealLater(m, "24:2,3,4,5")
		x.resign("ann")
		if test.isOpen {
			x.dealLater(m, "24:3,3,8,8")
		}
		stopped := x.stopAs(test.stopper, m)
		bob := x.ratingOf("bob")
		if bob.Games != test.games || stopped.Reason != Stopped {
			t.Errorf("%s stops it: it ended as %q, and of it counts %+v", name, stopped.Reason, bob)
			continue
		}
		for _, row := range stopped.Table {
			isBob := row.Player.Key == "bob"
			if isBob && (row.Points != test.won || row.Rating.Games != test.games) {
				t.Errorf("%s stops it: the end shows %+v", name, row)
			}
		}
	}
}

// duelThatAnnLeads begins a duel in Countdown, in whose first puzzle ann alone has answered. The puzzle is open.
func (x *table) duelThatAnnLeads() Match {
	x.t.Helper()
	m := x.beginDuelIn("countdown")
	x.dealLater(m, "countdown:100,75,50,25,6,3=952")
	x.at = x.at.Add(10 * time.Second)
	x.answer("ann", "100*(6+3)+50")
	return m
}

// What one of the two has answered when somebody stops the duel wins nothing: the other had no time left.
func TestStoppedPuzzleIsNoGame(t *testing.T) {
	x := club(t)
	m := x.duelThatAnnLeads()
	x.stopAs("cat", m)
	if got := x.ratingOf("ann"); got.Games != 0 {
		t.Errorf("it counts: %+v", got)
	}
}

// Who gives up a puzzle of a duel loses it, even if they have the best answer so far.
func TestGivingUpLosesMeasured(t *testing.T) {
	x := club(t)
	x.duelThatAnnLeads()
	e := x.resign("ann")
	for _, row := range e.Match.Table {
		want := 0
		if row.Player.Key == "bob" {
			want = 1
		}
		if row.Points != want {
			t.Errorf("%s has %d", row.Player.Key, row.Points)
		}
	}
}

// A puzzle that was won sooner than a hand can answer is no game.
func TestHastyWinIsNotRated(t *testing.T) {
	for after, want := range map[time.Duration]int{300 * time.Millisecond: 1, 20 * time.Second: 2} {
		x := club(t)
		m := x.beginDuel()
		x.dealLater(m, "24:2,3,4,5")
		x.at = x.at.Add(after)
		x.answer("ann", "2*(3+4+5)")
		x.ends(x.at.Add(59 * time.Minute))
		x.dealLater(m, "24:3,3,8,8")
		e := x.resign("bob")
		if got := x.ratingOf("ann"); got.Games != want || e.Match.Table[0].Points != 2 {
			t.Errorf("after %v: %+v of %+v", after, got, e.Match.Table)
		}
	}
}
