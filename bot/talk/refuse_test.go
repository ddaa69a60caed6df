package talk

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// newRounds makes Rounds without a database and without features.
func newRounds(t *testing.T) Rounds {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	return Rounds{
		Play:     &round.Play{Games: games.All()},
		Settings: settings.New(games.All(), Levels[:], book, zones),
		Solos:    new(button.Solos),
	}
}

// withDay adds a feature with a Day. The labels of its buttons say what they are.
func withDay(s Rounds) Rounds {
	named := func(label string) chat.Button { return chat.Button{Label: label, Data: label} }
	day := &feature.Day{
		Button: func(say.Voice, engine.Game) chat.Button { return named("today") },
		Keep:   func(say.Voice, round.Round) chat.Button { return named("keep") },
	}
	s.Features = func() []feature.Feature { return []feature.Feature{{Name: "first"}, {Name: "day", Day: day}} }
	return s
}

// labels returns the labels of a reply's buttons.
func labels(r chat.Reply) string {
	var all []string
	for _, row := range r.Buttons {
		for _, b := range row {
			all = append(all, b.Label)
		}
	}
	return strings.Join(all, " · ")
}

// textOfKey returns a sentence without arguments.
func textOfKey(req *Request, key string) string { return say.Plain(req.Say.Line(key, nil)) + "\n" }

// newRound makes a round of a puzzle with a mode, in the group of newRequest.
func newRound(t *testing.T, id string, how mode.Mode) round.Round {
	t.Helper()
	puzzle, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	r := round.Round{Puzzle: puzzle, Mode: how, GameNumber: 1}
	r.ID = 7
	r.CommunityID = 10
	r.Round.Puzzle = id
	name, _, _ := strings.Cut(id, ":")
	for _, g := range games.All() {
		if g.Name() == name {
			r.Game = g
		}
	}
	return r
}

var (
	race    = mode.Modes(nil).Of("", mode.Together, false)
	contest = mode.Modes(nil).Of("", mode.Together, true)
	duel    = mode.Modes(nil).Of(mode.Duel, mode.Together, false)
	own     = mode.Modes(nil).Of("", mode.Private, false)
)

const (
	hand   = "24:2,3,4,5"
	sevens = "tchisla:49#7"
)

// Buttons lead to today's puzzles only if a feature has a Day.
func TestNothingLeadsToADayWithoutOne(t *testing.T) {
	req := newRequest(t, true)
	bare := newRounds(t)
	for _, test := range []struct {
		name string
		make func(Rounds) (chat.Reply, error)
		want string
	}{
		{"the games", func(s Rounds) (chat.Reply, error) {
			return chat.Reply{Buttons: s.gameButtons(req.Say, req.Act.Community)}, nil
		}, "today"},
		{"a puzzle of the day that is typed", func(s Rounds) (chat.Reply, error) {
			result, err := s.refuse(req, round.ErrDailyPuzzle)
			return result.Reply, err
		}, "today"},
		{"another refusal", func(s Rounds) (chat.Reply, error) {
			result, err := s.refuse(req, round.ErrFull)
			return result.Reply, err
		}, ""},
		{"giving up a puzzle of a day", func(s Rounds) (chat.Reply, error) {
			r := newRound(t, hand, own)
			r.Daily = 61
			return Attempts{Rounds: s}.askSure(req, round.Quit{Round: r}), nil
		}, "keep"},
		{"giving up another", func(s Rounds) (chat.Reply, error) {
			return Attempts{Rounds: s}.askSure(req, round.Quit{Round: newRound(t, hand, own)}), nil
		}, ""},
	} {
		with, err := test.make(withDay(bare))
		if err != nil {
			t.Fatal(err)
		}
		without, err := test.make(bare)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"today", "keep"} {
			if got := strings.Contains(labels(with), word); got != (word == test.want) {
				t.Errorf("%s: the buttons are %s", test.name, labels(with))
			}
			if strings.Contains(labels(without), word) {
				t.Errorf("%s, without a day: the buttons are %s", test.name, labels(without))
			}
		}
	}
}

