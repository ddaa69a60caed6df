package storage

// PersonPlayers is a subquery that returns the IDs of all players of a person. The argument id is a
// parameter or a column with the ID of one of them.
func PersonPlayers(id string) string {
	return `(SELECT theirs.id FROM players theirs
		WHERE theirs.person_id = (SELECT mine.person_id FROM players mine WHERE mine.id = ` + id + `))`
}
