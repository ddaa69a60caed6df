package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"reckon/engine/tchisla"
)

// tchislaCmd makes and compares the book of the one game that has a book; the
// book is a file of the source, so this is for who develops Reckon.
type tchislaCmd struct {
	Table   tchislaTable   `cmd:"" help:"Make the table of the best known expressions anew. It can be stopped and taken up again."`
	Records tchislaRecords `cmd:"" help:"Compare the table that is built in with a file of records."`
}

// deepest is the number of digits up to which every number is held when the
// table is made, by digit: as deep as some gigabytes and minutes go.
var deepest = [10]int{1: 11, 2: 8, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 7, 9: 6}

type tchislaTable struct {
	Dir    string `default:"tchisla-table" placeholder:"FOLDER" help:"Where the rows of each digit are kept; a digit that is there is not made again."`
	Digits []int  `default:"1,2,3,4,5,6,7,8,9" help:"The digits to make."`
	Max    int    `default:"10000" help:"The largest target."`
	Memory int    `default:"2000" help:"Memory for the numbers held, in MB."`
	Depth  int    `help:"Hold every number up to so many digits; 0: as deep as was found to pay."`
}

// bytesPerNumber is what a number held costs, see tchisla.Options.
const bytesPerNumber = 33

// Run makes what is missing and writes all there is into one book.
func (t tchislaTable) Run(ctx context.Context, c console) error {
	if err := os.MkdirAll(t.Dir, 0o755); err != nil {
		return err
	}
	var rows []tchisla.Row
	for _, digit := range t.Digits {
		if digit < 1 || digit > 9 {
			return fmt.Errorf("%d is no digit from 1 to 9", digit)
		}
		of, err := t.digit(ctx, c, digit)
		if err != nil {
			return err
		}
		sum := 0
		for _, r := range of {
			sum += r.Digits
		}
		fmt.Fprintf(c.out, "digit %d: %d targets, sum of digits %d\n", digit, len(of), sum)
		rows = append(rows, of...)
	}
	book, err := tchisla.EncodeBook(rows)
	if err != nil {
		return err
	}
	name := filepath.Join(t.Dir, "book.bin")
	fmt.Fprintf(c.out, "%s: %d bytes\n", name, len(book))
	return writeWhole(name, book)
}

// digit reads the rows of a digit, or makes and keeps them.
func (t tchislaTable) digit(ctx context.Context, c console, digit int) ([]tchisla.Row, error) {
	name := filepath.Join(t.Dir, strconv.Itoa(digit)+".tsv")
	f, err := os.Open(name)
	if err == nil {
		defer f.Close()
		return tchisla.ReadRows(f)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	depth := t.Depth
	if depth == 0 {
		depth = deepest[digit]
	}
	o := tchisla.Options{Entries: t.Memory * 1_000_000 / bytesPerNumber, Depth: depth, Wide: true, Workers: runtime.GOMAXPROCS(0)}
	rows, err := tchisla.MakeTable(ctx, digit, t.Max, o, func(p tchisla.Progress) {
		fmt.Fprintf(c.err, "digit %d: %d digits done, %d numbers held, %d targets left\n", p.Digit, p.Level, p.Numbers, p.Left)
	})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := tchisla.WriteRows(&text, rows); err != nil {
		return nil, err
	}
	return rows, writeWhole(name, []byte(text.String()))
}

// writeWhole writes a file so that it is there whole or not at all.
func writeWhole(name string, content []byte) error {
	if err := os.WriteFile(name+".part", content, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

type tchislaRecords struct {
	File string `arg:"" help:"Records: lines of target, digit and number of digits between tabs, under a line of heads."`
}

// Run lists where the built-in table differs, and the sums. Its status is no if
// a record is missed.
func (t tchislaRecords) Run(c console) error {
	f, err := os.Open(t.File)
	if err != nil {
		return err
	}
	defer f.Close()
	var sums [10]struct{ ours, theirs, below, missed int }
	err = eachRecord(f, func(target, digit, record int) error {
		row, ok := tchisla.Lookup(target, digit)
		if !ok {
			return fmt.Errorf("the table has no %d#%d", target, digit)
		}
		s := &sums[digit]
		s.ours, s.theirs = s.ours+row.Digits, s.theirs+record
		switch {
		case row.Digits < record:
			s.below++
			fmt.Fprintf(c.out, "%d#%d  %d, the record was %d: %s\n", target, digit, row.Digits, record, row.Expr)
		case row.Digits > record:
			s.missed++
			fmt.Fprintf(c.out, "%d#%d  %d, the record is %d\n", target, digit, row.Digits, record)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var all [4]int
	fmt.Fprintln(c.out, "digit    ours  records  below  missed")
	for digit, s := range sums[1:] {
		fmt.Fprintf(c.out, "%5d %7d %8d %6d %7d\n", digit+1, s.ours, s.theirs, s.below, s.missed)
		all = [4]int{all[0] + s.ours, all[1] + s.theirs, all[2] + s.below, all[3] + s.missed}
	}
	fmt.Fprintf(c.out, "  all %7d %8d %6d %7d\n", all[0], all[1], all[2], all[3])
	if all[3] > 0 {
		return no
	}
	return nil
}

// eachRecord reads a file of records.
func eachRecord(r io.Reader, do func(target, digit, record int) error) error {
	lines := bufio.NewScanner(r)
	lines.Scan() // the heads
	for n := 2; lines.Scan(); n++ {
		var target, digit, record int
		if _, err := fmt.Sscan(lines.Text(), &target, &digit, &record); err != nil {
			return fmt.Errorf("line %d: %q is no record: %w", n, lines.Text(), err)
		}
		if digit < 1 || digit > 9 {
			return fmt.Errorf("line %d: %d is no digit from 1 to 9", n, digit)
		}
		if err := do(target, digit, record); err != nil {
			return err
		}
	}
	return lines.Err()
}
