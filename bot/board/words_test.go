package board

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A person reads why they are not on the boards of the World only if nobody else reads it.
func TestWhoIsCheckedReadsItAlone(t *testing.T) {
	b, _ := newBoards(t)
	v := featuretest.English(t)
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
	v := featuretest.English(t)
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
		{"", []entry{bob}, nil, ""},
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

// Somebody who could have points on a board, and has none, has the last row of its table. Others must not read who is
// suspected, and the board of the hunt lists only people who found something.
func TestRowWithoutPoints(t *testing.T) {
	b, _ := newBoards(t)
	v := featuretest.English(t)
	req := &feature.Request{Say: v, Aloud: v}
	req.Person = chat.Person{ID: "7", Name: "Cat"}
	for _, test := range []struct {
		game     string
		own      *entry
		presence round.Presence
		want     bool
	}{
		{"", nil, round.Presence{Listed: true}, true},
		{"24", nil, round.Presence{Listed: true}, true},
		{"", &entry{rank: 2}, round.Presence{Listed: true}, false},
		{storage.Hunt, nil, round.Presence{Listed: true}, false},
		{"", nil, round.Presence{}, false},
		{"", nil, round.Presence{Listed: true, Check: storage.Checked}, false},
	} {
		table := &chat.Table{}
		p := page{BoardKey: feature.BoardKey{Game: test.game}, own: test.own, presence: test.presence}
		b.addRowWithoutPoints(req, p, table)
		hasRow := len(table.Rows) == 1 && strings.Contains(table.Rows[0][1], "Cat") && table.Rows[0][2] == "0"
		if hasRow != test.want || len(table.Rows) != len(table.People) {
			t.Errorf("%+v: the table is %+v", test, table)
		}
	}
}

// If a table is too wide, names may be cut, but numbers stay whole.
func TestNamesAreCut(t *testing.T) {
	v := featuretest.English(t)
	table := table(v, page{entries: []entry{{rank: 1, Standing: storage.Standing{Name: "Ann", Points: 20, Solved: 2}}}})
	if table.Head[table.Name] != "player" || table.Rows[0][table.Name] != "Ann" {
		t.Errorf("the names of %+v are in column %d", table.Rows, table.Name)
	}
}

// In a person's own chat, the first button of a board of the World joins the World, and stands out, until the person is
// listed. There is no such button for a person who is barred, or while a person chooses a game.
func TestJoinStandsOut(t *testing.T) {
	b, _ := newBoards(t)
	b.Settings = newSettings(t, b)
	v := b.Speak("en")
	for _, test := range []struct {
		isPrivate  bool
		presence   round.Presence
		isChoosing bool
		isOffered  bool
	}{
		{true, round.Presence{}, false, true},
		{true, round.Presence{Listed: true}, false, false},
		{true, round.Presence{Check: storage.Checked}, false, false},
		{false, round.Presence{}, false, false},
		{true, round.Presence{}, true, false},
	} {
		req := &feature.Request{Say: v, Aloud: v, Act: round.Act{Community: storage.Community{Private: test.isPrivate}}}
		if test.isChoosing {
			req.Button = command.Press{Act: actBoard, Args: []string{whereWorld, everyGame, "all", "0", openGames}}
		}
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

// The buttons under a board stand in a fixed order: they join the World, turn the page and change the
// period, and then come the games, or what leads to them and to other boards.
func TestOrderOfButtons(t *testing.T) {
	b, _ := newBoards(t)
	b.Settings = newSettings(t, b)
	v := b.Speak("en")
	key := feature.BoardKey{World: true, Period: feature.PeriodAll, Page: 1}
	act := round.Act{Community: storage.Community{Private: true}}
	for _, test := range []struct {
		isChoosing bool
		want       []string
	}{
		{false, []string{"Join", "◀ Back", "Today", "Games…"}},
		{true, []string{"◀ Back", "Today", "✓ All games", "Countdown", "Solution hunt"}},
	} {
		req := &feature.Request{Say: v, Aloud: v, Act: act}
		if test.isChoosing {
			req.Button = command.Press{Act: actBoard, Args: []string{whereWorld, everyGame, "all", "1", openGames}}
		}
		var got []string
		for _, row := range b.buttons(req, page{BoardKey: key, hasMore: true}) {
			got = append(got, row[0].Label)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("choosing %v: the rows begin with %q, want %q", test.isChoosing, got, test.want)
		}
	}
}

// Buttons turn one page at a time.
func TestPageButtons(t *testing.T) {
	v := featuretest.English(t)
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

// What everyone at the place reads is in the language of the place, not in that of the person who asked.
func TestBoardsSpeakTheLanguageOfThePlace(t *testing.T) {
	b, store := newBoards(t)
	side := feature.BoardPage{Period: "side", Act: "seasons", Title: "season.title"}
	side.Lines = func(v say.Voice, _ *storage.Tx, _ round.Act, _ bool) ([]chat.Line, error) {
		return []chat.Line{v.Line("season.empty", nil)}, nil
	}
	side.Above = func(v say.Voice, _ *storage.Tx, _ round.Act, _ feature.BoardKey) (chat.Line, error) {
		return v.Line("season.empty", nil), nil
	}
	b.sidePages = []feature.BoardPage{side}
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "club")
		ann := earn(t, tx, c, "ann", 10)
		act := round.Act{Community: c, Person: ann, At: storetest.Noon}
		for name, plan := range map[string]func(*feature.Request) feature.Plan{
			"a board": func(req *feature.Request) feature.Plan {
				return b.show(req, feature.BoardKey{Period: feature.PeriodAll})
			},
			"an empty board": func(req *feature.Request) feature.Plan {
				return b.show(req, feature.BoardKey{Game: storage.Hunt, Period: feature.PeriodAll})
			},
			"a side page": func(req *feature.Request) feature.Plan { return b.showSidePage(req, side, true) },
		} {
			own, err := plan(&feature.Request{Say: b.Speak("en"), Aloud: b.Speak("en"), Act: act})(tx)
			if err != nil {
				return err
			}
			foreign, err := plan(&feature.Request{Say: b.Speak("zh-CN"), Aloud: b.Speak("en"), Act: act})(tx)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(own.Reply, foreign.Reply); diff != "" {
				t.Errorf("%s (-asked in the place's language +in another):\n%s", name, diff)
			}
		}
		return nil
	})
}

// newSettings makes the settings of the boards' games.
func newSettings(t *testing.T, b boards) *settings.Settings {
	t.Helper()
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	return settings.New(b.Games, talk.Levels[:], b.Book, zones)
}

// A person chooses among the boards of the games that their community deals, that of all games and that of
// the hunt.
func TestGamesToChooseFrom(t *testing.T) {
	b, _ := newBoards(t)
	b.Settings = newSettings(t, b)
	req := &feature.Request{Aloud: b.Speak("en"), Act: round.Act{Community: storage.Community{Games: "24,letters"}}}
	var got []string
	for _, row := range b.gameButtons(req, feature.BoardKey{Game: "letters", Period: feature.PeriodWeek}) {
		for _, button := range row {
			got = append(got, button.Label+": "+button.Data)
		}
	}
	want := []string{
		"All games: v2 board here * week 0",
		"24: v2 board here 24 week 0",
		"✓ Letters: v2 board here letters week 0",
		"Solution hunt: v2 board here hunt week 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("buttons (-want +got):\n%s", diff)
	}
}
