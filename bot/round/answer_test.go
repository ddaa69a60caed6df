package round

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// counts is a Meter that notes what it is told.
type counts struct{ judged, searched []string }

func (c *counts) Judged(game, verdict string, _ time.Duration) {
	c.judged = append(c.judged, game+" "+verdict)
}

func (c *counts) Searched(game string, isComplete bool, _ time.Duration) {
	if isComplete {
		c.searched = append(c.searched, game)
	}
}

// A meter counts what is judged and what is searched, by the game.
func TestMeterCounts(t *testing.T) {
	_, store := newPlay(t)
	c := &counts{}
	p, err := New(t.Context(), store, games.All(), rand.NewPCG(1, 1), c)
	if err != nil {
		t.Fatal(err)
	}
	r := Round{Game: p.Game("24"), Puzzle: parsed(t, hard)}
	p.Judge(t.Context(), r, "3+3")
	if len(c.searched) != 0 {
		t.Errorf("a wrong answer needs no solution: %q", c.searched)
	}
	p.Judge(t.Context(), r, "8/(3-8/3)")
	if want := []string{"24 wrong", "24 right"}; !slices.Equal(c.judged, want) || !slices.Equal(c.searched, []string{"24"}) {
		t.Errorf("judged %q, searched %q", c.judged, c.searched)
	}
}

// judges answers for a person. known is what the solver knows.
func (x *table) judges(who, text string, known engine.Solution) (took Outcome) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		j := x.play.Judge(x.t.Context(), r, text)
		j.Solution = known
		took, err = x.play.Answer(tx, x.act(tx, who), j)
		return err
	})
	return took
}

// A record is an answer that beats the best one known anywhere, not only what a search has found in time. From then
// on the record is the best known answer.
func TestRecord(t *testing.T) {
	four := engine.Solution{Best: "7*7+7-7", Measure: 4, Solvable: true, Settled: true}
	unsettled := four
	unsettled.Settled = false
	for _, daily := range []int{0, Number(noon)} {
		for _, c := range []struct {
			what, text string
			known      engine.Solution
			want       bool
		}{
			{"better", "7*√(7*7)", four, true},
			{"as good", "7+7*7-7", four, false},
			{"better than what was found so far", "7*√(7*7)", unsettled, false},
			{"wrong", "7+7", four, false},
		} {
			x := newTable(t, "tchisla:49#7", daily)
			took := x.judges("ann", c.text, c.known)
			if (took.Record != nil) != c.want {
				t.Errorf("%s: %s, %+v", c.what, took.What, took.Record)
				continue
			}
			if !c.want {
				continue
			}
			stored := x.record("tchisla:49#7")
			for _, r := range []Record{*took.Record, stored} {
				if r.Measure != 3 || r.Was != 4 || r.Text != "7*√(7*7)" || r.PlayerID == 0 || !r.At.Equal(noon) || r.Game != "tchisla" {
					t.Errorf("%s: the record is %+v", c.what, r)
				}
			}
			if daily == 0 && took.Progress.Best.Measure != 3 {
				t.Errorf("the place is told that the best has %d digits", took.Progress.Best.Measure)
			}
			if took.Record.PlayerName != "ann" || took.Record.PlayerKey != "ann" {
				t.Errorf("the record is %q's, %q", took.Record.PlayerName, took.Record.PlayerKey)
			}
			if next := x.judges("bo", "7*7+7-7", four); next.Solution.Measure != 3 || next.Record != nil {
				t.Errorf("after it the best known has %d digits, %+v", next.Solution.Measure, next.Record)
			}
		}
	}
	x := newTable(t, "countdown:1,3,5,7,25,50=312", 0)
	near := engine.Solution{Best: "(50-5)*7-3-1", Measure: 1, Settled: true}
	if took := x.judges("ann", "(50-5)*7-3", near); took.Record != nil {
		t.Errorf("in a game without records: %+v", took.Record)
	}
}

// record returns the record of a puzzle.
func (x *table) record(puzzle string) (r Record) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		r, _, err = storage.Found(findRecord(tx, puzzle))
		return err
	})
	return r
}

