package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// An audience is a network on which each request is answered at once. It says when a reply
// is there.
type audience struct {
	line
	ready   chan struct{}
	replied chan string // keys
}

func (a *audience) Network() string { return "net" }

func (a *audience) Run(ctx context.Context, _ chat.Handler) error {
	close(a.ready)
	<-ctx.Done()
	return nil
}

func (a *audience) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	if d.IsReply() {
		a.replied <- d.Key
	}
	return chat.Message{Place: d.Place, ID: "m" + d.Key}, nil
}

// A request costs few round trips to a server, all counted: reading, writing, and noting
// that the reply was delivered.
func TestTrips(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	way := must(dbtest.Distant(address, 0))(t)
	defer way.Stop()
	beside := must(bot.Open(t.Context(), address))(t) // whose trips are not counted
	defer beside.Close()
	store := must(bot.Open(t.Context(), way.URL))(t)
	b := must(bot.New(bot.Config{
		Store: store, Games: games.All(), Book: must(lang.Open())(t), Rand: rand.NewPCG(1, 2), Now: time.Now,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}))(t)
	a := &audience{ready: make(chan struct{}), replied: make(chan string, 1)}
	ctx, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := b.Serve(ctx, a); err != nil {
			t.Error(err)
		}
		store.Close()
	})
	defer ended.Wait()
	defer stop()
	<-a.ready

	n := 0
	say := func(who int, input chat.Input) {
		n++
		b.Take(ctx, chat.Request{
			Key: fmt.Sprint("net:", n), Event: []byte("{}"), Place: chat.Place{Network: "net", Community: fmt.Sprint("group", who)}, Locale: "en", At: time.Now(), Ephemeral: true,
			Person: chat.Person{Network: "net", ID: fmt.Sprint("p", who), Name: "Ann"}, Input: input,
		})
		<-a.replied
	}
	// quiet waits until all is delivered and noted.
	quiet := func() {
		for waiting := 1; waiting > 0; time.Sleep(time.Millisecond) {
			if err := beside.Read(ctx, func(tx *storage.Tx) error {
				all, err := tx.Backlogs()
				waiting = len(all)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	const groups, times = 4, 16
	least := map[string]int{} // that it cost: others may have been on the way beside it
	for i := range times {
		count := func(kind string, input chat.Input) {
			quiet()
			before := way.Trips()
			say(i%groups, input)
			quiet()
			if i >= times/2 { // statements are prepared on their connections before
				least[kind] = min(cmp.Or(least[kind], 1000), way.Trips()-before)
			}
		}
		count("deal", chat.Input{Kind: chat.Command, Name: "24"})
		var puzzle string
		if err := beside.Read(ctx, func(tx *storage.Tx) error {
			c, err := tx.FindCommunity("net", fmt.Sprint("group", i%groups))
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
		count("wrong answer", chat.Input{Kind: chat.Text, Text: wrong})
		count("paid answer", chat.Input{Kind: chat.Text, Text: p.Solve(ctx).Best})
	}
	for kind, most := range map[string]int{"deal": 9, "wrong answer": 5, "paid answer": 9} {
		if t.Logf("%s: %d round trips", kind, least[kind]); least[kind] > most {
			t.Errorf("%s: %d round trips, want %d at most", kind, least[kind], most)
		}
	}
}
