package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"reckon/storage/dbtest"
)

// Retry runs a transaction that conflicts again, up to eight times. It does not run one again that fails
// for another reason.
func TestRetry(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		conflicts int
		end       error
		want      error
		tries     int
	}{
		{0, nil, nil, 1},
		{0, other, other, 1},
		{1, nil, nil, 2},
		{2, other, other, 3},
		{7, nil, nil, 8},
		{8, nil, ErrConflict, 8},
	} {
		tries := 0
		var err error
		// In a bubble the pauses take no time.
		synctest.Test(t, func(t *testing.T) {
			err = Retry(t.Context(), func() error {
				tries++
				if tries <= c.conflicts {
					return fmt.Errorf("try %d: %w", tries, ErrConflict)
				}
				return c.end
			})
		})
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || tries != c.tries {
			t.Errorf("after %d conflicts: %v, %d tries, want %d", c.conflicts, err, tries, c.tries)
		}
	}
}

// Unavailable is true if the same may succeed later, such as when the database is read-only or the
// connection was lost.
func TestUnavailableForNow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, readOnly := db.Exec(`CREATE TABLE a (b)`)
	_, unknown := db.Exec(`SELECT c FROM a`)
	for _, c := range []struct {
		err  error
		want bool
	}{
		{readOnly, true},
		{unknown, false},
		{&net.OpError{Op: "dial", Err: errors.New("refused")}, true},
		{fmt.Errorf("a statement: %w", driver.ErrBadConn), true},
		{errSilent, true},
		{errors.New("another"), false},
		{ErrConflict, false},
	} {
		if got := Unavailable(c.err); got != c.want {
			t.Errorf("%v: %t", c.err, got)
		}
	}
}

// The observer is told of each transaction whether it may write, and how many statements it has made.
func TestObserve(t *testing.T) {
	s := openTemp(t)
	var seen []string
	s.Observe(func(isWrite bool, took time.Duration, statements int) {
		seen = append(seen, fmt.Sprint(isWrite, statements))
		if took < 0 {
			t.Errorf("it took %v", took)
		}
	})
	read := func(tx *Tx) error { _, _, err := Found(tx.Meta("a")); return err }
	write(t, s, func(tx *Tx) error { return errors.Join(tx.SetMeta("a", "b"), tx.SetMeta("a", "c")) })
	if err := s.Read(t.Context(), read); err != nil {
		t.Error(err)
	}
	if err := s.Look(t.Context(), read); err != nil {
		t.Error(err)
	}
	if want := []string{"true 2", "false 1", "false 1"}; !slices.Equal(seen, want) {
		t.Errorf("seen are %q, want %q", seen, want)
	}
}

// On a file, Size includes the log, and there is one process and one writer.
func TestFigures(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	var want int64
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() == 0 {
			t.Errorf("%s is empty", name)
		}
		want += info.Size()
	}
	if got, err := s.Size(); err != nil || got != want {
		t.Errorf("the size is %d, want %d (%v)", got, want, err)
	}
	if s.Processes() != 1 || s.Writers() != 1 {
		t.Errorf("%d processes, %d writers", s.Processes(), s.Writers())
	}
	if _, isLapsed := s.Lapsed(0); isLapsed {
		t.Error("others may think that this process is dead")
	}
}

// If there is no log, Size is the size of the file.
func TestSizeWithoutALog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file.db")
	if err := os.WriteFile(file, make([]byte, 7), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := (&Store{path: file}).Size(); err != nil || got != 7 {
		t.Errorf("the size is %d, %v", got, err)
	}
}

// OwnSetting is true if the setting has the value in one of the person's private chats, whichever of
// their players is given.
func TestOwnSetting(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bo := player(t, tx, "bo").ID
		other := must(tx.EnsurePlayer("elsewhere", "ann", "Ann", "", noon))(t).ID
		if err := tx.Link(ann, other, noon); err != nil {
			return err
		}
		own := must(tx.EnsureCommunity("test", "ann", true, ann, "", noon))(t)
		bos := must(tx.EnsureCommunity("test", "bo", true, bo, "", noon))(t)
		group := community(t, tx, "group")
		for id, value := range map[int64]string{own.ID: "on", bos.ID: "off", group.ID: "on"} {
			if err := tx.SetSetting(id, "a.one", value); err != nil {
				return err
			}
		}
		if err := tx.SetSetting(bos.ID, "a.two", "on"); err != nil {
			return err
		}
		for id, want := range map[int64]bool{ann: true, other: true, bo: false} {
			got := must(Get[bool](tx, "look for setting", `
				SELECT `+OwnSetting("p.id", "a.one", "on")+` FROM players p WHERE p.id = $1`, id))(t)
			if got != want {
				t.Errorf("player %d has switched it on: %t", id, got)
			}
		}
		return nil
	})
}

