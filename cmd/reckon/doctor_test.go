package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// doctor runs the command with these arguments and returns its output.
func doctor(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append([]string{"doctor"}, args...), console{strings.NewReader(""), &out, t.Output()})
	return out.String(), err
}

// newDatabase makes a database in a folder, on which no bot was started yet, and returns its path.
func newDatabase(t *testing.T, folder string) string {
	t.Helper()
	return dbtest.File(t, "reckon", filepath.Join(folder, "reckon.db"), func(path string) error {
		store, err := bot.Open(context.Background(), path)
		if err != nil {
			return err
		}
		return store.Close()
	})
}

// openDatabase makes a database for one test, and opens it until the test ends.
func openDatabase(t *testing.T) *storage.Store {
	t.Helper()
	store, err := bot.Open(t.Context(), newDatabase(t, dbtest.Folder(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func TestDoctorDatabase(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "reckon.db")
	said, err := doctor(t, "--db", db)
	if err != nil || !strings.Contains(said, "the bot creates it when it starts") {
		t.Errorf("without a database: %v\n%s", err, said)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("the checks left %v, %v", left, err)
	}
	// Nothing answers at this URL.
	said, err = doctor(t, "--db", db, "--url", "http://"+freePort(t), "--listen", freePort(t))
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  page") || !strings.Contains(said, "reckon serves the page alone") {
		t.Errorf("without a token, and with the page: %v\n%s", err, said)
	}
	said, err = doctor(t, "--db", folder)
	if !errors.Is(err, no) || !strings.Contains(said, "it is a folder") || !strings.Contains(said, "RECKON_DB="+db+"\n") {
		t.Errorf("of a folder: %v\n%s", err, said)
	}
	newDatabase(t, folder)
	said, err = doctor(t, "--db", db)
	if err != nil || !strings.Contains(said, "ok     database") || !strings.Contains(said, "ok     bot                   no bot serves") {
		t.Errorf("of a sound database: %v\n%s", err, said)
	}
	damage(t, db)
	said, err = doctor(t, "--db", db)
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  database") || !strings.Contains(said, "reckon restore") {
		t.Errorf("of a damaged database: %v\n%s", err, said)
	}
	said, err = doctor(t, "--db", filepath.Join(folder, "nowhere", "reckon.db"))
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  disk") || !strings.Contains(said, "-> mkdir -p "+filepath.Join(folder, "nowhere")+"\n") {
		t.Errorf("of a folder that is not there: %v\n%s", err, said)
	}
}

// For a database that a newer program has upgraded, doctor says to start that program again.
func TestDoctorNewerDatabase(t *testing.T) {
	path := newDatabase(t, t.TempDir())
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO reckon_versions (version_id, is_applied) VALUES (9000, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := doctor(t, "--db", path)
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  database") || !strings.Contains(said, "-> start the newer program") {
		t.Errorf("%v\n%s", err, said)
	}
}

// Each fault of a file has a remedy of its own. A copy is restored only if the file is damaged.
func TestFileRemedy(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "reckon.db")
	if err := os.WriteFile(db, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{storage.ErrDisk, "free some space"},
		{storage.ErrForbidden, "allow the user of the bot to write to " + folder},
		{fs.ErrPermission, "allow the user of the bot"},
		{storage.ErrNewer, "start the newer program"},
		{storage.ErrDamaged, "restore a backup"},
		{errors.New("another"), "set RECKON_DB"},
	} {
		got := fileRemedy(fmt.Errorf("open database: %w", c.err), db)
		if !strings.Contains(got, c.want) {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	want := fmt.Sprintf("chown 4242 %s %s, or", folder, db)
	if got := ownerRemedy(db, 4242); !strings.Contains(got, want) {
		t.Errorf("a file of somebody else: %s, want %s", got, want)
	}
}

// A server that cannot be opened has remedies, too.
func TestServerRemedy(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{storage.ErrPooling, "pool_mode = session"},
		{storage.ErrLogin, "the password"},
		{storage.ErrAbsent, "createdb"},
		{storage.ErrNewer, "start the newer program"},
		{errors.New("another"), "set RECKON_DB"},
	} {
		got := serverRemedy(fmt.Errorf("open database: %w", c.err))
		if !strings.Contains(got, c.want) {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
	said, err := doctor(t, "--db", "postgres://reckon@127.0.0.1:1/reckon")
	if !errors.Is(err, no) || !strings.Contains(said, "-> start the server") {
		t.Errorf("no server: %v\n%s", err, said)
	}
}

// damage overwrites all pages but the first.
func damage(t *testing.T, db string) {
	t.Helper()
	data, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(data); i++ {
		data[i] = 0x5a
	}
	if err := os.WriteFile(db, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestDoctorNetwork checks a Telegram whose token, clock or address is wrong.
func TestDoctorNetwork(t *testing.T) {
	off := time.Duration(0)
	known := true
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(off).UTC().Format(http.TimeFormat))
		if !known {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"ok":false,"error_code":401,"description":"Unauthorized"}`)
			return
		}
		fmt.Fprint(w, map[string]string{
			"getMe":          `{"ok":true,"result":{"id":42,"is_bot":true,"username":"reckon_bot","can_join_groups":true}}`,
			"getWebhookInfo": `{"ok":true,"result":{"url":""}}`,
			"getMyCommands":  `{"ok":true,"result":[]}`,
		}[filepath.Base(r.URL.Path)])
	}))
	defer api.Close()
	args := []string{"--db", filepath.Join(t.TempDir(), "reckon.db"), "--telegram-token", "7000001:AAH", "--telegram-api-url", api.URL}
	for _, c := range []struct {
		off   time.Duration
		known bool
		want  string
		err   error
	}{
		{0, true, "ok     clock", nil},
		{0, true, "ok     Telegram token        belongs to @reckon_bot\n", nil},
		{0, true, "note   Telegram commands     0 registered, ", nil},
		{0, true, "ok     Telegram invitation   https://t.me/reckon_bot?startgroup=play\n", nil},
		{time.Hour, true, "WRONG  clock                 1h0m0s behind the clock of 127.0.0.1", no},
		{-time.Hour, true, "WRONG  clock                 1h0m0s ahead of the clock of 127.0.0.1", no},
		{0, false, "WRONG  Telegram token        refused\n", no},
	} {
		off = c.off
		known = c.known
		said, err := doctor(t, args...)
		if !errors.Is(err, c.err) || !strings.Contains(said, c.want) || strings.Contains(said, "AAH") {
			t.Errorf("%v, want %q in\n%s", err, c.want, said)
		}
	}
	api.Close()
	said, err := doctor(t, args...)
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  Telegram address") {
		t.Errorf("out of reach: %v\n%s", err, said)
	}
	said, err = doctor(t, append(args, "--telegram-token", "nonsense")...)
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  Telegram settings") {
		t.Errorf("a token that is none: %v\n%s", err, said)
	}
}
