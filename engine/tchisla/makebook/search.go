package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"reckon/engine/tchisla"
	"reckon/engine/tchisla/search"
)

type searchCmd struct {
	folder
	Digits  []int  `default:"1,2,3,4,5,6,7,8,9" help:"The digits to search for."`
	Levels  int    `help:"Hold all numbers of up to this many digits (default: what pays)."`
	Limits  string `enum:"close,wide" default:"close" help:"Limits of numbers: close or wide (default: ${default})."`
	Targets int    `default:"10000" help:"The largest target, at most ${default}."`
	Memory  int    `default:"4000" help:"Memory for the numbers, in MB (default: ${default})."`
}

// defaultLevels are the levels of a search for each digit, if none are given. A search that holds n
// levels tries everything up to n+1 digits, and no answer of the book has more than n+2. So the
// searches try everything that is shorter than the book's answers.
var defaultLevels = [10]int{1: 12, 2: 9, 3: 7, 4: 7, 5: 8, 6: 8, 7: 8, 8: 8, 9: 6}

// bytesPerEntry is the memory for one number: see search.Options.
const bytesPerEntry = 33

// Run searches digit by digit, and writes the book after each, so that it can be stopped.
func (c searchCmd) Run(ctx context.Context) error {
	if c.Targets < 1 || c.Targets > tchisla.BookTargets {
		return fmt.Errorf("%d is not a number of targets from 1 to %d", c.Targets, tchisla.BookTargets)
	}
	for _, digit := range c.Digits {
		if digit < 1 || digit > 9 {
			return fmt.Errorf("%d is not a digit from 1 to 9", digit)
		}
	}
	book, scopes, err := c.read()
	if err != nil {
		return err
	}
	for _, digit := range c.Digits {
		scope, err := c.search(ctx, book, digit)
		if err != nil {
			return err
		}
		// The scope of a search for fewer targets says nothing about the others.
		if c.Targets == tchisla.BookTargets {
			scopes = addScope(scopes, scope)
		}
		if err := c.write(book, scopes); err != nil {
			return err
		}
	}
	printSums(book)
	return nil
}

// search adds the better answers of one digit to the book, and returns the scope of the search.
func (c searchCmd) search(ctx context.Context, book *tchisla.Book, digit int) (search.Scope, error) {
	scope := search.Scope{
		Digit:  digit,
		Levels: c.Levels,
		Wide:   c.Limits == "wide",
	}
	if scope.Levels == 0 {
		scope.Levels = defaultLevels[digit]
	}
	options := search.Options{
		Entries: c.Memory * 1_000_000 / bytesPerEntry,
		Workers: runtime.GOMAXPROCS(0),
	}
	answers, scope, err := search.FindAll(ctx, scope, c.Targets, options, printProgress)
	if err != nil {
		return scope, err
	}
	for _, a := range answers {
		if _, err := addAnswer(book, a); err != nil {
			return scope, err
		}
	}
	return scope, nil
}

func printProgress(p search.Progress) {
	fmt.Fprintf(os.Stderr, "digit %d: %d digits done, %d numbers held in %d MB, %d targets left\n",
		p.Digit, p.Digits, p.Numbers, p.Bytes/1_000_000, p.Left)
}

// addAnswer adds an answer to the book. If it has fewer digits than the one before, it prints
// the answer and reports true.
func addAnswer(book *tchisla.Book, a search.Answer) (better bool, err error) {
	better, err = book.Add(a)
	if err != nil {
		return false, err
	}
	if better {
		fmt.Printf("%d#%d  %d: %s\n", a.Target, a.Digit, a.Digits, a.Expr)
	}
	return better, nil
}

// printSums prints how many digits the book's answers have.
func printSums(book *tchisla.Book) {
	all := 0
	for digit := 1; digit <= 9; digit++ {
		answers := 0
		sum := 0
		for target := 1; target <= tchisla.BookTargets; target++ {
			a, ok := book.Answer(target, digit)
			if ok {
				answers++
				sum += a.Digits
			}
		}
		fmt.Printf("digit %d: %d targets, sum of digits %d\n", digit, answers, sum)
		all += sum
	}
	fmt.Printf("all: sum of digits %d\n", all)
}