// If one of the two in a duel knew the puzzle, their right answer is practice, and has no rank.
func TestPracticeHasNoPlaceInADuel(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", duelOf("24"))
	x.write(func(tx *storage.Tx) error {
		return MarkSeen(tx, x.act(tx, "bob").Person.ID, parsed(t, "24:2,3,4,5").Face().Class(), 0)
	})
	if took := x.sends("bob", "2*(3+4+5)", 2*time.Second, false); took.What != Practised || took.Rank != 0 || took.Practice != SeenBefore {
		t.Errorf("bob, who knew it: %s, place %d", took.What, took.Rank)
	}
	if took := x.sends("ann", "4*(5+3-2)", 3*time.Second, false); took.What != First || took.Rank != 1 {
		t.Errorf("ann after him: %s, place %d", took.What, took.Rank)
	}
	if score := x.ends(noon.Add(time.Minute)); score != "ann 1, bob 0" {
		t.Errorf("it ends %q", score)
	}
}

// If two answers in a duel have the same time, the one that was read first has won the puzzle. The other person is
// told who has won.
func TestDuelInOneSecond(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", duelOf("24"))
	x.sends("bob", "2*(3+4+5)", 2*time.Second, false)
	took := x.sends("ann", "4*(5+3-2)", 2*time.Second, false)
	if took.What != Known || took.First == nil || took.First.PlayerName != "bob" || took.Rank != 0 {
		t.Errorf("ann in the same second: %s, %+v", took.What, took.First)
	}
}

// A puzzle of a match may be answered before the bot knows of its delivery. Then its clock began when it was dealt.
// The answer has its time in whole seconds, so the others have until the end of a second.
func TestAnswerBeforeTheDelivery(t *testing.T) {
	for what, c := range map[string]struct {
		begin func(*table, *storage.Tx) (Match, error)
		want  time.Duration
	}{"a race": {raceOf("24"), 15*time.Second + 999*time.Millisecond}, "a duel": {duelOf("24"), 5*time.Second + 999*time.Millisecond}} {
		x, m := bout(t, "24:1,2,3,4", c.begin)
		x.ends(noon.Add(time.Hour))
		x.at = noon.Add(2 * time.Hour)
		x.write(func(tx *storage.Tx) error {
			_, dealt, err := x.play.Next(tx, PendingNext{id: m.ID, drawn: &Pick{Game: m.Game, Puzzle: parsed(t, hard)}}, x.at)
			x.round = dealt.ID
			return err
		})
		x.sends("ann", "8/(3-8/3)", 2*time.Hour+5*time.Second, false)
		want := noon.Add(2*time.Hour + c.want)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if !r.EndsAt.Equal(want) || !r.begun().Equal(noon.Add(2*time.Hour)) {
				t.Errorf("%s: it ends at %v, want %v; it began at %v", what, r.EndsAt, want, r.begun())
			}
			return err
		})
		if at := x.job(EndJob, x.round); !at.Equal(want.Add(Grace)) {
			t.Errorf("%s: its job runs at %v", what, at)
		}
	}
}

// If a person plays against an opponent, any right answer ends the puzzle, even practice. Other puzzles in a private
// chat go on until all their solutions are found.
func TestWhatEndsAPuzzlePlayedAlone(t *testing.T) {
	for _, isKnown := range []bool{false, true} {
		x, m, _ := againstRobots(t, "24:1,2,3,4")
		x.at = noon.Add(m.Mode.Pause)
		x.goesOn(m.ID)
		if isKnown {
			x.write(func(tx *storage.Tx) error {
				return MarkSeen(tx, m.AskerID, parsed(t, "24:1,2,3,4").Face().Class(), 0)
			})
		}
		if took := x.sends("ann", "1+2", x.at.Add(time.Second).Sub(noon), false); took.Ending != nil {
			t.Errorf("a wrong answer ends the puzzle: %s", took.What)
		}
		took := x.sends("ann", "1*2*3*4", x.at.Add(time.Second).Sub(noon), false)
		if took.Ending == nil || took.Ending.Round.Reason != Solved {
			t.Errorf("known %t: %s, %+v", isKnown, took.What, took.Ending)
		}
		if best := took.Ending.Match.Table[0]; best.Player.Name != "ann" || best.Points != 1 {
			t.Errorf("known %t: the puzzle is won by %+v", isKnown, best)
		}
	}
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		return err
	})
	x.round = x.pose("24:2,3,4,5")
	all := parsed(t, "24:2,3,4,5").Solve(t.Context()).All
	for i, text := range all {
		took := x.sends("ann", text, time.Duration(i+1)*time.Minute, false)
		if got, want := took.Ending != nil, i == len(all)-1; got != want {
			t.Errorf("solution %d of %d, %s, ends the puzzle: %t", i+1, len(all), took.What, got)
		}
		if took.Found != i+1 {
			t.Errorf("after solution %d %d are found", i+1, took.Found)
		}
	}
}

