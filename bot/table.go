package bot

import (
	"slices"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
)

// A handler is what a command does.
type handler struct {
	run func(*turn, command.Values) (talk.Plan, error)
	// complete offers values of the command's argument that asks for it, which begin with
	// what is typed.
	complete func(t *turn, typed string) []chat.MenuChoice
}

// levels are the values of a level option, from engine.MinLevel up.
var levels = [...]string{"easiest", "easy", "medium", "hard", "hardest"}

// levelOf is the level of a value of a level option, or engine.AnyLevel.
func levelOf(name string) engine.Level { return engine.Level(slices.Index(levels[:], name) + 1) }

// commandTable makes the table of commands for some games.
func commandTable(games []engine.Game, book *lang.Book) *command.Table[handler] {
	type args = command.Arguments
	const reads, alone, role, deals = command.Reads, command.Alone, command.Role, command.Deals
	v := say.Voice{Printer: book.Printer()}
	level := command.Argument{Name: "level", Choices: levels[:], Labels: "choice.level"}
	var all []command.Command[handler]
	var names []string
	for _, g := range games {
		option := g.Rules().Argument
		names = append(names, g.Name())
		all = append(all, command.Command[handler]{
			Name: g.Name(), Is: deals, Help: helpPlay, Args: args{{Name: option, About: v.Key("arg", g.Name(), option), Complete: true}, level},
			Do: handler{complete: offerLevels, run: func(t *turn, a command.Values) (talk.Plan, error) {
				return t.deal(g, levelOf(a["level"]), a[option])
			}},
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
	all = append(all, []command.Command[handler]{
		{Name: "daily", Help: helpDaily, Do: handler{(*turn).dailyCommand, offerDailies}, Args: args{day, game}},
		{Name: "race", Is: role, Help: helpPlay, Do: handler{run: (*turn).raceCommand}, Args: args{
			{Name: countArgument, Whole: &chat.Range{Least: 1, Most: play.MaxRace}}, of, level,
			{Name: stopArgument, Choices: []string{stopArgument}, Labels: "choice"},
		}},
		{Name: "duel", Is: role, Help: helpPlay, Do: handler{run: (*turn).duelCommand}, Args: args{{Name: personArgument, Required: true, Person: true}, of, level}},
		{Name: "archive", Is: alone, Help: helpDaily, Do: handler{(*turn).archiveCommand, offerDailies}, Args: args{day}},
		{Name: "answer", Is: alone, Help: helpAnswer, Do: handler{run: (*turn).answerCommand}, Args: args{{Name: answerArgument, Required: true}}},
		{Name: "hint", Is: alone, Help: helpStuck, Do: handler{run: (*turn).hintCommand}},
		{Name: "giveup", Is: role, Help: helpStuck, Do: handler{run: (*turn).giveUpCommand}},
		{Name: "leaderboard", Is: reads, Help: helpBoards, Do: handler{run: (*turn).leaderboardCommand}, Args: args{
			{Name: "period", Choices: periods, Labels: "choice.period"}, on,
			{Name: "where", Choices: []string{whereHere, whereWorld}, Labels: "choice.where"},
		}},
		{Name: "stats", Is: reads | alone, Help: helpBoards, Do: handler{run: (*turn).statsCommand}, Args: args{{Name: "player"}}},
		{Name: "help", Is: reads | alone, Help: helpPages, Do: handler{run: (*turn).helpCommand}, Args: args{{
			Name: "topic", Choices: append(slices.Clone(names), topicScoring), Labels: "choice.game",
			Keys: map[string]string{topicScoring: "choice.topic.scoring"},
		}}},
		{Name: "solve", Is: alone, Help: helpSolve, Do: handler{(*turn).solveCommand, offerPuzzles}, Args: args{{Name: "puzzle", Required: true, Complete: true}}},
		{Name: "settings", Is: role | alone, Help: helpHere, Do: handler{(*turn).settingsCommand, offerZones}, Args: settingsArguments(book)},
		{Name: "records", Is: reads, Help: helpBoards, Do: handler{run: (*turn).recordsCommand}},
		{Name: "privacy", Is: alone, Help: helpData, Do: handler{run: (*turn).privacyCommand}, Args: args{
			{Name: "forget", Choices: []string{"forget"}, Labels: "choice"},
		}},
		{Name: "export", Is: alone, Help: helpData, Do: handler{run: (*turn).exportCommand}},
		{Name: "link", Is: alone, Help: helpData, Do: handler{run: (*turn).linkCommand}, Args: args{{Name: "code"}}},
		{Name: "unlink", Is: alone, Help: helpData, Do: handler{run: (*turn).unlinkCommand}},
		{Name: "start", Do: handler{run: (*turn).startCommand}},
	}...)
	return command.NewTable(book, all)
}

// button is what a button does.
type button = command.Act[func(*turn, command.Press) (talk.Plan, error)]

// buttons are all of them, by the act in their data.
func buttonTable() map[string]button {
	const role, deals = command.Role, command.Deals
	return map[string]button{
		talk.ActAnswer:  {Do: (*turn).answerButton},
		talk.ActAgain:   {Do: (*turn).answerButton},
		talk.ActHint:    {Do: (*turn).hintButton},
		talk.ActMore:    {Do: (*turn).hintButton},
		talk.ActGiveUp:  {Is: role, Do: (*turn).giveUpButton},
		talk.ActSure:    {Is: role, Do: (*turn).giveUpButton},
		talk.ActNext:    {Is: deals, Do: (*turn).nextButton},
		talk.ActExplain: {Do: (*turn).explainButton},
		talk.ActDaily:   {Do: (*turn).dailyButton},
		talk.ActCard:    {Do: (*turn).cardButton},
		talk.ActShare:   {Do: (*turn).shareAct},
		talk.ActPicture: {Do: (*turn).pictureButton},
		talk.ActArchive: {Do: (*turn).archiveButton},
		talk.ActPose:    {Is: deals, Do: (*turn).poseButton},
		talk.ActAccept:  {Do: (*turn).acceptButton},
		talk.ActDecline: {Do: (*turn).declineButton},
		talk.ActStop:    {Is: role, Do: (*turn).stopButton},
		talk.ActRematch: {Is: role, Do: (*turn).rematchButton},
		talk.ActSent:    {Do: (*turn).sentAnswer},
		talk.ActSet:     {Is: role, Do: (*turn).setButton},
		talk.ActTry:     {Is: role, Do: (*turn).tryButton},
		talk.ActForget:  {Do: (*turn).forgetButton},
		talk.ActHelp:    {Do: (*turn).helpButton},
		talk.ActBoard:   {Do: (*turn).boardButton},
		talk.ActSeasons: {Do: (*turn).seasonsButton},
		talk.ActUnlink:  {Do: (*turn).unlinkButton},
	}
}
