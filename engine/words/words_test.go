package words

import (
	"fmt"
	"hash/fnv"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine/property"
)

// eachWord visits all words of the list in alphabetical order.
func eachWord(visit func(word []byte, size int)) {
	graph(list).spell(strings.Repeat("abcdefghijklmnopqrstuvwxyz", MaxLength), visit)
}

func TestList(t *testing.T) {
	counts := map[int]int{}
	last := ""
	eachWord(func(word []byte, size int) {
		w := string(word)
		if w <= last || len(w) < MinLength || len(w) > MaxLength || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Fatalf("%q after %q", w, last)
		}
		if Size(w) != size || Slur(w) {
			t.Fatalf("%q is of size %d, not %d, or a slur", w, Size(w), size)
		}
		counts[size]++
		last = w
	})
	want := map[int]int{10: 3522, 20: 5462, 35: 21464, 40: 2901, 50: 11627, 55: 3502, 60: 5592, 70: 18988, 80: 67894, 90: 1529}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("words by size: want -, got +:\n%s", diff)
	}
}

func TestSize(t *testing.T) {
	for list, sizes := range map[string][2]int{
		"entertain colour centre travelled theatre organise organize grey app prized": {10, 35},
		"wifi vlog vlogger selfie penne gaol":                                         {10, 55},
		"gif gifs jpeg cyber sudoku barcode maths kombucha upcycling":                 {50, 50},
		"noobs hangry prosecco chai lockdowns":                                        {50, 50},
		"larping meeples yeeted":                                                      {60, 60},
		"cafe cliche entree eclair fiance fiancee fiances fete matinee protege risque saute souffle chateau chateaux detente melee": {10, 40},
		"canape cliched cortege crouton creche emigre epee jalapeno seance soiree touche voila ole naivete":                         {35, 55},
		"moggies chav chavs chavvy numpty numpties wazzock khazi stans stanned remainer remainers doggo pupper vaxxer":              {50, 60},
		"regift regifted renos pedi pedis binging jegging lowkey boujee tonkatsu donburi ecig ecigs nav shite":                      {50, 60},
		"paul james paris honda texas alaska boston virginia orleans madonna devon venus easter stan reno":                          {90, 90},
		"english german greek turk swiss scots biro kleenex vaseline google":                                                        {90, 90},
		"enhydrous camphols": {80, 80},
		"qy color colors center traveling theater analyze ax poof poofs retard pdf tv dvd gray1 jewelry licorice licorices moldiness cesarean entertai entertaine Entertain é zzzzzzzzzzzz": {0, 0},
	} {
		for w := range strings.FieldsSeq(list) {
			if got := Size(w); got < sizes[0] || got > sizes[1] {
				t.Errorf("%q is of size %d, want %v", w, got, sizes)
			}
		}
	}
	if Has("") {
		t.Error("no letters are a word")
	}
}

// An American spelling is not in the list where the British spelling is.
func TestAmericanSpellings(t *testing.T) {
	pairs := []struct{ british, american string }{
		{"colour", "color"}, {"favourite", "favorite"}, {"neighbour", "neighbor"}, {"theatre", "theater"}, {"fibre", "fiber"},
		{"litre", "liter"}, {"travelled", "traveled"}, {"jeweller", "jeweler"}, {"modelling", "modeling"}, {"defence", "defense"},
		{"analyse", "analyze"}, {"paralysed", "paralyzed"}, {"anaemia", "anemia"}, {"oesophagi", "esophagi"}, {"catalogue", "catalog"},
		{"plough", "plow"}, {"mould", "mold"}, {"moustache", "mustache"}, {"pyjamas", "pajamas"}, {"sceptic", "skeptic"},
		{"fulfil", "fulfill"}, {"enrol", "enroll"}, {"skilful", "skillful"}, {"woollen", "woolen"}, {"artefact", "artifact"},
	}
	for _, p := range pairs {
		if !Has(p.british) || Has(p.american) {
			t.Errorf("%s: %v, %s: %v", p.british, Has(p.british), p.american, Has(p.american))
		}
		if got, ok := American(p.american); !ok || got != p.british {
			t.Errorf("%s is the American spelling of %q, not of %s", p.american, got, p.british)
		}
	}
	for _, word := range strings.Fields("colour colo colors1 a zzz neighbour ~ colorcolor") {
		if got, ok := American(word); ok {
			t.Errorf("%s is the American spelling of %s", word, got)
		}
	}
	if got, _ := American("neighbors"); got != "neighbours" {
		t.Errorf("neighbors is the American spelling of %q", got)
	}
}

