package countdown

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/expr"
)

// Game is the numbers game.
type Game struct{}

var _ engine.Game = Game{}

// Name is "countdown".
func (Game) Name() string { return "countdown" }

// Rules are those of television, where the clock runs for 30 seconds.
func (Game) Rules() engine.Rules {
	return engine.Rules{Argument: "numbers", Seconds: 30, Sealed: true, Measure: "distance"}
}

// Quality goes by the points of the television game: 10 for the target, 7 up to
// 5 away, 5 up to 10 away. The nearest that can be made is as good as the
// target.
func (Game) Quality(distance, best int) int {
	if distance <= best {
		return 100
	}
	return pointsFor(distance) * 100 / exactPoints
}

// Parse reads six tiles and a target, as in 75,50,2,3,8,7=812, with or without
// the commas and the equals sign. The tiles must be in the bag: 1 to 10 twice,
// 25 50 75 100 once; the target is 101 to 999.
func (Game) Parse(desc string) (engine.Puzzle, error) {
	b, err := parseBoard(desc)
	if err != nil {
		return nil, err
	}
	return newPuzzle(b), nil
}

// anyLarge lets the bag decide how many large tiles there are.
const anyLarge = -1

// dealTries is how many deals New looks at for one of the level. Every level is
// had by one deal in twenty or more, and by one in thirty-five where the number
// of large tiles is chosen (level 5 with one of them).
const dealTries = 2000

// New deals six tiles and a target that can be made of them exactly. The text
// of the wish is the number of large tiles, 0 to 4, or a whole board, which
// need not have a solution. Where a chosen number of large tiles hardly ever
// gives the level, the puzzle may be of another.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	count := anyLarge
	if text := strings.TrimSpace(w.Text); text != "" {
		if found := numbers.FindString(text); found != text {
			return g.Parse(text)
		}
		n, err := strconv.Atoi(strings.Map(expr.Plain, text))
		if err != nil || n > len(large) {
			return nil, &engine.Fault{Code: "board.large", Args: engine.Args{"text": text[:min(len(text), 12)], "max": len(large)}}
		}
		count = n
	}
	var p *Puzzle
	for range dealTries {
		q := newPuzzle(deal6(r, count))
		if q.study().distance > 0 {
			continue
		}
		p = q
		if w.Level == engine.AnyLevel || p.Rating().Level == w.Level {
			break
		}
	}
	if p == nil { // never seen: nine deals in ten can be made
		return g.Parse("75,50,2,3,8,7=812")
	}
	return p, nil
}

// deal6 draws six tiles from the bag, of which count are large, and a target.
// The large ones come first, the greatest at the head.
func deal6(r *rand.Rand, count int) board {
	var all, larges, smalls []int
	for _, tile := range bag() {
		for range copies(tile) {
			all = append(all, tile)
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, tile := range all {
		if isLarge(tile) && (count != anyLarge || i < boardSize) {
			larges = append(larges, tile)
		} else if !isLarge(tile) {
			smalls = append(smalls, tile)
		}
	}
	if count != anyLarge {
		larges = larges[:count]
	}
	slices.SortFunc(larges, func(a, b int) int { return b - a })
	tiles := append(larges, smalls...)[:boardSize]
	return board{tiles, minTarget + r.IntN(maxTarget-minTarget+1)}
}
