package round

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// bout begins a match, and deals its first puzzle, which is delivered at noon.
func bout(t *testing.T, id string, begin func(x *table, tx *storage.Tx) (Match, error)) (x *table, m Match) {
	t.Helper()
	x = &table{t: t, at: noon.Add(-time.Minute)}
	x.play, x.store = newPlay(t)
	x.write(func(tx *storage.Tx) (err error) {
		if x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon); err != nil {
			return err
		}
		m, err = begin(x, tx)
		return err
	})
	x.at = noon
	x.deal(m, id)
	return x, m
}

// deal deals the next puzzle of a match, and delivers it.
func (x *table) deal(m Match, id string) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		drawn := &Pick{Game: gameOf(id), Puzzle: parsed(x.t, id), Solvable: true}
		_, dealt, err := x.play.Next(tx, PendingNext{id: m.ID, drawn: drawn}, x.at)
		if err != nil {
			return err
		}
		x.round = dealt.ID
		_, _, err = x.play.Delivered(tx, x.club.ID, fmt.Sprint("m", x.round), x.round, true, x.at)
		return err
	})
}

func raceOf(game string) func(*table, *storage.Tx) (Match, error) {
	return func(x *table, tx *storage.Tx) (Match, error) {
		g, _ := games.ByName(game)
		return x.play.BeginMatch(tx, x.act(tx, "ann"), mode.Race, g, 0, "", mode.RaceLength)
	}
}

func duelOf(game string) func(*table, *storage.Tx) (Match, error) {
	return func(x *table, tx *storage.Tx) (Match, error) {
		g, _ := games.ByName(game)
		m, err := x.play.Challenge(tx, x.act(tx, "ann"), mode.Duel, Rival{Key: "bob"}, g, 0, 0)
		if err != nil {
			return m, err
		}
		return x.play.Accept(tx, x.act(tx, "bob"), m.ID)
	}
}

// sends answers for a person at a time after noon. openly reports whether others can read the answer.
func (x *table) sends(who, text string, after time.Duration, openly bool) (took Outcome) {
	x.t.Helper()
	x.at = noon.Add(after)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		a.Ephemeral = !openly
		took, err = x.play.Answer(tx, a, x.play.Judge(context.Background(), r, text))
		return err
	})
	return took
}

// ends lets the clock of the puzzle run out, and returns the points that people have in the match.
func (x *table) ends(at time.Time) (score string) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		e, err := x.play.End(tx, PendingEnd{Round: r, Solution: r.Puzzle.Solve(context.Background())}, at)
		if err != nil || e == nil {
			return err
		}
		var all []string
		for _, t := range e.Match.Table {
			all = append(all, fmt.Sprint(t.Player.Name, " ", t.Points))
		}
		score = strings.Join(all, ", ")
		return nil
	})
	return score
}

// Ranks follow from the network's own times, whatever is read first. Only answers within ten seconds after the
// first have one. An answer that repeats what others could read has none.
func TestPlacesOfARace(t *testing.T) {
	type answer struct {
		who, text string
		after     time.Duration
		openly    bool
	}
	const a, b = "2*(3+4+5)", "4*(5+3-2)"
	for want, all := range map[string][]answer{
		"ann 30, bob 18, cat 9, dan 6, eve 6": {
			{"ann", a, time.Second, false}, {"bob", a, 2 * time.Second, false}, {"cat", b, 3 * time.Second, false}, {"dan", b, 4 * time.Second, false}, {"eve", a, 11 * time.Second, false},
		},
		"bob 30, ann 18":        {{"ann", a, 3 * time.Second, false}, {"bob", a, 2 * time.Second, false}, {"cat", a, 13 * time.Second, false}},
		"ann 30, cat 18":        {{"ann", a, time.Second, true}, {"bob", a, 2 * time.Second, false}, {"cat", b, 3 * time.Second, true}},
		"ann 30, bob 18, cat 9": {{"ann", a, time.Second, false}, {"bob", a, 2 * time.Second, true}, {"dan", a, 3 * time.Second, false}, {"cat", b, 4 * time.Second, false}, {"bob", b, 5 * time.Second, false}},
		"ann 30":                {{"ann", a, time.Second, true}, {"ann", b, 2 * time.Second, true}, {"bob", b, 3 * time.Second, false}},
		"":                      {{"ann", "1+1", time.Second, true}},
	} {
		x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
		for _, s := range all {
			x.sends(s.who, s.text, s.after, s.openly)
		}
		if got := x.ends(noon.Add(time.Hour)); got != want {
			t.Errorf("%+v: %q, want %q", all, got, want)
		}
	}
}

