package command

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

func TestOneTypo(t *testing.T) {
	for _, c := range []struct {
		name string
		// near are names that differ from name by one typing error at most, far those that differ by more.
		near []string
		far  []string
	}{
		{
			name: "help",
			near: []string{"halp", "helpp", "hlp", "hlep", "elp", "hel", "hepl"},
			far:  []string{"plhe", "hall", "h", "helper", "hepx", "hxlep", "hpel"},
		},
		{name: "24", near: []string{"25", "42", "24"}, far: []string{"2"}},
		{name: "hint", far: []string{""}},
		{name: "leaderboard", far: []string{"leaderbords"}},
		{name: "helpy", far: []string{"hlepx"}},
	} {
		wants := func(typed string, want bool) {
			if got := oneTypo(typed, c.name); got != want {
				t.Errorf("oneTypo(%q, %q) is %v", typed, c.name, got)
			}
			if got := oneTypo(c.name, typed); got != want {
				t.Errorf("oneTypo(%q, %q) is %v", c.name, typed, got)
			}
		}
		for _, typed := range c.near {
			wants(typed, true)
		}
		for _, typed := range c.far {
			wants(typed, false)
		}
	}
}

// newLevel makes an argument for a level. spellings has what people type, and the choice that it means.
func newLevel(spellings map[string]string) Argument {
	return Argument{
		Name:      "level",
		Choices:   []string{"easiest", "easy", "medium", "hard", "hardest"},
		spellings: spellings,
	}
}

func TestReadTakesChoicesAsShown(t *testing.T) {
	level := newLevel(map[string]string{"hard": "hard", "hardest": "hardest", "very hard": "hardest"})
	daily := Argument{
		Name:      "daily",
		Keyword:   true,
		Choices:   []string{"on", "off"},
		spellings: map[string]string{"on": "on", "開": "on"},
	}
	cmd := Arguments{{Name: "numbers"}, level, daily}
	for text, want := range map[string]Values{
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
		if got := cmd.Read(text); !maps.Equal(got, want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	// The argument that takes any words may also be listed after one with choices.
	levelFirst := Arguments{level, {Name: "numbers"}}
	if got := levelFirst.Read("3 3 very"); !maps.Equal(got, Values{"numbers": "3 3 very"}) {
		t.Errorf("with the level listed first, the values are %v", got)
	}
}

// If the text of one option holds a choice of another, it is read as if it were typed.
func TestOptionsAreReadAsTyped(t *testing.T) {
	level := newLevel(map[string]string{"hard": "hard", "very hard": "hardest"})
	cmd := Arguments{{Name: "numbers"}, level}
	for _, c := range []struct{ given, want Values }{
		{nil, nil},
		{Values{"level": "hard"}, Values{"level": "hard"}},
		{Values{"numbers": "hard"}, Values{"level": "hard"}},
		{Values{"numbers": "3 3 8 8 very hard"}, Values{"numbers": "3 3 8 8", "level": "hardest"}},
		{Values{"numbers": "3 3 8 8 hard", "level": "easy"}, Values{"numbers": "3 3 8 8", "level": "easy"}},
		{Values{"numbers": "3  3 8 8"}, Values{"numbers": "3  3 8 8"}},
	} {
		if got := cmd.ReadOptions(c.given); !maps.Equal(got, c.want) {
			t.Errorf("%v is read as %v, want %v", c.given, got, c.want)
		}
	}
}

// A keyword that takes any text takes all words up to the next keyword.
func TestKeywordTakesWords(t *testing.T) {
	cmd := Arguments{
		{Name: "timezone", Keyword: true, words: []string{"time zone"}},
		{Name: "hour", Keyword: true, words: []string{"time"}},
		{Name: "daily", Keyword: true, Choices: []string{"on"}},
	}
	for text, want := range map[string]Values{
		"timezone New York hour: 8":  {"timezone": "New York", "hour": "8"},
		"timezone hour 8":            {"timezone": "", "hour": "8"},
		"hour 8 8":                   {"hour": "8 8"},
		"daily：on":                   {"daily": "on"},
		"timezone New York hour：8":   {"timezone": "New York", "hour": "8"},
		"daily hour 8":               {"daily": "", "hour": "8"},
		"daily perhaps hour 8":       {"daily": "perhaps", "hour": "8"},
		"8":                          {Unread: "8"},
		"Time Zone: New York hour 8": {"timezone": "New York", "hour": "8"},
		"time zone Berlin time 8":    {"timezone": "Berlin", "hour": "8"},
		"time zone time zone":        {"timezone": ""},
	} {
		if got := cmd.Read(text); !maps.Equal(got, want) {
			t.Errorf("%q is read as %v, want %v", text, got, want)
		}
	}
}

// If all arguments have choices, a word that is no choice goes to the first argument without a value. So the refusal
// names that argument.
func TestReadGivesTheRestToAChoice(t *testing.T) {
	period := Argument{Name: "period", Choices: []string{"today"}, spellings: map[string]string{"today": "today"}}
	level := Argument{Name: "level", Choices: []string{"hard"}, spellings: map[string]string{"hard": "hard"}}
	daily := Argument{Name: "daily", Keyword: true, Choices: []string{"on"}, spellings: map[string]string{"on": "on"}}
	cmd := Arguments{daily, level, period}
	for text, want := range map[string]Values{
		"today":                {"period": "today"},
		"yesterday":            {"level": "yesterday"},
		"hard yesterday":       {"level": "hard", "period": "yesterday"},
		"hard today yesterday": {"level": "hard", "period": "today"},
	} {
		if got := cmd.Read(text); !maps.Equal(got, want) {
			t.Errorf("%q is read as %v, want %v", text, got, want)
		}
	}
}

// A text that is more than choices and numbers may be talk.
func TestHoldsOnlyChoices(t *testing.T) {
	level := newLevel(map[string]string{"hard": "hard"})
	cmd := Arguments{{Name: "numbers"}, level}
	for text, want := range map[string]bool{
		"hard":         true,
		"3 3 8 8 hard": true,
		"3 3 8 8":      true,
		"":             false,
		"hands":        false,
		"hands hard":   false,
	} {
		if got := cmd.holdsOnlyChoices(text); got != want {
			t.Errorf("%q holds nothing but choices and numbers: %v", text, got)
		}
	}
	daily := Argument{Name: "daily", Keyword: true, Choices: []string{"on"}, spellings: map[string]string{"on": "on"}}
	if (Arguments{daily}).holdsOnlyChoices("8") {
		t.Error("a number that no argument takes is taken")
	}
}

func TestUsage(t *testing.T) {
	want := chat.Span{
		Style: chat.Slash,
		Text:  "/24 3 3 8 8 hard",
		Options: []chat.Option{
			{Name: "numbers", Value: "3 3 8 8"},
			{Name: "level", Value: "hard"},
		},
	}
	if diff := cmp.Diff(want, Usage("24", "numbers", "3 3 8 8", "level", "hard")); diff != "" {
		t.Error(diff)
	}
}
