// Package book shows the book of a game's best known answers to anybody. It also shows the records of
// players: answers that were better than any known before.
//
// The book has a page for each number. A page has an answer in each digit, and says why it works. While
// people play a puzzle, its answer is left out. A reader who knows a better answer sends it by the form
// of a page. If it beats the book, the sender becomes a guest, and the answer counts as one that the
// guest gives in a private chat. The kernel decides whether an answer is a record when it counts the
// answer. A record names its player only if they wish so.
package book

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/settings"
	"reckon/bot/talk"
)

// Feature is the book's pages, the buttons that lead there, the command /records, and the setting
// that names players.
func Feature(k feature.Kernel) feature.Feature {
	f := feature.Feature{
		Name: "book",
		Commands: []command.Command[feature.Command]{{
			Name: "records",
			Is:   command.Reads,
			Help: feature.HelpBoards,
			Do:   feature.Command{Run: records{k}.command},
		}},
		Settings: []settings.Setting{credit.Setting(settings.Private)},
		Privacy:  talk.PublicSetting(k.Settings, "book.privacy", credit.Name()),
	}
	game := gameOf(k.Games)
	if game == nil {
		return f
	}
	b := book{Kernel: k, game: game}
	f.Solution = b.solutionButton
	f.Routes = func(s chat.Site) []chat.Route { return newPages(b, s).routes() }
	return f
}
