package bot

import (
	"strconv"
	"time"

	"reckon/storage"
)

// boardRows is how many players a leaderboard lists.
const boardRows = 10

// since is when a leaderboard's period began on the clock of t's zone; a week
// begins on Monday.
func since(period string, t time.Time) time.Time {
	y, m, d := t.Date()
	switch period {
	case "today":
		return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
	case "week":
		return time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, t.Location())
	case "month":
		return time.Date(y, m, 1, 0, 0, 0, 0, t.Location())
	}
	return time.Time{}
}

func (c *call) leaderboardCommand(a arguments) (effect, error) {
	period := a["period"]
	if period == "" {
		period = "all"
	}
	return func(tx *storage.Tx) (Reply, error) {
		rows, err := tx.Leaderboard(c.chat.ID, since(period, c.req.At.In(c.zone())), boardRows)
		if err != nil {
			return Reply{}, err
		}
		title := Line{strong(c.phrase("board.title."+period, nil))}
		if len(rows) == 0 {
			return Reply{Text: []Line{title, c.line("board.empty", with{"command": code("/" + c.games[0].Name())})}}, nil
		}
		t := &Table{Head: []string{c.phrase("board.rank", nil), c.phrase("board.player", nil), c.phrase("board.points", nil), c.phrase("board.solved", nil)}}
		for i, row := range rows {
			t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), clip(oneLine(c.mention(row.Name, row.PlayerKey).Text), 24), strconv.Itoa(row.Points), strconv.Itoa(row.Solved)})
		}
		return Reply{Text: []Line{title}, Table: t}, nil
	}, nil
}

func (c *call) statsCommand(arguments) (effect, error) {
	return func(tx *storage.Tx) (Reply, error) {
		t, err := tx.PlayerTotals(c.who.ID)
		if err != nil {
			return Reply{}, err
		}
		dailies, err := tx.SolvedDailies(c.who.ID)
		if err != nil {
			return Reply{}, err
		}
		if t.Answers == 0 {
			return c.refuse("stats.empty", with{"command": code("/" + c.games[0].Name())}), nil
		}
		today := dailyNumber(c.req.At.In(c.zone()))
		row := func(key string, n int) []string { return []string{c.phrase(key, nil), strconv.Itoa(n)} }
		table := &Table{Rows: [][]string{
			row("stats.points", t.Points), row("stats.solved", t.Solved), row("stats.wrong", t.Wrong), row("stats.hints", t.Hints),
			row("stats.dailies", len(dailies)), row("stats.streak", streak(dailies, today)), row("stats.longest", longestStreak(dailies)),
		}}
		if len(t.ByGame) > 1 {
			for _, g := range t.ByGame {
				table.Rows = append(table.Rows, []string{c.phrase("stats.game", with{"game": c.phrase("choice.game."+g.Game, nil)}), strconv.Itoa(g.Points)})
			}
		}
		return Reply{Audience: Asker, Text: []Line{{strong(c.phrase("stats.title", with{"player": c.who.Name}))}}, Table: table}, nil
	}, nil
}