// A refusal says what goes on, and how long to wait.
func TestWhatIsInTheWay(t *testing.T) {
	req := newRequest(t, false)
	for _, test := range []struct {
		err  error
		key  string
		wait time.Duration
	}{
		{round.ErrTooBusy, "deal.busy", time.Minute},
		{round.ErrFull, "deal.full", 0},
		{&round.MatchError{Match: round.MatchRow{Kind: mode.Duel}}, "match.running.duel", 0},
		{&round.RunningError{Left: time.Hour}, "deal.running", time.Hour},
		{&round.RunningError{Left: time.Hour, Contest: true}, "deal.contest", time.Hour},
		{storage.ErrConflict, "", 0},
	} {
		key, wait := refusalOf(req, test.err)
		if key != test.key || wait != test.wait {
			t.Errorf("%v: %q after %v, want %q after %v", test.err, key, wait, test.key, test.wait)
		}
	}
}

// A refusal with a short time to wait must come at once, since it would be wrong later. One with a long time
// may come later.
func TestPauseIsToldAtOnce(t *testing.T) {
	req := newRequest(t, false)
	for _, test := range []struct {
		err  error
		want tell.Kind
	}{
		{round.ErrTooBusy, tell.Pause},
		{&round.RunningError{Left: 18 * time.Second}, tell.Pause},
		{&round.RunningError{Left: time.Hour, Contest: true}, tell.Notice},
		{round.ErrFull, tell.Notice},
	} {
		result, err := Rounds{}.refuse(req, test.err)
		if err != nil || result.Kind != test.want {
			t.Errorf("%v: the kind is %q, want %q (%v)", test.err, result.Kind, test.want, err)
		}
	}
}

// If others could read an answer to a daily, its message is deleted. All read the refusal, but only the person
// may press its button. A press has no message, and in a chat.Sent message the answer is sealed.
func TestWouldSpoil(t *testing.T) {
	for kind, goes := range map[chat.Kind]bool{
		chat.Text:    true,
		chat.Command: true,
		chat.Submit:  true,
		chat.Press:   false,
		chat.Sent:    false,
	} {
		req := newRequest(t, false)
		req.Input.Kind = kind
		reply := newRounds(t).wouldSpoil(req, newRound(t, hand, own))
		if reply.Audience != chat.Everyone || reply.Remove != goes || !reply.Buttons[0][0].Personal {
			t.Errorf("%v: %+v", kind, reply)
		}
	}
}

// The question whether a person is sure says what giving up costs.
func TestSureKey(t *testing.T) {
	with := func(id string, how mode.Mode, change func(*round.Quit)) round.Quit {
		q := round.Quit{Round: newRound(t, id, how)}
		change(&q)
		return q
	}
	for _, test := range []struct {
		quit round.Quit
		want string
	}{
		{with(hand, own, func(q *round.Quit) { q.Round.Daily = 61; q.Shown = time.Unix(1, 0) }), "giveup.sure.day"},
		{with(hand, own, func(q *round.Quit) { q.Round.Daily = 61 }), "giveup.sure"},
		{with(hand, own, func(q *round.Quit) { q.Round.Daily = 61; q.Past = true; q.Shown = time.Unix(1, 0) }), "giveup.sure.day.past"},
		{with(hand, own, func(q *round.Quit) { q.Round.Daily = 61; q.Past = true }), "giveup.sure.past"},
		{with(hand, duel, func(q *round.Quit) { q.ForAll = true }), "giveup.sure.duel"},
		{with(hand, race, func(q *round.Quit) { q.ForAll = true }), "giveup.sure.all"},
		{with(hand, own, func(q *round.Quit) { q.ForAll = true }), "giveup.sure.alone"},
		{with(hand, race, func(*round.Quit) {}), "giveup.sure.alone"},
		{with(sevens, contest, func(q *round.Quit) { q.Round.EndsAt = time.Unix(1, 0) }), "giveup.sure.out"},
		{with(sevens, contest, func(q *round.Quit) { q.Round.EndsAt = time.Unix(1, 0); q.ForAll = true }), "giveup.sure.all"},
	} {
		if got := sureKey(test.quit); got != test.want {
			t.Errorf("%s %q, for all %t: %s, want %s", test.quit.Round.Puzzle.ID(), test.quit.Round.Mode.Name, test.quit.ForAll, got, test.want)
		}
	}
}

