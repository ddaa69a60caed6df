package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"reckon/storage/address"
)

// A Path names the database: a file, or the address of a database on a server. The address may
// contain a password. Unlike other settings it cannot be empty.
type Path string

// IsServer reports whether the database is on a server.
func (p Path) IsServer() bool { return address.IsServer(string(p)) }

// String returns the name of a file, or the host, port and name of a database on a server.
func (p Path) String() string { return address.Name(string(p)) }

// Format redacts under every verb of package fmt.
func (p Path) Format(f fmt.State, _ rune) { fmt.Fprint(f, p.String()) }

// MarshalText redacts in JSON and package slog.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// fileURI matches the beginning of a URI that other programs take for a SQLite file. A drive of Windows has one
// letter.
var fileURI = regexp.MustCompile(`(?i)^\s*['"]?(file|sqlite3?|jdbc:sqlite):`)

// UnmarshalText refuses an empty name, and a URI of a file.
func (p *Path) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("is set but empty")
	}
	if fileURI.Match(text) {
		return errors.New("want the path of a file, such as /data/reckon.db, and not a URI")
	}
	*p = Path(text)
	return nil
}

// minPassword is the least length of a password that Redact removes wherever it is found. A shorter
// password, or one that is part of the database's name, may also be found within other words. If it
// were removed from such a word, the rest of the word would tell what it is.
const minPassword = 8

// secrets returns the texts that must stay secret if the database is on a server.
func (p Path) secrets() []string {
	if !p.IsServer() {
		return nil
	}
	password := address.Password(string(p))
	if len(password) < minPassword || strings.Contains(p.String(), password) {
		return []string{string(p)}
	}
	return []string{string(p), password}
}
