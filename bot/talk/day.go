package talk

import (
	"slices"
	"unicode/utf8"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Dailies shows the puzzles of days to people, each alone.
type Dailies struct {
	Rounds
	Features feature.Features
	// Day is what a feature makes of a day.
	Day *feature.Day
}

// NoDaily refuses a day that has not begun, or never was one.
func NoDaily(req *Request, number int) Result {
	return Result{Reply: req.Say.Refuse("daily.none", say.With{"number": number, "command": say.Slash("daily")})}
}

// quarterLabel is how many characters a button shows that has a quarter of a phone's width.
const quarterLabel = 9

// partButtons lead to the puzzles of a day in some games, each with a mark once it is done. They
// are in one row if they fit.
func (d Dailies) partButtons(req *Request, day round.Achievement, isShown func(engine.Game) bool) [][]chat.Button {
	var all []chat.Button
	for _, g := range d.Settings.Games(req.Act.Community) {
		if !isShown(g) {
			continue
		}
		label := req.Say.GameName(g)
		if day.IsDone(g) {
			label = "✓ " + label
		}
		data := command.Data(button.ActDaily, g.Name(), day.Number)
		all = append(all, chat.Button{Label: label, Personal: true, Data: data})
	}
	if len(all) != 4 {
		return command.Rows(all)
	}
	isLong := func(b chat.Button) bool { return utf8.RuneCountInString(b.Label) > quarterLabel }
	if slices.ContainsFunc(all, isLong) {
		return [][]chat.Button{all[:2], all[2:]}
	}
	return [][]chat.Button{all}
}

// OpenParts returns buttons for the puzzles of a day that the person has not done.
func (d Dailies) OpenParts(req *Request, day round.Achievement) [][]chat.Button {
	return d.partButtons(req, day, func(g engine.Game) bool { return !day.IsDone(g) })
}

// addDay adds to the reply to a person who has solved or given up a puzzle of a day what else there
// is to do and to see of that day. known is what the solver knows of it.
func (d Dailies) addDay(
	req *Request, tx *storage.Tx, reply *chat.Reply, r round.Round, known map[string]engine.Solution,
) error {
	day, err := d.Play.Achieved(tx, req.Act, r.Daily, known)
	if err != nil {
		return err
	}
	if d.Day.Reply != nil {
		d.Day.Reply(req, reply, day)
	}
	reply.Buttons = append(reply.Buttons, d.OpenParts(req, day)...)
	return nil
}
