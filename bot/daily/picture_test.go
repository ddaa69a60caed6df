package daily

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/card"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/storage"
)

// The picture of a card says how well the person did at each puzzle. Hints are shown only beside an answer. A past day
// has no streak and no puzzle that is still to be played. Without an address nobody is invited.
func TestPictureOfACard(t *testing.T) {
	v := voices(t)["en"]
	pictures, err := feature.NewPictures(v)
	if err != nil {
		t.Fatal(err)
	}
	d := daily{Kernel: feature.Kernel{Pictures: pictures}}
	all := games.All()
	answer := &storage.Answer{Measure: 4}
	day := round.Achievement{
		Number: 61,
		Streak: round.Streak{Days: 1},
		Parts: []round.Part{
			{Game: all[0], Answer: answer, IsBest: true, Elapsed: 8 * time.Second, Score: 20},
			{Game: all[1], Answer: answer, Stars: 2, Hints: 1, Score: 8},
			{Game: all[2], Missed: true, Hints: 2},
			{Game: all[3], Hints: 1},
		},
	}
	for isLive, streak := range map[bool]string{false: "", true: "1 day in a row"} {
		day.Live = isLive
		address := ""
		invite := ""
		unfinished := ""
		unplayed := card.None
		if isLive {
			unfinished = "so far"
			unplayed = card.Unplayed
			address = "https://reckon.example/day/61"
			invite = "4 puzzles, the same for everyone"
		}
		picture := d.cardPicture(v, "Ann", day, "2nd of 6 in Club", address)
		var got card.Share
		if err := json.Unmarshal(picture.Facts, &got); err != nil {
			t.Fatal(err)
		}
		want := card.Share{
			Name:  "Ann",
			Title: "Reckon #61",
			Date:  "2 March 2026",
			Score: "28/100",
			Parts: []card.Part{
				{Name: "24", Sign: "24", Grade: card.Full, Points: "20", Detail: "8 s"},
				{
					Name:   "Tchisla",
					Sign:   "7!",
					Grade:  card.Some,
					Points: "8",
					Detail: v.PartDetail(day.Parts[1]),
					Stars:  2,
					Hinted: true,
				},
				{Name: "Countdown", Sign: "812", Points: "0"},
				{Name: "Letters", Sign: "AE", Grade: unplayed},
			},
			Unfinished: unfinished,
			InRow:      streak,
			Place:      "2nd of 6 in Club",
			Invite:     invite,
			Address:    address,
		}
		if diff := cmp.Diff(want, got); diff != "" || picture.Kind != "share" {
			t.Errorf("live: %v, the picture of kind %q (-want +got):\n%s", isLive, picture.Kind, diff)
		}
	}
}

// In each language there is room beside the score to say that it may still rise.
func TestUnfinishedFits(t *testing.T) {
	painter, err := card.NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	draw := func(text string) string {
		picture, err := painter.Draw(card.Light, card.Share{Score: "100/100", Unfinished: text})
		if err != nil {
			t.Fatal(err)
		}
		return string(picture.PNG)
	}
	for tag, v := range voices(t) {
		text := v.Phrase("share.unfinished", nil)
		if draw(text) == draw(text+"i") {
			t.Errorf("%s: %q is cut", tag, text)
		}
	}
}

// A person's place in a group is said with the group's name, if it has one. Where there is no place, nothing is
// said.
func TestPlaceText(t *testing.T) {
	v := voices(t)["en"]
	club := storage.Community{Title: "Club"}
	for want, got := range map[string]string{
		"2nd of 6 in Club": placeText(v, club, round.DayPlace{Rank: 2, Of: 6}),
		"2nd of 6 here":    placeText(v, storage.Community{}, round.DayPlace{Rank: 2, Of: 6}),
		"":                 placeText(v, club, round.DayPlace{}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
