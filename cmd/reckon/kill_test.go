package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestKilled kills the real program in the middle of play, again and again, and starts it again on the
// same file. All that it had confirmed still counts, and a puzzle that was open is still open.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program several times")
	}
	db := filepath.Join(t.TempDir(), "reckon.db")
	p := start(t, db)
	p.say(t, "/24 3 3 8 8", "make 24")
	p.kill(t)

	p = start(t, db)
	p.say(t, "8/(3-8/3)", "Right: 8/(3-8/3) = 24.")
	p.kill(t)

	p = start(t, db)
	p.say(t, "8/(3-8/3)", "That one is over.")
	p.say(t, "/24 1 5 5 5", "make 24")
	p.say(t, "5*(5-1/5)", "Right: 5*(5-1/5) = 24.")
	p.kill(t)

	p = start(t, db)
	p.say(t, "/stats", "puzzles solved")
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("end of input: %v", err)
	}
}

// A program is reckon in a process of its own, at the other end of pipes.
type program struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(t *testing.T, db string) *program {
	t.Helper()
	// This ends the program if it does not say what the test waits for.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "reckon")
	cmd.Env = append(os.Environ(), "RECKON_DB="+db, "TELEGRAM_TOKEN=", "DISCORD_TOKEN=", "RECKON_LOCALE=en")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return &program{cmd, in, bufio.NewScanner(out)}
}

// say types a line and reads until the answer is there.
func (p *program) say(t *testing.T, line, want string) {
	t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for p.out.Scan() {
		if seen = append(seen, p.out.Text()); strings.Contains(p.out.Text(), want) {
			return
		}
	}
	t.Fatalf("after %q there is no %q in\n%s", line, want, strings.Join(seen, "\n"))
}

// kill ends the program as a power cut would.
func (p *program) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	// The error is "signal: killed".
	_ = p.cmd.Wait()
}
