package round

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/twentyfour"
	"reckon/storage"
)

// gameOf returns the game of a puzzle.
func gameOf(id string) engine.Game {
	name, _, _ := strings.Cut(id, ":")
	game, _ := games.ByName(name)
	return game
}

// dealt deals a puzzle for a person. own reports whether they typed its numbers.
func (x *table) dealt(who, id string, own bool) (d Deal, err error) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		pick := Pick{Game: gameOf(id), Puzzle: parsed(x.t, id), Custom: own, Solvable: true}
		d, err = x.play.Deal(tx, x.act(tx, who), pick, 0)
		return nil
	})
	return d, err
}

// If a person asks for a puzzle of the game of an open contest, the contest is shown again. If they typed
// numbers, they are told how long the contest lasts.
func TestTypedNumbersBesideAContest(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	contest, err := x.dealt("ann", "tchisla:49#7", false)
	if err != nil || !contest.Round.IsContest() {
		t.Fatalf("no contest is dealt: %v", err)
	}
	x.at = noon.Add(time.Hour)
	again, err := x.dealt("bo", "tchisla:100#7", false)
	if err != nil || !again.Again || again.Round.ID != contest.Round.ID {
		t.Errorf("asked for another one: round %d, again %v, %v", again.Round.ID, again.Again, err)
	}
	_, err = x.dealt("bo", "tchisla:100#7", true)
	var running *RunningError
	if !errors.As(err, &running) || !running.Contest || running.Left != 23*time.Hour {
		t.Errorf("typed numbers: %v", err)
	}
}

// A puzzle on a clock ends by itself, so it is not counted among the two that a person may have open.
func TestClockIsNoOpenDeal(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	// The one that is open gives way.
	x.at = noon.Add(quitFor)
	for _, id := range []string{"24:2,3,4,5", "countdown:100,75,50,25,6,3=952"} {
		if _, err := x.dealt("ann", id, false); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	if _, err := x.dealt("ann", hard, false); err != nil {
		t.Errorf("a second race beside a clock: %v", err)
	}
}

// A race makes room for another once nobody has answered it, or pressed one of its buttons, for two minutes.
func TestGivesWay(t *testing.T) {
	for _, c := range []struct{ pressed, answered, asked time.Duration }{
		{time.Minute, 10 * time.Minute, 12 * time.Minute},
		{10 * time.Minute, time.Minute, 12 * time.Minute},
	} {
		for early, want := range map[time.Duration]bool{time.Second: false, 0: true} {
			x := newTable(t, hard, 0)
			x.at = noon.Add(c.pressed)
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				return x.play.MakeCurrent(tx, x.act(tx, "ann"), r)
			})
			x.sends("bo", "8*3+3-8", c.answered, true)
			x.at = noon.Add(c.asked - early)
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				got, err := givesWay(tx, x.act(tx, "cy"), r)
				if got != want {
					t.Errorf("pressed after %v and answered after %v, at %v it gives way: %v", c.pressed, c.answered, c.asked-early, got)
				}
				return err
			})
		}
	}
}

// A round on a clock makes no room for another, however long nobody has touched it: it ends by itself.
func TestClockMakesNoRoom(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(time.Hour)
	for lasts, want := range map[time.Duration]bool{0: true, 2 * time.Hour: false} {
		x.change(func(r *storage.Round) { r.Lasts = lasts })
		x.write(func(tx *storage.Tx) error {
			got, err := givesWay(tx, x.act(tx, "cy"), must(x.play.Round(tx, x.round))(t))
			if got != want {
				t.Errorf("a round of %v gives way: %v, want %v", lasts, got, want)
			}
			return err
		})
	}
}