// Only the person reads the question whether they are sure. If it replaces the puzzle's message, it shows the
// puzzle.
func TestAskSure(t *testing.T) {
	for _, isAlone := range []bool{true, false} {
		req := newRequest(t, false)
		req.Input.Alone = isAlone
		reply := Attempts{Rounds: newRounds(t)}.askSure(req, round.Quit{Round: newRound(t, hand, race)})
		isKept := reply.Face != nil
		if reply.Audience != chat.Secret || reply.Edit != isAlone || isKept != isAlone || !reply.Buttons[0][0].Personal {
			t.Errorf("alone %t: %+v", isAlone, reply)
		}
	}
}

// Only the person who gives up reads the solution. If the puzzle is one of a day that others still play, the
// solution is not shown.
func TestQuitReply(t *testing.T) {
	req := newRequest(t, false)
	puzzle := newRound(t, hand, own)
	best := puzzle.Puzzle.Solve(t.Context())
	for _, test := range []struct {
		name  string
		quit  round.Quit
		key   string
		shows bool
	}{
		{"alone", round.Quit{What: round.QuitAlone, Missed: best.All[:1]}, "giveup.alone", true},
		{"solved", round.Quit{What: round.QuitAlone, Solved: true, Missed: best.All[:1]}, "giveup.solved", true},
		{"nothing missed", round.Quit{What: round.QuitAlone}, "giveup.alone", true},
		{"a day", round.Quit{What: round.QuitDay, Shown: req.Act.At}, "giveup.day.out", false},
		{"a past day", round.Quit{What: round.QuitDay, Shown: req.Act.At, Past: true}, "giveup.alone", false},
		{"a day that is solved", round.Quit{What: round.QuitDay, Solved: true, Shown: req.Act.At}, "giveup.solved", false},
	} {
		test.quit.Round = puzzle
		test.quit.Best = best
		reply := Attempts{Rounds: newRounds(t)}.quitReply(req, test.quit)
		text := textOf(reply)
		said := strings.TrimSpace(textOfKey(req, test.key))
		if reply.Audience != chat.Secret || !strings.Contains(text, said) {
			t.Errorf("%s: %v %q, want %q", test.name, reply.Audience, text, said)
		}
		if got := strings.Contains(text, best.All[0]); got != test.shows {
			t.Errorf("%s: it says %q", test.name, text)
		}
	}
}

// An edited message is judged again if it was edited soon after it was sent, unless it is another command than
// /answer.
func TestMayBeCorrection(t *testing.T) {
	for _, test := range []struct {
		after time.Duration
		name  string
		want  bool
	}{
		{time.Second, "", true},
		{editFor, "", true},
		{editFor + time.Second, "", false},
		{time.Second, "answer", true},
		{time.Second, "hint", false},
	} {
		req := newRequest(t, false)
		req.Input.Edited = req.Act.At.Add(-test.after)
		req.Input.Name = test.name
		if got := mayBeCorrection(req); got != test.want {
			t.Errorf("%q after %v: %t", test.name, test.after, got)
		}
	}
}

