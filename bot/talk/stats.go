package talk

import (
	"math"
	"strconv"
	"strings"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Stats show what a person has done.
type Stats struct {
	Play     *play.Play
	Pictures Pictures
}

// Command shows what a person has done, or what another of the community has.
func (x Stats) Command(t *Turn, a command.Values) (Plan, error) {
	name := strings.TrimPrefix(chat.OneLine(strings.TrimSpace(a["player"])), "@")
	return func(tx *storage.Tx) (Result, error) {
		who := t.Act.Person
		if name != "" {
			other, ok, err := x.Play.FindMember(tx, t.Act, func(n string) bool { return strings.EqualFold(chat.OneLine(n), name) })
			if err != nil {
				return Result{}, err
			}
			if !ok {
				return Result{Reply: t.Say.Refuse("stats.nobody", say.With{"player": say.Strong(chat.Clip(name, 40))})}, nil
			}
			who = other
		}
		f, err := x.Play.Figures(tx, who.ID, t.Act.Today())
		if err != nil {
			return Result{}, err
		}
		if f.Answers == 0 && who.ID == t.Act.Person.ID {
			return Result{Reply: t.Say.Refuse("stats.empty", say.With{"command": say.Slash(x.Play.Games()[0].Name())})}, nil
		}
		paces, err := x.paces(t, tx, who.ID)
		if err != nil {
			return Result{}, err
		}
		return Result{Reply: x.figures(t, who, f, paces)}, nil
	}, nil
}

// figures shows figures in words.
func (x Stats) figures(t *Turn, who storage.Player, f play.Figures, paces [][]string) chat.Reply {
	row := func(key string, n int) []string { return []string{t.Say.Phrase(key, nil), strconv.Itoa(n)} }
	table := &chat.Table{Rows: [][]string{
		row("stats.points", f.Points), row("stats.solved", f.Solved), row("stats.wrong", f.Wrong), row("stats.hints", f.Totals.Hints),
		row("stats.streak", f.Streak.Days), row("stats.longest", f.Streak.Longest), row("stats.freezes", f.Streak.Freezes),
	}}
	if len(f.ByGame) > 1 {
		for _, g := range f.ByGame {
			table.Rows = append(table.Rows, []string{t.Say.Phrase("stats.game", say.With{"game": x.gameLabel(t, g.Game)}), strconv.Itoa(g.Points)})
		}
	}
	for _, s := range f.Times {
		table.Rows = append(table.Rows, []string{
			t.Say.Phrase("stats.time", say.With{"game": x.gameLabel(t, s.Game), "level": t.Say.Level(s.Level)}),
			t.Say.Phrase("stats.median", say.With{"median": t.Say.Elapsed(s.Median), "best": t.Say.Elapsed(s.Best), "n": s.Count}),
		})
	}
	for stars := play.MaxStars; stars > 0; stars-- {
		if n := f.Stars[stars]; n > 0 {
			table.Rows = append(table.Rows, []string{t.Say.Phrase("stats.stars", say.With{"stars": strings.Repeat("★", stars)}), strconv.Itoa(n)})
		}
	}
	for hints := 1; hints <= play.MaxHints; hints++ { // without any is what is left
		if n := f.Hints[hints]; n > 0 {
			table.Rows = append(table.Rows, []string{t.Say.Phrase("stats.with-hints", say.With{"n": hints}), strconv.Itoa(n)})
		}
	}
	table.Rows = append(table.Rows, paces...)
	title := say.Strong(t.Say.Phrase("stats.title", say.With{"player": t.Say.Mention(who.Name, who.Key).Text}))
	title.Person = who.Key
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{{title}}, Table: table}
	if line := x.calendar(t, f.Days); line != nil {
		r.Text = append(r.Text, line)
	}
	r.Picture = x.picture(t.Say, who, f)
	return r
}

