package main

import (
	"os"
	"regexp"
	"strings"
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
		{"../../README.md", `newest version, (.*?),`},
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

// The image and the archives are built with a flag that sets the variable of the revision. If a flag names no
// variable, the linker sets nothing, and reports no error.
func TestLinkedRevision(t *testing.T) {
	for _, file := range []string{"../../Dockerfile", "../../.ci/release"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		match := regexp.MustCompile(`-X (\S+)=`).FindSubmatch(text)
		if match == nil {
			t.Errorf("%s sets no revision", file)
			continue
		}
		variable, isOurs := strings.CutPrefix(string(match[1]), "main.")
		if !isOurs || !declaresString(t, variable) {
			t.Errorf("%s sets %s, which is no variable", file, match[1])
		}
	}
}

// declaresString reports whether version.go declares a string variable without a value, which the linker can set.
func declaresString(t *testing.T, name string) bool {
	t.Helper()
	source, err := os.ReadFile("version.go")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^var ` + name + ` string$`).Match(source)
}