// An answer that was sent before its puzzle ended, and is read later, counts as if it had been read in time. If
// others lose points by that, they lose them on the board, too.
func TestLatePlaces(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 5*time.Second, false)
	if got := x.ends(noon.Add(19 * time.Second)); got != "ann 30" {
		t.Fatalf("the puzzle ends with %q", got)
	}
	took := x.sends("bob", "2*(3+4+5)", 4*time.Second, false)
	if took.What != First || took.Ending == nil || !took.Ending.Again || took.Ending.Match.Table[0].Player.Name != "bob" {
		t.Errorf("read late: %s, %+v", took.What, took.Ending)
	}
	x.write(func(tx *storage.Tx) error {
		for who, want := range map[string]int{"ann": 18, "bob": 30} {
			p, err := tx.FindPlayer("net", who)
			if err != nil {
				return err
			}
			if err := tx.Join(x.club.ID, p.ID, x.at); err != nil {
				return err
			}
			if got, _, err := storage.Found(tx.StandingOf(storage.Board{CommunityID: x.club.ID}, p.ID)); err != nil || got.Points != want {
				t.Errorf("%s has %d points on the board, want %d (%v)", who, got.Points, want, err)
			}
		}
		return nil
	})
	if took := x.sends("cat", "4*(5+3-2)", 16*time.Second, false); took.What != TooLate {
		t.Errorf("sent too late: %s", took.What)
	}
}

// In a duel the first right answer wins a puzzle, or the better answer. Bystanders are told no verdict. A person who
// gives up loses.
func TestDuel(t *testing.T) {
	x, m := bout(t, "24:2,3,4,5", duelOf("24"))
	if took := x.sends("cat", "4*(5+3-2)", time.Second, true); took.What != Outsider {
		t.Errorf("an outsider: %s", took.What)
	}
	if took := x.sends("bob", "4*(3+5-2)", 2*time.Second, false); took.What != Known {
		t.Errorf("what an outsider said to all, said again: %s", took.What)
	}
	x.sends("bob", "2*(3+4+5)", 3*time.Second, false)
	x.sends("ann", "2*(3+4+5)", 2*time.Second, false)
	if took := x.sends("bob", "4*(5+3-2)", 4*time.Second, false); took.What != TooLate {
		t.Errorf("after the end: %s", took.What)
	}
	if took := x.sends("cat", "4*(5+3-2)", 4*time.Second, true); took.What != TooLate || took.HasWorth {
		t.Errorf("an outsider after the end: %s, takes part %t", took.What, took.HasWorth)
	}
	if got := x.ends(noon.Add(time.Hour)); got != "ann 1, bob 0" {
		t.Errorf("ann was quicker: %q", got)
	}
	x.at = noon.Add(2 * time.Hour)
	x.deal(m, "24:3,3,8,8")
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		for _, who := range []string{"cat", "bob"} {
			q, err := x.play.GiveUp(tx, x.act(tx, who), r.ID, r.Puzzle.Solve(t.Context()), Confirmed)
			if err != nil {
				return err
			}
			if want := map[string]Quitting{"cat": QuitMatch, "bob": QuitForAll}[who]; q.What != want {
				t.Errorf("%s gives up: %s", who, q.What)
			}
			if who == "bob" && (q.Ending.Match.Reason != Decided || q.Ending.Match.Table[0].Points != 2) {
				t.Errorf("bob has lost: %+v", q.Ending.Match.MatchRow)
			}
		}
		return nil
	})

	x, _ = bout(t, "countdown:100,75,50,25,6,3=952", duelOf("countdown"))
	x.sends("ann", "100*(6+3)+50", time.Second, false)
	x.sends("bob", "100*(6+3)+50", 2*time.Second, false)
	if got := x.ends(noon.Add(time.Hour)); got != "ann 1, bob 0" {
		t.Errorf("after two equal answers it ends with %q", got)
	}
}

// Solutions in a match are rated, if the person could not read one before.
func TestMatchesAreRated(t *testing.T) {
	for openly, want := range map[bool]int{false: 3, true: 1} {
		x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
		for i, who := range []string{"ann", "bob", "cat"} {
			x.sends(who, []string{"2*(3+4+5)", "4*(5+3-2)", "4*(3-2+5)"}[i], time.Duration(i+2)*time.Second, openly)
		}
		x.write(func(tx *storage.Tx) error {
			all, err := RatedAfter(tx, 0, 9)
			if len(all) != want {
				t.Errorf("openly %v: %d are rated, want %d", openly, len(all), want)
			}
			return err
		})
	}
}

// A puzzle that one of the two has seen is not drawn for their duel, nor one for a race that the person who
// asked for it has seen.
func TestMatchesDrawWhatNobodyHasSeen(t *testing.T) {
	asker := func(m Match) int64 { return m.AskerID }
	rival := func(m Match) int64 { return m.RivalID }
	joiner := func(m Match) int64 { return m.Joined[len(m.Joined)-1].ID }
	joined := func(x *table, tx *storage.Tx) (Match, error) {
		m, err := raceOf("24")(x, tx)
		if err != nil {
			return m, err
		}
		return x.play.Join(tx, x.act(tx, "bob"), m.ID)
	}
	for _, test := range []struct {
		name  string
		begin func(x *table, tx *storage.Tx) (Match, error)
		who   func(Match) int64
	}{
		{"a duel, the rival", duelOf("24"), rival},
		{"a duel, the asker", duelOf("24"), asker},
		{"a race, the asker", raceOf("24"), asker},
		{"a race, one who has joined", joined, joiner},
	} {
		first := drawnUnless(t, test.begin, test.who)
		if again := drawnUnless(t, test.begin, test.who, first); again == first {
			t.Errorf("%s: %s is drawn, which they have seen", test.name, first)
		}
	}
}

