package ghost

import (
	"cmp"
	"context"
	"slices"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// usualSeconds is how long a puzzle is assumed to take if its game predicts no time.
const usualSeconds = 30

// ghosts implements round.Opponents, and begins the matches.
type ghosts struct {
	feature.Kernel
	matches talk.Matches
}

// Save stores the ghost in a round.
func (ghosts) Save(tx *storage.Tx, roundID int64, o round.Opponent) error {
	return addGhost(tx, roundID, o)
}

// OfMatch returns the ghosts in the puzzles of a match, by the ID of the round.
func (ghosts) OfMatch(tx *storage.Tx, matchID int64) (map[int64]round.Opponent, error) {
	return ghostsOf(tx, matchID)
}

// Draw draws the next puzzle, which the person has not seen, and its ghost. Recordings of people whom the person knows
// from groups come first.
func (g ghosts) Draw(ctx context.Context, act round.Act, m round.Match) (round.Pick, round.Opponent, error) {
	var ability rating.Rating
	var ofMates, ofOthers []recording
	err := g.Store.Read(ctx, func(tx *storage.Tx) error {
		known, _, err := g.Play.Ability(tx, act.Person.ID, m.Game.Name())
		if err != nil {
			return err
		}
		ability = expected(known)
		ofMates, err = recordingsOfMates(tx, act.Person.ID, m)
		if err != nil {
			return err
		}
		ofOthers, err = listRecordings(tx, act.Person.ID, m.Game.Name(), m.Level(), ability.Value)
		return err
	})
	if err != nil {
		return round.Pick{}, round.Opponent{}, err
	}
	lastGhost := int64(0)
	if len(m.Bouts) > 0 {
		lastGhost = m.Bouts[len(m.Bouts)-1].Opponent.PlayerID
	}
	candidates := slices.Concat(
		evenRecordings(ofMates, ability, lastGhost),
		evenRecordings(ofOthers, ability, lastGhost),
	)
	for _, r := range candidates {
		puzzle, isUnmet, err := g.Play.ParseUnmet(ctx, act, r.Puzzle, act.Person.ID)
		if err != nil {
			return round.Pick{}, round.Opponent{}, err
		}
		if isUnmet {
			drawn := round.Pick{Game: m.Game, Puzzle: puzzle, Level: m.Level(), Solvable: true}
			return drawn, round.Opponent{After: r.After, Recorded: true, PlayerID: r.PlayerID}, nil
		}
	}
	return g.drawComputed(ctx, act, m, ability)
}

// recordingsOfMates returns recordings by people whom a person knows from groups, if they want to be named.
func recordingsOfMates(tx *storage.Tx, playerID int64, m round.Match) ([]recording, error) {
	groups, err := groupsOf(tx, playerID)
	if err != nil {
		return nil, err
	}
	var all []recording
	for _, group := range groups {
		found, err := listRecordingsOfMates(tx, playerID, m.Game.Name(), m.Level(), group)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// drawComputed draws a puzzle when there is no recording to use. Its ghost needs the time within which the person
// would solve the puzzle in half of all attempts.
func (g ghosts) drawComputed(
	ctx context.Context, act round.Act, m round.Match, ability rating.Rating,
) (round.Pick, round.Opponent, error) {
	drawn, err := g.Play.Draw(ctx, act, m.Game, m.Level(), "")
	if err != nil {
		return round.Pick{}, round.Opponent{}, err
	}
	var difficulty rating.Rating
	err = g.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		difficulty, err = difficultyOf(tx, act.Person.ID, m.Game, drawn.Puzzle)
		return err
	})
	if err != nil {
		return round.Pick{}, round.Opponent{}, err
	}
	after := min(evenTime(difficulty, ability), longest)
	return drawn, round.Opponent{After: after.Truncate(time.Millisecond)}, nil
}

// difficultyOf returns the difficulty of a puzzle as it was learnt from people's attempts. If there were none, it is
// the difficulty that the game predicts.
func difficultyOf(tx *storage.Tx, playerID int64, g engine.Game, puzzle engine.Puzzle) (rating.Rating, error) {
	known, err := round.LearningOf(tx, round.RatedAttempt{PlayerID: playerID, Game: g.Name(), Class: puzzle.Face().Class()})
	if err != nil {
		return rating.Rating{}, err
	}
	learnt, err := known.Get()
	if err != nil {
		return rating.Rating{}, err
	}
	if learnt.Difficulty.Attempts > 0 {
		return rating.Rating(learnt.Difficulty), nil
	}
	predicted := puzzle.Rating()
	return rating.NewDifficulty(cmp.Or(predicted.Seconds, usualSeconds), predicted.Deviation), nil
}
