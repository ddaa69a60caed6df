package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// solveTime bounds how long a player waits for the solver.
	solveTime = 2 * time.Second
	// openFor is how long an unsolved round stays open.
	openFor = 7 * 24 * time.Hour
	// fresh is how many of a chat's last puzzles are not dealt again.
	fresh = 50
	// deals bounds how often another puzzle is tried for that.
	deals = 20
)

// poseCommand poses a puzzle: the one typed, or a new one.
func (c *call) poseCommand(a arguments) (effect, error) {
	cmd := c.find(c.req.Input.Name)
	level := engine.Level(slices.Index(levels[:], a["level"]) + 1)
	return c.newRound(cmd.game, level, a[cmd.game.Rules().Argument])
}

func (c *call) nextButton(p press) (effect, error) {
	if len(p.args) == 0 || c.game(p.args[0]) == nil {
		return say(c.refuse("old-button", nil)), nil
	}
	level := engine.Level(p.number(1))
	if level < engine.AnyLevel || level > engine.MaxLevel {
		level = engine.AnyLevel
	}
	return c.newRound(c.game(p.args[0]), level, "")
}

// newRound deals a puzzle as wished and poses it.
func (c *call) newRound(g engine.Game, level engine.Level, text string) (effect, error) {
	wish := engine.Wish{Level: level, Text: text, Year: c.req.At.In(c.zone()).Year()}
	p, err := c.dealFresh(g, wish)
	if f := engine.AsFault(err); f != nil {
		return say(Reply{Tone: Bad, Audience: Asker, Text: c.explain(g.Name(), text, f)}), nil
	}
	if err != nil {
		return nil, err
	}
	if text != "" {
		ctx, done := context.WithTimeout(c.ctx, solveTime)
		defer done()
		if s := p.Solve(ctx); !s.Solvable && s.Best == "" {
			key := "no-solution"
			if !s.Complete {
				key = "no-solution-found"
			}
			f := p.Face()
			return say(c.refuse(c.key(key, g.Name(), "puzzle"), with{"tiles": c.list(codes(f.Tiles)), "goal": f.Goal})), nil
		}
	}
	return func(tx *storage.Tx) (Reply, error) { return c.pose(tx, g, p, level) }, nil
}

func codes(texts []string) []Span {
	var out []Span
	for _, t := range texts {
		out = append(out, code(t))
	}
	return out
}

// dealFresh deals, preferring what the chat has not had lately.
func (c *call) dealFresh(g engine.Game, w engine.Wish) (engine.Puzzle, error) {
	var recent []string
	if c.chat.ID != 0 && w.Text == "" {
		err := c.store.Read(c.ctx, func(tx *storage.Tx) (err error) {
			recent, err = tx.RecentPuzzles(c.chat.ID, g.Name(), fresh)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for i := 0; ; i++ {
		p, err := c.deal(g, w)
		if err != nil || i == deals || !slices.Contains(recent, p.ID()) {
			return p, err
		}
	}
}

// pose opens a round, or shows again the one that is open for the same puzzle.
func (c *call) pose(tx *storage.Tx, g engine.Game, p engine.Puzzle, level engine.Level) (Reply, error) {
	round, err := tx.OpenRoundOf(c.chat.ID, c.req.Chat.Thread, p.ID())
	if errors.Is(err, storage.ErrNotFound) {
		rating := p.Rating()
		round = storage.Round{
			Level: int(rating.Level), Seconds: rating.Seconds,
			ChatID: c.chat.ID, Thread: c.req.Chat.Thread, Game: g.Name(), Puzzle: p.ID(),
			PoserID: c.who.ID, PosedAt: c.req.At, EndsAt: c.endOf(g.Rules()),
		}
		end := storage.Due{Kind: dueExpiry, At: c.req.At.Add(openFor)}
		if !round.EndsAt.IsZero() {
			end = storage.Due{Kind: dueEnd, At: round.EndsAt}
		}
		if round.ID, err = tx.AddRound(round); err == nil {
			end.Key = key(round.ID)
			err = tx.SetDue(end)
		}
	}
	if err == nil {
		err = tx.SetFocus(c.chat.ID, c.req.Chat.Thread, round.ID, 0)
	}
	if err != nil {
		return Reply{}, err
	}
	pl := play{round: round, game: g, puzzle: p}
	if g.Rules().Sealed && !c.req.Chat.Private {
		pl.credit = c.chat.ID // answered from elsewhere, it still counts here
	}
	return Reply{Face: c.face(g.Name(), p, ""), Text: c.howTo(pl), round: round.ID, Buttons: c.playButtons(pl, c.next(g, level))}, nil
}

// endOf is when a round that begins now ends; zero where no clock runs. Who
// plays alone is not hurried.
func (c *call) endOf(r engine.Rules) time.Time {
	if r.Seconds == 0 || c.req.Chat.Private {
		return time.Time{}
	}
	seconds := r.Seconds
	if c.chat.Seconds != 0 {
		seconds = c.chat.Seconds
	}
	return c.req.At.Add(time.Duration(seconds) * time.Second)
}

// howTo says what is unusual about a round.
func (c *call) howTo(pl play) []Line {
	var out []Line
	if end := pl.round.EndsAt; !end.IsZero() {
		n := int(end.Sub(pl.round.PosedAt) / time.Second)
		out = append(out, c.line("round.clock", with{"n": n, "time": Span{Style: Moment, Unix: end.Unix(), Text: end.In(c.zone()).Format("15:04:05")}}))
	}
	if pl.game.Rules().Sealed && !c.req.Chat.Private {
		out = append(out, c.line("round.sealed", nil))
	}
	return out
}

// playButtons are the buttons under an open puzzle.
func (v voice) playButtons(pl play, more ...Button) [][]Button {
	personal := pl.personal()
	data := func(verb string) string { return v.creditData(pl.credit, verb, pl.round.ID) }
	row := []Button{
		{Label: v.phrase("button.answer", nil), Data: data(verbAnswer), Style: Primary, Personal: personal},
		{Label: v.phrase("button.hint", nil), Data: data(verbHint), Personal: personal},
		{Label: v.phrase("button.giveup", nil), Data: data(verbGiveUp), Style: Danger, Personal: personal},
	}
	return [][]Button{append(row, more...)}
}

func (v voice) next(g engine.Game, level engine.Level) Button {
	return Button{Label: v.phrase("button.next", nil), Data: pressData(verbNext, g.Name(), level)}
}