// drawnUnless returns the class of the puzzle that is drawn for a match after one of its people has seen some
// classes. The random numbers are the same each time.
func drawnUnless(
	t *testing.T, begin func(x *table, tx *storage.Tx) (Match, error), who func(Match) int64, seen ...string,
) string {
	t.Helper()
	x := &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	var m Match
	x.write(func(tx *storage.Tx) (err error) {
		if x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon); err != nil {
			return err
		}
		if m, err = begin(x, tx); err != nil {
			return err
		}
		for _, class := range seen {
			if err := MarkSeen(tx, who(m), class, 0); err != nil {
				return err
			}
		}
		return nil
	})
	d, ok, err := x.play.PrepareNext(t.Context(), m.ID, noon.Add(time.Hour))
	if err != nil || !ok || d.drawn == nil {
		t.Fatalf("nothing is drawn: %v", err)
	}
	return d.drawn.Puzzle.Face().Class()
}

// awardOf returns a person's award for the puzzle that is played.
func (x *table) awardOf(who string) (a storage.Award) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, who).Person.ID, IgnoreLocks, x.at, NoAnswers)
		a = f.Award
		return err
	})
	return a
}

// An answer that is read late becomes the first one. Somebody else's answer then comes more than ten seconds after
// the first, so it loses its rank, and its points on the board.
func TestLateAnswerTakesThePoints(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 8*time.Second, false)
	x.sends("bob", "4*(5+3-2)", 17*time.Second, false)
	if score := x.ends(noon.Add(time.Minute)); score != "ann 30, bob 18" {
		t.Fatalf("before it is read: %s", score)
	}
	before := x.awardOf("bob")
	if before.Points == 0 {
		t.Fatal("bob has no points to lose")
	}
	took := x.sends("cat", "2*(3+4+5)", 3*time.Second, false)
	if took.Ending == nil {
		t.Fatalf("cat's answer: %s", took.What)
	}
	ann, bob, cat := x.awardOf("ann"), x.awardOf("bob"), x.awardOf("cat")
	if bob.Points != 0 {
		t.Errorf("bob, who is too late now, keeps %+v", bob)
	}
	if cat.Points <= ann.Points || ann.Points == 0 {
		t.Errorf("cat is first with %d points, ann second with %d", cat.Points, ann.Points)
	}
}

// An answer that is read late and not stored, since it repeats the person's own, changes no ending.
func TestLateRepetitionChangesNoEnding(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 3*time.Second, false)
	x.ends(noon.Add(time.Minute))
	if took := x.sends("ann", "2*(5+4+3)", 4*time.Second, false); took.What != Known || took.Ending != nil {
		t.Errorf("ann repeats her answer: %s, and it ends %+v", took.What, took.Ending)
	}
	if took := x.sends("bob", "4*(5+3-2)", 5*time.Second, false); took.What != Further || took.Ending == nil {
		t.Errorf("bob's answer is %s, and changes %+v", took.What, took.Ending)
	}
}

// An answer is read late, after the round has ended. Another answer only repeated it, since all could read it. So
// that other answer loses its points.
func TestLateAnswerTakesBackPointsOfBest(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("bob", "7*7", 2*time.Minute, false)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.readAndEnd(tx, Act{At: noon.Add(24 * time.Hour)}, r, Expired, r.Puzzle.Solve(t.Context()))
		return err
	})
	if before := x.awardOf("bob"); before.Points != 50 {
		t.Fatalf("before it is read bob has %+v", before)
	}
	x.sends("ann", "7*7", time.Minute, true)
	if ann, bob := x.awardOf("ann"), x.awardOf("bob"); ann.Points != 50 || bob.Points != 0 {
		t.Errorf("ann, who was first, has %d points, bob %d", ann.Points, bob.Points)
	}
}

// The best possible answer ends the puzzle of a duel early, unless it is practice: then the other may still win.
func TestPracticeEndsNoDuelEarly(t *testing.T) {
	for isKnown, want := range map[bool]bool{false: true, true: false} {
		x, _ := bout(t, "countdown:100,75,50,25,6,3=952", duelOf("countdown"))
		var before, after storage.Round
		x.write(func(tx *storage.Tx) (err error) {
			if before, err = tx.RoundByID(x.round); err != nil || !isKnown {
				return err
			}
			return MarkSeen(tx, x.act(tx, "bob").Person.ID, before.Class, 0)
		})
		x.sends("bob", "((100+6)*3*75-50)/25", 5*time.Second, false)
		x.write(func(tx *storage.Tx) (err error) {
			after, err = tx.RoundByID(x.round)
			return err
		})
		if got := after.EndsAt.Before(before.EndsAt); got != want {
			t.Errorf("bob knew the puzzle: %t; his answer ends it early: %t", isKnown, got)
		}
	}
}

// If a person sends the same answer again, now for all to read, nobody loses a rank by that: the second one is not
// stored.
func TestAnswerSaidAgainCostsNobody(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	const answer = "2*(3+4+5)"
	x.sends("ann", answer, 2*time.Second, false)
	if took := x.sends("ann", answer, 4*time.Second, true); took.What != Known {
		t.Errorf("said again it is %s", took.What)
	}
	if took := x.sends("bob", answer, 6*time.Second, false); took.Rank != 2 {
		t.Errorf("bob found it himself: %s, place %d", took.What, took.Rank)
	}
	if score := x.ends(noon.Add(time.Minute)); score != "ann 30, bob 18" {
		t.Errorf("it ends %s", score)
	}
}

