package main

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// module is the name in go.mod.
const module = "reckon"

// mayImport lists the packages of ours that a package may import: some of those below it
// in the tour of doc.go. "x/..." stands for x and all packages in it.
var mayImport = map[string][]string{
	"cmd/reckon":         {"..."},
	"cmd/load":           {"bot/discord/discordtest", "bot/round", "bot/telegram/telegramtest", "engine/games", "storage", "storage/dbtest"},
	"bot/discord":        {"bot/chat", "bot/chat/pace"},
	"bot/telegram":       {"bot/chat", "bot/chat/pace"},
	"bot/terminal":       {"bot/chat"},
	"bot/web":            {"bot/chat", "bot/live", "bot/qr"},
	"bot/live":           {},
	"bot/qr":             {},
	"bot":                {"bot/button", "bot/card", "bot/chat", "bot/command", "bot/feature", "bot/heartbeat", "bot/jobs", "bot/lang", "bot/live", "bot/outbox", "bot/round", "bot/round/mode", "bot/say", "bot/settings", "bot/talk", "bot/tell", "bot/zone", "engine", "storage"},
	"bot/command":        {"bot/chat", "bot/lang"},
	"bot/settings":       {"bot/chat", "bot/command", "bot/lang", "bot/round", "bot/say", "bot/zone", "engine", "storage"},
	"bot/talk":           {"bot/button", "bot/card", "bot/chat", "bot/command", "bot/feature", "bot/round", "bot/round/mode", "bot/say", "bot/settings", "bot/tell", "bot/zone", "engine", "engine/expr", "storage"},
	"bot/tell":           {"bot/button", "bot/chat", "bot/command", "bot/outbox", "bot/round", "bot/say", "storage"},
	"bot/feature":        {"bot/button", "bot/card", "bot/chat", "bot/command", "bot/jobs", "bot/lang", "bot/round", "bot/round/mode", "bot/say", "bot/settings", "bot/tell", "engine", "storage"},
	"bot/button":         {"bot/chat", "bot/command", "bot/round", "bot/round/mode", "bot/say", "engine", "engine/expr"},
	"bot/say":            {"bot/chat", "bot/lang", "bot/round", "bot/round/mode", "engine", "storage"},
	"bot/round":          {"bot/round/mode", "bot/round/rating", "engine", "storage"},
	"bot/round/mode":     {},
	"bot/round/rating":   {},
	"bot/card":           {"bot/qr"},
	"bot/outbox":         {"bot/chat", "bot/heartbeat", "storage"},
	"bot/jobs":           {"bot/chat", "bot/heartbeat", "storage"},
	"bot/heartbeat":      {"bot/chat", "storage"},
	"bot/chat":           {},
	"bot/download":       {"bot/chat"},
	"bot/chat/pace":      {},
	"bot/lang":           {},
	"cmd/reckon/metrics": {"bot/chat", "bot/heartbeat", "storage"},
	"bot/zone":           {},
	"storage":            {"storage/address"},
	"storage/address":    {},
	"config":             {"storage/address"},
	"engine/games":       {"engine/..."},
	"engine":             {"engine/expr", "engine/exact"},
	"engine/expr":        {"engine/exact"},
	"engine/exact":       {"engine/whole"},
	"engine/whole":       {},
	// The word list that the word games share.
	"engine/words":          {"engine", "engine/expr"},
	"engine/tchisla":        {"engine", "engine/expr", "engine/exact", "engine/tchisla/search"},
	"engine/tchisla/search": {"engine/expr", "engine/whole"},
	// Of developers alone.
	"engine/tchisla/makebook": {"engine/tchisla", "engine/tchisla/search"},
	"engine/words/makewords":  {"engine/words"},
	"cmd/reckon/makelicences": {},
	// Any game.
	"engine/*": {"engine", "engine/expr", "engine/exact", "engine/whole", "engine/words"},

	// Of tests alone.
	"storage/dbtest":    {},
	"storage/storetest": {"storage", "storage/dbtest"},
	"engine/property":   {},
	"bot/feature/featuretest": {
		"bot/command", "bot/feature", "bot/lang", "bot/round", "bot/say", "engine/games", "storage", "storage/storetest",
	},
	"bot/qr/qrtest":    {},
	"bot/web/sitetest": {},
	"bot/web/webtest": {
		"bot", "bot/chat", "bot/lang", "bot/live", "bot/round/mode", "bot/web", "engine", "engine/games", "storage", "storage/dbtest",
	},

	// Of tests and load alone.
	"bot/discord/discordtest":     {},
	"bot/round/rating/simulation": {"bot/round/rating", "engine/games"},
	"bot/telegram/telegramtest":   {},
}

