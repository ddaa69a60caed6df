package engine

// A Book is a Game whose best known answers can be read, a page for each number.
type Book interface {
	Game
	// Page returns a page by its name ("2016"); ok is false if there is none.
	Page(name string) (p Page, ok bool)
	// PageOf returns the name of the page with a puzzle and its place there; ok is false if
	// the puzzle is in no book.
	PageOf(p Puzzle) (page, place string, ok bool)
	// Family returns why the answer to a puzzle takes so little, as a fact with Args core (the
	// part that it is about, as people write it), value (of the core) and rest (what the other
	// parts add, with its sign; empty: nothing).
	Family(answer string) Hint
	// Chapters say what the book holds, and Families how many answers are of each family, the
	// most first.
	Chapters() []Chapter
	Families() []FamilySize
	// Table returns all answers as a text, a line each: columns are parted by tabs, and the
	// first line names them. Checker returns a program that checks them.
	Table() []byte
	Checker() []byte
}

// A Page is a page of a Book.
type Page struct {
	Name, Before, After string // of it, and of the pages beside it; empty: there is none
	Puzzles             []Puzzle
}

// A Chapter sums up the answers that have something in common.
type Chapter struct {
	Name     string // what they have in common: the digit "7"
	Answers  int
	Sum      int // of their measures
	Longest  int // the largest measure
	Searched int // as in Solution, of every answer
}

// A FamilySize is how many answers are of a family.
type FamilySize struct {
	Family  string
	Answers int
}
