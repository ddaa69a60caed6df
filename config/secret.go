package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// redacted is printed instead of a secret.
const redacted = "[secret]"

// A Secret is a text that is never printed, in logs, errors or dumps. Reveal returns it.
type Secret string

// Reveal returns the secret itself, for the one place that sends it.
func (s Secret) Reveal() string { return string(s) }

// Format redacts under every verb of package fmt. With String alone %x, %d and %#v would print the
// secret.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, s.String()) }

// String is empty if no secret is set, so that a log shows whether one is set.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// MarshalText redacts in JSON and package slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText trims the spaces and line ends that come with a file or a paste.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(strings.TrimSpace(string(text)))
	return nil
}

func (s Secret) check() error {
	if first, _, more := strings.Cut(string(s), " "); more && strings.EqualFold(first, "Bot") {
		return errors.New("leave out the word Bot: the token is what follows it")
	}
	if strings.ContainsFunc(string(s), isForeign) {
		return errors.New("want one word of ASCII characters")
	}
	return nil
}

// isForeign reports whether a character is never part of a token.
func isForeign(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsGraphic(r) || unicode.IsSpace(r)
}
