package storage

import (
	"testing"
	"time"
)

// Each kind of argument has one form in the databases. A server takes no NUL in a text, and only bytes that are UTF-8.
func TestArguments(t *testing.T) {
	for _, test := range []struct {
		name           string
		argument       any
		file, onServer any
	}{
		{"a time", time.UnixMilli(1234).UTC(), int64(1234), int64(1234)},
		{"no time", time.Time{}, nil, nil},
		{"a duration", 1500 * time.Millisecond, int64(1500), int64(1500)},
		{"no duration", time.Duration(0), int64(0), int64(0)},
		{"a reference", Reference(7), int64(7), int64(7)},
		{"no reference", Reference(0), nil, nil},
		{"a flag", true, 1, 1},
		{"no flag", false, 0, 0},
		{"a number", 7, 7, 7},
		{"a text", "héllo", "héllo", "héllo"},
		{"a text with NUL", "a\x00b", "a\x00b", "a\uFFFDb"},
		{"a text that is no UTF-8", "a\xffb", "a\xffb", "a\uFFFDb"},
		{"a text with U+FFFD", "a\uFFFDb", "a\uFFFDb", "a\uFFFDb"},
	} {
		if got := argumentOf(test.argument, false); got != test.file {
			t.Errorf("%s: a file is given %#v, want %#v", test.name, got, test.file)
		}
		if got := argumentOf(test.argument, true); got != test.onServer {
			t.Errorf("%s: a server is given %#v, want %#v", test.name, got, test.onServer)
		}
	}
}

// Parameters are numbered one after another.
func TestNumbersOfParameters(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Bigints(2, 2), "(CAST($3 AS BIGINT), CAST($4 AS BIGINT))"},
		{Bigints(0, 1), "(CAST($1 AS BIGINT))"},
		{Parameters(3, 2), "$3, $4"},
		{Parameters(1, 1), "$1"},
		{Parameters(1, 0), ""},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
