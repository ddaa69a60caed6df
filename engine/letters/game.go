package letters

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/words"
)

// A Game is one of the two, by its name.
type Game string

// The games.
const (
	Draw      Game = "letters"
	Conundrum Game = "conundrum"
)

func (g Game) Name() string { return string(g) }

// Rules are those of television, where the clock runs for 30 seconds. In the letters
// game the measure of an answer is the number of letters it leaves unused; in a
// conundrum the first right answer wins.
func (g Game) Rules() engine.Rules {
	if g == Conundrum {
		return engine.Rules{Argument: "letters", Seconds: 30, Board: engine.Board{Kind: engine.LetterBoard, All: true}}
	}
	return engine.Rules{Argument: "letters", Seconds: 30, Sealed: true, Measure: "unused", Slack: 1, Board: engine.Board{Kind: engine.LetterBoard}}
}

// Quality is the answer's share of the best word's letters, at most 100. In a
// conundrum it is 100: an answer is right or it is not.
func (g Game) Quality(unused, best int) int {
	if g == Conundrum || unused <= best {
		return 100
	}
	return (count - unused) * 100 / (count - best)
}

// beginnings are what a word may have before another.
var beginnings = strings.Fields("un re dis over under out mis pre non inter fore up")

// Idea gives how a word is built: of "parts", which are a word and its beginning or ending
// (Args text), else of an "ending" and the letters before it (Args ending, rest).
func (Game) Idea(answer, _ string) []engine.Hint {
	word, err := words.Read(answer)
	if err != nil || !words.Has(word) {
		return nil
	}
	if _, masked := words.Shown(word); masked != "" {
		return nil
	}
	const least = 3 // letters of the word within
	isWord := func(text string) bool {
		size := words.Size(text)
		return len(text) >= least && 0 < size && size <= words.CommonSize
	}
	parts, found := []string{word}, false
	var ending []engine.Hint
	for _, e := range slices.SortedFunc(slices.Values(endings), func(a, b string) int { return len(b) - len(a) }) {
		stem, ok := strings.CutSuffix(word, e)
		if ok && isWord(stem) {
			parts, found = []string{stem, e}, true
			break
		}
		if ok && ending == nil && len(e) > 1 && len(stem) >= least {
			ending = []engine.Hint{{Code: "ending", Args: engine.Args{"rest": stem, "ending": e}}}
		}
	}
	for _, b := range beginnings {
		if stem, ok := strings.CutPrefix(parts[0], b); ok && isWord(stem) {
			parts, found = append([]string{b, stem}, parts[1:]...), true
			break
		}
	}
	if found {
		return []engine.Hint{{Code: "parts", Args: engine.Args{"text": strings.Join(parts, " + ")}}}
	}
	return ending
}

// Parse reads nine letters, with or without spaces or commas. A draw may have them in
// any order and need not be one that the bags can give. A conundrum shows them in
// their order, or, if that shows a slur, in another, always the same; they may spell
// no word, or several.
func (g Game) Parse(desc string) (engine.Puzzle, error) {
	letters, err := words.Read(desc)
	if err != nil {
		return nil, err
	}
	if len(letters) != count {
		return nil, &engine.Fault{Code: "letters.count", Args: engine.Args{"count": len(letters), "want": count}}
	}
	return g.puzzle(letters), nil
}

const (
	// worthwhile is the fewest letters of the best word of a draw that New deals.
	worthwhile = 5
	// drawTries is how many draws New makes to find one of the level. At least one
	// in thirty is, whatever the number of vowels.
	drawTries = 500
)

// common returns the words to choose from. Listing them takes some milliseconds.
var common = sync.OnceValue(func() []words.Word { return words.CommonOf(count) })

// New draws nine letters that spell a known word of five or more, or scrambles a
// common word that does not offend, has no anagram and is not a form of another word.
// The text of the wish is the nine letters, which need not spell a word, or for a
// draw the number of vowels, 3 to 5. With a number of vowels the level may, very
// rarely, be another.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	text := strings.TrimSpace(w.Text)
	if strings.Trim(text, "0123456789") != "" || g == Conundrum && text != "" {
		return g.Parse(text)
	}
	if g == Conundrum {
		list := common()
		p := w.Choose(func(yield func(engine.Puzzle) bool) {
			for _, i := range r.Perm(len(list)) {
				if (w.Level == engine.AnyLevel || rateWord(list[i]).Level == w.Level) && fit(list[i].Text) &&
					!yield(g.puzzle(scramble(r, list[i].Text))) {
					return
				}
			}
		})
		if p == nil { // for a level that does not exist
			return g.Parse("TNEETRNAI")
		}
		return p, nil
	}
	n := countVowels(r)
	if text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < minVowels || n > maxVowels {
			return nil, &engine.Fault{Code: "letters.vowels", Args: engine.Args{
				"text": text[:min(len(text), 12)], "min": minVowels, "max": maxVowels,
			}}
		}
	}
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for range drawTries {
			p := g.puzzle(take(r, vowels, n) + take(r, consonants, count-n))
			if found := p.words(); len(found) > 0 && found[0].Known() && len(found[0].Text) >= worthwhile && !yield(p) {
				return
			}
		}
	})
	if p == nil { // never seen: nearly every draw has such a word
		return g.Parse("aaeeilnrt")
	}
	return p, nil
}

// A Puzzle is nine letters.
type Puzzle struct {
	game    Game
	letters string // in lower case, in the order in which they are shown
	once    sync.Once
	found   []words.Word
}

