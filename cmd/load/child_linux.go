package main

import (
	"os/exec"
	"syscall"
)

// endWithLoad makes Linux kill a process when load ends, even if load itself is killed.
func endWithLoad(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
