package bot_test

import (
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/storage/dbtest"
)

// Answers that people send while the database is away are judged when it is back.
func TestWaitsForDatabase(t *testing.T) {
	dbtest.OnlyServer(t)
	way, err := dbtest.Distant(newDatabase(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	})
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	r := openRoom(t, way.URL, book)
	r.command("ann", group, "24", "3 3 8 8")
	way.Become(dbtest.Cut)
	answered := make(chan chat.Reply, 1)
	go func() {
		answered <- r.bot.Answer(t.Context(), r.request("bob", group, chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"}))
	}()
	<-way.Met()
	// The second meeting means that it has tried again.
	<-way.Met()
	way.Become(dbtest.Open)
	if got := onTerminal(<-answered); !strings.Contains(got, "8/(3-8/3) = 24") {
		t.Errorf("answered with %s", got)
	}
}
