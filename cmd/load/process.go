package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/procfs"
)

// A process is a running program.
type process struct {
	cmd  *exec.Cmd
	gone chan struct{} // closed at its end
	err  error         // how it ended, then
}

// launch starts a program that ends when this one does.
func launch(cmd *exec.Cmd) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p := &process{cmd: cmd, gone: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = cmd.Wait()
		close(p.gone)
	}()
	return p, nil
}

// slowly makes the syncs of a command take longer. strace runs as a process apart
// (-D), so that signals and figures are those of the program itself.
func slowly(cmd *exec.Cmd, delay time.Duration) *exec.Cmd {
	if delay <= 0 {
		return cmd
	}
	args := []string{"-D", "-f", "-o", "/dev/null", "--seccomp-bpf", "-e", "trace=fsync,fdatasync",
		"-e", fmt.Sprintf("inject=fsync,fdatasync:delay_exit=%d", delay.Microseconds())}
	traced := exec.Command("strace", append(args, cmd.Args...)...)
	traced.Env, traced.Stdout, traced.Stderr = cmd.Env, cmd.Stdout, cmd.Stderr
	return traced
}

// end sends a signal and returns how long the process took to end. After most it is
// killed.
func (p *process) end(signal syscall.Signal, most time.Duration) (time.Duration, error) {
	began := time.Now()
	if err := p.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, err
	}
	select {
	case <-p.gone:
		return time.Since(began), nil
	case <-time.After(most):
		p.cmd.Process.Kill()
		<-p.gone
		return time.Since(began), fmt.Errorf("killed, since %s did not end it", signal)
	}
}

// A spending is what processes have used of the machine.
type spending struct {
	written   int64 // bytes, to disks
	processor time.Duration
}

// add adds what a process has used so far.
func (s *spending) add(pid int) error {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return err
	}
	stat, noStat := p.Stat()
	disks, noDisks := p.IO()
	s.written += int64(disks.WriteBytes)
	s.processor += time.Duration(stat.CPUTime() * float64(time.Second))
	return errors.Join(noStat, noDisks)
}

// addChildren adds what the children of a process have used so far.
func (s *spending) addChildren(pid int) error {
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, child := range strings.Fields(string(children)) {
		if id, err := strconv.Atoi(child); err == nil {
			_ = s.add(id) // it may have ended
		}
	}
	return err
}
