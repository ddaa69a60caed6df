package round

import (
	"slices"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

// LastWorks is how many of a person's last attempts are read to learn their skills.
const LastWorks = 100

// Profile returns what attempts say about a person's skills.
func (p *Play) Profile(all []PuzzleAttempt) (rating.Profile, error) {
	works, err := p.works(all)
	if err != nil {
		return rating.Profile{}, err
	}
	return rating.NewProfile(works), nil
}

// works converts attempts to the form that package rating learns a profile from.
func (p *Play) works(all []PuzzleAttempt) (works []rating.Work, err error) {
	for _, w := range all {
		puzzle, err := p.Parse(w.Puzzle)
		if err != nil {
			return nil, err
		}
		works = append(works, rating.Work{
			Attempt:    rating.Attempt{Solved: w.Solved, After: w.After},
			Difficulty: w.DifficultyBefore,
			Error:      w.Deviation,
			Skills:     puzzle.Rating().Skills,
		})
	}
	return works, nil
}

// newAttempts is how many of a person's last attempts count as new. A skill has become better if it was weak before the new
// attempts and is not weak now.
const newAttempts = 30

// A SkillFigure says how good a person is at a skill.
type SkillFigure struct {
	rating.Skill
	Game engine.Game
	// Before is the skill's value before the new attempts, if it was weak then and is not weak now;
	// otherwise 0.
	Before float64
}

// Skills returns how good a person is at the skills of a game, the slowest skill first.
func (p *Play) Skills(tx *storage.Tx, playerID int64, g engine.Game) (out []SkillFigure, err error) {
	if !IsRated(g) {
		return nil, nil
	}
	list, err := LastRated(tx, playerID, g.Name(), LastWorks)
	if err != nil {
		return nil, err
	}
	works, err := p.works(list)
	if err != nil {
		return nil, err
	}
	current := rating.NewProfile(works)
	before := rating.NewProfile(works[:max(0, len(works)-newAttempts)])
	for _, s := range current.Skills() {
		f := SkillFigure{Skill: s, Game: g}
		i := slices.IndexFunc(before.Weak(), func(b rating.Skill) bool { return b.Code == s.Code })
		if i >= 0 && !s.IsWeak() {
			f.Before = before.Weak()[i].Value
		}
		out = append(out, f)
	}
	return out, nil
}