// puzzle returns the puzzle of nine letters in lower case.
func (g Game) puzzle(letters string) *Puzzle {
	if g == Draw || words.HoldsSlur(letters) {
		b := []byte(letters)
		slices.Sort(b)
		r := rand.New(rand.NewPCG(0, 0))
		for try := 0; g == Conundrum && try < scrambleTries && words.HoldsSlur(string(b)); try++ {
			shuffle(r, b)
		}
		letters = string(b)
	}
	return &Puzzle{game: g, letters: letters}
}

// words returns the words that can be spelt and may be shown, the best first.
func (p *Puzzle) words() []words.Word {
	p.once.Do(func() {
		p.found = words.Within(p.letters)
		if p.game == Conundrum {
			p.found = slices.DeleteFunc(p.found, func(w words.Word) bool { return len(w.Text) < count })
		}
	})
	return p.found
}

// ID is "letters:AAEEILNRT", with the letters in alphabetical order so that a draw
// has one ID, or "conundrum:TNEETRNAI", with the letters as they are shown, which do
// not show the word.
func (p *Puzzle) ID() string { return p.game.Name() + ":" + strings.ToUpper(p.letters) }

// Face shows the letters.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: strings.Split(strings.ToUpper(p.letters), "")}
}

// Judge is Right for any word of the list that the letters spell, each used at most
// once, whether many people know it or not. In the letters game it is worth a point a
// letter, and twice that with all nine. A conundrum must use all the letters, for ten
// points; there only another arrangement of them is Wrong: nothing else could be the
// answer.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	v := p.judge(answer)
	if v.Outcome == engine.Right || v.OnTiles {
		return v
	}
	rest, clear := expr.WithoutTalk(answer)
	numbers := strings.FieldsFunc(answer, func(r rune) bool { return !unicode.IsDigit(r) })
	for i, text := range []string{expr.Words(answer), rest} {
		w := p.judge(text)
		switch {
		case len(numbers) > 0 && !slices.Equal(numbers, []string{strconv.Itoa(len(text))}): // not the word's length
		case w.OnTiles && (i == 0 || clear || len(w.Form) == count): // else others may be talking
			return w
		case i == 0 && v.Outcome == engine.Invalid && w.Outcome == engine.Wrong:
			w.Meant = false
			v = w
		}
	}
	return v
}

// judge judges an answer as it stands.
func (p *Puzzle) judge(answer string) engine.Verdict {
	v := engine.Verdict{Outcome: engine.Wrong}
	if p.game == Draw {
		v.Measure = count
	}
	word, err := words.Read(answer)
	if err != nil {
		v.Outcome, v.Fault = engine.Invalid, engine.AsFault(err)
		return v
	}
	v.Text, v.Masked = words.Shown(word)
	code, wrong, _, left := engine.Compare(strings.Split(word, ""), strings.Split(p.letters, ""))
	// A word that has hardly a letter of the puzzle is talk, in whatever language.
	v.Meant = len(strings.Fields(answer)) == 1 && (code != "extra" || 2*len(wrong) <= len(word))
	if p.game == Conundrum && code == "" && len(left) > 0 {
		code, wrong = "missing", once(left)
	}
	switch {
	case code != "":
		v.Fault = &engine.Fault{Code: code, Args: engine.Args{"letters": wrong}}
	case !words.Has(word):
		v.OnTiles = v.Meant && len(word) > 1
		v.Fault = &engine.Fault{Code: "unknown", Args: engine.Args{"word": v.Text}}
	default:
		v.Outcome, v.Form, v.OnTiles = engine.Right, word, v.Meant
	}
	switch {
	case p.game == Conundrum && v.Outcome == engine.Right:
		v.Points = 10
	case p.game == Conundrum && !v.OnTiles:
		v.Outcome = engine.Invalid
	case v.Outcome == engine.Right:
		v.Measure, v.Points = count-len(word), len(word)
		if len(word) == count {
			v.Points = 2 * count
		}
	}
	return v
}

// Solve lists every word except those that may offend: first the known ones, then the
// others, the longest first. Best is the word that a person could find. Proven means
// that no known word is longer; Rarer is the longest of the others if it is. Solve
// takes about a millisecond and ignores ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	out := engine.Solution{Complete: true, Proven: true}
	for _, w := range p.words() {
		out.All = append(out.All, w.Text)
	}
	if out.Solvable = len(out.All) > 0; out.Solvable {
		out.Best = out.All[0]
		out.Measure = count - len(out.Best)
		rare := slices.IndexFunc(p.words(), func(w words.Word) bool { return !w.Known() })
		if rare > 0 && len(out.All[rare]) > len(out.Best) {
			out.Rarer = out.All[rare]
		}
	}
	return out
}

// Hint gives facts about the best word: in the letters game its length, its first
// letter and its pattern, in a conundrum its first letter, its last three and its
// pattern.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	found := p.words()
	if len(found) == 0 {
		return engine.Hint{}
	}
	best := found[0].Text
	pattern := []byte(best)
	for i := 1; i < len(pattern); i += 2 {
		pattern[i] = '?'
	}
	facts := [...]engine.Hint{
		{Code: "length", Args: engine.Args{"letters": len(best)}},
		{Code: "starts", Args: engine.Args{"letter": best[:1]}},
		{Code: "pattern", Args: engine.Args{"text": string(pattern)}},
	}
	if p.game == Conundrum {
		facts[0], facts[1] = facts[1], engine.Hint{Code: "ends", Args: engine.Args{"text": best[count-3:]}}
	}
	return facts[min(max(n, 1), len(facts))-1]
}

// Rating goes by the longest known words of a draw, by the best known word of a
// conundrum. Of a draw Seconds are not predicted, of a conundrum they are a guess.
func (p *Puzzle) Rating() engine.Rating {
	found := p.words()
	switch {
	case len(found) == 0:
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel}
	case p.game == Conundrum:
		return rateWord(found[0])
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
