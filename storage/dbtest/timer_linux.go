package dbtest

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A timer can wait for less than a millisecond, to which Go's own timers round up. It blocks
// no thread: hundreds may wait at once.
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
	var failure error
	err = raw.Control(func(fd uintptr) { failure = unix.TimerfdSettime(int(fd), 0, &spec, nil) })
	if err != nil {
		return err
	}
	if failure != nil {
		return os.NewSyscallError("timerfd_settime", failure)
	}
	// The read waits until the timer has run out. It gives how often that has happened.
	_, err = t.file.Read(make([]byte, 8))
	return err
}

func (t timer) stop() { t.file.Close() }
