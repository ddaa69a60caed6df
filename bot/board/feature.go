// Package board shows leaderboards: who has the most points today, this week, this month or of all
// time, here or in the World, in a game or in all of them.
//
// A community is a group, a server or a private chat. The World is everybody who wishes to be
// compared across communities. The kernel adds up the points. A board lists people with points, the
// best first. People who have done nothing in a community lately are not on its board. People with
// equal points share a rank. In the World they share a rank only if they also took the same number of
// hints and the same time. Other features add pages next to the boards (side pages), such as the page
// with the winners of the months.
package board

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
	"reckon/storage"
)

// Feature returns the feature: the command /leaderboard, with the side pages and the commands that the
// other features add.
func Feature(k feature.Kernel, panel talk.Settings, others []feature.Feature) feature.Feature {
	sidePages := feature.BoardPages(others)
	inside := feature.Inside(others, feature.Leaderboard)
	b := boards{Kernel: k, panel: panel, sidePages: sidePages, inside: inside}
	buttons := map[string]command.Act[feature.Handler]{actBoard: {Do: b.press}}
	var choices []string
	for _, period := range periods {
		choices = append(choices, string(period))
	}
	view := feature.ChoiceOf(argView, inside)
	for _, side := range sidePages {
		view.Choices = append(view.Choices, side.Period)
		view.Keys[side.Period] = "choice.period." + side.Period
		buttons[side.Act] = command.Act[feature.Handler]{Do: b.pressSidePage(side)}
	}
	games := command.Argument{
		Name:   "game",
		About:  "arg.board-game",
		Labels: "choice.game",
		Keys:   map[string]string{storage.Hunt: "board.hunt"},
	}
	for _, g := range k.Games {
		games.Choices = append(games.Choices, g.Name())
	}
	games.Choices = append(games.Choices, storage.Hunt)
	args := command.Arguments{
		{Name: "period", Choices: choices, Labels: "choice.period"},
		games,
		{Name: "where", Choices: []string{whereHere, whereWorld}, Labels: "choice.where"},
	}
	if len(view.Choices) > 0 {
		args = append(args, view)
	}
	return feature.Feature{
		Name: "board",
		Commands: []command.Command[feature.Command]{{
			Name: feature.Leaderboard,
			Is:   command.Reads,
			Help: feature.HelpBoards,
			Args: args,
			Do:   feature.Command{Run: b.typed},
		}},
		Buttons: buttons,
		MeView:  b.me,
	}
}
