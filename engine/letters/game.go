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

// A Game is one of the two letter games, by its name.
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
	rules := engine.Rules{
		Argument: "letters",
		Seconds:  30,
		Board:    engine.Board{Kind: engine.LetterBoard},
	}
	if g == Conundrum {
		rules.Board.All = true
		rules.Sign = "?"
		rules.LastLevelOf = Draw.Name()
		return rules
	}
	rules.Sealed = true
	rules.Measure = "unused"
	rules.Slack = 1
	rules.Sign = "AE"
	return rules
}

// Quality is the answer's share of the best word's letters, at most 100. In a
// conundrum it is 100: an answer is right or it is not.
func (g Game) Quality(unused, best int) int {
	if g == Conundrum || unused <= best {
		return 100
	}
	return (count - unused) * 100 / (count - best)
}

// conundrumPoints are the points of the television game for a conundrum.
const conundrumPoints = 10

// Score returns the points of the television game: one for each letter of a word, twice as many for
// all nine letters, and ten for a conundrum.
func (g Game) Score(unused int) int {
	length := count - unused
	switch {
	case g == Conundrum:
		return conundrumPoints
	case length == count:
		return 2 * count
	}
	return length
}

// Idea gives how a word is built: of "parts", a word and its beginning or ending (Args text), or as
// an irregular "form" of a word (Args word). There is none if WordNet does not know what the word comes
// from.
func (Game) Idea(answer, _ string) []engine.Hint {
	word, err := words.Read(answer)
	if err != nil {
		return nil
	}
	if parts := words.Parts(word); parts != nil {
		return []engine.Hint{{Code: "parts", Args: engine.Args{"text": strings.Join(parts, " + ")}}}
	}
	base, _ := words.Gloss(word)
	if base != "" && base != word {
		return []engine.Hint{{Code: "form", Args: engine.Args{"word": base}}}
	}
	return nil
}

// Meaning gives the meaning of a word, unless the word may offend.
func (Game) Meaning(answer string) engine.Hint {
	word, err := words.Read(answer)
	if err != nil {
		return engine.Hint{}
	}
	base, gloss := words.Gloss(word)
	if gloss == "" {
		return engine.Hint{}
	}
	return engine.Hint{Code: "meaning", Args: engine.Args{"word": base, "text": gloss}}
}

// Parse reads nine letters, with or without spaces or commas. For a draw their order does
// not matter, and the bags need not have them. A conundrum shows them in the order given
// or, if that shows a slur, in another one, which is always the same. They may spell no
// word, or several.
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
// The text of the wish may be nine letters, which need not spell a word. For a draw it
// may also be the number of vowels, 3 to 5; the puzzle may then, very rarely, have
// another level than the wish.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	text := strings.TrimSpace(w.Text)
	hasOnlyDigits := strings.Trim(text, "0123456789") == ""
	isVowelCount := g == Draw && hasOnlyDigits
	if text != "" && !isVowelCount {
		return g.Parse(text)
	}
	if g == Conundrum {
		return g.newConundrum(r, w)
	}
	vowelCount := drawVowelCount(r)
	if text != "" {
		var err error
		vowelCount, err = readVowelCount(text)
		if err != nil {
			return nil, err
		}
	}
	return g.newDraw(r, w, vowelCount)
}

// newConundrum scrambles a word of the level.
func (g Game) newConundrum(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	list := common()
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, i := range r.Perm(len(list)) {
			word := list[i]
			hasLevel := w.Level == engine.AnyLevel || rateWord(word).Level == w.Level
			if !hasLevel || !isPosable(word.Text) {
				continue
			}
			if !yield(g.puzzle(scramble(r, word.Text))) {
				return
			}
		}
	})
	if p == nil {
		// No word has the level.
		return g.Parse("TNEETRNAI")
	}
	return p, nil
}

// readVowelCount reads the number of vowels that a player asks for.
func readVowelCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < MinVowels || n > MaxVowels {
		const longest = 12
		return 0, &engine.Fault{Code: "letters.vowels", Args: engine.Args{
			"text": text[:min(len(text), longest)],
			"min":  MinVowels,
			"max":  MaxVowels,
		}}
	}
	return n, nil
}

