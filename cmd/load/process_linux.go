package main

import (
	"os/exec"
	"syscall"
)

// tie has a program end when this one does, however that ends.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
