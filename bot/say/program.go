package say

import (
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/round"
)

// whoChooses says who chooses the kind of the next puzzle or, once it is chosen, which one comes. It says nothing if
// nothing is to be chosen.
func (v Voice) whoChooses(m round.Match) []chat.Line {
	who := m.Chooser()
	isPlanned := !m.BegunAt.IsZero() && !m.NextAt.IsZero()
	if who.ID == 0 || !isPlanned {
		return nil
	}
	player := v.Mention(who.Name, who.Key)
	if m.Choice == "" {
		return []chat.Line{v.Line(v.Key("match", m.NextGame(), "choose"), With{"player": player})}
	}
	return []chat.Line{v.Line(v.Key("match", m.NextGame(), "chosen"), With{
		"player": player,
		"choice": m.Choice,
		"n":      number(m.Choice),
	})}
}

// ChoiceName names a kind of puzzle that a person may choose in a match.
func (v Voice) ChoiceName(m round.Match, choice string) string {
	return v.Phrase(v.Key("match", m.NextGame(), "kind"), With{"choice": choice, "n": number(choice)})
}

// number returns a choice as a number; 0 if the choice is no number.
func number(choice string) int {
	n, err := strconv.Atoi(choice)
	if err != nil {
		return 0
	}
	return n
}

// champion says who has won the last match of the kind at the place. It says nothing if nobody has.
func (v Voice) champion(m round.Match) []chat.Line {
	if m.Champion.ID == 0 {
		return nil
	}
	return []chat.Line{v.Line(m.Kind+".champion", With{"player": v.Mention(m.Champion.Name, m.Champion.Key)})}
}

// scorePlus shows what an answer scores in a match of a kind in which only the best answers count. A dot in front
// separates it from what stands before it. It shows nothing if the answer scores nothing.
func (v Voice) scorePlus(kind string, r round.Standing) chat.Line {
	score := v.ScorePlus(kind, r)
	if score == "" {
		return nil
	}
	return line(" · ", score)
}

// ScorePlus names what an answer scores in a match of a kind whose scores stand apart from points. It is empty if the
// answer scores nothing.
func (v Voice) ScorePlus(kind string, r round.Standing) string {
	if r.Score == 0 {
		return ""
	}
	return v.Phrase(kind+".plus", With{"points": r.Score})
}

// Score names what a person has scored in a match of such a kind.
func (v Voice) Score(kind string, t round.Tally) string {
	return v.Phrase(kind+".score", With{"points": t.Points})
}

// gameName returns the name of a game by the game's word.
func (v Voice) gameName(word string) string { return v.Phrase("choice.game."+word, nil) }
