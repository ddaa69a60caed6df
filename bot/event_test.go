package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/terminal"
	"reckon/engine/games"
	"reckon/storage"
)

// today settles the 24 of a day.
func (r *room) today(number int) {
	r.t.Helper()
	p := must(games.Parse("24:5,8,9,12"))(r.t)
	r.write(func(tx *storage.Tx) error { return tx.AddDaily(number, "24", p.ID(), p.Face().Class()) })
}

func (r *room) write(fn func(*storage.Tx) error) {
	r.t.Helper()
	if err := r.store.Write(r.t.Context(), fn); err != nil {
		r.t.Fatal(err)
	}
}

// solves has a person, who belongs to the group, solve the 24 of the day.
func (r *room) solves(who string) {
	r.command(who, group, "leaderboard", "")
	r.command(who, conversation(who), "daily", "24")
	if got := terminal.Show(r.command(who, conversation(who), "answer", "12+9+8-5")); !strings.Contains(got, "Right") {
		r.t.Fatalf("%s: %s", who, got)
	}
}

// edits is how often posts have changed.
func (r *room) edits() (n int) {
	for _, p := range r.posts {
		if strings.Contains(p, " edit ") {
			n++
		}
	}
	return n
}

// However many solve something, their post changes once in ten seconds.
func TestManySolversCostFewEdits(t *testing.T) {
	r := newRoom(t)
	r.today(61)
	r.command("admin", group, "settings", "daily on hour 9")
	r.tick()
	r.posts = nil
	for i := range 20 {
		r.solves(fmt.Sprintf("p%d", i))
		r.pass(100 * time.Millisecond)
	}
	if n := r.edits(); n != 0 {
		t.Errorf("%d edits after two seconds", n)
	}
	r.pass(9 * time.Second)
	if n := r.edits(); n != 1 {
		t.Errorf("%d edits after ten seconds, want 1: %q", n, r.posts)
	}
	r.solves("late")
	r.pass(11 * time.Second)
	if n := r.edits(); n != 2 {
		t.Errorf("%d edits after one more, want 2", n)
	}
	r.pass(time.Hour)
	if n := r.edits(); n != 2 {
		t.Errorf("%d edits when nothing more has happened", n)
	}
}

// A post of before the upgrade, which showed one puzzle, becomes one of the day when
// somebody solves something, and its buttons work.
func TestDailyPostOfBefore(t *testing.T) {
	r := newRoom(t)
	r.today(61)
	r.command("admin", group, "settings", "daily on hour 9")
	r.tick()
	var old chat.Message
	r.write(func(tx *storage.Tx) error {
		c, err := tx.FindCommunity("net", "room")
		if err != nil {
			return err
		}
		posted, err := tx.PostedAs(fmt.Sprintf("daily:%d:61", c.ID))
		old = chat.Message{Place: group, ID: posted.Message}
		return err
	})
	r.posts = nil
	// Its buttons were these.
	for _, data := range []string{"v2 daily letters 61", "v2 hint 1", "v2 answer 1", "v2 daily 24"} {
		in := chat.Input{Kind: chat.Press, Data: data, Source: old}
		req := r.request("ann", group, in)
		req.Ephemeral = true
		if got := terminal.Show(r.bot.Answer(t.Context(), req)); got == "" || strings.Contains(got, "older version") {
			t.Errorf("%s: %q", data, got)
		}
	}
	req := r.request("ann", group, chat.Input{Kind: chat.Submit, Data: "v2 answer 1", Text: "12+9+8-5", Source: old})
	req.Ephemeral = true
	got := r.bot.Answer(t.Context(), req)
	if text := terminal.Show(got); !strings.Contains(text, "Right") || !strings.Contains(text, "24 ✅") || got.Audience != chat.Secret {
		t.Errorf("%s", text)
	}
	r.pass(11 * time.Second)
	if !slices.Contains(r.posts, "room edit "+old.ID) {
		t.Errorf("the post is not changed: %q", r.posts)
	}
}

// What a picture shows is kept as facts that a later version draws as well: their names
// are frozen.
func TestStoredPictures(t *testing.T) {
	r := newRoom(t)
	for kind, facts := range map[string]string{
		"share": `{"Title":"Reckon #325","Date":"21 November","Parts":[{"Name":"24","Mark":1,"Detail":"8 s","Stars":0,"Hinted":true},
			{"Name":"Tchisla","Mark":2,"Detail":"","Stars":2,"Hinted":false}],"Streak":12,"Days":"days in a row"}`,
		"result": `{"Title":"24","Tiles":["2","3","4","5"],"Goal":"24","Level":2,"Word":"easy","Answer":"2*(3+4+5) = 24","Found":true,
			"Rows":[{"Rank":1,"Name":"Ann","Detail":"8 s","Points":"+20","Stars":0,"Hinted":false}],"More":""}`,
	} {
		for _, dark := range []bool{false, true} {
			png, err := r.bot.Draw(chat.Picture{Kind: kind, Facts: json.RawMessage(facts)}, dark)
			if err != nil || len(png) < 1000 || len(png) > 100<<10 || string(png[1:4]) != "PNG" {
				t.Errorf("%s: %d bytes, %v", kind, len(png), err)
			}
		}
	}
	now, err := json.Marshal(card.Share{Parts: []card.Part{{}}})
	if want := `{"Title":"","Date":"","Parts":[{"Name":"","Mark":0,"Detail":"","Stars":0,"Hinted":false}],"Streak":0,"Days":""}`; err != nil || string(now) != want {
		t.Errorf("a card is stored as %s, %v", now, err)
	}
	for _, p := range []chat.Picture{{Kind: "stats of the future"}, {Kind: "share", Facts: json.RawMessage("7")}} {
		if _, err := r.bot.Draw(p, false); err == nil {
			t.Errorf("%+v is drawn", p)
		}
	}
}

var _ chat.Broker = (*bot.Bot)(nil)
