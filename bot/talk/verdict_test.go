package talk

import (
	"testing"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"

	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A newcomer's first solution of an easy puzzle in their private chat leads to the day, once. No other answer does.
func TestWhatLeadsToTheDay(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(req *Request, o *round.Outcome)
		want   string
	}{
		{"a first solution", func(*Request, *round.Outcome) {}, "today"},
		{"in a group", func(req *Request, _ *round.Outcome) { req.Act.Community.Private = false }, ""},
		{"a further solution", func(_ *Request, o *round.Outcome) { o.What = round.Further }, ""},
		{"a wrong answer", func(_ *Request, o *round.Outcome) { o.What = round.Wrong }, ""},
		{"of a day", func(_ *Request, o *round.Outcome) { o.Round.Daily = 61 }, ""},
		{"of a match", func(_ *Request, o *round.Outcome) { o.Round.Match = new(round.MatchRow) }, ""},
		{"a harder puzzle", func(_ *Request, o *round.Outcome) { o.Round.Level++ }, ""},
	} {
		rounds, req := openPlace(t, true)
		x := Attempts{Rounds: withDay(rounds)}
		o := round.Outcome{What: round.First}
		o.Round = newRound(t, hand, own)
		o.Round.Level = int(engine.MinLevel)
		test.change(req, &o)
		for _, want := range []string{test.want, ""} {
			var reply chat.Reply
			storetest.Write(t, rounds.Store, func(tx *storage.Tx) error { return x.leadToDay(req, tx, &reply, o) })
			if got := labels(reply); got != want {
				t.Errorf("%s: the buttons are %q, want %q", test.name, got, want)
			}
		}
	}
}

// A verdict takes the place of the message that said an answer was wrong only if the person has sent the form that its
// button opened. What is nothing to them takes the place of no message.
func TestWhichVerdictReplacesAMessage(t *testing.T) {
	for _, test := range []struct {
		name string
		kind chat.Kind
		act  string
		what round.What
		want bool
	}{
		{"the form of Try again", chat.Submit, button.ActAgain, round.Practised, true},
		{"the form of Answer", chat.Submit, button.ActAnswer, round.Practised, false},
		{"a press of Try again", chat.Press, button.ActAgain, round.Practised, false},
		{"somebody else's duel", chat.Submit, button.ActAgain, round.Outsider, false},
	} {
		rounds, req := openPlace(t, false)
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		req.Input.Kind = test.kind
		req.Button.Act = test.act
		o := round.Outcome{What: test.what}
		o.Round = newRound(t, hand, duel)
		o.Text = "2*(3+4+5)"
		o.Verdict = o.Round.Puzzle.Judge(o.Text)
		if _, reply := x.verdict(req, o, nil); reply.Edit != test.want {
			t.Errorf("%s: replaces a message: %t", test.name, reply.Edit)
		}
	}
}

// Features are told of each right answer that is not to a puzzle of a day, and of no wrong one.
func TestFeaturesAreToldOfSolutions(t *testing.T) {
	for _, test := range []struct {
		answer  string
		isDaily bool
		want    int
	}{
		{"2*(3+4+5)", false, 1},
		{"2+3+4+5", false, 0},
		{"2*(3+4+5)", true, 0},
	} {
		rounds, req := openPlace(t, true)
		told := 0
		rounds.Features = func() []feature.Feature {
			return []feature.Feature{{Name: "club", Solved: func(*storage.Tx, round.Act, round.Outcome) error {
				told++
				return nil
			}}}
		}
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand, AskerID: req.Act.Person.ID})
		if test.isDaily {
			r = openDaily(t, rounds, req, hand)
		}
		carryOut(t, rounds, req, func(req *Request) (Plan, error) { return x.Judge(req, r, test.answer) })
		if told != test.want {
			t.Errorf("%q, of a day %t: features are told %d times", test.answer, test.isDaily, told)
		}
	}
}
