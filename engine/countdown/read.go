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
	tiles  []int // in the order given: large ones first by custom
	target int
}

// desc is the board as in an ID.
func (b board) desc() string {
	return strings.Join(b.texts(), ",") + "=" + strconv.Itoa(b.target)
}

func (b board) texts() []string {
	out := make([]string, len(b.tiles))
	for i, t := range b.tiles {
		out[i] = strconv.Itoa(t)
	}
	return out
}

// maxDesc bounds the text of a board, in bytes.
const maxDesc = 200

var (
	numbers = regexp.MustCompile(`\p{Nd}+`)
	// spacing is what may stand between two tiles, aiming what may stand
	// before the target.
	spacing = regexp.MustCompile(`^[\s\p{Z},;，、；]*$`)
	aiming  = regexp.MustCompile(`^[\s\p{Z},;，、；]*(=|＝|->|→|:|：)?[\s\p{Z}]*$`)
)

// parseBoard reads six tiles and a target.
func parseBoard(text string) (board, error) {
	if len(text) > maxDesc {
		return board{}, &engine.Fault{Code: "board.form"}
	}
	const want = boardSize + 1
	found := numbers.FindAllStringIndex(text, -1)
	end := 0
	for i, at := range found {
		gap := spacing
		if i == len(found)-1 {
			gap = aiming
		}
		if !gap.MatchString(text[end:at[0]]) {
			return board{}, &engine.Fault{Code: "board.form", At: &engine.Span{Pos: end, End: at[0]}}
		}
		end = at[1]
	}
	if !spacing.MatchString(text[end:]) {
		return board{}, &engine.Fault{Code: "board.form", At: &engine.Span{Pos: end, End: len(text)}}
	}
	if len(found) != want {
		return board{}, &engine.Fault{Code: "board.count", Args: engine.Args{"count": len(found), "want": want}}
	}
	return readBoard(text, found)
}

// readBoard reads the numbers found in text.
func readBoard(text string, found [][]int) (board, error) {
	var b board
	used := map[int]int{}
	for i, at := range found {
		word := text[at[0]:at[1]]
		n, err := strconv.Atoi(strings.Map(expr.Plain, word))
		if err != nil {
			n = 0 // past any tile or target
		}
		fault := func(code string, args engine.Args) (board, error) {
			args["text"] = word
			return board{}, &engine.Fault{Code: code, Args: args, At: &engine.Span{Pos: at[0], End: at[1]}}
		}
		switch {
		case i == boardSize && (n < minTarget || n > maxTarget):
			return fault("board.target", engine.Args{"min": minTarget, "max": maxTarget})
		case i == boardSize:
			b.target = n
		case copies(n) == 0:
			return fault("board.tile", engine.Args{})
		case used[n] == copies(n):
			return fault("board.copies", engine.Args{"copies": copies(n)})
		default:
			used[n]++
			b.tiles = append(b.tiles, n)
		}
	}
	return b, nil
}
