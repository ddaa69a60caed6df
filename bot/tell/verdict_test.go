package tell

import (
	"reflect"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// answerer returns Ann, who answers in a group in English.
func answerer(t *testing.T, alone bool) Answerer {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	return Answerer{Who: v.Mention("Ann", "ann"), Say: v, Aloud: v, Alone: alone}
}

// outcome returns an outcome of an answer to a round of a group.
func outcome(t *testing.T, id string, how mode.Mode, what round.What, text string) round.Outcome {
	t.Helper()
	puzzle, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	var out round.Outcome
	out.What = what
	out.Text = text
	out.Verdict = puzzle.Judge(text)
	out.Solution = puzzle.Solve(t.Context())
	out.Round = round.Round{Puzzle: puzzle, Mode: how, GameNumber: 1, Round: storage.Round{ID: 7, CommunityID: 10, Puzzle: id}}
	game, _, _ := strings.Cut(id, ":")
	out.Round.Game, _ = games.ByName(game)
	out.Attempt.PlayerID = 1
	return out
}

// The table says who reads a verdict, and whether the message with the answer is deleted. An answer
// stays secret while others may still find it. A message that nobody else could read is never
// deleted.
func TestWhoReadsAVerdict(t *testing.T) {
	race := mode.Modes(nil).Of("", mode.Together, false)
	contest := mode.Modes(nil).Of("", mode.Together, true)
	duel := mode.Modes(nil).Of(mode.Duel, mode.Together, false)
	own := mode.Modes(nil).Of("", mode.Private, false)
	const right, wrong, best = "2*(3+4+5)", "2*3+4", "7*7"
	for _, test := range []struct {
		name   string
		puzzle string
		mode   mode.Mode
		what   round.What
		text   string
		// alone means that nobody else reads along.
		alone    bool
		audience chat.Audience
		removes  bool
	}{
		{"a wrong answer in a race", "24:2,3,4,5", race, round.Wrong, wrong, false, chat.Asker, false},
		{"practice in a race", "24:2,3,4,5", race, round.Practised, right, false, chat.Asker, true},
		{"practice in a race that nobody reads", "24:2,3,4,5", race, round.Practised, right, true, chat.Asker, false},
		{"alone", "24:2,3,4,5", own, round.First, right, true, chat.Secret, false},
		{"an open answer in a contest", "tchisla:49#7", contest, round.Noted, best, false, chat.Everyone, true},
		{"a secret answer in a contest", "tchisla:49#7", contest, round.Noted, best, true, chat.Secret, false},
		{"an open wrong answer in a contest", "tchisla:49#7", contest, round.Wrong, "7+7", false, chat.Everyone, false},
		{"a late answer in a contest, in the open", "tchisla:49#7", contest, round.TooLate, best, false, chat.Asker, false},
		{"a late answer in a contest, in private", "tchisla:49#7", contest, round.TooLate, best, true, chat.Asker, false},
		{"a bystander's right answer in a duel", "24:2,3,4,5", duel, round.Outsider, right, false, chat.Asker, true},
		{"a bystander's right answer that nobody reads", "24:2,3,4,5", duel, round.Outsider, right, true, chat.Asker, false},
		{"a bystander's wrong answer in a duel", "24:2,3,4,5", duel, round.Outsider, wrong, false, chat.Asker, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ann := answerer(t, test.alone)
			_, got := new(Teller).Verdict(outcome(t, test.puzzle, test.mode, test.what, test.text), ann)
			if got.Audience != test.audience || got.Remove != test.removes {
				t.Errorf("audience %v, removes %t; want %v, %t", got.Audience, got.Remove, test.audience, test.removes)
			}
		})
	}
}

// If a message to the place is the reply, the answer is deleted while others may still win, unless
// nobody else could read it.
func TestWhatIsToldRemovesAnAnswer(t *testing.T) {
	for _, test := range []struct {
		open, alone, removes bool
	}{
		{true, false, true},
		{true, true, false},
		{false, false, false},
		{false, true, false},
	} {
		took := outcome(t, "24:2,3,4,5", mode.Modes(nil).Of("", mode.Together, false), round.First, "2*(3+4+5)")
		if test.open {
			took.OpenFor = round.OpenFor
		}
		_, got := new(Teller).Lead(chat.Reply{Tone: chat.Good}, took, answerer(t, test.alone))
		if got.Remove != test.removes {
			t.Errorf("open for others %t, alone %t: removes %t", test.open, test.alone, got.Remove)
		}
	}
}

