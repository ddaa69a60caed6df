package talk

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Daily shows a day.
func (d Dailies) Daily(req *Request) (Plan, error) { return d.day(req, "daily") }

// day shows the day of a number, or else today's, in the game that is given.
// Without a game, a person in their private chat gets the first puzzle they have not
// done or, when all are done, their card. name is the command.
func (d Dailies) day(req *Request, name string) (Plan, error) {
	g := d.Play.Game(req.Args["game"])
	number, err := look(req, d.Store, func(tx *storage.Tx) (int, error) { return d.today(req, tx, g) })
	if err != nil {
		return nil, err
	}
	if text := strings.TrimPrefix(strings.TrimSpace(req.Args["number"]), "#"); text != "" {
		n, err := strconv.Atoi(text)
		game := d.Commands.Find(name).Args.Find("game")
		switch {
		case game != nil && !strings.ContainsFunc(text, unicode.IsDigit): // a game, misspelt
			return feature.Respond(feature.BadChoice(req, name, *game, text)), nil
		case err != nil || n < 1:
			return feature.Respond(req.Say.Refuse("bad-number", say.With{"value": say.Code(chat.Clip(text, 40))})), nil
		}
		number = n
	}
	if g != nil || !req.Act.Community.Private {
		return func(tx *storage.Tx) (Result, error) { return d.show(req, tx, number, g) }, nil
	}
	known, err := d.Play.Known(req.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		done, err := d.Play.Achieved(tx, req.Act, number, known)
		if err != nil {
			return Result{}, err
		}
		for _, g := range d.Settings.Games(req.Act.Community) {
			if !isDone(done, g) {
				return d.show(req, tx, number, g)
			}
		}
		return Result{Reply: d.cardReply(req, done)}, nil
	}, nil
}

// Button shows a day or, with a number, the puzzle of that day in a game, to the
// person alone.
func (d Dailies) Button(req *Request) (Plan, error) {
	p := req.Button
	g := d.Play.Game(p.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	if p.Text(1) == "" {
		return d.Daily(req)
	}
	// A press in a community's post happens in the private chat. It makes the person a
	// member of the community all the same.
	joins, err := d.joins(req, p.Number(2))
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		if joins {
			if err := tx.Join(p.Number(2), req.Act.Person.ID, req.Act.At); err != nil {
				return Result{}, err
			}
		}
		return d.show(req, tx, int(p.Number(1)), g)
	}, nil
}

// isAlone reports whether a puzzle of a day is shown to a person alone.
func isAlone(req *Request, g engine.Game) bool {
	return req.Act.Community.Private || g != nil && req.Act.Ephemeral
}

// today is the number of the day that is live: for the person if it is shown to them alone,
// else at the place.
func (d Dailies) today(req *Request, tx *storage.Tx, g engine.Game) (int, error) {
	if !isAlone(req, g) {
		return play.NumberIn(req.Act.Community, req.Act.At), nil
	}
	number, _, err := d.Play.Live(tx, req.Act)
	return number, err
}

// show shows a person the puzzle of a day in a game where nobody else reads along: their
// time runs from then. Where others do, or without a game, it shows the day to all; a
// text that the person types next would be an answer to its first puzzle, for all to
// read, so the person only looks at it.
func (d Dailies) show(req *Request, tx *storage.Tx, number int, g engine.Game) (Result, error) {
	today, err := d.today(req, tx, g)
	if err != nil || number < 1 || number > today {
		return noDaily(req, number), err
	}
	alone := isAlone(req, g)
	if !alone {
		g = d.Settings.Games(req.Act.Community)[0]
	}
	r, err := d.Play.DailyRound(tx, number, g, req.Act.At)
	switch {
	case err != nil:
		return Result{}, err
	case alone:
		out, err := d.Show(req, tx, r)
		if !req.Act.Community.Private {
			out.Audience, out.Edit = chat.Secret, req.Input.Alone
		}
		return out, err
	}
	if err := d.Play.LookAt(tx, req.Act, r); err != nil {
		return Result{}, err
	}
	if number == today {
		if err := d.Announce.BeginPost(tx, req.Act.Community, number); err != nil {
			return Result{}, err
		}
	}
	reply, _, err := d.Announce.Day(tx, req.Aloud, req.Act.Community, number, today)
	if number < today { // of no use to the others
		reply.Audience = chat.Asker
	}
	return Result{Reply: reply, Round: r.ID, Shows: number == today}, err
}

// Show shows a daily with what the person has done of it. Their texts in their private
// chat are answers to it from now on.
func (d Dailies) Show(req *Request, tx *storage.Tx, r play.Round) (Result, error) {
	f, err := tx.Facts(r.ID, req.Act.Person.ID, "", req.Act.At, storage.NoAnswers)
	if err != nil {
		return Result{}, err
	}
	done, err := d.Play.Achieved(tx, req.Act, r.Daily, nil)
	if err != nil {
		return Result{}, err
	}
	if err := errors.Join(d.Play.Show(tx, req.Act, r), d.Play.LookAt(tx, req.Act, r)); err != nil {
		return Result{}, err
	}
	part := done.Parts[r.Sort-1]
	reply := chat.Reply{Face: req.Say.Face(r)}
	if !part.Over() {
		reply.Text, reply.Buttons = req.Say.Task(r, req.Act.Community.Private), button.Play(req.Say, d.Seals, r, false)
	}
	reply.Text = append(reply.Text, req.Say.Mine(part, done.Live, f.Earned)...)
	switch {
	case !part.GaveUp:
	case req.Act.At.Before(done.Shown):
		reply.Text = append(reply.Text, req.Say.ShownFrom(done.Shown))
	default:
		// Searching for it takes a request of its own.
		show := button.New(req.Say, "solution", button.RoundData(d.Seals, button.ActSure, r))
		reply.Buttons = [][]chat.Button{{show}}
	}
	ended, err := d.Play.TellLeague(tx, req.Act.Person.ID)
	if ended != nil {
		reply.Text = append(reply.Text, req.Say.LeagueResult(*ended))
	}
	if err != nil {
		return Result{}, err
	}
	reply.Buttons = append(reply.Buttons, d.partButtons(req, done, func(g engine.Game) bool { return g.Name() != r.Game.Name() })...)
	return Result{Reply: reply, Round: r.ID}, nil
}

// archivePage is how many past days a page shows.
const archivePage = 9

// Archive shows a past day, or the page that lists the days from the button's back.
func (d Dailies) Archive(req *Request) (Plan, error) {
	if strings.Trim(req.Args["number"], " #") != "" {
		return d.day(req, "archive")
	}
	g := d.Settings.Games(req.Act.Community)[0]
	return func(tx *storage.Tx) (Result, error) {
		today, _, err := d.Play.Live(tx, req.Act)
		newest := today - 1
		if err != nil || newest < 1 {
			return Result{Reply: req.Say.Refuse("archive.none", nil)}, err
		}
		from := newest
		if n := int(req.Button.Number(0)); n != 0 {
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
			pages = append(pages, button.New(req.Say, "newer", command.Data(button.ActArchive, min(from+archivePage, newest))))
		}
		if from > archivePage {
			pages = append(pages, button.New(req.Say, "older", command.Data(button.ActArchive, from-archivePage)))
		}
		r.Buttons = append(command.Rows(days), command.Rows(pages)...)
		return Result{Reply: r}, nil
	}, nil
}