// In a race a person who knew the puzzle has a rank like anybody, and the answer counts in the table. But the board
// pays them nothing, and the end of the race says so.
func TestKnownPuzzleCountsInARace(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return MarkSeen(tx, x.act(tx, "bob").Person.ID, r.Class, 0)
	})
	x.sends("ann", "4*(5+3-2)", 3*time.Second, false)
	took := x.sends("bob", "2*(3+4+5)", 2*time.Second, false)
	if took.What != First || took.Practice != SeenBefore || took.Worth != 30 {
		t.Errorf("bob, who knew it: %s, practice %q, worth %d", took.What, took.Practice, took.Worth)
	}
	if score := x.ends(noon.Add(time.Minute)); score != "bob 30, ann 18" {
		t.Errorf("it ends %s", score)
	}
	if bob, ann := x.awardOf("bob"), x.awardOf("ann"); bob.Points != 0 || ann.Points != 18 {
		t.Errorf("the board pays bob %d, ann %d", bob.Points, ann.Points)
	}
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		m, err := x.play.Match(tx, r.Match.ID)
		if err != nil {
			return err
		}
		bob, ann := m.Table[0], m.Table[1]
		if bob.Paid != 0 || bob.Knew != 1 || ann.Paid != ann.Points || ann.Knew != 0 {
			t.Errorf("the table says %+v, %+v", bob, ann)
		}
		return nil
	})
}

// A bystander's answer is stored only if all could read it: then neither of the two wins anything by repeating it.
func TestBystanderIsStoredOnlyInTheOpen(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", duelOf("24"))
	stored := func() (n int) {
		x.write(func(tx *storage.Tx) error {
			all, err := PlayerAnswers(tx, x.round, x.act(tx, "cat").Person.ID)
			n = len(all)
			return err
		})
		return n
	}
	took := x.sends("cat", "2*(3+4+5)", 3*time.Second, false)
	if n := stored(); took.What != Outsider || took.Practice != Paid || n != 0 {
		t.Errorf("in secret: %s, practice %q, %d stored", took.What, took.Practice, n)
	}
	took = x.sends("cat", "2*(3+4+5)", 4*time.Second, true)
	if n := stored(); took.What != Outsider || took.Practice != Bystander || n != 1 {
		t.Errorf("in the open: %s, practice %q, %d stored", took.What, took.Practice, n)
	}
}

// A bystander gives the solution of a puzzle away, and the puzzle is void. If one of the two had sent a right answer
// before that, they still win the puzzle when the answer is read.
func TestVoidTakesWhatWasSentBefore(t *testing.T) {
	x, _ := bout(t, "24:3,3,8,8", duelOf("24"))
	took := x.sends("cat", "8/(3-8/3)", 5*time.Second, true)
	if took.Ending == nil || took.Ending.Round.Reason != Void {
		t.Fatalf("a bystander's answer leaves the puzzle open: %s", took.What)
	}
	if took := x.sends("bob", "8/(3-8/3)", 6*time.Second, false); took.What != TooLate {
		t.Errorf("sent after it: %s", took.What)
	}
	if took := x.sends("ann", "8/(3-8/3)", 4*time.Second, false); took.What != First {
		t.Errorf("sent before it: %s", took.What)
	}
}

// Void puzzles are replaced, but the match ends when five of five are void.
func TestVoidPuzzlesEnd(t *testing.T) {
	for void, want := range map[int]string{mode.MaxDuel - 1: "", mode.MaxDuel: AllPlayed} {
		m := Match{MatchRow: MatchRow{Length: mode.MaxDuel}}
		for range void {
			m.Bouts = append(m.Bouts, Bout{Round: Round{Round: storage.Round{Reason: Void}}})
		}
		if got := m.whyOver(); got != want {
			t.Errorf("after %d void puzzles the match ends: %q, want %q", void, got, want)
		}
	}
}

// The Ending of a puzzle of a race has the ranks. Nobody gave the puzzle away.
func TestEndRanksARace(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 3*time.Second, false)
	x.sends("bob", "4*(5+3-2)", 2*time.Second, false)
	x.sends("cat", "4*(5+3-2)", 14*time.Second, false)
	x.at = noon.Add(time.Minute)
	e := x.ending()
	got := map[string]string{}
	for _, s := range e.Standings {
		got[s.PlayerName] = fmt.Sprint(s.Rank, " ", s.Score)
	}
	if want := map[string]string{"ann": "2 18", "bob": "1 30"}; !maps.Equal(got, want) {
		t.Errorf("the ranks are %v, want %v", got, want)
	}
	if e.GivenAwayBy.ID != 0 || e.Match.Bouts[0].GivenAwayBy.ID != 0 {
		t.Errorf("it was given away by %+v", e.GivenAwayBy)
	}
}

