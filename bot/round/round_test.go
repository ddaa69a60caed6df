package round

import (
	"context"
	"slices"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A custom puzzle is for fun if it cannot be said who chose its numbers: a link brought them, or the person is
// forgotten.
func TestForFun(t *testing.T) {
	for _, c := range []struct {
		own        bool
		wish, name string
		want       bool
	}{
		{true, "0", "ann", false},
		{true, "", "ann", true},
		{true, "0", "", true},
		{false, "", "", false},
	} {
		r := Round{Round: storage.Round{Custom: c.own, Wish: c.wish, AskerName: c.name}}
		if got := r.IsForFun(); got != c.want {
			t.Errorf("%+v is for fun: %t", c, got)
		}
	}
}

// A community may set how long clocks last, in the games that have one. In a match every game has a clock.
func TestClocks(t *testing.T) {
	countdown, _ := games.ByName("countdown")
	twentyFour, _ := games.ByName("24")
	usual := time.Duration(countdown.Rules().Seconds) * time.Second
	for _, c := range []struct {
		g           engine.Game
		seconds     int
		want, match time.Duration
	}{
		{countdown, 0, usual, usual},
		{countdown, 90, 90 * time.Second, 90 * time.Second},
		{twentyFour, 0, 0, matchClock},
		{twentyFour, 90, 0, 90 * time.Second},
	} {
		community := storage.Community{Seconds: c.seconds}
		if got := Clock(community, c.g); got != c.want {
			t.Errorf("%s, %d seconds are set: %v", c.g.Name(), c.seconds, got)
		}
		if got := (Match{Community: community, Game: c.g}).Clock(); got != c.match {
			t.Errorf("a match of %s, %d seconds are set: %v", c.g.Name(), c.seconds, got)
		}
	}
}

// An answer that was sent before the end of a round counts, however late it is read, unless the round was
// solved, given up or never shown.
func TestWhatComesTooLate(t *testing.T) {
	before, end, after := noon.Add(-time.Second), noon, noon.Add(time.Second)
	late := noon.Add(3 * time.Second)
	for _, c := range []struct {
		what   string
		r      storage.Round
		at     time.Time
		isOver bool
		isOpen bool
	}{
		{"open", storage.Round{}, after, false, true},
		{"a clock runs", storage.Round{EndsAt: end}, before, false, true},
		{"at the end of the clock", storage.Round{EndsAt: end}, end, false, true},
		{"after the end of the clock", storage.Round{EndsAt: end}, after, true, false},
		{"time is up, sent in time", storage.Round{EndsAt: end, ClosedAt: late, Reason: TimeUp}, end, false, true},
		{"time is up, sent later", storage.Round{EndsAt: end, ClosedAt: late, Reason: TimeUp}, after, true, false},
		{"a day is over, sent in time", storage.Round{ClosedAt: end, Reason: TimeUp}, before, false, true},
		{"a day is over, sent then", storage.Round{ClosedAt: end, Reason: TimeUp}, end, false, false},
		{"a day is over, sent later", storage.Round{ClosedAt: end, Reason: TimeUp}, after, true, false},
		{"solved before", storage.Round{ClosedAt: end, Reason: Solved}, before, true, true},
		{"given up before", storage.Round{ClosedAt: end, Reason: GivenUp}, before, true, true},
		{"never shown", storage.Round{ClosedAt: end, Reason: Unshown}, before, true, true},
		{"replaced, sent in time", storage.Round{ClosedAt: end, Reason: Replaced}, end, false, false},
		{"replaced, sent later", storage.Round{ClosedAt: end, Reason: Replaced}, after, true, false},
		{"expired, sent in time", storage.Round{ClosedAt: end, Reason: Expired}, end, false, false},
		{"stopped, sent later", storage.Round{ClosedAt: end, Reason: Stopped}, after, true, false},
		{"void, sent in time", storage.Round{ClosedAt: end, Reason: Void}, before, false, true},
	} {
		r := Round{Round: c.r}
		if got := r.Over(c.at); got != c.isOver {
			t.Errorf("%s is over: %t", c.what, got)
		}
		if got := r.wasOpen(c.at); got != c.isOpen {
			t.Errorf("%s was open: %t", c.what, got)
		}
	}
}

// The time of an answer counts from when the puzzle was dealt or, on a clock, from when the clock began. If a
// network gives whole seconds, it is rounded up, and is one second at least.
func TestTimeTaken(t *testing.T) {
	dealt := storage.Round{DealtAt: noon.Add(500 * time.Millisecond)}
	for _, c := range []struct {
		r     storage.Round
		after time.Duration
		want  time.Duration
	}{
		{storage.Round{DealtAt: noon}, 1500 * time.Millisecond, 1500 * time.Millisecond},
		{storage.Round{DealtAt: noon}, 2 * time.Second, 2 * time.Second},
		{storage.Round{DealtAt: noon}, 0, time.Second},
		{storage.Round{DealtAt: noon}, -time.Minute + time.Millisecond, 0},
		{dealt, 2 * time.Second, 2 * time.Second},
		{storage.Round{DealtAt: noon, Lasts: time.Minute, EndsAt: noon.Add(70 * time.Second)}, 15 * time.Second, 5 * time.Second},
		{storage.Round{DealtAt: noon, Lasts: time.Minute}, 15 * time.Second, 15 * time.Second},
		{storage.Round{DealtAt: noon, EndsAt: noon.Add(time.Hour)}, 15 * time.Second, 15 * time.Second},
	} {
		if got := (Round{Round: c.r}).elapsed(noon.Add(c.after)); got != c.want {
			t.Errorf("%+v, after %v: %v, want %v", c.r, c.after, got, c.want)
		}
	}
	daily := Round{Round: storage.Round{Daily: 1, DealtAt: noon}, ShownAt: noon.Add(time.Minute)}
	if got := daily.elapsed(noon.Add(time.Minute + 1234567*time.Nanosecond)); got != time.Millisecond {
		t.Errorf("a daily was opened %v ago", got)
	}
	if got := daily.elapsed(noon); got != time.Second {
		t.Errorf("a daily that opens later, on a network of whole seconds: %v", got)
	}
	if got := daily.elapsed(noon.Add(time.Millisecond)); got != 0 {
		t.Errorf("a daily that opens later was opened %v ago", got)
	}
	if got := (Round{Round: storage.Round{Daily: 1}}).elapsed(noon); got != 0 {
		t.Errorf("a daily that was not opened was opened %v ago", got)
	}
}

// A round that a person plays alone stays open for ever, a contest for a day, and a round on a clock until a
// few seconds after its end. A round that was never delivered ends after two minutes.
func TestWhenARoundEndsByItself(t *testing.T) {
	alone := mode.Modes(nil).Of("", mode.Private, false)
	contest := mode.Modes(nil).Of("", mode.Together, true)
	for what, c := range map[string]struct {
		r      Round
		reason string
		at     time.Time
	}{
		"alone":           {Round{Mode: alone, Round: storage.Round{DealtAt: noon}}, Expired, noon.Add(never)},
		"a contest":       {Round{Mode: contest, Round: storage.Round{DealtAt: noon, EndsAt: noon.Add(idleFor)}}, TimeUp, noon.Add(idleFor + Grace)},
		"a clock":         {Round{Mode: contest, Round: storage.Round{Lasts: time.Minute, EndsAt: noon}}, TimeUp, noon.Add(3 * time.Second)},
		"never delivered": {Round{Mode: contest, Round: storage.Round{DealtAt: noon, Lasts: time.Minute}}, Unshown, noon.Add(2 * time.Minute)},
		"it gave way":     {Round{Mode: mode.Mode{Pay: mode.PayFirst}, Round: storage.Round{EndsAt: noon}}, Replaced, noon},
	} {
		reason, at, err := whyEnds(nil, c.r, engine.Solution{}, nil)
		if err != nil || reason != c.reason || !at.Equal(c.at) {
			t.Errorf("%s: %q at %v, %v", what, reason, at, err)
		}
	}
}

// Only a game with records has stars: three for the best known answer, and at least one for any right answer.
func TestStars(t *testing.T) {
	tchisla, _ := games.ByName("tchisla")
	countdown, _ := games.ByName("countdown")
	for measure, want := range map[int]int{4: 3, 5: 3, 6: 2, 7: 1, 8: 1} {
		if got := Stars(tchisla, measure, 5); got != want {
			t.Errorf("%d where 5 is best: %d stars, want %d", measure, got, want)
		}
	}
	if got := Stars(countdown, 0, 0); got != 0 {
		t.Errorf("a game without records: %d stars", got)
	}
	if got := StarsPaid(countdown, 50, 0, 50); got != 0 {
		t.Errorf("a game without records was paid for %d stars", got)
	}
}

// A class of puzzles pays a person in only one round.
func TestClassPaysOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		ann := x.act(tx, "ann").Person.ID
		for isElse, want := range map[bool]bool{true: false, false: true} {
			pays, err := paysFor(tx, r, ann, &Facts{PaidElsewhere: isElse})
			if err != nil || pays != want {
				t.Errorf("another round pays ann, %t: this one does, %t, %v", isElse, pays, err)
			}
		}
		return nil
	})
}

