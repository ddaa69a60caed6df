package bot

import (
	"slices"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/engine"
)

// run and press are handlers of this package's.
func (b *Bot) run(h func(*turn, command.Values) (talk.Plan, error)) talk.Handler {
	return talk.Handler{Run: func(t *talk.Turn, a command.Values) (talk.Plan, error) { return h(&turn{t, b}, a) }}
}

func (b *Bot) press(h func(*turn, command.Press) (talk.Plan, error)) command.Act[talk.Press] {
	return command.Act[talk.Press]{Do: func(t *talk.Turn, p command.Press) (talk.Plan, error) { return h(&turn{t, b}, p) }}
}

// levels are the values of a level option, from engine.MinLevel up.
var levels = [...]string{"easiest", "easy", "medium", "hard", "hardest"}

// levelOf is the level of a value of a level option, or engine.AnyLevel.
func levelOf(name string) engine.Level { return engine.Level(slices.Index(levels[:], name) + 1) }

// commandTable makes the table of commands for some games.
func (b *Bot) commandTable(games []engine.Game, book *lang.Book) *command.Table[talk.Handler] {
	type args = command.Arguments
	const reads, alone, role, deals = command.Reads, command.Alone, command.Role, command.Deals
	v := say.Voice{Printer: book.Printer()}
	level := command.Argument{Name: "level", Choices: levels[:], Labels: "choice.level"}
	var all []command.Command[talk.Handler]
	var names []string
	for _, g := range games {
		option := g.Rules().Argument
		names = append(names, g.Name())
		all = append(all, command.Command[talk.Handler]{
			Name: g.Name(), Is: deals, Help: helpPlay, Args: args{{Name: option, About: v.Key("arg", g.Name(), option), Complete: true}, level},
			Do: completing(offerLevels, b.run(func(t *turn, a command.Values) (talk.Plan, error) {
				return t.deal(g, levelOf(a["level"]), a[option])
			})),
		})
	}
	game := command.Argument{Name: "game", Choices: names, Labels: "choice.game"}
	of := game
	of.About = "arg.match-game"
	on := game
	on.About, on.Choices, on.Keys = "arg.board-game", append(slices.Clone(names), play.Hunt), map[string]string{play.Hunt: "board.hunt"}
	day := command.Argument{Name: "number", Whole: &chat.Range{Least: 1}, Complete: true}
	periods := []string{periodSeason}
	for i, p := range play.Periods {
		periods = slices.Insert(periods, i, string(p))
	}
	all = append(all, []command.Command[talk.Handler]{
		{Name: "daily", Help: helpDaily, Do: completing(offerDailies, b.run((*turn).dailyCommand)), Args: args{day, game}},
		{Name: "race", Is: role, Help: helpPlay, Do: b.run((*turn).raceCommand), Args: args{
			{Name: countArgument, Whole: &chat.Range{Least: 1, Most: play.MaxRace}}, of, level,
			{Name: stopArgument, Choices: []string{stopArgument}, Labels: "choice"},
		}},
		{Name: "duel", Is: deals, Help: helpPlay, Do: b.run((*turn).duelCommand), Args: args{{Name: personArgument, Required: true, Person: true}, of, level}},
		{Name: "archive", Is: alone, Help: helpDaily, Do: completing(offerDailies, b.run((*turn).archiveCommand)), Args: args{day}},
		{Name: "answer", Is: alone, Help: helpAnswer, Do: b.run((*turn).answerCommand), Args: args{{Name: answerArgument, Required: true}}},
		{Name: "hint", Is: alone, Help: helpStuck, Do: b.run((*turn).hintCommand)},
		{Name: "giveup", Is: role, Help: helpStuck, Do: b.run((*turn).giveUpCommand)},
		{Name: "leaderboard", Is: reads, Help: helpBoards, Do: b.run((*turn).leaderboardCommand), Args: args{
			{Name: "period", Choices: periods, Labels: "choice.period"}, on,
			{Name: "where", Choices: []string{whereHere, whereWorld}, Labels: "choice.where"},
		}},
		{Name: "stats", Is: reads | alone, Help: helpBoards, Do: b.run((*turn).statsCommand), Args: args{{Name: "player"}}},
		{Name: "help", Is: reads | alone, Help: helpPages, Do: b.run((*turn).helpCommand), Args: args{{
			Name: "topic", Choices: append(slices.Clone(names), topicScoring), Labels: "choice.game",
			Keys: map[string]string{topicScoring: "choice.topic.scoring"},
		}}},
		{Name: "solve", Is: alone, Help: helpSolve, Do: completing(b.offerPuzzles, b.run((*turn).solveCommand)), Args: args{{Name: "puzzle", Required: true, Complete: true}}},
		{Name: "settings", Is: role | alone, Help: helpHere, Do: talk.Handler{Run: b.features.settings.Command, Complete: b.offerZones}, Args: b.settings.Arguments()},
		{Name: "records", Is: reads, Help: helpBoards, Do: b.run((*turn).recordsCommand)},
		{Name: "privacy", Is: alone, Help: helpData, Do: talk.Handler{Run: b.features.privacy.Command}, Args: args{
			{Name: "forget", Choices: []string{"forget"}, Labels: "choice"},
		}},
		{Name: "export", Is: alone, Help: helpData, Do: talk.Handler{Run: b.features.privacy.Export}},
		{Name: "link", Is: alone, Help: helpData, Do: b.run((*turn).linkCommand), Args: args{{Name: "code"}}},
		{Name: "unlink", Is: alone, Help: helpData, Do: b.run((*turn).unlinkCommand)},
		{Name: "start", Do: b.run((*turn).startCommand)},
	}...)
	return command.NewTable(book, all)
}

