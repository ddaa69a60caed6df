package main

import (
	"os/exec"
	"syscall"
)

// endWithLoad lets a process be killed when load ends, however that comes about.
func endWithLoad(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