// A search that may take longer than people wait lets the other requests of the chat go on first. A shorter
// one does so, too, unless it is quick.
func TestLongSearchLeavesTheQueue(t *testing.T) {
	for most, want := range map[time.Duration]int{2 * time.Second: 0, 2*time.Second + 1: 1} {
		p, _ := newPlay(t)
		left := 0
		ctx := context.WithValue(t.Context(), BeforeSearch{}, func() { left++ })
		if _, err := p.Search(ctx, storage.Player{}, parsed(t, hard), most); err != nil {
			t.Fatal(err)
		}
		if left != want {
			t.Errorf("a search of %v leaves the queue %d times", most, left)
		}
	}
}

// The job of a puzzle on a clock runs a moment after its end, when the answers that were sent in time have
// been read.
func TestClockIsLookedAtAfterItsEnd(t *testing.T) {
	const puzzle = "countdown:100,75,50,25,6,3=952"
	x := newTable(t, puzzle, 0)
	x.change(func(r *storage.Round) { r.Lasts = time.Minute })
	x.write(func(tx *storage.Tx) error {
		_, _, err := x.play.Delivered(tx, x.club.ID, "m", x.round, true, noon)
		return err
	})
	end := noon.Add(time.Minute + Grace)
	if at := x.job(EndJob, x.round); !at.Equal(end) {
		t.Errorf("it is looked at again at %v, want %v", at, end)
	}
	x.write(func(tx *storage.Tx) error {
		e, err := x.play.End(tx, PendingEnd{Round: must(x.play.Round(tx, x.round))(t), solving: true}, end)
		if e != nil {
			t.Error("it ends while it is searched")
		}
		return err
	})
	if at := x.job(EndJob, x.round); !at.Equal(end.Add(Grace)) {
		t.Errorf("while it is searched, it is looked at again at %v, want %v", at, end.Add(Grace))
	}
}

