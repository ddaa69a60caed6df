package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|<img src="([^"]+)"`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// The links and pictures of the documents lead to files, and to headings in them.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	documents := []string{"config/deploy/README.md", "engine/FIGURES.md", "bot/lang/VOICE.md"}
	atRoot, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range atRoot {
		documents = append(documents, filepath.Base(file))
	}
	checked := 0
	for _, document := range documents {
		text := readDocument(t, filepath.Join(root, document))
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			target := found[1] + found[2]
			if strings.Contains(target, "://") {
				continue
			}
			checked++
			file, anchor, hasAnchor := strings.Cut(target, "#")
			path := filepath.Join(root, filepath.Dir(document), file)
			if file == "" {
				path = filepath.Join(root, document)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %s leads nowhere", document, target)
				continue
			}
			if hasAnchor && !slices.Contains(anchorsOf(readDocument(t, path)), anchor) {
				t.Errorf("%s: there is no heading for %s", document, target)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d links are checked", checked)
	}
}

func readDocument(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// anchorsOf returns the names by which links name the headings of a document.
func anchorsOf(text string) []string {
	var anchors []string
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		slug := notSlug.ReplaceAllString(strings.ToLower(found[1]), "")
		anchors = append(anchors, strings.ReplaceAll(slug, " ", "-"))
	}
	return anchors
}
