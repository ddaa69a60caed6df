package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
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
	written   int64 // bytes
	processor time.Duration
}

// spentBy returns what a process has used so far.
func spentBy(pid int) (s spending, err error) {
	if s.written, err = written(pid); err != nil {
		return s, err
	}
	s.processor, err = processor(pid)
	return s, err
}

func (s *spending) add(t spending) {
	s.written, s.processor = s.written+t.written, s.processor+t.processor
}

// written returns the bytes that a process has written to disks.
func written(pid int) (int64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if n, ok := strings.CutPrefix(lines.Text(), "write_bytes: "); ok {
			return strconv.ParseInt(n, 10, 64)
		}
	}
	return 0, errors.Join(errors.New("the system does not tell what was written"), lines.Err())
}

// processor returns the processor time of a process, in user and system mode.
func processor(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, errors.New("the system does not tell the time of processors")
	}
	var ticks int64
	for _, f := range fields[11:13] { // in the program, and for it in the system
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / ticksPerSecond), nil
}

// ticksPerSecond is the unit of times in /proc on every Linux that Go runs on.
const ticksPerSecond = 100

// memory returns the largest resident size of a process so far, in bytes.
func memory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int64
	fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// spentBelow returns what a process and all its children have used so far.
func spentBelow(pid int) (sum spending, err error) {
	if sum, err = spentBy(pid); err != nil {
		return sum, err
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return sum, err
	}
	for _, child := range strings.Fields(string(children)) {
		id, err := strconv.Atoi(child)
		if err != nil {
			return sum, err
		}
		if s, err := spentBelow(id); err == nil { // it may have ended
			sum.add(s)
		}
	}
	return sum, nil
}
