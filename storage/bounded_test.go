package storage

import (
	"context"
	"errors"
	"flag"
	"maps"
	"slices"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

var large = flag.Bool("large", false, "make the fixture of TestReadsAreBounded a large one, and hold methods to 5 ms")

// fill fills a database to a size.
func fill(t testing.TB, s *Store, size dbtest.Size) {
	t.Helper()
	if s.server != nil {
		s.server.answerWithin = longestMove
	}
	write(t, s, func(tx *Tx) error {
		// Some of the statements sum up whole tables, so they have to read them.
		if tx.server {
			if _, err := tx.exec("read tables", `SET LOCAL enable_seqscan = on`); err != nil {
				return err
			}
		}
		for _, query := range dbtest.FillStatements(size, tx.process, noon) {
			if _, err := tx.exec("fill", query); err != nil {
				return err
			}
		}
		wantSums(t, tx)
		return nil
	})
}

// inFull are the methods that read everything of one person or community, or every
// waiting delivery: see the package's documentation.
var inFull = []string{"AdoptChannel", "Backlogs", "Export", "ForgetName", "ForgetPlayer", "Link", "RekeyCommunity", "ShowInWorld", "Unlink", "Waiting"}

// mostPages is how many pages of a kilobyte a method may look at. With a limit of ten rows,
// each row is looked up in a few trees.
const mostPages = 700

// mostRows is how many rows a method may read on a server. readWaiting are the methods that may read more, since they
// read the deliveries that wait, or those of a process.
const mostRows = 1000

var readWaiting = []string{"ClaimOutgoing", "OwnOutgoing", "StillHere", "WaitingAfter"}

// rowsRead returns how many rows a transaction has read so far on a server; 0 on a file.
func rowsRead(t *testing.T, tx *Tx) int64 {
	if !tx.server {
		return 0
	}
	return must(Get[int64](tx, "count rows", `SELECT COALESCE(SUM(idx_tup_fetch + seq_tup_read), 0) FROM pg_stat_xact_user_tables`))(t)
}

// On a large database no method reads more than a few pages. A server does not say how many pages it
// reads, but how many rows. There no method may plan to read a large table either.
func TestReadsAreBounded(t *testing.T) {
	s := openToFill(t)
	fill(t, s, dbtest.SizeOf(*large))
	f := fixture{community: Community{ID: 1, Network: "test", Key: "1"}, twin: Community{ID: 2, Network: "test", Key: "2"}, player: 1, other: 2, round: 20, request: "test:7"}
	all := maps.Clone(calls)
	for name, span := range map[string]Span{"Ever": Ever, "Day": Day, "Week": Week, "Month": Month} {
		all["Leaderboard/"+name] = func(tx *Tx, f fixture) error {
			board, err := tx.Leaderboard(Board{CommunityID: 1, Span: span, Day: dayOf(noon)}, noon, 0, 10)
			if len(board) != 10 {
				t.Errorf("%s: %d rows", name, len(board))
			}
			return err
		}
	}
	all["SetAward/daily"] = func(tx *Tx, f fixture) error {
		return setAward(tx, Award{RoundID: 1, PlayerID: 2, Day: dayOf(noon), Points: 30, Solved: true, At: noon})
	}
	// The last free delivery of community 1 is claimed without reading the others, which
	// this process owns.
	all["Enqueue/one is claimed"] = func(tx *Tx, f fixture) error {
		if _, err := tx.exec("claim", `UPDATE outbox SET claimed_by = $1 WHERE nonce = 'n1'`, tx.process); err != nil {
			return err
		}
		err := tx.Enqueue(&Outgoing{Nonce: "new", CommunityID: 1, Body: []byte("{}")}, anyNetwork, noon)
		if err = errors.Join(err, tx.send()); len(tx.committed.Deliveries) != 1 {
			t.Error("a delivery behind those that this process owns is left to others")
		}
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(inFull, name) {
			t.Run(name, func(t *testing.T) { wantBounded(t, s, f, name, all[name]) })
		}
	}
}

func wantBounded(t *testing.T, s *Store, f fixture, name string, call func(*Tx, fixture) error) {
	least := time.Hour
	undo := context.Canceled
	looked := func() int { return must(s.Pages())(t) }
	for i := range 3 {
		err := s.Write(t.Context(), func(tx *Tx) error {
			isExplained := tx.server && i == 0
			if isExplained {
				tx.Explain(func(query string, steps []string) {
					for _, step := range dbtest.ServerScans(query, steps) {
						t.Errorf("%s\n%s", step, query)
					}
				})
			}
			var rows int64
			if !isExplained {
				rows = rowsRead(t, tx)
			}
			before := looked()
			began := time.Now()
			err := call(tx, f)
			least = min(least, time.Since(began))
			if n := looked() - before; n > mostPages {
				t.Errorf("%d pages were looked at", n)
			}
			if err != nil && !errors.Is(err, ErrNotFound) {
				t.Fatal(err)
			}
			if isExplained || slices.Contains(readWaiting, name) {
				return undo
			}
			if n := rowsRead(t, tx) - rows; n > mostRows {
				t.Errorf("%d rows were read", n)
			}
			return undo
		})
		if err != undo {
			t.Fatal(err)
		}
	}
	if *large && least > 5*time.Millisecond {
		t.Errorf("it took %v", least)
	}
}

// Queries about the heaviest player, who has solved one in ten of their rounds, take no longer than those
// about others. Only their export takes longer.
func TestHeaviestPlayer(t *testing.T) {
	n := dbtest.Size{Players: 1000, Communities: 100, Answers: 5000}
	attempts := 3000
	most := time.Minute
	if *large {
		n = dbtest.Size{Players: 100_000, Communities: 1000, Answers: 200_000}
		attempts = 100_000
		most = time.Second
	}
	s := openToFill(t)
	fill(t, s, n)
	write(t, s, func(tx *Tx) error {
		for _, query := range dbtest.HeavyStatements(attempts, noon) {
			if _, err := tx.exec("fill", query); err != nil {
				return err
			}
		}
		return nil
	})
	for name, call := range map[string]func(*Tx) error{
		"export": func(tx *Tx) error { _, err := tx.Export(1); return err },
		"leaderboard": func(tx *Tx) error {
			_, err := tx.Leaderboard(Board{CommunityID: 1, Span: Ever, Day: dayOf(noon)}, noon, 0, 10)
			return err
		},
	} {
		least := time.Hour
		statements := 0
		for range 3 {
			if err := s.Read(t.Context(), func(tx *Tx) error {
				began := time.Now()
				err := call(tx)
				least = min(least, time.Since(began))
				statements = tx.statements
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %v, %d statements", name, least.Round(time.Microsecond), statements)
		if least > most && name != "export" {
			t.Errorf("%s takes too long", name)
		}
	}
}
