//go:build unix

package dbtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// roomy is how many bytes of memory a server and its databases may come to.
const roomy = 4 << 30

// inMemory is a folder in memory that has room, or none: what a disk takes is no
// matter of the tests.
func inMemory() string {
	const folder = "/dev/shm"
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil || uint64(s.Bavail)*uint64(s.Bsize) < roomy {
		return ""
	}
	return folder
}

// asPostgres has a server run as the user postgres, and own its folder: it refuses to
// run as root. Whoever else runs the tests runs it as they are.
func asPostgres(c *exec.Cmd, folder string) error {
	// A signal of the keyboard to the tests is none to the server.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return fmt.Errorf("as root the server runs as the user postgres: %w", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return err
	}
	c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(folder, int(uid), int(gid))
}