// An answer is compared with the record, if that is better than what the solver found.
func TestEndIsMeasuredByTheRecord(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.change(func(r *storage.Round) { r.EndsAt = noon.Add(idleFor) })
	x.write(func(tx *storage.Tx) error {
		return SaveRecord(tx, Record{Puzzle: "tchisla:49#7", Measure: 2, Text: "7*7", At: noon, PlayerID: x.act(tx, "bo").Person.ID})
	})
	x.sends("ann", "7*7+7-7", time.Minute, true)
	worse := engine.Solution{Best: "7*7+7-7", Measure: 4}
	x.write(func(tx *storage.Tx) error {
		r := must(x.play.Round(tx, x.round))(t)
		now, err := x.play.Progress(tx, Act{At: r.DealtAt}, r, worse)
		if err != nil || now.Best.Measure != 2 || len(now.Standings) != 1 || now.Standings[0].Stars == Stars(r.Game, 2, 2) {
			t.Errorf("it stands at %+v (%v)", now, err)
		}
		e, err := x.play.End(tx, PendingEnd{Round: r, Solution: worse}, noon.Add(idleFor+Grace))
		if err != nil || e == nil || e.Best.Measure != 2 || e.Standings[0].Stars == Stars(r.Game, 2, 2) {
			t.Errorf("it ends as %+v (%v)", e, err)
			return err
		}
		if want := r.worth(r.Game.Quality(4, 2), 0); e.Standings[0].Points != want {
			t.Errorf("ann has %d points, want %d", e.Standings[0].Points, want)
		}
		return nil
	})
}

