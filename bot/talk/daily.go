package talk

import (
	"errors"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// Button shows the puzzle of a day in a game to the person alone or, if the button names no day,
// today's day.
func (d Dailies) Button(req *Request) (Plan, error) {
	p := req.Button
	g := d.Play.Game(p.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	if p.Text(1) == "" {
		if d.Day.Show == nil {
			return feature.Respond(req.OldButton()), nil
		}
		return d.Day.Show(req)
	}
	// A press in a community's post happens in the private chat. It makes the person a member of
	// the community all the same.
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
		return d.Puzzle(req, tx, int(p.Number(1)), g)
	}, nil
}

// Puzzle shows the puzzle of a day in a game to a person, where nobody else reads along: their time
// runs from then.
func (d Dailies) Puzzle(req *Request, tx *storage.Tx, number int, g engine.Game) (Result, error) {
	today, _, err := d.Play.Live(tx, req.Act)
	if err != nil {
		return Result{}, err
	}
	if number < 1 || number > today {
		return NoDaily(req, number), nil
	}
	r, err := d.Play.DailyRound(tx, number, g, req.Act.At)
	if err != nil {
		return Result{}, err
	}
	result, err := d.Show(req, tx, r)
	if err != nil {
		return Result{}, err
	}
	if !req.Act.Community.Private {
		result.Audience = chat.Secret
		result.Edit = req.Input.Alone
	}
	return result, nil
}

// Show shows the round of a daily with what the person has done of it. Their texts in their private
// chat are answers to it from now on.
func (d Dailies) Show(req *Request, tx *storage.Tx, r round.Round) (Result, error) {
	f, err := tx.Facts(r.ID, req.Act.Person.ID, "", req.Act.At, storage.NoAnswers)
	if err != nil {
		return Result{}, err
	}
	day, err := d.Play.Achieved(tx, req.Act, r.Daily, nil)
	if err != nil {
		return Result{}, err
	}
	if err := errors.Join(d.Play.Show(tx, req.Act, r), d.Play.LookAt(tx, req.Act, r)); err != nil {
		return Result{}, err
	}
	part := day.Parts[r.Sort-1]
	reply := chat.Reply{Face: req.Say.Face(r)}
	if !part.Over() {
		reply.Text = req.Say.Task(r, req.Act.Community.Private)
		reply.Buttons = button.Play(req.Say, d.Seals, r, false)
	}
	reply.Text = append(reply.Text, req.Say.Mine(part, day.Live, f.Earned)...)
	isShown := !req.Act.At.Before(day.Shown)
	switch {
	case part.GaveUp && isShown:
		// Searching for the solution takes a request of its own.
		show := button.New(req.Say, "solution", button.RoundData(d.Seals, button.ActSure, r))
		reply.Buttons = [][]chat.Button{{show}}
	case part.GaveUp:
		reply.Text = append(reply.Text, req.Say.ShownFrom(day.Shown))
	}
	lines, err := d.Features.LinesUnderDay(req.Say, tx, req.Act)
	if err != nil {
		return Result{}, err
	}
	reply.Text = append(reply.Text, lines...)
	isOther := func(g engine.Game) bool { return g.Name() != r.Game.Name() }
	reply.Buttons = append(reply.Buttons, d.partButtons(req, day, isOther)...)
	return Result{Reply: reply, Round: r.ID}, nil
}
