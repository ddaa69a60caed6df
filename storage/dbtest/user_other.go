//go:build !unix

package dbtest

import (
	"os/exec"
	"time"
)

func sleep(d time.Duration) { time.Sleep(d) }

func inMemory() string { return "" }

func asPostgres(*exec.Cmd, string) error { return nil }
