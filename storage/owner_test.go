//go:build unix

package storage

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"reckon/storage/dbtest"
)

// A database that root restores belongs to the owner of the database before, so that a bot that does not
// run as root can open it.
func TestRestoreKeepsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	const nobody = 65534
	for _, name := range []string{"replaced", "new"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			from := filepath.Join(dir, "copy.db")
			path := filepath.Join(dir, "data", "reckon.db")
			s, err := Open(t.Context(), from)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			give := filepath.Dir(path)
			if name == "replaced" {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
				give = path
			}
			if err := os.Chown(give, nobody, nobody); err != nil {
				t.Fatal(err)
			}
			if err := Restore(t.Context(), from, path, path+".replaced"); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if owner := info.Sys().(*syscall.Stat_t); owner.Uid != nobody || owner.Gid != nobody {
				t.Errorf("the database belongs to %d:%d, want %d:%d", owner.Uid, owner.Gid, nobody, nobody)
			}
		})
	}
}

// Only one process serves from a file, even if the other uses another name of the file.
func TestServeByAnotherName(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	if err := s.Serve(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Symlink(filepath.Dir(s.path), folder); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.path, link); err != nil {
		t.Fatal(err)
	}
	linkOfLink := filepath.Join(t.TempDir(), "link of link.db")
	if err := os.Symlink(link, linkOfLink); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{s.path, link, linkOfLink, filepath.Join(folder, filepath.Base(s.path))} {
		err := openAt(t, name).Serve()
		if err == nil || !strings.Contains(err.Error(), "another process serves from ") {
			t.Errorf("by the name %s: %v", name, err)
		}
	}
}

// A file with two names (hard links) would have two logs. So no process serves from it.
func TestServeHardLink(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	second := filepath.Join(t.TempDir(), "second.db")
	if err := os.Link(s.path, second); err != nil {
		t.Skip("no hard links here:", err)
	}
	if err := s.Serve(); err == nil || !strings.Contains(err.Error(), "second name") {
		t.Errorf("a file with two names is served: %v", err)
	}
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(); err != nil {
		t.Errorf("a file with one name again: %v", err)
	}
}
