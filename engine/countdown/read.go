package countdown

import (
	"regexp"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/expr"
)

// A board is six tiles and a target.
type board struct {
	tiles  []int // in the order given: by custom the large ones first
	target int
}

func (b board) texts() []string {
	out := make([]string, len(b.tiles))
	for i, t := range b.tiles {
		out[i] = strconv.Itoa(t)
	}
	return out
}

// maxDesc is the most bytes that parseBoard reads.
const maxDesc = 200

var (
	numbers = regexp.MustCompile(`\p{Nd}+`)
	// spacing may stand between two tiles, aiming before the target.
	spacing = regexp.MustCompile(`^[\s\p{Z},;，、；]*$`)
	aiming  = regexp.MustCompile(`^[\s\p{Z},;，、；]*(=|＝|->|→|:|：)?[\s\p{Z}]*$`)
)

// parseBoard reads six tiles and a target.
func parseBoard(text string) (board, error) {
	fault := func(code string, from, to int, args engine.Args) (board, error) {
		return board{}, &engine.Fault{Code: code, Args: args, At: &engine.Span{Pos: from, End: to}}
	}
	if len(text) > maxDesc {
		return board{}, &engine.Fault{Code: "board.form"}
	}
	found := numbers.FindAllStringIndex(text, -1)
	end := 0
	for i, at := range found {
		gap := spacing
		if i == len(found)-1 {
			gap = aiming
		}
		if !gap.MatchString(text[end:at[0]]) {
			return fault("board.form", end, at[0], nil)
		}
		end = at[1]
	}
	if !spacing.MatchString(text[end:]) {
		return fault("board.form", end, len(text), nil)
	}
	if len(found) != boardSize+1 {
		return board{}, &engine.Fault{Code: "board.count", Args: engine.Args{"count": len(found), "want": boardSize + 1}}
	}
	var b board
	used := map[int]int{}
	for i, at := range found {
		word := text[at[0]:at[1]]
		n, err := strconv.Atoi(strings.Map(expr.Plain, word))
		if err != nil {
			n = 0 // too large for any tile or target
		}
		switch {
		case i == boardSize && (n < minTarget || n > maxTarget):
			return fault("board.target", at[0], at[1], engine.Args{"text": word, "min": minTarget, "max": maxTarget})
		case i == boardSize:
			b.target = n
		case copies(n) == 0:
			return fault("board.tile", at[0], at[1], engine.Args{"text": word})
		case used[n] == copies(n):
			return fault("board.copies", at[0], at[1], engine.Args{"text": word, "copies": copies(n)})
		default:
			used[n]++
			b.tiles = append(b.tiles, n)
		}
	}
	return b, nil
}
