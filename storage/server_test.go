package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3/lock"

	"reckon/storage/dbtest"
)

// columnsOfFile lists the columns of all tables: name, type, and whether NULL is allowed.
func columnsOfFile(t *testing.T, db *sql.DB) []string {
	return lines(t, db, `
		SELECT m.name || '.' || c.name || ' ' || c.type || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' NOT NULL' ELSE '' END
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'reckon_versions'`)
}

func columnsOfServer(t *testing.T, db *sql.DB) []string {
	return lines(t, db, `
		SELECT table_name || '.' || column_name || ' ' ||
			CASE data_type WHEN 'bigint' THEN 'INTEGER' WHEN 'text' THEN 'TEXT' WHEN 'bytea' THEN 'BLOB' WHEN 'double precision' THEN 'REAL' ELSE data_type END ||
			CASE WHEN is_nullable = 'NO' THEN ' NOT NULL' ELSE '' END
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'reckon_versions' AND is_generated = 'NEVER'`)
}

// uniqueOfFile lists what is unique, as table and columns, and whether in the whole table.
func uniqueOfFile(t *testing.T, db *sql.DB) []string {
	return append(lines(t, db, `
		SELECT m.name || ' ' || (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) || CASE WHEN i.partial THEN ' partly' ELSE '' END
		FROM sqlite_master m JOIN pragma_index_list(m.name) i WHERE m.type = 'table' AND i."unique" = 1 AND m.name <> 'reckon_versions'`),
		lines(t, db, `SELECT m.name || ' ' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.sql LIKE '%INTEGER PRIMARY KEY%' AND c.pk = 1 AND m.name <> 'reckon_versions'`)...)
}

func uniqueOfServer(t *testing.T, db *sql.DB) []string {
	return lines(t, db, `
		SELECT r.relname || ' ' || (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k (attnum, n)
				JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum)
			|| CASE WHEN i.indpred IS NOT NULL THEN ' partly' ELSE '' END
		FROM pg_index i JOIN pg_class r ON r.oid = i.indrelid JOIN pg_namespace n ON n.oid = r.relnamespace
		WHERE i.indisunique AND n.nspname = current_schema() AND r.relname <> 'reckon_versions'`)
}

// indexesOfFile lists the indexes by name, and the references between tables.
func indexesOfFile(t *testing.T, db *sql.DB) []string {
	return append(lines(t, db, `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`),
		lines(t, db, `SELECT m.name || '.' || f."from" || ' -> ' || f."table" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`)...)
}

func indexesOfServer(t *testing.T, db *sql.DB) []string {
	return append(lines(t, db, `
		SELECT i.indexname FROM pg_indexes i WHERE i.schemaname = current_schema()
			AND NOT EXISTS (SELECT 1 FROM pg_constraint c JOIN pg_class r ON r.oid = c.conindid WHERE r.relname = i.indexname AND c.contype IN ('p', 'u'))`),
		lines(t, db, `
		SELECT r.relname || '.' || a.attname || ' -> ' || f.relname FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
			JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'f'`)...)
}

func lines(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Both databases have the same tables with the same columns.
func TestSchemasAreTheSame(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	file := openAt(t, t.TempDir()+"/reckon.db")
	type list = func(*testing.T, *sql.DB) []string
	for what, list := range map[string]struct{ ofFile, ofServer list }{
		"columns":                {columnsOfFile, columnsOfServer},
		"what is unique":         {uniqueOfFile, uniqueOfServer},
		"indexes and references": {indexesOfFile, indexesOfServer},
	} {
		onFile := list.ofFile(t, file.readers)
		onServer := list.ofServer(t, stdlib.OpenDBFromPool(s.server.pool))
		slices.Sort(onFile)
		slices.Sort(onServer)
		if len(onFile) < 15 {
			t.Errorf("%s: only %d are found", what, len(onFile))
		}
		if diff := cmp.Diff(onFile, onServer); diff != "" {
			t.Errorf("%s (-file +server):\n%s", what, diff)
		}
	}
}

// If a table was analyzed while it was empty, a server assumes that it stays empty, and plans to read it
// whole each time. If a table was never analyzed, the server expects rows.
func TestEmptyTablesAreNotAnalyzed(t *testing.T) {
	dbtest.OnlyServer(t)
	checkEmptyTables(t, openTemp(t))
}

func checkEmptyTables(t *testing.T, s *Store) {
	t.Helper()
	analyzed := lines(t, stdlib.OpenDBFromPool(s.server.pool), `
		SELECT c.relname FROM pg_class c
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.reltuples = 0`)
	if len(analyzed) > 0 {
		t.Errorf("tables without rows were analyzed: %s", analyzed)
	}
}

// openToWrite is Open with the tables of the kernel alone.
func openToWrite(ctx context.Context, path string) (*Store, error) { return Open(ctx, path) }

// A database on a server that is not ours, or is newer, is refused and not changed.
func TestServerRefuses(t *testing.T) {
	dbtest.OnlyServer(t)
	foreign := emptyServer(t)
	executeOn(t, foreign, `CREATE TABLE songs (title TEXT)`)
	newer := newDatabase(t)
	executeOn(t, newer, `INSERT INTO reckon_versions (version_id, is_applied) VALUES (9000, true)`)
	for address, want := range map[string]string{foreign: "another program", newer: "newer than"} {
		for _, open := range []func(context.Context, string) (*Store, error){openToWrite, OpenReadOnly} {
			s, err := open(t.Context(), address)
			if err == nil {
				t.Error("it was opened", s.Close())
			} else if !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not say %q", err, want)
			}
		}
	}
	if _, err := OpenReadOnly(t.Context(), emptyServer(t)); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty database was opened to be read: %v", err)
	}
}

