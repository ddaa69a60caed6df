package chat

// A Figure is a whole number about a person; a greater one is better. Its texts are by language;
// DefaultLanguage always has one.
type Figure struct {
	// Key is of the form [a-z0-9_]{1,50} and never changes.
	Key string
	// Name has at most 100 characters.
	Name map[string]string
	// About has at most 100 characters, and is shown before a number that the figure must reach.
	About map[string]string
	Value int
}

// RolesPath is where people of a network agree that it shows their figures, below the address of
// the page.
func RolesPath(network string) string { return "/roles/" + network }
