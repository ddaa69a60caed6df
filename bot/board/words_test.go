package board

import (
	"slices"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A person reads why they are not on the boards of the World only if nobody else reads it.
func TestWhoIsCheckedReadsItAlone(t *testing.T) {
	b, _ := newBoards(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	const checked = "Your place here is being checked. Until then your points count in your groups."
	const barred = "Your points count in your groups, but not here."
	for _, test := range []struct {
		check       storage.Check
		isPrivate   bool
		isEphemeral bool
		want        string
	}{
		{storage.Checked, true, false, checked},
		{storage.Checked, false, true, checked},
		{storage.Checked, false, false, ""},
		{storage.Barred, true, false, barred},
		{storage.Barred, false, true, barred},
		{storage.Barred, false, false, ""},
	} {
		act := round.Act{Community: storage.Community{Private: test.isPrivate}, Ephemeral: test.isEphemeral}
		req := &feature.Request{Say: v, Aloud: v, Act: act}
		line := b.ownLine(req, page{presence: round.Presence{Check: test.check}})
		if got := say.Plain(line); got != test.want {
			t.Errorf("check %d, private %v, ephemeral %v: %q, want %q",
				test.check, test.isPrivate, test.isEphemeral, got, test.want)
		}
	}
}

// A person is told their rank if the page does not show it, even if the page shows only one person.
func TestOwnPlace(t *testing.T) {
	b, _ := newBoards(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	req := &feature.Request{Say: v, Aloud: v}
	ann := &entry{rank: 3, Standing: storage.Standing{PlayerID: 1, Name: "Ann", Points: 20}}
	bob := entry{rank: 11, Standing: storage.Standing{PlayerID: 2, Name: "Bob", Points: 10}}
	for _, test := range []struct {
		game    string
		entries []entry
		own     *entry
		want    string
	}{
		{"", []entry{bob}, ann, "Ann: number 3 with 20 points."},
		{storage.Hunt, []entry{bob}, ann, "Ann: number 3 with 20 solutions."},
		{"", []entry{*ann, bob}, ann, ""},
		{"", nil, ann, ""},
		{"", []entry{bob}, nil, " has no points on this board yet."},
		{storage.Hunt, []entry{bob}, nil, ""},
		{"", nil, nil, ""},
	} {
		p := page{
			BoardKey: feature.BoardKey{Game: test.game},
			entries:  test.entries,
			own:      test.own,
			presence: round.Presence{Listed: true},
		}
		got := say.Plain(b.ownLine(req, p))
		if strings.TrimPrefix(got, say.Plain(chat.Line{req.Me()})) != test.want {
			t.Errorf("game %q, %d entries, own %v: %q, want %q", test.game, len(test.entries), test.own, got, test.want)
		}
	}
}

// If a table is too wide, names may be cut, but numbers stay whole.
func TestNamesAreCut(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	table := table(v, page{entries: []entry{{rank: 1, Standing: storage.Standing{Name: "Ann", Points: 20, Solved: 2}}}})
	if table.Head[table.Name] != "player" || table.Rows[0][table.Name] != "Ann" {
		t.Errorf("the names of %+v are in column %d", table.Rows, table.Name)
	}
}

// In a person's own chat, the first button of a board of the World joins the World, and stands out, until
// the person is listed. A person who is kept out gets no such button.
func TestJoinStandsOut(t *testing.T) {
	b, _ := newBoards(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	for _, test := range []struct {
		isPrivate bool
		presence  round.Presence
		isOffered bool
	}{
		{true, round.Presence{}, true},
		{true, round.Presence{Listed: true}, false},
		{true, round.Presence{Check: storage.Checked}, false},
		{false, round.Presence{}, false},
	} {
		req := &feature.Request{Say: v, Aloud: v, Act: round.Act{Community: storage.Community{Private: test.isPrivate}}}
		key := feature.BoardKey{World: true, Period: feature.PeriodAll}
		first := b.buttons(req, page{BoardKey: key, presence: test.presence})[0][0]
		if isOffered := strings.HasSuffix(first.Data, " "+join); isOffered != test.isOffered {
			t.Errorf("private %v, %+v: the first button is %+v", test.isPrivate, test.presence, first)
		}
		if (first.Style == chat.Primary) != test.isOffered {
			t.Errorf("the style of %q is %v", first.Label, first.Style)
		}
	}
}

// Buttons turn one page at a time.
func TestPageButtons(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	for _, test := range []struct {
		page    int
		hasMore bool
		want    []string
	}{
		{0, false, nil},
		{0, true, []string{"v2 board here 24 week 1"}},
		{2, true, []string{"v2 board here 24 week 1", "v2 board here 24 week 3"}},
		{2, false, []string{"v2 board here 24 week 1"}},
	} {
		key := feature.BoardKey{Game: "24", Period: feature.PeriodWeek, Page: test.page}
		var got []string
		for _, row := range pageButtons(v, page{BoardKey: key, hasMore: test.hasMore}) {
			for _, b := range row {
				got = append(got, b.Data)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("page %d, more %v, has the buttons %q, want %q", test.page, test.hasMore, got, test.want)
		}
	}
}
