package talk

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Command shows a day.
func (d Dailies) Command(t *Turn, a command.Values) (Plan, error) { return d.day(t, "daily", a) }

// day shows the day of a number, or else of the place's date, in the game that is given.
// Without a game, a person in their private chat gets the first puzzle they have not
// done or, when all are done, their card. name is the command.
func (d Dailies) day(t *Turn, name string, a command.Values) (Plan, error) {
	number := t.Act.Today()
	if text := strings.TrimPrefix(strings.TrimSpace(a["number"]), "#"); text != "" {
		n, err := strconv.Atoi(text)
		game := d.Commands.Find(name).Args.Find("game")
		switch {
		case game != nil && !strings.ContainsFunc(text, unicode.IsDigit): // a game, misspelt
			return Respond(BadChoice(t, name, *game, text)), nil
		case err != nil || n < 1:
			return Respond(t.Say.Refuse("bad-number", say.With{"value": say.Code(chat.Clip(text, 40))})), nil
		}
		number = n
	}
	g := d.Play.Game(a["game"])
	if g != nil || !t.Act.Community.Private {
		return func(tx *storage.Tx) (Result, error) { return d.show(t, tx, number, g) }, nil
	}
	known, err := d.Play.Known(t.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		done, err := d.Play.Achieved(tx, t.Act, number, known)
		if err != nil {
			return Result{}, err
		}
		for _, g := range d.Settings.Games(t.Act.Community) {
			if !isDone(done, g) {
				return d.show(t, tx, number, g)
			}
		}
		return Result{Reply: d.cardReply(t, done)}, nil
	}, nil
}

// Button shows a day or, with a number, the puzzle of that day in a game, to the
// person alone.
func (d Dailies) Button(t *Turn, p command.Press) (Plan, error) {
	g := d.Play.Game(p.Text(0))
	if g == nil {
		return Respond(t.OldButton()), nil
	}
	if p.Text(1) == "" {
		return d.Command(t, nil)
	}
	return func(tx *storage.Tx) (Result, error) {
		if err := d.belong(t, tx, p); err != nil {
			return Result{}, err
		}
		return d.show(t, tx, int(p.Number(1)), g)
	}, nil
}

// belong records membership when a person presses a button in a community's post, since
// the press itself happens in their private chat.
func (d Dailies) belong(t *Turn, tx *storage.Tx, p command.Press) error {
	id := p.Number(2)
	if id == 0 || !p.Sealed {
		return nil
	}
	c, err := tx.CommunityByID(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && c.Private {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.Join(c.ID, t.Act.Person.ID, t.Act.At)
}

// show shows a person the puzzle of a day in a game where nobody else reads along: their
// time runs from then. Where others do, or without a game, it shows the day to all; a
// text that the person types next would be an answer to its first puzzle, for all to
// read, so the person only looks at it.
func (d Dailies) show(t *Turn, tx *storage.Tx, number int, g engine.Game) (Result, error) {
	alone := g != nil && t.Act.Ephemeral
	if !alone {
		g = d.Settings.Games(t.Act.Community)[0]
	}
	r, err := d.Play.DailyRound(tx, number, g, t.Act.At)
	switch {
	case errors.Is(err, play.ErrNoDaily):
		return noDaily(t, number), nil
	case err != nil:
		return Result{}, err
	case alone:
		out, err := d.Show(t, tx, r)
		if !t.Act.Community.Private {
			out.Audience, out.Edit = chat.Secret, t.Req.Input.Alone
		}
		return out, err
	}
	if err := d.Play.LookAt(tx, t.Act, r); err != nil {
		return Result{}, err
	}
	reply, err := d.Day(tx, t.Aloud, t.Act.Community, number, t.Act.Today())
	return About(r, reply), err
}

// Show shows a daily with what the person has done of it. Their texts in their private
// chat are answers to it from now on.
func (d Dailies) Show(t *Turn, tx *storage.Tx, r play.Round) (Result, error) {
	points, err := tx.Earned(r.ID, t.Act.Person.ID)
	if err != nil {
		return Result{}, err
	}
	done, err := d.Play.Achieved(tx, t.Act, r.Daily, nil)
	if err != nil {
		return Result{}, err
	}
	if err := errors.Join(d.Play.Show(tx, t.Act, r), d.Play.LookAt(tx, t.Act, r)); err != nil {
		return Result{}, err
	}
	reply := chat.Reply{
		Face:    t.Say.Face(r),
		Text:    append(t.Say.Task(r, t.Act.Community.Private), t.Say.Mine(done.Parts[r.Sort-1], done.Live, points)...),
		Buttons: button.Play(t.Say, d.Seals, r),
	}
	reply.Buttons = append(reply.Buttons, d.partButtons(t, done, func(g engine.Game) bool { return g.Name() != r.Game.Name() })...)
	return About(r, reply), nil
}