// If typed numbers are a puzzle of a live daily, the person is led to that daily once it has begun for them.
// Before that the numbers are dealt: a refusal would tell them tomorrow's puzzle.
func TestTypedNumbersOfADaily(t *testing.T) {
	for ahead, want := range map[int]bool{0: true, 1: false} {
		x := newTable(t, "conundrum:CATBRIERS", 0)
		x.write(func(tx *storage.Tx) error {
			puzzle, err := games.Parse(hard)
			if err != nil {
				return err
			}
			return AddDaily(tx, Number(noon)+ahead, "24", hard, puzzle.Face().Class())
		})
		_, err := x.dealt("ann", hard, true)
		var ofDay *DailyError
		if got := errors.As(err, &ofDay); got != want {
			t.Errorf("the daily of %d days ahead: %v", ahead, err)
		}
		if want && (!ofDay.Today || ofDay.Number != Number(noon) || ofDay.Game.Name() != "24") {
			t.Errorf("today's: %+v", ofDay)
		}
	}
	// Yesterday's is live elsewhere, and today's is the newer of two.
	for _, days := range [][]int{{-1}, {-1, 0}} {
		x := newTable(t, "conundrum:CATBRIERS", 0)
		x.write(func(tx *storage.Tx) error {
			for _, ahead := range days {
				if err := AddDaily(tx, Number(noon)+ahead, "24", hard, parsed(t, hard).Face().Class()); err != nil {
					return err
				}
			}
			return nil
		})
		_, err := x.dealt("ann", hard, true)
		var ofDay *DailyError
		isToday := len(days) == 2
		if !errors.As(err, &ofDay) || ofDay.Today != isToday || ofDay.Number != Number(noon)+days[len(days)-1] {
			t.Errorf("the dailies of %v days ahead: %+v, %v", days, ofDay, err)
		}
	}
}

// leaves asks for a puzzle for a person who leaves a round for it.
func (x *table) leaves(who, id string, left int64) (err error) {
	x.t.Helper()
	return x.try(func(tx *storage.Tx) error {
		_, err := x.play.Deal(tx, x.act(tx, who), Pick{Game: gameOf(id), Puzzle: parsed(x.t, id), Solvable: true}, left)
		return err
	})
}

// A person may have two open puzzles that nobody has solved. If they ask for a third one, they are asked
// whether the oldest shall end, unless they leave one of the two. They may not leave another person's puzzle.
func TestThirdPuzzleOfAPerson(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	x.at = noon.Add(quitFor)
	first, err := x.dealt("ann", "24:2,3,4,5", false)
	if err != nil {
		t.Fatal(err)
	}
	second, err := x.dealt("ann", hard, false)
	if err != nil {
		t.Fatal(err)
	}
	other, err := x.dealt("bo", "24:1,2,3,4", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []int64{0, other.Round.ID} {
		var surplus *SurplusError
		if err := x.leaves("ann", "24:1,5,10,10", left); !errors.As(err, &surplus) || surplus.Oldest.ID != first.Round.ID {
			t.Errorf("a third puzzle, round %d is left: %v", left, err)
		}
	}
	if err := x.leaves("ann", "24:1,5,10,10", second.Round.ID); err != nil {
		t.Errorf("a third puzzle for the second: %v", err)
	}
}

// In a group at most three puzzles are open. The oldest that nobody has touched for two minutes makes room for
// a fourth one. If there is no such puzzle, the fourth is refused.
func TestFourthPuzzleOfAGroup(t *testing.T) {
	for what, c := range map[string]struct {
		answered []int
		after    time.Duration
		want     int
	}{
		"all are fresh":              {nil, 2*time.Minute - time.Second, -1},
		"nobody has touched any":     {nil, 2 * time.Minute, 0},
		"the oldest was answered":    {[]int{0}, 2 * time.Minute, 1},
		"the older two were":         {[]int{0, 1}, 2 * time.Minute, 2},
		"all of them were, lately":   {[]int{0, 1, 2}, 2 * time.Minute, -1},
		"the middle one was, lately": {[]int{1}, 2 * time.Minute, 0},
	} {
		x := newTable(t, hard, 0)
		open := []int64{x.round, x.pose(hard), x.pose(hard)}
		for _, i := range c.answered {
			x.round = open[i]
			x.sends("cy", "8*3+3-8", time.Minute, true)
		}
		x.at = noon.Add(c.after)
		_, err := x.dealt("ann", "24:2,3,4,5", false)
		if errors.Is(err, ErrFull) != (c.want < 0) {
			t.Errorf("%s: %v", what, err)
		}
		x.write(func(tx *storage.Tx) error {
			for i, id := range open {
				r, err := tx.RoundByID(id)
				if err != nil {
					return err
				}
				if gave := !r.EndsAt.IsZero(); gave != (i == c.want) || gave && !r.EndsAt.Equal(x.at) {
					t.Errorf("%s: puzzle %d ends at %v", what, i+1, r.EndsAt)
				}
			}
			return nil
		})
		if c.want >= 0 && !x.job(EndJob, open[c.want]).Equal(x.at) {
			t.Errorf("%s: the puzzle that gives way ends at %v", what, x.job(EndJob, open[c.want]))
		}
	}
}

// At a place only one clock runs at a time, until the moment at which it ends. A clock whose puzzle is not
// delivered yet counts as a whole.
func TestOneClockAtAPlace(t *testing.T) {
	const first, second = "countdown:100,75,50,25,6,3=952", "countdown:1,3,5,7,25,50=312"
	x := newTable(t, "conundrum:CATBRIERS", 0)
	d, err := x.dealt("ann", first, false)
	if err != nil || d.Round.Lasts == 0 {
		t.Fatalf("no clock: %v", err)
	}
	var running *RunningError
	if _, err := x.dealt("bo", second, false); !errors.As(err, &running) || running.Left != d.Round.Lasts {
		t.Errorf("before it is delivered: %v", err)
	}
	if at := x.job(EndJob, d.Round.ID); !at.Equal(noon.Add(deliverFor)) {
		t.Errorf("it is looked at again at %v", at)
	}
	x.write(func(tx *storage.Tx) error {
		_, _, err := x.play.Delivered(tx, x.club.ID, "m", d.Round.ID, true, noon)
		return err
	})
	x.at = noon.Add(d.Round.Lasts - time.Second)
	if _, err := x.dealt("bo", second, false); !errors.As(err, &running) || running.Left != time.Second {
		t.Errorf("a second before its end: %v", err)
	}
	again, err := x.dealt("bo", first, false)
	if err != nil || !again.Again || again.Round.ID != d.Round.ID {
		t.Errorf("the same puzzle is shown again: %v, %v", again.Again, err)
	}
	x.at = noon.Add(d.Round.Lasts)
	if _, err := x.dealt("bo", second, false); err != nil {
		t.Errorf("at its end: %v", err)
	}
}

// If messages at a place are held back for more than three seconds, no clock begins there. A puzzle without a
// clock is dealt.
func TestNoClockWhereMessagesWait(t *testing.T) {
	for delay, want := range map[time.Duration]error{3 * time.Second: nil, 3*time.Second + 1: ErrTooBusy} {
		for id, err := range map[string]error{"countdown:100,75,50,25,6,3=952": want, hard: nil} {
			x := newTable(t, "24:1,2,3,4", 0)
			got := x.try(func(tx *storage.Tx) error {
				a := x.act(tx, "ann")
				a.Delay = func() time.Duration { return delay }
				_, err := x.play.Deal(tx, a, Pick{Game: gameOf(id), Puzzle: parsed(t, id), Solvable: true}, 0)
				return err
			})
			if !errors.Is(got, err) {
				t.Errorf("%s where messages wait for %v: %v", id, delay, got)
			}
		}
	}
}

// A puzzle of a live daily is dealt to nobody.
func TestPuzzleOfALiveDailyIsNotDealt(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) error {
		return AddDaily(tx, Number(noon), "24", hard, parsed(t, hard).Face().Class())
	})
	if _, err := x.dealt("ann", hard, false); !errors.Is(err, ErrDailyPuzzle) {
		t.Errorf("a puzzle of today: %v", err)
	}
	x.at = SolutionsFrom(Number(noon))
	if _, err := x.dealt("ann", hard, false); err != nil {
		t.Errorf("when its day is over: %v", err)
	}
}

