package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// An audience is a network on which each request is answered at once. It says when a reply has come.
type audience struct {
	line
	quietNetwork
	// replied gets the keys of the replies.
	replied chan string
}

func (a *audience) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	if d.IsReply() {
		a.replied <- d.Key
	}
	return chat.Message{Place: d.Place, ID: "m" + d.Key}, nil
}

// A request takes few round trips to a server. A proxy counts all of them: for reading, for writing, for
// claiming what is to be delivered, and for noting that the reply and the edits of the puzzle's message were
// delivered.
func TestTrips(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	way := must(dbtest.Distant(address, 0))(t)
	t.Cleanup(func() { way.Stop() })
	// The trips of this one are not counted.
	beside := must(bot.Open(t.Context(), address))(t)
	t.Cleanup(func() { beside.Close() })
	a := &audience{quietNetwork: newQuietNetwork(), replied: make(chan string, 1)}
	b, _ := serve(t, way.URL, 2, a)

	n := 0
	say := func(who int, place chat.Place, input chat.Input) {
		n++
		b.Take(t.Context(), chat.Request{
			Key: fmt.Sprint("net:", n), Event: []byte("{}"), Place: place, Locale: "en", At: time.Now(),
			Person: chat.Person{Network: "net", ID: fmt.Sprint("p", who), Name: "Ann"}, Input: input,
		})
		<-a.replied
	}
	// quiet waits until all is delivered and noted.
	quiet := func() {
		for waiting := 1; waiting > 0; time.Sleep(time.Millisecond) {
			if err := beside.Read(t.Context(), func(tx *storage.Tx) error {
				all, err := tx.Backlogs()
				waiting = len(all)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	const places, times = 4, 32
	// least has the fewest trips that each kind cost, since other trips may have been under way at the same time.
	least := map[string]int{}
	for i := range times {
		who := i % places
		place := chat.Place{Network: "net", Community: fmt.Sprint("group", who)}
		where := "in a group"
		if i/places%2 == 1 {
			place = chat.Place{Network: "net", Community: fmt.Sprint("p", who), Private: true}
			where = "in private"
		}
		count := func(kind string, input chat.Input) {
			quiet()
			before := way.Trips()
			say(who, place, input)
			quiet()
			kind += " " + where
			// In the first half statements are prepared on their connections.
			if i >= times/2 {
				least[kind] = min(cmp.Or(least[kind], 1000), way.Trips()-before)
			}
		}
		count("a deal", chat.Input{Kind: chat.Command, Name: "24"})
		var puzzle string
		if err := beside.Read(t.Context(), func(tx *storage.Tx) error {
			c, err := tx.FindCommunity("net", place.Community)
			if err != nil {
				return err
			}
			open, err := round.OpenRounds(tx, c.ID, "", times)
			if err == nil {
				puzzle = slices.MaxFunc(open, func(a, b storage.Round) int { return cmp.Compare(a.ID, b.ID) }).Puzzle
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		p := must(games.Parse(puzzle))(t)
		wrong := strings.ReplaceAll(strings.TrimPrefix(puzzle, "24:"), ",", "*")
		if p.Judge(wrong).Outcome == engine.Right {
			wrong = strings.ReplaceAll(wrong, "*", "+")
		}
		count("a wrong answer", chat.Input{Kind: chat.Text, Text: wrong})
		count("a right answer", chat.Input{Kind: chat.Text, Text: p.Solve(t.Context()).Best})
	}
	for kind, most := range map[string]int{
		"a deal in a group": 9, "a wrong answer in a group": 5, "a right answer in a group": 9,
		"a deal in private": 9, "a wrong answer in private": 5, "a right answer in private": 7,
	} {
		t.Logf("%s: %d round trips", kind, least[kind])
		if least[kind] > most {
			t.Errorf("%s: %d round trips, want %d at most", kind, least[kind], most)
		}
	}
}
