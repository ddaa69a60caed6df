package chat

import (
	"context"
	"errors"
)

// A Library shows the book of answers to anybody. Of a Request it reads only the Locale and the
// time. *bot.Bot implements it.
type Library interface {
	// Contents returns what a book holds; ok is false if there is no book.
	Contents(ctx context.Context, r Request) (c Contents, ok bool, err error)
	// Leaf returns the page of a name; ok is false if the book has no such page.
	Leaf(ctx context.Context, r Request, name string) (l Leaf, ok bool, err error)
	// Table returns all answers as a text.
	Table() []byte
	// Checker returns a program that checks the answers of Table.
	Checker() []byte
	// Find judges an answer that a guest sends to a page. found means that it beats the book and
	// was stored as the guest's; otherwise nothing was stored. The error may be ErrNoPage.
	Find(ctx context.Context, r Request, f Find) (reply Reply, found bool, err error)
}

// ErrNoPage says that a book has no such place.
var ErrNoPage = errors.New("the book has no such place")

// Contents are what a book holds, in words.
type Contents struct {
	Language string
	Title    string
	About    []string
	// Chapters has a row for each chapter, with its figures.
	Chapters Table
	Notes    []string
	// Families has a row for each family of answers, with its share of the book.
	Families Table
	// Finds are the latest answers that people have found.
	Finds []Entry
	// Words are the labels of the pages.
	Words map[string]string
}

// A Leaf is a page of a book: answers that belong together, each with an explanation.
type Leaf struct {
	Language string
	Name     string
	// Before and After name the neighbouring pages; empty at the ends of the book.
	Before  string
	After   string
	Title   string
	About   string
	Entries []Entry
	Words   map[string]string
}

// An Entry is an answer in a book.
type Entry struct {
	// Leaf is the name of its page, and Place the anchor there.
	Leaf  string
	Place string
	// Puzzle is the puzzle's ID.
	Puzzle string
	// Title is the puzzle in short: "2016#7".
	Title string
	// Measure is how good the answer is: "6 digits"; empty: it is not shown.
	Measure string
	Answer  string
	// Notes say why the answer works, or why it is not shown.
	Notes []Line
	Steps []string
}

// A Find is an answer that a guest sends to a page of a book.
type Find struct {
	Leaf   string
	Place  string
	Answer string
	// Credit allows the book to show the guest's name with the answer.
	Credit bool
}