// Equally good answers share a rank in a measured race.
func TestEqualAnswersShareARank(t *testing.T) {
	x, _ := bout(t, "countdown:100,75,50,25,6,3=952", raceOf("countdown"))
	x.sends("ann", "100*(6+3)+50", 3*time.Second, false)
	x.sends("bob", "100*(6+3)+75-25", 2*time.Second, false)
	x.sends("cat", "100*(6+3)+50-3", 4*time.Second, false)
	x.sends("dan", "((100+6)*3*75-50)/25", 5*time.Second, false)
	x.at = noon.Add(time.Hour)
	var got []string
	for _, s := range x.ending().Match.Bouts[0].Standings {
		got = append(got, fmt.Sprint(s.PlayerName, " ", s.Rank))
	}
	if want := []string{"dan 1", "bob 2", "ann 2"}; !slices.Equal(got, want) {
		t.Errorf("the ranks are %q, want %q", got, want)
	}
}

// A person who gave the solution of a void puzzle away is named.
func TestVoidNamesWhoGaveItAway(t *testing.T) {
	x, _ := bout(t, hard, duelOf("24"))
	took := x.sends("cat", "8/(3-8/3)", 5*time.Second, true)
	if took.Ending == nil || took.Ending.GivenAwayBy.Name != "cat" || took.Ending.Match.Bouts[0].GivenAwayBy.Key != "cat" {
		t.Errorf("it was given away by %+v", took.Ending)
	}
	if m := took.Ending.Match; !m.NextAt.Equal(x.at) || !x.job(MatchJob, m.ID).Equal(x.at) {
		t.Errorf("the next puzzle comes %v later", m.NextAt.Sub(x.at))
	}
}

// When a puzzle of a match ends, the measure of its best answer is stored: that of the record, if it beats what the
// solver finds. If the best answer is exact, the measure is 0.
func TestBestOfAPuzzleIsKept(t *testing.T) {
	x, _ := bout(t, "tchisla:49#7", duelOf("tchisla"))
	x.write(func(tx *storage.Tx) error {
		record := Record{Puzzle: "tchisla:49#7", Game: "tchisla", Measure: 2, Was: 4, Text: "7*7", PlayerID: x.act(tx, "bo").Person.ID, At: noon}
		if err := SaveRecord(tx, record); err != nil {
			return err
		}
		worse := engine.Solution{Best: "7*7+7-7", Measure: 4, Solvable: true}
		if _, err := x.play.End(tx, PendingEnd{Round: must(x.play.Round(tx, x.round))(t), Solution: worse}, noon.Add(time.Hour)); err != nil {
			return err
		}
		r, err := tx.RoundByID(x.round)
		if r.Best != 2 {
			t.Errorf("the record has 2 digits, and the stored best %d", r.Best)
		}
		return err
	})
	x, _ = bout(t, "countdown:100,75,50,25,6,3=952", duelOf("countdown"))
	x.at = noon.Add(time.Hour)
	x.ending()
	x.write(func(tx *storage.Tx) error {
		r, err := tx.RoundByID(x.round)
		if r.Best != 0 {
			t.Errorf("the best is %d away", r.Best)
		}
		return err
	})
}

// An answer is no hint: it charges nobody.
func TestAnswerChargesNoHint(t *testing.T) {
	x := newTable(t, hard, 0)
	x.answer("ann", "8*3+3-8")
	x.answer("ann", "8/(3-8/3)")
	x.giveUp("ann")
	x.write(func(tx *storage.Tx) error {
		hints, err := storage.Get[int](tx, "count hints", `SELECT SUM(hints) FROM figures`)
		if hints != 0 {
			t.Errorf("%d hints are counted", hints)
		}
		return err
	})
}

// A measured puzzle that a person plays alone ends with the best possible answer, and not before.
func TestBestAnswerEndsAPuzzlePlayedAlone(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		return err
	})
	x.round = x.pose("tchisla:49#7")
	if took := x.sends("ann", "7*√(7*7)", time.Minute, false); took.Ending != nil {
		t.Error("one digit more ends it")
	}
	if took := x.sends("ann", "7*7", 2*time.Minute, false); took.Ending == nil {
		t.Error("the best there is does not end it")
	}
}

// When a puzzle of a duel ends, both players have seen the solution, even if they said nothing, but bystanders have
// not. A solution that only a bystander found counts as missed.
func TestEndOfADuelShowsTheSolution(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", duelOf("24"))
	x.sends("cat", "4*(5+3-2)", time.Second, true)
	x.at = noon.Add(time.Hour)
	e := x.ending()
	if len(e.Missed) != len(e.Best.All) || e.Left != len(e.Missed) {
		t.Errorf("missed are %q of %q, %d are left", e.Missed, e.Best.All, e.Left)
	}
	for who, want := range map[string]bool{"ann": true, "bob": true, "dan": false} {
		if got := x.seen(who); got != want {
			t.Errorf("%s has seen the solution: %t", who, got)
		}
	}
}

