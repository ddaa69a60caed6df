package round

import (
	"reckon/bot/round/rating"
	"reckon/storage"
)

// relearnAbilities learns a person's abilities again, from the first attempt at each puzzle by any of their
// players. playerID is any of these players.
func relearnAbilities(tx *storage.Tx, playerID int64) error {
	all, err := ratedOf(tx, playerID)
	if err != nil {
		return err
	}
	return setAbilities(tx, playerID, abilitiesBy(all))
}

// abilitiesBy returns a person's abilities, by game, from all their rated attempts, the oldest first.
func abilitiesBy(all []RatedAttempt) map[string]rating.Rating {
	// Puzzles of a class are the same to a person.
	type class struct{ game, class string }
	attempted := map[class]bool{}
	abilities := map[string]rating.Rating{}
	for _, x := range all {
		key := class{x.Game, x.Class}
		if attempted[key] {
			continue
		}
		attempted[key] = true
		ability, isKnown := abilities[x.Game]
		if !isKnown {
			ability = rating.NewAbility()
		}
		// Any Prior does: it decides only how much is learnt about the difficulty, which is not used here.
		difficulty := rating.Rating{Value: x.DifficultyBefore, Prior: 1}
		_, abilities[x.Game] = rating.Learn(difficulty, ability, rating.Attempt{Solved: x.Solved, After: x.After})
	}
	return abilities
}

// setAbilities replaces a person's abilities.
func setAbilities(tx *storage.Tx, playerID int64, abilities map[string]rating.Rating) error {
	if err := forgetAbilities(tx, playerID); err != nil {
		return err
	}
	for game, ability := range abilities {
		if err := setAbility(tx, playerID, game, Learnt(ability)); err != nil {
			return err
		}
	}
	return nil
}
