package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"reckon/config"
	"reckon/engine/tchisla"
	"reckon/engine/tchisla/search"
	"reckon/storage"
)

// tchislaCmd is for developers: the book is a file of the source.
type tchislaCmd struct {
	Book    tchislaBook    `cmd:"" help:"Search for better answers than those of the book, and write them to it."`
	Records tchislaRecords `cmd:"" help:"Compare the built-in book with a file of records."`
	Export  tchislaExport  `cmd:"" help:"Write the built-in book, with what players of the database have found, to a file."`
	Fold    tchislaFold    `cmd:"" help:"Take better and plainer answers from such a file into the book."`
}

type tchislaBook struct {
	Dir     string `default:"engine/tchisla" placeholder:"FOLDER" help:"Folder of book.bin and scopes.json; without these files the search begins with the built-in book (default: ${default})."`
	Digits  []int  `default:"1,2,3,4,5,6,7,8,9" help:"The digits to search for."`
	Levels  int    `help:"Keep all numbers made of up to this many digits; 0: enough to try all answers shorter than those of the book."`
	Limits  string `enum:"close,wide" default:"close" help:"How large the numbers may be: close or wide (default: ${default})."`
	Targets int    `default:"10000" help:"The largest target, at most ${default}."`
	Memory  int    `default:"4000" help:"Memory for the numbers, in MB (default: ${default})."`
}

// payingLevels are the default levels by digit: no answer of the book has two digits more
// than such a search tries.
var payingLevels = [10]int{1: 12, 2: 9, 3: 7, 4: 7, 5: 8, 6: 8, 7: 8, 8: 8, 9: 6}

// bytesPerEntry is the memory for one number: see search.Options.
const bytesPerEntry = 33

// Run searches digit by digit, and writes the book after each, so that it can be stopped.
func (t tchislaBook) Run(ctx context.Context, c console) error {
	if t.Targets < 1 || t.Targets > tchisla.BookTargets {
		return fmt.Errorf("%d is not a number of targets from 1 to %d", t.Targets, tchisla.BookTargets)
	}
	for _, digit := range t.Digits {
		if digit < 1 || digit > 9 {
			return fmt.Errorf("%d is not a digit from 1 to 9", digit)
		}
	}
	book, err := t.read()
	if err != nil {
		return err
	}
	for _, digit := range t.Digits {
		if err := t.search(ctx, c, book, digit); err != nil {
			return err
		}
		if err := t.write(book); err != nil {
			return err
		}
	}
	all := 0
	for digit := 1; digit <= 9; digit++ {
		answers, digits := book.Sum(digit)
		fmt.Fprintf(c.out, "digit %d: %d targets, sum of digits %d\n", digit, answers, digits)
		all += digits
	}
	fmt.Fprintf(c.out, "all: sum of digits %d\n", all)
	return nil
}

// search adds the better answers of one digit to the book.
func (t tchislaBook) search(ctx context.Context, c console, book *tchisla.Book, digit int) error {
	levels := t.Levels
	if levels == 0 {
		levels = payingLevels[digit]
	}
	asked := search.Scope{Digit: digit, Levels: levels, Wide: t.Limits == "wide"}
	o := search.Options{Entries: t.Memory * 1_000_000 / bytesPerEntry, Workers: runtime.GOMAXPROCS(0)}
	answers, scope, err := search.FindAll(ctx, asked, t.Targets, o, func(p search.Progress) {
		fmt.Fprintf(c.err, "digit %d: %d digits done, %d numbers held in %d MB, %d targets left\n", p.Digit, p.Digits, p.Numbers, p.Bytes/1_000_000, p.Left)
	})
	if err != nil {
		return err
	}
	for _, a := range answers {
		better, err := book.Add(a)
		if err != nil {
			return err
		}
		if better {
			fmt.Fprintf(c.out, "%d#%d  %d: %s\n", a.Target, a.Digit, a.Digits, a.Expr)
		}
	}
	if t.Targets == tchisla.BookTargets {
		book.AddScope(scope)
	}
	return nil
}

type tchislaExport struct {
	File string `arg:"" help:"The file to write: target, digit, count and answer, separated by tabs."`
}

// mostFinds bounds the finds of players that are exported.
const mostFinds = 100_000

