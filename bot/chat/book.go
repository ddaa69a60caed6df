package chat

import (
	"context"
	"errors"
)

// A Library shows the book of answers to anybody: of a Request it reads the Locale and the time. *bot.Bot is the only one.
type Library interface {
	// Contents returns what a book holds, and Leaf a page of it by its name; ok is false if
	// there is none.
	Contents(ctx context.Context, r Request) (c Contents, ok bool, err error)
	Leaf(ctx context.Context, r Request, name string) (l Leaf, ok bool, err error)
	// Table returns all answers as a text, and Checker a program that checks them.
	Table() []byte
	Checker() []byte
	// Find judges an answer that a guest sends to a page. If it beats the book, it is stored as
	// the guest's, and found is true; else nothing is stored. The error may be ErrNoPage.
	Find(ctx context.Context, r Request, f Find) (reply Reply, found bool, err error)
}

// ErrNoPage says that a book has no such place.
var ErrNoPage = errors.New("the book has no such place")

// Contents are what a book holds, in words.
type Contents struct {
	Language string
	Title    string
	About    []string
	Chapters Table // what the pages have in common
	Notes    []string
	Families Table
	Finds    []Entry // the latest
	Words    map[string]string
}

// A Leaf is a page of a book: the answers that belong together, each with how it works.
type Leaf struct {
	Language            string
	Name, Before, After string // of the page and of those beside it; empty: there is none
	Title, About        string
	Entries             []Entry
	Words               map[string]string
}

// An Entry is an answer in a book.
type Entry struct {
	Leaf, Place string // its page, and the anchor there
	Puzzle      string // its ID
	Title       string // "2016#7"
	Measure     string // "6 digits"; empty: it is not shown
	Answer      string
	Notes       []Line // why it works, or why it is not shown
	Steps       []string
}

// A Find is an answer that a guest sends to a page of a book.
type Find struct {
	Leaf, Place, Answer string
	Credit              bool // the guest's name may stand beside it
}
