package config

import (
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxKept is the longest file that holds a setting, in bytes.
const maxKept = 64 << 10

// readFiles reads those settings that are kept in files of their own, as Docker and
// systemd hand out secrets. An empty file sets nothing, and neither does an empty
// name: so a network can be left out where its file must be there.
func (s *Settings) readFiles() error {
	for _, kept := range []struct {
		flag, file string
		set        bool
		into       encoding.TextUnmarshaler
	}{
		{"db", s.DBFile, s.DB != "", &s.DB},
		{"telegram-token", s.TelegramTokenFile, s.TelegramToken != "", &s.TelegramToken},
		{"discord-token", s.DiscordTokenFile, s.DiscordToken != "", &s.DiscordToken},
	} {
		if kept.file == "" {
			continue
		}
		if kept.set {
			return fmt.Errorf("--%s-file: --%s is set as well", kept.flag, kept.flag)
		}
		text, err := ReadKept(kept.file)
		if err == nil && text != "" {
			err = kept.into.UnmarshalText([]byte(text))
		}
		if err != nil {
			return fmt.Errorf("--%s-file: %w", kept.flag, err)
		}
	}
	return nil
}

// ReadKept returns what a file holds, without the line end that editors add.
func ReadKept(name string) (_ string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := io.ReadAll(io.LimitReader(f, maxKept+1))
	if err == nil && len(text) > maxKept {
		err = fmt.Errorf("%s: more than %d bytes", name, maxKept)
	}
	return strings.TrimSpace(string(text)), err
}
