package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// endRound ends a round whose clock has run out. The best possible is worked
// out before the transaction that it returns.
func (b *Bot) endRound(ctx context.Context, d storage.Due, now time.Time) (func(*storage.Tx) error, error) {
	id, err := strconv.ParseInt(d.Key, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("due row of no round: %w", err)
	}
	var round storage.Round
	err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		round, err = tx.RoundByID(id)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return func(tx *storage.Tx) error { return tx.DropDue(d.Kind, d.Key) }, nil
	}
	if err != nil {
		return nil, err
	}
	g, p, err := b.puzzle(round.Game, round.Puzzle)
	if err != nil {
		return nil, err
	}
	ctx, done := context.WithTimeout(ctx, solveTime)
	defer done()
	s := p.Solve(ctx)
	return func(tx *storage.Tx) error {
		if err := tx.DropDue(d.Kind, d.Key); err != nil {
			return err
		}
		return b.timeUp(tx, play{round: round, game: g, puzzle: p}, s, now)
	}, nil
}

// timeUp gives the points and tells the chat, once.
func (b *Bot) timeUp(tx *storage.Tx, pl play, s engine.Solution, now time.Time) error {
	first, err := tx.CloseRound(pl.round.ID, now, closedTime)
	if err != nil || !first {
		return err
	}
	chat, err := tx.ChatByID(pl.round.ChatID)
	if err != nil {
		return err
	}
	best, err := tx.BestAnswers(pl.round.ID)
	if err != nil {
		return err
	}
	if err := award(tx, pl, best); err != nil {
		return err
	}
	v, err := b.voiceOf(tx, chat, pl.round)
	if err != nil {
		return err
	}
	next := [][]Button{{v.next(pl.game, engine.AnyLevel)}}
	result := Reply{Face: v.face(pl.game.Name(), pl.puzzle, ""), Text: v.result(pl, best, s), Buttons: next}
	out := storage.Outgoing{Nonce: fmt.Sprintf("end:%d", pl.round.ID), ChatID: chat.ID, Thread: pl.round.Thread}
	if err := enqueue(tx, now, out, result); err != nil || pl.round.Message == "" {
		return err
	}
	out.Nonce, out.Message = fmt.Sprintf("close:%d", pl.round.ID), pl.round.Message
	return enqueue(tx, now, out, Reply{Face: result.Face, Text: []Line{v.line("round.time", nil)}, Buttons: next})
}

// award gives the nearest their points: all who are equally near.
func award(tx *storage.Tx, pl play, best []storage.Answer) error {
	for i := range best {
		a := &best[i]
		if pl.game.Rules().Measure == "" || a.Measure > best[0].Measure {
			continue
		}
		attempt, err := tx.Attempt(pl.round.ID, a.PlayerID)
		if err != nil {
			return err
		}
		a.Points = worth(pl.puzzle.Judge(a.Text).Points, attempt.Hints, 0)
		if err := tx.Award(a.ID, a.Points); err != nil {
			return err
		}
	}
	return nil
}

// result is how a round ended: everyone's answer, the best possible, and how
// many ways there were.
func (v voice) result(pl play, best []storage.Answer, s engine.Solution) []Line {
	out := []Line{v.line("round.time", nil)}
	out = append(out, v.ranking(pl, best, s.Measure, true)...)
	if len(best) == 0 {
		out = append(out, v.line("round.nobody", nil))
	}
	return append(out, v.bestLine(pl.game, s))
}

// bestLine is the best there is.
func (v voice) bestLine(g engine.Game, s engine.Solution) Line {
	if g.Rules().Measure == "" || s.Best == "" {
		return v.solutionLine(s)
	}
	measured := "measured"
	if s.Complete && len(s.All) > 1 {
		measured = "measured.of"
	}
	return v.line(v.key("solution", g.Name(), measured), with{"solution": code(s.Best), "measure": v.measure(g, s.Measure), "n": len(s.All)})
}