// Each American spelling is found, none is in the list, and none is of a word that may
// offend.
func TestAmericanPairs(t *testing.T) {
	last := ""
	for line := range strings.Lines(american) {
		word, british, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got, ok := American(word); !ok || got != british || word <= last {
			t.Errorf("%s: %q, %v", word, got, ok)
		}
		isTooLong := len(british) > MaxLength
		if Has(word) || !Has(british) && !isTooLong || Blocked(british) || HoldsSlur(word) {
			t.Errorf("%s and %s are no pair", word, british)
		}
		last = word
	}
}

// A name or a trade mark is listed last. Slurs that mean something else as well are not
// listed, but words that offend nobody are.
func TestUnnamed(t *testing.T) {
	for w := range strings.FieldsSeq("paris honda scots english google biro") {
		all := Within(w)
		last := all[len(all)-1].Text
		isBefore := last != w && len(last) == len(w)
		if Size(w) != capitalSize || isBefore {
			t.Errorf("%s of size %d is before %s", w, Size(w), last)
		}
	}
	for w := range strings.FieldsSeq("gypsy gypsies mick micks hun huns pommy gimp boner kanaka lascar minger cum") {
		if !Blocked(w) || !Has(w) {
			t.Errorf("%s is named, or not in the list", w)
		}
	}
	for w := range strings.FieldsSeq("lust lusts urine corpse corpses heroin nude naked damn idiot idiots fiance") {
		if Blocked(w) || !Has(w) {
			t.Errorf("%s is not named", w)
		}
	}
}

func TestHashes(t *testing.T) {
	for name, hashes := range map[string]string{"blocked": blocked, "slurs": slurs} {
		if len(hashes)%4 != 0 || len(hashes) == 0 {
			t.Fatalf("%s: %d bytes", name, len(hashes))
		}
		for i := 1; i < len(hashes)/4; i++ {
			if number(hashes, i-1) >= number(hashes, i) {
				t.Fatalf("%s: hashes are not sorted at %d", name, i)
			}
		}
	}
}

func TestBlocked(t *testing.T) {
	n := 0
	eachWord(func(word []byte, _ int) {
		if Blocked(string(word)) {
			n++
		}
	})
	// Some hashes are of American spellings, which the list does not have; and one
	// word in some millions has the hash of another.
	if hashes := len(blocked) / 4; n < hashes-25 || n > hashes+2 {
		t.Errorf("%d words are blocked by %d hashes", n, hashes)
	}
	for w := range strings.FieldsSeq("entertain therapist grapevine mathematics sextet bismuth saltwater gay lesbian screws") {
		if Blocked(w) || Slur(w) {
			t.Errorf("%s is blocked", w)
		}
	}
	if !Blocked("murderers") || !Has("murderers") {
		t.Error("murderers is not blocked, or not in the list")
	}
}

// someSlurs finds slurs by their hashes among all texts of four letters that begin
// with c or w, so that this file need not name any.
func someSlurs() []string {
	var out []string
	var spell func(text string)
	spell = func(text string) {
		if len(text) == 4 {
			if Slur(text) {
				out = append(out, text)
			}
			return
		}
		for c := 'a'; c <= 'z'; c++ {
			spell(text + string(c))
		}
	}
	spell("c")
	spell("w")
	return out
}

func TestSlurs(t *testing.T) {
	found := someSlurs()
	if len(found) == 0 {
		t.Fatal("no slurs")
	}
	for _, w := range found {
		if Has(w) {
			t.Errorf("a slur with hash %s is a word", hashed(w))
		}
		for text, want := range map[string]string{w: "****", "xx" + w + "q": "*******"} {
			if own, masked := Shown(text); own != want || masked != "" {
				t.Errorf("a text with the slur of hash %s is shown", hashed(w))
			}
		}
		sorted := strings.Split(w, "")
		slices.Sort(sorted)
		if slices.Contains(Anagrams(strings.Join(sorted, "")), w) {
			t.Errorf("the slur with hash %s is an anagram", hashed(w))
		}
	}
}

func hashed(word string) string {
	h := fnv.New32a()
	h.Write([]byte(word))
	return fmt.Sprintf("%08x", h.Sum32())
}

