package button

import (
	"testing"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
)

// A hard puzzle has a button that shares exactly this puzzle, unless it belongs to a day or a match. The
// button goes into a new row if the last one is full on a phone.
func TestAddShare(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	puzzle, err := games.Parse("tchisla:2016#7")
	if err != nil {
		t.Fatal(err)
	}
	three := []chat.Button{{Label: "1"}, {Label: "2"}, {Label: "3"}}
	for _, c := range []struct {
		what       string
		level, day int
		match      string
		before     [][]chat.Button
		// rows and inRow are 0 if nothing is added.
		rows, inRow int
	}{
		{"hard", 4, 0, "", nil, 1, 1},
		{"beside two", 5, 0, "", [][]chat.Button{three[:2:2]}, 1, 3},
		{"beside three", 5, 0, "", [][]chat.Button{three}, 2, 1},
		{"not hard", 3, 0, "", nil, 0, 0},
		{"of a day", 5, 61, "", nil, 0, 0},
		{"of a match", 5, 0, mode.Race, nil, 0, 0},
	} {
		r := round.Round{Round: storage.Round{Level: c.level, Daily: c.day}, Puzzle: puzzle}
		r.Game, r.Mode.Name = games.All()[1], c.match
		reply := chat.Reply{Buttons: c.before}
		(&Links{Page: "https://b.example/play"}).AddShare(v, &reply, r)
		if len(reply.Buttons) != c.rows {
			t.Errorf("%s: %+v", c.what, reply.Buttons)
			continue
		}
		if c.rows == 0 {
			continue
		}
		row := reply.Buttons[c.rows-1]
		if b := row[len(row)-1]; len(row) != c.inRow || !b.Link || b.Data != "v2 pose tchisla:2016#7" || b.URL != "https://b.example/p/tchisla:2016%237" || b.Share == "" {
			t.Errorf("%s: %+v", c.what, row)
		}
	}
}