// picture shows figures: those that people compare, how long the game
// took that they solve most, and the last days. The words say more.
func (x Stats) picture(v say.Voice, who storage.Player, f play.Figures) *chat.Picture {
	return x.Pictures.picture(v, statsKind, func(v say.Voice) card.Facts {
		figure := func(key string, n int) card.Figure {
			return card.Figure{Label: v.Phrase(key, say.With{"n": n}), Value: strconv.Itoa(n)}
		}
		return card.Stats{
			Name: v.Mention(who.Name, who.Key).Text,
			Figures: []card.Figure{
				figure("stats.points", f.Points), figure("stats.solved", f.Solved), figure("stats.hints", f.Totals.Hints),
				figure("share.days", f.Streak.Days), figure("stats.most-days", f.Streak.Longest), figure("stats.freezes", f.Streak.Freezes),
			},
			Times: x.timesChart(v, f.Times), Days: daysChart(v, f.Days),
		}
	})
}

// timesChart shows the times of the game that was solved most.
func (x Stats) timesChart(v say.Voice, all []play.Timing) (out card.Times) {
	solved, most := map[string]int{}, ""
	for _, s := range all {
		if solved[s.Game] += s.Count; solved[s.Game] > solved[most] {
			most = s.Game
		}
	}
	g := x.Play.Game(most)
	if g == nil {
		return out
	}
	out.Title = v.Phrase("stats.times", say.With{"game": v.GameName(g)})
	for _, s := range all {
		if s.Game == most {
			out.Levels = append(out.Levels, card.Time{
				Label: v.Level(s.Level), Median: s.Median.Seconds(), Best: s.Best.Seconds(),
				Text: v.Phrase("stats.bar", say.With{"median": v.Short(s.Median), "best": v.Short(s.Best)}),
			})
		}
	}
	return out
}

// daysChart shows on which of the last days a daily was answered well; nothing if on none.
func daysChart(v say.Voice, days []bool) card.Calendar {
	n := 0
	for _, good := range days {
		if good {
			n++
		}
	}
	if n == 0 {
		return card.Calendar{}
	}
	return card.Calendar{
		Title: v.Phrase("stats.calendar", nil), Days: days,
		Text: v.Phrase("stats.calendar.days", say.With{"n": n, "of": len(days)}),
	}
}

// calendar shows on which of the last days a daily was answered well, a week after
// the other; nil if on none.
func (x Stats) calendar(t *Turn, days []bool) chat.Line {
	var weeks strings.Builder
	n := 0
	for i, good := range days {
		if i > 0 && i%7 == 0 {
			weeks.WriteByte(' ')
		}
		mark := "□"
		if good {
			mark, n = "■", n+1
		}
		weeks.WriteString(mark)
	}
	if n == 0 {
		return nil
	}
	return t.Say.Line("stats.days", say.With{"days": weeks.String(), "n": n, "of": len(days)})
}

// gameLabel is what a game is called; its own name if it is gone.
func (x Stats) gameLabel(t *Turn, name string) string {
	if g := x.Play.Game(name); g != nil {
		return t.Say.GameName(g)
	}
	return name
}

// paces are how quick a person is at each game of which enough is known, by the
// range that it lies in with a chance of 95 %.
func (x Stats) paces(t *Turn, tx *storage.Tx, playerID int64) (rows [][]string, err error) {
	for _, g := range x.Play.Games() {
		a, shown, err := x.Play.Ability(tx, playerID, g.Name())
		if err != nil {
			return nil, err
		}
		if !shown {
			continue
		}
		least, most := a.Pace()
		rows = append(rows, []string{
			t.Say.Phrase("stats.pace", say.With{"game": t.Say.Phrase("choice.game."+g.Name(), nil)}),
			t.Say.Phrase("stats.range", say.With{"least": percent(least), "most": percent(most)}),
		})
	}
	return rows, nil
}

func percent(share float64) int { return int(math.Round(100 * share)) }