// If the server refuses the user, or has no such database, the error says which.
func TestServerSaysWhatIsWrong(t *testing.T) {
	dbtest.OnlyServer(t)
	address, err := url.Parse(emptyServer(t))
	if err != nil {
		t.Fatal(err)
	}
	absent := *address
	absent.Path = "/nowhere"
	stranger := *address
	stranger.User = url.User("stranger")
	for u, want := range map[*url.URL]error{&absent: ErrAbsent, &stranger: ErrLogin} {
		_, err := OpenReadOnly(t.Context(), u.String())
		if !errors.Is(err, want) || Unavailable(err) {
			t.Errorf("%s: %v, want %v", u, err, want)
		}
	}
}

// If a server cannot be opened, the error is one line without a secret.
func TestServerKeepsItsSecret(t *testing.T) {
	const secret = "hunter2-Ω"
	for _, address := range []string{
		"postgres://reckon:" + url.QueryEscape(secret) + "@/nowhere?host=" + t.TempDir(),
		"postgres://reckon:" + secret + "@127.0.0.1:1/db?connect_timeout=1",
		"postgres://reckon:" + secret + "@127.0.0.1:port/db",
		"postgres://127.0.0.1:1/db?password=" + secret,
		"postgres://re ckon:" + secret + "@[::1/db?sslmode=" + secret,
		"postgres://reckon:p@" + secret + "/word@127.0.0.1:1/db",
		"Postgres://reckon:77/" + secret + "@127.0.0.1:1/db",
		"\"postgres://reckon:" + secret + "@127.0.0.1:1/db\"",
		"host=127.0.0.1 port=1 dbname=db user=reckon password=" + secret,
		"host=127.0.0.1 port=1 dbname=db user=reckon password=two " + secret,
		"reckon:" + secret + "@127.0.0.1:1/db",
		"postgres://reckon:" + secret + "@127.0.0.1:1/db?pool_max_conns=" + secret,
	} {
		for _, open := range []func(context.Context, string) (*Store, error){openToWrite, OpenReadOnly} {
			_, err := open(t.Context(), address)
			if err == nil {
				t.Fatal("it was opened")
			}
			if text := err.Error(); strings.Contains(text, "hunter2") || strings.Contains(text, "\n") {
				t.Errorf("it says %q", text)
			}
		}
	}
}