// A column that names people must be declared, wherever it is.
func TestUndeclaredColumn(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		columns := must(tx.personColumns())(t)
		if !slices.IsSorted(columns) || !slices.Contains(columns, "answers.player_id") || !slices.Contains(columns, "matches.rival_id") {
			t.Errorf("people are named in %q", columns)
		}
		if slices.Contains(columns, "rounds.id") || !slices.Contains(columns, "rounds.asker_id") {
			t.Errorf("people are named in %q", columns)
		}
		for _, column := range columns {
			name, person, _ := strings.Cut(column, ".")
			tx.tables = append(slices.Clone(tx.tables), Table{Name: name, People: []string{person}})
		}
		if err := tx.CheckTables(); err != nil {
			t.Errorf("all are declared: %v", err)
		}
		if err := tx.Exec("make table", `CREATE TABLE extra (asker_id INTEGER, other_player_id INTEGER)`); err != nil {
			return err
		}
		tx.tables = append(tx.tables, Table{Name: "extra", People: []string{"asker_id"}})
		if err := tx.CheckTables(); err == nil || !strings.Contains(err.Error(), "extra.other_player_id") {
			t.Errorf("one is not declared: %v", err)
		}
		return nil
	})
}

// The declaration of a table decides what happens to the rows of a person who is forgotten. Rows of
// others stay.
func TestForgetByDeclaration(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for forget, want := range map[Fate][]string{Clear: {"<nil> 1", "8 2"}, Delete: {"8 2"}} {
		write(t, s, func(tx *Tx) error {
			for _, statement := range []string{
				`DROP TABLE IF EXISTS extra`,
				`CREATE TABLE extra (who INTEGER, n INTEGER)`,
				`INSERT INTO extra VALUES (7, 1), (8, 2)`,
			} {
				if err := tx.Exec("prepare", statement); err != nil {
					return err
				}
			}
			for _, statement := range (Table{Name: "extra", People: []string{"who"}, Forget: forget}).forget() {
				if err := tx.Exec("forget", statement, 7); err != nil {
					return err
				}
			}
			var left []string
			err := tx.q.query(t.Context(), `SELECT who, n FROM extra ORDER BY n`, nil, func(_ []string, values []any) error {
				left = append(left, fmt.Sprint(values...))
				return nil
			})
			if !slices.Equal(left, want) {
				t.Errorf("%v: left are %q, want %q", forget, left, want)
			}
			return err
		})
	}
}

// A sum that a server returns is a whole number.
func TestSumsAreWholeNumbers(t *testing.T) {
	sum := pgtype.Numeric{}
	if err := sum.Scan("12"); err != nil {
		t.Fatal(err)
	}
	if row, err := rowOf[struct{ N int }]([]any{sum}); err != nil || row.N != 12 {
		t.Errorf("twelve is %+v, %v", row, err)
	}
	if err := sum.Scan("0.5"); err != nil {
		t.Fatal(err)
	}
	if _, err := rowOf[struct{ N int }]([]any{sum}); err == nil {
		t.Error("a half is a whole number")
	}
}

// Found turns only ErrNotFound into false. Any other error stays an error.
func TestFound(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		err, want error
		isFound   bool
	}{{nil, nil, true}, {ErrNotFound, nil, false}, {other, other, false}} {
		if row, isFound, err := Found(7, c.err); isFound != c.isFound || !errors.Is(err, c.want) || c.isFound && row != 7 {
			t.Errorf("%v: %d, %t, %v", c.err, row, isFound, err)
		}
	}
}

// A closed Store returns an error that says that it is closed.
func TestClosedStore(t *testing.T) {
	dbtest.OnlyFile(t)
	path := newDatabase(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	nothing := func(*Tx) error { return nil }
	if err := s.Read(context.Background(), nothing); !errors.Is(err, errClosed) {
		t.Errorf("a read: %v", err)
	}
	if err := s.Write(context.Background(), nothing); err == nil {
		t.Error("a write succeeds")
	}
}
