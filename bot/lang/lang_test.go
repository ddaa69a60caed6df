package lang

import (
	"bytes"
	"regexp"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

// messages reads a file as it stands: key -> the forms of the message.
func messages(t *testing.T, language string) map[string][]string {
	t.Helper()
	var raw map[string]any
	if _, err := toml.DecodeFS(files, language+".toml", &raw); err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for key, value := range raw {
		switch v := value.(type) {
		case string:
			out[key] = []string{v}
		case map[string]any:
			for _, form := range v {
				out[key] = append(out[key], form.(string))
			}
		}
	}
	return out
}

var argument = regexp.MustCompile(`{{\.(\w+)}}`)

// names are the arguments that a message uses in one form or another.
func names(forms []string) []string {
	var out []string
	for _, f := range forms {
		for _, m := range argument.FindAllStringSubmatch(f, -1) {
			// A plural form may do without its number.
			if m[1] != "n" {
				out = append(out, m[1])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestComplete lists what a language is missing, has too much, or says with
// other arguments than English does.
func TestComplete(t *testing.T) {
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Languages(); len(got) < 2 || got[0] != Default {
		t.Fatalf("languages %v, want the default and others", got)
	}
	want := messages(t, Default)
	for _, language := range b.Languages()[1:] {
		got := messages(t, language)
		for key, forms := range want {
			if _, ok := got[key]; !ok {
				t.Errorf("%s: %q is missing", language, key)
				continue
			}
			if d := cmp.Diff(names(forms), names(got[key])); d != "" {
				t.Errorf("%s: %q has other arguments (-%s +%s):\n%s", language, key, Default, language, d)
			}
		}
		for key := range got {
			if _, ok := want[key]; !ok {
				t.Errorf("%s: %q exists nowhere else", language, key)
			}
		}
	}
}

// A file is all that a language needs.
func TestOneFileMakesALanguage(t *testing.T) {
	folder := fstest.MapFS{}
	for _, name := range []string{Default + ".toml", "sv.toml"} {
		raw, err := files.ReadFile(Default + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		folder[name] = &fstest.MapFile{Data: raw}
	}
	folder["sv.toml"].Data = bytes.ReplaceAll(folder["sv.toml"].Data, []byte(`"list.last" = " and "`), []byte(`"list.last" = " och "`))
	b, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Languages(); !slices.Equal(got, []string{Default, "sv"}) {
		t.Errorf("languages %v", got)
	}
	p := b.Printer("sv-FI")
	if got := p.Parts("list.last", nil, 0); p.Language() != "sv" || !slices.Equal(got, []Part{{Text: " och "}}) {
		t.Errorf("%s says %v", p.Language(), got)
	}
	if diff := cmp.Diff(b.keys[Default], b.keys["sv"]); diff != "" {
		t.Errorf("keys (-%s +sv):\n%s", Default, diff)
	}
}

// Each language calls itself by a name.
func TestSelfName(t *testing.T) {
	for tag, want := range map[string]string{"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "sv": "svenska", "tlh": "tlh", "\x00": "\x00"} {
		if got := SelfName(tag); got != want {
			t.Errorf("%s calls itself %q, want %q", tag, got, want)
		}
	}
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range b.Languages() {
		if SelfName(tag) == tag {
			t.Errorf("no name of %s is known", tag)
		}
	}
}

func TestPrinterPicksLanguage(t *testing.T) {
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{nil, "en"}, {[]string{""}, "en"}, {[]string{"xx-nonsense", "zh"}, "zh-Hans"}, {[]string{"zh-CN"}, "zh-Hans"},
		{[]string{"zh_TW"}, "zh-Hant"}, {[]string{"zh-HK"}, "zh-Hant"}, {[]string{"en-GB", "zh-CN"}, "en"},
		{[]string{"", "zh-CN"}, "zh-Hans"}, {[]string{"\x00\xff"}, "en"},
	} {
		if got := b.Printer(c.wishes...).Language(); got != c.want {
			t.Errorf("Printer(%q) speaks %s, want %s", c.wishes, got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	p := b.Printer("en")
	for _, c := range []struct {
		key  string
		args []string
		n    int
		want []Part
	}{
		{"daily.streak", []string{"n"}, 1, []Part{{Text: "Your streak: "}, {Arg: "n"}, {Text: " day."}}},
		{"daily.streak", []string{"n"}, 2, []Part{{Text: "Your streak: "}, {Arg: "n"}, {Text: " days."}}},
		{"no.such.key", nil, 0, []Part{{Text: "no.such.key"}}},
	} {
		if d := cmp.Diff(c.want, p.Parts(c.key, c.args, c.n)); d != "" {
			t.Errorf("%s, n=%d (-want +got):\n%s", c.key, c.n, d)
		}
	}
}

// The page's words have the names of their arguments in braces, and no braces without.
func TestWords(t *testing.T) {
	book, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	words := book.Printer("en").Words("page.", "code")
	for name, want := range map[string]string{"undo": "Undo", "room": "Room {code}"} {
		if words[name] != want {
			t.Errorf("%s: %q, want %q", name, words[name], want)
		}
	}
}