// The table of a match sums up what its puzzles have paid people, and how long they took.
func TestTableSumsUp(t *testing.T) {
	x, m := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 3*time.Second, false)
	x.at = noon.Add(time.Minute)
	first := x.ending().Match.Table[0]
	x.at = noon.Add(2 * time.Minute)
	x.deal(m, hard)
	x.sends("ann", "8/(3-8/3)", 2*time.Minute+5*time.Second, false)
	x.at = noon.Add(4 * time.Minute)
	second := x.ending().Match.Table[0]
	if first.Paid == 0 || second.Paid <= first.Paid || second.Paid != second.Points || second.Solved != 2 || second.Elapsed != 8*time.Second {
		t.Errorf("after one puzzle %+v, after two %+v", first, second)
	}
}

// The table of a match says by how much it has raised the board, on which only the best rounds of a day count.
func TestMatchRaisesTheBoard(t *testing.T) {
	for _, c := range []struct{ earlier, points, want int }{
		{0, 0, 30}, {19, 50, 30}, {20, 50, 0}, {20, 30, 0}, {20, 10, 20}, {25, 25, 5},
	} {
		for kind, begin := range map[string]func(*table, *storage.Tx) (Match, error){
			mode.Duel: duelOf("24"), mode.Race: raceOf("24"),
		} {
			x, _ := bout(t, "24:2,3,4,5", begin)
			x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, x.at) })
			for range c.earlier {
				x.earn("ann", c.points)
			}
			before := x.onBoard("ann")
			x.sends("ann", "2*(3+4+5)", 3*time.Second, false)
			x.at = noon.Add(time.Minute)
			e := x.ending()
			if e == nil {
				t.Fatalf("the puzzle of the %s does not end", kind)
			}
			got := e.Match.Table[0]
			raised := x.onBoard("ann") - before
			if got.Earned != 30 || got.Paid != raised || raised != c.want {
				t.Errorf("%s after %d rounds of %d: the board has %d more, want %d; the table says %+v",
					kind, c.earlier, c.points, raised, c.want, got)
			}
		}
	}
}

// An answer that raises the board by less than it earns, because only the best rounds of a day count, says by
// how much.
func TestAnswerRaisesTheBoard(t *testing.T) {
	for _, c := range []struct{ earlier, points, want int }{
		{0, 0, 50}, {19, 60, 50}, {20, 60, 0}, {20, 50, 0}, {20, 30, 20}, {25, 45, 5},
	} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, x.at) })
		for range c.earlier {
			x.earn("ann", c.points)
		}
		before := x.onBoard("ann")
		x.at = noon.Add(time.Minute)
		o := x.answer("ann", "8/(3-8/3)")
		raised := x.onBoard("ann") - before
		if !o.Led || o.Points != 50 || raised != c.want || o.Points-o.Uncounted != raised {
			t.Errorf("after %d rounds of %d: %d points, %d of them uncounted; the board has %d more, want %d",
				c.earlier, c.points, o.Points, o.Uncounted, raised, c.want)
		}
	}
}

// earn has a person earn points on a round of the community.
func (x *table) earn(who string, points int) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		id, err := tx.AddRound(storage.Round{Game: "24", Puzzle: hard, Class: hard, CommunityID: x.club.ID, DealtAt: x.at, Level: 1})
		if err != nil {
			return err
		}
		return tx.SetAward(storage.Award{}, storage.Award{
			RoundID: id, PlayerID: x.act(tx, who).Person.ID, CommunityID: x.club.ID,
			Day: UnixDay(CalendarOf(x.club).NumberAt(x.at)), Points: points, Solved: true, At: x.at,
		})
	})
}

// onBoard returns how many points a person has on the board of the day.
func (x *table) onBoard(who string) (points int) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		board := storage.Board{CommunityID: x.club.ID, Span: storage.Day, Day: UnixDay(CalendarOf(x.club).NumberAt(x.at))}
		mine, _, err := storage.Found(tx.StandingOf(board, x.act(tx, who).Person.ID))
		points = mine.Points
		return err
	})
	return points
}

// A puzzle that was given up does not count as one that nobody answered, nor does a void one.
func TestUnansweredPuzzles(t *testing.T) {
	unanswered := Bout{Round: Round{Round: storage.Round{Reason: TimeUp}}}
	givenUp := Bout{Round: Round{Round: storage.Round{Reason: GivenUp}}}
	void := Bout{Round: Round{Round: storage.Round{Reason: Void}}}
	answered := Bout{Answered: true}
	for _, c := range []struct {
		bouts []Bout
		want  int
	}{
		{nil, 0},
		{[]Bout{unanswered}, 1},
		{[]Bout{unanswered, unanswered}, 2},
		{[]Bout{unanswered, answered}, 0},
		{[]Bout{answered, unanswered}, 1},
		{[]Bout{unanswered, givenUp}, 0},
		{[]Bout{givenUp, unanswered}, 1},
		{[]Bout{unanswered, void, unanswered}, 2},
	} {
		if got := (&Match{Bouts: c.bouts}).countUnanswered(); got != c.want {
			t.Errorf("%+v: %d are unanswered, want %d", c.bouts, got, c.want)
		}
	}
}

// A match has as many puzzles as is usual, or as was asked for.
func TestLengthOfAMatch(t *testing.T) {
	for length, want := range map[int]int{0: mode.RaceLength, 7: 7} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			m, err := x.play.BeginMatch(tx, x.act(tx, "ann"), mode.Race, x.play.Game("24"), 0, "", length)
			if m.Length != want {
				t.Errorf("asked for %d, it has %d", length, m.Length)
			}
			return err
		})
	}
}

