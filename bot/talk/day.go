package talk

import (
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// Dailies shows the puzzles of days, people's results, and the days of the past.
type Dailies struct {
	Store    *storage.Store
	Play     *play.Play
	Settings *settings.Settings
	Seals    command.Sealer
	Pictures Pictures
	Commands *command.Table[Handler]
	// Day is a day as a community sees it; today is the number of the place's date.
	Day func(tx *storage.Tx, v say.Voice, c storage.Community, number, today int) (chat.Reply, error)
}

// noDaily refuses a day that has not begun, or never was one.
func noDaily(req *Request, number int) Result {
	return Result{Reply: req.Say.Refuse("daily.none", say.With{"number": number, "command": say.Slash("daily")})}
}

func isDone(a play.Achievement, g engine.Game) bool {
	return slices.ContainsFunc(a.Parts, func(p play.Part) bool { return p.Game.Name() == g.Name() && p.Done() })
}

// partButtons lead to the puzzles of a day in some games, each with a mark once it is
// done: in one row if they fit.
func (d Dailies) partButtons(req *Request, done play.Achievement, in func(engine.Game) bool) [][]chat.Button {
	var all []chat.Button
	for _, g := range d.Settings.Games(req.Act.Community) {
		if !in(g) {
			continue
		}
		label := req.Say.GameName(g)
		if isDone(done, g) {
			label = "✓ " + label
		}
		all = append(all, chat.Button{Label: label, Personal: true, Data: command.Data(button.ActDaily, g.Name(), done.Number)})
	}
	if len(all) == 4 {
		return [][]chat.Button{all}
	}
	return command.Rows(all)
}
