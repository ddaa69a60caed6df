package talk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// openPlace makes a place in a database. It returns a request that Ann makes there.
func openPlace(t *testing.T, private bool) (Rounds, *Request) {
	t.Helper()
	rounds := newRounds(t)
	rounds.Store = storetest.Open(t)
	rounds.Play = newPlay(t, rounds.Store)
	rounds.Seals = command.Sealer{Secret: []byte("of the test")}
	req := newRequest(t, private)
	req.Act.At = storetest.Noon.Add(time.Minute)
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		req.Act.Person = storetest.Person(t, tx, "ann")
		var owner int64
		if private {
			owner = req.Act.Person.ID
		}
		var err error
		req.Act.Community, err = tx.EnsureCommunity("test", "place", private, owner, "The place", storetest.Noon)
		if err != nil {
			return err
		}
		return tx.Join(req.Act.Community.ID, req.Act.Person.ID, storetest.Noon)
	})
	return rounds, req
}

// deal deals a puzzle in a community, and returns its round.
func deal(t *testing.T, s Rounds, c storage.Community, row storage.Round) round.Round {
	t.Helper()
	var r round.Round
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		row.CommunityID = c.ID
		row.Game, _, _ = strings.Cut(row.Puzzle, ":")
		if row.Class == "" {
			row.Class = row.Puzzle
		}
		if row.DealtAt.IsZero() {
			row.DealtAt = storetest.Noon
		}
		id, err := tx.AddRound(row)
		if err != nil {
			return err
		}
		r, err = s.Play.Round(tx, id)
		return err
	})
	return r
}

// groupOf makes another group, and the person of a request joins it.
func groupOf(t *testing.T, s Rounds, req *Request) (c storage.Community) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c = storetest.Community(t, tx, "club")
		return tx.Join(c.ID, req.Act.Person.ID, storetest.Noon)
	})
	return c
}

// The page shows the round that its link names. A link with another act shows the current round.
func TestPageShowsTheRoundOfItsLink(t *testing.T) {
	rounds, req := openPlace(t, true)
	current := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
	other := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens})
	req.Act.Candidates = storage.Candidates{Rounds: []storage.Round{current.Round, other.Round}, Current: current.ID}
	for _, test := range []struct {
		name, data string
		want       round.Round
	}{
		{"no link", "", current},
		{"a link to answer", button.RoundData(rounds.Seals, button.ActAnswer, other), other},
		{"a link to the page", button.RoundData(rounds.Seals, button.ActPage, other), other},
		{"a link to give up", button.RoundData(rounds.Seals, button.ActGiveUp, other), current},
		{"a link that was changed", button.RoundData(rounds.Seals, button.ActAnswer, other) + "x", current},
	} {
		req.Input.Data = test.data
		v, err := Views{Rounds: rounds}.View(req, false)
		if err != nil || v.Round == nil || v.Round.Puzzle != test.want.Puzzle.ID() {
			t.Errorf("%s: the page shows %+v (%v)", test.name, v.Round, err)
			continue
		}
		press, err := rounds.Seals.Read(v.Round.Token)
		if err != nil || press.Act != button.ActAnswer || press.Number(0) != test.want.ID {
			t.Errorf("%s: its token is %+v (%v)", test.name, press, err)
		}
		if len(v.Others) != 1 || v.Others[0].Press == v.Round.Token || v.Others[0].Label == "" {
			t.Errorf("%s: the others are %+v", test.name, v.Others)
		}
	}
}

