package bot_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A slowNet is a network where replies take a while. If isApart is true, they wait for no other delivery, as the
// responses of Discord.
type slowNet struct {
	line
	quietNetwork
	isApart bool
	// shown gets what has been delivered, in its order.
	shown chan string
}

func (n *slowNet) Lane(d chat.Delivery) string {
	if n.isApart && d.IsReply() {
		return ""
	}
	return n.line.Lane(d)
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
		t.Run(fmt.Sprint("apart ", isApart), func(t *testing.T) {
			net := &slowNet{quietNetwork: newQuietNetwork(), isApart: isApart, shown: make(chan string, 10)}
			b, store := serve(t, newDatabase(t), 2, net)
			n := 0
			say := func(input chat.Input) {
				n++
				b.Take(t.Context(), chat.Request{
					Key: fmt.Sprint("net:", n), Event: []byte("{}"), Locale: "en", At: time.Now(), Input: input,
					Place:  chat.Place{Network: "net", Community: "group"},
					Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
				})
			}
			say(chat.Input{Kind: chat.Command, Name: "conundrum"})
			<-net.shown
			puzzle := shownPuzzle(t, store, "group")
			best := puzzle.Solve(t.Context()).Best
			if puzzle.Judge(best).Outcome != engine.Right {
				t.Fatalf("%s does not solve %s", best, puzzle.ID())
			}
			say(chat.Input{Kind: chat.Text, Text: best})
			if got := []string{<-net.shown, <-net.shown}; !slices.Equal(got, []string{"reply", "edit"}) {
				t.Errorf("shown are %q, want the reply before the edit", got)
			}
		})
	}
}

// shownPuzzle waits until the bot has noted that a group has a puzzle's message, and returns that puzzle.
func shownPuzzle(t *testing.T, store *storage.Store, group string) engine.Puzzle {
	t.Helper()
	var row storage.Round
	for row.Message == "" {
		err := store.Read(t.Context(), func(tx *storage.Tx) error {
			c, err := tx.FindCommunity("net", group)
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
	return must(games.Parse(row.Puzzle))(t)
}