func TestShown(t *testing.T) {
	for _, tt := range []struct{ text, own, masked string }{
		{"entertain", "entertain", ""},
		{"entertaine", "entertaine", ""},
		{"murderers", "murderers", "m********"},
		{"raccoons", "raccoons", ""}, // holds a slur, but is a word
		{"", "", ""},
	} {
		if own, masked := Shown(tt.text); own != tt.own || masked != tt.masked {
			t.Errorf("%s is shown as %q and %q", tt.text, own, masked)
		}
	}
}

func TestInflected(t *testing.T) {
	for list, want := range map[string]bool{
		"houses boxes stories knives visited praised dropped tidied hoping planning tying panicked gentlemen bacteria fungi " +
			"formulae vertices brightest happiest biggest happier brighter undertook rewritten forgotten thought auditoria": true,
		"house glass entertain traveller newspaper happiness hundred unspoken peninsula spaghetti character " +
			"amplifier business king": false,
	} {
		for w := range strings.FieldsSeq(list) {
			if Inflected(w) != want {
				t.Errorf("%s: %v", w, !want)
			}
		}
	}
}

func fits(word, letters string) bool {
	for i := range len(word) {
		if c := word[i : i+1]; !strings.Contains(letters, c) || strings.Count(word, c) > strings.Count(letters, c) {
			return false
		}
	}
	return true
}

// ordered reports whether Within may list a before b.
func ordered(a, b Word) bool {
	switch {
	case a.Text == "":
		return true
	case a.Known() != b.Known():
		return a.Known()
	case a.Capital() != b.Capital():
		return b.Capital()
	case len(a.Text) != len(b.Text):
		return len(a.Text) > len(b.Text)
	case a.Size != b.Size:
		return a.Size < b.Size
	}
	return a.Text < b.Text
}

