package tell

import (
	"errors"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A desk is a Teller on a database, with a group.
type desk struct {
	*Teller
	t     *testing.T
	store *storage.Store
	club  storage.Community
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	store := storetest.Open(t)
	d := &desk{t: t, store: store}
	d.Teller = &Teller{
		Outbox: outbox.New(outbox.Config{Store: store}),
		Links:  new(button.Links),
		Solos:  new(button.Solos),
		Speak:  func(languages ...string) say.Voice { return say.Voice{Printer: book.Printer(languages...)} },
	}
	d.write(func(tx *storage.Tx) error {
		d.club = storetest.Community(t, tx, "club")
		return nil
	})
	return d
}

func (d *desk) write(do func(*storage.Tx) error) {
	d.t.Helper()
	storetest.Write(d.t, d.store, do)
}

// waiting returns what waits to be delivered, in the order in which it was told.
func (d *desk) waiting() (all []storage.Outgoing) {
	d.t.Helper()
	d.write(func(tx *storage.Tx) error {
		var err error
		all, err = tx.Waiting("")
		return err
	})
	slices.SortFunc(all, func(a, b storage.Outgoing) int { return int(a.ID - b.ID) })
	return all
}

// nonces returns the names of what waits to be delivered.
func (d *desk) nonces() []string {
	d.t.Helper()
	var all []string
	for _, o := range d.waiting() {
		all = append(all, o.Nonce)
	}
	return all
}

// hello tells the group something of a kind under the key "1".
func (d *desk) hello(kind Kind) Announcement {
	return Announcement{
		Kind:  kind,
		To:    Place{Community: d.club, Channel: "here"},
		Key:   "1",
		Facts: Facts{Reply: chat.Reply{Text: []chat.Line{{{Text: "hello"}}}}},
	}
}

// An announcement is posted once, to its channel. It expires when its kind says so, or at its Until if that is
// sooner.
func TestPost(t *testing.T) {
	d := newDesk(t)
	for _, test := range []struct {
		kind     Kind
		until    time.Duration
		nonce    string
		priority int
		useful   time.Duration
		isBulk   bool
	}{
		{Picture, 0, "picture:1", outbox.Result, 10 * time.Minute, false},
		{Test, time.Hour, "try:1", outbox.Result, time.Minute, false},
		{Scheduled, time.Hour, "1", outbox.Daily, time.Hour, true},
	} {
		what := d.hello(test.kind)
		what.Round = 7
		what.To.Message = "another"
		if test.until != 0 {
			what.Until = storetest.Noon.Add(test.until)
		}
		d.write(func(tx *storage.Tx) error {
			return errors.Join(d.Announce(tx, storetest.Noon, what), d.Announce(tx, storetest.Noon, what))
		})
		all := d.waiting()
		o := all[len(all)-1]
		if o.Nonce != test.nonce || o.Channel != "here" || o.Message != "" || o.RoundID != 7 || o.Shows {
			t.Errorf("%s: it is %+v", test.kind, o)
		}
		if o.Priority != test.priority || o.Bulk != test.isBulk || !o.Expires.Equal(storetest.Noon.Add(test.useful)) {
			t.Errorf("%s: priority %d, bulk %t, expires %v", test.kind, o.Priority, o.Bulk, o.Expires)
		}
	}
	if got := d.nonces(); len(got) != 3 {
		t.Errorf("told are %q", got)
	}
}

// A change edits the message that was posted, where it was posted. If none was posted, nothing
// happens.
func TestChange(t *testing.T) {
	d := newDesk(t)
	change := d.hello(Picture)
	change.Change = "again"
	change.To.Message = "of the round"
	d.write(func(tx *storage.Tx) error { return d.Announce(tx, storetest.Noon, change) })
	if got := d.nonces(); len(got) != 0 {
		t.Fatalf("a change of nothing told %q", got)
	}
	d.write(func(tx *storage.Tx) error {
		posted := storage.Outgoing{Nonce: "picture:1", CommunityID: d.club.ID, Network: "test", Channel: "there"}
		if err := tx.NotePosted(posted, "m5", storetest.Noon); err != nil {
			return err
		}
		return d.Announce(tx, storetest.Noon, change)
	})
	all := d.waiting()
	if len(all) != 1 || all[0].Nonce != "picture:1:again" || all[0].Message != "m5" || all[0].Channel != "there" {
		t.Errorf("told are %+v", all)
	}
}

// A kind that only edits finds its message by the place, and fails without a change.
func TestEditOfPlace(t *testing.T) {
	d := newDesk(t)
	edit := d.hello(Board)
	edit.Facts.Match = d.match(false)
	edit.To.Message = "m1"
	d.write(func(tx *storage.Tx) error {
		if err := d.Announce(tx, storetest.Noon, edit); err == nil {
			t.Error("it was posted")
		}
		return nil
	})
	edit.Change = "x"
	d.write(func(tx *storage.Tx) error { return d.Announce(tx, storetest.Noon, edit) })
	all := d.waiting()
	if len(all) != 1 || all[0].Nonce != "match:1:x" || all[0].Message != "m1" || all[0].Channel != "here" {
		t.Fatalf("told are %+v", all)
	}
	if !all[0].Expires.IsZero() {
		t.Errorf("it expires at %v", all[0].Expires)
	}
}

// ending returns how a round of the group ended. The round's message is "m1".
func (d *desk) ending(id string, how mode.Mode, reason string) round.Ending {
	o := outcome(d.t, id, how, round.First, "")
	r := o.Round
	r.CommunityID = d.club.ID
	r.Community = d.club
	r.Channel = "here"
	r.Message = "m1"
	r.Reason = reason
	r.ClosedAt = storetest.Noon
	return round.Ending{Round: r, Best: o.Solution}
}

var (
	race    = mode.Modes(nil).Of("", mode.Together, false)
	contest = mode.Modes(nil).Of("", mode.Together, true)
)

const (
	hand  = "24:2,3,4,5"
	sixes = "countdown:100,75,50,25,6,3=952"
)

// The puzzle's message shows how a round ended. If people waited for the end, a message of its own
// tells it, too. If the round is of a match, the match's message shows it, and a further one tells
// how the match went once it is over.
func TestEnded(t *testing.T) {
	var duel round.MatchRow
	for _, test := range []struct {
		name   string
		ending func(*desk) round.Ending
		edited bool
		want   []string
	}{
		{"a race that is solved", func(d *desk) round.Ending { return d.ending(hand, race, round.Solved) }, false, []string{"round:7:end:k"}},
		{"a race that is given up in the reply", func(d *desk) round.Ending {
			return d.ending(hand, race, round.GivenUp)
		}, true, nil},
		{"a race that nobody answered", func(d *desk) round.Ending {
			return d.ending(hand, race, round.TimeUp)
		}, false, []string{"round:7:end:k"}},
		{"a clock", func(d *desk) round.Ending {
			e := d.ending(sixes, contest, round.TimeUp)
			e.Round.Lasts = time.Minute
			return e
		}, false, []string{"end:7", "round:7:end:k"}},
		{"a clock that did not run out", func(d *desk) round.Ending {
			e := d.ending(sixes, contest, round.Stopped)
			e.Round.Lasts = time.Minute
			return e
		}, false, []string{"round:7:end:k"}},
		{"what nobody has seen", func(d *desk) round.Ending {
			return d.ending(hand, race, round.Unshown)
		}, false, nil},
		{"a clock of a match that all play", func(d *desk) round.Ending {
			e := d.ending(sixes, contest, round.TimeUp)
			e.Round.Lasts = time.Minute
			e.Round.Match = &duel
			e.Match = d.match(false)
			return e
		}, false, []string{"round:7:end:k", "match:3:1:7:k"}},
		{"the last of a match", func(d *desk) round.Ending {
			e := d.ending(hand, race, round.Solved)
			e.Round.Match = &duel
			e.Match = d.match(true)
			return e
		}, false, []string{"round:7:end:k", "match:3:1:7:k", "match:3:over"}},
		{"a clock that is awarded again, before it was told", func(d *desk) round.Ending {
			e := d.ending(sixes, contest, round.TimeUp)
			e.Round.Lasts = time.Minute
			e.Again = true
			return e
		}, false, []string{"round:7:end:k"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t)
			e := test.ending(d)
			d.write(func(tx *storage.Tx) error { return d.AnnounceEnd(tx, storetest.Noon, e, "k", test.edited) })
			if got := d.nonces(); !slices.Equal(got, test.want) {
				t.Errorf("told are %q, want %q", got, test.want)
			}
			for _, o := range d.waiting() {
				isOfPuzzle := o.Nonce == "round:7:end:k"
				if isOfPuzzle != (o.Message == "m1") || o.Channel != "here" {
					t.Errorf("%s edits %q in %q", o.Nonce, o.Message, o.Channel)
				}
			}
		})
	}
}

