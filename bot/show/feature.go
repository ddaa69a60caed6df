// Package show is a show as on television: rounds of letters, numbers and a conundrum. It is played by all at a
// place, by two, or by a person alone.
//
// People choose in turn how many vowels or large numbers there are. Each round has a clock. Only the best answer
// scores, or several that are equally good. The show's score has nothing to do with points: right answers pay points
// as in any other round.
//
// A person alone plays against a ghost: in each round it gives the answer that somebody else gave to that puzzle in a
// show. The ghost is never named. If no recorded puzzle is new to the person, the answer is computed, and the person is
// told so. A ghost earns nothing.
package show

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/storage"
)

// Feature returns the feature: the shows that /race and /duel begin.
func Feature(k feature.Kernel) feature.Feature {
	return feature.Feature{
		Name: name,
		Matches: []feature.Match{
			{
				Kind: mode.Kind{
					Name:    name,
					Mode:    newMode,
					Program: program,
					Lengths: lengths,
					Of:      mode.Race,
					Choice:  choice,
				},
				Opponents: ghosts{k},
			},
			{Kind: mode.Kind{
				Name:    nameOfTwo,
				Mode:    newModeOfTwo,
				Program: program,
				Lengths: lengths,
				Of:      mode.Duel,
				Choice:  choice,
			}},
		},
		Tables:     tables,
		AfterMatch: afterMatch,
		Scoring:    scoring,
		Privacy:    privacy,
	}
}

// afterMatch runs after each match, of whatever kind. If it was a show, it stores recordings. It adds nothing to the
// message.
func afterMatch(_ say.Voice, tx *storage.Tx, m round.Match, _ *chat.Reply) error {
	return record(tx, m)
}

// privacy returns the line of /privacy that says that others may play against a person's answers.
func privacy(v say.Voice, _ *storage.Tx, _ round.Act) (chat.Line, error) {
	return v.Line("privacy.show", nil), nil
}

// scoring says how a show is scored.
func scoring(v say.Voice) []chat.Line {
	return []chat.Line{
		say.Head(v.Phrase("show.head", nil)),
		v.Line("show.scoring", nil),
		v.Line("show.scoring.apart", nil),
	}
}
