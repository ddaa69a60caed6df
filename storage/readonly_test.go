package storage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"reckon/storage/dbtest"
)

// files are the names of the files in a folder.
func files(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func openReadOnlyAt(t *testing.T, path string) *Store {
	t.Helper()
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// OpenReadOnly can read and copy a database, but not write it, and leaves no files next to it.
func TestOpenReadOnly(t *testing.T) {
	dbtest.OnlyFile(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "reckon.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Read(t.Context(), func(tx *Tx) error {
		if got := must(tx.Meta("a"))(t); got != "b" {
			t.Errorf("read %q", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := r.Write(t.Context(), func(tx *Tx) error { return tx.SetMeta("a", "c") }); err == nil {
		t.Error("it could be written")
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := r.Backup(t.Context(), copied); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed (%v)", err)
	}
	if got := files(t, folder); !slices.Equal(got, []string{"reckon.db"}) {
		t.Errorf("in the folder there are %q", got)
	}
	write(t, openAt(t, copied), func(tx *Tx) error {
		if got := must(tx.Meta("a"))(t); got != "b" {
			t.Errorf("the copy holds %q", got)
		}
		return nil
	})
}

// A read-only Store reads while a bot writes, and sees the bot's later writes.
func TestOpenReadOnlyBesideAWriter(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "1") })
	r := openReadOnlyAt(t, s.path)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "2") })
	if err := r.Read(t.Context(), func(tx *Tx) error {
		if got := must(tx.Meta("a"))(t); got != "2" {
			t.Errorf("read %q", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "3") })
}

func TestOpenReadOnlyRefuses(t *testing.T) {
	dbtest.OnlyFile(t)
	for _, test := range []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"no file", func(*testing.T, string) {}, "no such file or directory"},
		{"empty file", func(t *testing.T, path string) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "the database is empty"},
		{"text", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("hello\n", 5000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "the file is not a database"},
		{"another program's database", func(t *testing.T, path string) {
			execute(t, path, `CREATE TABLE songs (title TEXT)`)
		}, "the database belongs to another program, or to Reckon before version 1.0"},
		{"newer schema", func(t *testing.T, path string) {
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, `INSERT INTO reckon_versions (version_id, is_applied) VALUES (9000, 1)`)
		}, "the newest this program knows"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "reckon.db")
			test.make(t, path)
			had := files(t, filepath.Dir(path))
			before := ""
			if raw, err := os.ReadFile(path); err == nil {
				before = string(raw)
			}
			s, err := OpenReadOnly(t.Context(), path)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.HasSuffix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %q, want one line that ends in %q", err, test.want)
			}
			if raw, _ := os.ReadFile(path); string(raw) != before {
				t.Error("the refused file was changed")
			}
			if got := files(t, filepath.Dir(path)); !slices.Equal(got, had) {
				t.Errorf("in the folder there are %q, were %q", got, had)
			}
		})
	}
}

// A database of an older schema is not brought up to date. Read fails and says why, and Backup works.
func TestOpenReadOnlyLeavesOldSchema(t *testing.T) {
	dbtest.OnlyFile(t)
	path := newDatabase(t)
	execute(t, path, `DELETE FROM `+versionTable+` WHERE version_id > 0`)
	r := openReadOnlyAt(t, path)
	err := r.Read(t.Context(), func(*Tx) error { t.Error("a transaction on an old schema"); return nil })
	if err == nil || !strings.Contains(err.Error(), "its schema has version 0, older than") {
		t.Errorf("to read an old schema: %v", err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := r.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, copied} {
		var version int
		if err := openReadOnlyAt(t, file).readers.QueryRow(`SELECT MAX(version_id) FROM ` + versionTable).Scan(&version); err != nil || version != 0 {
			t.Errorf("%s has version %d, %v", filepath.Base(file), version, err)
		}
	}
}
