package conundrum

import (
	"math/rand/v2"
	"slices"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// length is the number of letters.
const length = words.MaxLength

// points is what the word is worth.
const points = 10

// Game is the conundrum.
type Game struct{}

var _ engine.Game = Game{}

// Name is "conundrum".
func (Game) Name() string { return "conundrum" }

// Rules are those of television: 30 seconds, the first right answer wins, and
// one wrong answer shuts a player out.
func (Game) Rules() engine.Rules {
	return engine.Rules{Argument: "letters", Seconds: 30, Tries: 1}
}

// Quality is 100: an answer is right or it is not.
func (Game) Quality(int, int) int { return 100 }

// Parse reads nine letters, with or without spaces or commas, in the order in
// which they are shown. They may spell no word, or several.
func (Game) Parse(desc string) (engine.Puzzle, error) {
	letters, err := words.Read(desc)
	if err != nil {
		return nil, err
	}
	if len(letters) != length {
		return nil, &engine.Fault{Code: "letters.count", Args: engine.Args{"count": len(letters), "want": length}}
	}
	return newPuzzle(letters), nil
}

// New scrambles a common word that does not offend and has no anagram. The text
// of the wish is nine letters, which need not spell a word.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	if strings.TrimSpace(w.Text) != "" {
		return g.Parse(w.Text)
	}
	list := words.CommonOf(length)
	for _, i := range r.Perm(len(list)) {
		if w.Level != engine.AnyLevel && level(list[i]) != w.Level || !fit(list[i]) {
			continue
		}
		return newPuzzle(scramble(r, list[i])), nil
	}
	return g.Parse("TNEETRNAI") // for a level that is none
}

// fit tells whether a common word may be posed.
func fit(word string) bool {
	return !words.Blocked(word) && len(words.Anagrams(word)) == 1
}

// scrambleTries is how many orders of the letters are looked at for the one
// that shows least of the word; a few dozen find one that shows nothing.
const scrambleTries = 100

// scramble puts the letters of a word in an order that shows neither it nor a
// word the bot never says.
func scramble(r *rand.Rand, word string) string {
	b := []byte(word)
	best, least := word, shown(word, word)
	for range scrambleTries {
		r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		if n := shown(string(b), word); n < least && !offends(string(b)) {
			best, least = string(b), n
		}
		if least == 0 {
			break
		}
	}
	return best
}

// shown counts what an order of letters shows of the word: letters in their
// places, pairs of neighbours, and, most of all, three in a row.
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

// offends tells whether some letters in a row are a word the bot never says.
func offends(order string) bool {
	for i := range len(order) {
		for end := i + 3; end <= len(order); end++ {
			if words.Blocked(order[i:end]) {
				return true
			}
		}
	}
	return false
}

// endings are those that give the word away by half.
var endings = []string{"ing", "ings", "ed", "er", "ers", "est", "tion", "tions", "ly", "ness", "ment", "ments", "able", "ible", "less", "ful", "ous", "ies", "ity"}

// reasons says what makes a word hard to find.
func reasons(word string) []string {
	var out []string
	if !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(word, e) }) {
		out = append(out, "ending")
	}
	if strings.IndexByte("aeiou", word[0]) >= 0 {
		out = append(out, "vowel")
	}
	if different(word) >= length-1 {
		out = append(out, "varied")
	}
	return out
}

func different(word string) int {
	n := 0
	for i := range len(word) {
		if strings.IndexByte(word, word[i]) == i {
			n++
		}
	}
	return n
}

// level goes by what makes the word hard to find: an ending that gives no start
// counts most, for the letters left to be ordered are then not six but nine;
// then a vowel at the beginning, then how few letters are alike. It is a
// judgement: no times of people are public.
func level(word string) engine.Level {
	n := engine.MinLevel
	for _, code := range reasons(word) {
		n++
		if code == "ending" {
			n++
		}
	}
	return n
}
