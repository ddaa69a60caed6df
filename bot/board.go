package bot

import (
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// recordRows is how many records are listed.
const recordRows = 10

func (t *turn) leaderboardCommand(a arguments) (effect, error) {
	period := play.Always
	if a["period"] != "" {
		period = play.Period(a["period"])
	}
	return func(tx *storage.Tx) (response, error) {
		rows, err := t.bot.play.Board(tx, t.act, period)
		if err != nil {
			return response{}, err
		}
		title := chat.Line{say.Strong(t.aloud.Phrase("board.title."+string(period), nil))}
		if len(rows) == 0 {
			empty := t.aloud.Line("board.empty", say.With{"command": say.Slash(t.bot.play.Games()[0].Name())})
			return response{Reply: chat.Reply{Text: []chat.Line{title, empty}}}, nil
		}
		table := &chat.Table{Head: []string{
			t.aloud.Phrase("board.rank", nil), t.aloud.Phrase("board.player", nil), t.aloud.Phrase("board.points", nil), t.aloud.Phrase("board.solved", nil),
		}}
		for _, p := range rows {
			table.Rows = append(table.Rows, []string{
				strconv.Itoa(p.Rank), t.boardName(p.Name, p.PlayerKey), strconv.Itoa(p.Points), strconv.Itoa(p.Solved),
			})
		}
		return response{Reply: chat.Reply{Text: []chat.Line{title}, Table: table}}, nil
	}, nil
}

// boardName is how a board names a person.
func (t *turn) boardName(name, key string) string {
	return chat.Clip(t.aloud.Mention(name, key).Text, 24)
}

func (t *turn) statsCommand(arguments) (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		total, err := tx.PlayerTotals(t.act.Person.ID)
		if err != nil {
			return response{}, err
		}
		if total.Answers == 0 {
			return response{Reply: t.say.Refuse("stats.empty", say.With{"command": say.Slash(t.bot.play.Games()[0].Name())})}, nil
		}
		streak, err := t.bot.play.Streak(tx, t.act.Person.ID, t.act.Today())
		if err != nil {
			return response{}, err
		}
		row := func(key string, n int) []string { return []string{t.say.Phrase(key, nil), strconv.Itoa(n)} }
		table := &chat.Table{Rows: [][]string{
			row("stats.points", total.Points), row("stats.solved", total.Solved), row("stats.wrong", total.Wrong), row("stats.hints", total.Hints),
			row("stats.streak", streak.Days), row("stats.longest", streak.Longest), row("stats.freezes", streak.Freezes),
		}}
		if len(total.ByGame) > 1 {
			for _, g := range total.ByGame {
				name := t.say.Phrase("choice.game."+g.Game, nil)
				table.Rows = append(table.Rows, []string{t.say.Phrase("stats.game", say.With{"game": name}), strconv.Itoa(g.Points)})
			}
		}
		title := chat.Line{say.Strong(t.say.Phrase("stats.title", say.With{"player": t.me().Text}))}
		return response{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{title}, Table: table}}, nil
	}, nil
}

// recordsCommand lists the latest records.
func (t *turn) recordsCommand(arguments) (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		all, err := tx.Records(recordRows)
		if err != nil {
			return response{}, err
		}
		if len(all) == 0 {
			return response{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.say.Line("records.empty", nil)}}}, nil
		}
		reply := chat.Reply{Text: []chat.Line{{say.Strong(t.aloud.Phrase("records.title", nil))}}}
		for _, x := range all {
			g := t.bot.play.Game(x.Game)
			if g == nil {
				continue // of a game that is gone
			}
			reply.Text = append(reply.Text, t.aloud.Line("record.row", say.With{
				"puzzle": say.Code(say.Desc(x.Puzzle)), "measure": t.aloud.Measure(g, x.Measure), "was": t.aloud.Measure(g, x.Was),
				"player": t.aloud.Mention(x.PlayerName, x.PlayerKey), "date": t.aloud.Date(x.At.In(play.Zone(t.act.Community))),
			}))
		}
		return response{Reply: reply}, nil
	}, nil
}
