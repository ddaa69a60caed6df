package storage

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reckon/storage/dbtest"
)

// writeWord writes a word into a database, and readWord reads it.
func writeWord(t *testing.T, s *Store, word string) {
	t.Helper()
	if err := s.Write(t.Context(), func(tx *Tx) error { return tx.SetMeta("word", word) }); err != nil {
		t.Fatal(err)
	}
}

func readWord(t *testing.T, path string) (word string) {
	t.Helper()
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Read(t.Context(), func(tx *Tx) (err error) { word, err = tx.Meta("word"); return err }); err != nil {
		t.Fatal(err)
	}
	return word
}

func TestRestore(t *testing.T) {
	dbtest.OnlyFile(t)
	folder := t.TempDir()
	db := filepath.Join(folder, "a.db")
	copied := filepath.Join(t.TempDir(), "copy.db")
	aside := filepath.Join(folder, "old.db")
	s, err := Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	writeWord(t, s, "first")
	if err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	writeWord(t, s, "second")
	if err := Restore(t.Context(), copied, db, aside); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("over a database that is open: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := readWord(t, db); got != "second" {
		t.Fatalf("a refused restore leaves %q", got)
	}
	if err := Restore(t.Context(), copied, db, aside); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{db: "first", aside: "second", copied: "first"} {
		if got := readWord(t, file); got != want {
			t.Errorf("%s holds %q, want %q", file, got, want)
		}
	}
	if info, err := os.Stat(db); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("readable by others: %v, %v", info.Mode(), err)
	}
	if err := Restore(t.Context(), copied, db, aside); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("what was set aside before is lost: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".restore-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	// The database can be written again, and a copy can be restored where no database is.
	s, err = Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	writeWord(t, s, "third")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	nowhere := filepath.Join(folder, "new.db")
	if err := Restore(t.Context(), copied, nowhere, filepath.Join(folder, "none")); err != nil || readWord(t, nowhere) != "first" {
		t.Errorf("where nothing was: %v", err)
	}
}

// If a database is gone but its log is there, the log is renamed, too. Next to the copy it would bring
// back what was there before.
func TestRestoreSetsTheLogAside(t *testing.T) {
	dbtest.OnlyFile(t)
	source := t.TempDir()
	folder := t.TempDir()
	from := filepath.Join(source, "a.db")
	copied := filepath.Join(source, "copy.db")
	db := filepath.Join(folder, "a.db")
	aside := filepath.Join(folder, "old.db")
	s := openAt(t, from)
	writeWord(t, s, "first")
	if err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	writeWord(t, s, "second")
	log, err := os.ReadFile(from + "-wal")
	if err != nil || len(log) == 0 {
		t.Fatal("there is no log:", err)
	}
	if err := os.WriteFile(db+"-wal", log, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), copied, db, aside); err != nil {
		t.Fatal(err)
	}
	if got := readWord(t, db); got != "first" {
		t.Errorf("restored %q, want what the copy has", got)
	}
	if kept, err := os.ReadFile(aside + "-wal"); err != nil || !bytes.Equal(kept, log) {
		t.Errorf("the log was not kept: %v", err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	dbtest.OnlyFile(t)
	folder := t.TempDir()
	db := filepath.Join(folder, "a.db")
	copied := filepath.Join(folder, "copy.db")
	s, err := Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	writeWord(t, s, "kept")
	if err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, data []byte) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	damaged := append([]byte(nil), whole...)
	for i := 8192; i < len(damaged); i++ {
		damaged[i] = 0x5a
	}
	for from, want := range map[string]string{
		db:                                      "the database itself",
		filepath.Join(folder, "nowhere.db"):     "no such file",
		put("text", []byte("this is not it\n")): "not a database",
		put("cut", whole[:len(whole)/2]):        "damaged",
		put("damaged", damaged):                 "damaged",
	} {
		if err := Restore(t.Context(), from, db, filepath.Join(folder, "aside")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", from, err, want)
		}
		if got := readWord(t, db); got != "kept" {
			t.Fatalf("%s: the database holds %q", from, got)
		}
	}
	// The database that is replaced may be damaged.
	if err := os.WriteFile(db, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), copied, db, filepath.Join(folder, "aside")); err != nil || readWord(t, db) != "kept" {
		t.Errorf("over a damaged one: %v", err)
	}
}
