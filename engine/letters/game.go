package letters

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// drawn is how many letters are drawn.
const drawn = words.MaxLength

// The number of vowels that may be asked for: on television at least three
// vowels and four consonants are taken.
const minVowels, maxVowels = 3, 5

// On television contestants take 3, 4 and 5 vowels in so many of 100 rounds, by
// the figures of public simulations of the programme.
var vowelShares = map[int]int{3: 28, 4: 60, 5: 12}

// The two bags: 67 vowels and 74 consonants, as fans of the programme give them
// (thecountdownpage.com/letters.htm, which mscroggs.co.uk/blog/8 counts with).
// The producers change theirs from time to time and publish none.
const (
	vowels = "AAAAAAAAAAAAAAA" + "EEEEEEEEEEEEEEEEEEEEE" + "IIIIIIIIIIIII" + "OOOOOOOOOOOOO" + "UUUUU"

	consonants = "BB" + "CCC" + "DDDDDD" + "FF" + "GGG" + "HH" + "J" + "K" + "LLLLL" + "MMMM" + "NNNNNNNN" +
		"PPPP" + "Q" + "RRRRRRRRR" + "SSSSSSSSS" + "TTTTTTTTT" + "V" + "W" + "X" + "Y" + "Z"
)

// Game is the letters game.
type Game struct{}

var _ engine.Game = Game{}

// Name is "letters".
func (Game) Name() string { return "letters" }

// Rules are those of television, where the clock runs for 30 seconds. An answer
// is measured by the letters it leaves unused.
func (Game) Rules() engine.Rules {
	return engine.Rules{Argument: "letters", Seconds: 30, Sealed: true, Measure: "unused", Slack: 1}
}

// Quality is the share of the best word's letters, 100 if the answer is longer.
func (Game) Quality(unused, best int) int {
	if unused <= best {
		return 100
	}
	return (drawn - unused) * 100 / (drawn - best)
}

// Parse reads nine letters in any order, with or without spaces or commas. They
// need not be ones that the bags can give.
func (Game) Parse(desc string) (engine.Puzzle, error) {
	letters, err := words.Read(desc)
	if err != nil {
		return nil, err
	}
	if len(letters) != drawn {
		return nil, &engine.Fault{Code: "letters.count", Args: engine.Args{"count": len(letters), "want": drawn}}
	}
	return newPuzzle(letters), nil
}

// A draw is worth posing if it has a known word of worthwhile letters.
const worthwhile = 5

// drawTries is how many draws New looks at for one of the level, which at least
// one in thirty has, whatever the number of vowels.
const drawTries = 500

// New draws nine letters that have a known word of five or more. The text of the wish
// is the number of vowels, 3 to 5, or the nine letters, which need not have a
// word. A wish of a number of vowels may get another level than it asks for.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	count := countVowels(r)
	if text := strings.TrimSpace(w.Text); text != "" {
		if strings.Trim(text, "0123456789") != "" {
			return g.Parse(text)
		}
		n, err := strconv.Atoi(text)
		if count = n; err != nil || count < minVowels || count > maxVowels {
			return nil, &engine.Fault{Code: "letters.vowels", Args: engine.Args{
				"text": text[:min(len(text), 12)], "min": minVowels, "max": maxVowels,
			}}
		}
	}
	var p *Puzzle
	for range drawTries {
		q := newPuzzle(draw(r, vowels, count) + draw(r, consonants, drawn-count))
		found := q.study()
		if len(found) == 0 || !found[0].Known() || len(found[0].Text) < worthwhile {
			continue
		}
		p = q
		if w.Level == engine.AnyLevel || p.Rating().Level == w.Level {
			break
		}
	}
	if p == nil { // never seen: nearly every draw has such a word
		return g.Parse("AAEEILNRT")
	}
	return p, nil
}

// countVowels draws a number of vowels by vowelShares.
func countVowels(r *rand.Rand) int {
	n, left := minVowels, r.IntN(100)-vowelShares[minVowels]
	for left >= 0 && n < maxVowels {
		n++
		left -= vowelShares[n]
	}
	return n
}

// draw takes n letters from a bag, in lower case.
func draw(r *rand.Rand, bag string, n int) string {
	letters := []byte(bag)
	r.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	return strings.ToLower(string(letters[:n]))
}

// sorted puts the letters of a text in order.
func sorted(text string) string {
	b := []byte(text)
	slices.Sort(b)
	return string(b)
}
