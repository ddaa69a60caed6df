// Package dbtest gives tests their databases: files, or databases on a PostgreSQL
// server that the process starts for itself. The server starts when the first database is asked for,
// and ends with the process, even if the process is killed.
//
// The tests of a package run on both, one after the other: its TestMain calls Main. In each run New
// makes a database of the right sort, and Server says which sort that is.
package dbtest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	// This is the driver "pgx".
	_ "github.com/jackc/pgx/v5/stdlib"
)

const (
	// passVariable names the environment variable that is "postgres" while the tests run on PostgreSQL.
	passVariable = "RECKON_TEST_PASS"
	// mustVariable names the environment variable that is "must" if the tests are to run on PostgreSQL, too.
	mustVariable = "RECKON_TEST_POSTGRES"
)

// Server reports whether this run of the tests is on PostgreSQL.
func Server() bool {
	// Go caches a test result together with the variables that are read while the tests run. Main reads
	// RECKON_TEST_POSTGRES only after they have run. So it is read here, too: otherwise the cached result of
	// a run on files alone would be taken for that of a run on both.
	_ = os.Getenv(mustVariable)
	return os.Getenv(passVariable) == "postgres"
}

// OnlyFile skips a test that is about files alone.
func OnlyFile(t testing.TB) {
	t.Helper()
	if Server() {
		t.Skip("only on files")
	}
}

// OnlyServer skips a test that is about servers alone.
func OnlyServer(t testing.TB) {
	t.Helper()
	if !Server() {
		t.Skip("only on servers")
	}
}

// Wanted reports whether the tests should run on PostgreSQL, too.
func Wanted() bool { return os.Getenv(mustVariable) == "must" }

// Main runs the tests on files and, with RECKON_TEST_POSTGRES=must, once more on PostgreSQL, and
// returns the exit status. With RECKON_TEST_PASS=postgres it runs them on PostgreSQL alone. If they have passed
// on files and PostgreSQL is not wanted, Main prints a line that says so.
func Main(m *testing.M) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	status := m.Run()
	if Server() || status != 0 {
		return status
	}
	if !Wanted() {
		fmt.Println("on files alone; with RECKON_TEST_POSTGRES=must on PostgreSQL, too")
		return status
	}
	for _, name := range onceFlags {
		if f := flag.Lookup(name); f != nil && f.Value.String() != f.DefValue {
			return status
		}
	}
	if _, err := tools(); err != nil {
		fmt.Println("NOT TESTED ON POSTGRESQL:", err)
		return 1
	}
	fmt.Println("on PostgreSQL:")
	if err := runOnServer(); err != nil {
		fmt.Println("on PostgreSQL:", err)
		return 1
	}
	return 0
}

// garbage is the GOGC of the tests. They keep little memory and make much garbage: with Go's 100, a
// seventh of their time would go into collecting it.
const garbage = 400

// onceFlags are the flags of tests with which they run once, on files: a second run would add nothing.
var onceFlags = []string{"test.fuzz", "test.fuzzworker", "test.list", "test.bench", "update"}

// runOnServer runs the tests of this program on PostgreSQL.
func runOnServer() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	arguments := slices.DeleteFunc(slices.Clone(os.Args[1:]), writesFile)
	c := exec.Command(program, arguments...)
	c.Env = append(os.Environ(), passVariable+"=postgres")
	c.Stdout = os.Stdout
	c.Stderr = os.Stderr
	return c.Run()
}

// writesFile reports whether an argument of the tests makes them write a file. The second run must
// not write over the files of the first.
func writesFile(argument string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(argument, "-"), "=")
	switch name {
	case "test.gocoverdir", "test.testlogfile", "test.trace":
		return true
	}
	return strings.HasPrefix(name, "test.") && strings.HasSuffix(name, "profile")
}

var (
	// serving is the server of this process.
	serving = sync.OnceValues(func() (*Instance, error) { return Start(Options{}) })
	// templates has the function that makes a template, a func() error, by the template's name.
	templates sync.Map
	// files has the function that returns the content of a template's file, a func() ([]byte, error), by the
	// template's name.
	files sync.Map
	// clones counts the databases that were made on the server.
	clones atomic.Int64
)

// A Test is what a database is made for: a testing.TB, or a *rapid.T.
type Test interface {
	Helper()
	Fatal(args ...any)
	Error(args ...any)
	Cleanup(func())
}

// New makes a database for one test and returns its path or its URL: a File in a Folder of its
// own, or a Database in the run on PostgreSQL.
func New(t testing.TB, template string, prepare func(string) error) string {
	t.Helper()
	if Server() {
		return Database(t, template, prepare)
	}
	return File(t, template, filepath.Join(Folder(t), "reckon.db"), prepare)
}

// Folder makes a folder for the database files of one test. It is in memory where the system has
// room: a test can kill a process, but not cut the power, so it sees no difference except that it
// does not wait for a disk.
func Folder(t testing.TB) string {
	t.Helper()
	memory := inMemory()
	if memory == "" {
		return t.TempDir()
	}
	folder, err := os.MkdirTemp(memory, "reckon")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// Database makes a database for one test and returns its URL. It is a copy of a template. The first call with the name
// of a template has prepare fill that template. The database is dropped when the test ends.
func Database(t Test, template string, prepare func(url string) error) string {
	t.Helper()
	s, err := serving()
	if err != nil {
		t.Fatal(err)
	}
	prepared, _ := templates.LoadOrStore(template, sync.OnceValue(func() error {
		name := "template_" + template
		return errors.Join(s.execute(`CREATE DATABASE `+name), prepare(s.url(name)))
	}))
	if err := prepared.(func() error)(); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d", clones.Add(1))
	err = s.execute(`CREATE DATABASE ` + name + ` TEMPLATE template_` + template + ` STRATEGY FILE_COPY`)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.execute(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return s.url(name)
}

// File makes a database file at path for one test and returns path. It is a copy of a template. The first call with the
// name of a template has prepare fill that template.
func File(t Test, template, path string, prepare func(path string) error) string {
	t.Helper()
	read, _ := files.LoadOrStore(template, sync.OnceValues(func() ([]byte, error) { return fill(prepare) }))
	content, err := read.(func() ([]byte, error))()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// fill returns the content of a file that prepare fills.
func fill(prepare func(path string) error) ([]byte, error) {
	folder, err := os.MkdirTemp(inMemory(), "template")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "template.db")
	if err := prepare(file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}
