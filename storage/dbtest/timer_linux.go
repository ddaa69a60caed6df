package dbtest

import (
	"cmp"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A timer waits for times shorter than a millisecond, to which Go's own timers are rounded
// up. It blocks no thread: hundreds may wait at once.
type timer struct{ file *os.File }

func newTimer() (timer, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return timer{}, os.NewSyscallError("timerfd_create", err)
	}
	return timer{os.NewFile(uintptr(fd), "timer")}, nil
}

func (t timer) sleep(d time.Duration) error {
	raw, err := t.file.SyscallConn()
	if err != nil {
		return err
	}
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(d.Nanoseconds())}
	var unset error
	if err := raw.Control(func(fd uintptr) { unset = unix.TimerfdSettime(int(fd), 0, &spec, nil) }); err != nil || unset != nil {
		return cmp.Or(err, os.NewSyscallError("timerfd_settime", unset))
	}
	_, err = t.file.Read(make([]byte, 8)) // how often it has run out
	return err
}

func (t timer) stop() { t.file.Close() }