// Within finds the same words as a look at every word of the list.
func TestWithin(t *testing.T) {
	var all []string
	eachWord(func(word []byte, _ int) {
		all = append(all, string(word))
	})
	property.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[a-z]{0,4}[aeinrst]{1,5}`).Draw(t, "letters")
		var want []string
		for _, w := range all {
			if fits(w, letters) && !Blocked(w) {
				want = append(want, w)
			}
		}
		var got []string
		var before Word
		for _, w := range Within(letters) {
			if !ordered(before, w) || Size(w.Text) != w.Size {
				t.Fatalf("%v stands before %v", before, w)
			}
			got = append(got, w.Text)
			before = w
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAnagrams(t *testing.T) {
	for letters, want := range map[string]string{"edonst": "[stoned]", "rtiangle": "[alerting altering integral relating tanglier triangle]", "qqq": "[]"} {
		got := Anagrams(letters)
		if s := "[" + strings.Join(got, " ") + "]"; s != want {
			t.Errorf("%s: %s, want %s", letters, s, want)
		}
	}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Entertain", "entertain"},
		{" e n, t-e.r ", "enter"},
		{"ＡＺａｚ", "azaz"},
		{"", "word.empty"},
		{" - ", "word.empty"},
		{"caf\u00e9", "cafe"},
		{"CAFE\u0301", "cafe"},
		{"\U0001d41e\U0001d427\u200bd", "end"},
		{"\u0416a", "word.letter text=\u0416 at=0"},
		{"a1", "word.letter text=1 at=1"},
		{"a\xff", "word.letter text=\ufffd at=1"},
		{"\u212a", "word.letter text=\u212a at=0"}, // the sign of kelvin
		{strings.Repeat("a", 201), "too-long limit=200 unit=bytes"},
	} {
		got, err := Read(tt.text)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("Read(%q): %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestGloss(t *testing.T) {
	for _, tt := range []struct{ word, base, gloss string }{
		{"studies", "study", "a detailed critical inspection"},
		{"alienate", "alienate", "arouse hostility or indifference…"},
		{"zombie", "zombie", "a dead body that has been brought back to life…"},
		{"colours", "colour", "a visual attribute of things…"},
		{"travelled", "travel", "change location"},
		{"tried", "try", "make an effort or attempt"},
		{"children", "child", "a human offspring of any age"},
		{"knives", "knife", "edge tool used as a cutting instrument"},
		{"learnt", "learn", "gain knowledge or skills"},
		{"happiest", "happy", "enjoying or showing or marked by joy or pleasure"},
		{"building", "building", "a structure that has a roof and walls…"},
		{"fiance", "fiance", "a man who is engaged to be married"},
		{"realise", "realise", "be fully aware or cognizant of"},
		{"leopard", "leopard", "large feline of African and Asian forests…"},
		{"minks", "mink", "slender-bodied semiaquatic mammal…"},
		{"oak", "oak", "a deciduous tree of the genus Quercus"},
		{"trout", "trout", "any of various game and food fishes…"},
		{"mole", "mole", "small velvety-furred burrowing mammal having small eyes…"},
		{"lorry", "lorry", "a large truck designed to carry heavy loads"},
		{"chess", "chess", "a board game for two players…"},
		{"copper", "copper", "a corrosion-resistant diamagnetic metallic element"},
		{"morgue", "morgue", "a building where dead bodies are kept before burial…"},
		{"seed", "seed", "a small hard fruit"},
		{"planed", "plane", "cut or remove with or as if with a plane"},
		{"zzz", "", ""},
		{"color", "", ""},
		{"murderers", "", ""},
		{"gypsy", "", ""},
		{"chav", "", ""},
		{"", "", ""},
	} {
		base, gloss := Gloss(tt.word)
		if base != tt.base || tt.gloss != gloss {
			t.Errorf("%s: %s: %s", tt.word, base, gloss)
		}
	}
}

// SOURCES.md says how much of the data is from where.
func TestSources(t *testing.T) {
	sources, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	all, capitals, glossed := 0, 0, 0
	eachWord(func(word []byte, size int) {
		all++
		if size == capitalSize {
			capitals++
		}
		if _, gloss := Gloss(string(word)); gloss != "" {
			glossed++
		}
	})
	count := func(file string) int {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				n += min(1, len(strings.Fields(line)))
			}
		}
		return n
	}
	for what, n := range map[string]int{
		" words.\n": all, " words are right in an answer": capitals, " words have a meaning": glossed,
		" pairs": strings.Count(american, "\n"), " words: chav": count("british.txt"), " words added": count("modern.txt"),
	} {
		text := strconv.Itoa(n)
		if n >= 1000 {
			text = text[:len(text)-3] + "," + text[len(text)-3:]
		}
		if !strings.Contains(string(sources), text+what) {
			t.Errorf("SOURCES.md lacks %q", text+what)
		}
	}
}

// openEnd matches a gloss that is cut within a phrase.
var openEnd = regexp.MustCompile(` (a|an|the|its|their|of|in|at|by|for|from|with|to|and|or|that|which|who|whose|where|when|cannot|several|white|equal|usual)…$`)

// Each gloss is a short line of its own, without a word that may offend. Nearly every word
// that many people know has one.
func TestGlosses(t *testing.T) {
	known, explained, all := 0, 0, 0
	eachWord(func(word []byte, size int) {
		w := string(word)
		base, gloss := Gloss(w)
		if size <= KnownSize && !Blocked(w) {
			known++
		}
		if gloss == "" {
			return
		}
		all++
		if size <= KnownSize {
			explained++
		}
		if strings.Contains(base, "_") {
			t.Errorf("the base form of %s is %s", w, base)
		}
		if n := utf8.RuneCountInString(gloss); n < 3 || n > MaxGloss || gloss != strings.TrimSpace(gloss) || base == "" {
			t.Errorf("%s: %q of %d characters", w, gloss, n)
		}
		for _, part := range Parts(w) {
			if Blocked(part) || Slur(part) {
				t.Errorf("a part of %s may offend", w)
			}
		}
		if openEnd.MatchString(gloss) {
			t.Errorf("the gloss of %s is cut within a phrase: %s", w, gloss)
		}
		for part := range strings.FieldsFuncSeq(strings.ToLower(gloss), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if Blocked(part) || Slur(part) {
				t.Errorf("the gloss of %s may offend", w)
			}
		}
	})
	t.Logf("%d words have a gloss, %d of the %d known ones", all, explained, known)
	if explained*100 < known*92 {
		t.Errorf("only %d of the %d known words have a gloss", explained, known)
	}
}

func BenchmarkWithin(b *testing.B) {
	for b.Loop() {
		Within("aeeilnrst")
	}
}

func BenchmarkSize(b *testing.B) {
	for b.Loop() {
		Size("entertain")
	}
}

func BenchmarkGloss(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Gloss("entertain")
	}
}
