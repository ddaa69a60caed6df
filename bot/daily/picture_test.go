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

// The picture of a card marks each puzzle by what the person did in it. Hints count for an answer alone. A past
// day has no streak.
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
			{Game: all[0], Answer: answer, IsBest: true, Elapsed: 8 * time.Second},
			{Game: all[1], Answer: answer, Stars: 2, Hints: 1},
			{Game: all[2], Missed: true, Hints: 2},
			{Game: all[3], Hints: 1},
		},
	}
	for isLive, streak := range map[bool]int{false: 0, true: 1} {
		day.Live = isLive
		picture := d.picture(v, "Ann", day)
		var got card.Share
		if err := json.Unmarshal(picture.Facts, &got); err != nil {
			t.Fatal(err)
		}
		want := card.Share{
			Name:  "Ann",
			Title: "Reckon #61",
			Date:  "2 March 2026",
			Parts: []card.Part{
				{Name: "24", Mark: card.Right, Detail: "8 s"},
				{Name: "Tchisla", Mark: card.Near, Detail: v.PartDetail(day.Parts[1]), Stars: 2, Hinted: true},
				{Name: "Countdown", Mark: card.Missed, Detail: v.PartDetail(day.Parts[2])},
				{Name: "Letters", Mark: card.Open},
			},
			Streak: streak,
		}
		if isLive {
			want.Days = "day in a row"
		}
		if diff := cmp.Diff(want, got); diff != "" || picture.Kind != "share" {
			t.Errorf("live: %v, the picture of kind %q (-want +got):\n%s", isLive, picture.Kind, diff)
		}
	}
}