// match returns a match of the group after its first puzzle. It has one puzzle or two.
func (d *desk) match(isOver bool) *round.Match {
	m := &round.Match{Community: d.club, Mode: mode.Modes(nil).Of(mode.Race, mode.Together, false)}
	m.ID = 3
	m.Kind = mode.Race
	m.CommunityID = d.club.ID
	m.Channel = "here"
	m.Message = "m2"
	m.Length = 2
	m.Game = games.All()[0]
	bout := d.ending(hand, race, round.Solved).Round
	m.Bouts = []round.Bout{{Round: bout}}
	if isOver {
		m.EndedAt = storetest.Noon
	}
	return m
}

// If a person is first in a race and has answered at the round's place, the reply tells everyone. If
// they have answered elsewhere, a message at the round's place tells it. It expires after an hour, or
// after a minute while a clock runs.
func TestFirst(t *testing.T) {
	for _, test := range []struct {
		name    string
		act     round.Act
		lasts   time.Duration
		isReply bool
		useful  time.Duration
	}{
		{"here", round.Act{Channel: "here"}, 0, true, 0},
		{"in another channel", round.Act{Channel: "there"}, 0, false, time.Hour},
		{"on the page", round.Act{Channel: "here", Apart: true}, 0, false, time.Hour},
		{"on the page, by the clock", round.Act{Channel: "here", Apart: true}, time.Minute, false, time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t)
			o := outcome(t, hand, race, round.First, "2*(3+4+5)")
			o.Round.CommunityID = d.club.ID
			o.Round.Community = d.club
			o.Round.Channel = "here"
			o.Round.Lasts = test.lasts
			o.Led = true
			act := test.act
			act.Key = "k"
			act.At = storetest.Noon
			act.Community = d.club
			act.Person = storage.Player{ID: 1, Name: "Ann"}
			var reply *chat.Reply
			d.write(func(tx *storage.Tx) error {
				var err error
				reply, err = d.AnnounceAnswer(tx, act, d.Speak("en"), o)
				return err
			})
			if test.isReply {
				if reply == nil || reply.Audience != chat.Everyone || len(d.waiting()) != 0 {
					t.Errorf("the reply is %+v, told are %q", reply, d.nonces())
				}
				return
			}
			all := d.waiting()
			if reply != nil || len(all) != 1 {
				t.Fatalf("the reply is %+v, told are %q", reply, d.nonces())
			}
			first := all[0]
			isRight := first.Nonce == "first:k" && first.Channel == "here" && first.RoundID == 7
			if !isRight || first.Priority != outbox.Play || !first.Expires.Equal(storetest.Noon.Add(test.useful)) {
				t.Errorf("told is %+v", first)
			}
		})
	}
}

