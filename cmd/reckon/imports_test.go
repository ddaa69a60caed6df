package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the name in go.mod.
const module = "reckon"

// mayImport lists the packages of ours that a package may import: some of those below it
// in the tour of doc.go. "x/..." stands for x and all packages in it.
var mayImport = map[string][]string{
	"cmd/reckon":         {"..."},
	"cmd/load":           {"bot/discord/discordtest", "bot/play", "bot/telegram/telegramtest", "engine/games", "storage", "storage/dbtest"},
	"bot/discord":        {"bot/chat", "bot/chat/pace"},
	"bot/telegram":       {"bot/chat", "bot/chat/pace"},
	"bot/terminal":       {"bot/chat"},
	"bot/web":            {"bot/chat", "bot/live"},
	"bot/live":           {},
	"bot":                {"bot/announce", "bot/button", "bot/card", "bot/chat", "bot/command", "bot/feature", "bot/heartbeat", "bot/jobs", "bot/lang", "bot/live", "bot/outbox", "bot/play", "bot/play/mode", "bot/practice", "bot/say", "bot/settings", "bot/talk", "bot/zone", "engine", "storage"},
	"bot/command":        {"bot/chat", "bot/lang"},
	"bot/settings":       {"bot/chat", "bot/command", "bot/lang", "bot/play", "bot/say", "bot/zone", "engine", "storage"},
	"bot/talk":           {"bot/announce", "bot/button", "bot/card", "bot/chat", "bot/command", "bot/feature", "bot/play", "bot/play/mode", "bot/say", "bot/settings", "bot/zone", "engine", "engine/expr", "storage"},
	"bot/feature":        {"bot/announce", "bot/button", "bot/card", "bot/chat", "bot/command", "bot/jobs", "bot/lang", "bot/play", "bot/say", "bot/settings", "engine", "storage"},
	"bot/practice":       {"bot/chat", "bot/command", "bot/feature", "bot/play", "bot/play/rating", "bot/say", "bot/talk", "engine", "storage"},
	"bot/announce":       {"bot/button", "bot/chat", "bot/command", "bot/outbox", "bot/play", "bot/play/mode", "bot/say", "bot/settings", "engine", "storage"},
	"bot/button":         {"bot/chat", "bot/command", "bot/play", "bot/play/mode", "bot/say", "engine", "engine/expr"},
	"bot/say":            {"bot/chat", "bot/lang", "bot/play", "bot/play/mode", "engine", "storage"},
	"bot/play":           {"bot/play/mode", "bot/play/rating", "engine", "storage"},
	"bot/play/mode":      {},
	"bot/play/rating":    {},
	"bot/card":           {},
	"bot/outbox":         {"bot/chat", "bot/heartbeat", "storage"},
	"bot/jobs":           {"bot/chat", "bot/heartbeat", "storage"},
	"bot/heartbeat":      {"storage"},
	"bot/chat":           {},
	"bot/chat/pace":      {},
	"bot/lang":           {},
	"cmd/reckon/metrics": {"bot/chat", "bot/heartbeat", "storage"},
	"bot/zone":           {},
	"storage":            {"storage/address"},
	"storage/address":    {},
	"storage/dbtest":     {},                            // of tests alone
	"storage/storetest":  {"storage", "storage/dbtest"}, // of tests alone
	"config":             {"storage/address"},
	"engine/games":       {"engine/..."},
	"engine":             {"engine/expr", "engine/exact"},
	"engine/expr":        {"engine/exact"},
	"engine/exact":       {"engine/whole"},
	"engine/whole":       {},
	"engine/property":    {}, // of tests alone
	// The word list that the word games share.
	"engine/words":          {"engine"},
	"engine/tchisla":        {"engine", "engine/expr", "engine/exact", "engine/tchisla/search"},
	"engine/tchisla/search": {"engine/expr", "engine/whole"},
	// Of developers alone.
	"engine/tchisla/makebook": {"engine/tchisla", "engine/tchisla/search"},
	// Any game.
	"engine/*": {"engine", "engine/expr", "engine/exact", "engine/whole", "engine/words"},

	// Of tests and load alone.
	"bot/discord/discordtest":   {},
	"bot/telegram/telegramtest": {},
}

// TestImports reads the source files themselves: the answer of "go list" would be cached
// with the result of the test and hide a change.
func TestImports(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() != ".." && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		seen++
		rel, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		checkImports(t, file, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Fatalf("only %d files found below %s", seen, root)
	}
}

func checkImports(t *testing.T, file, room string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	allowed, known := mayImport[room]
	if !known {
		allowed, known = mayImport[path.Dir(room)+"/*"]
	}
	if !known {
		t.Errorf("%s: package %s has no row in mayImport", file, room)
		return
	}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		inner, ours := strings.CutPrefix(name, module+"/")
		if ours && !slices.ContainsFunc(allowed, func(rule string) bool { return covers(rule, inner) }) {
			t.Errorf("%s: %s may not import %s", file, room, inner)
		}
	}
}

func covers(rule, room string) bool {
	if prefix, open := strings.CutSuffix(rule, "..."); open {
		return strings.HasPrefix(room+"/", prefix)
	}
	return rule == room
}

// TestCovers proves that an import can break a rule.
func TestCovers(t *testing.T) {
	for _, c := range []struct {
		rule, room string
		want       bool
	}{
		{"...", "bot", true}, {"engine/...", "engine", true}, {"engine/...", "engine/expr", true},
		{"engine/...", "enginery", false}, {"bot", "bot/lang", false}, {"bot", "bot", true},
	} {
		if got := covers(c.rule, c.room); got != c.want {
			t.Errorf("covers(%q, %q) = %v", c.rule, c.room, got)
		}
	}
}