// A puzzle of a match is dealt at the place of the match, with its level and option.
func TestPuzzleOfAMatchIsDealtLikeTheMatch(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) error {
		ann, err := tx.EnsurePlayer("net", "ann", "ann", "zh-Hans", noon)
		if err != nil {
			return err
		}
		a := Act{Person: ann, Community: x.club, Channel: "side", At: noon}
		m, err := x.play.BeginMatch(tx, a, mode.Race, x.play.Game("24"), 3, "option", 0)
		if err != nil {
			return err
		}
		if m.AskerLocale != "zh-Hans" || m.Level() != 3 || m.Option() != "option" || m.Length != mode.RaceLength {
			t.Errorf("the match is %+v", m.MatchRow)
		}
		_, dealt, err := x.play.Next(tx, PendingNext{id: m.ID, drawn: &Pick{Game: m.Game, Puzzle: parsed(t, hard)}}, m.NextAt)
		if err != nil {
			return err
		}
		r := dealt.Round
		isAtPlace := r.Channel == "side" && r.CommunityID == x.club.ID && r.MatchID == m.ID
		isByAnn := r.AskerID == ann.ID && r.AskerLocale == "zh-Hans"
		if !isAtPlace || !isByAnn || r.Wish != "3 option" || r.Lasts != 2*time.Minute {
			t.Errorf("the puzzle is %+v", r)
		}
		return nil
	})
}

// All are told of the first answer to a puzzle of a race, unless it is read late. They are not told of the next
// ones, nor of the first in a duel, which ends the puzzle.
func TestFirstOfARaceIsNews(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	if took := x.sends("ann", "2*(3+4+5)", 2*time.Second, false); took.Progress == nil || took.OpenFor != 10*time.Second {
		t.Errorf("the first: %s, open for %v", took.What, took.OpenFor)
	}
	if took := x.sends("bob", "4*(5+3-2)", 3*time.Second, false); took.Progress != nil || took.OpenFor != 0 {
		t.Errorf("the second: %s, open for %v", took.What, took.OpenFor)
	}
	x.ends(noon.Add(time.Hour))
	if took := x.sends("cat", "2*(3+4+5)", time.Second, false); took.What != First || took.Progress != nil {
		t.Errorf("the first, read late: %s, news %t", took.What, took.Progress != nil)
	}
	x, _ = bout(t, "24:2,3,4,5", duelOf("24"))
	if took := x.sends("ann", "2*(3+4+5)", 2*time.Second, false); took.What != First || took.Progress != nil {
		t.Errorf("the first in a duel: %s, news %t", took.What, took.Progress != nil)
	}
}

// In a measured duel a bystander posts the best answer for all to read. That does not make the puzzle void.
func TestBystanderOfAMeasuredDuel(t *testing.T) {
	x, _ := bout(t, "countdown:1,3,5,7,25,50=312", duelOf("countdown"))
	if took := x.sends("cat", "(50-5)*7-3", time.Second, true); took.What != Outsider || took.Ending != nil {
		t.Errorf("cat: %s, %+v", took.What, took.Ending)
	}
}

// If a person was shown the solution of an open puzzle of a race, their answers to it are muted.
func TestShownSolutionMutesInARace(t *testing.T) {
	x, _ := bout(t, hard, raceOf("24"))
	x.write(func(tx *storage.Tx) error { return x.play.MarkShown(tx, x.act(tx, "cat"), parsed(t, hard)) })
	if took := x.sends("cat", hardSolution, time.Second, true); took.What != Muted || took.Rank != 0 {
		t.Errorf("cat: %s, place %d", took.What, took.Rank)
	}
	if took := x.sends("ann", hardSolution, 2*time.Second, true); took.What != First {
		t.Errorf("ann after cat: %s", took.What)
	}
}

// Answers of bystanders do not count as answers of the two: after two puzzles without an answer the duel ends. If
// several bystanders gave a puzzle away, the last one is named.
func TestBystandersKeepNoDuelAlive(t *testing.T) {
	x, m := bout(t, "24:2,3,4,5", duelOf("24"))
	x.sends("cat", "4*(5+3-2)", time.Second, true)
	x.ends(noon.Add(time.Hour))
	x.at = noon.Add(2 * time.Hour)
	x.deal(m, "24:1,2,3,4")
	x.sends("dan", "1*2*3*4", 2*time.Hour+time.Second, true)
	x.ends(noon.Add(3 * time.Hour))
	x.write(func(tx *storage.Tx) error {
		m, err := x.play.Match(tx, m.ID)
		if m.Reason != Idle || m.countUnanswered() != 2 {
			t.Errorf("it ends as %q, %d puzzles are unanswered", m.Reason, m.countUnanswered())
		}
		return err
	})
	cat := storage.Answer{Outcome: "right", Public: true, PlayerID: 3, PlayerName: "cat"}
	dan := storage.Answer{Outcome: "right", Public: true, PlayerID: 4, PlayerName: "dan"}
	ann := storage.Answer{Outcome: "right", Public: true, PlayerID: 1, PlayerName: "ann"}
	if got := giverOf(Round{Players: []int64{1, 2}}, []storage.Answer{cat, dan, ann}); got.Name != "dan" {
		t.Errorf("%q gave it away", got.Name)
	}
}

