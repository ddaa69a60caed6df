package letters

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// The number of vowels that a player may ask for: on television at least three
// vowels and four consonants are taken.
const minVowels, maxVowels = 3, 5

// vowelShares is how many of 100 rounds on television have 3, 4 and 5 vowels, by
// the figures of public simulations of the programme.
var vowelShares = map[int]int{3: 28, 4: 60, 5: 12}

// The two bags: 67 vowels and 74 consonants, as fans of the programme give them
// (thecountdownpage.com/letters.htm, also used by mscroggs.co.uk/blog/8). The
// producers change theirs from time to time and publish none.
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

// Rules are those of television, where the clock runs for 30 seconds. The measure
// of an answer is the number of letters it leaves unused.
func (Game) Rules() engine.Rules {
	return engine.Rules{Argument: "letters", Seconds: 30, Sealed: true, Measure: "unused", Slack: 1}
}

// Quality is the answer's share of the best word's letters, at most 100.
func (Game) Quality(unused, best int) int {
	if unused <= best {
		return 100
	}
	return (count - unused) * 100 / (count - best)
}

// Parse reads nine letters in any order, with or without spaces or commas. They
// need not be ones that the bags can give.
func (Game) Parse(desc string) (engine.Puzzle, error) {
	letters, err := readLetters(desc)
	if err != nil {
		return nil, err
	}
	return newDraw(letters), nil
}

const (
	// worthwhile is the fewest letters of the best word of a draw that New deals.
	worthwhile = 5
	// drawTries is how many draws New makes to find one of the level. At least one
	// in thirty is, whatever the number of vowels.
	drawTries = 500
)

// New draws nine letters that spell a known word of five or more. The text of the
// wish is the number of vowels, 3 to 5, or the nine letters, which need not spell a
// word. With a number of vowels the level may, very rarely, be another.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	n := countVowels(r)
	if text := strings.TrimSpace(w.Text); text != "" {
		if strings.Trim(text, "0123456789") != "" {
			return g.Parse(text)
		}
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < minVowels || n > maxVowels {
			return nil, &engine.Fault{Code: "letters.vowels", Args: engine.Args{
				"text": text[:min(len(text), 12)], "min": minVowels, "max": maxVowels,
			}}
		}
	}
	var d *Draw
	for range drawTries {
		next := newDraw(take(r, vowels, n) + take(r, consonants, count-n))
		found := next.words()
		if len(found) == 0 || !found[0].Known() || len(found[0].Text) < worthwhile {
			continue
		}
		d = next
		if w.Level == engine.AnyLevel || d.Rating().Level == w.Level {
			break
		}
	}
	if d == nil { // never seen: nearly every draw has such a word
		return g.Parse("AAEEILNRT")
	}
	return d, nil
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

// take draws n letters from a bag.
func take(r *rand.Rand, bag string, n int) string {
	letters := []byte(bag)
	shuffle(r, letters)
	return string(letters[:n])
}

// A Draw is a puzzle of the letters game.
type Draw struct{ selection }

var _ engine.Puzzle = (*Draw)(nil)

func newDraw(letters string) *Draw {
	b := []byte(strings.ToLower(letters))
	slices.Sort(b)
	return &Draw{selection{letters: string(b)}}
}

// ID is "letters:AAEEILNRT", with the letters in alphabetical order so that a draw
// has one ID.
func (d *Draw) ID() string { return "letters:" + strings.ToUpper(d.letters) }

// Judge is Right for any word of the list spelt with the letters, each used at most
// once. A word is worth a point a letter, and twice that with all nine.
func (d *Draw) Judge(answer string) engine.Verdict {
	v := d.judge(answer)
	v.Measure = count
	if v.Outcome == engine.Right {
		v.Measure, v.Points = count-len(v.Form), len(v.Form)
		if len(v.Form) == count {
			v.Points = 2 * count
		}
	}
	return v
}

// drawBounds are the difficulties at which the next level begins. They are our
// choice: most newcomers should find a longest word of an easy draw in a minute, few
// that of a very hard one. Of draws as on television 4, 15, 28, 29 and 24 % are of
// the levels from very easy to very hard.
var drawBounds = [...]float64{13.5, 16.5, 19.5, 22.5}

// Rating goes by the longest known words. Seconds are not predicted.
func (d *Draw) Rating() engine.Rating {
	found := d.words()
	if len(found) == 0 {
		return unsolvable
	}
	best := found // those as long as the first, and known if it is
	for i, w := range found {
		if len(w.Text) != len(found[0].Text) || w.Known() != found[0].Known() {
			best = found[:i]
			break
		}
	}
	r := engine.Rating{Level: engine.LevelOf(difficulty(best), drawBounds)}
	for _, t := range []struct {
		code string
		has  bool
	}{
		{"rare", !best[0].Common()},
		{"lone", len(best) == 1},
		{"long", len(best[0].Text) >= count-1},
	} {
		if t.has {
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	return r
}

// Each letter of a word halves the chance that a person finds it perLetter times,
// its size perSize times. Experiments with anagrams found that the length of a word
// and how common it is matter most; how much is our choice, because no times of
// people with such draws are public.
const perLetter = 2.5

var perSize = map[int]float64{10: 0, 20: 1, 35: 2, 40: 3, 50: 4, 55: 5, 60: 5, 70: 7, 80: 9}

// difficulty returns how often the chance of finding one of the best words, all of
// one length, is halved: every word adds to the chance, a common one most.
func difficulty(best []words.Word) float64 {
	chances := 0.0
	for _, w := range best {
		chances += math.Exp2(-perSize[w.Size])
	}
	return perLetter*float64(len(best[0].Text)) - math.Log2(chances)
}
