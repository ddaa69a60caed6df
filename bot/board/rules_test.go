package board

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// newBoards makes the boards of a new database.
func newBoards(t *testing.T) (boards, *storage.Store) {
	t.Helper()
	k := featuretest.Kernel(t)
	return boards{Kernel: k}, k.Store
}

// earn makes a member of a community who earns points there on storetest.Day.
func earn(t *testing.T, tx *storage.Tx, c storage.Community, key string, points int) storage.Player {
	t.Helper()
	p := storetest.Member(t, tx, c, key)
	storetest.Award(t, tx, c, storetest.Round(t, tx, c, "class of "+key), p.ID, points)
	return p
}

// ranksOf lists the entries of a page as "rank key points".
func ranksOf(p page) []string {
	var ranks []string
	for _, e := range p.entries {
		ranks = append(ranks, fmt.Sprintf("%d %s %d", e.rank, e.PlayerKey, e.Points))
	}
	return ranks
}

// People with equal points share a rank, even if they are on two pages. The next rank counts everybody
// above it.
func TestEqualPointsShareAPlace(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		earn(t, tx, c, "first", 90)
		for i := range 10 {
			earn(t, tx, c, fmt.Sprintf("equal%d", i), 50)
		}
		last := earn(t, tx, c, "last", 10)
		act := round.Act{Community: c, Person: last, At: storetest.Noon}
		key := feature.BoardKey{Period: feature.PeriodAll}
		p, err := b.read(tx, act, key)
		if err != nil {
			return err
		}
		ranks := ranksOf(p)
		want := []string{"1 first 90"}
		for i := range 9 {
			want = append(want, fmt.Sprintf("2 equal%d 50", i))
		}
		if diff := cmp.Diff(want, ranks); diff != "" || !p.hasMore {
			t.Errorf("the first page (-want +got), and there are more: %v\n%s", p.hasMore, diff)
		}
		if p.own == nil || p.own.rank != 12 {
			t.Errorf("the last one's own place is %+v, want 12", p.own)
		}
		key.Page = 1
		p, err = b.read(tx, act, key)
		if err != nil {
			return err
		}
		if diff := cmp.Diff([]string{"2 equal9 50", "12 last 10"}, ranksOf(p)); diff != "" || p.hasMore {
			t.Errorf("the second page (-want +got), and there are more: %v\n%s", p.hasMore, diff)
		}
		return nil
	})
}

// If a page does not exist, the first page is shown. Nobody can turn further than the last page.
func TestPageThatIsNotThere(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := earn(t, tx, c, "ann", 10)
		for _, number := range []int{1, 7, -1, mostPages, 1 << 40} {
			act := round.Act{Community: c, Person: p, At: storetest.Noon}
			got, err := b.read(tx, act, feature.BoardKey{Period: feature.PeriodAll, Page: number})
			if err != nil {
				return err
			}
			if got.Page != 0 || len(got.entries) != 1 {
				t.Errorf("page %d is page %d with %q", number, got.Page, ranksOf(got))
			}
		}
		return nil
	})
}

// A board counts points of its period and its game, by the days of the community. It does not list people
// who were away for too long.
func TestWhatABoardCounts(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := earn(t, tx, c, "ann", 10)
		const day = 24 * time.Hour
		for _, test := range []struct {
			name  string
			key   feature.BoardKey
			after time.Duration
			want  int
		}{
			{"of all time", feature.BoardKey{Period: feature.PeriodAll}, 0, 1},
			{"of today", feature.BoardKey{Period: feature.PeriodToday}, 0, 1},
			{"of the day after", feature.BoardKey{Period: feature.PeriodToday}, day, 0},
			// This is a Saturday, the first of August.
			{"of the week on Sunday", feature.BoardKey{Period: feature.PeriodWeek}, day, 1},
			{"of the week on Monday", feature.BoardKey{Period: feature.PeriodWeek}, 2 * day, 0},
			{"of the month on its last day", feature.BoardKey{Period: feature.PeriodMonth}, 30 * day, 1},
			{"of the next month", feature.BoardKey{Period: feature.PeriodMonth}, 31 * day, 0},
			{"of the game", feature.BoardKey{Period: feature.PeriodAll, Game: "24"}, 0, 1},
			{"of another game", feature.BoardKey{Period: feature.PeriodAll, Game: "letters"}, 0, 0},
			{"without anybody who belongs", feature.BoardKey{Period: feature.PeriodAll}, round.BelongFor + day, 0},
			{"of the World, where only dailies count", feature.BoardKey{Period: feature.PeriodAll, World: true}, 0, 0},
		} {
			act := round.Act{Community: c, Person: p, At: storetest.Noon.Add(test.after)}
			got, err := b.read(tx, act, test.key)
			if err != nil {
				return err
			}
			if len(got.entries) != test.want {
				t.Errorf("the board %s lists %q, want %d", test.name, ranksOf(got), test.want)
			}
		}
		return nil
	})
}

