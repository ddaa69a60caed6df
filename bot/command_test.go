package bot

import "testing"

func TestSlip(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		want        bool
	}{
		{"halp", "help", true}, {"helpp", "help", true}, {"hlp", "help", true}, {"hlep", "help", true}, {"elp", "help", true}, {"hel", "help", true},
		{"hepl", "help", true}, {"25", "24", true}, {"42", "24", true}, {"24", "24", true},
		{"plhe", "help", false}, {"hall", "help", false}, {"h", "help", false}, {"", "hint", false}, {"helper", "help", false}, {"2", "24", false},
		{"leaderbords", "leaderboard", false}, {"hpel", "help", false},
	} {
		if got := slip(c.typed, c.name); got != c.want {
			t.Errorf("slip(%q, %q) is %v", c.typed, c.name, got)
		}
	}
}

func TestReadTakesChoicesAsShown(t *testing.T) {
	level := argument{name: "level", choices: levels[:], spelt: map[string]string{"hard": "hard", "hardest": "hardest", "very hard": "hardest"}}
	switched := argument{name: "daily", keyword: true, choices: []string{"on", "off"}, spelt: map[string]string{"on": "on", "開": "on"}}
	cmd := command{args: []argument{{name: "numbers"}, level, switched}}
	for text, want := range map[string]arguments{
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
		got := cmd.read(text)
		if len(got) != len(want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%q: %s is %q, want %q", text, name, got[name], value)
			}
		}
	}
}
