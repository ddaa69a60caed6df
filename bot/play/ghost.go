package play

import (
	"cmp"
	"context"
	"time"

	"reckon/bot/play/rating"
	"reckon/storage"
)

// drawGhost draws the next puzzle of a person's match against recordings, one that they have not
// seen, with its ghost. That is the recorded first attempt of a real person near their ability, the
// same in all puzzles where it can be, whom they beat with an even chance. Where there is none, any
// puzzle is drawn, and the ghost is the time in which they solve it in half of all attempts.
func (p *Play) drawGhost(ctx context.Context, a Act, m Match) (d Drawn, g storage.Ghost, err error) {
	var ability rating.Rating
	var found []storage.Recording
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		if ability, _, err = p.Ability(tx, a.Person.ID, m.Game.Name()); err == nil {
			ability = ability.Expected()
			found, err = tx.Recordings(a.Person.ID, m.Game.Name(), int(m.Level()), storage.Reach{
				Ability: ability.Value, Distance: rating.NearAbility, Players: rating.NearPlayers, Solutions: rating.LatestSolutions, Longest: rating.LongestGhost,
			})
		}
		return err
	})
	if err != nil {
		return d, g, err
	}
	var all []rating.Recording
	for _, x := range found {
		all = append(all, rating.Recording{Player: x.PlayerID, Difficulty: rating.Rating(x.Difficulty), After: x.After})
	}
	had := int64(0)
	for _, b := range m.Bouts {
		had = b.Ghost.PlayerID
	}
	for _, i := range rating.Rivals(all, ability, had) {
		d = Drawn{Game: m.Game, Level: m.Level(), Solvable: true}
		if d.Puzzle, err = m.Game.Parse(found[i].Puzzle[len(m.Match.Game)+1:]); err != nil {
			return d, g, err
		}
		if met, err := p.IsMet(ctx, a, d.Puzzle.Face().Class(), a.Person.ID); err != nil || !met {
			return d, storage.Ghost{After: all[i].After, Recorded: true, PlayerID: all[i].Player}, err
		}
	}
	if d, err = p.Draw(ctx, a, m.Game, m.Level(), ""); err != nil {
		return d, g, err
	}
	predicted := d.Puzzle.Rating()
	difficulty := rating.NewDifficulty(cmp.Or(predicted.Seconds, suitingSeconds), predicted.Deviation)
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		known, err := tx.LearningOf(storage.Rated{PlayerID: a.Person.ID, Game: m.Game.Name(), Class: d.Puzzle.Face().Class()})
		if err != nil {
			return err
		}
		learnt, err := known.Get()
		if err != nil {
			return err
		}
		if learnt.Difficulty.Attempts > 0 {
			difficulty = rating.Rating(learnt.Difficulty)
		}
		return nil
	})
	g.After = min(rating.Even(difficulty, ability), rating.LongestGhost).Truncate(time.Millisecond)
	return d, g, err
}
