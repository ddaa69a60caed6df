// Package show is a show as on television: rounds of letters, numbers and a conundrum, for all at a place, for two, or
// for a person alone.
//
// People choose in turn how many vowels or large numbers there are. Each round has a clock. Only the best answer
// scores, or several that are equally good. The show's score stands apart from points: right answers pay points as in
// any other round.
package show

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round/mode"
	"reckon/bot/say"
)

// Feature returns the feature: the shows that /race and /duel begin.
func Feature() feature.Feature {
	return feature.Feature{
		Name: name,
		Matches: []feature.Match{
			{Kind: mode.Kind{
				Name:    name,
				Mode:    newMode,
				Program: program,
				Lengths: lengths,
				Of:      mode.Race,
				Choice:  choice,
			}},
			{Kind: mode.Kind{
				Name:    nameOfTwo,
				Mode:    newModeOfTwo,
				Program: program,
				Lengths: lengths,
				Of:      mode.Duel,
				Choice:  choice,
			}},
		},
		Scoring: scoring,
	}
}

// scoring says how a show is scored.
func scoring(v say.Voice) []chat.Line {
	return []chat.Line{
		say.Head(v.Phrase("show.head", nil)),
		v.Line("show.scoring", nil),
		v.Line("show.scoring.apart", nil),
	}
}