// A puzzle that a person knew when it was dealt pays them nothing, and pays the others as usual.
func TestKnownWhenDealt(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) error {
		game, _ := games.ByName("24")
		d, err := x.play.Deal(tx, x.act(tx, "ann"), Pick{Game: game, Puzzle: parsed(t, hard), Known: true, Solvable: true}, 0)
		x.round = d.Round.ID
		return err
	})
	x.at = noon.Add(time.Minute)
	if took := x.answer("ann", "8/(3-8/3)"); took.Practice != SeenBefore || took.Points != 0 {
		t.Errorf("ann, who knew it: %q, %d points", took.Practice, took.Points)
	}
}

// A round stores whether its numbers were typed.
func TestRoundKeepsThatItWasTyped(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	for id, own := range map[string]bool{hard: true, "24:2,3,4,5": false} {
		d, err := x.dealt("ann", id, own)
		if err != nil {
			t.Fatal(err)
		}
		x.write(func(tx *storage.Tx) error {
			r, err := tx.RoundByID(d.Round.ID)
			if r.Custom != own {
				t.Errorf("typed %t: %+v", own, r)
			}
			return err
		})
	}
}

// A round stores who asked for it, and what they asked for. If a link named the puzzle, it stores no wish.
func TestRoundKeepsWhatItWasDealtBy(t *testing.T) {
	for isShared, want := range map[bool]string{false: "3 option", true: ""} {
		x := newTable(t, "24:1,2,3,4", 0)
		x.write(func(tx *storage.Tx) error {
			game, _ := games.ByName("24")
			a := x.act(tx, "ann")
			a.Channel = "side"
			pick := Pick{Game: game, Puzzle: parsed(t, hard), Level: 3, Option: "option", IsShared: isShared, Solvable: true}
			d, err := x.play.Deal(tx, a, pick, 0)
			if err != nil {
				return err
			}
			r, err := tx.RoundByID(d.Round.ID)
			if r.Wish != want || r.Channel != "side" || r.AskerID != a.Person.ID || r.CommunityID != x.club.ID || r.Custom || r.Class == "" {
				t.Errorf("by a link, %t: %+v", isShared, r)
			}
			return err
		})
	}
}

