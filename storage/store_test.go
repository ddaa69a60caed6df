package storage

import (
	"context"
	"errors"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// noon is a time without a fraction of a millisecond, as the schema keeps it.
var noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// longAgo is before anyone became a member.
var longAgo = noon.AddDate(-10, 0, 0)

// openTemp opens a new database, which is a real file or on a real server.
func openTemp(t testing.TB) *Store {
	t.Helper()
	return openAt(t, newDatabase(t))
}

// newDatabase is the path of a new file, or the URL of a new database on a server.
func newDatabase(t testing.TB) string {
	t.Helper()
	return dbtest.New(t, "reckon", func(path string) error { return makeDatabase(path, separateNumbers) })
}

// openToFill opens a new database for fill, whose rows have numbers from 1 on.
func openToFill(t testing.TB) *Store {
	t.Helper()
	isEmpty := func(*Tx) error { return nil }
	return openAt(t, dbtest.New(t, "to_fill", func(path string) error { return makeDatabase(path, isEmpty) }))
}

// makeDatabase makes a database, and does something in it.
func makeDatabase(path string, do func(*Tx) error) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	return errors.Join(s.Write(context.Background(), do), s.Close())
}

// separateNumbers makes the numbers of the rows of one table differ from those of another. So a statement that takes
// one number for another finds nothing.
func separateNumbers(tx *Tx) error {
	for table, last := range map[string]int64{"communities": 100, "players": 300, "rounds": 700} {
		if err := tx.setNumber(lastNumber{Table: table, Last: last}); err != nil {
			return err
		}
	}
	return nil
}

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// write runs fn in a transaction that must succeed.
func write(t testing.TB, s *Store, fn func(tx *Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// refused does something that the database must refuse, and returns the error. It uses a savepoint,
// because on a server any error ends the transaction.
func refused(t testing.TB, tx *Tx, fn func() error) error {
	t.Helper()
	if !tx.server {
		return fn()
	}
	must(tx.exec("savepoint", `SAVEPOINT refused`))(t)
	err := fn()
	if e, ok := tx.q.(*exchange); ok && err == nil {
		// The statement may still be queued.
		_, err = e.exec(tx.ctx, `SELECT 1`, nil)
	}
	if err != nil {
		tx.lost = nil
		must(tx.exec("savepoint", `ROLLBACK TO refused`))(t)
	}
	return err
}

// must returns v, or fails the test. It may be used in a transaction.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func community(t testing.TB, tx *Tx, key string) Community {
	t.Helper()
	return must(tx.EnsureCommunity("test", key, false, 0, "Community "+key, noon))(t)
}

func player(t testing.TB, tx *Tx, key string) Player {
	t.Helper()
	return must(tx.EnsurePlayer("test", key, "Name of "+key, "en", noon))(t)
}

// isStored reports whether the key of an event is stored.
func isStored(t testing.TB, tx *Tx, key string) bool {
	t.Helper()
	return must(tx.Visit(Origin{Key: key}))(t).Repeated
}

// current returns the round that is current for a player in a channel.
func current(t testing.TB, tx *Tx, c Community, channel, player string) int64 {
	t.Helper()
	return must(tx.Visit(Origin{Network: c.Network, Community: c.Key, Channel: channel, PlayerNetwork: "test", Player: player}))(t).Current
}

// awardOf returns the award of a player for a round, as it is stored.
func awardOf(tx *Tx, roundID, playerID int64) (Award, error) {
	a, found, err := Found(Get[Award](tx, "find award",
		`SELECT `+AwardColumns+` FROM awards WHERE round_id = $1 AND player_id = $2`, roundID, playerID))
	if err != nil || found {
		return a, err
	}
	return Award{RoundID: roundID, PlayerID: playerID}, nil
}

// markSeen stores that a solution of a class was shown to a player, as the rules of play do.
func markSeen(tx *Tx, playerID int64, class string, roundID int64) error {
	return tx.Exec("mark as seen", `
		INSERT INTO seen (player_id, class, round_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, playerID, class, roundID)
}

// pays makes a round the one that pays a player for a class, as the rules of play do. It reports false, and
// changes nothing, if another round pays for the class.
func pays(tx *Tx, playerID int64, class string, roundID int64) (bool, error) {
	paid, err := Get[bool](tx, "look for payment", `
		SELECT EXISTS (SELECT 1 FROM seen WHERE player_id IN `+PersonPlayers("$1")+` AND class = $2 AND paid NOT IN (0, $3))`, playerID, class, roundID)
	if err != nil || paid {
		return false, err
	}
	return true, tx.Exec("set paying round", `
		INSERT INTO seen (player_id, class, round_id, paid) VALUES ($1, $2, $3, $3)
		ON CONFLICT (player_id, class) DO UPDATE SET paid = excluded.paid`, playerID, class, roundID)
}

// seenIn reports whether a person has seen a class, and in which round; 0: in several.
func seenIn(tx *Tx, playerID int64, class string) (bool, int64, error) {
	all, err := List[int64](tx, "look for seen", `SELECT DISTINCT round_id FROM seen WHERE player_id IN `+PersonPlayers("$1")+` AND class = $2`, playerID, class)
	if len(all) != 1 {
		return len(all) > 0, 0, err
	}
	return true, all[0], err
}

// pointsOf returns a person's points in a community: those on its board or, if they are no member, the
// sum of all days.
func pointsOf(tx *Tx, communityID, playerID int64) (int, error) {
	s, isOnBoard, err := Found(tx.StandingOf(Board{CommunityID: communityID}, playerID))
	if err != nil || isOnBoard {
		return s.Points, err
	}
	return Get[int](tx, "sum up days", `
		SELECT COALESCE(SUM(points), 0) FROM scores WHERE community_id IN (0, $1) AND player_id IN `+PersonPlayers("$2")+` AND game = ''
			AND NOT EXISTS (SELECT 1 FROM members WHERE community_id = $1 AND player_id IN `+PersonPlayers("$2")+`)`, communityID, playerID)
}

// round adds a round: a daily, or else one of a community.
func round(t testing.TB, tx *Tx, r Round) int64 {
	t.Helper()
	if r.CommunityID == 0 && r.Daily == 0 {
		r.CommunityID = community(t, tx, "of rounds").ID
	}
	if r.DealtAt.IsZero() {
		r.DealtAt = noon
	}
	if r.Game == "" {
		r.Game = "24"
		r.Puzzle = "24:3,3,8,8"
	}
	return must(tx.AddRound(r))(t)
}

func TestTransactions(t *testing.T) {
	s := openTemp(t)
	fault := errors.New("fault")
	if err := s.Write(t.Context(), func(tx *Tx) error {
		community(t, tx, "1")
		return fault
	}); err != fault {
		t.Errorf("Write returned %v, want the function's own error", err)
	}
	func() {
		defer func() {
			if p := recover(); p != "thrown" {
				t.Errorf("panic went on as %v", p)
			}
		}()
		_ = s.Write(t.Context(), func(tx *Tx) error {
			community(t, tx, "1")
			panic("thrown")
		})
	}()
	cancelled, cancel := context.WithCancel(t.Context())
	if err := s.Write(cancelled, func(tx *Tx) error {
		community(t, tx, "1")
		cancel()
		return nil
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("Write in a cancelled context returned %v", err)
	}
	if n := s.Doubts(); n != 0 {
		t.Errorf("%d of them may have been committed", n)
	}
	// The connection must be free again, and nothing of the transactions above may be stored.
	write(t, s, func(tx *Tx) error {
		if _, err := tx.FindCommunity("test", "1"); err != ErrNotFound {
			t.Errorf("a rolled back community is found: %v", err)
		}
		community(t, tx, "2")
		return nil
	})
	if err := s.Read(t.Context(), func(tx *Tx) error {
		must(tx.FindCommunity("test", "2"))(t)
		return tx.SetMeta("a", "b")
	}); err == nil {
		t.Error("Read could write")
	}
}

func TestReadIsOneSnapshot(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "old") })
	err := s.Read(t.Context(), func(tx *Tx) error {
		before := must(tx.Meta("a"))(t)
		write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "new") })
		if after := must(tx.Meta("a"))(t); after != before {
			t.Errorf("meta changed from %q to %q inside Read", before, after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A row fills the fields of a struct in their order. If it does not fit, that is an error.
func TestRowsFillStructs(t *testing.T) {
	s := openTemp(t)
	type inner struct {
		At    time.Time
		Lasts time.Duration
	}
	type row struct {
		Is    bool
		Inner inner
		Text  string
		Sum   int
		Rest  int
	}
	for _, test := range []struct {
		query string
		want  row
		fails bool
	}{
		{`SELECT 1, 1000, 2000, 'a', SUM(n) FROM (SELECT CAST(3 AS BIGINT) AS n) AS best`, row{true, inner{time.Unix(1, 0).UTC(), 2 * time.Second}, "a", 3, 0}, false},
		{`SELECT EXISTS (SELECT 1), NULL, NULL, NULL`, row{Is: true}, false},
		{`SELECT 0, 0, 0, 'a', 3, 4, 5`, row{}, true},
		{`SELECT 0, 'a'`, row{}, true},
		{`SELECT 0, 0, 0, 5`, row{}, true},
	} {
		if err := s.Read(t.Context(), func(tx *Tx) error {
			got, err := Get[row](tx, "find", test.query)
			if (err != nil) != test.fails || !test.fails && got != test.want {
				t.Errorf("%s: %+v, %v", test.query, got, err)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}
