package bot

import (
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/engine"
)

// run and press are handlers of this package's.
func (b *Bot) run(h func(*turn, command.Values) (talk.Plan, error)) talk.Handler {
	return talk.Handler{Run: func(t *talk.Turn, a command.Values) (talk.Plan, error) { return h(&turn{t, b}, a) }}
}

func (b *Bot) press(h func(*turn, command.Press) (talk.Plan, error)) command.Act[talk.Press] {
	return command.Act[talk.Press]{Do: func(t *talk.Turn, p command.Press) (talk.Plan, error) { return h(&turn{t, b}, p) }}
}

// Menu returns the commands of a bot for some games. It needs no database.
func Menu(games []engine.Game, book *lang.Book) ([]chat.MenuCommand, error) {
	zones, err := zone.Open()
	if err != nil {
		return nil, err
	}
	b := &Bot{zones: zones, settings: settings.New(games, talk.Levels[:], book, zones)}
	return b.commandTable(games, book).Menu(), nil
}

// commandTable makes the table of commands for some games.
func (b *Bot) commandTable(games []engine.Game, book *lang.Book) *command.Table[talk.Handler] {
	f := &b.features
	type args = command.Arguments
	const reads, alone, role, deals = command.Reads, command.Alone, command.Role, command.Deals
	v := say.Voice{Printer: book.Printer()}
	level := command.Argument{Name: "level", Choices: talk.Levels[:], Labels: "choice.level"}
	var all []command.Command[talk.Handler]
	var names []string
	for _, g := range games {
		option := g.Rules().Argument
		names = append(names, g.Name())
		all = append(all, command.Command[talk.Handler]{
			Name: g.Name(), Is: deals, Help: talk.HelpPlay, Args: args{{Name: option, About: v.Key("arg", g.Name(), option), Complete: true}, level},
			Do: completing(talk.OfferLevels, b.run(func(t *turn, a command.Values) (talk.Plan, error) {
				return t.deal(g, talk.LevelOf(a["level"]), a[option])
			})),
		})
	}
	game := command.Argument{Name: "game", Choices: names, Labels: "choice.game"}
	of := game
	of.About = "arg.match-game"
	on := game
	on.About, on.Choices, on.Keys = "arg.board-game", append(slices.Clone(names), play.Hunt), map[string]string{play.Hunt: "board.hunt"}
	day := command.Argument{Name: "number", Whole: &chat.Range{Least: 1}, Complete: true}
	periods := []string{talk.PeriodSeason}
	for i, p := range play.Periods {
		periods = slices.Insert(periods, i, string(p))
	}
	all = append(all, []command.Command[talk.Handler]{
		{Name: "daily", Help: talk.HelpDaily, Do: talk.Handler{Run: f.dailies.Command, Complete: talk.OfferDailies}, Args: args{day, game}},
		{Name: "race", Is: role, Help: talk.HelpPlay, Do: b.run((*turn).raceCommand), Args: args{
			{Name: talk.ArgCount, Whole: &chat.Range{Least: 1, Most: mode.MaxRace}}, of, level,
			{Name: talk.ArgStop, Choices: []string{talk.ArgStop}, Labels: "choice"},
		}},
		{Name: "duel", Is: deals, Help: talk.HelpPlay, Do: b.run((*turn).duelCommand), Args: args{{Name: talk.ArgPerson, Required: true, Person: true}, of, level}},
		{Name: "archive", Is: alone, Help: talk.HelpDaily, Do: talk.Handler{Run: f.dailies.Archive, Complete: talk.OfferDailies}, Args: args{day}},
		{Name: "answer", Is: alone, Help: talk.HelpAnswer, Do: b.run((*turn).answerCommand), Args: args{{Name: talk.ArgAnswer, Required: true}}},
		{Name: "hint", Is: alone, Help: talk.HelpStuck, Do: b.run((*turn).hintCommand)},
		{Name: "giveup", Is: role, Help: talk.HelpStuck, Do: b.run((*turn).giveUpCommand)},
		{Name: "leaderboard", Is: reads, Help: talk.HelpBoards, Do: talk.Handler{Run: f.boards.Command}, Args: args{
			{Name: "period", Choices: periods, Labels: "choice.period"}, on,
			{Name: "where", Choices: []string{talk.WhereHere, talk.WhereWorld}, Labels: "choice.where"},
		}},
		{Name: "stats", Is: reads | alone, Help: talk.HelpBoards, Do: talk.Handler{Run: f.stats.Command}, Args: args{{Name: "player"}}},
		{Name: "help", Is: reads | alone, Help: talk.HelpPages, Do: talk.Handler{Run: f.help.Command}, Args: args{{
			Name: "topic", Choices: append(slices.Clone(names), talk.TopicScoring), Labels: "choice.game",
			Keys: map[string]string{talk.TopicScoring: "choice.topic.scoring"},
		}}},
		{Name: "solve", Is: alone | command.Slow, Help: talk.HelpSolve, Do: talk.Handler{Run: f.solve.Command, Complete: talk.OfferPuzzles(games)}, Args: args{{Name: "puzzle", Required: true, Complete: true}}},
		{Name: "settings", Is: role | alone, Help: talk.HelpHere, Do: talk.Handler{Run: f.settings.Command, Complete: talk.OfferZones(b.zones)}, Args: b.settings.Arguments()},
		{Name: "records", Is: reads, Help: talk.HelpBoards, Do: talk.Handler{Run: f.boards.Records}},
		{Name: "privacy", Is: alone, Help: talk.HelpData, Do: talk.Handler{Run: f.privacy.Command}, Args: args{
			{Name: "forget", Choices: []string{"forget"}, Labels: "choice"},
		}},
		{Name: "export", Is: alone, Help: talk.HelpData, Do: talk.Handler{Run: f.privacy.Export}},
		{Name: "link", Is: alone, Help: talk.HelpData, Do: talk.Handler{Run: f.links.Command}, Args: args{{Name: "code"}}},
		{Name: "unlink", Is: alone, Help: talk.HelpData, Do: talk.Handler{Run: f.links.UnlinkCommand}},
		{Name: "start", Do: talk.Handler{Run: f.greeting.Command}},
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
	f := &b.features
	const role, deals = command.Role, command.Deals
	is := func(trait command.Trait, a command.Act[talk.Press]) command.Act[talk.Press] {
		a.Is = trait
		return a
	}
	return map[string]command.Act[talk.Press]{
		button.ActAnswer:  b.press((*turn).answerButton),
		button.ActAgain:   b.press((*turn).answerButton),
		button.ActHint:    b.press((*turn).hintButton),
		button.ActMore:    b.press((*turn).hintButton),
		button.ActGiveUp:  is(role, b.press((*turn).giveUpButton)),
		button.ActSure:    is(role, b.press((*turn).giveUpButton)),
		button.ActNext:    is(deals, b.press((*turn).nextButton)),
		button.ActExplain: {Do: talk.ExplainButton},
		button.ActDaily:   {Do: f.dailies.Button},
		button.ActCard:    {Do: f.dailies.CardButton},
		button.ActShare:   {Do: f.dailies.ShareButton},
		button.ActPicture: b.press((*turn).pictureButton),
		button.ActArchive: {Do: f.dailies.ArchiveButton},
		button.ActPose:    is(deals, b.press((*turn).poseButton)),
		button.ActAccept:  b.press((*turn).acceptButton),
		button.ActDecline: b.press((*turn).declineButton),
		button.ActStop:    is(role, b.press((*turn).stopButton)),
		button.ActRematch: is(deals, b.press((*turn).rematchButton)),
		button.ActSent:    b.press((*turn).sentAnswer),
		settings.ActSet:   {Is: role, Do: f.settings.Button},
		settings.ActTry:   {Is: role, Do: f.settings.TryButton},
		button.ActForget:  {Do: f.privacy.ForgetButton},
		button.ActHelp:    {Do: f.help.Button},
		button.ActBoard:   {Do: f.boards.Button},
		button.ActSeasons: {Do: f.boards.SeasonsButton},
		button.ActUnlink:  {Do: f.links.UnlinkButton},
	}
}