// Run writes the book in which the finds of players stand in place of longer answers.
func (t tchislaExport) Run(ctx context.Context, c console, s *config.Settings) error {
	book, err := tchisla.BuiltIn()
	if err != nil {
		return err
	}
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // nothing was written
	var finds []storage.Record
	if err := store.Read(ctx, func(tx *storage.Tx) (err error) {
		finds, err = tx.Records(mostFinds)
		return err
	}); err != nil {
		return err
	}
	all := 0
	for _, f := range finds {
		a, ok := tchisla.Read(f.Puzzle, f.Text)
		if !ok { // it is of another game, or outside the book
			continue
		}
		better, err := book.Add(a)
		if err != nil {
			return err
		}
		if better {
			all++
			fmt.Fprintf(c.out, "%d#%d  %d: %s\n", a.Target, a.Digit, a.Digits, a.Expr)
		}
	}
	fmt.Fprintf(c.out, "%d finds of players\n", all)
	return writeWhole(t.File, book.Table())
}

type tchislaFold struct {
	File string `arg:"" help:"File of answers: target, digit, count and answer, separated by tabs. The first line may be a heading."`
	Dir  string `default:"engine/tchisla" placeholder:"FOLDER" help:"Folder of book.bin and scopes.json (default: ${default})."`
}

// Run adds the answers of a file to the book, each of which is checked.
func (t tchislaFold) Run(c console) error {
	files := tchislaBook{Dir: t.Dir}
	book, err := files.read()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(t.File)
	if err != nil {
		return err
	}
	shorter := 0
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		f := strings.Split(line, "\t")
		if n == 0 && f[0] == "target" {
			continue
		}
		if len(f) != 4 {
			return fmt.Errorf("line %d: %q is not target, digit, count and answer", n+1, line)
		}
		a, ok := tchisla.Read("tchisla:"+f[0]+"#"+f[1], f[3])
		if !ok {
			return fmt.Errorf("line %d: %q cannot be read", n+1, line)
		}
		better, err := book.Add(a)
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
		if better {
			shorter++
			fmt.Fprintf(c.out, "%d#%d  %d: %s\n", a.Target, a.Digit, a.Digits, a.Expr)
		}
	}
	fmt.Fprintf(c.out, "%d answers are shorter\n", shorter)
	return files.write(book)
}

// The files of a book.
const (
	bookName   = "book.bin"
	scopesName = "scopes.json"
)

func (t tchislaBook) read() (*tchisla.Book, error) {
	book, err := os.ReadFile(filepath.Join(t.Dir, bookName))
	if errors.Is(err, fs.ErrNotExist) {
		return tchisla.BuiltIn()
	}
	if err != nil {
		return nil, err
	}
	scopes, err := os.ReadFile(filepath.Join(t.Dir, scopesName))
	if err != nil {
		return nil, err
	}
	return tchisla.ReadBook(book, scopes)
}

func (t tchislaBook) write(b *tchisla.Book) error {
	book, scopes, err := b.Files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(t.Dir, 0o755); err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(t.Dir, bookName), book); err != nil {
		return err
	}
	return writeWhole(filepath.Join(t.Dir, scopesName), scopes)
}

// writeWhole writes a file completely or not at all.
func writeWhole(name string, content []byte) error {
	if err := os.WriteFile(name+".part", content, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

type tchislaRecords struct {
	File string `arg:"" help:"File of records: on each line target, digit and number of digits, separated by tabs. The first line may be a heading."`
}

// Run lists the differences between the built-in book and the records, and the sums. Its
// status is no if the book misses a record.
func (t tchislaRecords) Run(c console) error {
	f, err := os.Open(t.File)
	if err != nil {
		return err
	}
	defer f.Close()
	var sums [10]struct{ ours, theirs, below, missed int }
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var target, digit, record int
		read, err := fmt.Sscan(lines.Text(), &target, &digit, &record)
		if n == 1 && read == 0 {
			continue // a heading
		}
		if err != nil {
			return fmt.Errorf("line %d: %q is not a record: %w", n, lines.Text(), err)
		}
		if digit < 1 || digit > 9 {
			return fmt.Errorf("line %d: %d is not a digit from 1 to 9", n, digit)
		}
		row, ok := tchisla.Lookup(target, digit)
		if !ok {
			return fmt.Errorf("the book has no %d#%d", target, digit)
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
	}
	if err := lines.Err(); err != nil {
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
