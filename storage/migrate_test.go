package storage

import (
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage/dbtest"
)

// schema returns the statements that made each table and index.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query(`SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	made := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		made[name] = strings.Join(strings.Fields(text), " ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return made
}

// thaw makes a database file of a fixture.
func thaw(t *testing.T, fixture string) (path, statements string) {
	t.Helper()
	frozen, err := os.ReadFile(filepath.Join("testdata", fixture))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "old.db")
	execute(t, path, string(frozen))
	return path, string(frozen)
}

// carried says under which name a table's rows go on.
var carried = map[string]string{"chats": "communities", "dues": "jobs", "focuses": "currents"}

// A database of an older schema is brought to the schema a new database has, no
// table that had rows is empty, nothing refers to what is not there, and every
// method works on it.
func TestMigrate(t *testing.T) {
	dbtest.OnlyFile(t)
	for _, fixture := range []string{"first.sql", "version6.sql", "version8.sql"} {
		t.Run(fixture, func(t *testing.T) {
			path, frozen := thaw(t, fixture)
			old, fresh := openAt(t, path), openAt(t, filepath.Join(t.TempDir(), "new.db"))
			got, want := schema(t, old.readers), schema(t, fresh.readers)
			for name := range maps.Keys(want) {
				if got[name] != want[name] {
					t.Errorf("%s is\n%s\nmigrated and\n%s\nfresh", name, got[name], want[name])
				}
			}
			for name := range maps.Keys(got) {
				if _, ok := want[name]; !ok {
					t.Errorf("%s is there only if migrated", name)
				}
				table, isTable := strings.CutPrefix(name, "table ")
				before := table
				for b, after := range carried {
					if table == after {
						before = b
					}
				}
				if !isTable || !strings.Contains(frozen, "INSERT INTO "+before+" ") && !strings.Contains(frozen, `INSERT INTO "`+before+`" `) {
					continue
				}
				var n int
				if err := old.readers.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&n); err != nil {
					t.Fatal(err)
				}
				if n == 0 && (table != "jobs" || fixture != "first.sql") { // its only job is of no community
					t.Errorf("no row is left in %s", table)
				}
			}
			var broken string
			if err := old.readers.QueryRow(`SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&broken); err != sql.ErrNoRows {
				t.Errorf("a row of %q refers to none (%v)", broken, err)
			}
			write(t, old, func(tx *Tx) error {
				wantSums(t, tx)
				f := build(t, tx)
				for _, name := range slices.Sorted(maps.Keys(calls)) { // some merge what others write to
					if err := calls[name](tx, f); err != nil && err != ErrNotFound {
						t.Errorf("%s: %v", name, err)
					}
				}
				return nil
			})
		})
	}
}

// A database of the first release keeps its points.
func TestMigrateFirstSchema(t *testing.T) {
	dbtest.OnlyFile(t)
	path, _ := thaw(t, "first.sql")
	write(t, openAt(t, path), func(tx *Tx) error {
		c := must(tx.FindCommunity("frozen", "chat"))(t)
		if board := must(tx.Leaderboard(Board{CommunityID: c.ID, Span: Ever, Day: 0}, longAgo, 0, 10))(t); len(board) != 1 || board[0].Points != 50 || board[0].Solved != 1 {
			t.Errorf("the leaderboard of the first release is %+v", board)
		}
		return nil
	})
}

// rowsOf are the rows of a query, each with its columns put together.
func rowsOf(t *testing.T, tx *Tx, query string) []string {
	t.Helper()
	return must(list(tx, query, one[string], query))(t)
}

// What people have in a database of version 6 is carried over: settings, points,
// boards, days, hints, what is open, due, known and said.
func TestMigrateVersion6(t *testing.T) {
	dbtest.OnlyFile(t)
	path, _ := thaw(t, "version6.sql")
	s := openAt(t, path)
	write(t, s, func(tx *Tx) error {
		const group, ann, bo, cy = 3, 1, 2, 4
		want := []Community{
			{ID: 1, Network: "discord", Key: "general", Active: true, Title: "A server", AdminLocale: "de", Zone: "Europe/Berlin", Hour: 7, Daily: true, Seconds: 45},
			{ID: 2, Network: "discord", Key: "random", Active: true, Title: "A server", Hour: 9},
			{ID: 3, Network: "telegram", Key: "group", Active: true, Title: "A group", Locale: "zh-Hans", AdminLocale: "zh-Hant", Zone: "Asia/Shanghai", Hour: 20, Daily: true},
			{ID: 4, Network: "telegram", Key: "ann", Private: true, OwnerID: ann, Active: true, Hour: 9},
			{ID: 5, Network: "discord", Key: "conversation", Private: true, OwnerID: cy, Locale: "en", Hour: 9},
		}
		for _, c := range want {
			if diff := cmp.Diff(c, must(tx.CommunityByID(c.ID))(t)); diff != "" {
				t.Errorf("community %d (-want +got):\n%s", c.ID, diff)
			}
		}

		// A daily counts on the board of every community of the person now, so
		// that points are as they were or more.
		for _, test := range []struct {
			community int64
			span      Span
			day       int
			want      []Standing
		}{
			{group, Ever, 0, []Standing{{ann, "Ann", "ann", 110, 3 + 1}, {bo, "Bo", "bo", 30, 2 + 1}, {3, "", "", 10, 1}}},
			{group, Day, 20453 + 304, []Standing{{ann, "Ann", "ann", 80, 2}, {3, "", "", 10, 1}}},
			{group, Day, 20453 + 306, []Standing{{ann, "Ann", "ann", 30, 1}, {bo, "Bo", "bo", 30, 1}}},
			{1, Ever, 0, []Standing{{cy, "Cy", "cy", 35, 1}}},
			{4, Ever, 0, []Standing{{ann, "Ann", "ann", 60, 3}}},
			{5, Ever, 0, []Standing{{cy, "Cy", "cy", 30, 2}}},
		} {
			got := must(tx.Leaderboard(Board{CommunityID: test.community, Span: test.span, Day: test.day}, longAgo, 0, 10))(t)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("board %d of community %d (-want +got):\n%s", test.span, test.community, diff)
			}
		}
		for player, want := range map[int64]Totals{
			ann: {Points: 110, Solved: 4, Answers: 5, Wrong: 1, Hints: 2, ByGame: []GameTotal{{"24", 4, 110}}},
			cy:  {Points: 45, Solved: 2, Answers: 4, Wrong: 1, ByGame: []GameTotal{{"24", 2, 30}, {"countdown", 0, 15}}},
		} {
			if diff := cmp.Diff(want, must(tx.PlayerTotals(player))(t)); diff != "" {
				t.Errorf("figures of player %d (-want +got):\n%s", player, diff)
			}
		}
		for player, want := range map[int64][]int{ann: {306, 305, 304}, bo: {306, 304}, cy: {305}, 3: nil} {
			if diff := cmp.Diff(want, must(tx.Days(player, 9))(t)); diff != "" {
				t.Errorf("days of player %d (-want +got):\n%s", player, diff)
			}
		}
		if a := must(tx.Attempt(5, bo))(t); a.GaveUpAt.IsZero() {
			t.Error("who gave up the daily has not")
		}
		if a := must(tx.Attempt(2, ann))(t); a.Hints != 2 {
			t.Errorf("hints taken: %+v", a)
		}

		for message, round := range map[string]int64{"m1": 1, "m2": 2} {
			if got := must(tx.RoundOfMessage(group, message))(t); got != round {
				t.Errorf("message %s speaks of round %d, want %d", message, got, round)
			}
		}
		if open := must(tx.OpenRounds(group, "topic", 9))(t); len(open) != 1 || open[0].ID != 2 || open[0].Message != "m2" {
			t.Errorf("open in the topic: %+v", open)
		}
		if got := must(tx.Current(group, "topic", bo))(t); got != 2 {
			t.Errorf("people in the topic are at round %d", got)
		}
		if got := must(tx.DailyRound(306, "24"))(t); got.ID != 5 || got.CommunityID != 0 {
			t.Errorf("the daily is %+v", got)
		}
		if got := must(tx.Daily(306, "tchisla"))(t); got != "tchisla:2026#7" {
			t.Errorf("the puzzle of the daily is %s", got)
		}
		if got := must(tx.Record("tchisla:49152#6"))(t); got.Measure != 6 || got.PlayerName != "Bo" {
			t.Errorf("the record is %+v", got)
		}
		if got := must(tx.Secret("daily"))(t); got[31] != 31 {
			t.Errorf("the secret of dailies is %x", got)
		}
		if got := must(tx.PostedAs("daily:3:305"))(t); got != "m305" {
			t.Errorf("yesterday's daily was posted as %q", got)
		}

		for query, want := range map[string][]string{
			`SELECT kind || ' ' || key FROM jobs ORDER BY kind, key`:                        {"daily 1", "daily 3", "end 7", "expiry 2", "prune "},
			`SELECT nonce || ' ' || outcome || ' ' || (body <> '') FROM outbox ORDER BY id`: {"daily:3:305 delivered 0", "daily:3:306  1", "edit:6  1"},
			`SELECT key FROM requests ORDER BY key`:                                         {"telegram:1", "telegram:2"},
			`SELECT community_id || ' ' || player_id FROM members ORDER BY 1`:               {"1 4", "3 1", "3 2", "3 3", "4 1", "5 4"},
		} {
			if diff := cmp.Diff(want, rowsOf(t, tx, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}

		// The channels of a server become one community when it is heard of.
		for _, channel := range []string{"general", "random"} {
			if err := tx.AdoptChannel("discord", "server", channel); err != nil {
				return err
			}
		}
		server := must(tx.FindCommunity("discord", "server"))(t)
		if server.ID != 1 || server.DailyChannel != "general" || server.Seconds != 45 || server.Zone != "Europe/Berlin" {
			t.Errorf("the server is %+v", server)
		}
		if open := must(tx.OpenRounds(server.ID, "random", 9))(t); len(open) != 1 || open[0].ID != 7 {
			t.Errorf("open in the second channel: %+v", open)
		}
		wantSums(t, tx)
		return nil
	})
}

// What waits in a database of version 8 is to be said as before, also what a process
// had in hand, and what was said or is known stays so.
func TestMigrateVersion8(t *testing.T) {
	dbtest.OnlyFile(t)
	path, _ := thaw(t, "version8.sql")
	s := openAt(t, path)
	write(t, s, func(tx *Tx) error {
		const group, own, server = 1, 2, 3
		at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
		body := func(nonce string) []byte { return []byte(`{"Text":[[{"Text":"` + nonce + `"}]]}`) }
		result := Outgoing{ID: 4, Nonce: "result:1", CommunityID: group, Network: "telegram", CommunityKey: "group", Channel: "topic",
			RoundID: 1, Shows: true, Body: body("result:1"), CreatedAt: at}
		edit := Outgoing{ID: 6, Nonce: "edit:2", CommunityID: group, Network: "telegram", CommunityKey: "group", Channel: "topic",
			Message: "m1", RoundID: 1, Body: body("edit:2"), CreatedAt: at}
		private := Outgoing{ID: 7, Nonce: "due:1", CommunityID: own, Network: "telegram", CommunityKey: "ann", Private: true,
			Body: body("due:1"), CreatedAt: at}
		daily := Outgoing{ID: 3, Nonce: "daily:1:306", CommunityID: group, Network: "telegram", CommunityKey: "group", Channel: "topic",
			Bulk: true, Body: body("daily:1:306"), BestBefore: at.Add(6 * time.Hour), CreatedAt: at}
		postponed := Outgoing{ID: 8, Nonce: "result:2", CommunityID: server, Network: "discord", CommunityKey: "server", Channel: "general",
			Body: body("result:2"), CreatedAt: at}
		for _, test := range []struct {
			network string
			bulk    bool
			want    []Outgoing
		}{
			{"telegram", false, []Outgoing{result, edit, private}},
			{"telegram", true, []Outgoing{daily}},
			{"discord", false, []Outgoing{postponed}},
			{"discord", true, nil},
		} {
			if got := must(tx.HasOutgoing(test.network, test.bulk))(t); got != (test.want != nil) {
				t.Errorf("%s, bulk %v: something waits %v", test.network, test.bulk, got)
			}
			if diff := cmp.Diff(test.want, must(tx.ClaimOutgoing(test.network, test.bulk, 10))(t)); diff != "" {
				t.Errorf("%s, bulk %v: claimed (-want +got):\n%s", test.network, test.bulk, diff)
			}
		}
		for query, want := range map[string][]string{
			`SELECT nonce || ' ' || outcome || ' ' || posted || ' ' || reason || ' ' || done_at FROM outbox WHERE done_at IS NOT NULL ORDER BY id`: {
				"daily:1:305 delivered m305  1793620800000", "result:0 failed  no right to post 1793620800000", "edit:1 replaced   1793620800000"},
			`SELECT key || ' ' || at FROM requests ORDER BY key`:        {"telegram:1 1793620800000", "telegram:2 1793620801000"},
			`SELECT host || ' ' || seen_at FROM processes WHERE id = 2`: {"elsewhere 0"},
		} {
			if diff := cmp.Diff(want, rowsOf(t, tx, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}
		if got := must(tx.PostedAs("daily:1:305"))(t); got != "m305" {
			t.Errorf("yesterday's daily was posted as %q", got)
		}
		if enqueue(t, tx, Outgoing{Nonce: "edit:1", CommunityID: group, Message: "m1"}, noon) {
			t.Error("the nonce of what was replaced before was taken again")
		}
		if !enqueue(t, tx, Outgoing{Nonce: "new", CommunityID: group}, noon) || waitingAs(t, tx, "new").ID <= postponed.ID {
			t.Errorf("what comes after is number %d", waitingAs(t, tx, "new").ID)
		}
		// Who had something in hand then is gone now.
		if _, err := tx.StillHere(at, time.Minute); err != nil {
			return err
		}
		if n := len(must(tx.processes())(t)); n != 1 {
			t.Errorf("%d processes are known, want this one", n)
		}
		wantSums(t, tx)
		return nil
	})
}

// To be forgotten reaches a private chat from before its owner was noted.
func TestMigratedPrivateChatIsForgotten(t *testing.T) {
	dbtest.OnlyFile(t)
	path, _ := thaw(t, "version6.sql")
	write(t, openAt(t, path), func(tx *Tx) error {
		for _, player := range []int64{1, 4} {
			if err := tx.ForgetPlayer(player); err != nil {
				return err
			}
		}
		for network, key := range map[string]string{"telegram": "ann", "discord": "conversation"} {
			if _, err := tx.FindCommunity(network, key); err != ErrNotFound {
				t.Errorf("the private chat on %s is still there: %v", network, err)
			}
		}
		return nil
	})
}

func TestOpenAgainMigratesNothing(t *testing.T) {
	dbtest.OnlyFile(t)
	path := filepath.Join(t.TempDir(), "reckon.db")
	versions := func() (n int) {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.readers.QueryRow(`SELECT COUNT(*) FROM ` + versionTable).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if first, second := versions(), versions(); first != second {
		t.Errorf("%d rows of versions after the first opening, %d after the second", first, second)
	}
}
