package bot

import (
	"slices"
	"strings"

	"reckon/bot/chat"
)

// commandTable makes the command table. The order is that of menus and help: what is
// used most comes first, since a phone shows the first few.
func (b *Bot) commandTable() []command {
	var t []command
	v := b.voice()
	level := argument{name: "level", about: "arg.level", choices: levels[:], labels: "choice.level"}
	var names []string
	for _, g := range b.play.Games() {
		names = append(names, g.Name())
		t = append(t, command{
			name: g.Name(), about: "command." + g.Name(), help: helpPlay, game: g, run: (*turn).dealCommand,
			args: []argument{{name: g.Rules().Argument, about: v.Key("arg", g.Name(), g.Rules().Argument), complete: offerLevels}, level},
		})
	}
	t = append(t,
		command{name: "daily", about: "command.daily", help: helpDaily, run: (*turn).dailyCommand,
			args: []argument{
				{name: "number", about: "arg.number", whole: &chat.Range{Least: 1}, complete: offerDailies},
				{name: "game", about: "arg.game", choices: names, labels: "choice.game"},
			}},
		command{name: "archive", about: "command.archive", help: helpDaily, alone: true, run: (*turn).archiveCommand,
			args: []argument{{name: "number", about: "arg.number", whole: &chat.Range{Least: 1}, complete: offerDailies}}},
		command{name: "answer", about: "command.answer", help: helpAnswer, alone: true, run: (*turn).answerCommand,
			args: []argument{{name: answerArgument, about: "arg.answer", required: true}}},
		command{name: "hint", about: "command.hint", help: helpStuck, alone: true, run: (*turn).hintCommand},
		command{name: "giveup", about: "command.giveup", help: helpStuck, role: true, run: (*turn).giveUpCommand},
		command{name: "leaderboard", about: "command.leaderboard", help: helpBoards, reads: true, run: (*turn).leaderboardCommand,
			args: []argument{{name: "period", about: "arg.period", choices: periods(), labels: "choice.period"}}},
		command{name: "stats", about: "command.stats", help: helpBoards, reads: true, alone: true, run: (*turn).statsCommand},
		command{name: "help", about: "command.help", help: helpPages, reads: true, alone: true, run: (*turn).helpCommand,
			args: []argument{{
				name: "topic", about: "arg.topic", choices: append(slices.Clone(names), topicScoring), labels: "choice.game",
				keys: map[string]string{topicScoring: "choice.topic.scoring"},
			}}},
		command{name: "solve", about: "command.solve", help: helpSolve, alone: true, run: (*turn).solveCommand,
			args: []argument{{name: "puzzle", about: "arg.puzzle", required: true, complete: offerPuzzles}}},
		command{name: "settings", about: "command.settings", help: helpHere, role: true, alone: true, run: (*turn).settingsCommand,
			args: settingsArguments(b.book)},
		command{name: "records", about: "command.records", help: helpBoards, reads: true, run: (*turn).recordsCommand},
		command{name: "privacy", about: "command.privacy", help: helpData, alone: true, run: (*turn).privacyCommand,
			args: []argument{{name: "forget", about: "arg.forget", choices: []string{"forget"}, labels: "choice"}}},
		command{name: "start", hidden: true, run: (*turn).startCommand},
	)
	for n, cmd := range t {
		t[n].also = b.wordsFor(cmd.about)
		for i := range cmd.args {
			cmd.args[i].spellings = b.spell(cmd.args[i])
			cmd.args[i].also = b.wordsFor(cmd.args[i].about)
		}
	}
	return t
}

func actTable() map[string]act {
	return map[string]act{
		actAnswer:  {run: (*turn).answerButton},
		actAgain:   {run: (*turn).answerButton},
		actHint:    {run: (*turn).hintButton},
		actMore:    {run: (*turn).hintButton},
		actGiveUp:  {role: true, run: (*turn).giveUpButton},
		actSure:    {role: true, run: (*turn).giveUpButton},
		actNext:    {run: (*turn).nextButton},
		actExplain: {run: (*turn).explainButton},
		actDaily:   {run: (*turn).dailyButton},
		actCard:    {run: (*turn).cardButton},
		actShare:   {run: (*turn).shareAct},
		actPicture: {run: (*turn).pictureButton},
		actArchive: {run: (*turn).archiveButton},
		actPose:    {run: (*turn).poseButton},
		actSent:    {run: (*turn).sentAnswer},
		actSet:     {role: true, run: (*turn).setButton},
		actTry:     {role: true, run: (*turn).tryButton},
		actForget:  {run: (*turn).forgetButton},
		actHelp:    {run: (*turn).helpButton},
	}
}

// spell finds what may be typed for an argument's choices.
func (b *Bot) spell(a argument) map[string]string {
	out := map[string]string{}
	for _, choice := range a.choices {
		out[strings.ToLower(choice)] = choice
		for _, l := range b.book.Languages() {
			out[strings.ToLower(a.label(b.voice(l), choice))] = choice
		}
		if a.labels == "" {
			continue
		}
		for _, word := range b.wordsFor(a.labelKey(choice)) {
			out[word] = choice
		}
	}
	return out
}

// wordSeparator stands between words that are typed for the same thing.
const wordSeparator = "|"

// wordsFor are what else people type for the thing of a message key, in any
// language, in small letters.
func (b *Bot) wordsFor(key string) (out []string) {
	for _, l := range b.book.Languages() {
		if v := b.voice(l); v.Has("typed." + key) {
			out = append(out, strings.Split(strings.ToLower(v.Phrase("typed."+key, nil)), wordSeparator)...)
		}
	}
	return out
}