// featureMayImport are the packages of ours that a feature may import: the kernel's. A feature has
// no row in mayImport.
var featureMayImport = []string{
	"bot/button", "bot/card", "bot/chat", "bot/command", "bot/download", "bot/feature", "bot/jobs", "bot/lang",
	"bot/round/...", "bot/say", "bot/settings", "bot/talk", "bot/tell", "bot/zone", "engine/...", "storage",
}

// TestImports reads the source files themselves: the answer of "go list" would be cached
// with the result of the test and hide a change.
func TestImports(t *testing.T) {
	features := listFeatures(t)
	eachFile(t, func(file, room string) { checkImports(t, features, file, room) })
}

// The tour of doc.go names every package. The packages of games are its engine/*.
func TestTourIsWhole(t *testing.T) {
	tour, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile(`[a-z/]+`).FindAllString(string(tour), -1)
	missing := map[string]bool{}
	eachFile(t, func(_, room string) {
		isGame := path.Dir(room) == "engine" && mayImport[room] == nil
		// Packages for tests alone are named without their folder.
		isNamed := slices.Contains(words, room) || slices.Contains(words, path.Base(room))
		if !isGame && !isNamed {
			missing[room] = true
		}
	})
	for room := range missing {
		t.Errorf("doc.go lacks %s", room)
	}
}

func checkImports(t *testing.T, features []string, file, room string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	feature := featureOf(features, room)
	allowed, known := mayImport[room]
	if !known {
		allowed, known = mayImport[path.Dir(room)+"/*"]
	}
	if feature != "" {
		allowed = append(slices.Clone(featureMayImport), feature+"/...")
		known = true
	}
	if !known {
		t.Errorf("%s: package %s has no row in mayImport", file, room)
		return
	}
	for _, inner := range importsOfOurs(t, f) {
		other := featureOf(features, inner)
		if other != "" && other != feature {
			// The command line may have commands of a feature. No other room knows one.
			if room != "cmd/reckon" && filepath.ToSlash(file) != featureList {
				t.Errorf("%s: %s imports a feature, %s", file, room, inner)
			}
			continue
		}
		if !slices.ContainsFunc(allowed, func(rule string) bool { return covers(rule, inner) }) {
			t.Errorf("%s: %s may not import %s", file, room, inner)
		}
	}
}

// covers reports whether a rule names a package. A rule that ends in "/..." names a package and all packages
// within it.
func covers(rule, room string) bool {
	if prefix, isOpen := strings.CutSuffix(rule, "..."); isOpen {
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

// TestFeaturesAreListed proves that a feature can break the rules of imports.
func TestFeaturesAreListed(t *testing.T) {
	source := `package bot
		import ("reckon/bot/feature"; "reckon/bot/league"; "reckon/bot/round")
		func list(k feature.Kernel) []feature.Feature { return []feature.Feature{league.Feature(k, round.New())} }`
	list, err := parser.ParseFile(token.NewFileSet(), "features.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	features := featuresIn(t, list)
	if !slices.Equal(features, []string{"bot/league"}) {
		t.Errorf("the features are %q", features)
	}
	for room, want := range map[string]string{"bot/league": "bot/league", "bot/league/week": "bot/league", "bot/leagues": "", "bot": ""} {
		if got := featureOf(features, room); got != want {
			t.Errorf("%s belongs to the feature %q", room, got)
		}
	}
}