// newDraw draws letters with a number of vowels until the level fits.
func (g Game) newDraw(r *rand.Rand, w engine.Wish, vowelCount int) (engine.Puzzle, error) {
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for range drawTries {
			letters := drawLetters(r, vowels, vowelCount) + drawLetters(r, consonants, count-vowelCount)
			p := g.puzzle(letters)
			if p.isWorthwhile() && !yield(p) {
				return
			}
		}
	})
	if p == nil {
		// This was never seen: nearly every draw is worthwhile.
		return g.Parse("aaeeilnrt")
	}
	return p, nil
}

// isWorthwhile reports whether a draw has a known word that is long enough.
func (p *Puzzle) isWorthwhile() bool {
	found := p.words()
	return len(found) > 0 && found[0].Known() && len(found[0].Text) >= worthwhile
}

// A Puzzle is nine letters.
type Puzzle struct {
	game Game
	// letters are in lower case, in the order in which they are shown.
	letters string
	once    sync.Once
	found   []words.Word
}

// puzzle returns the puzzle of nine letters in lower case. A draw shows them in alphabetical
// order.
func (g Game) puzzle(letters string) *Puzzle {
	if g == Conundrum && !words.HoldsSlur(letters) {
		return &Puzzle{game: g, letters: letters}
	}
	order := []byte(letters)
	slices.Sort(order)
	if g == Conundrum {
		r := rand.New(rand.NewPCG(0, 0))
		for try := 0; try < scrambleTries && words.HoldsSlur(string(order)); try++ {
			shuffle(r, order)
		}
	}
	return &Puzzle{game: g, letters: string(order)}
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

// Judge returns Right for any word of the list that the letters spell, each used at
// most once, whether many people know it or not. In the letters game the word is worth
// a point for each letter, and twice that with all nine. In a conundrum it must have
// all the letters, and is worth ten points. An answer to a conundrum is Wrong only if
// it is another arrangement of the letters; any other is Invalid, since it could not
// be the word.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	v := p.judge(answer)
	if v.Outcome == engine.Right || v.OnTiles {
		return v
	}
	// The answer may be a word with signs or with its length around it.
	plain := expr.Words(answer)
	if numbersFit(answer, plain) {
		w := p.judge(plain)
		if w.OnTiles {
			return w
		}
		if v.Outcome == engine.Invalid && w.Outcome == engine.Wrong {
			// The fault of the word says more than that the text cannot be read.
			w.Meant = false
			v = w
		}
	}
	all, isSaid := announced(answer)
	for i, word := range all {
		w := p.judge(word)
		if w.OnTiles {
			return w
		}
		isFirstSaid := isSaid && i == 0
		if isFirstSaid {
			// In a group it may be talk: "the answer is obvious".
			w.Meant = false
			v = w
		}
	}
	return v
}

// numbersFit reports whether an answer has no number, or only the length of its word.
func numbersFit(answer, word string) bool {
	numbers := strings.FieldsFunc(answer, func(r rune) bool { return !unicode.IsDigit(r) })
	return len(numbers) == 0 || len(numbers) == 1 && numbers[0] == strconv.Itoa(len(word))
}

// judge judges an answer exactly as typed.
func (p *Puzzle) judge(answer string) engine.Verdict {
	v := engine.Verdict{Outcome: engine.Wrong}
	if p.game == Draw {
		v.Measure = count
	}
	word, err := words.Read(answer)
	if err != nil {
		v.Outcome = engine.Invalid
		v.Fault = engine.AsFault(err)
		return v
	}
	v.Text, v.Masked = words.Shown(word)
	code, wrong, _, unused := engine.Compare(strings.Split(word, ""), strings.Split(p.letters, ""))
	// A word that has hardly a letter of the puzzle is talk, in whatever language.
	isTalk := code == "extra" && 2*len(wrong) > len(word)
	fields := strings.Fields(answer)
	isSpelt := code == "" && words.Has(word) && isSpelling(fields)
	v.Meant = (len(fields) == 1 || isSpelt) && !isTalk
	if p.game == Conundrum && code == "" && len(unused) > 0 {
		code = "missing"
		wrong = distinct(unused)
	}
	switch {
	case code != "":
		v.Fault = &engine.Fault{Code: code, Args: engine.Args{"letters": wrong}}
	case !words.Has(word):
		v.OnTiles = v.Meant && len(word) > 1
		v.Fault = p.unknownWord(word, v.Text)
	default:
		v.OnTiles = v.Meant
		v.Outcome = engine.Right
		v.Form = word
	}
	switch {
	case p.game == Conundrum && v.Outcome == engine.Right:
		v.Points = conundrumPoints
	case p.game == Conundrum && !v.OnTiles:
		v.Outcome = engine.Invalid
	case v.Outcome == engine.Right:
		v.Measure = count - len(word)
		v.Points = p.game.Score(v.Measure)
	}
	return v
}

