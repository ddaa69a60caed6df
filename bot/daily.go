package bot

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// dailyCommand shows a day: that of the place's date, or of a number, in the game
// asked for.
func (t *turn) dailyCommand(a command.Values) (talk.Plan, error) {
	number, refusal := t.numberOf("daily", a["number"], t.Act.Today())
	if refusal != nil {
		return talk.Respond(*refusal), nil
	}
	if name := a["game"]; name != "" {
		return t.showPuzzle(t.bot.play.Game(name), number), nil // one of the choices
	}
	if t.Act.Community.Private {
		return t.showNext(number)
	}
	return func(tx *storage.Tx) (talk.Result, error) { return t.showDay(tx, number) }, nil
}

// numberOf reads the number of a day; without one it is that given.
func (t *turn) numberOf(command, text string, otherwise int) (number int, refusal *chat.Reply) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "#")
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	cmd := t.bot.commands.Find(command)
	game := cmd.Args.Find("game")
	if game != nil && !strings.ContainsFunc(text, unicode.IsDigit) { // a game, misspelt
		r := t.badChoice(cmd.Name, *game, text)
		return 0, &r
	}
	if err != nil || n < 1 {
		r := t.Say.Refuse("bad-number", say.With{"value": say.Code(chat.Clip(text, 40))})
		return 0, &r
	}
	return n, nil
}

// dailyButton shows a day or, with a number, the puzzle of that day in a game, to the
// person alone.
func (t *turn) dailyButton(p command.Press) (talk.Plan, error) {
	g := t.bot.play.Game(p.Text(0))
	if g == nil {
		return talk.Respond(t.OldButton()), nil
	}
	if p.Text(1) == "" {
		return t.dailyCommand(command.Values{})
	}
	show := t.showPuzzle(g, int(p.Number(1)))
	return func(tx *storage.Tx) (talk.Result, error) {
		if err := t.belong(tx, p); err != nil {
			return talk.Result{}, err
		}
		return show(tx)
	}, nil
}

// belong makes a person one of the community in whose post they have pressed a button:
// that they did something there shows in nothing else where the button has led to
// their own conversation.
func (t *turn) belong(tx *storage.Tx, p command.Press) error {
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

// noDaily refuses a day that does not open.
func (t *turn) noDaily(number int) talk.Result {
	return talk.Result{Reply: t.Say.Refuse("daily.none", say.With{"number": number, "command": say.Slash("daily")})}
}

// showDay shows a day to all. What the person types after it would be an answer to its
// first puzzle, which others must not read.
func (t *turn) showDay(tx *storage.Tx, number int) (talk.Result, error) {
	r, err := t.bot.play.DailyRound(tx, number, t.bot.settings.Games(t.Act.Community)[0], t.Act.At)
	if errors.Is(err, play.ErrNoDaily) {
		return t.noDaily(number), nil
	}
	if err != nil {
		return talk.Result{}, err
	}
	if err := t.bot.play.LookAt(tx, t.Act, r); err != nil {
		return talk.Result{}, err
	}
	reply, err := t.bot.dayReply(tx, t.Aloud, t.Act.Community, number, t.Act.Today())
	return talk.About(r, reply), err
}

// showNext shows a person the first puzzle of a day that they have not done or, when
// all are done, what they have done.
func (t *turn) showNext(number int) (talk.Plan, error) {
	known, err := t.bot.play.Known(t.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		done, err := t.bot.play.Achieved(tx, t.Act, number, known)
		if err != nil {
			return talk.Result{}, err
		}
		for _, g := range t.bot.settings.Games(t.Act.Community) {
			if !isDone(done, g) {
				return t.showPuzzle(g, number)(tx)
			}
		}
		return talk.Result{Reply: t.cardReply(done)}, nil
	}, nil
}

func isDone(a play.Achievement, g engine.Game) bool {
	return slices.ContainsFunc(a.Parts, func(p play.Part) bool { return p.Game.Name() == g.Name() && p.Done() })
}

// showPuzzle shows a person the puzzle of a day in a game where nobody else reads
// along: their time runs from then. Where others do, all see the day in its place.
func (t *turn) showPuzzle(g engine.Game, number int) talk.Plan {
	return func(tx *storage.Tx) (talk.Result, error) {
		r, err := t.bot.play.DailyRound(tx, number, g, t.Act.At)
		if errors.Is(err, play.ErrNoDaily) {
			return t.noDaily(number), nil
		}
		if err != nil {
			return talk.Result{}, err
		}
		if !t.Act.Ephemeral {
			return t.showDay(tx, number)
		}
		out, err := t.showDaily(tx, r)
		if !t.Act.Community.Private {
			out.Audience, out.Edit = chat.Secret, t.Req.Input.Alone
		}
		return out, err
	}
}

// showDaily shows a daily with what the person has done of it. Their texts in
// their own conversation are answers to it from now on.
func (t *turn) showDaily(tx *storage.Tx, r play.Round) (talk.Result, error) {
	state, err := t.bot.play.DailyState(tx, t.Act, r)
	if err != nil {
		return talk.Result{}, err
	}
	done, err := t.bot.play.Achieved(tx, t.Act, r.Daily, nil)
	if err != nil {
		return talk.Result{}, err
	}
	if err := errors.Join(t.bot.play.Show(tx, t.Act, r), t.bot.play.LookAt(tx, t.Act, r)); err != nil {
		return talk.Result{}, err
	}
	reply := chat.Reply{
		Face:    t.Say.Face(r),
		Text:    append(t.Say.Task(r, t.Act.Community.Private), t.Say.DailyState(state)...),
		Buttons: talk.PlayButtons(t.Say, t.bot.seals, r),
	}
	reply.Buttons = append(reply.Buttons, partRows(t.partButtons(done, r.Game))...)
	return talk.About(r, reply), nil
}

// partRows sets the buttons of some puzzles of a day in a row, if they fit.
func partRows(all []chat.Button) [][]chat.Button {
	if len(all) == 0 || len(all) > 4 {
		return command.Rows(all)
	}
	return [][]chat.Button{all}
}

// partButtons lead to the puzzles of a day but for one's, each with a mark once it is
// done.
func (t *turn) partButtons(done play.Achievement, but engine.Game) (all []chat.Button) {
	for _, g := range t.bot.settings.Games(t.Act.Community) {
		if but != nil && g.Name() == but.Name() {
			continue
		}
		label := t.Say.GameName(g)
		if isDone(done, g) {
			label = "✓ " + label
		}
		all = append(all, chat.Button{Label: label, Personal: true, Data: command.Data(talk.ActDaily, g.Name(), done.Number)})
	}
	return all
}
