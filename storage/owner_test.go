//go:build unix

package storage

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What root restores belongs to whoever owned the database, so that a bot without
// rights can open it.
func TestRestoreKeepsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	const nobody = 65534
	for _, name := range []string{"replaced", "new"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			from, path := filepath.Join(dir, "copy.db"), filepath.Join(dir, "data", "reckon.db")
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