// While two others play a duel, what people say to each other gets no reply.
func TestBystandersTalkIsSilent(t *testing.T) {
	ann := answerer(t, false)
	ann.Overheard = true
	took := outcome(t, "24:2,3,4,5", mode.Modes(nil).Of(mode.Duel, mode.Together, false), round.Outsider, "2*3+4")
	if took.Verdict.Outcome == engine.Right {
		t.Fatal("it is right")
	}
	if _, got := new(Teller).Verdict(took, ann); !got.Silent {
		t.Errorf("it says %+v", got.Text)
	}
}

// The reply to a wrong answer is the least urgent and expires soon. The reply to a right one goes
// before everything else that people asked for.
func TestUrgency(t *testing.T) {
	for _, test := range []struct {
		sooner, later Kind
	}{
		{Form, Puzzle}, {Silence, Puzzle}, {Puzzle, Notice}, {Solo, Notice}, {Won, Late}, {WrongInPrivate, Wrong}, {Known, Wrong},
	} {
		if test.sooner.Priority() >= test.later.Priority() {
			t.Errorf("%q goes at %d, %q at %d", test.sooner, test.sooner.Priority(), test.later, test.later.Priority())
		}
	}
}

// The verdict on a hidden answer has an Otherwise, which leads to where nobody reads along, for a
// front end that cannot show the verdict to the person alone.
func TestHiddenVerdictLeadsElsewhere(t *testing.T) {
	contest := mode.Modes(nil).Of("", mode.Together, true)
	race := mode.Modes(nil).Of("", mode.Together, false)
	for _, isAlone := range []bool{true, false} {
		ann := answerer(t, isAlone)
		ann.Elsewhere = chat.Reply{Text: []chat.Line{{{Text: "elsewhere"}}}}
		_, hidden := new(Teller).Verdict(outcome(t, "tchisla:49#7", contest, round.Noted, "7*7"), ann)
		if hidden.Otherwise == nil || hidden.Otherwise.Text[0][0].Text != "elsewhere" {
			t.Errorf("alone %t: a hidden answer leads to %+v", isAlone, hidden.Otherwise)
		}
		_, open := new(Teller).Verdict(outcome(t, "24:2,3,4,5", race, round.Practised, "2*(3+4+5)"), ann)
		if open.Otherwise != nil {
			t.Errorf("alone %t: an open answer leads to %+v", isAlone, open.Otherwise)
		}
	}
}

// A verdict that others read is in the language of the place, and any other in the person's.
func TestLanguageOfAVerdict(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	contest := mode.Modes(nil).Of("", mode.Together, true)
	race := mode.Modes(nil).Of("", mode.Together, false)
	const right, wrong, best, far = "2*(3+4+5)", "2*3+4", "7*7", "7+7"
	for _, test := range []struct {
		name   string
		puzzle string
		mode   mode.Mode
		what   round.What
		text   string
		alone  bool
		sealed bool
		want   string
	}{
		{"wrong in a race", "24:2,3,4,5", race, round.Wrong, wrong, false, false, "en"},
		{"a further solution", "24:2,3,4,5", race, round.Further, right, false, false, "zh-Hans"},
		{"a further solution, for their eyes only", "24:2,3,4,5", race, round.Further, right, true, false, "en"},
		{"hidden, in the open", "tchisla:49#7", contest, round.Noted, best, false, false, "zh-Hans"},
		{"hidden, alone", "tchisla:49#7", contest, round.Noted, best, true, false, "en"},
		{"hidden and wrong, in the open", "tchisla:49#7", contest, round.Wrong, far, false, false, "zh-Hans"},
		{"hidden and wrong, where nobody could read it", "tchisla:49#7", contest, round.Wrong, far, false, true, "en"},
	} {
		ann := answerer(t, test.alone)
		ann.Sealed = test.sealed
		ann.Aloud = say.Voice{Printer: book.Printer("zh-Hans")}
		o := outcome(t, test.puzzle, test.mode, test.what, test.text)
		_, reply := new(Teller).Verdict(o, ann)
		voice := say.Voice{Printer: book.Printer(test.want)}
		want := voice.Verdict(o, say.Reader{
			Who:    ann.Who,
			Alone:  ann.Alone,
			Sealed: ann.Sealed,
			// The button is under the puzzle, in the language of the place.
			AnswerButton: ann.Aloud.Phrase("button.answer", nil),
		})
		if !reflect.DeepEqual(reply.Text, want.Text) {
			t.Errorf("%s: it says %v, want %v", test.name, reply.Text, want.Text)
		}
	}
}
