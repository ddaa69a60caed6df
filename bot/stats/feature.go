// Package stats shows the figures of a person: points, streaks, times, and what they are slow at.
//
// It stores nothing. It shows what the kernel has stored about a person, on all networks where they are
// linked. Members of a community may name each other to read each other's figures. What somebody is slow at
// is shown to that person alone.
package stats

import (
	"reckon/bot/card"
	"reckon/bot/command"
	"reckon/bot/feature"
)

// Feature returns the feature: the command /stats and its picture.
func Feature(k feature.Kernel) feature.Feature {
	s := stats{k}
	return feature.Feature{
		Name: "stats",
		Commands: []command.Command[feature.Command]{{
			Name: "stats",
			Is:   command.Reads | command.Alone | command.Private,
			Help: feature.HelpBoards,
			Args: command.Arguments{{Name: argPlayer, Public: true}},
			Do:   feature.Command{Run: s.command},
		}},
		MeView:   s.me,
		Pictures: map[string]feature.ReadFacts{pictureKind: feature.FactsOf[card.Stats]},
	}
}
