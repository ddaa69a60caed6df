package main

import (
	"io"
	"os/exec"
	"syscall"
	"testing"
)

// startShell starts a process of the shell, and waits until it has printed all that it prints.
func startShell(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip("there is no shell")
	}
	if _, err := io.ReadAll(out); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// A process that has ended by itself is not taken for one that a signal ended.
func TestEnd(t *testing.T) {
	const runsOn = "exec >&-; while :; do :; done"
	for _, test := range []struct {
		name   string
		script string
		signal syscall.Signal
		isFine bool
	}{
		{name: "killed", script: runsOn, signal: syscall.SIGKILL, isFine: true},
		{name: "has failed before it was killed", script: "exit 3", signal: syscall.SIGKILL},
		{name: "ends well on SIGTERM", script: "trap 'exit 0' TERM; " + runsOn, signal: syscall.SIGTERM, isFine: true},
		{name: "fails on SIGTERM", script: "trap 'exit 3' TERM; " + runsOn, signal: syscall.SIGTERM},
		{name: "does not handle SIGTERM", script: runsOn, signal: syscall.SIGTERM},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := end(startShell(t, test.script), test.signal)
			if (err == nil) != test.isFine {
				t.Errorf("end returns %v", err)
			}
		})
	}
}
