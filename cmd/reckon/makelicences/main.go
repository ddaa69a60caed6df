// Makelicences writes licences.txt, which "reckon licences" prints: the licences and notices of Reckon, of what
// its source has from others, of Go, and of the modules that a program for any system contains.
//
//	go generate ./cmd/reckon
//
// It reads the files of the modules where Go keeps them. A module without a licence is an error.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// root is the folder of the source, seen from that of cmd/reckon, where go generate starts this program.
const root = "../.."

// A part is something that the program contains and that has a licence.
type part struct {
	name string
	// file has the licence.
	file string
}

// ours are the parts that stand in the source.
var ours = []part{
	{"Reckon", "LICENSE"},
	{"The words of the letters games, from SCOWL", "engine/words/COPYRIGHT.scowl"},
	{"What words mean, from WordNet", "engine/words/COPYRIGHT.wordnet"},
	{"The Chinese characters in pictures, from Droid Sans Fallback", "bot/card/COPYRIGHT.droid"},
	{"The digits of the page, from the Go fonts, which pictures use, too", "bot/web/page/vendor/digits.LICENSE"},
	{"In the page: Preact", "bot/web/page/vendor/preact.LICENSE"},
	{"In the page: htm", "bot/web/page/vendor/htm.LICENSE"},
}

// systems are those for which there are programs.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// notice matches the names of files, and of folders, that have licences and notices.
var notice = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents|authors|third_party_licen[cs]es)`)

const preface = `Reckon is published under the first of these licences. It contains parts that were made by others. The names of
the parts stand above the licence of each.
`

func main() {
	log.SetFlags(0)
	text, err := makeText()
	if err != nil {
		log.Fatal("makelicences: ", err)
	}
	if err := os.WriteFile("licences.txt", text, 0o644); err != nil {
		log.Fatal("makelicences: ", err)
	}
}

func makeText() ([]byte, error) {
	parts := []part{}
	for _, p := range ours {
		parts = append(parts, part{p.name, filepath.Join(root, p.file)})
	}
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	goParts, err := partsIn("Go", strings.TrimSpace(string(goRoot)), nil)
	if err != nil {
		return nil, err
	}
	parts = append(parts, goParts...)
	modules, err := partsOfModules()
	if err != nil {
		return nil, err
	}
	parts = append(parts, modules...)
	return format(parts)
}

// A listedPackage is a package as "go list" prints it.
type listedPackage struct {
	Dir    string
	Module *struct {
		Path    string
		Version string
		Dir     string
		Main    bool
	}
}

// partsOfModules returns the licences of all modules whose packages are in the program for one of the systems.
func partsOfModules() ([]part, error) {
	roots := map[string]string{}
	folders := map[string][]string{}
	for _, system := range systems {
		packages, err := listPackages(system)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Module == nil || p.Module.Main {
				continue
			}
			name := p.Module.Path + " " + p.Module.Version
			roots[name] = p.Module.Dir
			folders[name] = append(folders[name], p.Dir)
		}
	}
	var all []part
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		parts, err := partsIn(name, roots[name], folders[name])
		if err != nil {
			return nil, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

// listPackages returns the packages of a program for a system, such as linux/arm64.
func listPackages(system string) ([]listedPackage, error) {
	goos, goarch, _ := strings.Cut(system, "/")
	list := exec.Command("go", "list", "-deps", "-json=Dir,Module", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	var packages []listedPackage
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listedPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// partsIn returns the licences of a module: those in its root, and in each folder between the root and a package
// that the program has.
func partsIn(name, root string, packages []string) ([]part, error) {
	folders := map[string]bool{root: true}
	for _, folder := range packages {
		for folder != root {
			folders[folder] = true
			folder = filepath.Dir(folder)
		}
	}
	var parts []part
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		files, err := noticesIn(folder)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			inside, err := filepath.Rel(root, file)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part{name + ", " + filepath.ToSlash(inside), file})
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s has no licence in %s", name, root)
	}
	return parts, nil
}

// noticesIn returns the files of a folder that are licences or notices, and those in folders of licences.
func noticesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		isCode := strings.HasSuffix(entry.Name(), ".go")
		if isCode || !notice.MatchString(entry.Name()) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if !entry.IsDir() {
			files = append(files, path)
			continue
		}
		inner, err := filepath.Glob(filepath.Join(path, "*"))
		if err != nil {
			return nil, err
		}
		files = append(files, inner...)
	}
	return files, nil
}

// format writes the licences one below the other. A text that several parts have stands there once.
func format(parts []part) ([]byte, error) {
	var texts []string
	names := map[string][]string{}
	for _, p := range parts {
		data, err := os.ReadFile(p.file)
		if err != nil {
			return nil, err
		}
		text := normalize(string(data))
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], p.name)
	}
	line := strings.Repeat("=", 80) + "\n"
	var out strings.Builder
	out.WriteString(preface)
	for _, text := range texts {
		out.WriteString("\n" + line)
		for _, name := range names[text] {
			out.WriteString(name + "\n")
		}
		out.WriteString(line + "\n" + text)
	}
	return []byte(out.String()), nil
}

// normalize removes what makes the same licence a different text: ends of lines, and empty lines around it.
func normalize(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n\f"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}
