package talk

import (
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// In a round with hidden answers, the verdict on a wrong answer asks for another try. So it is of no use after
// the end of the round. For other verdicts the kind says how long they are of use.
func TestMissUntilTheEnd(t *testing.T) {
	end := time.Date(2026, time.March, 2, 9, 0, 30, 0, time.UTC)
	hidden := round.Round{Mode: mode.Mode{Hidden: true}, Round: storage.Round{Lasts: 30 * time.Second, EndsAt: end}}
	over := hidden
	over.ClosedAt = end
	open := hidden
	open.Mode.Hidden = false
	for _, test := range []struct {
		name  string
		round round.Round
		what  round.What
		want  time.Time
	}{
		{"hidden", hidden, round.Wrong, end},
		{"right", hidden, round.Noted, time.Time{}},
		{"over", over, round.Wrong, time.Time{}},
		{"open", open, round.Wrong, time.Time{}},
	} {
		if got := missUntil(round.Outcome{Round: test.round, What: test.what}); !got.Equal(test.want) {
			t.Errorf("%s: it is of use until %v, want %v", test.name, got, test.want)
		}
	}
}

// A form that begins with an answer has the person's last one.
func TestLastText(t *testing.T) {
	store := storetest.Open(t)
	req := newRequest(t, true)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		id := storetest.Round(t, tx, club, "2 3 4 5")
		for _, want := range []string{"", "2+3+4+5", "2*3+4+5"} {
			if want != "" {
				answer := storage.Answer{RoundID: id, PlayerID: req.Act.Person.ID, At: storetest.Noon, Text: want, Outcome: "wrong"}
				if _, err := tx.AddAnswer(answer, nil); err != nil {
					return err
				}
			}
			got, err := lastText(tx, req, id)
			if err != nil || got != want {
				t.Errorf("it is %q, want %q (%v)", got, want, err)
			}
		}
		return nil
	})
}

// A person who plays a community's round in their private chat joins the community, and the round becomes
// their current one. A daily belongs to no community.
func TestEnter(t *testing.T) {
	store := storetest.Open(t)
	rounds := newRounds(t)
	for daily, name := range map[int]string{0: "ann", 61: "bo"} {
		req := newRequest(t, true)
		req.Act.At = storetest.Noon
		storetest.Write(t, store, func(tx *storage.Tx) error {
			club := storetest.Community(t, tx, "club")
			req.Act.Community = storetest.Community(t, tx, "ann")
			req.Act.Person = storetest.Person(t, tx, name)
			r := newRound(t, hand, race)
			r.CommunityID = club.ID
			r.ID = storetest.Round(t, tx, club, "2 3 4 5")
			r.Daily = daily
			if err := rounds.enter(tx, req, r); err != nil {
				return err
			}
			isMember, err := tx.IsMember(club.ID, req.Act.Person.ID, storetest.Noon.Add(-round.BelongFor))
			if isMember != (daily == 0) {
				t.Errorf("daily %d: member %t", daily, isMember)
			}
			return err
		})
	}
}

