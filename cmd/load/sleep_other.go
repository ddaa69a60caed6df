//go:build !linux

package main

import "time"

func sleep(d time.Duration) error {
	time.Sleep(d)
	return nil
}
