package countdown

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/expr"
)

// Game is the numbers game.
type Game struct{}

func (Game) Name() string { return "countdown" }

// Rules are those of television, where the clock runs for 30 seconds.
func (Game) Rules() engine.Rules {
	return engine.Rules{
		Argument: "numbers",
		Seconds:  30,
		Sealed:   true,
		Measure:  "distance",
		Sign:     "812",
		Board: engine.Board{
			Kind:      engine.TileBoard,
			Operators: "+-*/",
			Whole:     true,
		},
	}
}

// Quality returns the share of the points of the television game that an answer gets:
// 10 for the target, 7 up to 5 away, 5 up to 10 away. The nearest number that can be
// made counts as the target.
func (Game) Quality(distance, best int) int {
	if distance <= best {
		return 100
	}
	return pointsFor(distance) * 100 / pointsFor(0)
}

// Score returns the points of the television game for a number this far from the target.
func (Game) Score(distance int) int { return pointsFor(distance) }

func (Game) Idea(answer, goal string) []engine.Hint { return engine.Idea(answer, goal) }

// maxDesc is how many bytes Parse reads at most.
const maxDesc = 200

var (
	numbers = regexp.MustCompile(`\p{Nd}+`)
	// betweenTiles matches what may be between two tiles, and beforeTarget what may be before the target.
	betweenTiles = regexp.MustCompile(`^[\s\p{Z},;，、；]*$`)
	beforeTarget = regexp.MustCompile(`^[\s\p{Z},;，、；]*(=|＝|->|→|:|：)?[\s\p{Z}]*$`)
)

// Parse reads six tiles and a target, as in 75,50,2,3,8,7=812, with or without
// the commas and the equals sign. The tiles must be in the bag: 1 to 10 twice,
// 25 50 75 100 once; the target is 101 to 999.
func (Game) Parse(text string) (engine.Puzzle, error) {
	if len(text) > maxDesc {
		return nil, &engine.Fault{Code: "board.form"}
	}
	found := numbers.FindAllStringIndex(text, -1)
	end := 0
	for i, place := range found {
		gap := betweenTiles
		if i == len(found)-1 {
			gap = beforeTarget
		}
		if !gap.MatchString(text[end:place[0]]) {
			return nil, &engine.Fault{Code: "board.form", At: &engine.Span{Pos: end, End: place[0]}}
		}
		end = place[1]
	}
	if !betweenTiles.MatchString(text[end:]) {
		return nil, &engine.Fault{Code: "board.form", At: &engine.Span{Pos: end, End: len(text)}}
	}
	if len(found) != boardSize+1 {
		return nil, &engine.Fault{
			Code: "board.count",
			Args: engine.Args{"count": len(found), "want": boardSize + 1},
		}
	}
	p := &Puzzle{}
	used := map[int]int{}
	for _, place := range found[:boardSize] {
		n, word := numberAt(text, place)
		if copies(n) == 0 {
			return nil, &engine.Fault{
				Code: "board.tile",
				Args: engine.Args{"text": word},
				At:   &engine.Span{Pos: place[0], End: place[1]},
			}
		}
		if used[n] == copies(n) {
			return nil, &engine.Fault{
				Code: "board.copies",
				Args: engine.Args{"text": word, "copies": copies(n)},
				At:   &engine.Span{Pos: place[0], End: place[1]},
			}
		}
		used[n]++
		p.tiles = append(p.tiles, n)
	}
	place := found[boardSize]
	n, word := numberAt(text, place)
	if n < minTarget || n > maxTarget {
		return nil, &engine.Fault{
			Code: "board.target",
			Args: engine.Args{"text": word, "min": minTarget, "max": maxTarget},
			At:   &engine.Span{Pos: place[0], End: place[1]},
		}
	}
	p.target = n
	return p, nil
}

// numberAt returns a number in a text, and how it is written. A number that does not fit an int
// is 0, which is no tile and no target.
func numberAt(text string, place []int) (n int, word string) {
	word = text[place[0]:place[1]]
	n, err := strconv.Atoi(strings.Map(expr.Plain, word))
	if err != nil {
		return 0, word
	}
	return n, word
}

const (
	// anyLarge leaves the number of large tiles to chance.
	anyLarge = -1
	// dealTries is how many deals New makes to find one of the level. At least one
	// deal in twenty has it, or one in thirty-five if the number of large tiles is
	// chosen (level 5 with one of them).
	dealTries = 2000
	// mostShown is how many digits of a number a Fault repeats.
	mostShown = 12
)

// New deals six tiles and a target that they can make exactly. The text of the
// wish may be the number of large tiles, 0 to 4, or a whole board, which need not
// have a solution. If the number of large tiles is chosen, the puzzle may, very
// rarely, have another level than the wish.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	count := anyLarge
	if text := strings.TrimSpace(w.Text); text != "" {
		isNumber := numbers.FindString(text) == text
		if !isNumber {
			return g.Parse(text)
		}
		n, err := strconv.Atoi(strings.Map(expr.Plain, text))
		if err != nil || n > LargeTiles {
			digits := []rune(text)
			shown := string(digits[:min(len(digits), mostShown)])
			return nil, &engine.Fault{
				Code: "board.large",
				Args: engine.Args{"text": shown, "max": LargeTiles},
			}
		}
		count = n
	}
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for range dealTries {
			p := drawBoard(r, count)
			if p.study().distance > 0 {
				continue
			}
			if !yield(p) {
				return
			}
		}
	})
	if p == nil {
		// This was never seen: in nine of ten deals the target can be made.
		return g.Parse("75,50,2,3,8,7=812")
	}
	return p, nil
}

// drawBoard draws a target and six tiles, count of them large. The large tiles come
// first, the greatest of them at the head.
func drawBoard(r *rand.Rand, count int) *Puzzle {
	var all, larges, smalls []int
	for _, tile := range bag {
		for range copies(tile) {
			all = append(all, tile)
		}
	}
	r.Shuffle(len(all), func(i, j int) {
		all[i], all[j] = all[j], all[i]
	})
	for i, tile := range all {
		if !IsLarge(tile) {
			smalls = append(smalls, tile)
			continue
		}
		// If chance decides, the first tiles are those of the board.
		if count != anyLarge || i < boardSize {
			larges = append(larges, tile)
		}
	}
	if count != anyLarge {
		larges = larges[:count]
	}
	slices.SortFunc(larges, func(a, b int) int { return b - a })
	return &Puzzle{
		tiles:  append(larges, smalls...)[:boardSize],
		target: minTarget + r.IntN(maxTarget-minTarget+1),
	}
}
