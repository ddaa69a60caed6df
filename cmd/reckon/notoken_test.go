package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// startUnattended runs the program with a file for standard input, or without one as a service manager does,
// with /dev/null. It returns the exit status and what the program prints, and checks that only a program that
// succeeds makes a database.
func startUnattended(t *testing.T, input *os.File, env ...string) (code int, printed string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "reckon")
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "RECKON_DB=reckon.db", "RECKON_LOCALE=en"}, env...)
	// Without a file, package exec opens /dev/null.
	if input != nil {
		cmd.Stdin = input
	}
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	_, err = os.Stat(filepath.Join(cmd.Dir, "reckon.db"))
	code = cmd.ProcessState.ExitCode()
	isMade := err == nil
	if isMade != (code == 0) {
		t.Errorf("%q: status %d, and the database is made: %v", env, code, isMade)
	}
	return code, string(out)
}

// A service that was started without a token says so and fails. It does not play with /dev/null.
func TestStartWithoutToken(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "telegram-token")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  []string
		want string
	}{
		{nil, "no token is set (TELEGRAM_TOKEN, DISCORD_TOKEN)"},
		{[]string{"TELEGRAM_TOKEN_FILE=" + empty}, "TELEGRAM_TOKEN_FILE: " + empty + " is empty"},
		{[]string{"RECKON_LISTEN=127.0.0.1:0"}, "no token is set"},
	} {
		code, printed := startUnattended(t, nil, c.env...)
		isOneLine := strings.Count(printed, "\n") == 1
		if code != 2 || !isOneLine || !strings.Contains(printed, c.want) {
			t.Errorf("%q: status %d, want 2 and one line with %q:\n%s", c.env, code, c.want, printed)
		}
	}
}

// A file is played to its end.
func TestPlayFromFile(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(lines, []byte("/24 3 3 8 8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(lines)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	code, printed := startUnattended(t, file)
	if code != 0 || !strings.Contains(printed, "make 24") {
		t.Errorf("a file: status %d\n%s", code, printed)
	}
}