// In a measured duel a person's best answer counts.
func TestBetterAnswerInADuel(t *testing.T) {
	x, _ := bout(t, "countdown:100,75,50,25,6,3=952", duelOf("countdown"))
	x.sends("ann", "100*(6+3)+50", time.Second, false)
	x.sends("bob", "100*(6+3)+75-25-6", 2*time.Second, false)
	x.sends("bob", "((100+6)*3*75-50)/25", 3*time.Second, false)
	if took := x.sends("bob", "100*(6+3)+50", 2*time.Second, false); took.What != NoBetter {
		t.Errorf("bob's worse answer: %s", took.What)
	}
	if score := x.ends(noon.Add(time.Hour)); score != "bob 1, ann 0" {
		t.Errorf("it ends %q", score)
	}
	// Of two equally good answers the earlier one wins.
	x, _ = bout(t, "countdown:100,75,50,25,6,3=952", duelOf("countdown"))
	x.sends("ann", "100*6+3", time.Second, false)
	x.sends("bob", "100*(6+3)+50", 3*time.Second, false)
	x.sends("ann", "100*(6+3)+50", 5*time.Second, false)
	x.sends("bob", "50+100*(6+3)", 7*time.Second, false)
	if score := x.ends(noon.Add(time.Hour)); score != "bob 1, ann 0" {
		t.Errorf("with equally good answers it ends %q", score)
	}
}

// An answer is read late, and the person's other answer was sent after it. Then the late one takes the rank and the
// points of the other.
func TestOwnLateAnswerTakesThePlace(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 8*time.Second, false)
	x.ends(noon.Add(time.Minute))
	took := x.sends("ann", "4*(5+3-2)", 5*time.Second, false)
	if took.What != First || took.Rank != 1 {
		t.Errorf("the answer that was sent before is %s, of rank %d", took.What, took.Rank)
	}
	for _, s := range took.Ending.Standings {
		if isPlaced := s.Text == "4*(5+3-2)"; (s.Points > 0) != isPlaced {
			t.Errorf("the end shows %d points for %s", s.Points, s.Text)
		}
	}
	var paid []string
	x.write(func(tx *storage.Tx) error {
		all, err := PlayerAnswers(tx, x.round, x.act(tx, "ann").Person.ID)
		for _, a := range all {
			if a.Points > 0 {
				paid = append(paid, a.Text)
			}
		}
		return err
	})
	if !slices.Equal(paid, []string{"4*(5+3-2)"}) || x.awardOf("ann").Points != 30 {
		t.Errorf("%q are paid, %d points", paid, x.awardOf("ann").Points)
	}
}

// An answer is fast if it came without help, and took less time than practised players take. The puzzle must have
// the third level or a higher one, and be no daily.
func TestFast(t *testing.T) {
	fast := func() *Outcome {
		o := &Outcome{What: First, Elapsed: 9 * time.Second}
		o.Round.Game, _ = games.ByName("24")
		o.Round.Level = 3
		o.Round.Seconds = 10
		return o
	}
	if !fast().Round.Game.Rules().Experts {
		t.Fatal("nobody knows how fast practised players of 24 are")
	}
	for what, change := range map[string]func(o *Outcome){
		"":               func(*Outcome) {},
		"as long":        func(o *Outcome) { o.Elapsed = 10 * time.Second },
		"an easy puzzle": func(o *Outcome) { o.Round.Level = 2 },
		"a daily":        func(o *Outcome) { o.Round.Daily = 1 },
		"with a hint":    func(o *Outcome) { o.Attempt.Hints = 1 },
		"hasty":          func(o *Outcome) { o.Hasty = true },
		"a further one":  func(o *Outcome) { o.What = Further },
		"another game":   func(o *Outcome) { o.Round.Game, _ = games.ByName("tchisla") },
	} {
		o := fast()
		change(o)
		if got := o.isFast(); got != (what == "") {
			t.Errorf("%q is fast: %t", what, got)
		}
	}
}

