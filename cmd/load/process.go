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

// A process is a program that runs.
type process struct {
	cmd  *exec.Cmd
	gone chan struct{} // closed at its end
	err  error         // how it ended, then
}

// launch starts a program that ends with this one.
func launch(cmd *exec.Cmd) (*process, error) {
	tie(cmd)
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

// slowly has the syncs of a command take longer. The tracer is a process apart
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

// end sends a signal, and tells how long the process took to end. One that takes
// longer than most is killed.
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

// A spending is what a process has used of the machine.
type spending struct {
	written   int64 // bytes
	processor time.Duration
}

func (p *process) spent() (s spending, err error) {
	if s.written, err = p.written(); err != nil {
		return s, err
	}
	s.processor, err = p.processor()
	return s, err
}

// written is how many bytes the process has had written to disks.
func (p *process) written() (int64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/io", p.cmd.Process.Pid))
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

// processor is how much time processors have spent on the process.
func (p *process) processor() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
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

// ticksPerSecond is the unit of the times in /proc, the same on all systems of
// Linux that Go runs on.
const ticksPerSecond = 100

// memory is how much memory the process has taken at most, in bytes.
func (p *process) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int64
	fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}
