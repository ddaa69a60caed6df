package config_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// readSource returns the text of a file of the source.
func readSource(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// namesForImage returns the files and folders that .dockerignore lets into the build of the image. All of them exist.
func namesForImage(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for line := range strings.Lines(readSource(t, ".dockerignore")) {
		name, isIn := strings.CutPrefix(strings.TrimSpace(line), "!")
		if !isIn {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			t.Error(err)
		}
		names[name] = true
	}
	return names
}

// The build of the image sees all source, and each file that Dockerfile copies from there.
func TestImageSource(t *testing.T) {
	names := namesForImage(t)
	copies := regexp.MustCompile(`(?m)^COPY ([^-\n].*) \S+$`).FindAllStringSubmatch(readSource(t, "Dockerfile"), -1)
	if len(copies) < 3 {
		t.Errorf("only these are copied from the source: %q", copies)
	}
	for _, match := range copies {
		for _, file := range strings.Fields(match[1]) {
			top, _, _ := strings.Cut(file, "/")
			if file != "." && !names[top] {
				t.Errorf("Dockerfile copies %s, which .dockerignore leaves out", file)
			}
		}
	}

	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".."
		if d.IsDir() && (isHidden || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		inside, err := filepath.Rel("..", file)
		if err != nil {
			return err
		}
		top, _, _ := strings.Cut(filepath.ToSlash(inside), "/")
		if strings.HasSuffix(file, ".go") && !names[top] {
			t.Errorf(".dockerignore leaves out %s", inside)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The image is built with a version of Go that go.mod takes.
func TestImageGo(t *testing.T) {
	image := regexp.MustCompile(`golang:(1\.\d+)\.(\d+)`).FindStringSubmatch(readSource(t, "Dockerfile"))
	module := regexp.MustCompile(`(?m)^go (1\.\d+)\.(\d+)$`).FindStringSubmatch(readSource(t, "go.mod"))
	if image == nil || module == nil {
		t.Fatalf("Dockerfile has Go %q, go.mod %q", image, module)
	}
	if image[1] != module[1] || atoi(t, image[2]) < atoi(t, module[2]) {
		t.Errorf("Dockerfile has Go %s.%s, and go.mod wants %s.%s", image[1], image[2], module[1], module[2])
	}
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
