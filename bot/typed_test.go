package bot_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestTypedWordsAreClear finds words that people would type for two things of the same sort: two commands, or
// two choices of an argument. The label of a choice is such a word.
func TestTypedWordsAreClear(t *testing.T) {
	// meant has the key of each word of each kind.
	meant := map[string]map[string]string{}
	add := func(key, word string) {
		kind := key[:strings.LastIndex(key, ".")]
		if meant[kind] == nil {
			meant[kind] = map[string]string{}
		}
		switch other := meant[kind][word]; {
		case word == "" || word != strings.TrimSpace(word):
			t.Errorf("%s has the word %q", key, word)
		case other != "" && other != key:
			t.Errorf("%q is typed for %s and for %s", word, other, key)
		}
		meant[kind][word] = key
	}
	for _, language := range []string{"en", "zh-Hans", "zh-Hant"} {
		var book map[string]any
		if _, err := toml.DecodeFile("lang/"+language+".toml", &book); err != nil {
			t.Fatal(err)
		}
		keys := slices.Sorted(maps.Keys(book))
		for _, key := range keys {
			text, ok := book[key].(string)
			if !ok {
				continue
			}
			if strings.HasPrefix(key, "choice.") {
				add(key, strings.ToLower(text))
				add(key, key[strings.LastIndex(key, ".")+1:])
			}
			// The key "talk" has no dot. Its words ask for nothing.
			if of, ok := strings.CutPrefix(key, "typed."); ok && strings.Contains(of, ".") {
				for _, word := range strings.Split(strings.ToLower(text), "|") {
					add(of, word)
				}
			}
		}
	}
	for _, kind := range []string{"command", "choice.level", "choice.period", "choice.game"} {
		if len(meant[kind]) == 0 {
			t.Errorf("nothing is typed for a %s", kind)
		}
	}
}
