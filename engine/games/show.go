package games

import (
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/countdown"
	"reckon/engine/letters"
)

// A ShowRound is a round of a show.
type ShowRound struct {
	Game engine.Game
	// Choices are the kinds of puzzles from which the person whose turn it is chooses one. Each is the Text of an
	// engine.Wish. There are none if nothing is chosen.
	Choices []string
}

// shows are the orders of the rounds: L for letters, N for numbers, C for the conundrum. Television has
// had the order of fifteen since 2013, and that of five in the version with comedians.
var shows = []string{
	"LNLNC",
	"LLNLLNLLNLLLLNC",
}

// Show returns the rounds of a show in their order. It returns nil if no show has that many rounds.
func Show(rounds int) []ShowRound {
	for _, order := range shows {
		if len(order) != rounds {
			continue
		}
		var all []ShowRound
		for _, sign := range order {
			all = append(all, showRound(sign))
		}
		return all
	}
	return nil
}

// showRound returns the round for a sign in shows.
func showRound(sign rune) ShowRound {
	switch sign {
	case 'L':
		return ShowRound{Game: letters.Draw, Choices: numbersFrom(letters.MinVowels, letters.MaxVowels)}
	case 'N':
		return ShowRound{Game: countdown.Game{}, Choices: numbersFrom(0, countdown.LargeTiles)}
	}
	return ShowRound{Game: letters.Conundrum}
}

// ShowChoice returns the one of a round's Choices that a puzzle is of: how many vowels or large numbers it has. It returns
// "" if the round has no Choices.
func ShowChoice(p engine.Puzzle) string {
	game, _, _ := strings.Cut(p.ID(), ":")
	var isCounted func(tile string) bool
	switch game {
	case letters.Draw.Name():
		isCounted = func(tile string) bool { return strings.Contains("AEIOU", tile) }
	case countdown.Game{}.Name():
		isCounted = isLarge
	default:
		return ""
	}
	count := 0
	for _, tile := range p.Face().Tiles {
		if isCounted(tile) {
			count++
		}
	}
	return strconv.Itoa(count)
}

// isLarge reports whether a tile of Countdown is large.
func isLarge(tile string) bool {
	n, err := strconv.Atoi(tile)
	return err == nil && countdown.IsLarge(n)
}

// numbersFrom returns the whole numbers from least to most, as people write them.
func numbersFrom(least, most int) []string {
	var all []string
	for n := least; n <= most; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}
