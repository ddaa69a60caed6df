package chat

// A Figure is a whole number about a person: the more, the better. The texts are by language;
// DefaultLanguage always has one.
type Figure struct {
	Key   string            // [a-z0-9_]{1,50}; it never changes
	Name  map[string]string // at most 100 characters
	About map[string]string // at most 100 characters: it stands before a number that the figure must reach
	Value int
}