// At most 4,096 bytes of an answer are stored.
func TestLongAnswerIsCut(t *testing.T) {
	for size, want := range map[int]int{4096: 4096, 4097: 4096, 7: 7} {
		if got := len(storedText(JudgedAnswer{Text: strings.Repeat("x", size)})); got != want {
			t.Errorf("of %d bytes %d are stored", size, got)
		}
	}
	// No character is cut in its middle, wherever the limit falls.
	for _, character := range []string{"é", "根", "🎉", "👨‍👩‍👧‍👦", "🇩🇪", "ש", "e\u0301", "👍🏽"} {
		for before := range 26 {
			text := strings.Repeat("x", before) + strings.Repeat(character, 4096/len(character)+1)
			got := storedText(JudgedAnswer{Text: text})
			if !utf8.ValidString(got) || !strings.HasPrefix(text, got) || len(got) > 4096 || len(got) <= 4092 {
				t.Errorf("%s after %d bytes: %d are stored, and they end with %q", character, before, len(got), got[len(got)-4:])
			}
		}
	}
	v := engine.Verdict{Text: "1 + 2", Masked: "…"}
	if got := storedText(JudgedAnswer{Text: "1+2 bye", Verdict: v}); got != "…" {
		t.Errorf("of an answer that must not be kept %q is stored", got)
	}
	v.Masked = ""
	if got := storedText(JudgedAnswer{Text: "1+2 bye", Verdict: v}); got != "1 + 2" {
		t.Errorf("%q is stored, not what was understood", got)
	}
}

// What people earn by a round of guests counts in its community alone, wherever they answer it. What a guest earns by
// a daily is local, too.
func TestWhereGuestsEarn(t *testing.T) {
	for _, c := range []struct {
		what    string
		daily   int
		of      string
		from    string
		private bool
		guests  string
		want    bool
	}{
		{"a room, answered there", 0, "net", "net", false, "net", true},
		{"a room, by somebody of a chat", 0, "other", "net", false, "net", true},
		{"a room, answered from a chat", 0, "other", "other", true, "net", true},
		{"a group", 0, "net", "net", false, "page", false},
		{"a daily, by a guest", Number(noon), "net", "net", true, "net", true},
		{"a daily, by another", Number(noon), "other", "other", true, "net", false},
		{"a daily, in a room, by somebody of a chat", Number(noon), "other", "net", false, "net", false},
	} {
		x := newTable(t, hard, c.daily)
		x.play.Guests = c.guests
		x.show("ann")
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			from, err := tx.EnsureCommunity(c.from, "from", c.private, 0, "", noon)
			if err != nil {
				return err
			}
			a.Person.Network = c.of
			a.Community = from
			a.At = noon.Add(time.Hour)
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			_, err = x.play.Answer(tx, a, x.play.Judge(t.Context(), r, "8/(3-8/3)"))
			return err
		})
		if a := x.awardOf("ann"); a.Local != c.want || a.Points == 0 {
			t.Errorf("%s: %+v", c.what, a)
		}
	}
}

