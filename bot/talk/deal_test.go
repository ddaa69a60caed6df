package talk

import (
	"context"
	"strings"
	"testing"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// newDeals makes Deals with a feature that draws the puzzles of the option "suits" in 24.
func newDeals(rounds Rounds, drawn round.Pick) Deals {
	x := Deals{Rounds: rounds, Dealers: new(feature.Dealers), Commands: new(command.Table[Command])}
	x.Dealers.Add(feature.Feature{Dealer: &feature.Dealer{
		Option:  "suits",
		Deals:   func(g engine.Game) bool { return g.Name() == "24" },
		Refusal: "deal.full",
		Draw: func(_ context.Context, _ round.Act, g engine.Game) (round.Pick, error) {
			drawn.Game = g
			return drawn, nil
		},
		Note: func(say.Voice, round.Pick, round.Act) chat.Line { return chat.Line{{Text: "It suits you."}} },
	}})
	return x
}

// wishOf returns the wish that is stored with a round.
func wishOf(t *testing.T, s Rounds, id int64) (wish string) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		row, err := tx.RoundByID(id)
		wish = row.Wish
		return err
	})
	return wish
}

// The button for the next puzzle has a level and an option. If there is no such level, any level is dealt. A
// puzzle is no option.
func TestNextButtonReadsItsData(t *testing.T) {
	for _, test := range []struct {
		level  int
		option string
		wish   string
	}{
		{0, "", "0"},
		{5, "", "5"},
		{6, "", "0"},
		{-1, "", "0"},
		{2, "whole", "2 whole"},
		{2, "2,3,4,5", "2"},
	} {
		rounds, req := openPlace(t, true)
		req.Button = pressOf(t, command.Data(button.ActNext, "24", test.level, test.option))
		result := carryOut(t, rounds, req, newDeals(rounds, round.Pick{}).NextButton)
		if got := wishOf(t, rounds, result.Round); got != test.wish || !result.Shows {
			t.Errorf("level %d %q: it deals %q, want %q", test.level, test.option, got, test.wish)
		}
		if tiles := strings.Join(result.Reply.Face.Tiles, ","); tiles == "2,3,4,5" {
			t.Errorf("level %d %q: it deals the puzzle of the button", test.level, test.option)
		}
	}
}

// A button of a game that is gone, or with an answer of which there is nothing to say, is an old one.
func TestOldButtons(t *testing.T) {
	rounds, req := openPlace(t, true)
	deals := newDeals(rounds, round.Pick{})
	solve := Solve{Store: rounds.Store, Play: rounds.Play, Links: new(button.Links)}
	for _, test := range []struct {
		name   string
		data   string
		handle Handler
	}{
		{"the next of a game that is gone", command.Data(button.ActNext, "nogame", 0), deals.NextButton},
		{"the next of no game", command.Data(button.ActNext), deals.NextButton},
		{"instead of the oldest, of a game that is gone", command.Data(button.ActReplace, 7, "nogame", 0), deals.ReplaceButton},
		{"instead of the oldest, of no game", command.Data(button.ActReplace), deals.ReplaceButton},
		{"the idea of an answer in a game that is gone", command.Data(button.ActExplain, "nogame", "2*12", "24"), solve.Explain},
		{"the idea of no answer", command.Data(button.ActExplain, "24"), solve.Explain},
		{"the idea of what is no answer", command.Data(button.ActExplain, "24", "hello", "24"), solve.Explain},
		{"when a puzzle of a game that is gone is over", command.Data(button.ActTell, "nogame:1"), rounds.TellButton},
		{"when no puzzle is over", command.Data(button.ActTell), rounds.TellButton},
	} {
		req.Button = pressOf(t, test.data)
		reply := carryOut(t, rounds, req, test.handle).Reply
		if textOf(reply) != textOf(req.OldButton()) {
			t.Errorf("%s: it says %q", test.name, textOf(reply))
		}
	}
}

// On the page a person leaves their current round for the next one, and in a chat the round whose message has the
// button.
func TestWhichRoundIsLeft(t *testing.T) {
	for via, wantsFirst := range map[string]bool{"": true, chat.ViaPage: false} {
		rounds, req := openPlace(t, false)
		first := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
		second := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens})
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			return tx.AddMessage(req.Act.Community.ID, "m1", first.ID, storetest.Noon)
		})
		req.Act.Candidates.Current = second.ID
		req.Input.Source.ID = "m1"
		req.Via = via
		want := second.ID
		if wantsFirst {
			want = first.ID
		}
		got, err := newDeals(rounds, round.Pick{}).roundLeftBy(req)
		if err != nil || got.ID != want {
			t.Errorf("via %q: it is round %d, want %d (%v)", via, got.ID, want, err)
		}
	}
}

