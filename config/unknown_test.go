package config_test

import (
	"slices"
	"strings"
	"testing"

	"reckon/config"
)

// A misspelt variable is an error that says which one is meant. Other variables with such a prefix, as
// an orchestrator sets them for its services, are only named.
func TestUnknownVariables(t *testing.T) {
	for entry, meant := range map[string]string{
		"RECKON_BAKUP_DIR=/data":       "RECKON_BACKUP_DIR",
		"RECKON_LISEN=127.0.0.1:8080":  "RECKON_LISTEN",
		"RECKON_LSITEN=127.0.0.1:8080": "RECKON_LISTEN",
		"RECKON_PROXY=127.0.0.1":       "",
		"RECKON_PROXYES=127.0.0.1":     "RECKON_PROXIES",
		"RECKON_DBS=reckon.db":         "RECKON_DB",
		"RECKON_ULR=https://x":         "RECKON_URL",
		"RECKON_TAG=latest":            "",
		"TELEGRAM_TOKN=1:x":            "TELEGRAM_TOKEN",
		"TELEGRAM_TOKENFILE=/x":        "TELEGRAM_TOKEN_FILE",
		"TELEGRAM_BOT_TOKEN=1:x":       "",
		"TELEGRAM_API_ID=1":            "",
		"DISCORD_CLIENT_SECERT=x":      "DISCORD_CLIENT_SECRET",
		"DISCORD_CLIENT_ID=1":          "",
		"RECKON_PORT=tcp://10.0.0.1:1": "",
		"RECKON_SERVICE_HOST=10.0.0.1": "",
		"RECKON_SERVICE_PORT=8080":     "",
		"RECKON_PORT_8080_TCP=tcp://1": "",
		"RECKON_DB_PORT=tcp://1":       "",
		"RECKON_DB_SERVICE_HOST=1":     "",
		"TELEGRAM_PORT=tcp://1":        "",
		"DISCORD_PORT=tcp://1":         "",
	} {
		name, value, _ := strings.Cut(entry, "=")
		unknown, err := config.UnknownVariables([]string{"PATH=/bin", entry})
		if meant == "" {
			if err != nil || !slices.Equal(unknown, []string{name}) {
				t.Errorf("%s: %v and %v, want its name", name, unknown, err)
			}
			continue
		}
		want := name + ": there is no such setting; is " + meant + " meant?"
		if err == nil || err.Error() != want || strings.Contains(err.Error(), value) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	ours := []string{"RECKON_DB=x", "TELEGRAM_TOKEN=1:x", "DISCORD_API_URL=x", "RECKON_CONFIG=x", "RECKON_LISEN=", "RECKON_OTHER=", "RECKON_TEST_LONG=1", "reckon=x"}
	if unknown, err := config.UnknownVariables(ours); err != nil || len(unknown) > 0 {
		t.Errorf("of settings: %v, %v", unknown, err)
	}
}
