//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"reckon/bot/chat"
)

// A desk is the real program on a terminal of its own.
type desk struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	seen strings.Builder
}

func sit(t *testing.T, env ...string) *desk {
	t.Helper()
	return sitBefore(t, 80, env...)
}

// sitBefore is sit before a window that is so many columns wide.
func sitBefore(t *testing.T, columns uint16, env ...string) *desk {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "reckon", "--db", filepath.Join(t.TempDir(), "reckon.db"))
	cmd.Env = append(os.Environ(), "TELEGRAM_TOKEN=", "DISCORD_TOKEN=", "RECKON_LOCALE=en", "TERM=xterm", "NO_COLOR=", "LC_ALL=C.UTF-8")
	cmd.Env = append(cmd.Env, env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return &desk{t: t, cmd: cmd, tty: tty}
}

// prompt reads until the program asks for a line, and returns what it wrote.
func (d *desk) prompt() string {
	d.t.Helper()
	said := d.read(func(text string) bool { return strings.HasSuffix(text, "\n> ") })
	d.seen.Reset()
	return said
}

// read reads until what was read is enough, or the program has ended.
func (d *desk) read(enough func(string) bool) string {
	d.t.Helper()
	buf := make([]byte, 4096)
	for !enough(d.seen.String()) {
		n, err := d.tty.Read(buf)
		d.seen.Write(buf[:n])
		// The error is EIO: nobody has the other end open.
		if err != nil {
			break
		}
	}
	return d.seen.String()
}

func (d *desk) press(keys string) {
	d.t.Helper()
	if _, err := io.WriteString(d.tty, keys); err != nil {
		d.t.Fatal(err)
	}
}

// TestKeyboard edits a line, brings it back, and leaves in each of the ways there
// are.
func TestKeyboard(t *testing.T) {
	const up, left, back, enter = "\x1b[A", "\x1b[D", "\x7f", "\r"
	d := sit(t)
	d.prompt()
	d.press("/24 3 3 8 8" + enter)
	if said := d.prompt(); !strings.Contains(said, "\x1b[36m#1\x1b[0m Answer") {
		t.Errorf("no buttons in colour:\n%q", said)
	}
	d.press("根8*4" + back + "3" + left + left + left + back + enter)
	if said := d.prompt(); !strings.Contains(said, "leaves out") {
		t.Errorf("the edited line is not 8*3:\n%q", said)
	}
	d.press(up + enter)
	if said := d.prompt(); !strings.Contains(said, "leaves out") {
		t.Errorf("the line does not come back:\n%q", said)
	}
	d.press("2" + enter)
	if said := d.prompt(); strings.Contains(said, "Hint 1") {
		t.Errorf("a number pressed a button:\n%q", said)
	}
	d.press("#2" + enter)
	if said := d.prompt(); !strings.Contains(said, "💡") {
		t.Errorf("#2 did not press Hint:\n%q", said)
	}
	for name, keys := range map[string]string{"quit": "quit" + enter, "Ctrl-D": "\x04", "Ctrl-C": "half\x03"} {
		d := sit(t, "NO_COLOR=1")
		if said := d.prompt(); strings.Contains(said, "\x1b[3") {
			t.Errorf("colours in spite of NO_COLOR: %q", said)
		}
		d.press(keys)
		said := d.read(func(string) bool { return false })
		if err := d.cmd.Wait(); err != nil || !strings.HasSuffix(said, "\n") {
			t.Errorf("%s: %v, and the last line is %q", name, err, said)
		}
	}
}

// TestKeyboardNarrow plays before a narrow window: no line of the bot is wider, and the Tab key completes.
func TestKeyboardNarrow(t *testing.T) {
	const columns = 40
	d := sitBefore(t, columns, "NO_COLOR=1")
	said := d.prompt()
	for _, keys := range []string{"/24 3 3 8 8\r", "8*3\r", "/hel\t\r", "/24 3 3 8 8\r", "Giv\t\r"} {
		d.press(keys)
		said += d.prompt()
	}
	for _, want := range []string{"  [3] [3] [8] [8]  make 24\r\n  very hard\r\n", "/help", "Given up."} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	for line := range strings.Lines(said) {
		isTyped := strings.Contains(line, ">")
		if width := chat.Width(strings.TrimRight(line, "\r\n")); width > columns && !isTyped {
			t.Errorf("%d columns: %q", width, line)
		}
	}
}

// TestKeyboardASCII plays in a locale without UTF-8.
func TestKeyboardASCII(t *testing.T) {
	d := sit(t, "LC_ALL=C", "RECKON_LOCALE=")
	said := d.prompt()
	d.press("/24 3 3 8 8\r")
	said += d.prompt()
	d.press("#2\r")
	said += d.prompt()
	for _, want := range []string{"with + - * / and brackets", "The last step is a division."} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if strange := regexp.MustCompile(`[^\x00-\x7f]`).FindString(said); strange != "" {
		t.Errorf("%q is no ASCII:\n%s", strange, said)
	}
}

// TestKeyboardGivesBack ends the program by a signal while a line is typed: the
// shell finds the terminal as it was.
func TestKeyboardGivesBack(t *testing.T) {
	d := sit(t)
	d.prompt()
	d.press("half")
	d.read(func(text string) bool { return strings.Contains(text, "half") })
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := d.cmd.Wait(); err != nil {
		t.Error(err)
	}
	stty := exec.CommandContext(t.Context(), "stty", "-a")
	stty.Stdin = d.tty
	out, err := stty.Output()
	if err != nil {
		t.Skip("stty:", err)
	}
	if !regexp.MustCompile(`\bisig icanon\b`).Match(out) || regexp.MustCompile(`-echo\b`).Match(out) {
		t.Errorf("the terminal is left as\n%s", out)
	}
}
