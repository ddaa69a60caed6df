package book

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// An easy is a book whose answers all count a digit more than they have.
type easy struct{ engine.Book }

// An easyPuzzle is a puzzle of that book.
type easyPuzzle struct{ engine.Puzzle }

func (p easyPuzzle) Solve(ctx context.Context) engine.Solution {
	s := p.Puzzle.Solve(ctx)
	s.Measure++
	return s
}

func (b easy) Page(name string) (engine.Page, bool) {
	page, ok := b.Book.Page(name)
	for i, p := range page.Puzzles {
		page.Puzzles[i] = easyPuzzle{p}
	}
	return page, ok
}

func (b easy) PageOf(p engine.Puzzle) (page, place string, ok bool) {
	return b.Book.PageOf(p.(easyPuzzle).Puzzle)
}

// An answer that beats the book is sent to the guest's private chat. It is found only if the reply there
// says that it is good: a question in between, such as whether to end a match, has no tone.
func TestFoundIfTheReplyIsGood(t *testing.T) {
	b := book{Kernel: featuretest.Kernel(t), game: easy{gameOf(games.All())}}
	v := b.Speak("en")
	guest := chat.Request{Person: chat.Person{Network: "web", ID: "ann"}, At: storetest.Noon}
	for _, test := range []struct {
		name   string
		credit bool
		last   chat.Tone
		want   bool
		kinds  []chat.Kind
	}{
		{"good", true, chat.Good, true, []chat.Kind{chat.Command, chat.Opened, chat.Text}},
		{"bad", false, chat.Bad, false, []chat.Kind{chat.Opened, chat.Text}},
		{"without tone", false, chat.Neutral, false, []chat.Kind{chat.Opened, chat.Text}},
	} {
		var kinds []chat.Kind
		keys := map[string]bool{}
		b.Do = func(_ context.Context, r chat.Request) (chat.Reply, bool, error) {
			kinds = append(kinds, r.Input.Kind)
			keys[r.Key] = true
			if r.Input.Kind == chat.Text {
				return chat.Reply{Tone: test.last}, false, nil
			}
			return chat.Reply{Tone: chat.Good}, false, nil
		}
		s := &submission{Page: "2016", Place: "7", Answer: "(7!+7!)/(7-(7+7)/7)", Credit: test.credit}
		if err := b.submit(t.Context(), guest, v, s); err != nil {
			t.Fatal(err)
		}
		if s.Found != test.want {
			t.Errorf("if the reply is %s, the answer is found: %v, want %v", test.name, s.Found, test.want)
		}
		if !slices.Equal(kinds, test.kinds) || len(keys) != len(kinds) {
			t.Errorf("if the reply is %s, the inputs are of the kinds %v, with %d keys", test.name, kinds, len(keys))
		}
	}
}

// A page says that an answer cannot be shorter only if everything shorter was searched.
func TestSearchOfEverythingShorter(t *testing.T) {
	b := book{Kernel: featuretest.Kernel(t), game: gameOf(games.All())}
	v := b.Speak("en")
	for searched, want := range map[int]bool{4: false, 5: true, 6: true} {
		var e entry
		best := engine.Solution{Best: "(7!+7!)/(7-(7+7)/7)", Measure: 6, Searched: searched}
		b.explain(v, knownAnswer{best: best}, &e)
		least := say.Plain(v.Line("book.least", nil))
		isLeast := slices.ContainsFunc(e.Notes, func(l chat.Line) bool { return say.Plain(l) == least })
		if isLeast != want {
			t.Errorf("after a search up to %d digits it cannot be shorter than 6: %v", searched, isLeast)
		}
	}
}

// A record names its player if they wish so and have a name. Its date is that in UTC.
func TestWhoFoundIt(t *testing.T) {
	b := book{Kernel: featuretest.Kernel(t), game: gameOf(games.All())}
	v := b.Speak("en")
	evening := time.Date(2026, 8, 1, 23, 30, 0, 0, time.FixedZone("west", -60*60))
	for _, test := range []struct {
		name       string
		isCredited bool
		want       string
	}{
		{"Ann", true, "Ann"},
		{"Ann", false, "a player"},
		{"", true, "a player"},
	} {
		r := Record{PlayerName: test.name, Credited: test.isCredited, Was: 8, At: evening}
		if got := finder(v, r).Text; got != test.want {
			t.Errorf("%q, credited %v: found by %q, want %q", test.name, test.isCredited, got, test.want)
		}
		if line := say.Plain(foundBy(v, b.game, r)); !strings.Contains(line, v.Date(evening.AddDate(0, 0, 1))) {
			t.Errorf("%q is of another date", line)
		}
	}
}

// The contents list the latest records of the book's game. They have a row for each digit: the sum of its
// answers, the longest, and up to which length everything was searched.
func TestContents(t *testing.T) {
	b := book{Kernel: featuretest.Kernel(t), game: gameOf(games.All())}
	storetest.Write(t, b.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		for _, puzzle := range []string{"other:2016#7", "tchisla:2016#8"} {
			err := tx.Exec("add record", `
				INSERT INTO records (puzzle, game, measure, was, text, player_id, at)
				VALUES ($1, 'game', 6, 7, '7', $2, $3)`, puzzle, ann.ID, storetest.Noon)
			if err != nil {
				return err
			}
		}
		return nil
	})
	c, err := b.contents(t.Context(), b.Speak("en"))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Finds) != 1 {
		t.Fatalf("the finds are %+v", c.Finds)
	}
	if e := c.Finds[0]; e.Puzzle != "tchisla:2016#8" || e.Page != "2016" || e.Place != "8" {
		t.Errorf("the find is %+v", e)
	}
	if want := []string{"7", "75080", "10", "9"}; !slices.Equal(c.Chapters.Rows[6], want) {
		t.Errorf("the row of the sevens is %q, want %q", c.Chapters.Rows[6], want)
	}
	wantHead := []string{"Digit", "Digits in all", "Longest answer", "Searched up to"}
	if !slices.Equal(c.Chapters.Head, wantHead) {
		t.Errorf("its head is %q, want %q", c.Chapters.Head, wantHead)
	}
}

// The list of records leads to the book only if a game has one.
func TestRecordsLeadToTheBook(t *testing.T) {
	k := featuretest.Kernel(t)
	k.Links = &button.Links{Page: "https://reckon.example/"}
	all := k.Games
	storetest.Write(t, k.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		err := tx.Exec("add record", `
			INSERT INTO records (puzzle, game, measure, was, text, player_id, at)
			VALUES ('tchisla:2016#8', 'tchisla', 6, 7, '8', $1, $2)`, ann.ID, storetest.Noon)
		if err != nil {
			return err
		}
		for want, list := range map[int][]engine.Game{1: all, 0: all[:1]} {
			k.Games = list
			plan, err := records{k}.command(&feature.Request{Say: k.Speak("en"), Aloud: k.Speak("en")})
			if err != nil {
				return err
			}
			result, err := plan(tx)
			if err != nil {
				return err
			}
			if len(result.Buttons) != want || len(result.Text) != 2 {
				t.Errorf("with %d games the reply is %+v", len(list), result.Reply)
			}
		}
		return nil
	})
}