// Typed numbers make a custom puzzle. The Pick says whether it has a solution, or whether it surely has none.
func TestTypedNumbersAreSolved(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	var a Act
	x.write(func(tx *storage.Tx) error {
		a = x.act(tx, "ann")
		return nil
	})
	for _, c := range []struct {
		game, text       string
		solvable, proven bool
	}{
		{"24", "3 3 8 8", true, true},
		{"24", "1 1 1 1", false, true},
		// Nothing hits the target, but something comes near.
		{"countdown", "1 1 2 2 3 3 400", true, true},
	} {
		g, _ := games.ByName(c.game)
		d, err := x.play.Draw(t.Context(), a, g, 2, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if !d.Custom || d.Level != 2 || d.Solvable != c.solvable || d.Proven != c.proven {
			t.Errorf("%s: own %t, level %d, solvable %t, proven %t", c.text, d.Custom, d.Level, d.Solvable, d.Proven)
		}
	}
}

// If no level is set, the first puzzle of a group is very easy. Each puzzle that paid somebody is followed by
// a harder one, up to the fifth. A level that is named, or set for the group, is used as it is.
func TestFirstPuzzlesAreEasy(t *testing.T) {
	group := Act{Community: storage.Community{Key: "group"}}
	alone := Act{Community: storage.Community{Key: "alone", Private: true}}
	able := Learnt{Attempts: rating.ShownFrom}
	for _, c := range []struct {
		what   string
		a      Act
		level  engine.Level
		lately lastRounds
		want   engine.Level
	}{
		{"the first", group, engine.AnyLevel, lastRounds{}, 1},
		{"after one", group, engine.AnyLevel, lastRounds{Paid: 1}, 2},
		{"after three", group, engine.AnyLevel, lastRounds{Paid: 3}, 4},
		{"after four", group, engine.AnyLevel, lastRounds{Paid: 4}, engine.AnyLevel},
		{"a level is set", group, 3, lastRounds{}, 3},
		{"alone", alone, engine.AnyLevel, lastRounds{}, 1},
		{"alone, able", alone, engine.AnyLevel, lastRounds{Ability: able}, engine.AnyLevel},
		{"in a group, able", group, engine.AnyLevel, lastRounds{Ability: able}, 1},
		{"nowhere", Act{}, engine.AnyLevel, lastRounds{}, engine.AnyLevel},
	} {
		if got := firstLevel(c.a, c.level, c.lately); got != c.want {
			t.Errorf("%s: level %d, want %d", c.what, got, c.want)
		}
	}
}

// A puzzle is not drawn if the person has seen it, or if the place has had it lately.
func TestDrawsWhatIsNew(t *testing.T) {
	var first engine.Puzzle
	for _, how := range []string{"nothing is known", "seen", "dealt"} {
		x := newTable(t, "conundrum:CATBRIERS", 0)
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, "ann")
			if how == "seen" {
				return MarkSeen(tx, a.Person.ID, first.Face().Class(), 0)
			}
			return nil
		})
		if how == "dealt" {
			x.pose(first.ID())
		}
		d, err := x.play.Draw(t.Context(), a, x.play.Game("24"), 1, "")
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = d.Puzzle
		} else if d.Puzzle.ID() == first.ID() {
			t.Errorf("%s: %s is drawn again", how, first.ID())
		}
	}
}