// If others have read a wrong answer of a person, the outcome of the next wrong one says so, whatever was wrong with the
// first.
func TestFirstMiss(t *testing.T) {
	for _, c := range []struct {
		before string
		openly bool
		want   bool
	}{
		{"2+3+4+5", true, true}, {"7+7", true, true}, {"what?", true, true}, {"2+3+4+5", false, false}, {"", false, false}, {"2*(3+4+5)", true, false},
	} {
		x := newTable(t, "24:2,3,4,5", 0)
		if c.before != "" {
			x.sends("ann", c.before, time.Minute, c.openly)
		}
		if took := x.sends("ann", "2+3", 2*time.Minute, true); took.What != Wrong || took.WasWrongBefore != c.want {
			t.Errorf("after %q, openly %t: %s, missed before %t", c.before, c.openly, took.What, took.WasWrongBefore)
		}
		if took := x.sends("ann", "2+3", 3*time.Minute, false); took.WasWrongBefore {
			t.Error("where nobody else reads, the person is not told what is wrong")
		}
	}
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("ann", "7+7", time.Minute, true)
	x.round = x.pose("24:2,3,4,5")
	if took := x.sends("ann", "2+3", 2*time.Minute, true); !took.WasWrongBefore {
		t.Error("a wrong answer in another game does not count")
	}
}

// A person is praised for a fast answer once a day at most.
func TestFastIsToldOnceADay(t *testing.T) {
	for after, want := range map[time.Duration]bool{time.Hour: false, 24 * time.Hour: false, 24*time.Hour + time.Second: true} {
		x := newTable(t, hard, 0)
		x.change(func(r *storage.Round) {
			r.Seconds = 60
			r.Level = fastFrom
		})
		if took := x.sends("ann", "8/(3-8/3)", 20*time.Second, true); !took.Fast {
			t.Fatalf("the first is not fast: %s, %v", took.What, took.Elapsed)
		}
		x.change(func(r *storage.Round) {
			next := parsed(t, "24:1,5,5,5")
			*r = storage.Round{
				Game: "24", Puzzle: next.ID(), Class: next.Face().Class(), CommunityID: x.club.ID, Level: 5, Seconds: 60,
				DealtAt: noon.Add(after),
			}
		})
		if took := x.sends("ann", "5*(5-1/5)", after+20*time.Second, true); took.Fast != want {
			t.Errorf("%v later: %s, fast %t", after, took.What, took.Fast)
		}
	}
}

// The minute in which others may win after an answer with two hints is one minute, whoever answers in it.
func TestRestOfTheOpenMinute(t *testing.T) {
	for _, c := range []struct {
		puzzle, first, second string
		isExhausted           bool
	}{
		{"24:1,2,3,4", "1*2*3*4", "(1+2+3)*4", false},
		{hard, "8/(3-8/3)", "8/(3-8/3)", true},
	} {
		x := newTable(t, c.puzzle, 0)
		x.at = noon.Add(65 * time.Second)
		for _, who := range []string{"ann", "bo"} {
			x.hint(who)
			x.hint(who)
		}
		answered := 70 * time.Second
		if took := x.sends("ann", c.first, answered, true); took.OpenFor != time.Minute {
			t.Errorf("%s: ann leaves it open for %v", c.puzzle, took.OpenFor)
		}
		if took := x.sends("bo", c.second, answered+20*time.Second, true); took.What != First || took.OpenFor != 40*time.Second {
			t.Errorf("%s: bo, %s, leaves it open for %v", c.puzzle, took.What, took.OpenFor)
		}
		if at := x.job(EndJob, x.round); c.isExhausted && !at.Equal(lastMoment(noon.Add(answered)).Add(OpenFor+Grace)) {
			t.Errorf("%s: it ends at %v", c.puzzle, at)
		}
	}
}

// If others could read an answer that should be hidden, the person is told how to send one that nobody reads, once in
// each game.
func TestFirstOpenAnswerInAGame(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	for i, c := range []struct {
		puzzle, text string
		openly       bool
		want         bool
	}{
		{"tchisla:49#7", "7*7", false, false},
		{"tchisla:49#7", "7*√(7*7)", true, true},
		{"tchisla:100#7", "(777-77)/7", true, false},
		{"countdown:1,3,5,7,25,50=312", "(50-5)*7-3-1", true, true},
		{"countdown:100,75,50,25,6,3=952", "100*(6+3)+50", true, false},
	} {
		x.round = x.pose(c.puzzle)
		took := x.sends("ann", c.text, time.Duration(i+1)*time.Minute, c.openly)
		if took.What != Noted || took.Publicly != c.want {
			t.Errorf("%s %s: %s, for the first time openly %t", c.puzzle, c.text, took.What, took.Publicly)
		}
	}
}

