package storage

import (
	"errors"
	"os"
	"testing"

	"reckon/storage/dbtest"
)

// If a transaction finds the file damaged, its error is ErrDamaged. Other failures have other errors.
func TestDamaged(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	if err := s.Write(t.Context(), func(*Tx) error { return errors.New("fault") }); errors.Is(err, ErrDamaged) {
		t.Error("any fault is called damage")
	}
	select {
	case <-s.Damaged():
		t.Error("damage was found in a whole file")
	default:
	}
	path := s.path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, path)
	s = openAt(t, path)
	err := s.Read(t.Context(), func(tx *Tx) error {
		_, err := List[string](tx, "check", `SELECT key FROM requests UNION SELECT value FROM meta UNION SELECT name FROM players`)
		// SQLite may have ended the snapshot, and what is read now might be of another one.
		if _, again := Get[int64](tx, "read on", `SELECT 1`); !errors.Is(again, err) {
			t.Errorf("after damage, more is read: %v", again)
		}
		return err
	})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged file was read: %v", err)
	}
	<-s.Damaged()
}

// overwrite damages the tables that the test reads, and not the schema, so that the file can still be opened.
func overwrite(t *testing.T, path string) {
	t.Helper()
	root := rootPages(t, path)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	noise := make([]byte, root.size)
	for i := range noise {
		noise[i] = 0xa5
	}
	for _, page := range root.pages {
		if _, err := f.WriteAt(noise, (page-1)*root.size); err != nil {
			t.Fatal(err)
		}
	}
}

// roots are the first pages of some tables, and the size of a page in bytes.
type roots struct {
	size  int64
	pages []int64
}

// rootPages returns the first pages of the tables that the test reads.
func rootPages(t *testing.T, path string) (r roots) {
	t.Helper()
	s := openAt(t, path)
	err := s.Read(t.Context(), func(tx *Tx) (err error) {
		if r.size, err = Get[int64](tx, "page size", `PRAGMA page_size`); err != nil {
			return err
		}
		r.pages, err = List[int64](tx, "pages", `SELECT rootpage FROM sqlite_master
			WHERE tbl_name IN ('meta', 'requests', 'players') AND rootpage > 0`)
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return r
}
