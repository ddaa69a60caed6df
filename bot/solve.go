package bot

import (
	"context"
	"strings"
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// searchTime bounds how long /solve searches.
	searchTime = 10 * time.Second
	// solutionRows is how many solutions are listed.
	solutionRows = 15
)

// solveCommand tells one person all solutions of a puzzle that nobody here is
// at.
func (c *call) solveCommand(a arguments) (effect, error) {
	g, p, fault := c.readPuzzle(a["puzzle"])
	if fault != nil {
		return say(Reply{Tone: Bad, Audience: Asker, Text: c.explain(g.Name(), a["puzzle"], fault)}), nil
	}
	played, err := c.isPlayed(p.ID())
	if err != nil {
		return nil, err
	}
	if played {
		return say(c.refuse("solve.open", nil)), nil
	}
	ctx, done := context.WithTimeout(c.ctx, searchTime)
	defer done()
	s := p.Solve(ctx)
	return say(c.solutions(g, p, s)), nil
}

// readPuzzle reads a puzzle of any game: an ID ("24:3,3,8,8"), a game's name
// and a puzzle ("24 3 3 8 8"), or a puzzle alone, which belongs to the first
// game that can read it. Where none can, the fault is that of the game it looks
// most like, or of the first.
func (b *Bot) readPuzzle(text string) (engine.Game, engine.Puzzle, *engine.Fault) {
	text = strings.TrimSpace(text)
	for _, g := range b.games {
		rest, ok := strings.CutPrefix(strings.ToLower(text), g.Name())
		if ok && rest != "" && strings.ContainsRune(" :", rune(rest[0])) {
			p, err := g.Parse(strings.TrimSpace(text[len(g.Name())+1:]))
			return g, p, engine.AsFault(err)
		}
	}
	for _, g := range b.games {
		if p, err := g.Parse(text); err == nil {
			return g, p, nil
		}
	}
	_, err := b.games[0].Parse(text)
	return b.games[0], nil, engine.AsFault(err)
}

// isPlayed tells whether a puzzle is open in this chat or is a daily of today,
// here or where the date is ahead.
func (c *call) isPlayed(id string) (played bool, err error) {
	err = c.store.Read(c.ctx, func(tx *storage.Tx) (err error) {
		if played, err = tx.IsOpen(id, c.chat.ID); played || err != nil {
			return err
		}
		today := dailyNumber(c.req.At.In(c.zone()))
		for number := today; number <= today+1 && !played && err == nil; number++ {
			played, err = tx.IsDailyPuzzle(id, number)
		}
		return err
	})
	return played, err
}

// solutions lists what the solver found, the most natural first.
func (c *call) solutions(g engine.Game, p engine.Puzzle, s engine.Solution) Reply {
	f := p.Face()
	args := with{"tiles": c.list(codes(f.Tiles)), "goal": f.Goal, "n": len(s.All)}
	if !s.Solvable {
		key := "no-solution"
		if !s.Complete {
			key = "no-solution-found"
		}
		return c.refuse(c.key(key, g.Name(), "puzzle"), args)
	}
	key := c.key("solve", g.Name(), "all")
	switch {
	case s.Settled && g.Rules().Measure != "":
		key = "solve.best"
		args["measure"] = c.measure(g, s.Measure)
	case !s.Complete:
		key = "solve.some"
	}
	r := Reply{Tone: Good, Audience: Secret, Face: c.face(g.Name(), p, ""), Text: []Line{c.line(key, args)}}
	shown := s.All
	if len(shown) > solutionRows {
		shown = shown[:solutionRows]
	}
	for _, text := range shown {
		r.Text = append(r.Text, Line{code(text)})
	}
	if more := len(s.All) - len(shown); more > 0 {
		r.Text = append(r.Text, c.line("solve.more", with{"n": more}))
	}
	c.withExplain(&r, s.Best)
	return r
}
