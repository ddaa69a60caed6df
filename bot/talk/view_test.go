package talk

import (
	"slices"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine/games"
	"reckon/storage"
)

// A person may share a puzzle that they have solved alone, and anybody may share one that is over. A puzzle of
// a day has a card to share instead.
func TestShareOfARound(t *testing.T) {
	for _, test := range []struct {
		name  string
		mode  mode.Mode
		daily int
		best  int
		over  bool
		want  bool
	}{
		{"alone, open", own, 0, 0, false, false},
		{"alone, solved", own, 0, 1, false, true},
		{"a race, solved", race, 0, 1, false, false},
		{"a race, over", race, 0, 0, true, true},
		{"of a day, solved", own, 61, 1, false, false},
		{"of a day, over", own, 61, 1, true, false},
	} {
		v := round.View{OwnBest: test.best, Over: test.over, Mine: make([]storage.Answer, test.best)}
		v.Round = newRound(t, hand, test.mode)
		v.Round.Daily = test.daily
		got := Views{Rounds: newRounds(t)}.roundView(newRequest(t, true), v)
		if isShared := got.Share != nil; isShared != test.want {
			t.Errorf("%s: shared %t", test.name, isShared)
		}
	}
}

// Each button of a match on the page does what it says. Only the person whose turn it is chooses.
func TestPressesOfAMatch(t *testing.T) {
	req := newRequest(t, false)
	req.Act.Admin = true
	m := round.Match{Community: req.Act.Community, Mode: mode.Modes(nil).Of(mode.Race, mode.Together, false)}
	m.ID = 3
	m.Kind = mode.Race
	m.CommunityID = req.Act.Community.ID
	m.BegunAt = time.Unix(1, 0)
	m.NextAt = time.Unix(30, 0)
	m.Length = 2
	m.Game = newRound(t, hand, race).Game
	m.Mode.Gather = time.Minute
	m.Program = []mode.Part{{Game: "letters", Choices: []string{"4", "3"}}}
	m.Turns = []storage.Player{{ID: req.Act.Person.ID}, {ID: 2}}
	x := Views{Rounds: newRounds(t)}
	got := x.matchView(req, m)
	presses := []string{got.Join.Press, got.Begin.Press, got.Stop.Press}
	for _, choice := range got.Choices {
		presses = append(presses, choice.Press)
	}
	want := []string{
		command.Data(button.ActJoin, 3),
		command.Data(button.ActBegin, 3),
		command.Data(button.ActStop, 3),
		command.Data(button.ActChoose, 3, 1, "4"),
		command.Data(button.ActChoose, 3, 1, "3"),
	}
	if !slices.Equal(presses, want) {
		t.Errorf("the buttons are %q, want %q", presses, want)
	}
	req.Act.Person.ID = 2
	if others := x.matchView(req, m).Choices; len(others) != 0 {
		t.Errorf("a person whose turn it is not may choose %v", others)
	}
	m.EndedAt = time.Unix(40, 0)
	m.NextAt = time.Time{}
	if again := x.matchView(req, m).Again; again.Press != command.Data(button.ActRematch, 3) {
		t.Errorf("a match like it begins with %q", again.Press)
	}
}

// The page shows what an answer makes only where it may miss the goal.
func TestWhatAnAnswerMakes(t *testing.T) {
	for _, test := range []struct{ id, text, want string }{
		{"countdown:1,2,3,4,5,100=906", "100*(4+5)", "900"},
		{sevens, "7*7", ""},
		{hand, "2*(3+4+5)", ""},
	} {
		if got := valueOf(newRound(t, test.id, own), storage.Answer{Text: test.text}); got != test.want {
			t.Errorf("%s: %q makes %q, want %q", test.id, test.text, got, test.want)
		}
	}
}

