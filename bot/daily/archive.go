package daily

import (
	"slices"
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// archivePage is how many past days a page of the archive lists.
const archivePage = 9

// archiveCommand shows the past day with the number that was typed, or a list of past days.
func (d daily) archiveCommand(req *feature.Request) (feature.Plan, error) {
	text := typedNumber(req)
	if text != "" {
		return d.showNumber(req, text)
	}
	return d.listDays(req)
}

// listDays lists past days, the newest first. It begins with the day that the button names, or with yesterday if there
// is no button.
func (d daily) listDays(req *feature.Request) (feature.Plan, error) {
	return func(tx *storage.Tx) (feature.Result, error) {
		today, _, err := d.Play.LiveDaily(tx, req.Act)
		if err != nil {
			return feature.Result{}, err
		}
		newest := today - 1
		if newest < 1 {
			return feature.Result{Reply: req.Say.Refuse("archive.none", nil)}, nil
		}
		from := newest
		if n := int(req.Button.Number(0)); n != 0 {
			from = min(max(n, 1), newest)
		}
		// Nobody has answered more days than have begun somewhere, so this reads all that the person has answered.
		begun := round.LastLive(req.Act.At)
		answered, err := round.Days(tx, req.Act.Person.ID, begun)
		if err != nil {
			return feature.Result{}, err
		}
		game := d.Settings.Games(req.Act.Community)[0]
		readsAlone := req.Input.Alone || req.Act.Community.Private
		usage := command.Usage(nameDaily, argNumber, strconv.Itoa(from))
		return feature.Result{Reply: chat.Reply{
			Audience: chat.Asker,
			Edit:     req.Input.Kind == chat.Press && readsAlone,
			Text: []chat.Line{
				say.Head(req.Say.Phrase("archive.title", nil)),
				req.Say.Line("archive.how", say.With{"command": usage}),
			},
			Buttons: append(
				command.Rows(dayChoices(req.Say, game, from, answered)),
				command.Rows(pageButtons(req.Say, from, newest))...,
			),
		}}, nil
	}, nil
}

// dayChoices returns a button for each day of a page, the newest first. A button opens the day's puzzle of
// game g. answered has the numbers of the days that the person has answered. These are marked.
func dayChoices(v say.Voice, g engine.Game, from int, answered []int) []chat.Button {
	layout := v.Phrase("archive.layout", nil)
	var days []chat.Button
	for n := from; n > 0 && n > from-archivePage; n-- {
		label := v.Phrase("daily.choice", say.With{"number": n, "date": round.Day(n).Format(layout)})
		if slices.Contains(answered, n) {
			label = answeredMark + label
		}
		data := command.Data(actDaily, g.Name(), n)
		days = append(days, chat.Button{Label: label, Personal: true, Data: data})
	}
	return days
}

// pageButtons returns the buttons that lead to the pages with newer and older days. The page that is shown begins with
// the day from.
func pageButtons(v say.Voice, from, newest int) []chat.Button {
	var pages []chat.Button
	if from < newest {
		newer := min(from+archivePage, newest)
		pages = append(pages, button.New(v, "newer", command.Data(actArchive, newer)))
	}
	if from > archivePage {
		older := from - archivePage
		pages = append(pages, button.New(v, "older", command.Data(actArchive, older)))
	}
	return pages
}