// An answer changes a person's day if it is the first, is better, or is practice. After giving up it does not.
func TestChangesDay(t *testing.T) {
	for _, test := range []struct {
		what     round.What
		practice round.Practice
		want     bool
	}{
		{round.First, "", true},
		{round.Noted, "", true},
		{round.Practised, "", true},
		{round.Practised, round.QuitBefore, false},
		{round.Further, "", false},
		{round.NoBetter, "", false},
		{round.Known, "", false},
		{round.Wrong, "", false},
		{round.TooLate, "", false},
	} {
		if got := changesDay(round.Outcome{What: test.what, Practice: test.practice}); got != test.want {
			t.Errorf("%s, practice %q: %t", test.what, test.practice, got)
		}
	}
}

// A match has at least one puzzle, and at most mode.MaxRace, or it has one of the lengths of its kind. Without a number
// it has as many as usual.
func TestCountOf(t *testing.T) {
	for _, test := range []struct {
		text  string
		count int
		ok    bool
	}{
		{"", 0, true},
		{"1", 1, true},
		{"0", 0, false},
		{"-1", 0, false},
		{"x", 0, false},
		{"3x", 0, false},
	} {
		count, ok := countOf(test.text, nil)
		if ok != test.ok || ok && count != test.count {
			t.Errorf("%q: %d, %t", test.text, count, ok)
		}
	}
	if _, ok := countOf("10000", nil); ok {
		t.Error("a match may be endless")
	}
}

// A number beside the name of a rival is how many puzzles a person wants. One in the name is not.
func TestCountBeside(t *testing.T) {
	for _, test := range []struct{ text, name, want string }{
		{"@bob 7", "@bob", "7"},
		{"@bob", "@bob", ""},
		{"Agent 7", "Agent 7", ""},
		{"Agent 7 3", "Agent 7", "3"},
		{"bob2", "@bob2", ""},
		{"7", "", "7"},
		{"", "Bob", ""},
		{"1118", "Bob", ""},
	} {
		if got := countBeside(test.text, chat.Person{ID: "1118", Name: test.name}); got != test.want {
			t.Errorf("%q, a rival named %q: %q, want %q", test.text, test.name, got, test.want)
		}
	}
}

// A round that was dealt elsewhere is first shown in the person's private chat, once.
func TestIsNewHere(t *testing.T) {
	for _, test := range []struct {
		private   bool
		community int64
		current   int64
		want      bool
	}{
		{true, 11, 0, true},
		{true, 11, 7, false},
		{true, 10, 0, false},
		{false, 11, 0, false},
	} {
		req := newRequest(t, test.private)
		req.Act.Candidates.Current = test.current
		r := newRound(t, hand, race)
		r.CommunityID = test.community
		if got := isNewHere(req, r); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

// A form says how to answer at the place. What was wrong before is cut off so that both fit.
func TestForm(t *testing.T) {
	x := Attempts{Rounds: newRounds(t)}
	r := newRound(t, hand, race)
	for _, private := range []bool{true, false} {
		req := newRequest(t, private)
		req.Button.Act = button.ActAnswer
		plain := x.form(req, r, "").Ask.Hint
		if strings.Contains(plain, "/answer") == private {
			t.Errorf("private %t: the hint is %q", private, plain)
		}
		why := x.form(req, r, strings.Repeat("long ", 100)).Ask.Hint
		if !strings.HasPrefix(why, "long") || !strings.HasSuffix(why, plain) || len([]rune(why)) > maxHint {
			t.Errorf("private %t: the hint is %q", private, why)
		}
	}
}

// A community chooses which games are dealt, and who may deal.
func TestRefuseDeal(t *testing.T) {
	x := Deals{Rounds: newRounds(t)}
	first := games.All()[0]
	for _, test := range []struct {
		name    string
		change  func(*Request)
		refused bool
	}{
		{"anybody", func(*Request) {}, false},
		{"another game", func(req *Request) { req.Act.Community.Games = games.All()[1].Name() }, true},
		{"that game", func(req *Request) { req.Act.Community.Games = first.Name() }, false},
		{"a member where administrators deal", func(req *Request) { req.Act.Community.Dealers = settings.Admins }, true},
		{"an administrator", func(req *Request) { req.Act.Community.Dealers = settings.Admins; req.Act.Admin = true }, false},
	} {
		req := newRequest(t, false)
		test.change(req)
		if got := x.refuseDeal(req, first) != nil; got != test.refused {
			t.Errorf("%s: refused %t", test.name, got)
		}
	}
}

// Only administrators may change settings. Others may see them where nobody else reads along.
func TestSettingsAreForAdministrators(t *testing.T) {
	rounds := newRounds(t)
	x := Settings{Settings: rounds.Settings, Tell: &tell.Teller{Play: rounds.Play}}
	store := storetest.Open(t)
	for _, test := range []struct {
		name               string
		admin, alone, args bool
		refused            bool
	}{
		{"a member among others", false, false, false, true},
		{"a member who reads alone", false, true, false, false},
		{"a member who reads alone and changes", false, true, true, true},
		{"an administrator", true, false, false, false},
	} {
		req := newRequest(t, false)
		req.Act.Admin = test.admin
		req.Act.Ephemeral = test.alone
		if test.args {
			req.Args = command.Values{"games": "24"}
		}
		plan, err := x.Command(req)
		if err != nil {
			t.Fatal(err)
		}
		var result Result
		storetest.Write(t, store, func(tx *storage.Tx) error {
			result, err = plan(tx)
			return err
		})
		refusal := req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})
		if got := textOf(result.Reply) == textOf(refusal); got != test.refused {
			t.Errorf("%s: refused %t", test.name, got)
		}
	}
}

