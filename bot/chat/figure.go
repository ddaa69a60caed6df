package chat

// A Figure is a whole number about a person, such as their points. The greater it is, the better. A server may require
// a least value of it for a role. Name and About have a text for each language, at least for DefaultLanguage.
type Figure struct {
	// Key is of the form [a-z0-9_]{1,50} and never changes.
	Key string
	// Name has at most 100 characters.
	Name map[string]string
	// About is shown before the least value, as in "points of at least" 100. It has at most 100 characters.
	About map[string]string
	Value int
}

// RolesPath returns the path of a web page, below the bot's address. On that web page people agree that a network shows
// their figures.
func RolesPath(network string) string { return "/roles/" + network }