// A record is told at the place of a round that people share, unless the reply tells it there.
func TestRecord(t *testing.T) {
	for _, test := range []struct {
		name string
		mode mode.Mode
		act  round.Act
		want []string
	}{
		{"in the reply", contest, round.Act{Channel: "here"}, nil},
		{"in a reply that others do not read", contest, round.Act{Channel: "here", Ephemeral: true}, []string{"record:tchisla:49#7:k"}},
		{"in another channel", contest, round.Act{Channel: "there"}, []string{"record:tchisla:49#7:k"}},
		{"alone", mode.Modes(nil).Of("", mode.Private, false), round.Act{Channel: "there"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t)
			o := outcome(t, "tchisla:49#7", test.mode, round.Noted, "7*7")
			o.Round.CommunityID = d.club.ID
			o.Round.Community = d.club
			o.Round.Channel = "here"
			o.Record = &round.Record{Puzzle: "tchisla:49#7", Text: "7*7"}
			act := test.act
			act.Key = "k"
			act.At = storetest.Noon
			act.Community = d.club
			d.write(func(tx *storage.Tx) error {
				_, err := d.AnnounceAnswer(tx, act, d.Speak("en"), o)
				return err
			})
			if got := d.nonces(); !slices.Equal(got, test.want) {
				t.Errorf("told are %q, want %q", got, test.want)
			}
		})
	}
}

