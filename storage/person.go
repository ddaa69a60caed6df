package storage

// PersonPlayers is a subquery that returns the IDs of all players of a person. The argument id is a
// parameter or a column with the ID of one of them.
func PersonPlayers(id string) string {
	return `(SELECT theirs.id FROM players theirs
		WHERE theirs.person_id = (SELECT mine.person_id FROM players mine WHERE mine.id = ` + id + `))`
}

// IsRight is a condition: an answer is right. It is for queries of what one player has answered to a round, from the
// table or alias with the given name. No index has the condition, so a server looks up the player's answers. It would
// otherwise read all right answers to the round, since it does not know that thousands of people solve one daily.
func IsRight(answers string) string {
	return `CASE ` + answers + `.outcome WHEN 'right' THEN 1 ELSE 0 END = 1`
}