// pressOf returns the press of a button with some data.
func pressOf(t *testing.T, data string) command.Press {
	t.Helper()
	p, err := command.Sealer{}.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A button that ends something and then deals has a level, too. If there is no such level, any level is dealt.
func TestWishAfter(t *testing.T) {
	rounds, req := openPlace(t, true)
	x := Deals{Rounds: rounds}
	for _, level := range []int{-1, 0, 5, 6} {
		req.Button = pressOf(t, command.Data(button.ActReplace, 7, "24", level, "whole"))
		want := engine.Level(level)
		if level < 0 || level > 5 {
			want = engine.AnyLevel
		}
		g, got, text := x.wishAfter(req)
		if g == nil || g.Name() != "24" || got != want || text != "whole" {
			t.Errorf("level %d: %d, %q", level, got, text)
		}
	}
}

// The button that ends something has the puzzle that the person asked for in its data, if there is room.
func TestAfterDataFits(t *testing.T) {
	g := newRound(t, hand, own).Game
	short := command.Data(button.ActReplace, 7, "24", 2)
	room := command.MaxData - len(short) - len(" ")
	for option, isPart := range map[string]bool{
		"":                          false,
		"whole":                     true,
		strings.Repeat("x", room):   true,
		strings.Repeat("x", room+1): false,
		"not\x00printable":          false,
	} {
		want := short
		if isPart {
			want += " " + option
		}
		if got := afterData(button.ActReplace, 7, round.Pick{Game: g, Level: 2, Option: option}); got != want {
			t.Errorf("%q: %q, want %q", option, got, want)
		}
	}
	typed := round.Pick{Game: g, Custom: true, Puzzle: newRound(t, hand, own).Puzzle}
	if got, want := afterData(button.ActReplace, 7, typed), command.Data(button.ActReplace, 7, "24", 0, "2,3,4,5"); got != want {
		t.Errorf("of typed numbers: %q, want %q", got, want)
	}
}

// If a feature draws a puzzle, only the person reads the reply, which has the feature's note. It is refused
// where others read along.
func TestDealOfAFeature(t *testing.T) {
	for _, test := range []struct {
		name    string
		private bool
		again   bool
		known   bool
		option  string
		game    string
		refused bool
		noted   bool
	}{
		{"alone", true, false, false, "suits", "24", false, true},
		{"among others", false, false, false, "suits", "24", true, false},
		{"what is open already", true, true, false, "suits", "24", false, false},
		{"what is open, as practice", true, true, true, "suits", "24", false, true},
		{"another option", true, false, false, "whole", "24", false, false},
		{"another option among others", false, false, false, "whole", "24", false, false},
	} {
		rounds, req := openPlace(t, test.private)
		r := newRound(t, hand, own)
		if test.again {
			deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
		}
		x := newDeals(rounds, round.Pick{Puzzle: r.Puzzle, Solvable: true, Known: test.known, Option: "suits"})
		reply := carryOut(t, rounds, req, func(req *Request) (Plan, error) {
			return x.Deal(req, r.Game, engine.AnyLevel, test.option, 0)
		}).Reply
		isNoted := strings.HasPrefix(textOf(reply), "It suits you.\n")
		if isRefused := reply.Face == nil; isRefused != test.refused || isNoted != test.noted {
			t.Errorf("%s: refused %t, noted %t", test.name, isRefused, isNoted)
		}
		isForAll := reply.Audience == chat.Everyone
		if isForAll == (test.noted || test.refused) {
			t.Errorf("%s: it is for %v", test.name, reply.Audience)
		}
	}
}

// If typed numbers are a puzzle of a daily, a button leads to it, if a feature has a Day.
func TestLeadToDaily(t *testing.T) {
	req := newRequest(t, true)
	game := newRound(t, hand, own).Game
	for _, today := range []bool{true, false} {
		key := "deal.daily.past"
		if today {
			key = "deal.daily"
		}
		want := textOf(req.Say.Refuse(key, say.With{"number": 61}))
		day := &round.DailyError{Number: 61, Game: game, Today: today}
		bare := Deals{Rounds: newRounds(t)}.leadToDaily(req, day)
		if textOf(bare) != want || len(bare.Buttons) != 0 {
			t.Errorf("today %t, without a day: %q with %s", today, textOf(bare), labels(bare))
		}
		led := Deals{Rounds: withDay(newRounds(t))}.leadToDaily(req, day)
		if textOf(led) != want || labels(led) != req.Say.Phrase("button.there", nil) || led.Buttons[0][0].Data != "keep" {
			t.Errorf("today %t: %q with %s", today, textOf(led), labels(led))
		}
	}
}

// If a person had to send a message to deal a puzzle, that message is removed, and no other message is.
func TestPoseRemovesWhatWasSent(t *testing.T) {
	for kind, isRemoved := range map[chat.Kind]bool{chat.Sent: true, chat.Press: false} {
		rounds, req := openPlace(t, true)
		req.Input.Kind = kind
		req.Button = pressOf(t, button.Pose(newRound(t, hand, own).Puzzle))
		result := carryOut(t, rounds, req, newDeals(rounds, round.Pick{}).PoseButton)
		if result.Remove != isRemoved || result.Round == 0 {
			t.Errorf("%v: removed %t, round %d", kind, result.Remove, result.Round)
		}
		if got := wishOf(t, rounds, result.Round); got != "" {
			t.Errorf("%v: the next puzzle is dealt by %q", kind, got)
		}
	}
}

// A puzzle that comes by a link, to a chat or to the page, is nobody's wish. So the next one is not of its
// option.
func TestLinkIsNoWish(t *testing.T) {
	for act, want := range map[string]string{button.ActPose: "", button.ActPage: "", button.ActNext: "2 whole"} {
		rounds, req := openPlace(t, true)
		req.Button.Act = act
		result := carryOut(t, rounds, req, func(req *Request) (Plan, error) {
			return newDeals(rounds, round.Pick{}).Deal(req, rounds.Play.Game("24"), 2, "whole", 0)
		})
		if got := wishOf(t, rounds, result.Round); got != want {
			t.Errorf("%s: the wish %q is stored, want %q", act, got, want)
		}
	}
}