// If a person asks for a form while the round ends, they are told that it is over: the puzzle's message shows
// how it ended. If they ask later, the reply shows that, too, and they count as having seen the solution.
func TestAskForWhatIsOver(t *testing.T) {
	store := storetest.Open(t)
	x := Attempts{Rounds: newRounds(t)}
	x.Store = store
	x.Play = newPlay(t, store)
	req := newRequest(t, false)
	req.Act.At = storetest.Noon.Add(time.Minute)
	var r round.Round
	storetest.Write(t, store, func(tx *storage.Tx) error {
		req.Act.Community = storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		id, err := tx.AddRound(storage.Round{
			CommunityID: req.Act.Community.ID,
			Game:        "24",
			Puzzle:      hand,
			Class:       newRound(t, hand, race).Puzzle.Face().Class(),
			DealtAt:     storetest.Noon,
			ClosedAt:    storetest.Noon.Add(30 * time.Second),
			Reason:      round.GivenUp,
		})
		if err != nil {
			return err
		}
		r, err = x.Play.Round(tx, id)
		return err
	})
	for _, wasOpen := range []bool{true, false} {
		read := r
		if wasOpen {
			read.ClosedAt = time.Time{}
		}
		plan, err := x.ask(req, read)
		if err != nil {
			t.Fatal(err)
		}
		var result Result
		storetest.Write(t, store, func(tx *storage.Tx) error {
			result, err = plan(tx)
			return err
		})
		isShort := textOf(result.Reply) == textOfKey(req, "late")
		if isShort != wasOpen || result.Reply.Ask != nil {
			t.Errorf("was open %t: it says %q", wasOpen, textOf(result.Reply))
		}
		storetest.Write(t, store, func(tx *storage.Tx) error {
			f, err := round.FindFacts(tx, r.ID, req.Act.Person.ID, round.IgnoreLocks, req.Act.At, round.NoAnswers)
			if f.Seen == wasOpen {
				t.Errorf("was open %t: ann has seen a solution: %t", wasOpen, f.Seen)
			}
			return err
		})
	}
}

// An observedDay is a feature with a Day, which notes the calls of its functions.
type observedDay struct {
	// solved counts by how many answers somebody earned something, shown how often a puzzle was shown.
	solved, shown int
	// replies are replies to people who did more of their day, and known is what the last was made of.
	replies int
	known   map[string]engine.Solution
}

func (d *observedDay) features() []feature.Feature {
	return []feature.Feature{{
		Name: "day",
		Day: &feature.Day{
			Show: func(*Request, *storage.Tx, round.Round) (Result, error) {
				d.shown++
				buttons := [][]chat.Button{{{Label: "of the day"}}}
				return Result{Reply: chat.Reply{Text: []chat.Line{{{Text: "today"}}}, Buttons: buttons}}, nil
			},
			Reply: func(
				_ *Request, _ *storage.Tx, reply *chat.Reply, _ round.Round, known map[string]engine.Solution,
			) error {
				d.replies++
				d.known = known
				reply.Text = append(reply.Text, chat.Line{{Text: "what is left of today"}})
				return nil
			},
		},
		DailySolved: func(*storage.Tx, round.Act, round.Round) error {
			d.solved++
			return nil
		},
	}}
}

// openDaily makes today's puzzle of a game, and returns its round as one that the person's request may be
// about.
func openDaily(t *testing.T, s Rounds, req *Request, id string) round.Round {
	t.Helper()
	number := round.CalendarOf(req.Act.Community).NumberAt(req.Act.At)
	r := deal(t, s, storage.Community{}, storage.Round{Puzzle: id, Daily: number, Base: round.DailyBase})
	req.Act.Candidates = storage.Candidates{Rounds: []storage.Round{r.Round}, Current: r.ID}
	return r
}

// A feature with a Day is told of each answer that earns something, and adds to the reply to an answer that
// changes the person's day. It is told nothing of other puzzles.
func TestAnswersOfADay(t *testing.T) {
	for _, test := range []struct {
		name    string
		id      string
		isDaily bool
		answer  string
		solved  int
		replies int
		knows   int
	}{
		{"a right answer", hand, true, "2*(3+4+5)", 1, 1, 0},
		{"a wrong answer", hand, true, "2+3+4+5", 0, 0, 0},
		{"an answer where others are better", sevens, true, "7*7", 1, 1, 1},
		{"another puzzle", hand, false, "2*(3+4+5)", 0, 0, 0},
	} {
		rounds, req := openPlace(t, true)
		day := new(observedDay)
		rounds.Features = day.features
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		var r round.Round
		if test.isDaily {
			r = openDaily(t, rounds, req, test.id)
		} else {
			r = deal(t, rounds, req.Act.Community, storage.Round{Puzzle: test.id, Base: 10})
		}
		carryOut(t, rounds, req, func(req *Request) (Plan, error) { return x.Judge(req, r, test.answer) })
		if day.solved != test.solved || day.replies != test.replies || len(day.known) != test.knows {
			t.Errorf("%s: solved %d times, %d replies with %d known", test.name, day.solved, day.replies, len(day.known))
		}
	}
}