// isSpelling reports whether a text is a word spelt out, such as g r a d i e n t. Fewer letters may be talk: u r a.
func isSpelling(fields []string) bool {
	isLonger := func(field string) bool { return len(field) > 1 }
	const least = 4
	return len(fields) >= least && !slices.ContainsFunc(fields, isLonger)
}

// unknownWord returns the fault of a word that is not in the list; shown is the word as
// its writer may read it. For an American spelling the fault has the British one, unless
// that is an answer to the puzzle, which others could then use.
func (p *Puzzle) unknownWord(word, shown string) *engine.Fault {
	british, isAmerican := words.American(word)
	if !isAmerican {
		return &engine.Fault{Code: "unknown", Args: engine.Args{"word": shown}}
	}
	code, _, _, _ := engine.Compare(strings.Split(british, ""), strings.Split(p.letters, ""))
	if code == "" {
		return &engine.Fault{Code: "american.fits", Args: engine.Args{"word": shown}}
	}
	return &engine.Fault{Code: "american", Args: engine.Args{"word": shown, "british": british}}
}

// Solve lists every word except those that may offend: first the known ones, then the
// others, the longest first. Best is the longest known word, one that a person could
// find; Proven is about known words, too. Rarer is the longest of the words that are
// neither known nor names, if it is longer than Best. Solve takes about a millisecond and
// ignores ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	out := engine.Solution{Complete: true, Proven: true}
	for _, w := range p.words() {
		out.All = append(out.All, w.Text)
	}
	if len(out.All) == 0 {
		return out
	}
	out.Solvable = true
	out.Best = out.All[0]
	out.Measure = count - len(out.Best)
	rare := slices.IndexFunc(p.words(), func(w words.Word) bool { return !w.Known() && !w.Capital() })
	if rare > 0 && len(out.All[rare]) > len(out.Best) {
		out.Rarer = out.All[rare]
	}
	return out
}

// Hint returns one of three facts about the best word. In the letters game they are its
// length, its first letter and its pattern. In a conundrum, and if the person knows the
// length, they are its first letter, its last letters and its pattern.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	all := p.words()
	if len(all) == 0 {
		return engine.Hint{}
	}
	best := all[0].Text
	pattern := []byte(best)
	for i := 1; i < len(pattern); i += 2 {
		pattern[i] = '?'
	}
	var facts []engine.Hint
	knowsLength := p.game == Conundrum || len(found) > 0
	if !knowsLength {
		facts = append(facts, engine.Hint{Code: "length", Args: engine.Args{"letters": len(best)}})
	}
	facts = append(facts, engine.Hint{Code: "starts", Args: engine.Args{"letter": best[:1]}})
	if knowsLength {
		// A third of the word, and three letters of nine.
		ending := best[len(best)-len(best)/3:]
		facts = append(facts, engine.Hint{Code: "ends", Args: engine.Args{"text": ending}})
	}
	facts = append(facts, engine.Hint{Code: "pattern", Args: engine.Args{"text": string(pattern)}})
	return facts[min(max(n, 1), len(facts))-1]
}

// Rating rates a draw by its longest known words, and a conundrum by its best known word.
// The Seconds of a draw are not predicted, and those of a conundrum are a guess.
func (p *Puzzle) Rating() engine.Rating {
	found := p.words()
	switch {
	case len(found) == 0:
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel}
	case p.game == Conundrum:
		return rateWord(found[0])
	}
	// The best words are as long as the first one. They are known if that is.
	first := found[0]
	best := found
	for i, w := range found {
		if len(w.Text) != len(first.Text) || w.Known() != first.Known() {
			best = found[:i]
			break
		}
	}
	r := engine.Rating{Level: engine.LevelOf(difficulty(best), drawBounds)}
	if !first.Common() {
		r.Reasons = append(r.Reasons, "rare")
	}
	if len(best) == 1 {
		r.Reasons = append(r.Reasons, "lone")
	}
	if len(first.Text) >= count-1 {
		r.Reasons = append(r.Reasons, "long")
	}
	return r
}