// If answers are hidden on a clock, a person sees who else has answered, but not how well before the end.
func TestPeopleOfARound(t *testing.T) {
	mine := round.Standing{Answer: storage.Answer{ID: 1, PlayerName: "Ann", Mine: true, Text: "7*7", Measure: 2}}
	others := round.Standing{Answer: storage.Answer{ID: 2, PlayerName: "Bo", Text: "7*(8-1)", Measure: 3}}
	for _, test := range []struct {
		name              string
		blind, over       bool
		knowsHow, readsIt bool
	}{
		{"by the clock", true, false, false, false},
		{"by the day", false, false, true, false},
		{"over", false, true, true, true},
	} {
		v := round.View{Blind: test.blind, Over: test.over}
		v.Round = newRound(t, sevens, contest)
		v.Standings = []round.Standing{mine, others}
		seats := people(newRequest(t, false), v)
		ann, bo := seats[0], seats[1]
		if !ann.Me || ann.Detail == "" {
			t.Errorf("%s: Ann sees of herself %+v", test.name, ann)
		}
		if bo.Me || (bo.Detail != "") != test.knowsHow || (bo.Text != "") != test.readsIt {
			t.Errorf("%s: Ann sees of Bo %+v", test.name, bo)
		}
	}
}

// What answers score in a match in which only the best answers count is shown once the round is over, and in no other
// round.
func TestScoresOfARound(t *testing.T) {
	show := contest
	show.Name = "show"
	show.BestOnly = true
	for _, test := range []struct {
		name  string
		how   mode.Mode
		over  bool
		wants bool
	}{
		{"over", show, true, true},
		{"open", show, false, false},
		{"another match, over", contest, true, false},
		{"another match, open", contest, false, false},
	} {
		v := round.View{Over: test.over}
		v.Round = newRound(t, sevens, test.how)
		v.Standings = []round.Standing{{Answer: storage.Answer{ID: 1, PlayerName: "Bo", Measure: 3}, Score: 7}}
		bo := people(newRequest(t, false), v)[0]
		if (bo.Score != "") != test.wants {
			t.Errorf("%s: the score of Bo is %q", test.name, bo.Score)
		}
	}
}

// When a round is over, equally good answers share a rank.
func TestRanksOfARound(t *testing.T) {
	v := round.View{Over: true}
	v.Round = newRound(t, sevens, contest)
	for i, measure := range []int{2, 3, 3, 4} {
		v.Standings = append(v.Standings, round.Standing{Answer: storage.Answer{ID: int64(i + 1), Measure: measure}})
	}
	seats := people(newRequest(t, false), v)
	for i, want := range []int{1, 2, 2, 4} {
		if seats[i].Rank != want {
			t.Errorf("the answer %d has rank %d, want %d", i+1, seats[i].Rank, want)
		}
	}
}

// While a match goes on, people who may stop it have a button for that. When it is over, a button begins
// another one like it.
func TestMatchView(t *testing.T) {
	for _, test := range []struct {
		name             string
		asker            int64
		admin, over      bool
		isStopped, again bool
	}{
		{"the asker", 1, false, false, true, false},
		{"an administrator", 2, true, false, true, false},
		{"anybody", 2, false, false, false, false},
		{"when it is over", 1, true, true, false, true},
	} {
		req := newRequest(t, false)
		req.Act.Admin = test.admin
		m := round.Match{Community: req.Act.Community, Mode: mode.Modes(nil).Of(mode.Race, mode.Together, false)}
		m.ID = 3
		m.Kind = mode.Race
		m.CommunityID = req.Act.Community.ID
		m.BegunAt = time.Unix(1, 0)
		m.AskerID = test.asker
		m.Length = 2
		m.Game = newRound(t, hand, race).Game
		if test.over {
			m.EndedAt = time.Unix(1, 0)
		}
		got := Views{Rounds: newRounds(t)}.matchView(req, m)
		if (got.Stop != nil) != test.isStopped || (got.Again != nil) != test.again {
			t.Errorf("%s: stop %v, again %v", test.name, got.Stop, got.Again)
		}
	}
}

