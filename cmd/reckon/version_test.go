package main

import (
	"os"
	"regexp"
	"testing"
)

func TestSourceRevision(t *testing.T) {
	for _, c := range []struct {
		revision, modified string
		linked             string
		want               string
	}{
		{"0a1b", "false", "", "0a1b"},
		{"0a1b", "true", "ff", "0a1b, changed since"},
		{"", "", "ff", "ff"},
		{"", "", "", "unknown"},
	} {
		settings := map[string]string{"vcs.revision": c.revision, "vcs.modified": c.modified}
		if got := sourceRevision(settings, c.linked); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// What tells people of a version tells of the one that the program says.
func TestNumber(t *testing.T) {
	for _, c := range []struct{ file, pattern string }{
		{"../../CHANGELOG.md", `(?m)^## (.*)$`},
		{"../../Dockerfile", `image\.version="(.*?)"`},
	} {
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		match := regexp.MustCompile(c.pattern).FindSubmatch(text)
		if match == nil {
			t.Errorf("%s names no version", c.file)
			continue
		}
		if got := string(match[1]); got != number {
			t.Errorf("%s is about %q first, and the program is %q", c.file, got, number)
		}
	}
}