// A text without a digit is a puzzle of no game.
func TestGamesOf(t *testing.T) {
	x := Deals{Rounds: newRounds(t)}
	if got := x.GamesOf("AAEEILNRT"); len(got) != 0 {
		t.Errorf("letters are puzzles of %d games", len(got))
	}
	if got := x.GamesOf("3 3 8 8"); len(got) == 0 || got[0].Name() != "24" {
		t.Errorf("four cards are puzzles of %v", got)
	}
}

// A duel needs people: in a private chat it is refused, with a button for what a person can play alone.
func TestRefuseMatch(t *testing.T) {
	solo := func(say.Voice, engine.Game, int, engine.Level) []chat.Button { return []chat.Button{{Label: "alone"}} }
	rounds := newRounds(t)
	rounds.Solos.Add(solo)
	x := Matches{Deals: Deals{Rounds: rounds}}
	first := games.All()[0]
	for _, private := range []bool{true, false} {
		req := newRequest(t, private)
		plan := x.refuseMatch(req, mode.Duel, first)
		if (plan != nil) != private {
			t.Errorf("private %t: refused %t", private, plan != nil)
		}
		if plan == nil {
			continue
		}
		result, err := plan(nil)
		if err != nil || labels(result.Reply) != "alone" {
			t.Errorf("private %t: the buttons are %q (%v)", private, labels(result.Reply), err)
		}
	}
}

// When the last hint is taken, the button for hints is disabled and has no price any more. Other buttons stay.
func TestNoMoreHints(t *testing.T) {
	req := newRequest(t, true)
	rows := [][]chat.Button{{{Label: "Answer", Data: "a"}}, {{Label: "Hint (−30%)", Data: "h"}, {Label: "Next", Data: "n"}}}
	disableHint(req.Say, rows, "h")
	want := [][]chat.Button{
		{{Label: "Answer", Data: "a"}},
		{{Label: button.HintLabel(req.Say, 0), Data: "h", Disabled: true}, {Label: "Next", Data: "n"}},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("the buttons are %+v", rows)
	}
}

