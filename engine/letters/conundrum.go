package letters

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/words"
)

// Conundrum is the conundrum.
type Conundrum struct{}

var _ engine.Game = Conundrum{}

// Name is "conundrum".
func (Conundrum) Name() string { return "conundrum" }

// Rules are those of television: 30 seconds, the first right answer wins, and
// one wrong answer shuts a player out.
func (Conundrum) Rules() engine.Rules {
	return engine.Rules{Argument: "letters", Seconds: 30, Tries: 1}
}

// Quality is 100: an answer is right or it is not.
func (Conundrum) Quality(int, int) int { return 100 }

// Parse reads nine letters, with or without spaces or commas, in the order in
// which they are shown. They may spell no word, or several. If their order shows a
// slur, another one is shown, always the same.
func (Conundrum) Parse(desc string) (engine.Puzzle, error) {
	letters, err := readLetters(desc)
	if err != nil {
		return nil, err
	}
	if words.HoldsSlur(letters) {
		b := []byte(letters)
		slices.Sort(b)
		r := rand.New(rand.NewPCG(0, 0))
		for range scrambleTries {
			if !words.HoldsSlur(string(b)) {
				break
			}
			shuffle(r, b)
		}
		letters = string(b)
	}
	return newScramble(letters), nil
}

// common returns the words to choose from. Listing them takes some milliseconds.
var common = sync.OnceValue(func() []words.Word { return words.CommonOf(count) })

// New scrambles a common word that does not offend, has no anagram and is not a
// form of another word. The text of the wish is nine letters, which need not
// spell a word.
func (g Conundrum) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	if strings.TrimSpace(w.Text) != "" {
		return g.Parse(w.Text)
	}
	list := common()
	for _, i := range r.Perm(len(list)) {
		if (w.Level == engine.AnyLevel || rate(list[i]).Level == w.Level) && fit(list[i].Text) {
			return newScramble(scramble(r, list[i].Text)), nil
		}
	}
	return g.Parse("TNEETRNAI") // for a level that does not exist
}

// fit reports whether a common word may be posed.
func fit(word string) bool {
	return !words.Blocked(word) && !words.Inflected(word) && len(words.Anagrams(word)) == 1
}

// scrambleTries is how many orders of the letters are tried to find the one that
// shows least of the word. Among a few dozen there is one that shows nothing.
const scrambleTries = 100

// scramble returns the letters of a word in an order that shows neither the word nor
// one that may offend.
func scramble(r *rand.Rand, word string) string {
	b := []byte(word)
	best, least := word, shown(word, word)
	for range scrambleTries {
		shuffle(r, b)
		if n := shown(string(b), word); n < least && !words.ShowsOffence(string(b)) {
			best, least = string(b), n
		}
		if least == 0 {
			break
		}
	}
	return best
}

// shown measures how much an order of letters shows of the word: a point for each
// letter in its place and each pair of neighbours, ten for each three in a row.
func shown(order, word string) int {
	n := 0
	for i := range len(word) {
		if order[i] == word[i] {
			n++
		}
		if i > 0 && strings.Contains(word, order[i-1:i+1]) {
			n++
		}
		if i > 1 && strings.Contains(word, order[i-2:i+1]) {
			n += 10
		}
	}
	return n
}

// A Scramble is a puzzle of the conundrum.
type Scramble struct{ selection }

var _ engine.Puzzle = (*Scramble)(nil)

func newScramble(letters string) *Scramble {
	return &Scramble{selection{letters: letters, whole: true}}
}

// ID is "conundrum:TNEETRNAI": the letters as they are shown, which do not show
// the word.
func (s *Scramble) ID() string { return "conundrum:" + strings.ToUpper(s.letters) }

// Judge is Right for any word of the list that uses all the letters, and worth ten
// points. Only another arrangement of all the letters is Wrong: nothing else could
// be the answer.
func (s *Scramble) Judge(answer string) engine.Verdict {
	v := s.judge(answer)
	switch {
	case v.Outcome == engine.Right:
		v.Points = 10
	case !v.OnTiles:
		v.Outcome = engine.Invalid
	}
	return v
}

// Rating goes by the best known word. Seconds are not predicted.
func (s *Scramble) Rating() engine.Rating {
	found := s.words()
	if len(found) == 0 {
		return unsolvable
	}
	return rate(found[0])
}

// endings give a start: fewer than nine letters are then left to be ordered.
var endings = strings.Fields("ing ings ed er ers est ies tion tions sion ly ness ment ments able ible less ful ous ity ive ance ence ism ist ise ize ical")

// traits make a word harder to find. They are of the kinds that experiments with
// anagrams found to matter: how common the word is (Mayzner and Tresselt, "Anagram
// solution times: a function of letter order and word frequency", 1958), its
// syllables (Adams and others, "The role of syllables in anagram solution", 2011),
// and how few orders of its letters are likely (Mendelsohn, "An hypothesis approach
// to the solution of anagrams", 1976), which its ending, its beginning and equal
// letters stand for. The weights are our choice: no times of people with nine
// letters are public.
var traits = []struct {
	code   string
	weight float64
	of     func(w words.Word) bool
}{
	{"rare", 5, func(w words.Word) bool { return !w.Common() }}, // New does not pose it
	{"uncommon", 2, func(w words.Word) bool { return w.Common() && w.Size > 20 }},
	{"ending", 2, func(w words.Word) bool {
		return !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(w.Text, e) })
	}},
	{"syllables", 1, func(w words.Word) bool { return syllables(w.Text) > 3 }},
	{"vowel", 1, func(w words.Word) bool { return strings.IndexByte("aeiou", w.Text[0]) >= 0 }},
	{"varied", 1, func(w words.Word) bool { return len(words.Compare("", w.Text).Missing) >= count-1 }},
}

// conundrumBounds are the sums of weights at which the next level begins. They are
// our choice: most newcomers should solve an easy conundrum in a minute, few a very
// hard one. Of the 1,829 words that are posed 10, 20, 20, 22 and 28 % are of the
// levels from very easy to very hard.
var conundrumBounds = [...]float64{2, 3, 4, 5}

// rate says how hard a word is to find, and why.
func rate(w words.Word) engine.Rating {
	var r engine.Rating
	sum := 0.0
	for _, t := range traits {
		if t.of(w) {
			sum += t.weight
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	r.Level = engine.LevelOf(sum, conundrumBounds)
	return r
}

// syllables counts the runs of vowels, without an e at the end.
func syllables(word string) int {
	n, before := 0, false
	for _, c := range strings.TrimSuffix(word, "e") {
		vowel := strings.ContainsRune("aeiouy", c)
		if vowel && !before {
			n++
		}
		before = vowel
	}
	return n
}
