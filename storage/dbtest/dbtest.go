// Package dbtest runs tests on PostgreSQL as well: on a server of the test's own,
// which is started when the first database is asked for and is gone with the
// process, whatever ends it.
//
// A package whose tests run on both databases has a TestMain that calls Main, and
// asks for its databases by Database where Server tells to.
package dbtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

const (
	// passVariable is set in the pass of the tests that is on PostgreSQL.
	passVariable = "RECKON_TEST_PASS"
	// mustVariable, if it is "must", makes it a failure that there is no server to run
	// it on; if "no", there is no such pass.
	mustVariable = "RECKON_TEST_POSTGRES"
)

// Server tells whether this pass of the tests is on PostgreSQL.
func Server() bool { return os.Getenv(passVariable) == "postgres" }

// OnlyFile skips a test of what a file alone has.
func OnlyFile(t testing.TB) {
	t.Helper()
	if Server() {
		t.Skip("of files alone")
	}
}

// OnlyServer skips a test of what a server alone has.
func OnlyServer(t testing.TB) {
	t.Helper()
	if !Server() {
		t.Skip("of servers alone")
	}
}

// Main runs the tests on files, then once more on PostgreSQL, and returns the exit
// status. Without PostgreSQL on the machine one line tells that the second pass is
// missing; if RECKON_TEST_POSTGRES is "must" it is a failure, and if it is "no" there is
// no second pass.
func Main(m *testing.M) int {
	status := m.Run()
	if Server() || status != 0 || !tests(os.Args[1:]) || os.Getenv(mustVariable) == "no" {
		return status
	}
	if _, err := tools(); err != nil {
		fmt.Println("NOT TESTED ON POSTGRESQL:", err)
		if os.Getenv(mustVariable) == "must" {
			return 1
		}
		return status
	}
	return again()
}

// tests tells whether arguments are those of a run of tests, and of no fuzzing,
// benchmark or list.
func tests(args []string) bool {
	for _, a := range args {
		name, value, given := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch name {
		case "test.fuzz", "test.fuzzworker", "test.list", "update", "test.bench":
			if !given || value != "" && value != "false" {
				return false
			}
		}
	}
	return true
}

// again runs this program once more, on PostgreSQL.
func again() int {
	binary, err := os.Executable()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	args := slices.DeleteFunc(slices.Clone(os.Args[1:]), func(a string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		return slices.Contains([]string{
			"test.coverprofile", "test.gocoverdir", "test.testlogfile", "test.cpuprofile", "test.memprofile", "test.blockprofile", "test.mutexprofile", "test.trace",
		}, name)
	})
	c := exec.Command(binary, args...)
	c.Env = append(os.Environ(), passVariable+"=postgres")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	fmt.Println("on PostgreSQL:")
	if err := c.Run(); err != nil {
		fmt.Println("on PostgreSQL:", err)
		return 1
	}
	return 0
}

// A Test is what a database is made for.
type Test interface {
	Helper()
	Fatal(args ...any)
	Error(args ...any)
	Cleanup(func())
}

// serving is the server of this process.
var serving = sync.OnceValues(start)

var (
	templates sync.Map     // by name: func() error
	clones    atomic.Int64 // how many there were
)

// Database makes a database for one test and returns its URL: a clone of the one that
// prepare has made under the name of the template, once in a process. It is dropped
// when the test ends.
func Database(t Test, template string, prepare func(url string) error) string {
	t.Helper()
	s, err := serving()
	if err != nil {
		t.Fatal(err)
	}
	make, _ := templates.LoadOrStore(template, sync.OnceValue(func() error {
		name := "template_" + template
		return errors.Join(s.execute(`CREATE DATABASE `+name), prepare(s.url(name)))
	}))
	if err := make.(func() error)(); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d", clones.Add(1))
	if err := s.execute(`CREATE DATABASE ` + name + ` TEMPLATE template_` + template + ` STRATEGY FILE_COPY`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.execute(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return s.url(name)
}

// files are templates of files, by name: func() ([]byte, error).
var files sync.Map

// File makes a database file for one test, and returns path: a copy of the one that
// prepare has made under the name of the template, once in a process.
func File(t Test, template, path string, prepare func(path string) error) string {
	t.Helper()
	read, _ := files.LoadOrStore(template, sync.OnceValues(func() ([]byte, error) {
		folder, err := os.MkdirTemp("", "template")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		file := filepath.Join(folder, "template.db")
		if err := prepare(file); err != nil {
			return nil, err
		}
		return os.ReadFile(file)
	}))
	content, err := read.(func() ([]byte, error))()
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Empty makes a database without a table.
func Empty(t Test) string {
	t.Helper()
	return Database(t, "empty", func(string) error { return nil })
}

// Execute runs statements on a database behind everyone's back.
func Execute(t testing.TB, url string, statements ...string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
}