// completing is a handler that offers values.
func completing(offer func(*talk.Turn, string) []chat.MenuChoice, h talk.Handler) talk.Handler {
	h.Complete = offer
	return h
}

// buttonTable makes the table of what buttons do, by the act in their data.
func (b *Bot) buttonTable() map[string]command.Act[talk.Press] {
	const role, deals = command.Role, command.Deals
	is := func(trait command.Trait, a command.Act[talk.Press]) command.Act[talk.Press] {
		a.Is = trait
		return a
	}
	return map[string]command.Act[talk.Press]{
		talk.ActAnswer:  b.press((*turn).answerButton),
		talk.ActAgain:   b.press((*turn).answerButton),
		talk.ActHint:    b.press((*turn).hintButton),
		talk.ActMore:    b.press((*turn).hintButton),
		talk.ActGiveUp:  is(role, b.press((*turn).giveUpButton)),
		talk.ActSure:    is(role, b.press((*turn).giveUpButton)),
		talk.ActNext:    is(deals, b.press((*turn).nextButton)),
		talk.ActExplain: b.press((*turn).explainButton),
		talk.ActDaily:   b.press((*turn).dailyButton),
		talk.ActCard:    b.press((*turn).cardButton),
		talk.ActShare:   b.press((*turn).shareAct),
		talk.ActPicture: b.press((*turn).pictureButton),
		talk.ActArchive: b.press((*turn).archiveButton),
		talk.ActPose:    is(deals, b.press((*turn).poseButton)),
		talk.ActAccept:  b.press((*turn).acceptButton),
		talk.ActDecline: b.press((*turn).declineButton),
		talk.ActStop:    is(role, b.press((*turn).stopButton)),
		talk.ActRematch: is(deals, b.press((*turn).rematchButton)),
		talk.ActSent:    b.press((*turn).sentAnswer),
		settings.ActSet: {Is: role, Do: b.features.settings.Button},
		settings.ActTry: {Is: role, Do: b.features.settings.TryButton},
		talk.ActForget:  {Do: b.features.privacy.ForgetButton},
		talk.ActHelp:    b.press((*turn).helpButton),
		talk.ActBoard:   b.press((*turn).boardButton),
		talk.ActSeasons: b.press((*turn).seasonsButton),
		talk.ActUnlink:  b.press((*turn).unlinkButton),
	}
}
