package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"reckon/engine/tchisla"
)

type recordsCmd struct {
	File string `arg:"" help:"File of records: target, digit and number of digits, separated by tabs."`
}

// A recordSum compares the book's answers with the records of some puzzles.
type recordSum struct {
	// ours and records are the digits that the answers and the records have together.
	ours    int
	records int
	// below counts the answers that beat their record, and missed counts those that are longer.
	below  int
	missed int
}

// errMissed is the result of records if the book misses a record. The table says so already.
var errMissed = errors.New("the book misses a record")

// Run prints the differences between the built-in book and the records, and the sums. The first
// line of the file may be a heading. Run returns errMissed if the book misses a record.
func (c recordsCmd) Run() error {
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close()
	var sums [10]recordSum
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var target, digit, record int
		read, err := fmt.Sscan(lines.Text(), &target, &digit, &record)
		isHeading := n == 1 && read == 0
		if isHeading {
			continue
		}
		if err != nil {
			return fmt.Errorf("line %d: %q is not a record: %w", n, lines.Text(), err)
		}
		if digit < 1 || digit > 9 {
			return fmt.Errorf("line %d: %d is not a digit from 1 to 9", n, digit)
		}
		a, ok := tchisla.Lookup(target, digit)
		if !ok {
			return fmt.Errorf("the book has no %d#%d", target, digit)
		}
		s := &sums[digit]
		s.ours += a.Digits
		s.records += record
		if a.Digits < record {
			s.below++
			fmt.Printf("%d#%d  %d, the record was %d: %s\n", target, digit, a.Digits, record, a.Expr)
		}
		if a.Digits > record {
			s.missed++
			fmt.Printf("%d#%d  %d, the record is %d\n", target, digit, a.Digits, record)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	var all recordSum
	fmt.Println("digit    ours  records  below  missed")
	for digit, s := range sums {
		if digit == 0 {
			continue
		}
		fmt.Printf("%5d %7d %8d %6d %7d\n", digit, s.ours, s.records, s.below, s.missed)
		all.ours += s.ours
		all.records += s.records
		all.below += s.below
		all.missed += s.missed
	}
	fmt.Printf("  all %7d %8d %6d %7d\n", all.ours, all.records, all.below, all.missed)
	if all.missed > 0 {
		return errMissed
	}
	return nil
}
