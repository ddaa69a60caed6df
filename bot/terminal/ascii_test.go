package terminal

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestShowsUnicode(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		system string
		want   bool
	}{
		{map[string]string{"LANG": "en_US.UTF-8"}, "linux", true},
		{map[string]string{"LANG": "zh_CN.utf8@radical"}, "linux", true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "C"}, "linux", false},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "linux", true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, "darwin", false},
		{map[string]string{"LC_CTYPE": "UTF-8"}, "darwin", true},
		{nil, "linux", false},
		{nil, "darwin", true},
		{nil, "windows", true},
	} {
		if got := ShowsUnicode(func(name string) string { return c.env[name] }, c.system); got != c.want {
			t.Errorf("%v on %s: %t", c.env, c.system, got)
		}
	}
}

func TestInASCII(t *testing.T) {
	for text, want := range map[string]string{
		"8 ÷ (3 − 8 × ⅓)":          "8 / (3 - 8 * 1/3)",
		"🥇 Ann, fiancé, 安妮":        "1. Ann, fiance, ??",
		"\u2068שרה\u2069 “said” …": "??? \"said\" ...",
		"💡 The last step":          "The last step",
		"\x1b[36m#1\x1b[0m Hint":   "\x1b[36m#1\x1b[0m Hint",
	} {
		if got := inASCII(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// All that the bot says in English can be said in ASCII.
func TestEnglishInASCII(t *testing.T) {
	sentences, err := os.ReadFile("../lang/en.toml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sentences)) {
		plain := inASCII(line)
		if strings.Count(plain, "?") != strings.Count(line, "?") {
			t.Errorf("in ASCII there is a sign missing: %s%s", line, plain)
		}
		if regexp.MustCompile(`[^\x00-\x7f]`).MatchString(plain) {
			t.Errorf("this is no ASCII: %q", plain)
		}
	}
}