// Nobody else reads a sealed answer, even if the reply is public. So others may find the same solution.
func TestSealedAnswerIsNotOpen(t *testing.T) {
	for isSealed, want := range map[bool]What{true: Further, false: Known} {
		x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "ann")
			a.At = noon.Add(3 * time.Second)
			a.Sealed = isSealed
			_, err = x.play.Answer(tx, a, x.play.Judge(t.Context(), r, "2*(3+4+5)"))
			return err
		})
		if took := x.sends("bo", "2*(3+4+5)", 4*time.Second, false); took.What != want {
			t.Errorf("bo finds what ann said, sealed %t: %s, want %s", isSealed, took.What, want)
		}
	}
}

// The outcome of an answer in a race says how many solutions all people have found so far. The round stores when the
// first one came.
func TestFoundInARace(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	for i, c := range []struct {
		who, text string
		want      int
	}{{"ann", "1*2*3*4", 1}, {"bo", "(1+2+3)*4", 2}, {"cy", "1*2*3*4", 2}, {"ann", "(1+3)*(2+4)", 3}} {
		took := x.sends(c.who, c.text, time.Duration(i+1)*time.Minute, true)
		if took.Found != c.want {
			t.Errorf("%s %s: %s, %d are found, want %d", c.who, c.text, took.What, took.Found, c.want)
		}
		x.write(func(tx *storage.Tx) error {
			r, err := tx.RoundByID(x.round)
			if !r.SolvedAt.Equal(noon.Add(time.Minute)) || r.Best > 0 {
				t.Errorf("it was solved at %v, best %d", r.SolvedAt, r.Best)
			}
			return err
		})
	}
}

// After an award without points, another round of the puzzle may still pay.
func TestNothingIsNoPayment(t *testing.T) {
	for points, want := range map[int]bool{0: false, 1: true} {
		x := newTable(t, hard, 0)
		second := x.pose(hard)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			ann := x.act(tx, "ann").Person.ID
			if _, _, err := paymentFor(tx, r, storage.Award{RoundID: r.ID, PlayerID: ann}, storage.Award{Points: points, At: noon}, nil); err != nil {
				return err
			}
			f, err := FindFacts(tx, second, ann, IgnoreLocks, noon, NoAnswers)
			if f.PaidElsewhere != want {
				t.Errorf("after %d points another round has paid: %t", points, f.PaidElsewhere)
			}
			return err
		})
	}
}

// If a person sends the solution of a daily again, it is known, and does not count for the streak again.
func TestKnownAnswerOfADayCountsOnce(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", Number(noon))
	x.show("ann")
	x.wait()
	if took := x.answer("ann", "2*(3+4+5)"); took.Streak == nil {
		t.Fatalf("the first: %s", took.What)
	}
	if took := x.answer("ann", "(3+5+4)*2"); took.What != Known || took.Streak != nil || took.First == nil || took.Found != 1 {
		t.Errorf("said again: %s, streak %+v, %d found", took.What, took.Streak, took.Found)
	}
}

// A person who is too late learns how the round ended, once it has been awarded.
func TestTooLateLearnsTheEnd(t *testing.T) {
	x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
	x.change(func(r *storage.Round) {
		r.Lasts = time.Minute
		r.EndsAt = noon.Add(time.Minute)
	})
	if took := x.sends("ann", "100*(6+3)+50", 61*time.Second, false); took.What != TooLate || took.Ended != nil {
		t.Errorf("before it is awarded: %s, %+v", took.What, took.Ended)
	}
	x.at = noon.Add(time.Hour)
	x.ending()
	for _, text := range []string{"100*(6+3)+50", "what?"} {
		took := x.sends("ann", text, 2*time.Hour, false)
		if took.What != TooLate || took.Ended == nil || took.Ended.Round.Reason != TimeUp || took.Ended.Best.Best == "" {
			t.Errorf("%s, after: %s, %+v", text, took.What, took.Ended)
		}
	}
}