// The statements of a board scan no whole table.
func TestPlans(t *testing.T) {
	b, _ := newBoards(t)
	storetest.Plans(t, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := earn(t, tx, c, "ann", 10)
		for _, key := range []feature.BoardKey{
			{Period: feature.PeriodAll},
			{Period: feature.PeriodToday, Game: "24"},
			{Period: feature.PeriodMonth, World: true},
		} {
			if _, err := b.read(tx, round.Act{Community: c, Person: p, At: storetest.Noon}, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// The data of a button leads to the board that the button was made for.
func TestDataOfBoards(t *testing.T) {
	for want, key := range map[string]feature.BoardKey{
		"v2 board here * all 0":      {Period: feature.PeriodAll},
		"v2 board world 24 week 3":   {World: true, Game: "24", Period: feature.PeriodWeek, Page: 3},
		"v2 board here hunt today 0": {Game: storage.Hunt, Period: feature.PeriodToday},
	} {
		if got := dataOf(key); got != want {
			t.Errorf("%+v is %q, want %q", key, got, want)
		}
	}
}

// The last page that people can see has no next page, however many people there are.
func TestLastPage(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		id := storetest.Round(t, tx, c, "class")
		for i := range 501 {
			p := storetest.Member(t, tx, c, fmt.Sprint(i))
			storetest.Award(t, tx, c, id, p.ID, 10)
		}
		for number, hasMore := range map[int]bool{48: true, 49: false} {
			act := round.Act{Community: c, At: storetest.Noon}
			p, err := b.read(tx, act, feature.BoardKey{Period: feature.PeriodAll, Page: number})
			if err != nil {
				return err
			}
			if len(p.entries) != pageRows || p.hasMore != hasMore {
				t.Errorf("page %d lists %d people, and there are more: %v, want %v", number, len(p.entries), p.hasMore, hasMore)
			}
		}
		return nil
	})
}

// Ten people fit on one page. The eleventh is on the next page.
func TestFullPage(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		act := round.Act{Community: c, At: storetest.Noon}
		for n := range pageRows + 1 {
			earn(t, tx, c, fmt.Sprint("player", n), 100-n)
			p, err := b.read(tx, act, feature.BoardKey{Period: feature.PeriodAll})
			if err != nil {
				return err
			}
			if len(p.entries) != min(n+1, pageRows) || p.hasMore != (n == pageRows) {
				t.Errorf("of %d people a page lists %d, and there are more: %v", n+1, len(p.entries), p.hasMore)
			}
		}
		return nil
	})
}

// The days of a community's board end by the community's clock.
func TestDaysOfACommunity(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := earn(t, tx, c, "ann", 10)
		// When it is noon in Greenwich, it is the second of August there.
		for zone, want := range map[string]int{"": 1, "Pacific/Auckland": 0, "America/New_York": 1} {
			c.Zone = zone
			act := round.Act{Community: c, Person: p, At: storetest.Noon}
			got, err := b.read(tx, act, feature.BoardKey{Period: feature.PeriodToday})
			if err != nil {
				return err
			}
			if len(got.entries) != want {
				t.Errorf("in the zone %q today's board has %d entries, want %d", zone, len(got.entries), want)
			}
		}
		return nil
	})
}

// On a board of the World, people with equal points share a rank only if they also have the same hints and
// time. presence says whether the board lists the reader.
func TestBoardOfTheWorld(t *testing.T) {
	b, store := newBoards(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		readers := map[string]round.Act{}
		for i, x := range []struct {
			key         string
			hints, took int
		}{{"ann", 0, 5}, {"bo", 0, 5}, {"cat", 0, 6}, {"dan", 1, 1}} {
			own, err := tx.EnsureCommunity("test", x.key, true, 0, "", storetest.Noon)
			if err != nil {
				return err
			}
			p := storetest.Member(t, tx, own, x.key)
			own, err = tx.EnsureCommunity("test", x.key, true, p.ID, "", storetest.Noon)
			if err != nil {
				return err
			}
			own.Worldwide = i < 3
			if err := tx.SaveCommunity(own); err != nil {
				return err
			}
			readers[x.key] = round.Act{Community: own, Person: p, At: storetest.Noon}
			err = tx.Exec("add", `
				INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
				VALUES ($1, $2, '', $3, 50, 1, 1, $4, $5)`,
				storage.World, p.ID, storage.Ever.Period(storetest.Day), x.hints, x.took)
			if err != nil {
				return err
			}
		}
		key := feature.BoardKey{World: true, Period: feature.PeriodAll}
		for who, isListed := range map[string]bool{"ann": true, "dan": false} {
			p, err := b.read(tx, readers[who], key)
			if err != nil {
				return err
			}
			if p.presence.Listed != isListed {
				t.Errorf("%s is listed: %v", who, p.presence.Listed)
			}
			if diff := cmp.Diff([]string{"1 ann 50", "1 bo 50", "3 cat 50"}, ranksOf(p)[:3]); diff != "" {
				t.Errorf("the board as %s sees it (-want +got):\n%s", who, diff)
			}
		}
		return nil
	})
}

// The page shows a person their ranks on the boards of the community. In a private chat there is nobody to compare them
// with.
func TestMe(t *testing.T) {
	b, store := newBoards(t)
	book := b.Speak("en")
	storetest.Write(t, store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		earn(t, tx, c, "first", 90)
		ann := earn(t, tx, c, "ann", 50)
		none := storetest.Member(t, tx, c, "none")
		own, err := tx.EnsureCommunity("test", "ann", true, ann.ID, "", storetest.Noon)
		if err != nil {
			return err
		}
		for _, test := range []struct {
			who   storage.Player
			place storage.Community
			want  []chat.BoardRank
		}{
			{ann, c, []chat.BoardRank{{Title: "This month", Rank: 2, Of: 2}, {Title: "All time", Rank: 2, Of: 2}}},
			{ann, own, nil},
			{none, c, nil},
		} {
			var got chat.MeView
			if err := b.me(book, tx, round.Act{Community: test.place, Person: test.who, At: storetest.Noon}, &got); err != nil {
				return err
			}
			if !cmp.Equal(got.Boards, test.want) {
				t.Errorf("%s is shown %+v, want %+v", test.who.Key, got.Boards, test.want)
			}
		}
		return nil
	})
}
