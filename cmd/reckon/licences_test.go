package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// modulesOf returns the modules whose packages are in this program, each with its version.
func modulesOf(t *testing.T) []string {
	t.Helper()
	format := "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"
	list := exec.Command("go", "list", "-deps", "-f", format, ".")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(modules) < 20 {
		t.Fatalf("only these modules: %q", modules)
	}
	return modules
}

// Whoever adds a module, or takes a newer version of one, is told to write its licence down.
func TestLicencesOfModules(t *testing.T) {
	for _, module := range modulesOf(t) {
		if !strings.Contains(licences, "\n"+module+", ") {
			t.Errorf("%s has no licence in licences.txt: go generate ./cmd/reckon", module)
		}
	}
}

// What the source has from others has its licence beside it, and the program has that, too.
func TestLicencesOfSource(t *testing.T) {
	files := []string{filepath.Join(sources, "LICENSE")}
	err := filepath.WalkDir(sources, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".."
		if d.IsDir() && (isHidden || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasPrefix(d.Name(), "COPYRIGHT.") || strings.HasSuffix(d.Name(), ".LICENSE") {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 7 {
		t.Fatalf("only these licences: %q", files)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(withoutEnds(licences), withoutEnds(string(text))) {
			t.Errorf("%s is not in licences.txt: go generate ./cmd/reckon", file)
		}
	}
}

// withoutEnds removes white space from the ends of lines, and empty lines around the text.
func withoutEnds(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n\f"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
