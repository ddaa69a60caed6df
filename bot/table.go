package bot

import "strings"

// commandTable makes the command table. The order is that of menus and help.
func (b *Bot) commandTable() []command {
	var t []command
	v := b.voice()
	level := argument{name: "level", about: "arg.level", choices: levels[:], labels: "choice.level"}
	var names []string
	for _, g := range b.play.Games() {
		names = append(names, g.Name())
		t = append(t, command{
			name: g.Name(), about: "command." + g.Name(), game: g, run: (*turn).dealCommand,
			args: []argument{{name: g.Rules().Argument, about: v.Key("arg", g.Name(), g.Rules().Argument)}, level},
		})
	}
	t = append(t,
		command{name: "answer", about: "command.answer", alone: true, run: (*turn).answerCommand,
			args: []argument{{name: "answer", about: "arg.answer", required: true}}},
		command{name: "hint", about: "command.hint", alone: true, run: (*turn).hintCommand},
		command{name: "giveup", about: "command.giveup", role: true, run: (*turn).giveUpCommand},
		command{name: "solve", about: "command.solve", alone: true, run: (*turn).solveCommand,
			args: []argument{{name: "puzzle", about: "arg.puzzle", required: true}}},
		command{name: "daily", about: "command.daily", run: (*turn).dailyCommand,
			args: []argument{
				{name: "number", about: "arg.number"},
				{name: "game", about: "arg.game", choices: names, labels: "choice.game"},
			}},
		command{name: "leaderboard", about: "command.leaderboard", reads: true, run: (*turn).leaderboardCommand,
			args: []argument{{name: "period", about: "arg.period", choices: periods(), labels: "choice.period"}}},
		command{name: "records", about: "command.records", reads: true, run: (*turn).recordsCommand},
		command{name: "stats", about: "command.stats", reads: true, alone: true, run: (*turn).statsCommand},
		command{name: "settings", about: "command.settings", admin: true, alone: true, run: (*turn).settingsCommand,
			args: settingsArguments(b.book)},
		command{name: "help", about: "command.help", reads: true, alone: true, run: (*turn).helpCommand},
		command{name: "privacy", about: "command.privacy", alone: true, run: (*turn).privacyCommand,
			args: []argument{{name: "forget", about: "arg.forget", choices: []string{"forget"}, labels: "choice"}}},
		command{name: "start", hidden: true, run: (*turn).startCommand},
	)
	for _, cmd := range t {
		for i := range cmd.args {
			cmd.args[i].spellings = b.spell(cmd.args[i])
		}
	}
	return t
}

func actTable() map[string]act {
	return map[string]act{
		actAnswer:  {run: (*turn).answerButton},
		actHint:    {run: (*turn).hintButton},
		actGiveUp:  {role: true, run: (*turn).giveUpButton},
		actSure:    {role: true, run: (*turn).giveUpButton},
		actNext:    {run: (*turn).nextButton},
		actExplain: {run: (*turn).explainButton},
		actDaily:   {run: (*turn).dailyButton},
		actPose:    {run: (*turn).poseButton},
		actSent:    {run: (*turn).sentAnswer},
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
	}
	return out
}