// A person who watches a round is woken when the round or its community changes, and when something changes
// about themselves or their place.
func TestTopics(t *testing.T) {
	req := newRequest(t, true)
	for _, test := range []struct {
		name   string
		change func(*round.Round)
		want   []string
	}{
		{"no round", func(r *round.Round) { r.ID = 0 }, []string{"p1", "c10"}},
		{"a round of elsewhere", func(r *round.Round) { r.CommunityID = 11 }, []string{"p1", "c10", "r7", "c11"}},
		{"a puzzle of a day", func(r *round.Round) { r.Daily = 61 }, []string{"p1", "c10"}},
	} {
		var v round.View
		v.Round = newRound(t, hand, race)
		test.change(&v.Round)
		if got := topics(req, v); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// The page offers the games of the place with their kinds. In a private chat it also offers what can be played
// alone.
func TestPageOffersGames(t *testing.T) {
	for _, private := range []bool{true, false} {
		rounds, req := openPlace(t, private)
		rounds.Solos.Add(func(_ say.Voice, g engine.Game, count int, level engine.Level) []chat.Button {
			if g.Name() != games.All()[1].Name() || count != 0 || level != engine.AnyLevel {
				return nil
			}
			return []chat.Button{{Label: "alone", Data: "of " + g.Name()}}
		})
		req.Act.Community.Games = "24," + games.All()[1].Name()
		req.Place.Title = "The place"
		// A private chat has a title, too: the person's name on Telegram. It is no place that others share.
		place := "The place"
		if private {
			place = ""
		}
		v, err := Views{Rounds: rounds}.View(req, false)
		if err != nil || v.Place != place || v.Round != nil || v.Day != nil || v.Match != nil {
			t.Errorf("private %t: the page shows %+v (%v)", private, v, err)
		}
		if len(v.Deal) != 2 || v.Deal[0].Game != "24" || v.Deal[0].Press != command.Data(button.ActNext, "24", engine.AnyLevel) {
			t.Errorf("private %t: it deals %+v", private, v.Deal)
		}
		want := []chat.ViewButton{{Label: "alone", Press: "of " + games.All()[1].Name()}}
		if !private {
			want = nil
		}
		if !slices.Equal(v.Solo, want) {
			t.Errorf("private %t: alone, it offers %+v", private, v.Solo)
		}
	}
	for _, g := range games.All() {
		deal := dealOf(newRequest(t, true), g)
		if deal.Sign != g.Rules().Sign || !strings.HasSuffix(deal.Rule, ".") {
			t.Errorf("%s has the sign %q and the rule %q", g.Name(), deal.Sign, deal.Rule)
		}
		if got := len(dealOf(newRequest(t, true), g).Kinds); got != len(g.Rules().Choices) {
			t.Errorf("%s has %d kinds", g.Name(), got)
		}
	}
}

// The page has a day if it is asked for one, or shows a puzzle of a day.
func TestPageShowsADay(t *testing.T) {
	for _, test := range []struct {
		name     string
		withDay  bool
		asked    bool
		isDaily  bool
		wantsDay bool
	}{
		{"nothing makes an event of a day", false, true, true, false},
		{"it is asked for", true, true, false, true},
		{"a puzzle of a day", true, false, true, true},
		{"another puzzle", true, false, false, false},
	} {
		rounds, req := openPlace(t, true)
		if test.withDay {
			rounds.Features = dayOfNumbers(61)
		}
		if test.isDaily {
			number := round.CalendarOf(req.Act.Community).NumberAt(req.Act.At)
			r := deal(t, rounds, storage.Community{}, storage.Round{Puzzle: hand, Daily: number})
			req.Act.Candidates = storage.Candidates{Rounds: []storage.Round{r.Round}, Current: r.ID}
		}
		v, err := Views{Rounds: rounds}.View(req, test.asked)
		if err != nil || (v.Day != nil) != test.wantsDay || (v.Round != nil) != test.isDaily {
			t.Errorf("%s: %+v (%v)", test.name, v, err)
		}
	}
}

// The day of the page is the live one, also while the page shows a puzzle of another day. That day comes, too.
func TestPageShowsTheDayOfAPuzzle(t *testing.T) {
	for daysAgo, want := range map[int]string{0: "today", 1: "today, 1 ago", 40: "today, 40 ago"} {
		for _, isAsked := range []bool{true, false} {
			rounds, req := openPlace(t, true)
			today := round.CalendarOf(req.Act.Community).NumberAt(req.Act.At)
			rounds.Features = dayOfNumbers(today)
			r := deal(t, rounds, storage.Community{}, storage.Round{Puzzle: hand, Daily: today - daysAgo})
			req.Act.Candidates = storage.Candidates{Rounds: []storage.Round{r.Round}, Current: r.ID}
			v, err := Views{Rounds: rounds}.View(req, isAsked)
			if err != nil || v.Day == nil {
				t.Fatalf("%d days ago: %+v (%v)", daysAgo, v, err)
			}
			got := "today"
			if v.Day.Number != today {
				got = fmt.Sprint(today-v.Day.Number, " ago")
			}
			if v.RoundDay != nil {
				got += fmt.Sprint(", ", today-v.RoundDay.Number, " ago")
			}
			if got != want {
				t.Errorf("the puzzle is %d days old, asked %t: the page shows %s, want %s", daysAgo, isAsked, got, want)
			}
		}
	}
}

// dayOfNumbers returns a feature that shows the number of a day. today is the number of the live day.
func dayOfNumbers(today int) feature.Features {
	day := &feature.Day{
		View: func(_ *Request, number int) (*chat.DayView, error) {
			return &chat.DayView{Number: cmp.Or(number, today)}, nil
		},
		Preview: func(_ say.Voice, number int) (chat.Preview, bool) {
			return chat.Preview{Title: "a day"}, number == 61
		},
	}
	return func() []feature.Feature { return []feature.Feature{{Name: "day", Day: day}} }
}

// The page shows the clock of a round, unless the clock is the time of an opponent.
func TestClockOfARound(t *testing.T) {
	opposed := own
	opposed.Opponent = true
	opposed.OnItsClock = true
	ends := storetest.Noon.Add(time.Minute)
	for _, test := range []struct {
		name    string
		mode    mode.Mode
		endsAt  time.Time
		seconds int
		ends    int64
	}{
		{"against a clock", race, ends, 60, ends.UnixMilli()},
		{"whose clock waits", race, time.Time{}, 60, 0},
		{"against an opponent", opposed, ends, 0, 0},
	} {
		v := round.View{Begun: storetest.Noon}
		v.Round = newRound(t, hand, test.mode)
		v.Round.Lasts = time.Minute
		v.Round.EndsAt = test.endsAt
		got := Views{Rounds: newRounds(t)}.roundView(newRequest(t, true), v)
		if got.Seconds != test.seconds || got.Ends != test.ends || got.Begun != storetest.Noon.UnixMilli() {
			t.Errorf("%s: %d s, from %d to %d", test.name, got.Seconds, got.Begun, got.Ends)
		}
		v.Begun = time.Time{}
		if got := (Views{Rounds: newRounds(t)}).roundView(newRequest(t, true), v); got.Begun != 0 {
			t.Errorf("%s: nobody knows when it began, and it says %d", test.name, got.Begun)
		}
	}
}

// What a person can do with a round depends on whether it is open, who may answer it, and what they have done.
func TestActsOfARound(t *testing.T) {
	hint := round.HintResult{What: round.HintGiven, Share: 100, Next: 70}
	for _, test := range []struct {
		name   string
		change func(*round.View)
		want   string
	}{
		{"dealt alone, open", func(*round.View) {}, "answer giveup hint next"},
		{"given up", func(v *round.View) { v.GaveUp = true }, "answer hint next"},
		{"no hints left", func(v *round.View) { v.Hinted.Next = 0 }, "answer giveup next"},
		{"the next hint comes", func(v *round.View) { v.Hinted.What = round.HintSoon }, "answer giveup hint next"},
		{"hints are for others", func(v *round.View) { v.Hinted.What = round.HintMatch }, "answer giveup next"},
		{"for other people", func(v *round.View) { v.Round.Players = []int64{2} }, "hint next"},
		{"over", func(v *round.View) { v.Over = true }, "share next"},
		{"whose time is up", func(v *round.View) {
			v.Round.Lasts = time.Minute
			v.Round.EndsAt = time.Unix(1, 0)
		}, "next"},
		{"on a clock", func(v *round.View) {
			v.Round.Lasts = time.Hour
			v.Round.EndsAt = newRequest(t, true).Act.At.Add(time.Hour)
		}, "answer giveup hint"},
		{"of a day", func(v *round.View) { v.Round.Daily = 61; v.Over = true }, ""},
		{"of a duel", func(v *round.View) {
			v.Round.Mode = duel
			v.Round.Match = new(round.MatchRow)
			v.Over = true
		}, "share"},
		{"that nobody gives up", func(v *round.View) { v.Round.Mode.GiveUp = mode.NoGiveUp }, "answer hint next"},
	} {
		v := round.View{Hinted: hint}
		v.Round = newRound(t, hand, own)
		test.change(&v)
		got := Views{Rounds: newRounds(t)}.roundView(newRequest(t, true), v)
		var names []string
		for _, act := range []struct {
			name string
			is   bool
		}{
			{"answer", got.Answer != nil},
			{"giveup", got.GiveUp != nil},
			{"hint", got.Hint != nil},
			{"share", got.Share != nil},
			{"next", got.Next != nil},
		} {
			if act.is {
				names = append(names, act.name)
			}
		}
		if acts := strings.Join(names, " "); acts != test.want {
			t.Errorf("%s: %s, want %s", test.name, acts, test.want)
		}
	}
}

// The page says in how many seconds a puzzle is usually solved, if that was measured on people.
func TestUsualSeconds(t *testing.T) {
	for id, isKnown := range map[string]bool{hand: true, sevens: false, "letters:AAEEILNRT": false} {
		if got := usualSeconds(newRound(t, id, own)); (got > 0) != isKnown || got > 600 {
			t.Errorf("%s: %d s", id, got)
		}
	}
}

// The button of a hint says what the hint costs, and when it opens.
func TestHintOfARound(t *testing.T) {
	req := newRequest(t, true)
	for _, wait := range []time.Duration{0, time.Minute} {
		v := round.View{Hinted: round.HintResult{What: round.HintSoon, Share: 100, Next: 70, Wait: wait}}
		v.Round = newRound(t, hand, own)
		got := Views{Rounds: newRounds(t)}.roundView(req, v).Hint
		var opens int64
		if wait > 0 {
			opens = req.Act.At.Add(wait).UnixMilli()
		}
		press, err := newRounds(t).Seals.Read(got.Press)
		if err != nil || press.Act != button.ActHint || press.Number(0) != 7 {
			t.Errorf("in %v: it presses %+v (%v)", wait, press, err)
		}
		if !strings.Contains(got.Label, "30%") || got.Price != 30 || got.Opens != opens {
			t.Errorf("in %v: %+v", wait, got)
		}
	}
}

// A person sees their own answers, what each earned and how good it was, and their hints.
func TestMineOfARound(t *testing.T) {
	v := round.View{OwnBest: 2, Earned: 15}
	v.Round = newRound(t, sevens, contest)
	first := storage.Answer{ID: 1, Mine: true, Text: "7*8-7", Measure: 3, Points: 5, At: storetest.Noon}
	better := storage.Answer{ID: 2, Mine: true, Text: "7*7", Measure: 2, Points: 10, At: storetest.Noon.Add(time.Second)}
	v.Mine = []storage.Answer{first, better}
	v.Standings = []round.Standing{{Answer: storage.Answer{ID: 3, Measure: 2}, Stars: 1}, {Answer: better, Stars: 3}}
	v.Hinted.Share = 70
	req := newRequest(t, true)

	got := mine(req, v)
	if got.Best != 2 || got.Points != 15 || got.WorthPercent != 70 || got.Hints != nil || len(got.Answers) != 2 {
		t.Fatalf("without hints: %+v", got)
	}
	second := got.Answers[1]
	if second.Text != "7*7" || second.Points != 10 || second.At != better.At.UnixMilli() {
		t.Errorf("the second answer is %+v", second)
	}
	if got.Took != 0 {
		t.Errorf("nobody knows when it began, and it took %g s", got.Took)
	}
	v.Begun = storetest.Noon.Add(-1500 * time.Millisecond)
	v.Mine[1].At = storetest.Noon.Add(time.Millisecond)
	if took := mine(req, v).Took; took != 1.501 {
		t.Errorf("it took %g s", took)
	}
	if !strings.Contains(second.Detail, "★★★") || strings.Contains(got.Answers[0].Detail, "★") {
		t.Errorf("the stars are those of the row of the answer: %q, %q", got.Answers[0].Detail, second.Detail)
	}

	v.Hinted.Hints = []engine.Hint{v.Round.Puzzle.Hint(1, nil)}
	want := req.Say.Hints(round.HintResult{What: round.HintGiven, Round: v.Round, Hints: v.Hinted.Hints, Share: 70})
	if got := mine(req, v).Hints; len(want) == 0 || textOf(chat.Reply{Text: got}) != textOf(chat.Reply{Text: want}) {
		t.Errorf("the hints are %q", textOf(chat.Reply{Text: got}))
	}
}

// A round that is over says how it ended. A person who may know the solutions is shown them, or told when they
// will be shown.
func TestResultOfARound(t *testing.T) {
	req := newRequest(t, true)
	for _, test := range []struct {
		name   string
		change func(*round.View)
		want   func(round.View) []chat.Line
	}{
		{"open", func(*round.View) {}, func(round.View) []chat.Line { return nil }},
		{"over", func(v *round.View) { v.Over = true; v.KnowsSolutions = true }, func(v round.View) []chat.Line {
			return req.Say.Ending(v.Ending)
		}},
		{"given up, of a day", func(v *round.View) { v.ShownFrom = storetest.Noon; v.KnowsSolutions = true }, func(v round.View) []chat.Line {
			return []chat.Line{req.Say.ShownFrom(storetest.Noon)}
		}},
		{"given up, the best", func(v *round.View) { v.KnowsSolutions = true; v.Round = newRound(t, sevens, own) }, func(v round.View) []chat.Line {
			return []chat.Line{req.Say.Best(v.Round.Game, v.Ending.Best)}
		}},
		{"given up, all", func(v *round.View) { v.KnowsSolutions = true; v.Missed = v.Ending.Best.All }, func(v round.View) []chat.Line {
			return req.Say.Missed(v.Missed, false)
		}},
		{"given up, some", func(v *round.View) { v.KnowsSolutions = true; v.Missed = v.Ending.Best.All[:1] }, func(v round.View) []chat.Line {
			return req.Say.Missed(v.Missed, true)
		}},
	} {
		var v round.View
		v.Round = newRound(t, hand, own)
		v.Ending.Round = v.Round
		v.Ending.Best = engine.Solution{Best: "2*(3+4+5)", All: []string{"2*(3+4+5)", "4*(5+3-2)"}, Solvable: true, Complete: true}
		test.change(&v)
		got := textOf(chat.Reply{Text: result(req, v)})
		if want := textOf(chat.Reply{Text: test.want(v)}); got != want {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
	}
}

// The page shows when the next puzzle of a match comes, and each person's points. The reader is marked.
func TestTableOfAMatch(t *testing.T) {
	m := round.Match{Mode: mode.Modes(nil).Of(mode.Race, mode.Together, false), Game: newRound(t, hand, race).Game}
	m.ID = 3
	m.Kind = mode.Race
	m.Length = 5
	m.Bouts = []round.Bout{{Round: newRound(t, hand, race)}, {Round: newRound(t, hand, race)}}
	m.Table = []round.Tally{
		{Player: storage.Player{ID: 2, Name: "Bo", Key: "bo"}, Rank: 1, Points: 3},
		{Player: storage.Player{ID: 1, Name: "Ann", Key: "ann"}, Rank: 2, Points: 1},
	}
	got := Views{Rounds: newRounds(t)}.matchView(newRequest(t, false), m)
	want := []chat.Seat{{Name: "Bo", Rank: 1, Points: 3}, {Name: "Ann", Me: true, Rank: 2, Points: 1}}
	if !slices.Equal(got.Table, want) || got.Number != 2 || got.Of != 5 || got.Next != 0 || got.Over {
		t.Errorf("it shows %+v", got)
	}
	m.NextAt = storetest.Noon
	if got := (Views{Rounds: newRounds(t)}).matchView(newRequest(t, false), m); got.Next != storetest.Noon.UnixMilli() {
		t.Errorf("its next puzzle comes at %d", got.Next)
	}
}

// The page shows the match that goes on at the place.
func TestPageShowsTheMatch(t *testing.T) {
	rounds, req := openPlace(t, false)
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		_, err := round.AddMatch(tx, round.MatchRow{
			Kind:        mode.Race,
			CommunityID: req.Act.Community.ID,
			AskerID:     req.Act.Person.ID,
			Game:        "24",
			Length:      3,
			AskedAt:     storetest.Noon,
			BegunAt:     storetest.Noon,
		})
		return err
	})
	v, err := Views{Rounds: rounds}.View(req, false)
	if err != nil || v.Match == nil || v.Match.Kind != mode.Race || v.Match.Of != 3 {
		t.Errorf("it shows %+v (%v)", v.Match, err)
	}
}

// A calculation that is not sent yet is worked out as far as possible, with its measure.
func TestValue(t *testing.T) {
	rounds, req := openPlace(t, true)
	x := Views{Rounds: rounds}
	if _, ok, err := x.Value(req); ok || err != nil {
		t.Errorf("without a round: %t (%v)", ok, err)
	}
	letters := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: "letters:AAEEILNRT"})
	contest := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens})
	req.Act.Candidates = storage.Candidates{Rounds: []storage.Round{letters.Round, contest.Round}, Current: letters.ID}
	if _, ok, err := x.Value(req); ok || err != nil {
		t.Errorf("of letters: %t (%v)", ok, err)
	}
	req.Act.Candidates.Current = contest.ID
	for _, test := range []struct {
		text     string
		value    string
		measure  int
		isFaulty bool
	}{
		{"7*7", "49", 2, false},
		{"7+7", "14", 2, false},
		{"7*(", "", 0, true},
	} {
		req.Input.Text = test.text
		v, ok, err := x.Value(req)
		if err != nil || !ok {
			t.Fatalf("%s: %t (%v)", test.text, ok, err)
		}
		if v.Value != test.value || v.Measure != test.measure || (v.Fault != "") != test.isFaulty {
			t.Errorf("%s: %+v", test.text, v)
		}
	}
}

// newPictures makes Pictures in the language of a request.
func newPictures(t *testing.T, req *Request) Pictures {
	t.Helper()
	pictures, err := feature.NewPictures(req.Say)
	if err != nil {
		t.Fatal(err)
	}
	return Pictures{pictures}
}

// A link is about a puzzle or, if a feature has a Day, about a day.
func TestPreview(t *testing.T) {
	rounds, req := openPlace(t, true)
	x := Views{Rounds: rounds, Pictures: newPictures(t, req)}
	for id, ok := range map[string]bool{hand: true, "nogame:2,3": false, "24:x": false} {
		p, got := x.Preview(req.Say, id, 0)
		if got != ok || ok && (p.Title == "" || p.About == "" || p.Open == "" || p.Picture == nil) {
			t.Errorf("%s: %t, %+v", id, got, p)
		}
	}
	if _, ok := x.Preview(req.Say, "", 61); ok {
		t.Error("without a day there is a preview of one")
	}
	x.Features = dayOfNumbers(61)
	for day, ok := range map[int]bool{61: true, 62: false} {
		if p, got := x.Preview(req.Say, "", day); got != ok || p.Title != "a day" {
			t.Errorf("day %d: %t, %+v", day, got, p)
		}
	}
}