// A kind of match may be only for private chats.
func TestMatchOfAPrivatePlace(t *testing.T) {
	x := newTable(t, hard, 0)
	alone := func(where mode.Setting, _ bool) mode.Mode {
		if where != mode.Private {
			return mode.Mode{}
		}
		return mode.Mode{Name: "alone"}
	}
	x.play.AddMatch(mode.Kind{Name: "alone", Mode: alone}, nil)
	x.write(func(tx *storage.Tx) error {
		own, err := tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		if err != nil {
			return err
		}
		for place, want := range map[storage.Community]bool{own: true, x.club: false} {
			a := x.act(tx, "ann")
			a.Community = place
			if _, err := x.play.BeginMatch(tx, a, "alone", x.play.Game("24"), 0, "", 3); (err == nil) != want {
				t.Errorf("private %t: %v", place.Private, err)
			}
		}
		return nil
	})
}

// People with equal points share a rank. If two are first, the next person is third.
func TestEqualPointsShareARank(t *testing.T) {
	var b Bout
	for i, score := range []int{30, 30, 9} {
		b.Standings = append(b.Standings, Standing{Answer: storage.Answer{ID: 1, PlayerID: int64(i + 1)}, Score: score})
	}
	var ranks []int
	for _, row := range tallies([]Bout{b}, nil) {
		ranks = append(ranks, row.Rank)
	}
	if !slices.Equal(ranks, []int{1, 1, 3}) {
		t.Errorf("the ranks are %v", ranks)
	}
}

// A match that is stopped has no next puzzle.
func TestStoppedMatchHasNoNext(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		m, err := raceOf("24")(x, tx)
		if err != nil {
			return err
		}
		if m, _, err = x.play.Stop(tx, x.act(tx, "ann"), m.ID, PendingEnd{}); err != nil {
			return err
		}
		row, err := MatchByID(tx, m.ID)
		if !row.NextAt.IsZero() || row.Reason != Stopped || !row.EndedAt.Equal(x.at) {
			t.Errorf("%+v", row)
		}
		return err
	})
}

// The Score of a mode gets the rank and the number of people with a rank, and Decided the length of the match.
func TestWhatAModeCountsBy(t *testing.T) {
	twentyFour, _ := games.ByName("24")
	r := Round{Game: twentyFour, Puzzle: parsed(t, "24:1,2,3,4"), Mode: mode.Mode{
		OpenFor: time.Minute,
		Score:   func(rank, count int) int { return 10*count + rank },
	}}
	all := []storage.Answer{
		{ID: 1, PlayerID: 1, At: noon, Form: "a"}, {ID: 2, PlayerID: 1, At: noon.Add(1), Form: "b"}, {ID: 3, PlayerID: 2, At: noon.Add(2), Form: "c"},
	}
	got := standingsOf(r, all)
	if len(got) != 2 || got[0].Score != 21 || got[1].Score != 22 {
		t.Errorf("the standings are %+v", got)
	}
	length := 0
	m := Match{MatchRow: MatchRow{Length: 3}, Bouts: make([]Bout, 1)}
	m.Mode.Decided = func(_ mode.Rankings, n int) bool {
		length = n
		return true
	}
	if reason := m.whyOver(); reason != Decided || length != 3 {
		t.Errorf("%q, decided for %d puzzles", reason, length)
	}
}

// Of two equally good answers to a measured puzzle, the earlier one comes first, even if the other person had sent a
// worse one before.
func TestEqualAnswersInOrderOfTime(t *testing.T) {
	countdown, _ := games.ByName("countdown")
	r := Round{Game: countdown, Puzzle: parsed(t, "countdown:1,3,5,7,25,50=312"), Mode: mode.Mode{Score: func(int, int) int { return 1 }}}
	const ann, bob = 1, 2
	got := standingsOf(r, []storage.Answer{
		{ID: 1, PlayerID: ann, At: noon, Measure: 5, Form: "a"},
		{ID: 2, PlayerID: bob, At: noon.Add(time.Second), Measure: 3, Form: "b"},
		{ID: 3, PlayerID: ann, At: noon.Add(2 * time.Second), Measure: 3, Form: "c"},
	})
	if len(got) != 2 || got[0].PlayerID != bob || got[1].PlayerID != ann || got[1].Rank != 1 {
		t.Errorf("the standings are %+v", got)
	}
}

// If no best answer is stored, as by earlier versions, a measured puzzle pays by rank.
func TestQualityWithoutABest(t *testing.T) {
	countdown, _ := games.ByName("countdown")
	s := Standing{Answer: storage.Answer{Measure: 1}, Rank: 2}
	for best, want := range map[int]int{-1: RankShare(2), 0: countdown.Quality(1, 0)} {
		if got := (Round{Game: countdown, Round: storage.Round{Best: best}}).qualityOf(s); got != want {
			t.Errorf("with the best %d the quality is %d %%, want %d", best, got, want)
		}
	}
}
