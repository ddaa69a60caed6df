// Package book shows the book of a game's best known answers to anybody. It also shows the records of
// players: answers that were better than any known before.
//
// The book has a page for each number. A page has an answer for each digit, made of that digit alone, and
// says why the answer works. While people play a puzzle, its answer is left out. A reader who knows a
// better answer sends it by the form of a page. If it beats the book, the sender becomes a guest of the page,
// and the answer counts as if the guest had given it in a private chat. When the kernel counts an answer, it
// also decides whether the answer is a record. A record names its player only if they wish so.
package book

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/settings"
	"reckon/bot/talk"
)

// Feature returns the feature: the book's pages, the buttons that lead there, the command /records, and the
// setting that lets a record name its player. If no game has a book, only the command and the setting are left.
func Feature(k feature.Kernel) feature.Feature {
	f := feature.Feature{
		Name: "book",
		Commands: []command.Command[feature.Command]{{
			Name: "records",
			Is:   command.Reads,
			Help: feature.HelpBoards,
			In:   feature.Leaderboard,
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
