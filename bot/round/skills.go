package round

import (
	"slices"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

// LastWorks is how many of a person's last attempts tell of their skills.
const LastWorks = 100

// Profile returns what attempts tell of a person.
func (p *Play) Profile(all []PuzzleAttempt) (rating.Profile, error) {
	works, err := p.works(all)
	if err != nil {
		return rating.Profile{}, err
	}
	return rating.NewProfile(works), nil
}

// works are attempts as a profile is learnt from them.
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

// newAttempts is how many of a person's attempts are new, when those before them tell what
// has become better.
const newAttempts = 30

// A SkillFigure is how a person is at a skill.
type SkillFigure struct {
	rating.Skill
	Game   engine.Game
	Before float64 // its value when it was weak, if it is not now; 0: it was not
}

// Skills returns what a person's attempts in a game tell of their skills, the slowest first.
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
	now, before := rating.NewProfile(works), rating.NewProfile(works[:max(0, len(works)-newAttempts)])
	for _, s := range now.Skills() {
		f := SkillFigure{Skill: s, Game: g}
		i := slices.IndexFunc(before.Weak(), func(b rating.Skill) bool { return b.Code == s.Code })
		if i >= 0 && !s.IsWeak() {
			f.Before = before.Weak()[i].Value
		}
		out = append(out, f)
	}
	return out, nil
}
