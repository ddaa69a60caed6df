package conundrum

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

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
// which they are shown. They may spell no word, or several. Letters in an order
// that shows a slur are put in another.
func (Game) Parse(desc string) (engine.Puzzle, error) {
	letters, err := words.Read(desc)
	if err != nil {
		return nil, err
	}
	if len(letters) != length {
		return nil, &engine.Fault{Code: "letters.count", Args: engine.Args{"count": len(letters), "want": length}}
	}
	return newPuzzle(clean(letters)), nil
}

// clean is letters, or if they show a slur an order of them that does not, which
// is always the same.
func clean(letters string) string {
	if !words.HoldsSlur(letters) {
		return letters
	}
	b := []byte(letters)
	slices.Sort(b)
	r := rand.New(rand.NewPCG(0, 0))
	for range scrambleTries {
		if !words.HoldsSlur(string(b)) {
			break
		}
		r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	}
	return string(b)
}

// common are the words to choose from. Listing them takes some milliseconds.
var common = sync.OnceValue(func() []words.Word { return words.CommonOf(length) })

// New scrambles a common word that does not offend, has no anagram and is no
// form of another word. The text of the wish is nine letters, which need not
// spell a word.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	if strings.TrimSpace(w.Text) != "" {
		return g.Parse(w.Text)
	}
	list := common()
	for _, i := range r.Perm(len(list)) {
		if w.Level != engine.AnyLevel && rate(list[i]).Level != w.Level || !fit(list[i].Text) {
			continue
		}
		return newPuzzle(scramble(r, list[i].Text)), nil
	}
	return g.Parse("TNEETRNAI") // for a level that is none
}

// fit tells whether a common word may be posed.
func fit(word string) bool {
	return !words.Blocked(word) && !words.Inflected(word) && len(words.Anagrams(word)) == 1
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
		if n := shown(string(b), word); n < least && !words.ShowsOffence(string(b)) {
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
