package engine

// A Book is a Game whose best known answers can be read, a page for each number.
type Book interface {
	Game
	// Page returns a page by its name ("2016"); ok is false if there is none.
	Page(name string) (p Page, ok bool)
	// PageOf returns the name of the page that has a puzzle, and what tells the puzzle from the
	// others there ("7"); ok is false if the puzzle is in no book.
	PageOf(p Puzzle) (page, place string, ok bool)
	// Family returns why the measure of an answer is so small, as a fact with Args core (the part of
	// the answer that explains it, as people write it), value (of the core) and rest (what the other
	// parts add to that value, with its sign; empty if they add nothing).
	Family(answer string) Hint
	// Chapters say what the book holds.
	Chapters() []Chapter
	// Families say how many answers each family has, the largest family first.
	Families() []FamilySize
	// Table returns all answers as a text, a line for each. Tabs separate the columns, and
	// the first line names them.
	Table() []byte
	// Checker returns a program that checks the Table.
	Checker() []byte
}

// A Page has the puzzles whose goal is one number.
type Page struct {
	Name string
	// Before and After are the names of the pages next to this one; empty if there is none.
	Before, After string
	Puzzles       []Puzzle
}

// A Chapter sums up the answers that have something in common.
type Chapter struct {
	// Name is what they have in common: the digit "7".
	Name    string
	Answers int
	// Sum and Longest are the sum and the largest of their measures.
	Sum     int
	Longest int
	// Searched is the Solution.Searched of every answer in the chapter.
	Searched int
}

// A FamilySize is how many answers a family has.
type FamilySize struct {
	Family  string
	Answers int
}
