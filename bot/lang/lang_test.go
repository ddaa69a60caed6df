package lang

import (
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

// messages reads the file of a language as it stands. It returns the forms of each message by its key.
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

// names returns the arguments that a message uses in any of its forms.
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

// The built-in languages can be read, and two braces stand only around the name of an argument.
func TestBuiltIn(t *testing.T) {
	_, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range b.Languages() {
		for key, forms := range messages(t, language) {
			for _, form := range forms {
				rest := argument.ReplaceAllString(form, "")
				if strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
					t.Errorf("%s: %q has braces around something else: %q", language, key, form)
				}
			}
		}
	}
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
	english := []byte(`"list.last" = " and "`)
	swedish := []byte(`"list.last" = " och "`)
	folder["sv.toml"].Data = bytes.ReplaceAll(folder["sv.toml"].Data, english, swedish)
	b, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Languages(); !slices.Equal(got, []string{Default, "sv"}) {
		t.Errorf("languages %v", got)
	}
	p := b.Printer("sv-FI")
	if got := p.Parts("list.last", 0); p.Language() != "sv" || !slices.Equal(got, []Part{{Text: " och "}}) {
		t.Errorf("%s says %v", p.Language(), got)
	}
	if !p.Has("list.or") || p.Has("no.such.key") {
		t.Error("sv has other keys than its file")
	}
}

// A key that a language does not have is read in the default.
func TestMissingKeyIsReadInTheDefault(t *testing.T) {
	folder := fstest.MapFS{
		"en.toml": {Data: []byte("yes = 'Yes.'\nno = 'No.'\ndays = { one = '{{.n}} day', other = '{{.n}} days' }")},
		"pl.toml": {Data: []byte("yes = 'Tak.'")},
	}
	b, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	p := b.Printer("pl")
	if !p.Has("no") || p.Text("yes") != "Tak." || p.Text("no") != "No." {
		t.Errorf("yes is %q, and no is %q", p.Text("yes"), p.Text("no"))
	}
	if diff := cmp.Diff([]Part{{Arg: "n"}, {Text: " day"}}, p.Parts("days", 1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A language may have more forms than English.
func TestForms(t *testing.T) {
	folder := fstest.MapFS{
		"en.toml": {Data: []byte("days = { one = 'day', other = 'days' }")},
		"pl.toml": {Data: []byte("days = { one = 'dzień', many = 'dni', other = 'dnia' }")},
		"zh.toml": {Data: []byte("days = '天'")},
	}
	b, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		language string
		n        int
		want     string
	}{
		{"en", 0, "days"}, {"en", 1, "day"}, {"en", 2, "days"}, {"en", 21, "days"}, {"en", -1, "day"},
		{"pl", 0, "dni"}, {"pl", 1, "dzień"}, {"pl", 2, "dnia"}, {"pl", 5, "dni"}, {"pl", -5, "dni"},
		{"zh", 1, "天"},
	} {
		if diff := cmp.Diff([]Part{{Text: c.want}}, b.Printer(c.language).Parts("days", c.n)); diff != "" {
			t.Errorf("%s, %d (-want +got):\n%s", c.language, c.n, diff)
		}
	}
}

// What is wrong with a file is said with its name.
func TestUnreadableFiles(t *testing.T) {
	const english = "yes = 'Yes.'"
	for _, c := range []struct {
		folder fstest.MapFS
		want   string
	}{
		{fstest.MapFS{"sv.toml": {Data: []byte(english)}}, "no messages in en"},
		{fstest.MapFS{"en.toml": {Data: []byte(english)}, "no_tag_at_all.toml": {}}, "messages no_tag_at_all.toml: "},
		{fstest.MapFS{"en.toml": {Data: []byte("yes = ")}}, "messages en.toml: "},
		{fstest.MapFS{"en.toml": {Mode: fs.ModeDir}}, "messages en.toml: "},
		{fstest.MapFS{"en.toml": {Data: []byte("yes = 1")}}, `messages en.toml: unsupported file format int64`},
		{fstest.MapFS{"en.toml": {Data: []byte("yes = { other = 1 }")}}, `messages en.toml: unsupported file format int64`},
		{fstest.MapFS{"en.toml": {Data: []byte("yes = { one = 'a' }")}}, `messages en.toml: "yes" has no text for most numbers`},
		{fstest.MapFS{"en.toml": {Data: []byte("yes = { ones = 'a', other = 'b' }")}}, `messages en.toml: reserved keys [other] mixed with unreserved keys [ones]`},
	} {
		_, err := Read(c.folder)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.folder, err, c.want)
		}
	}
}

// Each language calls itself by a name.
func TestSelfName(t *testing.T) {
	for tag, want := range map[string]string{
		"en":      "English",
		"zh-Hans": "简体中文",
		"zh-Hant": "繁體中文",
		"sv":      "svenska",
		"tlh":     "tlh",
		"\x00":    "\x00",
	} {
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
		n    int
		want []Part
	}{
		{"daily.streak", 1, []Part{{Text: "Your streak: "}, {Arg: "n"}, {Text: " day."}}},
		{"daily.streak", 2, []Part{{Text: "Your streak: "}, {Arg: "n"}, {Text: " days."}}},
		{"no.such.key", 0, []Part{{Text: "no.such.key"}}},
	} {
		if d := cmp.Diff(c.want, p.Parts(c.key, c.n)); d != "" {
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
	words := book.Printer("en").Words("page.")
	for name, want := range map[string]string{"undo": "Undo", "room": "Room {code}"} {
		if words[name] != want {
			t.Errorf("%s: %q, want %q", name, words[name], want)
		}
	}
}
