package tell

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// newPlayDesk returns a desk at which people play.
func newPlayDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	play, err := round.New(t.Context(), d.store, games.All(), rand.NewPCG(1, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Play = play
	return d
}

// act returns the Act of a person in the channel "here" of the group. Their client is Chinese.
func (d *desk) act(tx *storage.Tx, who string, at time.Time) round.Act {
	d.t.Helper()
	p, err := tx.EnsurePlayer(d.club.Network, who, who, "zh-Hans", at)
	if err != nil {
		d.t.Fatal(err)
	}
	return round.Act{Person: p, Community: d.club, Channel: "here", At: at}
}

// do runs the function that a job has prepared.
func (d *desk) do(fn func(*storage.Tx) error, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(fn)
}

// hasJob reports whether there is a job with the key of an ID.
func (d *desk) hasJob(kind string, id int64) (isThere bool) {
	d.t.Helper()
	d.write(func(tx *storage.Tx) (err error) {
		isThere, err = storage.Get[bool](tx, "find job", `
			SELECT EXISTS (SELECT 1 FROM jobs WHERE kind = $1 AND key = $2)`, kind, strconv.FormatInt(id, 10))
		return err
	})
	return isThere
}

// challenge lets ann challenge bob. The message of the challenge is "m2".
func (d *desk) challenge() (m round.Match) {
	d.t.Helper()
	d.write(func(tx *storage.Tx) (err error) {
		g, _ := games.ByName("24")
		m, err = d.Play.Challenge(tx, d.act(tx, "ann", storetest.Noon), mode.Duel, round.Rival{Key: "bob"}, g, 4, 0)
		if err != nil {
			return err
		}
		return round.SetMatchMessage(tx, m.ID, "", "m2")
	})
	return m
}

// If nobody accepts a challenge in time, its own message says so, and offers what the asker may play
// alone. Before that nothing is posted.
func TestChallengeThatNobodyAccepts(t *testing.T) {
	d := newPlayDesk(t)
	var length int
	var level engine.Level
	d.Solos.Add(func(_ say.Voice, _ engine.Game, count int, l engine.Level) []chat.Button {
		length = count
		level = l
		return []chat.Button{{Label: "solo"}}
	})
	m := d.challenge()
	d.do(d.Next(t.Context(), m.ID, storetest.Noon.Add(mode.ChallengeFor-1)))
	if got := d.nonces(); len(got) != 0 {
		t.Fatalf("before it expires %q are told", got)
	}
	d.do(d.Next(t.Context(), m.ID, storetest.Noon.Add(mode.ChallengeFor)))
	all := d.waiting()
	nonce := "match:" + strconv.FormatInt(m.ID, 10) + ":0:expired"
	if len(all) != 1 || all[0].Nonce != nonce || all[0].Message != "m2" || all[0].Channel != "here" || all[0].MatchID != m.ID {
		t.Fatalf("told are %+v", all)
	}
	reply := body(t, all[0])
	if got := acts(reply); !slices.Equal(got, []string{"solo"}) || length != 0 || level != 4 {
		t.Errorf("the buttons are %q, for %d puzzles of level %d", got, length, level)
	}
	m.Reason = round.Unheeded
	if want := d.Speak("zh-Hans").ChallengeOver(m, chat.Span{}); !reflect.DeepEqual(reply.Text, want) {
		t.Errorf("it says %v, want %v", reply.Text, want)
	}
}

// The next puzzle of a match is posted at the match's place, as the message of the round. It expires
// after a minute and a half.
func TestNextPuzzleOfAMatch(t *testing.T) {
	d := newPlayDesk(t)
	m := d.challenge()
	d.write(func(tx *storage.Tx) (err error) {
		m, err = d.Play.Accept(tx, d.act(tx, "bob", storetest.Noon), m.ID)
		return err
	})
	d.do(d.Next(t.Context(), m.ID, m.NextAt.Add(-1)))
	if got := d.nonces(); len(got) != 0 {
		t.Fatalf("before it is due %q are told", got)
	}
	d.do(d.Next(t.Context(), m.ID, m.NextAt))
	all := d.waiting()
	if len(all) != 1 {
		t.Fatalf("told are %q", d.nonces())
	}
	o := all[0]
	if o.Nonce != "bout:"+strconv.FormatInt(o.RoundID, 10) || !o.Shows || o.Channel != "here" || o.Message != "" {
		t.Errorf("told is %+v", o)
	}
	if !o.Expires.Equal(m.NextAt.Add(boutFor)) {
		t.Errorf("it is of use until %v", o.Expires)
	}
	reply := body(t, o)
	if reply.Face == nil || reply.Face.Over || slices.Contains(acts(reply), button.ActNext) || slices.Contains(acts(reply), button.ActHint) {
		t.Errorf("it shows %+v with %q", reply.Face, acts(reply))
	}
	if !strings.Contains(text(reply), "ann") || !strings.Contains(text(reply), "bob") {
		t.Errorf("it does not say how the duel stands: %s", text(reply))
	}
}

// text returns the text of a reply.
func text(r chat.Reply) string {
	var b strings.Builder
	for _, line := range r.Text {
		for _, span := range line {
			b.WriteString(span.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A job about a round or match that does not exist any more is dropped.
func TestJobsOfNothing(t *testing.T) {
	d := newPlayDesk(t)
	const unknown = 99
	d.write(func(tx *storage.Tx) error {
		for _, kind := range []string{round.MatchJob, round.EndJob} {
			if err := tx.SetJob(storage.Job{Kind: kind, Key: strconv.Itoa(unknown), At: storetest.Noon}); err != nil {
				return err
			}
		}
		return nil
	})
	d.do(d.Next(t.Context(), unknown, storetest.Noon))
	d.do(d.End(t.Context(), unknown, storetest.Noon))
	if d.hasJob(round.MatchJob, unknown) || d.hasJob(round.EndJob, unknown) || len(d.nonces()) != 0 {
		t.Errorf("the jobs are there, or %q are told", d.nonces())
	}
}

// pose opens a round of a puzzle in the group.
func (d *desk) pose(r storage.Round, id string) (roundID int64) {
	d.t.Helper()
	puzzle, err := games.Parse(id)
	if err != nil {
		d.t.Fatal(err)
	}
	r.Game, _, _ = strings.Cut(id, ":")
	r.Puzzle = id
	r.Class = puzzle.Face().Class()
	r.CommunityID = d.club.ID
	r.Channel = "here"
	r.DealtAt = storetest.Noon
	d.write(func(tx *storage.Tx) (err error) {
		roundID, err = tx.AddRound(r)
		return err
	})
	return roundID
}

// When the clock of a round has run out, its place is told once how it ended. Before that it is told
// nothing.
func TestClockRunsOut(t *testing.T) {
	d := newPlayDesk(t)
	end := storetest.Noon.Add(time.Minute)
	id := d.pose(storage.Round{Lasts: time.Minute, EndsAt: end, Message: "m1"}, sixes)
	d.do(d.End(t.Context(), id, end.Add(round.Grace-1)))
	if got := d.nonces(); len(got) != 0 {
		t.Fatalf("before its end %q are told", got)
	}
	for range 2 {
		d.do(d.End(t.Context(), id, end.Add(round.Grace)))
	}
	key := strconv.FormatInt(id, 10)
	if got, want := d.nonces(), []string{"end:" + key, "round:" + key + ":end:job"}; !slices.Equal(got, want) {
		t.Errorf("told are %q, want %q", got, want)
	}
}

// A person who waits for a puzzle is told when it is over, at the place where they asked. In a group
// they are named; in a private chat they read their own language. While the puzzle is open they are
// told nothing.
func TestWhoWaitsIsTold(t *testing.T) {
	for _, isPrivate := range []bool{false, true} {
		d := newPlayDesk(t)
		id := d.pose(storage.Round{}, "24:3,3,8,8")
		puzzle, _ := games.Parse("24:3,3,8,8")
		d.write(func(tx *storage.Tx) error {
			a := d.act(tx, "ann", storetest.Noon)
			if err := tx.Join(d.club.ID, a.Person.ID, storetest.Noon); err != nil {
				return err
			}
			a.Channel = "side"
			if isPrivate {
				own, err := tx.EnsureCommunity(d.club.Network, "ann", true, a.Person.ID, "", storetest.Noon)
				if err != nil {
					return err
				}
				a.Community = own
			}
			waits, err := d.Play.Wait(tx, a, puzzle)
			if !waits {
				t.Error("ann does not wait")
			}
			return err
		})
		later := storetest.Noon.Add(time.Hour)
		d.do(d.EndWait(t.Context(), 1, later))
		if got := d.nonces(); len(got) != 0 {
			t.Fatalf("while it is open %q are told", got)
		}
		d.write(func(tx *storage.Tx) error {
			return tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE id = $2`, later, id)
		})
		d.do(d.EndWait(t.Context(), 1, later))
		all := d.waiting()
		if len(all) != 1 || all[0].Nonce != "wait:1" || all[0].Channel != "side" || !all[0].Expires.Equal(later.Add(dayFor)) {
			t.Fatalf("told are %+v", all)
		}
		if isPrivate == (all[0].CommunityID == d.club.ID) {
			t.Errorf("private %t: told in place %d", isPrivate, all[0].CommunityID)
		}
		reply := body(t, all[0])
		if hasName := strings.Contains(text(reply), "ann"); hasName == isPrivate || len(reply.Buttons) == 0 {
			t.Errorf("private %t: it says %s", isPrivate, text(reply))
		}
		over := d.Speak("zh-Hans").PuzzleOver(round.Round{Puzzle: puzzle})
		if got := reply.Text[len(reply.Text)-len(over):]; !reflect.DeepEqual(got, over) {
			t.Errorf("private %t: it says %v, want %v", isPrivate, got, over)
		}
	}
}

// In a match that goes on, the message of a puzzle also shows the score of the match, above the
// puzzle.
func TestProgressInAMatch(t *testing.T) {
	d := newDesk(t)
	v := d.Speak("en")
	e := d.ending(hand, mode.Modes(nil).Of(mode.Race, mode.Together, false), "")
	e.Round.ClosedAt = time.Time{}
	m := d.match(false)
	e.Round.Match = &m.MatchRow
	alone := d.progress(v, e)
	e.Match = m
	e.Match.Table = []round.Tally{{Player: storage.Player{ID: 1, Name: "Ann"}, Rank: 1, Points: 5, Solved: 1}}
	want := slices.Concat(v.Standing(*e.Match), alone.Text)
	if got := d.progress(v, e); !reflect.DeepEqual(got.Text, want) || len(want) == len(alone.Text) {
		t.Errorf("it says %v, want %v", got.Text, want)
	}
}

// KindOf looks at a reply in this order: silence, a form, good news, a puzzle.
func TestKindOfAReply(t *testing.T) {
	form := &chat.Ask{}
	for _, test := range []struct {
		reply chat.Reply
		want  Kind
	}{
		{chat.Reply{}, Notice},
		{chat.Reply{Face: &chat.Face{}}, Puzzle},
		{chat.Reply{Face: &chat.Face{}, Tone: chat.Good}, Done},
		{chat.Reply{Face: &chat.Face{}, Tone: chat.Good, Ask: form}, Form},
		{chat.Reply{Face: &chat.Face{}, Tone: chat.Good, Ask: form, Silent: true}, Silence},
	} {
		if got := KindOf(test.reply); got != test.want {
			t.Errorf("%+v is %q, want %q", test.reply, got, test.want)
		}
	}
}

// A person who plays alone is offered another puzzle when the round is over, or when they have solved
// typed numbers for fun. Any other answer is only acknowledged.
func TestEndOfARoundPlayedAlone(t *testing.T) {
	own := mode.Modes(nil).Of("", mode.Private, false)
	for _, test := range []struct {
		name   string
		what   round.What
		mode   mode.Mode
		change func(*round.Outcome)
		want   Kind
		next   bool
	}{
		{"practice", round.Practised, own, func(*round.Outcome) {}, Accepted, false},
		{"typed numbers", round.Practised, own, func(o *round.Outcome) { o.Round.Custom = true }, SoloEnd, true},
		{"typed numbers, a known solution", round.Known, own, func(o *round.Outcome) { o.Round.Custom = true }, Known, false},
		{"typed numbers among others", round.Practised, race, func(o *round.Outcome) { o.Round.Custom = true }, Practice, false},
		{"the end", round.NoBetter, own, func(o *round.Outcome) { o.Ending = &round.Ending{} }, SoloEnd, true},
		{"no better", round.NoBetter, own, func(*round.Outcome) {}, Accepted, false},
		{"the end, a new solution", round.Further, own, func(o *round.Outcome) { o.Ending = &round.Ending{} }, Solo, true},
		{"muted", round.Muted, race, func(*round.Outcome) {}, Practice, false},
		{"a place that is not the first", round.Further, race, func(o *round.Outcome) { o.Rank = 2 }, Accepted, false},
	} {
		o := outcome(t, hand, test.mode, test.what, "2*(3+4+5)")
		o.First = &storage.Answer{Text: "2*(3+4+5)"}
		o.Before = o.First
		test.change(&o)
		teller := &Teller{Links: new(button.Links)}
		kind, reply := teller.Verdict(o, answerer(t, true))
		if kind != test.want || slices.Contains(acts(reply), button.ActNext) != test.next {
			t.Errorf("%s: it is %q with %q, want %q", test.name, kind, acts(reply), test.want)
		}
	}
}

// A round or a match is announced where it is played, in its own message, and in the language of the
// person who asked for it.
func TestPlaces(t *testing.T) {
	c := storage.Community{Key: "club"}
	r := round.Round{Community: c, Round: storage.Round{CommunityID: 5, Channel: "a", Message: "m", AskerLocale: "en"}}
	m := round.Match{Community: c, MatchRow: round.MatchRow{CommunityID: 5, Channel: "a", Message: "m", AskerLocale: "en"}}
	want := Place{Community: storage.Community{ID: 5, Key: "club"}, Channel: "a", Message: "m", Reader: "en"}
	if got := placeOf(r); !reflect.DeepEqual(got, want) {
		t.Errorf("of a round: %+v", got)
	}
	if got := placeOfMatch(m); !reflect.DeepEqual(got, want) {
		t.Errorf("of a match: %+v", got)
	}
}

// When the message with a puzzle is delivered, it is edited if somebody has answered meanwhile, or if
// the round is over.
func TestShownLate(t *testing.T) {
	for _, test := range []struct {
		name             string
		isOver, answered bool
		want             int
	}{
		{"as it was written", false, false, 0},
		{"answered", false, true, 1},
		{"over", true, false, 1},
		{"answered and over", true, true, 1},
	} {
		d := newPlayDesk(t)
		id := d.pose(storage.Round{Message: "m1"}, hand)
		d.write(func(tx *storage.Tx) error {
			r, err := d.Play.Round(tx, id)
			if err != nil {
				return err
			}
			var all []storage.Answer
			if test.answered {
				all = append(all, storage.Answer{ID: 1, PlayerID: 1, Outcome: "right"})
			}
			if test.isOver {
				r.ClosedAt = storetest.Noon
			}
			return d.CatchUp(tx, r, all, storetest.Noon)
		})
		if got := d.nonces(); len(got) != test.want {
			t.Errorf("%s: told are %q", test.name, got)
		}
	}
}

// An announcement is posted under the decimal number of the round or match that it is about.
func TestNumbersInNonces(t *testing.T) {
	d := newPlayDesk(t)
	const large = 1234
	e := d.ending(sixes, contest, round.TimeUp)
	e.Round.ID = large
	e.Round.Lasts = time.Minute
	e.Match = d.match(true)
	e.Match.ID = large
	d.write(func(tx *storage.Tx) error { return d.AnnounceEnd(tx, storetest.Noon, e, "k", false) })
	want := []string{"end:1234", "round:1234:end:k", "match:1234:1:1234:k", "match:1234:over"}
	if got := d.nonces(); !slices.Equal(got, want) {
		t.Errorf("told are %q, want %q", got, want)
	}

	if dbtest.Server() {
		// There the next round of a match does not have the number after the largest one.
		return
	}
	d = newPlayDesk(t)
	before := d.pose(storage.Round{}, hand)
	m := d.challenge()
	d.write(func(tx *storage.Tx) (err error) {
		m, err = d.Play.Accept(tx, d.act(tx, "bob", storetest.Noon), m.ID)
		if err != nil {
			return err
		}
		ann := d.act(tx, "ann", storetest.Noon)
		if err := tx.Join(d.club.ID, ann.Person.ID, storetest.Noon); err != nil {
			return err
		}
		puzzle, _ := games.Parse(hand)
		waits, err := d.Play.Wait(tx, ann, puzzle)
		if err != nil || !waits {
			t.Errorf("ann waits: %t", waits)
			return err
		}
		if err := tx.Exec("number", `UPDATE waits SET id = $1`, large); err != nil {
			return err
		}
		return tx.Exec("number", `UPDATE rounds SET id = $1, closed_at = $2 WHERE id = $3`, large-1, storetest.Noon, before)
	})
	d.do(d.Next(t.Context(), m.ID, m.NextAt))
	d.do(d.EndWait(t.Context(), large, storetest.Noon))
	if got, want := d.nonces(), []string{"bout:1234", "wait:1234"}; !slices.Equal(got, want) {
		t.Errorf("told are %q, want %q", got, want)
	}
}
