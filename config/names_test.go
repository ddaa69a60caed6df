package config_test

import (
	"testing"

	"reckon/config"
)

func TestWithVariables(t *testing.T) {
	for text, want := range map[string]string{
		"--listen: want a host":                                  "RECKON_LISTEN (--listen): want a host",
		"--log must be one of":                                   "RECKON_LOG (--log) must be one of",
		"--telegram-token-file: --telegram-token is set as well": "TELEGRAM_TOKEN_FILE (--telegram-token-file): TELEGRAM_TOKEN (--telegram-token) is set as well",
		"--url: set --listen too":                                "RECKON_URL (--url): set RECKON_LISTEN (--listen) too",
		"--to: want the new database":                            "--to: want the new database",
		`unknown flag --lisen, did you mean "--listen"?`:         `unknown flag --lisen, did you mean "--listen"?`,
		"the file is no database":                                "the file is no database",
	} {
		if got := config.WithVariables(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
