package tell

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// acts returns the acts of a reply's buttons, in their order.
func acts(r chat.Reply) (all []string) {
	for _, row := range r.Buttons {
		for _, b := range row {
			data := strings.Fields(b.Data + " " + b.Label)
			if strings.HasPrefix(b.Data, "v2 ") {
				data = data[1:]
			}
			all = append(all, data[0])
		}
	}
	return all
}

// body returns the reply in a row of the outbox.
func body(t *testing.T, o storage.Outgoing) (r chat.Reply) {
	t.Helper()
	if err := json.Unmarshal(o.Body, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// If nobody found a solution, a button at the end of a round explains one. Another button posts a
// picture of how people did; it is under one of the two messages that tell of the end.
func TestButtonsOfAnEnding(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	answered := []round.Standing{{Answer: storage.Answer{ID: 1, Text: "2*(3+4+5)"}}}
	for _, test := range []struct {
		name     string
		id       string
		mode     mode.Mode
		rows     []round.Standing
		lasts    time.Duration
		own, new []string
	}{
		{"a race nobody solved", hand, race, nil, 0, []string{button.ActExplain, button.ActNext}, []string{button.ActExplain, button.ActNext}},
		{"a race", hand, race, answered, 0, []string{button.ActNext, button.ActPicture}, []string{button.ActExplain, button.ActNext, button.ActPicture}},
		{"a race on a clock", hand, race, answered, time.Minute, []string{button.ActNext}, []string{button.ActExplain, button.ActNext, button.ActPicture}},
		{"alone", hand, mode.Modes(nil).Of("", mode.Private, false), answered, 0, []string{button.ActNext}, []string{button.ActExplain, button.ActNext}},
	} {
		e := d.ending(test.id, test.mode, round.Solved)
		e.Standings = test.rows
		e.Round.Lasts = test.lasts
		e.Round.Level = 2
		own := d.Ending(v, e)
		if got := acts(own); !slices.Equal(got, test.own) {
			t.Errorf("%s: the puzzle has %q, want %q", test.name, got, test.own)
		}
		if own.Face == nil || !own.Face.Over || own.Face.Note != "" {
			t.Errorf("%s: the puzzle is not over, or still has a level: %+v", test.name, own.Face)
		}
		if got := acts(d.Result(v, e)); !slices.Equal(got, test.new) {
			t.Errorf("%s: the result has %q, want %q", test.name, got, test.new)
		}
	}
}

// While a match goes on, its message has a button if its asker may stop it. When it is over, buttons offer a
// rematch and, to a person who played alone, other matches for one.
func TestButtonsOfAMatch(t *testing.T) {
	d := newDesk(t)
	d.Solos.Add(func(say.Voice, engine.Game, int, engine.Level) []chat.Button { return []chat.Button{{Label: "solo"}} })
	v := d.Speak("en")
	if got := acts(d.Board(v, *d.match(false))); !slices.Equal(got, []string{button.ActStop}) {
		t.Errorf("while it goes on: %q", got)
	}
	if got := acts(d.Board(v, *d.match(true))); len(got) != 0 {
		t.Errorf("when it is over: %q", got)
	}
	for _, test := range []struct {
		name     string
		shared   bool
		opponent bool
		want     []string
	}{
		{"among others", true, false, []string{button.ActRematch, button.ActPose}},
		{"alone", false, false, []string{button.ActRematch, "solo", button.ActPose}},
		{"against an opponent", false, true, []string{button.ActRematch, button.ActPose}},
	} {
		m := d.match(true)
		m.Mode.Shared = test.shared
		m.Mode.Opponent = test.opponent
		if got := acts(d.MatchResult(v, *m)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// At the end of a match, its hardest puzzle can be shared.
func TestHardestIsShared(t *testing.T) {
	d := newDesk(t)
	m := d.match(true)
	m.Bouts = nil
	for _, puzzle := range []struct {
		id    string
		level int
	}{
		{"24:1,1,3,13", 1},
		{"24:3,3,8,8", 5},
		{hand, 2},
	} {
		bout := d.ending(puzzle.id, race, round.Solved).Round
		bout.Level = puzzle.level
		m.Bouts = append(m.Bouts, round.Bout{Round: bout})
	}
	row := d.MatchResult(d.Speak("en"), *m).Buttons[0]
	if got := row[len(row)-1].Data; !strings.HasSuffix(got, " 24:3,3,8,8") {
		t.Errorf("shared is %q", got)
	}
}

// The message that tells who was first has a button that explains the answer once nobody else may
// win.
func TestFirstIsExplained(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	o := outcome(t, hand, race, round.First, "2*(3+4+5)")
	if got := acts(d.first(v, o, chat.Span{Text: "Ann"})); !slices.Contains(got, button.ActExplain) {
		t.Errorf("the buttons are %q", got)
	}
	o.OpenFor = time.Minute
	if got := acts(d.first(v, o, chat.Span{Text: "Ann"})); slices.Contains(got, button.ActExplain) {
		t.Errorf("while others may win the buttons are %q", got)
	}
}

// An answer edits the puzzle's message, under a name for the change. The message of a puzzle that
// nobody has answered is not edited.
func TestProgress(t *testing.T) {
	d := newDesk(t)
	e := d.ending(hand, race, "")
	e.Round.ClosedAt = time.Time{}
	o := outcome(t, hand, race, round.Further, "2*(3+4+5)")
	o.Progress = &e
	act := round.Act{Key: "k", At: storetest.Noon, Community: d.club}
	d.write(func(tx *storage.Tx) error {
		if _, err := d.AnnounceAnswer(tx, act, d.Speak("en"), o); err != nil {
			return err
		}
		return d.CatchUp(tx, e.Round, nil, storetest.Noon)
	})
	all := d.waiting()
	if len(all) != 1 || all[0].Nonce != "round:7:progress:k" || all[0].Message != "m1" {
		t.Fatalf("told are %q", d.nonces())
	}
	if face := body(t, all[0]).Face; face == nil || face.Over {
		t.Errorf("it shows %+v", face)
	}
}

// The answer of a bystander does not change the message of a puzzle that two others play.
func TestBystanderChangesNoPuzzle(t *testing.T) {
	d := newDesk(t)
	e := d.ending(hand, mode.Modes(nil).Of(mode.Duel, mode.Together, false), "")
	e.Round.ClosedAt = time.Time{}
	e.Round.Players = []int64{1, 2}
	bystander := []storage.Answer{{ID: 1, PlayerID: 3, Text: "2*(3+4+5)"}}
	d.write(func(tx *storage.Tx) error { return d.CatchUp(tx, e.Round, bystander, storetest.Noon) })
	if got := d.nonces(); len(got) != 0 {
		t.Errorf("told are %q", got)
	}
}

// If a round makes room for another before its puzzle was shown, the puzzle is not posted any more.
// If it was shown, its message stays.
func TestReplaced(t *testing.T) {
	for _, message := range []string{"", "m1"} {
		d := newDesk(t)
		e := d.ending(hand, race, round.Replaced)
		e.Round.Message = message
		d.write(func(tx *storage.Tx) error {
			e.Round.ID = storetest.Round(t, tx, d.club, "2 3 4 5")
			row := storage.Outgoing{
				Nonce:       "deal",
				CommunityID: d.club.ID,
				RoundID:     e.Round.ID,
				Shows:       true,
				Expires:     storetest.Noon.Add(time.Hour),
			}
			if err := d.Outbox.Post(tx, &row, chat.Reply{}, storetest.Noon); err != nil {
				return err
			}
			return d.AnnounceEnd(tx, storetest.Noon, e, "k", false)
		})
		deal := d.waiting()[0]
		if isExpired := !deal.Expires.After(storetest.Noon); isExpired != (message == "") {
			t.Errorf("message %q: the deal expires at %v", message, deal.Expires)
		}
	}
}

// The buttons under a verdict follow from what became of the answer.
func TestButtonsOfAVerdict(t *testing.T) {
	own := mode.Modes(nil).Of("", mode.Private, false)
	const right, wrong = "2*(3+4+5)", "2*3+4"
	for _, test := range []struct {
		name   string
		what   round.What
		text   string
		mode   mode.Mode
		change func(*round.Outcome, *Answerer)
		want   []string
	}{
		{"wrong, alone", round.Wrong, wrong, race, func(*round.Outcome, *Answerer) {}, []string{button.ActAgain}},
		{"wrong, sealed", round.Wrong, wrong, race, func(_ *round.Outcome, a *Answerer) { a.Sealed = true }, nil},
		{"wrong, among others", round.Wrong, wrong, race, func(_ *round.Outcome, a *Answerer) { a.Alone = false }, nil},
		{"too late", round.TooLate, right, race, func(*round.Outcome, *Answerer) {}, []string{button.ActNext}},
		{"too late for a day", round.TooLate, right, own, func(o *round.Outcome, _ *Answerer) { o.Round.Daily = 61 }, nil},
		{"alone", round.First, right, own, func(*round.Outcome, *Answerer) {}, []string{button.ActExplain, button.ActNext}},
		{"alone, hard", round.First, right, own, func(o *round.Outcome, _ *Answerer) { o.Round.Level = 5 }, []string{button.ActExplain, button.ActNext, button.ActPose}},
		{"alone, hard, once more", round.Further, right, own, func(o *round.Outcome, _ *Answerer) { o.Round.Level = 5 }, []string{button.ActExplain, button.ActNext}},
		{"won", round.First, right, race, func(*round.Outcome, *Answerer) {}, []string{button.ActExplain, button.ActNext}},
		{"won, open for others", round.First, right, race, func(o *round.Outcome, _ *Answerer) { o.OpenFor = time.Minute }, []string{button.ActNext}},
	} {
		ann := answerer(t, true)
		o := outcome(t, hand, test.mode, test.what, test.text)
		test.change(&o, &ann)
		teller := &Teller{Links: new(button.Links)}
		_, reply := teller.Verdict(o, ann)
		if got := acts(reply); !slices.Equal(got, test.want) {
			t.Errorf("%s: the buttons are %q, want %q", test.name, got, test.want)
		}
	}
}

// A bystander's right answer gets a reply, even if it was written to everyone.
func TestBystandersAnswer(t *testing.T) {
	ann := answerer(t, false)
	ann.Overheard = true
	o := outcome(t, hand, mode.Modes(nil).Of(mode.Duel, mode.Together, false), round.Outsider, "2*(3+4+5)")
	if kind, reply := new(Teller).Verdict(o, ann); kind != NotTheirs || !reply.Remove {
		t.Errorf("it is %q, removes %t", kind, reply.Remove)
	}
}

// The verdict for the first right answer to a puzzle of a match is in the language of the place,
// unless answers are hidden.
func TestFirstOfAMatch(t *testing.T) {
	for _, test := range []struct {
		id   string
		mode mode.Mode
		text string
		want Kind
	}{
		{hand, mode.Modes(nil).Of(mode.Race, mode.Together, false), "2*(3+4+5)", FirstInMatch},
		{"tchisla:49#7", mode.Modes(nil).Of(mode.Race, mode.Together, true), "7*7", Accepted},
	} {
		o := outcome(t, test.id, test.mode, round.Noted, test.text)
		o.Rank = 1
		if kind, _ := new(Teller).Verdict(o, answerer(t, false)); kind != test.want {
			t.Errorf("%s: it is %q, want %q", test.id, kind, test.want)
		}
	}
}

// The buttons that features add for a solution are under both messages that tell how a round ended,
// and under no other message.
func TestButtonsBesideASolution(t *testing.T) {
	d := newDesk(t)
	d.Links.Solutions = append(d.Links.Solutions, func(say.Voice, engine.Puzzle) (chat.Button, bool) {
		return chat.Button{Label: "book"}, true
	})
	v := d.Speak("en")
	e := d.ending(hand, race, round.Solved)
	if own, result := acts(d.Ending(v, e)), acts(d.Result(v, e)); !slices.Contains(own, "book") || !slices.Contains(result, "book") {
		t.Errorf("the puzzle has %q, the result %q", own, result)
	}
	e.IsKept = true
	if kept := acts(d.Ending(v, e)); slices.Contains(kept, "book") {
		t.Errorf("while the solution is kept for others: %q", kept)
	}
	e.IsKept = false
	e.Round.ClosedAt = time.Time{}
	if open := acts(d.progress(v, e)); slices.Contains(open, "book") {
		t.Errorf("while it is open: %q", open)
	}
}

// The message that tells who was first also tells the points of everyone who has earned some.
func TestFirstTellsAllPoints(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	o := outcome(t, hand, race, round.First, "2*(3+4+5)")
	o.Led = true
	alone := d.first(v, o, chat.Span{Text: "Ann"})
	o.Scores = []storage.Standing{{Name: "Ann", Points: 50}, {Name: "Bo", Points: 30}}
	told := d.first(v, o, chat.Span{Text: "Ann"})
	if len(told.Text) <= len(alone.Text) || !strings.Contains(text(told), "Bo") {
		t.Errorf("it says %s", text(told))
	}
	o.Scores[0].PlayerID = o.Attempt.PlayerID
	o.Points = 50
	o.Uncounted = 30
	told = d.first(v, o, chat.Span{Text: "Ann"})
	want := "On the board: Ann 50 (+20, only the best 20 rounds of a day count) · Bo 30"
	if !strings.Contains(text(told), want) {
		t.Errorf("of points that do not all count it says %s, want %s", text(told), want)
	}
	if got := acts(told); !slices.Contains(got, button.ActNext) {
		t.Errorf("the buttons are %q", got)
	}
}

// The message that tells how people did has a button that shares a hard puzzle.
func TestHardPuzzleIsShared(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	for level, want := range map[int]bool{1: false, 5: true} {
		e := d.ending(hand, race, round.Solved)
		e.Standings = []round.Standing{{Answer: storage.Answer{ID: 1, Text: "2*(3+4+5)"}}}
		e.Round.Level = level
		if got := acts(d.Ending(v, e)); slices.Contains(got, button.ActPose) != want {
			t.Errorf("of level %d the puzzle has %q", level, got)
		}
	}
}

// An open race offers another puzzle.
func TestRaceOffersTheNext(t *testing.T) {
	d := newDesk(t)
	e := d.ending(hand, race, "")
	e.Round.ClosedAt = time.Time{}
	if got := acts(d.progress(d.Speak("en"), e)); !slices.Contains(got, button.ActNext) {
		t.Errorf("the buttons are %q", got)
	}
}

// A match that ended before its first puzzle has nothing to share.
func TestMatchWithoutPuzzles(t *testing.T) {
	d := newDesk(t)
	m := d.match(true)
	m.Bouts = nil
	if got := acts(d.MatchResult(d.Speak("en"), *m)); !slices.Equal(got, []string{button.ActRematch}) {
		t.Errorf("the buttons are %q", got)
	}
}

// In a match with hidden answers, the first right answer gets the reply that it takes part, and
// nothing more.
func TestFirstOfAHiddenMatch(t *testing.T) {
	o := outcome(t, hand, mode.Modes(nil).Of(mode.Duel, mode.Together, false), round.First, "2*(3+4+5)")
	o.Rank = 1
	if kind, _ := new(Teller).Verdict(o, answerer(t, true)); kind != Accepted {
		t.Errorf("it is %q", kind)
	}
}

// A person whose turn it is chooses what comes next. If nobody may choose, there is nothing to press.
func TestWhoMayChoose(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	m := d.match(false)
	m.BegunAt = storetest.Noon
	m.NextAt = storetest.Noon
	m.Program = []mode.Part{{Game: "24"}, {Game: "letters", Choices: []string{"4", "3"}}}
	for _, test := range []struct {
		turns []storage.Player
		want  []string
	}{
		{[]storage.Player{{ID: 2}, {ID: 1}}, []string{button.ActChoose, button.ActChoose}},
		{nil, nil},
	} {
		m.Turns = test.turns
		if got := acts(d.Table(v, *m)); !slices.Equal(got, test.want) {
			t.Errorf("the turns are %v: the buttons are %q, want %q", test.turns, got, test.want)
		}
	}
}
