package season

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// line says who won a month, in the sentence with the given key.
func (m month) line(v say.Voice, key string) chat.Line {
	var winners []chat.Span
	for _, w := range m.winners {
		who := v.Mention(w.Name, w.PlayerKey)
		who.Text = say.Rank(w.Place) + " " + who.Text
		winners = append(winners, who)
	}
	return v.Line(key, say.With{
		"month":   m.first.Format(v.Phrase("month.layout", nil)),
		"winners": say.Join(winners, " · ", " · "),
	})
}

// boardOf returns the ID under which the boards of a community, or of the World, are stored.
func boardOf(c storage.Community, isWorld bool) int64 {
	if isWorld {
		return storage.World
	}
	return c.ID
}

// list returns the hall of fame: the winners of the months, and the best days.
func list(v say.Voice, tx *storage.Tx, act round.Act, isWorld bool) ([]chat.Line, error) {
	board := boardOf(act.Community, isWorld)
	months, err := monthsOf(tx, board)
	if err != nil {
		return nil, err
	}
	soon, err := soonLine(v, tx, act, isWorld)
	if err != nil {
		return nil, err
	}
	days, err := bestDaysOf(tx, board, mostDays)
	if err != nil {
		return nil, err
	}
	var lines []chat.Line
	if soon != nil {
		lines = append(lines, soon)
	}
	if soon == nil && len(months) == 0 {
		lines = append(lines, v.Line("season.empty", nil))
	}
	for _, m := range months {
		lines = append(lines, m.line(v, "season.row"))
	}
	return append(lines, daysLines(v, days)...), nil
}

// daysLines lists the best days under a heading; nothing if there are none.
func daysLines(v say.Voice, days []bestDay) []chat.Line {
	if len(days) == 0 {
		return nil
	}
	lines := []chat.Line{{}, say.Head(v.Phrase("season.days", nil))}
	for _, d := range days {
		who := v.Mention(d.Name, d.PlayerKey)
		who.Text = say.Rank(d.Place) + " " + who.Text
		lines = append(lines, say.Item(v.Line("season.day", say.With{
			"player": who,
			"score":  d.Points,
			"most":   round.MostOfDay,
			"day":    dateOf(d.Day).Format(v.Phrase("date.layout", nil)),
		})))
	}
	return lines
}

// soonLine says when the winners of the last month will be known. It is nil if they are known.
func soonLine(v say.Voice, tx *storage.Tx, act round.Act, isWorld bool) (chat.Line, error) {
	wait, first, err := untilClosed(tx, act, boardOf(act.Community, isWorld))
	if err != nil || wait == 0 {
		return nil, err
	}
	return v.Line("season.soon", say.With{
		"month": first.Format(v.Phrase("month.layout", nil)),
		"time":  v.Duration(wait),
	}), nil
}

// lastMonth names the winners of the last month above the board of this one, or says when they will be
// known.
func lastMonth(v say.Voice, tx *storage.Tx, act round.Act, key feature.BoardKey) (chat.Line, error) {
	if key.Period != feature.PeriodMonth || key.Game != "" {
		return nil, nil
	}
	soon, err := soonLine(v, tx, act, key.World)
	if err != nil || soon != nil {
		return soon, err
	}
	months, err := monthsOf(tx, boardOf(act.Community, key.World))
	if err != nil || len(months) == 0 {
		return nil, err
	}
	thisMonth, err := presentMonth(tx, act)
	if err != nil {
		return nil, err
	}
	isLastMonth := months[0].first.AddDate(0, 1, 0).Equal(thisMonth)
	if !isLastMonth {
		return nil, nil
	}
	return months[0].line(v, "season.row"), nil
}

// post says who won the last month, if the daily with this number is the one that tells the community so.
func post(v say.Voice, tx *storage.Tx, c storage.Community, number int) (chat.Line, error) {
	months, err := monthsOf(tx, c.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range months {
		if m.winners[0].Told == number {
			return m.line(v, "season.won"), nil
		}
	}
	return nil, nil
}
