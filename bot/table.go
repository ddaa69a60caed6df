package bot

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/engine"
)

// Menu returns the commands of a bot for some games, as they are in menus. hasPage reports whether the bot has
// the page. Menu needs no database.
func Menu(games []engine.Game, book *lang.Book, hasPage bool) ([]chat.MenuCommand, error) {
	zones, err := zone.Open()
	if err != nil {
		return nil, err
	}
	b := &Bot{zones: zones, settings: settings.New(games, talk.Levels[:], book, zones)}
	b.features = b.listFeatures(feature.Kernel{Games: games, Book: book, Settings: b.settings})
	for _, f := range b.features {
		b.settings.Add(f.Settings...)
	}
	return b.commandTable(games, book, hasPage).Menu(), nil
}

// commandTable makes the table of commands for some games. hasPage reports whether the bot has the page.
func (b *Bot) commandTable(games []engine.Game, book *lang.Book, hasPage bool) *command.Table[feature.Command] {
	h := &b.handlers
	type args = command.Arguments
	const (
		reads   = command.Reads
		alone   = command.Alone
		role    = command.Role
		deals   = command.Deals
		private = command.Private
		page    = command.Page
		typed   = command.Typed
	)
	v := say.Voice{Printer: book.Printer()}
	level := talk.LevelOption()
	all := []knownCommand{
		{Name: feature.PlayMenu, Is: alone, Help: feature.HelpPlay, Do: feature.Command{Run: h.pages.Menu}},
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Name())
		all = append(all, b.dealCommand(games, g, v))
	}
	matchGame := command.Argument{
		Name:    "game",
		About:   "arg.match-game",
		Choices: names,
		Labels:  "choice.game",
	}
	for _, match := range mode.ForAll {
		game, count, lengths := b.matchArguments(match, matchGame)
		count.Whole = &chat.Range{Least: 1, Most: slices.Max(append(lengths, mode.MaxRace))}
		all = append(all, knownCommand{
			Name: match,
			Is:   role,
			Help: feature.HelpFriends,
			Do:   feature.Command{Run: h.matches.Command(match)},
			Args: slices.Concat(
				args{count, game},
				talk.KindOptions(games...),
				args{level, {Name: feature.ArgStop, Choices: []string{feature.ArgStop}, Labels: "choice"}},
			),
		})
	}
	duelGame, duelCount, duelLengths := b.matchArguments(mode.Duel, matchGame)
	duel := args{{Name: feature.ArgPerson, Person: true}, duelGame, level}
	if len(duelLengths) > 0 {
		duelCount.Choices = asTexts(duelLengths)
		duel = append(duel, duelCount)
	}
	all = append(all, []knownCommand{
		{
			Name: mode.Duel,
			Is:   deals,
			Help: feature.HelpFriends,
			Do:   feature.Command{Run: h.matches.DuelCommand},
			Args: duel,
		},
		{
			Name: "answer",
			Is:   alone | command.Plain,
			Help: feature.HelpAnswer,
			Do:   feature.Command{Run: h.attempts.Answer},
			Args: args{{Name: feature.ArgAnswer, Required: true}},
		},
		{Name: "open", Is: alone | page, Help: feature.HelpPlay, Do: feature.Command{Run: h.pages.Open}},
		{Name: "hint", Is: alone | typed, Help: feature.HelpStuck, Do: feature.Command{Run: h.attempts.Hint}},
		{Name: "giveup", Is: role | typed, Help: feature.HelpStuck, Do: feature.Command{Run: h.attempts.GiveUp}},
		{
			Name: "help",
			Is:   reads | alone | private,
			Help: feature.HelpPages,
			Do:   feature.Command{Run: h.help.Page},
			Args: args{b.topics(names)},
		},
		{
			Name: "solve",
			Is:   alone | private,
			Help: feature.HelpSolve,
			In:   feature.PlayMenu,
			Do:   feature.Command{Run: h.solve.Command, Complete: talk.OfferPuzzles(games)},
			Args: args{{Name: "puzzle", Required: true, Complete: true}},
		},
		{
			Name: feature.Settings,
			Is:   role | alone,
			Help: feature.HelpHere,
			Do:   feature.Command{Run: h.settings.Command, Complete: talk.OfferZones(b.zones)},
			Args: b.settings.Arguments(),
		},
		{Name: "start", Do: feature.Command{Run: h.greeting.Command}},
		{Name: "thanks", Is: alone, Do: feature.Command{Run: h.greeting.Thanks}},
		{Name: "next", Is: deals, Do: feature.Command{Run: h.deals.NextCommand}},
		{Name: "stop", Is: role, Do: feature.Command{Run: h.matches.Stop}},
	}...)
	for _, f := range b.features {
		all = append(all, f.Commands...)
	}
	all = slices.DeleteFunc(all, func(c knownCommand) bool { return c.Is.Has(page) && !hasPage })
	all[0].Args = args{feature.ChoiceOf("what", command.Inside(all, feature.PlayMenu))}
	slices.SortStableFunc(all, func(x, y knownCommand) int {
		return cmp.Compare(placeInHelp(x), placeInHelp(y))
	})
	return command.NewTable(book, all)
}

// matchArguments returns two arguments of the command for a kind of match: the game, and how many puzzles there are.
// A feature may add a match of several games to the command: people choose it instead of a game. Then the feature
// describes both arguments, and lengths are how many puzzles its match may have.
func (b *Bot) matchArguments(kind string, game command.Argument) (choices, count command.Argument, lengths []int) {
	game.Choices = slices.Clone(game.Choices)
	count.Name = feature.ArgCount
	for _, f := range b.features {
		for _, match := range f.Matches {
			if match.Kind.Of != kind {
				continue
			}
			game.Choices = append(game.Choices, match.Kind.Choice)
			game.About = "arg.match-game." + match.Kind.Choice
			count.About = "arg.count." + match.Kind.Name
			lengths = append(lengths, match.Kind.Lengths...)
		}
	}
	return game, count, lengths
}

