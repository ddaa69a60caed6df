// Package referee is for people who train or test programs on puzzles. It gives them tables of puzzles that say
// how hard people find each, a program that checks answers, and a page that explains both.
//
// A table has the puzzles of a game's catalogue. The program shares no code with the judges of the games, so each
// can find the faults of the other.
package referee

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/download"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/engine"
)

// Feature returns the feature: what it serves over HTTP, and the link to its page.
func Feature(k feature.Kernel) feature.Feature {
	return feature.Feature{
		Name: "referee",
		Document: func(v say.Voice) feature.Document {
			return feature.Document{Path: "referee/", Title: v.Phrase("referee.link", nil)}
		},
		Routes: func(s chat.Site) []chat.Route {
			routes := newSite(k, s).routes()
			for _, g := range k.Games {
				game, ok := g.(engine.Catalogued)
				if !ok {
					continue
				}
				table := download.NewTable(game.Catalogue().Name+".tsv", func() []byte {
					return newTable(game, k.Speak("en")).text(context.Background())
				})
				routes = append(routes, table.Routes(s)...)
			}
			return routes
		},
	}
}
