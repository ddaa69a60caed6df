package config

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
)

// redacted stands for a secret wherever one is printed.
const redacted = "[secret]"

// A Secret is a text that must not be seen in a log, an error or a dump,
// however it is printed. Reveal gives the text.
type Secret string

// Reveal returns the secret itself, for the one place that sends it.
func (s Secret) Reveal() string { return string(s) }

// Format redacts under every verb of package fmt; String alone would leave %x,
// %d and %#v.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, s.String()) }

// String is empty if no secret is set, so that one can see whether it is.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// LogValue redacts in package slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText redacts in JSON and TOML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes the text without the space and line ends that a file or
// a paste brings along.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(strings.TrimSpace(string(text)))
	return nil
}

func (s Secret) check() error {
	if strings.ContainsFunc(string(s), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		return errors.New("want one word of ASCII characters")
	}
	return nil
}