// If a solution was found only by practice that nobody could read, it counts as left: it may still be paid.
func TestWhatIsLeftToFind(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	x.write(func(tx *storage.Tx) error {
		r := must(x.play.Round(tx, x.round))(t)
		s := r.Puzzle.Solve(t.Context())
		form := func(i int) string { return r.Puzzle.Judge(s.All[i]).Form }
		open, secret := storage.Answer{Form: form(0)}, storage.Answer{Form: form(1), Practice: true}
		both := storage.Answer{Form: form(0), Practice: true}
		e, err := x.play.fullEnding(tx, r, s, []storage.Answer{open, secret, both})
		if n := len(s.All); err != nil || len(e.Missed) != n-2 || e.Left != n-1 {
			t.Errorf("of %d solutions %d are missed and %d are left (%v)", n, len(e.Missed), e.Left, err)
		}
		return nil
	})
}

// If people play together on a clock or in a contest, nobody is shown a solution before the end.
func TestWhereSolutionsWaitForTheEnd(t *testing.T) {
	alone, together := mode.Modes(nil).Of("", mode.Private, true), mode.Modes(nil).Of("", mode.Together, true)
	clock, contest := storage.Round{Lasts: time.Minute}, storage.Round{EndsAt: noon}
	for _, c := range []struct {
		r    Round
		want bool
	}{
		{Round{Mode: together, Round: clock}, true}, {Round{Mode: together, Round: contest}, true}, {Round{Mode: together}, false},
		{Round{Mode: alone, Round: clock}, false}, {Round{Mode: alone}, false},
	} {
		if got := c.r.ShowsAtEnd(); got != c.want {
			t.Errorf("%s, %+v: %t", c.r.Mode.Name, c.r.Round, got)
		}
	}
}

// A record is the best solution if it beats what the solver found, or if the solver found nothing. Its text is
// written as the puzzle writes answers.
func TestRecordBeatsTheSolver(t *testing.T) {
	puzzle := parsed(t, "tchisla:49#7")
	for _, c := range []struct {
		found   engine.Solution
		measure int
		text    string
		want    string
	}{
		{engine.Solution{Best: "7*7", Measure: 2, All: []string{"7*7"}}, 2, "7 * 7", "7*7"},
		{engine.Solution{Best: "7*7+7-7", Measure: 4, All: []string{"7*7+7-7"}}, 2, "7 * 7", puzzle.Judge("7*7").Text},
		{engine.Solution{}, 2, "7 * 7", puzzle.Judge("7*7").Text},
		{engine.Solution{}, 2, "no longer read", "no longer read"},
	} {
		got := WithRecord(puzzle, c.found, c.measure, c.text)
		if got.Best != c.want || got.Measure != 2 || !slices.Equal(got.All, []string{c.want}) {
			t.Errorf("%q beside %q: %+v", c.text, c.found.Best, got)
		}
	}
}

// If a search was cut short, nobody knows whether all solutions are found.
func TestUnfinishedSearchExhaustsNothing(t *testing.T) {
	x := newTable(t, hard, 0)
	all := []storage.Answer{{Form: "one"}}
	x.write(func(tx *storage.Tx) error {
		r := must(x.play.Round(tx, x.round))(t)
		for _, isComplete := range []bool{false, true} {
			if got := isExhausted(r, all, engine.Solution{All: []string{"one"}, Complete: isComplete}); got != isComplete {
				t.Errorf("the search is complete: %t, nothing is left: %t", isComplete, got)
			}
		}
		return nil
	})
}
