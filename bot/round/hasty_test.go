package round

import (
	"testing"
	"time"

	"reckon/engine/games"
	"reckon/storage"
)

func TestHandTime(t *testing.T) {
	for _, c := range []struct {
		text string
		taps int
		want time.Duration
	}{
		{"", 0, 600},
		{"8/(3-8/3)", 0, 1140},
		{"8/(3-8/3)", 7, 1160},
		{"8/(3-8/3)", 9, 1320},
		// Nobody can send it by one tap.
		{"8/(3-8/3)", 1, 1160},
		{"retinal", 0, 1020},
		{"retinal", 7, 1160},
		{"retinal", 20, 2200},
		{"100+75", 3, 840},
		{"100 + 75", 1, 840},
		{"(7*7-1)/2", 1, 1160},
		{"√9!+77", 1, 1000},
		{"7", 1, 680},
	} {
		if got := handTime(c.text, c.taps); got != c.want*time.Millisecond {
			t.Errorf("%q by %d taps takes %v, want %v", c.text, c.taps, got, c.want*time.Millisecond)
		}
	}
}

// Whether an answer is hasty depends on its taps or, if it was typed, on its characters, even if it is paid at
// the end of its puzzle.
func TestHastyTaps(t *testing.T) {
	begun := noon
	for _, c := range []struct {
		text  string
		taps  int
		after time.Duration
		want  bool
	}{
		{"8/(3-8/3)", 0, 1139, true},
		{"8/(3-8/3)", 0, 1140, false},
		{"8/(3-8/3)", 9, 1200, true},
		{"8/(3-8/3)", 9, 1320, false},
		{"100+75", 3, 850, false},
		{"100+75", 0, 850, true},
	} {
		if got := cameTooSoon(begun, begun.Add(c.after*time.Millisecond), c.text, c.taps); got != c.want {
			t.Errorf("%q by %d taps after %d ms is hasty: %v", c.text, c.taps, c.after, got)
		}
	}
	if cameTooSoon(time.Time{}, begun, "1", 1) {
		t.Error("when the puzzle came is not known, and the answer is hasty")
	}
}

// Who answers a daily without opening it is hasty, however late it is. Of other rounds all is known from the start.
func TestUnopenedIsHasty(t *testing.T) {
	for _, c := range []struct {
		daily int
		shown time.Time
		want  bool
	}{
		{0, time.Time{}, false},
		{61, noon, false},
		{61, time.Time{}, true},
	} {
		r := Round{Round: storage.Round{Daily: c.daily}, ShownAt: c.shown}
		if got := r.isHasty(noon.Add(time.Hour), "8/(3-8/3)", 0); got != c.want {
			t.Errorf("daily %d, shown at %v: hasty is %v", c.daily, c.shown, got)
		}
	}
}

// Telegram gives times in whole seconds, and the others do not. An answer with such a time is hasty only if it was sent
// too soon even at the end of its second.
func TestHastyInWholeSeconds(t *testing.T) {
	for _, c := range []struct {
		begun, at time.Duration
		want      bool
	}{
		// In the second of the puzzle there are 1,140 ms at no time.
		{0, 0, true},
		{700, 0, true},
		{300, 1000, false},
		{850, 1000, false},
		// The last moment of the second is 1,099 ms after the puzzle.
		{900, 1000, true},
		{900, 2000, false},
		// An edit has a time of its own, and the page has milliseconds.
		{900, 60_000, false},
		{300, 1001, true},
		{300, 1439, true},
		{300, 1440, false},
		// The network's clock may be behind.
		{2900, 1000, true},
	} {
		begun := noon.Add(c.begun * time.Millisecond)
		at := noon.Add(c.at * time.Millisecond)
		if got := cameTooSoon(begun, at, "8/(3-8/3)", 0); got != c.want {
			t.Errorf("posed at %d ms and answered at %d ms, it is hasty: %t", c.begun, c.at, got)
		}
	}
}

