package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/say"
)

// A stoppedNet is a network that delivers a message only when the test lets it.
type stoppedNet struct {
	line
	quietNetwork
	// started gets a value when a delivery begins, and goOn lets one delivery end.
	started chan struct{}
	goOn    chan struct{}
	// texts gets what has been delivered.
	texts chan string
}

func (n *stoppedNet) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	n.started <- struct{}{}
	select {
	case <-n.goOn:
	case <-ctx.Done():
		return chat.Message{}, ctx.Err()
	}
	var lines []string
	for _, l := range d.Reply.Text {
		lines = append(lines, say.Plain(l))
	}
	n.texts <- strings.Join(lines, "\n")
	return chat.Message{Place: d.Place, ID: "m" + d.Key}, nil
}

// Two people of the same name whose answers are wrong both read why, even if their verdicts share a message.
func TestNamesakesReadTheirVerdicts(t *testing.T) {
	net := &stoppedNet{
		quietNetwork: newQuietNetwork(),
		started:      make(chan struct{}, 10),
		goOn:         make(chan struct{}, 10),
		texts:        make(chan string, 10),
	}
	b, store := serve(t, newDatabase(t), 3, net)
	takeFrom := func(key, person string, input chat.Input) {
		b.Take(t.Context(), chat.Request{
			Key:    key,
			Event:  []byte("{}"),
			Locale: "en",
			At:     time.Now(),
			Place:  chat.Place{Network: "net", Community: "group"},
			Person: chat.Person{Network: "net", ID: person, Name: "Ann"},
			Input:  input,
		})
	}
	takeFrom("net:1", "one", chat.Input{Kind: chat.Command, Name: "24"})
	net.goOn <- struct{}{}
	<-net.started
	<-net.texts
	shownPuzzle(t, store, "group")

	// While a leaderboard is on its way to the group, two answers come.
	takeFrom("net:2", "one", chat.Input{Kind: chat.Command, Name: "leaderboard"})
	<-net.started
	takeFrom("net:3", "one", chat.Input{Kind: chat.Command, Name: "answer", Text: "1+1"})
	takeFrom("net:4", "two", chat.Input{Kind: chat.Command, Name: "answer", Text: "2+2"})
	for range 2 {
		net.goOn <- struct{}{}
	}
	<-net.texts
	merged := <-net.texts
	for _, answer := range []string{"1+1", "2+2"} {
		if !strings.Contains(merged, answer) {
			t.Errorf("the answer %s has no verdict in the message:\n%s", answer, merged)
		}
	}
}
