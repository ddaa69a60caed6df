package bot

import (
	"slices"
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// archivePage is how many past days are shown at once.
const archivePage = 9

// archiveCommand lists past days, or shows one.
func (t *turn) archiveCommand(a arguments) (effect, error) {
	first, _ := play.Live(t.act.At)
	number, refusal := t.numberOf("archive", a["number"], 0)
	switch {
	case refusal != nil:
		return respond(*refusal), nil
	case number != 0:
		return t.dailyCommand(arguments{"number": strconv.Itoa(number)})
	}
	return t.pastDays(first - 1), nil
}

// archiveButton turns to the page of the archive that begins with a day.
func (t *turn) archiveButton(p press) (effect, error) { return t.pastDays(int(p.number(0))), nil }

// pastDays shows a page of the archive, from a day back.
func (t *turn) pastDays(from int) effect {
	first, _ := play.Live(t.act.At)
	newest := first - 1
	if newest < 1 {
		return respond(t.say.Refuse("archive.none", nil))
	}
	from = min(max(from, 1), newest)
	g := t.bot.gamesOf(t.act.Community)[0]
	return func(tx *storage.Tx) (response, error) {
		played, err := tx.Days(t.act.Person.ID, newest)
		if err != nil {
			return response{}, err
		}
		r := chat.Reply{Audience: chat.Asker, Edit: t.req.Input.Kind == chat.Press && (t.req.Input.Alone || t.act.Community.Private), Text: []chat.Line{
			{say.Strong(t.say.Phrase("archive.title", nil))},
			t.say.Line("archive.how", say.With{"command": t.usage("archive", "number", strconv.Itoa(from))}),
		}}
		var days []chat.Button
		for n := from; n > 0 && n > from-archivePage; n-- {
			label := t.say.Phrase("daily.choice", say.With{"number": n, "date": play.Day(n).Format(t.say.Phrase("archive.layout", nil))})
			if slices.Contains(played, n) {
				label = "✓ " + label
			}
			days = append(days, chat.Button{Label: label, Personal: true, Data: dataOf(actDaily, g.Name(), n)})
		}
		r.Buttons = append(rowsOf(days), t.turnButtons(from, newest)...)
		return response{Reply: r}, nil
	}
}

// turnButtons turn to the pages beside the one that begins with a day.
func (t *turn) turnButtons(from, newest int) [][]chat.Button {
	var row []chat.Button
	if from < newest {
		row = append(row, chat.Button{Label: t.say.Phrase("button.newer", nil), Data: dataOf(actArchive, min(from+archivePage, newest))})
	}
	if from > archivePage {
		row = append(row, chat.Button{Label: t.say.Phrase("button.older", nil), Data: dataOf(actArchive, from-archivePage)})
	}
	if len(row) == 0 {
		return nil
	}
	return [][]chat.Button{row}
}
