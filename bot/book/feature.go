// Package book shows the book of a game's best known answers to anybody, and the records of
// players: their answers that are better than any known before.
//
// The book has a page for each number, with an answer in each digit and why it works. A puzzle that
// people play is left out of its page as long as they do. Who knows a better answer sends it by the
// form of a page. It counts as one that a guest gives in a private chat, and makes a guest of the
// sender only if it beats the book. Whether an answer is a record, the kernel decides when it counts
// the answer. A record names its player only if they wish so.
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