// An answer of the page and a message of Telegram are in the order of the times that people read. If both came in the
// second of the message, neither repeats the other.
func TestNobodyIsFasterByRounding(t *testing.T) {
	begun := 200 * time.Millisecond
	for _, c := range []struct {
		message, page time.Duration
		want          string
	}{
		{5000, 5100, "page"},
		{5000, 5190, "page"},
		{5000, 5300, "message"},
		{5000, 6000, "message"},
		{5000, 4900, "page"},
	} {
		r := Round{Round: storage.Round{DealtAt: noon.Add(begun)}, Game: games.All()[0]}
		r.Mode.OpenFor = time.Minute
		all := []storage.Answer{
			{ID: 1, PlayerID: 1, PlayerName: "message", At: noon.Add(c.message * time.Millisecond)},
			{ID: 2, PlayerID: 2, PlayerName: "page", At: noon.Add(c.page * time.Millisecond)},
		}
		standings := standingsOf(r, all)
		if len(standings) != 2 || standings[0].PlayerName != c.want {
			t.Errorf("a message at %d ms and the page at %d ms: %+v", c.message, c.page, standings)
		}
		if standings[0].Elapsed > standings[1].Elapsed {
			t.Errorf("the first took %v, the second %v", standings[0].Elapsed, standings[1].Elapsed)
		}
	}
	for _, c := range []struct {
		first, second time.Duration
		want          bool
	}{
		{5000, 5500, false},
		{5500, 5000, false},
		{5000, 6000, true},
		{5000, 6001, true},
		{5000, 5000, true},
		{5500, 5501, true},
		{5500, 6000, true},
	} {
		first := storage.Answer{ID: 1, At: noon.Add(c.first * time.Millisecond)}
		second := storage.Answer{ID: 2, At: noon.Add(c.second * time.Millisecond)}
		if got := isBefore(first, second); got != c.want {
			t.Errorf("%d ms is before %d ms: %t", c.first, c.second, got)
		}
	}
}

// A puzzle of a race is open to the others for a while after its first right answer. Nobody loses or wins by the
// part of a second that Telegram does not give: who may have answered in time has.
func TestNobodyIsTooLateByRounding(t *testing.T) {
	begun := 200 * time.Millisecond
	for _, c := range []struct {
		first, second time.Duration
		isInTime      bool
	}{
		// The first answer is a message. It may have been sent at 5,999 ms.
		{5000, 14_999, true},
		{5000, 15_000, true},
		{5000, 15_001, true},
		{5000, 15_500, true},
		{5000, 15_999, true},
		{5000, 16_000, false},
		{5000, 16_001, false},
		// The first answer is of the page. The second is too late if even the beginning of its second is.
		{5100, 15_000, true},
		{5100, 15_100, true},
		{5100, 15_101, false},
		{5100, 16_000, false},
		{5999, 15_999, true},
		{5999, 16_000, false},
		{5001, 15_000, true},
	} {
		first := noon.Add(c.first * time.Millisecond)
		second := noon.Add(c.second * time.Millisecond)
		r := Round{Round: storage.Round{DealtAt: noon.Add(begun)}, Game: games.All()[0]}
		r.Mode.OpenFor = 10 * time.Second
		all := []storage.Answer{{ID: 1, PlayerID: 1, At: first}, {ID: 2, PlayerID: 2, At: second}}
		if standings := standingsOf(r, all); len(standings) == 2 != c.isInTime {
			t.Errorf("after %d ms an answer at %d ms has a rank: %t", c.first, c.second, !c.isInTime)
		}

		x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
		x.sends("ann", "2*(3+4+5)", c.first*time.Millisecond, false)
		took := x.sends("bob", "4*(5+3-2)", c.second*time.Millisecond, false)
		if isInTime := took.What == Further && took.Rank == 2; isInTime != c.isInTime {
			t.Errorf("after an answer at %d ms another one at %d ms is %v with rank %d", c.first, c.second, took.What, took.Rank)
		}
	}
}

