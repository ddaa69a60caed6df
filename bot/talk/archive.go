package talk

import (
	"slices"
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// archivePage is how many past days a page shows.
const archivePage = 9

// Archive lists past days, or shows one.
func (d Dailies) Archive(req *Request, a command.Values) (Plan, error) {
	if strings.Trim(a["number"], " #") != "" {
		return d.day(req, "archive", a)
	}
	return d.ArchiveButton(req, command.Press{})
}

// ArchiveButton shows the page of the archive that begins with a day, from there back, or
// else the first.
func (d Dailies) ArchiveButton(req *Request, p command.Press) (Plan, error) {
	g := d.Settings.Games(req.Act.Community)[0]
	return func(tx *storage.Tx) (Result, error) {
		today, _, err := d.Play.Live(tx, req.Act)
		newest := today - 1
		if err != nil || newest < 1 {
			return Result{Reply: req.Say.Refuse("archive.none", nil)}, err
		}
		from := newest
		if n := int(p.Number(0)); n != 0 {
			from = min(max(n, 1), newest)
		}
		played, err := tx.Days(req.Act.Person.ID, newest)
		if err != nil {
			return Result{}, err
		}
		r := chat.Reply{Audience: chat.Asker, Edit: req.Input.Kind == chat.Press && (req.Input.Alone || req.Act.Community.Private), Text: []chat.Line{
			say.Head(req.Say.Phrase("archive.title", nil)),
			req.Say.Line("archive.how", say.With{"command": command.Usage("archive", "number", strconv.Itoa(from))}),
		}}
		var days, pages []chat.Button
		for n := from; n > 0 && n > from-archivePage; n-- {
			label := req.Say.Phrase("daily.choice", say.With{"number": n, "date": play.Day(n).Format(req.Say.Phrase("archive.layout", nil))})
			if slices.Contains(played, n) {
				label = "✓ " + label
			}
			days = append(days, chat.Button{Label: label, Personal: true, Data: command.Data(button.ActDaily, g.Name(), n)})
		}
		if from < newest {
			pages = append(pages, chat.Button{Label: req.Say.Phrase("button.newer", nil), Data: command.Data(button.ActArchive, min(from+archivePage, newest))})
		}
		if from > archivePage {
			pages = append(pages, chat.Button{Label: req.Say.Phrase("button.older", nil), Data: command.Data(button.ActArchive, from-archivePage)})
		}
		r.Buttons = append(command.Rows(days), command.Rows(pages)...)
		return Result{Reply: r}, nil
	}, nil
}
