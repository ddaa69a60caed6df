package bot

import (
	"maps"
	"testing"
)

func TestOneTypo(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		want        bool
	}{
		{"halp", "help", true}, {"helpp", "help", true}, {"hlp", "help", true}, {"hlep", "help", true}, {"elp", "help", true}, {"hel", "help", true},
		{"hepl", "help", true}, {"25", "24", true}, {"42", "24", true}, {"24", "24", true},
		{"plhe", "help", false}, {"hall", "help", false}, {"h", "help", false}, {"", "hint", false}, {"helper", "help", false}, {"2", "24", false},
		{"leaderbords", "leaderboard", false}, {"hpel", "help", false},
	} {
		if got := oneTypo(c.typed, c.name); got != c.want {
			t.Errorf("oneTypo(%q, %q) is %v", c.typed, c.name, got)
		}
		if there, back := oneTypo(c.typed, c.name), oneTypo(c.name, c.typed); there != back {
			t.Errorf("%q and %q differ by one letter one way only", c.typed, c.name)
		}
	}
}

func TestReadTakesChoicesAsShown(t *testing.T) {
	level := argument{name: "level", choices: levels[:], spellings: map[string]string{"hard": "hard", "hardest": "hardest", "very hard": "hardest"}}
	switched := argument{name: "daily", keyword: true, choices: []string{"on", "off"}, spellings: map[string]string{"on": "on", "開": "on"}}
	cmd := command{args: []argument{{name: "numbers"}, level, switched}}
	for text, want := range map[string]arguments{
		"":                    {},
		"3 3 8 8":             {"numbers": "3 3 8 8"},
		"Very Hard":           {"level": "hardest"},
		"3 3 8 8 very hard":   {"numbers": "3 3 8 8", "level": "hardest"},
		"hard 3  3":           {"numbers": "3 3", "level": "hard"},
		"very 3":              {"numbers": "very 3"},
		"daily 開 very hard":   {"daily": "on", "level": "hardest"},
		"daily:ON 3":          {"daily": "on", "numbers": "3"},
		"daily perhaps":       {"daily": "perhaps"},
		"daily":               {"daily": ""},
		"  3   3  ":           {"numbers": "3   3"},
		"Daily: on very hard": {"daily": "on", "level": "hardest"},
	} {
		if got := cmd.read(text); !maps.Equal(got, want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

// A text that holds a choice of another option is read as it would be if typed.
func TestOptionsAreReadAsTyped(t *testing.T) {
	level := argument{name: "level", choices: levels[:], spellings: map[string]string{"hard": "hard", "very hard": "hardest"}}
	cmd := command{args: []argument{{name: "numbers"}, level}}
	for _, c := range []struct{ given, want arguments }{
		{nil, nil},
		{arguments{"level": "hard"}, arguments{"level": "hard"}},
		{arguments{"numbers": "hard"}, arguments{"level": "hard"}},
		{arguments{"numbers": "3 3 8 8 very hard"}, arguments{"numbers": "3 3 8 8", "level": "hardest"}},
		{arguments{"numbers": "3 3 8 8 hard", "level": "easy"}, arguments{"numbers": "3 3 8 8", "level": "easy"}},
		{arguments{"numbers": "3  3 8 8"}, arguments{"numbers": "3  3 8 8"}},
	} {
		if got := cmd.readOptions(c.given); !maps.Equal(got, c.want) {
			t.Errorf("%v is read as %v, want %v", c.given, got, c.want)
		}
	}
}

// A keyword that takes any text takes all up to the next one.
func TestKeywordTakesWords(t *testing.T) {
	cmd := command{args: []argument{{name: "timezone", keyword: true}, {name: "hour", keyword: true}}}
	got := cmd.read("timezone New York hour: 8")
	if want := (arguments{"timezone": "New York", "hour": "8"}); !maps.Equal(got, want) {
		t.Errorf("read as %v, want %v", got, want)
	}
}

// Where an argument takes nothing but its choices, what is none of them is said of
// it, to be refused by name.
func TestReadGivesTheRestToAChoice(t *testing.T) {
	period := argument{name: "period", choices: []string{"today"}, spellings: map[string]string{"today": "today"}}
	cmd := command{args: []argument{period}}
	for text, want := range map[string]string{"today": "today", "yesterday": "yesterday"} {
		if got := cmd.read(text)["period"]; got != want {
			t.Errorf("%q is the period %q, want %q", text, got, want)
		}
	}
}