// asTexts returns numbers as people type them.
func asTexts(numbers []int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// topics returns the argument for a page of help. The pages are about the games and other topics.
func (b *Bot) topics(games []string) command.Argument {
	a := command.Argument{
		Name:    "topic",
		Choices: slices.Clone(games),
		Labels:  "choice.game",
		Keys:    map[string]string{},
	}
	hasDay := slices.ContainsFunc(b.features, func(f feature.Feature) bool { return f.Day != nil })
	for _, topic := range talk.Topics(hasDay) {
		a.Choices = append(a.Choices, topic)
		a.Keys[topic] = "choice.topic." + topic
	}
	return a
}

// placeInHelp returns the number of the line of /help that lists a command. A command that /help does not list
// comes after all others.
func placeInHelp(c knownCommand) int {
	if c.Help == "" {
		return len(feature.HelpLines)
	}
	return slices.Index(feature.HelpLines, c.Help)
}

// dealCommand returns the command that deals puzzles of a game. If another game is the last level of this one, the
// other game is a level of the command.
func (b *Bot) dealCommand(games []engine.Game, g engine.Game, v say.Voice) knownCommand {
	level := talk.LevelOption()
	for _, other := range games {
		if other.Rules().LastLevelOf == g.Name() {
			level.Choices = append(level.Choices, other.Name())
			level.Keys[other.Name()] = "choice.game." + other.Name()
		}
	}
	option := command.Argument{Name: g.Rules().Argument, Complete: true}
	option.About = v.Key("arg", g.Name(), option.Name)
	// "hardest" is a kind in some games, and otherwise a level. So kinds are read first.
	all := slices.Concat(command.Arguments{option}, talk.KindOptions(g), command.Arguments{level})
	matches := b.matchesByWord()
	for _, match := range matches {
		all = append(all, command.Argument{
			Name:    match.Word,
			Choices: []string{match.Word},
			Labels:  "choice.match",
		})
	}
	deal := func(req *feature.Request) (feature.Plan, error) {
		for _, match := range matches {
			if req.Args[match.Word] != "" {
				return b.handlers.matches.OfGame(req, match.Name, g), nil
			}
		}
		level, option := talk.WishOf(g, req.Args)
		return b.handlers.deals.Deal(req, g, level, option, 0)
	}
	return knownCommand{
		Name: g.Name(),
		Is:   command.Deals,
		Help: feature.HelpPlay,
		In:   g.Rules().LastLevelOf,
		Args: all,
		Do:   feature.Command{Run: deal, Complete: talk.OfferLevels(g)},
	}
}

// matchesByWord returns the kinds of matches that begin with a word behind the name of a game.
func (b *Bot) matchesByWord() []mode.Kind {
	var kinds []mode.Kind
	for _, f := range b.features {
		for _, match := range f.Matches {
			if match.Kind.Word != "" {
				kinds = append(kinds, match.Kind)
			}
		}
	}
	return kinds
}

// buttonTable makes the table of what buttons do, by the act in their data.
func (b *Bot) buttonTable() map[string]command.Act[feature.Handler] {
	h := &b.handlers
	const role, deals, linked = command.Role, command.Deals, command.Linked
	all := map[string]command.Act[feature.Handler]{
		button.ActAnswer:  {Do: h.attempts.Answer},
		button.ActAgain:   {Do: h.attempts.Answer},
		button.ActPage:    {Is: linked, Do: h.pages.Open},
		button.ActHint:    {Do: h.attempts.Hint},
		button.ActMore:    {Do: h.attempts.Hint},
		button.ActFirst:   {Do: h.attempts.Hint},
		button.ActGiveUp:  {Is: role, Do: h.attempts.GiveUp},
		button.ActSure:    {Is: role, Do: h.attempts.GiveUp},
		button.ActNext:    {Is: deals, Do: h.deals.NextButton},
		button.ActTell:    {Do: h.deals.TellButton},
		button.ActKeep:    {Do: h.deals.KeepButton},
		button.ActReplace: {Is: deals, Do: h.deals.ReplaceButton},
		button.ActInstead: {Is: deals, Do: h.matches.InsteadButton},
		button.ActExplain: {Do: h.solve.Explain},
		button.ActPicture: {Do: h.attempts.PictureButton},
		button.ActPose:    {Is: deals | linked, Do: h.deals.PoseButton},
		button.ActAccept:  {Do: h.matches.AcceptButton},
		button.ActDecline: {Do: h.matches.DeclineButton},
		button.ActJoin:    {Do: h.matches.JoinButton},
		button.ActBegin:   {Is: role, Do: h.matches.BeginButton},
		button.ActChoose:  {Do: h.matches.ChooseButton},
		button.ActStop:    {Is: role, Do: h.matches.Stop},
		button.ActRematch: {Is: deals, Do: h.matches.RematchButton},
		button.ActCommand: {Do: b.commandButton},
		settings.ActSet:   {Is: role, Do: h.settings.Button},
		settings.ActTry:   {Is: role, Do: h.settings.Button},
		button.ActHelp:    {Do: h.help.Page},
	}
	for _, f := range b.features {
		maps.Copy(all, f.Buttons)
	}
	return all
}