// If a group has chosen no language, the bot speaks the language of the network's settings there, and not that
// of the reader. In a private chat the reader's comes first.
func TestVoice(t *testing.T) {
	d := newDesk(t)
	for _, test := range []struct {
		community storage.Community
		want      string
	}{
		{storage.Community{Locale: "en", AdminLocale: "zh-Hans"}, "en"},
		{storage.Community{AdminLocale: "zh-Hans"}, "zh-Hans"},
		{storage.Community{}, "zh-Hant"},
		{storage.Community{Private: true, AdminLocale: "zh-Hans"}, "zh-Hant"},
	} {
		if got := d.Voice(test.community, "zh-Hant").Language(); got != test.want {
			t.Errorf("%+v is spoken to in %s, want %s", test.community, got, test.want)
		}
	}
}

// If a place has chosen no language, the bot speaks the language of the person who asked for the puzzle or the
// match.
func TestLanguageOfAPlace(t *testing.T) {
	d := newDesk(t)
	e := d.ending(hand, race, round.Solved)
	e.Round.AskerLocale = "zh-Hans"
	m := d.match(false)
	m.AskerLocale = "zh-Hant"
	e.Match = m
	d.write(func(tx *storage.Tx) error { return d.AnnounceEnd(tx, storetest.Noon, e, "k", false) })
	want := []chat.Reply{d.Ending(d.Speak("zh-Hans"), e), d.Board(d.Speak("zh-Hant"), *m)}
	for i, o := range d.waiting() {
		if got := body(t, o); !reflect.DeepEqual(got.Text, want[i].Text) {
			t.Errorf("%s says %v, want %v", o.Nonce, got.Text, want[i].Text)
		}
	}
}

// The person who stops a match reads how it went. The messages of the match and of its open puzzle
// show it, and no message tells it twice.
func TestStopped(t *testing.T) {
	d := newDesk(t)
	m := d.match(true)
	e := d.ending(hand, race, round.Stopped)
	e.Match = m
	act := round.Act{Key: "k", At: storetest.Noon, Community: d.club}
	var reply chat.Reply
	d.write(func(tx *storage.Tx) error {
		var err error
		reply, err = d.AnnounceStop(tx, act, d.Speak("en"), *m, &e)
		return err
	})
	if got, want := d.nonces(), []string{"round:7:end:k", "match:3:1:k"}; !slices.Equal(got, want) {
		t.Errorf("told are %q, want %q", got, want)
	}
	if want := d.MatchResult(d.Speak("en"), *m); !reflect.DeepEqual(reply.Text, want.Text) {
		t.Errorf("the reply says %v, want %v", reply.Text, want.Text)
	}
}

// A choice is shown in the last message about a match: in its own before the first puzzle, and then in the one that
// tells how it stands.
func TestWhereAChoiceIsShown(t *testing.T) {
	d := newDesk(t)
	m := d.match(false)
	m.CommunityID = d.club.ID
	show := func(m round.Match, key string) storage.Outgoing {
		d.write(func(tx *storage.Tx) error {
			return d.ShowChoice(tx, round.Act{At: storetest.Noon, Key: key}, m)
		})
		all := d.waiting()
		return all[len(all)-1]
	}
	fresh := *m
	fresh.Bouts = nil
	if own := show(fresh, "first"); own.Message != "m2" || own.Nonce != "match:3:0:first" {
		t.Errorf("before the first puzzle %s edits %s", own.Nonce, own.Message)
	}
	table := storage.Outgoing{Nonce: "table:3:1", CommunityID: d.club.ID, Network: "test", Channel: "here"}
	d.write(func(tx *storage.Tx) error { return tx.NotePosted(table, "m5", storetest.Noon) })
	if later := show(*m, "second"); later.Message != "m5" || later.Nonce != table.Nonce+":second" {
		t.Errorf("after a puzzle %s edits %s", later.Nonce, later.Message)
	}
}