// An answer of the page that is too late does not take the rank of a message that may be in time.
func TestLateAnswerHidesNoMessage(t *testing.T) {
	r := Round{Round: storage.Round{DealtAt: noon.Add(200 * time.Millisecond)}, Game: games.All()[0]}
	r.Mode.OpenFor = 10 * time.Second
	standings := standingsOf(r, []storage.Answer{
		{ID: 1, PlayerID: 1, At: noon.Add(5100 * time.Millisecond)},
		{ID: 2, PlayerID: 2, At: noon.Add(15_150 * time.Millisecond)},
		{ID: 3, PlayerID: 3, At: noon.Add(15 * time.Second)},
	})
	if len(standings) != 2 || standings[1].PlayerID != 3 {
		t.Errorf("%+v", standings)
	}
}

// The taps of an answer count where it is paid at once, and where it is paid at the end.
func TestTapsCountInEachMode(t *testing.T) {
	for _, c := range []struct{ id, text string }{
		{"24:3,3,8,8", "8/(3-8/3)"},
		{"countdown:1,3,5,7,25,50=312", "(50-5)*7-3"},
		{"tchisla:49#7", "7*√(7*7)"},
	} {
		for _, daily := range []int{0, Number(noon)} {
			for taps, want := range map[int]bool{0: false, 9: true} {
				x := newTable(t, c.id, daily)
				x.write(func(tx *storage.Tx) error {
					if daily == 0 {
						return nil
					}
					a := x.act(tx, "ann")
					a.Ephemeral = true
					return x.play.StartClock(tx, a, must(x.play.Round(tx, x.round))(t))
				})
				x.taps = taps
				took := x.sends("ann", c.text, 1250*time.Millisecond, false)
				isPaidAtOnce := took.Points > 0
				if isPaidAtOnce && took.Hasty != want {
					t.Errorf("%s, daily %d, %d taps: hasty %t", c.id, daily, taps, took.Hasty)
				}
				x.write(func(tx *storage.Tx) error {
					if isPaidAtOnce {
						return nil
					}
					r := must(x.play.Round(tx, x.round))(t)
					_, err := x.play.readAndEnd(tx, Act{At: noon.Add(24 * time.Hour)}, r, TimeUp, r.Puzzle.Solve(t.Context()))
					return err
				})
				if a := x.awardOf("ann"); a.Points == 0 || a.Local != want {
					t.Errorf("%s, daily %d, %d taps: %+v", c.id, daily, taps, a)
				}
			}
		}
	}
}

// In a match people are paid at the end, but what is learnt of them is learnt at once. Nothing is learnt from
// taps that are too fast for a hand.
func TestNothingIsLearntFromFastTaps(t *testing.T) {
	for taps, want := range map[int]int{0: 1, 9: 0} {
		x, _ := bout(t, "24:3,3,8,8", raceOf("24"))
		x.taps = taps
		took := x.sends("ann", "8/(3-8/3)", 1250*time.Millisecond, false)
		x.write(func(tx *storage.Tx) error {
			learnt := must(storage.Get[int](tx, "count rated", `SELECT COUNT(*) FROM rated`))(t)
			if learnt != want || took.Hasty != (want == 0) {
				t.Errorf("%d taps: hasty %t, %d times are learnt", taps, took.Hasty, learnt)
			}
			return nil
		})
	}
}

func TestTapsAreStored(t *testing.T) {
	x, _ := bout(t, "24:3,3,8,8", raceOf("24"))
	for who, taps := range map[string]int{"ann": 0, "bob": 9} {
		x.taps = taps
		x.sends(who, "8/(3-8/3)", 1200*time.Millisecond, false)
	}
	x.ends(noon.Add(time.Minute))
	if ann, bob := x.awardOf("ann"), x.awardOf("bob"); ann.Local || !bob.Local {
		t.Errorf("typed: %+v, tapped as fast: %+v", ann, bob)
	}
	x.write(func(tx *storage.Tx) error {
		all, err := Answers(tx, x.round, 0)
		for _, a := range all {
			if want := map[string]int{"ann": 0, "bob": 9}[a.PlayerName]; a.Taps != want {
				t.Errorf("%s's answer has %d taps, want %d", a.PlayerName, a.Taps, want)
			}
		}
		return err
	})
}
