package storage

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"reckon/storage/dbtest"
)

func TestBackup(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	set := func(value string) { write(t, s, func(tx *Tx) error { return tx.SetMeta("a", value) }) }
	folder := t.TempDir()
	path := filepath.Join(folder, "it's a copy.db")
	// The second copy replaces the first.
	for _, value := range []string{"1", "2"} {
		set(value)
		if err := s.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
	}
	// The store can still be written.
	set("3")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("beside the copy there are %v, %v", files, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("copy is %v, %v", info.Mode(), err)
	}
	write(t, openAt(t, path), func(tx *Tx) error {
		if got := must(tx.Meta("a"))(t); got != "2" {
			t.Errorf("the copy holds %q, want 2", got)
		}
		return nil
	})
}

func TestBackupRefuses(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"the database itself": s.path,
		"a missing folder":    filepath.Join(t.TempDir(), "none", "copy.db"),
		"a folder":            folder,
	} {
		if err := s.Backup(t.Context(), path); err == nil {
			t.Errorf("backed up to %s", name)
		}
	}
	for _, beside := range []string{s.path, folder} {
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(beside), ".backup-*")); err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
}

// A copy with a fault in it does not replace an earlier one.
func TestFaultyCopyReplacesNothing(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// The pragma holds for one connection.
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		`CREATE TABLE odd (n INTEGER)`,
		`INSERT INTO odd VALUES (NULL)`,
		`PRAGMA writable_schema = 1`,
		`UPDATE sqlite_master SET sql = 'CREATE TABLE odd (n INTEGER NOT NULL)' WHERE name = 'odd'`,
		// With another version, every connection reads the schema again.
		`PRAGMA schema_version = 99999`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Backup(t.Context(), path); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a copy with a fault is taken: %v", err)
	}
	err = openAt(t, path).Read(t.Context(), func(tx *Tx) error {
		_, err := List[int](tx, "list", `SELECT n FROM odd`)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "no such table") {
		t.Errorf("the earlier copy was replaced: %v", err)
	}
}

// A copy is the database at one moment: two facts that are written together are equal in the copy.
func TestBackupWhileWriting(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	stop := make(chan struct{})
	stopped := make(chan error)
	writeBoth := func(n int) func(tx *Tx) error {
		return func(tx *Tx) error {
			if err := tx.SetMeta("a", fmt.Sprint(n)); err != nil {
				return err
			}
			return tx.SetMeta("b", fmt.Sprint(n))
		}
	}
	write(t, s, writeBoth(0))
	go func() {
		for n := 1; ; n++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
				if err := s.Write(t.Context(), writeBoth(n)); err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	for i := range 5 {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i, ".db"))
		if err := s.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		write(t, openAt(t, path), func(tx *Tx) error {
			if a, b := must(tx.Meta("a"))(t), must(tx.Meta("b"))(t); a != b {
				t.Errorf("the copy holds %s and %s", a, b)
			}
			return nil
		})
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
