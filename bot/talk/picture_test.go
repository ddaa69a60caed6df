package talk

import (
	"encoding/json"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/card"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// The picture of a round shows the winner's answer: the best one in a measured game, and otherwise the one
// with the most points. Equally good answers share a rank.
func TestPictureOfAResult(t *testing.T) {
	req := newRequest(t, true)
	pictures := newPictures(t, req)
	place := func(name, text string, measure, points, hints int) round.Standing {
		return round.Standing{
			Answer: storage.Answer{
				PlayerKey:  name,
				PlayerName: name,
				Text:       text,
				Measure:    measure,
				Points:     points,
				Hints:      hints,
			},
			Elapsed: 5 * time.Second,
		}
	}
	best := engine.Solution{Best: "7*7", Measure: 2, Solvable: true, Complete: true, Settled: true}
	for _, test := range []struct {
		name   string
		id     string
		level  int
		places []round.Standing
		answer string
		note   string
		ranks  []int
	}{
		{"nobody found it", hand, 0, nil, "7*7", req.Say.Phrase("ending.nobody", nil), nil},
		{
			"right answers", hand, 3,
			[]round.Standing{place("Ann", "2*(3+4+5)", 0, 5, 0), place("Bo", "4*(5+3-2)", 0, 10, 1), place("Cat", "2*(5+4+3)", 0, 10, 0)},
			"4*(5+3-2)", "", []int{0, 0, 0},
		},
		{
			"good and better answers", sevens, 0,
			[]round.Standing{place("Ann", "7*7", 2, 10, 0), place("Bo", "7*8-7", 3, 20, 0), place("Cat", "8*7-7", 3, 0, 0), place("Dan", "1", 4, 0, 0)},
			"7*7", "", []int{1, 2, 2, 4},
		},
		{
			"none as good as the best", sevens, 0,
			[]round.Standing{place("Ann", "7*8-7", 3, 10, 0)},
			"7*8-7", say.Plain(req.Say.Best(newRound(t, sevens, contest).Game, best)), []int{1},
		},
	} {
		e := round.Ending{Round: newRound(t, test.id, race), Standings: test.places, Best: best}
		e.Round.Level = test.level
		picture := pictures.Result(req.Say, e)
		if picture.Kind != resultKind || picture.Alt == "" {
			t.Errorf("%s: %+v", test.name, picture)
		}
		var got card.Result
		if err := json.Unmarshal(picture.Facts, &got); err != nil {
			t.Fatal(err)
		}
		if got.Answer != test.answer || got.Note != test.note || got.Found != (test.places != nil) {
			t.Errorf("%s: the answer is %q (%t), the note %q, want %q and %q", test.name, got.Answer, got.Found, got.Note, test.answer, test.note)
		}
		if got.Level != test.level || (got.Word != "") != (test.level > 0) {
			t.Errorf("%s: the level is %d, %q", test.name, got.Level, got.Word)
		}
		if len(got.Rows) != len(test.ranks) {
			t.Fatalf("%s: %d rows", test.name, len(got.Rows))
		}
		for i, row := range got.Rows {
			place := test.places[i]
			if row.Rank != test.ranks[i] || row.Name != place.PlayerName || row.Hinted != (place.Hints > 0) || row.Detail == "" {
				t.Errorf("%s: row %d is %+v", test.name, i, row)
			}
			if (row.Points != "") != (place.Points > 0) {
				t.Errorf("%s: row %d shows the points %q", test.name, i, row.Points)
			}
		}
	}
}

// There is a picture of a round that is over. A puzzle of a day has a card instead, which gives nothing away.
func TestPictureOfARound(t *testing.T) {
	for _, test := range []struct {
		name string
		row  storage.Round
		want bool
	}{
		{"over", storage.Round{ClosedAt: storetest.Noon, Reason: round.GivenUp}, true},
		{"open", storage.Round{}, false},
		{"of a day, over", storage.Round{Daily: 61, ClosedAt: storetest.Noon, Reason: round.GivenUp}, false},
	} {
		rounds, req := openPlace(t, true)
		test.row.Puzzle = hand
		r := deal(t, rounds, req.Act.Community, test.row)
		x := Attempts{Rounds: rounds, Pictures: newPictures(t, req)}
		x.Tell = newTeller(rounds, req)
		req.Button = press(button.ActPicture, r.ID)
		result := carryOut(t, rounds, req, x.PictureButton)
		isRefused := textOf(result.Reply) == textOf(req.OldButton())
		if isRefused == test.want {
			t.Errorf("%s: the reply is %q", test.name, textOf(result.Reply))
		}
	}
}