// A database is opened by each form of its address that PostgreSQL's own programs take.
func TestServerAddresses(t *testing.T) {
	dbtest.OnlyServer(t)
	address := emptyServer(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	host := u.Query().Get("host")
	for _, form := range []string{
		address,
		strings.Replace(address, "postgres://", "PostgreSQL://", 1),
		`"` + address + `"`,
		fmt.Sprintf("host=%s dbname=%s user=%s", host, name, u.User.Username()),
		fmt.Sprintf("user = '%s' password = 'it\\'s one' host = '%s' dbname = '%s' pool_max_conns=2", u.User.Username(), host, name),
	} {
		s, err := Open(t.Context(), form)
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// An address can say that a process opens fewer connections than usual, but not more.
func TestPoolSize(t *testing.T) {
	for _, test := range []struct {
		address string
		want    int32
	}{
		{"postgres://reckon@127.0.0.1:1/db", 32},
		{"postgres://reckon@127.0.0.1:1/db?pool_max_conns=2", 2},
		{"host=127.0.0.1 dbname=db user=reckon pool_max_conns=2", 2},
		{"postgres://reckon@127.0.0.1:1/db?pool_max_conns=33", 32},
	} {
		config, err := poolConfig(test.address)
		if err != nil {
			t.Errorf("%s: %v", test.address, err)
			continue
		}
		if config.MaxConns != test.want {
			t.Errorf("%s: at most %d connections, want %d", test.address, config.MaxConns, test.want)
		}
	}
}

// Processes that open a new database at the same moment create its schema once.
func TestServerIsMadeOnce(t *testing.T) {
	dbtest.OnlyServer(t)
	address := emptyServer(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := must(get1(openAt(t, address), `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()`))(t); n < 20 {
		t.Errorf("%d tables were made", n)
	}
}

// A process that opens a database waits while another one brings its schema up to date.
func TestOpenWaitsForMigrations(t *testing.T) {
	dbtest.OnlyServer(t)
	address := emptyServer(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `SELECT pg_advisory_lock($1)`, lock.DefaultLockID); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		s, err := Open(t.Context(), address)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatal("it has not waited:", err)
	case <-time.After(2 * time.Second):
	}
	if _, err := conn.Exec(t.Context(), `SELECT pg_advisory_unlock($1)`, lock.DefaultLockID); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// A text that PostgreSQL refuses does not fail a statement.
func TestAnyTextIsStored(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, text := range []string{"a\x00b", "\xff\xfe", "a\xc3", "'; DROP TABLE players; --", "数独 🧩"} {
			p := must(tx.EnsurePlayer("test", "key of "+text, text, "en", noon))(t)
			want := text
			if dbtest.Server() {
				want = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
			}
			if p.Name != want {
				t.Errorf("%q is stored as %q, want %q", text, p.Name, want)
			}
			again := must(tx.EnsurePlayer("test", "key of "+text, text, "en", noon))(t)
			if again.ID != p.ID {
				t.Errorf("%q is another player the next time", text)
			}
		}
		return nil
	})
}

// kill ends a child process at once.
func kill(t *testing.T, process *os.Process) {
	t.Helper()
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
}

// until waits until something has happened.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !happened(); {
		if time.Now().After(end) {
			t.Fatal("not in time: " + what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// The claims of a killed process are free at once.
func TestKilledProcessHoldsNothing(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "bulk", Bulk: true, CommunityID: community(t, tx, "2").ID}, noon)
		return nil
	})
	other := newDeliverer(t, address)
	id := must(get1(s, `SELECT MAX(id) FROM processes`))(t)
	until(t, "the other is known", func() bool { return s.Processes() == 2 })
	// This process claims in the name of the dead one.
	write(t, s, func(tx *Tx) error {
		them := as(tx, id)
		wantClaim(t, them, "n")
		if n := len(must(them.ClaimOutgoing("test", true, 10))(t)); n != 1 {
			t.Errorf("%d of bulk were claimed", n)
		}
		return nil
	})
	write(t, s, func(tx *Tx) error {
		if _, err := tx.StillHere(noon.AddDate(1, 0, 0), time.Minute); err != nil {
			return err
		}
		// The owner lives, whatever the time is.
		wantClaim(t, tx)
		return nil
	})
	kill(t, other.Process)
	_ = other.Wait()
	until(t, "its lock is free", func() bool {
		return must(get1(s, `SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`))(t) == 1
	})
	write(t, s, func(tx *Tx) error {
		if _, err := tx.StillHere(noon, time.Minute); err != nil {
			return err
		}
		wantClaim(t, tx, "n")
		if n := len(must(tx.ClaimOutgoing("test", true, 10))(t)); n != 1 {
			t.Errorf("%d of bulk are free, want 1", n)
		}
		return nil
	})
}

// get1 reads a number outside of our transactions.
func get1(s *Store, query string) (n int64, err error) {
	err = s.server.pool.QueryRow(context.Background(), query).Scan(&n)
	return n, err
}

// Four processes deliver all that waits, each delivery once, and those of one community in order. The variable
// RECKON_TEST_DELIVERIES says how many deliveries there are.
func TestFourProcessesDeliverAll(t *testing.T) {
	dbtest.OnlyServer(t)
	rows := 2000
	if text := os.Getenv("RECKON_TEST_DELIVERIES"); text != "" {
		if _, err := fmt.Sscan(text, &rows); err != nil {
			t.Fatal(err)
		}
	}
	address := newDatabase(t)
	s := openAt(t, address)
	for from := 0; from < rows; from += 500 {
		write(t, s, func(tx *Tx) error {
			for i := from; i < min(rows, from+500); i++ {
				enqueue(t, tx, Outgoing{Nonce: fmt.Sprint(i), Bulk: i%2 == 0, CommunityID: community(t, tx, fmt.Sprint(i%97)).ID}, noon)
			}
			return nil
		})
	}
	delivered := make(chan string, rows+1)
	var all sync.WaitGroup
	begun := time.Now()
	for range 4 {
		worker := openAt(t, address)
		all.Go(func() { deliverBoth(t, worker, delivered) })
	}
	all.Wait()
	t.Logf("%d deliveries by four in %v", rows, time.Since(begun))
	close(delivered)
	times := map[string]int{}
	for nonce := range delivered {
		times[nonce]++
	}
	for i := range rows {
		if n := times[fmt.Sprint(i)]; n != 1 {
			t.Errorf("%d was delivered %d times", i, n)
		}
	}
}

// deliverBoth claims and ends bulk and other deliveries in turn, until neither has one without an owner.
func deliverBoth(t *testing.T, s *Store, delivered chan<- string) {
	for idle := 0; idle < 2; {
		for _, bulk := range []bool{false, true} {
			var out []Outgoing
			err := Retry(t.Context(), func() error {
				return s.Write(t.Context(), func(tx *Tx) (err error) {
					out, err = tx.ClaimOutgoing("test", bulk, 64)
					return err
				})
			})
			if err != nil {
				t.Error(err)
				return
			}
			idle++
			if len(out) > 0 {
				idle = 0
			}
			for _, o := range out {
				if err := s.Write(t.Context(), func(tx *Tx) error {
					if bulk {
						_, err := tx.Done(o, Delivered, "m", "", noon).List()
						return err
					}
					return deliverInTurn(tx, o)
				}); err != nil {
					t.Error(err)
					return
				}
				delivered <- o.Nonce
			}
		}
	}
}