// On the page the question whether a person is sure has a button that goes on with the puzzle, of a day or not.
func TestAskSureOnThePage(t *testing.T) {
	for _, daily := range []int{0, 61} {
		req := newRequest(t, true)
		req.Via = chat.ViaPage
		r := newRound(t, hand, own)
		r.Daily = daily
		reply := Attempts{Rounds: withDay(newRounds(t))}.askSure(req, round.Quit{Round: r})
		var data []string
		for _, b := range reply.Buttons[0] {
			data = append(data, b.Data)
		}
		want := []string{button.RoundData(newRounds(t).Seals, button.ActSure, r), command.Data(button.ActKeep, 7)}
		if !slices.Equal(data, want) || len(reply.Buttons) != 1 {
			t.Errorf("daily %d: the buttons are %q, want %q", daily, data, want)
		}
	}
}

// If a person ends a round for all from the puzzle's own message, that message shows the end. If the puzzle has no
// message, the reply shows it. Otherwise the reply is short, and in a private chat it takes the place of the question
// whether they are sure.
func TestReplyToAnEnd(t *testing.T) {
	for _, test := range []struct {
		name              string
		message, source   string
		isElsewhere       bool
		private           bool
		kind              chat.Kind
		isWhole, isEdited bool
	}{
		{"its message", "m1", "m1", false, false, chat.Press, true, true},
		{"another message", "m1", "m2", false, false, chat.Press, false, false},
		{"a command", "m1", "", false, false, chat.Command, false, false},
		{"a message of that name elsewhere", "m1", "m1", true, false, chat.Press, false, false},
		{"no message", "", "", false, false, chat.Command, true, false},
		{"another message of a private chat", "m1", "m2", false, true, chat.Press, false, true},
		{"a command in a private chat", "m1", "", false, true, chat.Command, false, false},
	} {
		rounds, req := openPlace(t, test.private)
		req.Input.Kind = test.kind
		req.Input.Source.ID = test.source
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
		r.Message = test.message
		if test.isElsewhere {
			r.CommunityID = groupOf(t, rounds, req).ID
		}
		ending := round.Ending{Round: r, Best: r.Puzzle.Solve(t.Context())}
		var result Result
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			var err error
			result, err = x.quitForAll(req, tx, round.Quit{Round: r, Ending: &ending})
			return err
		})
		want := x.Tell.Result(req.Aloud, ending)
		if test.isWhole {
			want = x.Tell.Ending(req.Aloud, ending)
		}
		showsPuzzle := result.Reply.Face != nil
		if textOf(result.Reply) != textOf(want) || showsPuzzle != (want.Face != nil) {
			t.Errorf("%s: it says %q, want %q", test.name, textOf(result.Reply), textOf(want))
		}
		if result.Reply.Edit != test.isEdited || result.Round != r.ID {
			t.Errorf("%s: edits %t", test.name, result.Reply.Edit)
		}
	}
}

// A button to the day leads to its puzzle of the first game: of the place, or of all if the place does not matter.
func TestWhichGameADayBeginsWith(t *testing.T) {
	rounds, req := openPlace(t, true)
	rounds.Features = func() []feature.Feature {
		of := func(_ say.Voice, g engine.Game) chat.Button { return chat.Button{Label: "today's " + g.Name()} }
		return []feature.Feature{{Name: "day", Day: &feature.Day{Button: of}}}
	}
	all := rounds.Play.Games
	req.Act.Community.Games = all[1].Name() + "," + all[2].Name()
	last := labels(chat.Reply{Buttons: rounds.gameButtons(req.Say, req.Act.Community)})
	if !strings.HasSuffix(last, "today's "+all[1].Name()) {
		t.Errorf("the games of the place are followed by %q", last)
	}
	refusal, err := rounds.refuse(req, round.ErrDailyPuzzle)
	if got := labels(refusal.Reply); err != nil || got != "today's "+all[0].Name() {
		t.Errorf("a refusal leads to %q (%v)", got, err)
	}
	req.Args = command.Values{"topic": TopicDaily}
	about := carryOut(t, rounds, req, Help{Play: rounds.Play, Features: rounds.Features}.Page).Reply
	if got := labels(about); !strings.HasPrefix(got, "today's "+all[0].Name()) {
		t.Errorf("the page about the day leads to %q", got)
	}
}
