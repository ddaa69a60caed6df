package bot_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
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
)

// A slowNet is a network where replies take a while. If isApart is true, they wait for no other delivery, as the
// responses of Discord.
type slowNet struct {
	line
	isApart bool
	ready   chan struct{}
	// shown gets what has been delivered, in its order.
	shown chan string
}

func (n *slowNet) Network() string { return "net" }

func (n *slowNet) Lane(d chat.Delivery) string {
	if n.isApart && d.IsReply() {
		return ""
	}
	return n.line.Lane(d)
}

func (n *slowNet) Run(ctx context.Context, _ chat.Handler) error {
	close(n.ready)
	<-ctx.Done()
	return nil
}

func (n *slowNet) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	what := "post"
	if d.IsReply() {
		chat.Pause(ctx, 50*time.Millisecond)
		what = "reply"
	} else if !d.Message.IsZero() {
		what = "edit"
	}
	n.shown <- what
	return chat.Message{Place: d.Place, ID: "m" + d.Key}, nil
}

// A group sees the verdict before it sees how the answer has changed the puzzle, whether replies and edits share a
// lane or not.
func TestVerdictComesBeforeItsEffect(t *testing.T) {
	for _, isApart := range []bool{false, true} {
		store := must(bot.Open(t.Context(), newDatabase(t)))(t)
		b := must(bot.New(bot.Config{
			Store: store, Games: games.All(), Book: must(lang.Open())(t), Rand: rand.NewPCG(1, 2), Now: time.Now,
			Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		}))(t)
		net := &slowNet{isApart: isApart, ready: make(chan struct{}), shown: make(chan string, 10)}
		ctx, stop := context.WithCancel(context.Background())
		var ended sync.WaitGroup
		ended.Go(func() {
			if err := b.Serve(ctx, net); err != nil {
				t.Error(err)
			}
			store.Close()
		})
		<-net.ready
		n := 0
		say := func(input chat.Input) {
			n++
			b.Take(ctx, chat.Request{
				Key: fmt.Sprint("net:", n), Event: []byte("{}"), Locale: "en", At: time.Now(), Input: input,
				Place:  chat.Place{Network: "net", Community: "group"},
				Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
			})
		}
		say(chat.Input{Kind: chat.Command, Name: "conundrum"})
		<-net.shown
		var row storage.Round
		for row.Message == "" {
			err := store.Read(ctx, func(tx *storage.Tx) error {
				c, err := tx.FindCommunity("net", "group")
				if err != nil {
					return err
				}
				open, err := round.OpenRounds(tx, c.ID, "", 1)
				if len(open) > 0 {
					row = open[0]
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		p := must(games.Parse(row.Puzzle))(t)
		best := p.Solve(ctx).Best
		if p.Judge(best).Outcome != engine.Right {
			t.Fatalf("%s does not solve %s", best, row.Puzzle)
		}
		say(chat.Input{Kind: chat.Text, Text: best})
		if got := []string{<-net.shown, <-net.shown}; !slices.Equal(got, []string{"reply", "edit"}) {
			t.Errorf("apart %t: shown are %q, want the reply before the edit", isApart, got)
		}
		stop()
		ended.Wait()
	}
}
