//go:build unix

package dbtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// roomy is how many bytes of memory a server and its databases may take.
const roomy = 4 << 30

// inMemory returns a folder in memory that has room, or an empty name.
func inMemory() string {
	const folder = "/dev/shm"
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil || uint64(s.Bavail)*uint64(s.Bsize) < roomy {
		return ""
	}
	return folder
}

// asPostgres makes a server that root starts run as the user postgres, and own its
// folder: it refuses to run as root.
func asPostgres(c *exec.Cmd, folder string) error {
	// A signal from the keyboard is for the tests, not for the server.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return fmt.Errorf("as root the server runs as the user postgres: %w", err)
	}
	uid, badUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, badGID := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(badUID, badGID); err != nil {
		return err
	}
	c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(folder, int(uid), int(gid))
}
