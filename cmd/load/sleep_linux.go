package main

import (
	"errors"
	"syscall"
	"time"
)

// sleep sleeps for less than a millisecond as well: timers of the runtime have the
// resolution of the poller of the network.
func sleep(d time.Duration) error {
	left := syscall.NsecToTimespec(d.Nanoseconds())
	for {
		err := syscall.Nanosleep(&left, &left)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
