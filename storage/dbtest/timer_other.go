//go:build !linux

package dbtest

import "time"

type timer struct{}

func newTimer() (timer, error) { return timer{}, nil }

func (timer) sleep(d time.Duration) error {
	time.Sleep(d)
	return nil
}

func (timer) stop() {}
