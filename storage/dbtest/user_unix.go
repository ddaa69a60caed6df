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

// roomNeeded is how many bytes of memory the databases of tests may take, with their server.
const roomNeeded = 4 << 30

// inMemory returns a folder in memory that has room, or an empty name.
func inMemory() string {
	const folder = "/dev/shm"
	var s unix.Statfs_t
	err := unix.Statfs(folder, &s)
	if err != nil || uint64(s.Bavail)*uint64(s.Bsize) < roomNeeded {
		return ""
	}
	return folder
}

// asPostgres makes a server that root starts run as the user postgres, and gives that user its
// folder: PostgreSQL refuses to run as root.
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
