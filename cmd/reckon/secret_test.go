package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// No command shows the password of a database server, or makes a file with its address as the name,
// however the address is written.
func TestNoPasswordIsShown(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"postgres://reckon:hush@127.0.0.1:1/db",
		"postgres://reckon:p@hush/word@127.0.0.1:1/db",
		"postgres://reckon:77/hush@127.0.0.1:1/db",
		"postgres://reckon:hush/word@127.0.0.1:1/db",
		"postgres://reckon:hu%ZZhush@127.0.0.1:1/db",
		"postgresql://127.0.0.1:1/db?user=reckon&password=hush",
		"Postgres://reckon:hush@127.0.0.1:1/db",
		`"postgres://reckon:hush@127.0.0.1:1/db"`,
		"host=127.0.0.1 port=1 dbname=db user=reckon password=hush",
		"password='a hush' host=127.0.0.1 port=1 dbname=db",
		"host=127.0.0.1 port=1 dbname=db password=two hush words",
		"postgres:/reckon:hush@127.0.0.1:1/db",
		"reckon:hush@127.0.0.1:1/db",
	} {
		for _, args := range [][]string{
			{"--db", address},
			{"health", "--db", address},
			{"doctor", "--db", address},
			{"backup", "--db", address, "copy.db"},
			{"restore", "--db", address, "copy.db"},
			{"ratings", "rebuild", "--db", address},
			{"audit", "list", "--db", address},
			{"move", "--db", "none.db", "--to", address},
			{"move", "--db", address, "--to", "none.db"},
			{"health", address},
		} {
			var out bytes.Buffer
			err := run(t.Context(), args, console{strings.NewReader(""), &out, &out})
			if err == nil {
				t.Errorf("%q succeeds", args)
				continue
			}
			if said := out.String() + err.Error(); strings.Contains(said, "hush") {
				t.Errorf("%q: %s", args, said)
			}
		}
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, error %v", left, err)
	}
}

// A short password is not removed from the words of an error, because the rest of the words would
// tell what it is.
func TestShortPasswordLeavesErrorsWhole(t *testing.T) {
	var out bytes.Buffer
	err := run(t.Context(), []string{"health", "--db", "postgres://reckon:p@127.0.0.1:1/db"}, console{strings.NewReader(""), &out, &out})
	if want := "open database postgres://127.0.0.1:1/db: no connection"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
