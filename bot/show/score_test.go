package show

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"
)

// This file scores a show from what was sent in it, by television's rules as a person would write them down. It shares
// nothing with the program. The simulation compares the two.

// An entry is an answer that somebody sent, and how long after the beginning of the round.
type entry struct {
	who   string
	after time.Duration
	text  string
	// openly reports whether everybody could read the answer.
	openly bool
	// good is the goodness of an answer without a text. A ghost gives such answers.
	good int
	// isValid reports whether the text keeps the rules: a word of the list that the letters spell, or a calculation
	// with the numbers.
	isValid bool
}

// scoreRound returns what each person scores in a round of a game with a clock of 30 seconds. plays reports whether a
// person plays the show.
func scoreRound(game, target string, sent []entry, plays func(who string) bool) map[string]int {
	best := map[string]int{}
	var first *entry
	for i, e := range sent {
		isInTime := e.after <= 30*time.Second
		counts := plays(e.who) && e.isValid && isInTime
		if !counts || isCopy(sent, e) {
			continue
		}
		if e.text != "" {
			e.good = goodness(game, target, e.text)
		}
		best[e.who] = max(best[e.who], e.good)
		if first == nil || e.after < first.after {
			first = &sent[i]
		}
	}
	scores := map[string]int{}
	most := 0
	for _, good := range best {
		most = max(most, good)
	}
	for who, good := range best {
		isConundrum := game == "conundrum"
		switch {
		case isConundrum && first.who == who:
			scores[who] = 10
		case !isConundrum && good == most:
			scores[who] = points(game, good)
		}
	}
	return scores
}

// isCopy reports whether somebody else had sent the same answer before, where everybody could read it.
func isCopy(sent []entry, e entry) bool {
	for _, o := range sent {
		isSame := o.text == e.text && o.who != e.who
		if isSame && o.openly && o.after < e.after {
			return true
		}
	}
	return false
}

// goodness returns the length of a word, or how near a calculation comes: 1000 for the target, 999 for one beside it.
func goodness(game, target, text string) int {
	if game != "countdown" {
		return len(text)
	}
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, target+"-("+text+")")
	if err != nil {
		return 0
	}
	away, _ := constant.Int64Val(value.Value)
	return 1000 - int(max(away, -away))
}

// points returns what television gives for an answer as good as that.
func points(game string, good int) int {
	switch {
	case game == "countdown" && good == 1000:
		return 10
	case game == "countdown" && good >= 995:
		return 7
	case game == "countdown" && good >= 990:
		return 5
	case game == "countdown":
		return 0
	case good == 9:
		return 18
	}
	return good
}

// targetOf returns the number to be made in a puzzle, "812" of "countdown:75,50,2,3,8,7=812".
func targetOf(puzzle string) string {
	_, target, _ := strings.Cut(puzzle, "=")
	return target
}