// When a match is over, its page says how many puzzles each person has solved, and in what time. Nothing is said of
// a person who has solved none, and nothing before the end.
func TestWhatTheTableSays(t *testing.T) {
	for _, isOver := range []bool{false, true} {
		req := newRequest(t, false)
		m := round.Match{Community: req.Act.Community, Mode: mode.Modes(nil).Of(mode.Race, mode.Together, false)}
		m.Kind = mode.Race
		m.BegunAt = time.Unix(1, 0)
		m.Length = 2
		m.Game = newRound(t, hand, race).Game
		m.Table = []round.Tally{{Player: storage.Player{ID: 1}, Rank: 1, Solved: 2, Elapsed: time.Minute}, {Player: storage.Player{ID: 2}, Rank: 2}}
		if isOver {
			m.EndedAt = time.Unix(40, 0)
		}
		seats := Views{Rounds: newRounds(t)}.matchView(req, m).Table
		if hasTime := seats[0].Detail != ""; hasTime != isOver {
			t.Errorf("over %t: of who solved two it says %q", isOver, seats[0].Detail)
		}
		if seats[1].Detail != "" {
			t.Errorf("over %t: of who solved nothing it says %q", isOver, seats[1].Detail)
		}
	}
}

// Nobody has a rank in a match against an opponent that was cut short.
func TestRanksOfAnUndecidedMatch(t *testing.T) {
	for _, test := range []struct {
		reason string
		want   int
	}{
		{round.Stopped, 0},
		{round.AllPlayed, 1},
	} {
		req := newRequest(t, true)
		m := round.Match{Community: req.Act.Community, Mode: against.Mode(mode.Private, false)}
		m.Kind = mode.Race
		m.BegunAt = time.Unix(1, 0)
		m.EndedAt = time.Unix(40, 0)
		m.Reason = test.reason
		m.Length = 2
		m.Game = newRound(t, hand, race).Game
		m.Table = []round.Tally{{Player: storage.Player{ID: 1}, Rank: 1, Solved: 1, Elapsed: time.Minute}, {Rank: 2}}
		if got := (Views{Rounds: newRounds(t)}).matchView(req, m).Table[0].Rank; got != test.want {
			t.Errorf("%s: the rank is %d, want %d", test.reason, got, test.want)
		}
	}
}

// The page offers the matches that people begin by a word behind the name of a game, where answers are not measured.
func TestMatchesOnThePage(t *testing.T) {
	rounds, req := openPlace(t, true)
	named := against
	named.Word = "nonstop"
	rounds.Play.AddMatch(named, nil)
	word := req.Say.Phrase("choice.match.nonstop", nil)
	v, err := Views{Rounds: rounds}.View(req, false)
	if err != nil || len(v.Deal) == 0 {
		t.Fatalf("it deals %+v (%v)", v.Deal, err)
	}
	for _, deal := range v.Deal {
		want := []string{word}
		isMeasured := rounds.Play.Game(deal.Game).Rules().Measure != ""
		if isMeasured {
			want = nil
		}
		if !slices.Equal(deal.Matches, want) {
			t.Errorf("%s: it offers %q, want %q", deal.Game, deal.Matches, want)
		}
	}
}

// In a private chat the page knows on what clock a person can play a game, which is that of their settings. At a place
// that others share it begins no such round.
func TestClockOfAGame(t *testing.T) {
	for _, g := range games.All() {
		for _, private := range []bool{true, false} {
			for _, seconds := range []int{0, 45} {
				req := newRequest(t, private)
				req.Act.Community.Seconds = seconds
				want := 0
				if private {
					want = int(round.Clock(req.Act.Community, g) / time.Second)
				}
				if got := dealOf(req, g).Clock; got != want {
					t.Errorf("%s, private %t, set to %d s: %d s, want %d", g.Name(), private, seconds, got, want)
				}
			}
		}
	}
}
