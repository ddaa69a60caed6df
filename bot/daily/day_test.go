package daily

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

// The message of a day has the lines that other features add to that day. In a private chat it also has what
// they tell its owner, if the day is today's.
func TestLinesOfOtherFeatures(t *testing.T) {
	d := newDaily(t, nil)
	d.Features = func() []feature.Feature {
		return []feature.Feature{{
			Post: func(_ say.Voice, _ *storage.Tx, c storage.Community, number int) (chat.Line, error) {
				return chat.Line{{Text: fmt.Sprintf("news of %d in %d", number, c.ID)}}, nil
			},
			Today: func(_ say.Voice, _ *storage.Tx, act round.Act) (chat.Line, error) {
				return chat.Line{{Text: fmt.Sprintf("%d in %d", act.Person.ID, act.Community.ID)}}, nil
			},
		}}
	}
	const how = "The same puzzles for everyone. Tap one: "
	group := storage.Community{ID: 7, OwnerID: 8}
	own := storage.Community{ID: 7, OwnerID: 8, Private: true}
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		for _, test := range []struct {
			c      storage.Community
			number int
			want   []string
		}{
			{group, 61, []string{how + "it opens in private, and your clock starts.", "", "news of 61 in 7"}},
			{own, 61, []string{how + "your clock starts.", "", "8 in 7", "", "news of 61 in 7"}},
			{group, 60, []string{"From the archive: just practice, no points.", "", "news of 60 in 7"}},
			{own, 60, []string{"From the archive: just practice, no points.", "", "news of 60 in 7"}},
		} {
			reply, wasSolved, err := d.day(tx, d.Speak("en"), test.c, test.number, 61)
			if err != nil {
				return err
			}
			var lines []string
			for _, line := range reply.Text[1:] {
				lines = append(lines, say.Plain(line))
			}
			if !slices.Equal(lines, test.want) || wasSolved {
				t.Errorf("day %d in %+v is %q, want %q", test.number, test.c, lines, test.want)
			}
		}
		return nil
	})
}

// The buttons of a day in a group name the group, with a seal: a person who presses one becomes a member. In a private
// chat, and in a place that is not stored, they name no community.
func TestButtonsOfADay(t *testing.T) {
	d := newDaily(t, nil)
	d.Seals = command.Sealer{Secret: []byte("a")}
	const data = "v2 daily tchisla 61"
	for _, test := range []struct {
		c    storage.Community
		want string
	}{
		{storage.Community{ID: 7}, d.Seals.Seal(data + " 7")},
		{storage.Community{ID: 7, Private: true}, data},
		{storage.Community{}, data},
	} {
		c := test.c
		c.Games = "tchisla"
		buttons := d.dayButtons(d.Speak("en"), c, d.Settings.Games(c), 61)
		want := []chat.Button{{Label: "Tchisla", Personal: true, Data: test.want}}
		if diff := cmp.Diff(want, buttons); diff != "" {
			t.Errorf("the buttons in %+v (-want +got):\n%s", c, diff)
		}
	}
	card := toCard(d.Speak("en"), 61)
	if card.Data != "v2 card 61" || !card.Personal {
		t.Errorf("the button of the card is %+v", card)
	}
}

// The message of a day names who has solved the games that the community deals, and no others. The day after
// tells how it went, with a button for its solutions. Only under today's day is there an offer to post it
// every day.
func TestDayNamesSolvers(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		c.Games = "24"
		ann := storetest.Person(t, tx, "ann")
		for _, game := range []string{"24", "letters"} {
			r, err := d.Play.DailyRound(tx, 61, d.Play.Game(game), storetest.Noon)
			if err != nil {
				return err
			}
			err = tx.Exec("add solver", `INSERT INTO solvers (round_id, player_id, community_id, at) VALUES ($1, $2, $3, $4)`,
				r.ID, ann.ID, c.ID, storetest.Noon)
			if err != nil {
				return err
			}
		}
		if err := tx.SetSetting(c.ID, openedDay, "61"); err != nil {
			return err
		}
		for _, test := range []struct {
			number, today int
			lines         string
			buttons       []string
		}{
			{61, 61, "24: Name of ann", []string{"v2 card 61", "v2 tomorrow"}},
			{61, 62, "24: Name of ann", []string{"v2 card 61"}},
			{62, 62, "|How #61 went|24: Name of ann", []string{"v2 card 62", "v2 solutions 61"}},
			{63, 63, "", []string{"v2 card 63"}},
		} {
			reply, wasSolved, err := d.day(tx, d.Speak("en"), c, test.number, test.today)
			if err != nil {
				return err
			}
			var lines []string
			for _, line := range reply.Text[2:] {
				lines = append(lines, say.Plain(line))
			}
			buttons := dataOf(reply)[1:]
			if strings.Join(lines, "|") != test.lines || !slices.Equal(buttons, test.buttons) {
				t.Errorf("day %d of %d is %q with %q", test.number, test.today, lines, buttons)
			}
			// Only day 61 was solved.
			if wasSolved != (test.number == 62) {
				t.Errorf("the day before day %d was solved: %v", test.number, wasSolved)
			}
		}
		return nil
	})
}
