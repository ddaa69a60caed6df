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

// Command shows a day: that of the place's date, or of a number, in the game
// asked for.
func (d Dailies) Command(t *Turn, a command.Values) (Plan, error) {
	number, refusal := d.numberOf(t, "daily", a["number"], t.Act.Today())
	if refusal != nil {
		return Respond(*refusal), nil
	}
	if name := a["game"]; name != "" {
		return d.showPuzzle(t, d.Play.Game(name), number), nil // one of the choices
	}
	if t.Act.Community.Private {
		return d.showNext(t, number)
	}
	return func(tx *storage.Tx) (Result, error) { return d.showDay(t, tx, number) }, nil
}

// numberOf reads the number of a day; without one it is that given.
func (d Dailies) numberOf(t *Turn, command, text string, otherwise int) (number int, refusal *chat.Reply) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "#")
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	cmd := d.Commands.Find(command)
	game := cmd.Args.Find("game")
	if game != nil && !strings.ContainsFunc(text, unicode.IsDigit) { // a game, misspelt
		r := BadChoice(t, cmd.Name, *game, text)
		return 0, &r
	}
	if err != nil || n < 1 {
		r := t.Say.Refuse("bad-number", say.With{"value": say.Code(chat.Clip(text, 40))})
		return 0, &r
	}
	return n, nil
}

// Button shows a day or, with a number, the puzzle of that day in a game, to the
// person alone.
func (d Dailies) Button(t *Turn, p command.Press) (Plan, error) {
	g := d.Play.Game(p.Text(0))
	if g == nil {
		return Respond(t.OldButton()), nil
	}
	if p.Text(1) == "" {
		return d.Command(t, command.Values{})
	}
	show := d.showPuzzle(t, g, int(p.Number(1)))
	return func(tx *storage.Tx) (Result, error) {
		if err := d.belong(t, tx, p); err != nil {
			return Result{}, err
		}
		return show(tx)
	}, nil
}

// belong records membership when a person presses a button in a community's post, since
// the press itself happens in their own conversation.
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

// showDay shows a day to all. What the person types after it would be an answer to its
// first puzzle, which others must not read.
func (d Dailies) showDay(t *Turn, tx *storage.Tx, number int) (Result, error) {
	r, err := d.Play.DailyRound(tx, number, d.Settings.Games(t.Act.Community)[0], t.Act.At)
	if errors.Is(err, play.ErrNoDaily) {
		return noDaily(t, number), nil
	}
	if err != nil {
		return Result{}, err
	}
	if err := d.Play.LookAt(tx, t.Act, r); err != nil {
		return Result{}, err
	}
	reply, err := d.Day(tx, t.Aloud, t.Act.Community, number, t.Act.Today())
	return About(r, reply), err
}

// showNext shows a person the first puzzle of a day that they have not done or, when
// all are done, what they have done.
func (d Dailies) showNext(t *Turn, number int) (Plan, error) {
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
				return d.showPuzzle(t, g, number)(tx)
			}
		}
		return Result{Reply: d.cardReply(t, done)}, nil
	}, nil
}

// showPuzzle shows a person the puzzle of a day in a game where nobody else reads
// along: their time runs from then. Where others do, all see the day in its place.
func (d Dailies) showPuzzle(t *Turn, g engine.Game, number int) Plan {
	return func(tx *storage.Tx) (Result, error) {
		r, err := d.Play.DailyRound(tx, number, g, t.Act.At)
		if errors.Is(err, play.ErrNoDaily) {
			return noDaily(t, number), nil
		}
		if err != nil {
			return Result{}, err
		}
		if !t.Act.Ephemeral {
			return d.showDay(t, tx, number)
		}
		out, err := d.Show(t, tx, r)
		if !t.Act.Community.Private {
			out.Audience, out.Edit = chat.Secret, t.Req.Input.Alone
		}
		return out, err
	}
}

// Show shows a daily with what the person has done of it. Their texts in
// their own conversation are answers to it from now on.
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
	reply.Buttons = append(reply.Buttons, partRows(d.partButtons(t, done, r.Game))...)
	return About(r, reply), nil
}