// When a process stores a delivery without an owner, another hears of it at once.
func TestUnclaimedDeliveryIsHeard(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address)
	other := openAt(t, address)
	until(t, "both are known", func() bool { return s.Processes() == 2 && other.Processes() == 2 })
	heard := make(chan struct{}, 99)
	other.OnCommit(func(c Committed) {
		if c.UnclaimedDeliveries {
			heard <- struct{}{}
		}
	})
	begun := time.Now()
	write(t, s, func(tx *Tx) error {
		o := Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID, Body: []byte("{}")}
		// The statement travels with the commit, so it has to tell others by itself.
		return tx.Enqueue(&o, nil, noon)
	})
	select {
	case <-heard:
		t.Logf("heard after %v", time.Since(begun))
	case <-time.After(sweepEvery - time.Second):
		t.Error("nothing was heard")
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, "one has left", func() bool { return s.Processes() == 1 })
}

// A process tells others what it has changed, and does not hear that itself.
func TestOwnTouchesAreNotHeard(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address)
	other := openAt(t, address)
	until(t, "both are known", func() bool { return s.Processes() == 2 && other.Processes() == 2 })
	// heard returns the touches of rounds that a process notices, by its own commits or from others.
	heard := func(s *Store) chan Touch {
		touched := make(chan Touch, 99)
		s.TellTouches()
		s.OnCommit(func(c Committed) {
			for _, touch := range c.Touched {
				if touch.Kind == TouchRound {
					touched <- touch
				}
			}
		})
		return touched
	}
	own := heard(s)
	others := heard(other)
	touch := func(s *Store, id int64) {
		write(t, s, func(tx *Tx) error {
			tx.Touch(TouchRound, id)
			return tx.SetMeta("n", fmt.Sprint(id))
		})
	}
	touch(s, 1)
	if got := <-others; got.ID != 1 {
		t.Fatalf("the other process hears %+v", got)
	}
	// Notifications come in the order of their commits, so 1 would come before 2.
	touch(other, 2)
	for _, want := range []int64{1, 2} {
		if got := <-own; got.ID != want {
			t.Errorf("the process itself notices %+v, want %d", got, want)
		}
	}
}

// holdForever serves, and holds a name, until it is killed.
func holdForever(address string) error {
	s, err := Open(context.Background(), address)
	if err != nil {
		return err
	}
	if err := s.Serve(); err != nil {
		return err
	}
	if _, _, err := s.Hold(context.Background(), "poller"); err != nil {
		return err
	}
	fmt.Println("held")
	// If all goroutines waited for each other, Go would end the process. This one waits for a signal.
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	<-interrupted
	return nil
}

// newHolder is a child process that runs holdForever.
func newHolder(t *testing.T, address string) *exec.Cmd {
	t.Helper()
	c := child(t, "hold", address)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	return c
}

// One process at a time serves from a file, until it is killed or closes the database.
// Others may read and write it. Any number serve from a server.
func TestServeAlone(t *testing.T) {
	address := newDatabase(t)
	c := newHolder(t, address)
	s := openAt(t, address)
	err := s.Serve()
	if dbtest.Server() {
		if err != nil {
			t.Error(err)
		}
		return
	}
	if err == nil || !strings.Contains(err.Error(), "another process serves from "+address) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("a second process may serve, or the error is not a clear one: %v", err)
	}
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	kill(t, c.Process)
	_ = c.Wait()
	if err := s.Serve(); err != nil {
		t.Fatalf("after the first was killed: %v", err)
	}
	other := openAt(t, address)
	if err := other.Serve(); err == nil {
		t.Error("a third may serve beside the second")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := other.Serve(); err != nil {
		t.Errorf("after the second has closed: %v", err)
	}
}

