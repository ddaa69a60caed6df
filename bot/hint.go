package bot

import (
	"context"
	"time"

	"reckon/engine"
	"reckon/storage"
)

func (c *call) hintCommand(arguments) (effect, error) {
	pl, reply, err := c.playOf("")
	if err != nil || reply != nil {
		return orSay(reply), err
	}
	return c.hint(pl)
}

// hint gives the player the next hint and all before it. A hint is the
// player's own: it lowers nobody else's score and is shown to nobody else.
func (c *call) hint(pl play) (effect, error) {
	if pl.puzzle.Hint(1, nil).Code == "" { // nobody knows a solution, so nothing is to be paid
		return say(c.refuse("hint.none", nil)), nil
	}
	return func(tx *storage.Tx) (Reply, error) {
		round, err := tx.RoundByID(pl.round.ID)
		if err != nil {
			return Reply{}, err
		}
		if !round.ClosedAt.IsZero() {
			return c.closed(pl), nil
		}
		a, err := tx.Attempt(round.ID, c.who.ID)
		if err != nil {
			return Reply{}, err
		}
		if a.Hints < maxHints {
			a.Hints++
			if err := tx.SaveAttempt(a); err != nil {
				return Reply{}, err
			}
		}
		if c.req.Chat.Private { // what is typed next is an answer to it
			if err := tx.SetFocus(c.chat.ID, c.req.Chat.Thread, round.ID, c.creditOf(pl)); err != nil {
				return Reply{}, err
			}
		}
		return c.showHints(pl, a.Hints), nil
	}, nil
}

func (c *call) showHints(pl play, n int) Reply {
	r := Reply{Audience: Secret}
	for i := 1; i <= n; i++ {
		h := pl.puzzle.Hint(i, nil)
		line := c.line("hint.number", with{"i": i, "max": maxHints})
		line = append(line, c.line(c.key("hint", pl.game.Name(), h.Code), c.facts(h.Args))...)
		r.Text = append(r.Text, line)
	}
	r.Text = append(r.Text, c.line("hint.cost", with{"percent": hintShare[n]}))
	if c.req.Chat.Private {
		r.Edit = true
		r.Face = c.face(pl.game.Name(), pl.puzzle, c.title(pl.round))
		r.Buttons = c.playButtons(pl)
		if pl.shared() {
			r.Buttons = c.playButtons(pl, c.next(pl.game, engine.AnyLevel))
		}
	}
	return r
}

// title is what stands above a puzzle; empty for an ordinary round.
func (v voice) title(r storage.Round) string {
	if r.Daily == 0 {
		return ""
	}
	return v.phrase("daily.title", with{"number": r.Daily})
}

// closed answers who comes too late.
func (c *call) closed(pl play) Reply {
	r := c.refuse("closed", with{"command": code("/" + pl.game.Name())})
	r.Buttons = [][]Button{{c.next(pl.game, engine.AnyLevel)}}
	return r
}

// patience is how long a round belongs to who asked for it: until then nobody
// else may give it up.
const patience = 2 * time.Minute

func (c *call) giveUpCommand(arguments) (effect, error) {
	pl, reply, err := c.playOf("")
	if err != nil || reply != nil {
		return orSay(reply), err
	}
	return c.giveUp(pl)
}

// giveUp shows a solution and closes the round: for all where people play
// together, for the one where each plays alone.
func (c *call) giveUp(pl play) (effect, error) {
	ctx, done := context.WithTimeout(c.ctx, solveTime)
	defer done()
	s := pl.puzzle.Solve(ctx)
	return func(tx *storage.Tx) (Reply, error) {
		if !pl.shared() {
			return c.giveUpAlone(tx, pl, s)
		}
		round, err := tx.RoundByID(pl.round.ID)
		if err != nil {
			return Reply{}, err
		}
		switch left := patience - c.req.At.Sub(round.PosedAt); {
		case !round.ClosedAt.IsZero():
			return c.closed(pl), nil
		case left > 0 && round.PoserID != c.who.ID && !c.administers(round):
			return c.refuse("not-yours", with{"time": c.duration(left.Seconds())}), nil
		}
		if err := c.close(tx, pl, closedGaveUp); err != nil {
			return Reply{}, err
		}
		return c.ending(tx, pl, s)
	}, nil
}

// administers tells whether the person is an administrator where a round is
// played. In their own conversation, where everyone is, that is not known of a
// round of elsewhere.
func (c *call) administers(r storage.Round) bool {
	return c.req.Player.Role == RoleAdmin && r.ChatID == c.chat.ID
}

func (c *call) giveUpAlone(tx *storage.Tx, pl play, s engine.Solution) (Reply, error) {
	a, err := tx.Attempt(pl.round.ID, c.who.ID)
	if err != nil {
		return Reply{}, err
	}
	if a.GaveUpAt.IsZero() {
		a.GaveUpAt = c.req.At
		if err := tx.SaveAttempt(a); err != nil {
			return Reply{}, err
		}
	}
	r := Reply{
		Audience: Secret, Edit: c.req.Chat.Private, Face: c.face(pl.game.Name(), pl.puzzle, c.title(pl.round)),
		Text: []Line{c.bestLine(pl.game, s)},
	}
	c.withExplain(&r, s.Best)
	return r, nil
}

// ending shows a closed puzzle with a solution nobody has to look for any more.
func (c *call) ending(tx *storage.Tx, pl play, s engine.Solution) (Reply, error) {
	s, err := bestKnown(tx, pl, s)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{
		Edit: true, Face: c.face(pl.game.Name(), pl.puzzle, ""), Text: []Line{c.bestLine(pl.game, s)},
		Buttons: [][]Button{{c.next(pl.game, engine.AnyLevel)}},
	}
	c.withExplain(&r, s.Best)
	if pl.game.Rules().Measure != "" {
		best, err := tx.BestAnswers(pl.round.ID)
		if err != nil {
			return Reply{}, err
		}
		r.Text = append(r.Text, c.ranking(pl, best, s.Measure, true)...)
		return r, nil
	}
	found, err := tx.RightAnswers(pl.round.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, a := range found {
		r.Text = append(r.Text, c.line("found-by", with{"player": c.mention(a.PlayerName, a.PlayerKey), "answer": code(a.Text)}))
	}
	return r, nil
}

func (v voice) solutionLine(s engine.Solution) Line {
	if !s.Complete || len(s.All) < 2 {
		return v.line("solution", with{"solution": code(s.Best)})
	}
	return v.line("solution.of", with{"solution": code(s.Best), "n": len(s.All)})
}