// The end of a contest shows what each person was paid for their best answer.
func TestEndOfAContestShowsPoints(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("ann", "7*√(7*7)", time.Minute, false)
	x.sends("bo", "7*7+7-7", 2*time.Minute, false)
	x.sends("bo", "7*7", 3*time.Minute, false)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		e, err := x.play.readAndEnd(tx, Act{At: noon.Add(time.Hour)}, r, TimeUp, r.Puzzle.Solve(t.Context()))
		if err != nil {
			return err
		}
		var got []string
		for _, s := range e.Standings {
			got = append(got, fmt.Sprint(s.PlayerName, " ", s.Text, " ", s.Points, " ", s.Stars))
		}
		if want := []string{"bo 7*7 50 3", "ann 7*√(7*7) 30 2"}; !slices.Equal(got, want) {
			t.Errorf("it ends %q, want %q", got, want)
		}
		return nil
	})
}

// A daily pays for its day, and a dealt puzzle for the date where it is played.
func TestDayOfAnAward(t *testing.T) {
	tokyo := storage.Community{Zone: "Asia/Tokyo"}
	late := noon.Add(6 * time.Hour)
	for _, c := range []struct {
		r    Round
		want int
	}{
		{Round{Round: storage.Round{Daily: 1}}, 1},
		{Round{Round: storage.Round{Daily: 61}}, 61},
		{Round{}, Number(late)},
		{Round{Community: tokyo}, Number(late) + 1},
	} {
		if got := dayOfAward(c.r, late); got != UnixDay(c.want) {
			t.Errorf("%+v pays for day %d, want %d", c.r.Round, got, UnixDay(c.want))
		}
	}
}

// A person who gives up takes part, even in a daily. A person who leaves a round for the next one has seen its
// solution.
func TestGivingUpIsTakingPart(t *testing.T) {
	x := newTable(t, hard, Number(noon))
	x.giveUp("ann")
	x.write(func(tx *storage.Tx) error {
		attempt, err := attemptOf(tx, x.round, x.act(tx, "ann").Person.ID)
		if !attempt.TookPart || attempt.GaveUpAt.IsZero() {
			t.Errorf("ann's attempt is %+v", attempt)
		}
		return err
	})
	x = newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "bo")
		a.Admin = true
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.Leave(tx, a, x.round, r.Puzzle.Solve(t.Context()))
		return err
	})
	if !x.seen("bo") || x.seen("cy") {
		t.Errorf("bo, who left, has seen the solution %t, cy %t", x.seen("bo"), x.seen("cy"))
	}
}

// A near answer that is too far away to be worth anything is wrong.
func TestFarAwayIsWrong(t *testing.T) {
	x := newTable(t, "countdown:1,3,5,7,25,50=312", 0)
	for text, want := range map[string]What{"(50-5)*7-3-1": Noted, "50+25": Wrong} {
		if took := x.answer("ann", text); took.What != want || took.HasWorth != (want == Noted) {
			t.Errorf("%s: %s, takes part %t", text, took.What, took.HasWorth)
		}
	}
}

// A person who comes near the goal of a past daily has not seen a solution by that.
func TestNearIsNotSeen(t *testing.T) {
	x := newTable(t, "countdown:1,3,5,7,25,50=312", Number(noon)-5)
	for _, c := range []struct {
		text string
		want bool
	}{{"(50-5)*7-3-1", false}, {"(50-5)*7-3", true}} {
		if took := x.answer("ann", c.text); took.What != Practised || x.seen("ann") != c.want {
			t.Errorf("%s: %s, seen %t", c.text, took.What, x.seen("ann"))
		}
	}
}

// On the board of solutions a solution of a custom puzzle does not count.
func TestChosenNumbersAreNoHunt(t *testing.T) {
	x := newTable(t, hard, 0)
	x.change(func(r *storage.Round) { r.Custom = true })
	x.sends("ann", hardSolution, time.Minute, true)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		if err := tx.Join(x.club.ID, ann, noon); err != nil {
			return err
		}
		s, _, err := storage.Found(tx.StandingOf(storage.Board{CommunityID: x.club.ID, Game: storage.Hunt}, ann))
		if s.Points != 0 {
			t.Errorf("%d solutions are counted", s.Points)
		}
		return err
	})
}