// A new puzzle becomes the current one of everybody at the place. The round has the name and the language of
// the person who asked for it. If anybody asks for the same puzzle again, it becomes the current one of all
// again.
func TestWhatADealLeaves(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	deal := func(who, id string) (d Deal) {
		x.write(func(tx *storage.Tx) (err error) {
			a := x.act(tx, who)
			a.Channel = "side"
			a.Person.Locale = "zh"
			d, err = x.play.Deal(tx, a, Pick{Game: gameOf(id), Puzzle: parsed(t, id), Solvable: true}, 0)
			return err
		})
		return d
	}
	meant := func(who string) (id int64) {
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, who)
			a.Channel = "side"
			id = x.candidates(tx, a).Current
			return nil
		})
		return id
	}
	first := deal("ann", hard).Round
	if r := first.Round; r.AskerName != "ann" || r.AskerLocale != "zh" || r.Channel != "side" || meant("cy") != r.ID {
		t.Errorf("asked for by %q in %q at %q; cy is at round %d", r.AskerName, r.AskerLocale, r.Channel, meant("cy"))
	}
	if at := x.job(EndJob, first.ID); !at.Equal(noon.Add(idleFor)) {
		t.Errorf("it is looked at again at %v", at)
	}
	second := deal("bo", "24:2,3,4,5").Round
	if got := meant("cy"); got != second.ID {
		t.Errorf("after the second puzzle cy is at round %d", got)
	}
	if again := deal("bo", hard); !again.Again || meant("cy") != first.ID {
		t.Errorf("asked for again: %v, cy is at round %d", again.Again, meant("cy"))
	}
}

// The wish for a puzzle has the year at the place, and the community's level unless a level is named. The wish
// for typed numbers has only a named level.
func TestWhatAPuzzleIsDrawnFor(t *testing.T) {
	newYear := time.Date(2026, time.December, 31, 23, 0, 0, 0, time.UTC)
	a := Act{Community: storage.Community{Zone: "Asia/Shanghai", Level: 3}, At: newYear}
	for level, want := range map[engine.Level]engine.Level{engine.AnyLevel: 3, 4: 4} {
		if got := wishFor(a, level, "x"); got.Level != want || got.Year != 2027 || got.Text != "x" {
			t.Errorf("level %d: %+v", level, got)
		}
	}
	p, _ := newPlay(t)
	game, _ := games.ByName("24")
	var wish engine.Wish
	if _, err := p.Draw(t.Context(), a, wishedGame{game, &wish}, engine.AnyLevel, "2 3 4 5"); err != nil || wish.Level != engine.AnyLevel {
		t.Errorf("chosen numbers are of level %d (%v)", wish.Level, err)
	}
	// The first puzzles of a group are easy, unless somebody asks for a sort of them.
	group := Act{Community: storage.Community{Key: "group"}, At: noon}
	for option, want := range map[string]engine.Level{"": engine.MinLevel, twentyfour.Sums: engine.AnyLevel} {
		d, err := p.Draw(t.Context(), group, wishedGame{game, &wish}, engine.AnyLevel, option)
		if err != nil || wish.Level != want || d.Option != option || d.Custom {
			t.Errorf("the first of %q is of level %d, %+v (%v)", option, wish.Level, d, err)
		}
	}
}

// A oneHandGame has only one puzzle, and counts how often that is drawn.
type oneHandGame struct {
	engine.Game
	draws *int
}

func (g oneHandGame) New(*rand.Rand, engine.Wish) (engine.Puzzle, error) {
	*g.draws++
	return g.Game.Parse("1,2,3,4")
}

// Of eight puzzles the one that suits a person best is dealt.
func TestBestOfEightIsDealt(t *testing.T) {
	x := newTable(t, hard, 0)
	draws := 0
	if _, err := x.play.drawOne(oneHandGame{x.play.Game("24"), &draws}, engine.Wish{}, 3); err != nil || draws != 8 {
		t.Errorf("%d are drawn (%v)", draws, err)
	}
}

// A puzzle that is among the last fifty of a place is not dealt there again, unless twenty draws find no
// other.
func TestWhatWasDealtLatelyIsDrawnAgain(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	for _, c := range []struct{ more, dealt, draws int }{{0, 1, 20}, {49, 50, 20}, {1, 51, 1}} {
		x.write(func(tx *storage.Tx) error {
			other := must(tx.RoundByID(x.round))(t)
			other.Puzzle = hard
			for range c.more {
				if _, err := tx.AddRound(other); err != nil {
					return err
				}
			}
			return nil
		})
		draws := 0
		d, err := x.play.Draw(t.Context(), Act{Community: x.club, At: noon}, oneHandGame{x.play.Game("24"), &draws}, 1, "")
		if err != nil || d.Puzzle.ID() != "24:1,2,3,4" || draws != c.draws {
			t.Errorf("the oldest of %d puzzles is dealt again after %d draws, want %d (%v)", c.dealt, draws, c.draws, err)
		}
	}
}