// One process at a time holds a name. The next one gets it when the holder is killed or releases
// it, or when the holder loses its connection while it waits.
func TestHold(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address+"&pool_ping_timeout=500ms")
	c := newHolder(t, address)
	short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, _, err := s.Hold(short, "poller"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("two hold it, or: %v", err)
	}
	if _, release, err := s.Hold(t.Context(), "something else"); err != nil {
		t.Fatal(err)
	} else {
		release()
	}
	kill(t, c.Process)
	_ = c.Wait()
	held, release, err := s.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	release()
	if held.Err() == nil {
		t.Error("it is held after it was given up")
	}
	held, release, err = s.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	cutHolds := func(granted string) {
		t.Helper()
		if _, err := s.server.pool.Exec(t.Context(), `
			SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND `+granted+`
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); err != nil {
			t.Fatal(err)
		}
	}
	// holder is the server's process that holds the name; 0: there is none.
	holder := func() int64 {
		return must(get1(s, `SELECT CAST(COALESCE(MAX(pid), 0) AS BIGINT) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`))(t)
	}
	// No other process waits for the name, so this one gets it back.
	for range 3 {
		before := holder()
		cutHolds("granted")
		until(t, "it is held again", func() bool {
			now := holder()
			return now != 0 && now != before
		})
		if held.Err() != nil {
			t.Fatal("a name that nobody else has is lost with the connection")
		}
	}
	// Another process waits for the name.
	other := openAt(t, address)
	got := make(chan func())
	go func() {
		_, release, err := other.Hold(t.Context(), "poller")
		if err != nil {
			t.Error(err)
		}
		got <- release
	}()
	until(t, "another process waits for it", func() bool {
		return must(get1(s, `SELECT CAST(COUNT(*) AS BIGINT) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND NOT granted`))(t) > 0
	})
	cutHolds("granted")
	releaseOther := <-got
	select {
	case <-held.Done():
	case <-time.After(time.Minute):
		t.Error("it is not noticed that another process has the name")
	}
	releaseOther()
}

// The holder of a name asks the server again and again for a sign of life. So it notices when its connection is dead.
func TestHolderAsksForASignOfLife(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address+"&pool_ping_timeout=1s")
	other := openAt(t, address)
	_, release, err := s.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	// asked returns when the connection that holds the name last asked for something, in microseconds.
	asked := func() int64 {
		return must(get1(other, `
			SELECT CAST(EXTRACT(EPOCH FROM MAX(a.query_start)) * 1000000 AS BIGINT)
			FROM pg_locks l JOIN pg_stat_activity a USING (pid)
			WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
				AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`))(t)
	}
	for range 2 {
		before := asked()
		until(t, "the holder asks", func() bool { return asked() != before })
	}
}

// A process that has lost its connection gives its name up only when the name was taken for a while: its old
// connection may still hold it. While the server is away, nobody has the name, and so the while begins again.
func TestNameIsGivenUpLate(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	way, err := dbtest.Distant(address, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	})
	s := openAt(t, way.URL+"&pool_ping_timeout=500ms&connect_timeout=1")
	other := openAt(t, address)
	_, release, err := other.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	defer release()

	const while = 2 * 500 * time.Millisecond
	begun := time.Now()
	trips := way.Trips()
	regained := make(chan *pgx.Conn, 1)
	go func() { regained <- s.regainName(t.Context(), lockKey("hold", "poller")) }()
	// Each try takes fewer than ten round trips.
	until(t, "it has tried", func() bool { return way.Trips() > trips+10 })
	way.Become(dbtest.Cut)
	until(t, "the server is away for a while", func() bool { return time.Since(begun) > 2*while })
	select {
	case <-regained:
		t.Fatal("it was given up before the server went away")
	default:
	}
	back := time.Now()
	way.Become(dbtest.Open)
	if conn := <-regained; conn != nil {
		t.Fatal("two hold it")
	}
	if took := time.Since(back); took < while {
		t.Errorf("it was given up %v after the server came back", took)
	}
}

// A process that held a name when the server went away gets it back, even if another process that waits
// for the name finds the server sooner.
func TestHolderComesFirst(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	way, err := dbtest.Distant(address, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	}()
	holder := openAt(t, way.URL+"&connect_timeout=1")
	other := openAt(t, address)
	held, release, err := holder.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	waiting, stop := context.WithCancel(t.Context())
	defer stop()
	taken := make(chan bool, 1)
	go func() {
		_, release, err := other.Hold(waiting, "poller")
		if err == nil {
			release()
		}
		taken <- err == nil
	}()
	const locks = ` FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	until(t, "another process waits for it", func() bool {
		return must(get1(other, `SELECT COUNT(*)`+locks+` AND NOT granted`))(t) == 1
	})
	_, err = other.server.pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid)`+locks+` AND NOT granted`)
	if err != nil {
		t.Fatal(err)
	}
	way.Become(dbtest.Cut)
	pause(t.Context(), 2*connectAgain)
	way.Become(dbtest.Open)
	until(t, "it is held again", func() bool {
		return must(get1(other, `SELECT COUNT(*)`+locks+` AND granted`))(t) == 1
	})
	stop()
	if <-taken || held.Err() != nil {
		t.Error("one that has waited for the name has taken it")
	}
	release()
}

// A process goes on when a newer program, whose tables have more columns, has brought the database up to
// date meanwhile. But no process of the older version can start then.
func TestNewerProgramBeside(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address)
	// Any error undoes the transaction.
	undo := context.Canceled
	every := func(when string) {
		for name, call := range calls {
			if err := s.Write(t.Context(), func(tx *Tx) error {
				if err := absent(call(tx, build(t, tx))); err != nil {
					t.Errorf("%s, %s: %v", name, when, err)
				}
				return undo
			}); err != undo {
				t.Errorf("%s, %s: %v", name, when, err)
			}
		}
	}
	every("before")
	write(t, s, func(tx *Tx) error {
		for _, table := range must(tx.listTables())(t) {
			if err := tx.Exec("alter", `ALTER TABLE `+table.name+` ADD COLUMN newer TEXT NOT NULL DEFAULT ''`); err != nil {
				return err
			}
		}
		return tx.Exec("upgrade", `INSERT INTO `+versionTable+` (version_id, is_applied) VALUES (9000, true)`)
	})
	every("after")
	if old, err := Open(t.Context(), address); err == nil {
		t.Error("an older program starts", old.Close())
	}
}

// If a server falls silent without ending a connection, it counts as away: a statement fails in time.
// When the server answers again, a statement succeeds on a new connection.
func TestSilentServer(t *testing.T) {
	dbtest.OnlyServer(t)
	way, err := dbtest.Distant(newDatabase(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	}()
	s := openAt(t, way.URL+"&pool_ping_timeout=500ms&connect_timeout=1")
	set := func(value string) func() bool {
		return func() bool {
			err := s.Write(t.Context(), func(tx *Tx) error { return tx.SetMeta("n", value) })
			if err != nil && !Unavailable(err) {
				t.Error(err)
			}
			return err == nil
		}
	}
	var all sync.WaitGroup
	// Eight connections are opened.
	for range 8 {
		all.Go(func() { until(t, "it writes", set("many")) })
	}
	all.Wait()
	way.Become(dbtest.Silent)
	begun := time.Now()
	for what, do := range map[string]func(context.Context, func(*Tx) error) error{"write": s.Write, "read": s.Read} {
		if err := do(t.Context(), func(tx *Tx) error { _, err := tx.Meta("n"); return err }); !Unavailable(err) || !errors.Is(err, errSilent) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("that took %v", took)
	}
	// The other connections may be dead, too, and nobody should wait for each of them.
	until(t, "all connections are closed", func() bool { return s.server.pool.Stat().TotalConns() == 0 })
	way.Become(dbtest.Open)
	until(t, "it writes again", set("1"))
	// A transaction that has begun is rolled back.
	err = s.Write(t.Context(), func(tx *Tx) error {
		err := tx.SetMeta("n", "2")
		if _, e := tx.Meta("n"); err != nil || e != nil {
			t.Error(err, e)
		}
		way.Become(dbtest.Silent)
		return errClosed
	})
	if way.Become(dbtest.Open); !errors.Is(err, errClosed) {
		t.Errorf("the transaction ends with %v", err)
	}
	// The name stays held. When it is released, a process that has waited for it holds it.
	held, release, err := s.Hold(t.Context(), "poller")
	if err != nil {
		t.Fatal(err)
	}
	waits := make(chan func(), 1)
	go func() {
		_, release, err := s.Hold(t.Context(), "poller")
		if err != nil {
			t.Error(err)
		}
		waits <- release
	}()
	way.Become(dbtest.Silent)
	// Now its connection counts as dead, and so does that of the process that waits.
	pause(t.Context(), 4*s.server.answerWithin)
	way.Become(dbtest.Open)
	pause(t.Context(), yieldFor/2)
	if held.Err() != nil {
		t.Error("a name that nobody else has is lost while the server is silent")
	}
	release()
	(<-waits)()
	until(t, "the value is read", func() bool {
		err := s.Read(t.Context(), func(tx *Tx) error {
			value, err := tx.Meta("n")
			if err == nil && value != "1" {
				t.Errorf("%s is kept", value)
			}
			return err
		})
		return err == nil
	})
}

// Unavailable is true if the server refuses something only for now, and false if it refuses it for good.
func TestUnavailable(t *testing.T) {
	for code, want := range map[string]bool{
		// No connection, no room, shut down, read-only.
		"08006": true, "53100": true, "53300": true, "57P01": true, "57P03": true, "25006": true,
		// Cancelled, inserted twice, in a transaction that has failed, no such table.
		"57014": false, "23505": false, "25P02": false, "42P01": false,
	} {
		if got := Unavailable(fmt.Errorf("a statement: %w", &pgconn.PgError{Code: code})); got != want {
			t.Errorf("%s: %v", code, got)
		}
	}
	// With one code a pooler says that the server is away, and that it knows no such parameter.
	for message, want := range map[string]bool{"server conn crashed?": true, "unsupported startup parameter: jit": false} {
		if got := Unavailable(&pgconn.PgError{Code: "08P01", Message: message}); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
	if Unavailable(nil) || Unavailable(context.Canceled) || !Unavailable(io.ErrUnexpectedEOF) {
		t.Error("of others than the server")
	}
}

// A session that hears no notification is kept while its connection answers.
func TestQuietSession(t *testing.T) {
	dbtest.OnlyServer(t)
	conn, err := pgx.Connect(t.Context(), newDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if heard, err := listen(t.Context(), conn, time.Millisecond, time.Minute); heard != "" || err != nil {
		t.Errorf("it hears %q, %v", heard, err)
	}
}

// On a file a name is held at once, because only one process serves there.
func TestHoldOnFile(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	held, release, err := s.Hold(t.Context(), "poller")
	if err != nil || held.Err() != nil || s.Processes() != 1 {
		t.Fatal("it is not held", err)
	}
	release()
	if held.Err() == nil {
		t.Error("it is held after it was given up")
	}
}

// A process that has lost its session opens a new one.
func TestSessionIsMadeAgain(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	s := openAt(t, address)
	other := openAt(t, address)
	until(t, "both are known", func() bool { return s.Processes() == 2 && other.Processes() == 2 })
	looks := make(chan struct{}, 99)
	s.OnCommit(func(c Committed) {
		if c.UnclaimedDeliveries && c.MoreJobs && slices.Contains(c.Touched, Touch{Kind: TouchAll}) {
			looks <- struct{}{}
		}
	})
	id := s.server.own.process.Load()
	before, lapsed := s.Lapsed(0)
	if lapsed {
		t.Error("the session was lost from the beginning")
	}
	if _, err := other.server.pool.Exec(t.Context(), `
		SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = $1
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, id); err != nil {
		t.Fatal(err)
	}
	until(t, "it is known again", func() bool {
		return must(get1(other, `SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`))(t) == 2
	})
	var now int64
	until(t, "it knows that it may have been declared dead", func() bool {
		now, lapsed = s.Lapsed(before)
		_, lost := s.Lapsed(now)
		// The session is back, and was away meanwhile.
		return lapsed && !lost
	})
	select {
	case <-looks:
	case <-time.After(time.Minute):
		t.Error("it does not look for what it has not heard meanwhile")
	}
	heard := make(chan struct{}, 999)
	s.OnCommit(func(Committed) { heard <- struct{}{} })
	until(t, "it hears again", func() bool {
		write(t, other, func(tx *Tx) error {
			enqueue(t, tx, Outgoing{Nonce: fmt.Sprint(time.Now()), CommunityID: community(t, tx, "1").ID}, noon)
			return nil
		})
		select {
		case <-heard:
			return true
		case <-time.After(20 * time.Millisecond):
			return false
		}
	})
}

