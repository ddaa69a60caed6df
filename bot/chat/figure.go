package chat

// A Figure is a whole number about a person, such as their points. A greater one is better. Its texts
// are by language; DefaultLanguage always has one.
type Figure struct {
	// Key is of the form [a-z0-9_]{1,50} and never changes.
	Key string
	// Name has at most 100 characters.
	Name map[string]string
	// About is shown before the number that the figure must reach. It has at most 100 characters.
	About map[string]string
	Value int
}

// RolesPath is the path below the address of the page on which people agree that a network shows
// their figures.
func RolesPath(network string) string { return "/roles/" + network }