// A person asks in their private chat for the form of a puzzle of a day. If a feature has a Day, the puzzle is
// shown there first, and becomes their current one. When they ask again, they get the form.
func TestAskForADaily(t *testing.T) {
	for _, withDay := range []bool{true, false} {
		rounds, req := openPlace(t, true)
		day := new(observedDay)
		if withDay {
			rounds.Features = day.features
		}
		x := Attempts{Rounds: rounds}
		r := openDaily(t, rounds, req, hand)
		req.Act.Candidates.Current = 0
		req.Button = press(button.ActAnswer, r.ID)
		reply := carryOut(t, rounds, req, x.Answer).Reply
		isToday := textOf(reply) == "today\n"
		if isToday != withDay || (reply.Face != nil) == withDay || reply.Ask != nil {
			t.Errorf("with a day %t: it says %q", withDay, textOf(reply))
		}
		req.Act.Candidates.Current = currentOfPerson(t, rounds, req)
		if req.Act.Candidates.Current != r.ID {
			t.Errorf("with a day %t: the person is at %d", withDay, req.Act.Candidates.Current)
		}
		if reply := carryOut(t, rounds, req, x.Answer).Reply; reply.Ask == nil {
			t.Errorf("with a day %t: the second time it says %q", withDay, textOf(reply))
		}
	}
}

// If a person gives up a puzzle of a day, the feature with the Day adds to the reply, and to no other reply.
func TestGiveUpOfADay(t *testing.T) {
	for _, isDaily := range []bool{true, false} {
		rounds, req := openPlace(t, true)
		day := new(observedDay)
		rounds.Features = day.features
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens, AskerID: req.Act.Person.ID})
		if isDaily {
			r = openDaily(t, rounds, req, sevens)
		}
		req.Button = press(button.ActSure, r.ID)
		carryOut(t, rounds, req, x.GiveUp)
		if (day.replies == 1) != isDaily || (len(day.known) == 1) != isDaily {
			t.Errorf("daily %t: %d replies with %d known", isDaily, day.replies, len(day.known))
		}
	}
}

// In a private chat a hint for a puzzle of a day keeps the buttons of the day.
func TestHintOfADay(t *testing.T) {
	for _, isDaily := range []bool{true, false} {
		rounds, req := openPlace(t, true)
		day := new(observedDay)
		rounds.Features = day.features
		x := Attempts{Rounds: rounds}
		r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand, AskerID: req.Act.Person.ID})
		if isDaily {
			r = openDaily(t, rounds, req, hand)
		}
		req.Button = press(button.ActHint, r.ID)
		reply := carryOut(t, rounds, req, x.Hint).Reply
		if (labels(reply) == "of the day") != isDaily || !reply.Edit || reply.Face == nil {
			t.Errorf("daily %t: edits %t, the buttons are %s", isDaily, reply.Edit, labels(reply))
		}
	}
}

// A person who types the label of the button that gives up has said it, as one who types the command. One who presses
// the button may have slipped.
func TestHowSureAPersonIs(t *testing.T) {
	for _, c := range []struct {
		act     string
		isTyped bool
		want    round.Resolve
	}{
		{"", false, round.Typed},
		{button.ActGiveUp, true, round.Typed},
		{button.ActGiveUp, false, round.Pressed},
		{button.ActSure, false, round.Confirmed},
		{button.ActSure, true, round.Confirmed},
	} {
		req := newRequest(t, true)
		req.Button.Act = c.act
		req.Input.Typed = c.isTyped
		if got := resolveOf(req); got != c.want {
			t.Errorf("act %q, typed %t: %d, want %d", c.act, c.isTyped, got, c.want)
		}
	}
}