// A process whose session is lost hears so each time it asks, until the session is back.
func TestLapsedUntilBack(t *testing.T) {
	dbtest.OnlyServer(t)
	way, err := dbtest.Distant(newDatabase(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	})
	s := openAt(t, way.URL+"&connect_timeout=1")
	since, _ := s.Lapsed(0)
	way.Become(dbtest.Cut)
	until(t, "the session is lost", func() bool {
		var isLost bool
		since, isLost = s.Lapsed(since)
		return isLost
	})
	for range 2 {
		if _, isLost := s.Lapsed(since); !isLost {
			t.Error("it is not lost any more, though the server is away")
		}
	}
	way.Become(dbtest.Open)
	until(t, "the session is back", func() bool {
		var isLost bool
		since, isLost = s.Lapsed(since)
		return !isLost
	})
}

// Two transactions of different chats pay the same two players in different orders, and wait for each
// other. One returns ErrConflict, and succeeds when it is run again.
func TestConflictIsDoneAgain(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	var people [2]int64
	var rounds [2]int64
	var places [2]Community
	write(t, s, func(tx *Tx) error {
		for i := range 2 {
			people[i] = player(t, tx, fmt.Sprint(i)).ID
			places[i] = community(t, tx, fmt.Sprint(i))
			rounds[i] = round(t, tx, Round{CommunityID: places[i].ID})
		}
		return nil
	})
	// Both transactions have locked one player before either of them locks the other player.
	var meet sync.WaitGroup
	meet.Add(2)
	var once [2]sync.Once
	conflicts := make(chan error, 100)
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() {
			err := Retry(t.Context(), func() error {
				err := s.Write(t.Context(), func(tx *Tx) error {
					if err := tx.LockChat("test", fmt.Sprint(i)); err != nil {
						return err
					}
					for n := range 2 {
						who := people[(i+n)%2]
						if err := setAward(tx, Award{RoundID: rounds[i], PlayerID: who, CommunityID: places[i].ID, Day: 5, Points: 10, At: noon}); err != nil {
							return err
						}
						once[i].Do(func() { meet.Done(); meet.Wait() })
					}
					return nil
				})
				if errors.Is(err, ErrConflict) {
					conflicts <- err
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(conflicts) == 0 {
		t.Error("nobody was in the way")
	}
	write(t, s, func(tx *Tx) error {
		wantSums(t, tx)
		for _, r := range rounds {
			for _, p := range people {
				if a := must(awardOf(tx, r, p))(t); a.Points != 10 {
					t.Errorf("of round %d player %d has %d points", r, p, a.Points)
				}
			}
		}
		return nil
	})
}

// Transactions about one chat run one after the other. Those about different chats run at the same time.
func TestChatIsLocked(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if err := tx.LockChat("test", "1"); err != nil {
			return err
		}
		// This does not wait, since it is about another chat.
		if err := s.Write(t.Context(), func(tx *Tx) error { return tx.LockChat("test", "2") }); err != nil {
			return err
		}
		short, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := tx.exec("be impatient", `SET lock_timeout = 100`); err != nil {
			return err
		}
		return s.Write(short, func(other *Tx) error {
			if _, err := other.exec("be impatient", `SET LOCAL lock_timeout = 100`); err != nil {
				return err
			}
			if err := refused(t, other, func() error { return other.LockChat("test", "1") }); err == nil {
				t.Error("two have locked the same chat")
			}
			return nil
		})
	})
}

// A conflict ends the transaction. Write returns ErrConflict even if the function ignores the error, or
// returns another one.
func TestConflictIsTold(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	another := errors.New("another")
	for _, returned := range []error{nil, another} {
		err := s.Write(t.Context(), func(tx *Tx) error {
			for range 2 {
				_, _ = tx.exec("insert", `INSERT INTO requests (key, at) VALUES ('key', 1)`)
			}
			return returned
		})
		if !errors.Is(err, ErrConflict) || returned != nil && !errors.Is(err, returned) {
			t.Errorf("where %v is returned, the transaction ends with %v", returned, err)
		}
	}
}

// If the server has rolled a transaction back, it does not count as committed.
func TestFailedTransactionIsNotCommitted(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	err := s.Write(t.Context(), func(tx *Tx) error {
		if err := tx.SetMeta("a", "b"); err != nil {
			return err
		}
		// The Tx does not notice this error.
		_, _ = tx.q.exec(t.Context(), `SELECT 1 / 0`, nil)
		return nil
	})
	if err == nil {
		t.Error("it was committed")
	}
}

// A transaction that locks a player also locks the other players of the person, so another transaction
// about one of those waits.
func TestPlayersOfAPersonAreLocked(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	var p, q int64
	write(t, s, func(tx *Tx) error {
		p = player(t, tx, "p").ID
		q = must(tx.EnsurePlayer("elsewhere", "q", "Q", "", noon))(t).ID
		return tx.Link(p, q, noon)
	})
	write(t, s, func(tx *Tx) error {
		if err := tx.LockPlayers(p); err != nil {
			return err
		}
		must(Get[int](tx, "wait for the lock", `SELECT 1`))(t)
		write(t, s, func(other *Tx) error {
			must(other.exec("be impatient", `SET LOCAL lock_timeout = 100`))(t)
			if err := refused(t, other, func() error { return other.LockPlayers(q) }); err == nil {
				t.Error("two have locked the players of one person")
			}
			return nil
		})
		return nil
	})
}

// Each method that changes what a person has earned locks the person first. Otherwise two transactions at the same
// time might count something twice, or not at all.
func TestChangesOfAPersonLockThem(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	var p, q, group, puzzle int64
	write(t, s, func(tx *Tx) error {
		p = player(t, tx, "p").ID
		q = must(tx.EnsurePlayer("elsewhere", "q", "Q", "", noon))(t).ID
		group = community(t, tx, "group").ID
		puzzle = round(t, tx, Round{CommunityID: group})
		return tx.Link(p, q, noon)
	})
	undo := errors.New("undo")
	for name, change := range map[string]func(tx *Tx) error{
		"SaveAttempt":  func(tx *Tx) error { return tx.SaveAttempt(Attempt{RoundID: puzzle, PlayerID: p}, 0) },
		"SetChecked":   func(tx *Tx) error { return tx.SetChecked(p, Checked) },
		"LinkPlayers":  func(tx *Tx) error { return tx.LinkPlayers(q, p, noon) },
		"VoidLater":    func(tx *Tx) error { return tx.VoidLater(p, 0, anyNumber) },
		"RestoreVoid":  func(tx *Tx) error { return tx.RestoreVoid(p, 0, anyNumber) },
		"ForgetName":   func(tx *Tx) error { return tx.ForgetName(p) },
		"ForgetPlayer": func(tx *Tx) error { return tx.ForgetPlayer(p) },
		"Join":         func(tx *Tx) error { return tx.Join(group, p, noon) },
		"SetAward": func(tx *Tx) error {
			return setAward(tx, Award{RoundID: puzzle, PlayerID: p, CommunityID: group, Points: 7, At: noon})
		},
		"AddAnswer": func(tx *Tx) error {
			_, err := tx.AddAnswer(Answer{RoundID: puzzle, PlayerID: p, At: noon, Outcome: "wrong"}, nil)
			return err
		},
		"UnlinkPlayer": func(tx *Tx) error {
			_, err := tx.UnlinkPlayer(p)
			return err
		},
		"ShowPage": func(tx *Tx) error {
			_, err := tx.ShowPage(p, 0, noon)
			return err
		},
		"EnsurePlayer": func(tx *Tx) error {
			_, err := tx.EnsurePlayer("test", "p", "Another name", "en", noon)
			return err
		},
		"SumWorldAgain": func(tx *Tx) error {
			_, err := tx.SumWorldAgain(p-1, 1, noon)
			return err
		},
	} {
		err := s.Write(t.Context(), func(tx *Tx) error {
			if err := change(tx); err != nil {
				return err
			}
			if !tx.locks.hasPlayer(p) {
				t.Errorf("%s does not lock the person", name)
			}
			return undo
		})
		if !errors.Is(err, undo) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A community that a transaction remembers is locked, so that nobody else changes it meanwhile.
func TestKnownCommunityIsLocked(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	var id int64
	write(t, s, func(tx *Tx) error {
		id = community(t, tx, "1").ID
		return nil
	})
	write(t, s, func(tx *Tx) error {
		if _, err := tx.CommunityByID(id); err != nil {
			return err
		}
		if !tx.locks.hasCommunity(id) {
			t.Error("it is not locked")
		}
		return nil
	})
}
