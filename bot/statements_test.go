package bot_test

import (
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// From reading a request to noting that its reply was delivered, few statements run. Each holds up the only
// writer of a file, or is sent to a server.
func TestStatements(t *testing.T) {
	dbtest.OnlyFile(t)
	r := newRoom(t)
	for _, who := range []string{"ann", "bob"} {
		r.command(who, group, "help", "")
		r.command(who, conversation(who), "help", "")
	}
	made := 0
	r.store.Observe(func(_ bool, _ time.Duration, statements int) { made += statements })
	costs := func(what string, most int, req chat.Request) {
		t.Helper()
		made = 0
		reply := r.bot.Answer(t.Context(), req)
		taken := made
		r.pass(20 * time.Second)
		made = 0
		r.bot.Delivered(t.Context(), req.Key, chat.Message{Place: req.Place, ID: "m" + req.Key})
		// One statement looks for the row, which the outbox would have.
		if noted := made - 1; taken+noted > most {
			t.Errorf("%s costs %d statements and %d for its delivery, want %d: %s", what, taken, noted, most, onTerminal(reply))
		}
	}
	says := func(who string, p chat.Place, text string) chat.Request {
		return r.request(who, p, chat.Input{Kind: chat.Text, Text: text})
	}
	deals := func(who string, p chat.Place) chat.Request {
		return r.request(who, p, chat.Input{Kind: chat.Command, Name: "24", Text: "very hard"})
	}
	solution := func(id int64) string {
		t.Helper()
		var round storage.Round
		if err := r.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
			round, err = tx.RoundByID(id)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return must(games.Parse(round.Puzzle))(t).Solve(t.Context()).Best
	}
	own := conversation("ann")
	costs("a deal in private", 20, deals("ann", own))
	costs("the first wrong answer", 10, says("ann", own, "1+1"))
	costs("a wrong answer", 9, says("ann", own, "1+2"))
	costs("a right answer in private", 24, says("ann", own, solution(1)))
	costs("a deal in a group", 21, deals("ann", group))
	costs("a wrong answer in a group", 11, says("bob", group, "1+1"))
	costs("a right answer that ends a race", 25, says("bob", group, solution(2)))
}
