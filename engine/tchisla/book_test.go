package tchisla

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reckon/engine"
)

// bookSums are the sums of digits of the targets to 1000 and to 10000, by
// digit; a change of the book that makes one larger is a loss.
var bookSums = [10][2]int{
	1: {8282, 103687},
	2: {6456, 82754},
	3: {4856, 61989},
	4: {4805, 60562},
	5: {5746, 72651},
	6: {5688, 71223},
	7: {6203, 75080},
	8: {5840, 71160},
	9: {4430, 56032},
}

// TestBook judges every expression in the book.
func TestBook(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		t.Run(fmt.Sprint(digit), func(t *testing.T) {
			t.Parallel()
			var sums [2]int
			for target := 1; target <= BookTargets; target++ {
				r, ok := Lookup(target, digit)
				if !ok {
					t.Fatalf("%d#%d is missing", target, digit)
				}
				v := newPuzzle(target, digit).Judge(r.Expr.String())
				if v.Outcome != engine.Right || v.Measure != r.Digits || v.Points != pointsByStar*mostStars {
					t.Fatalf("%d#%d: %s is judged %+v", target, digit, r.Expr, v)
				}
				if target <= 1000 {
					sums[0] += r.Digits
				}
				sums[1] += r.Digits
			}
			if sums != bookSums[digit] {
				t.Errorf("the sums of %d are %d, want %d", digit, sums, bookSums[digit])
			}
		})
	}
}

func shared(t *testing.T, name string) *os.File {
	t.Helper()
	dir := os.Getenv("RECKON_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(dir, "data", name))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestRecords holds the book against the least known number of digits.
func TestRecords(t *testing.T) {
	s := bufio.NewScanner(shared(t, "tchisla-records.tsv"))
	s.Scan() // the head
	count := 0
	for s.Scan() {
		var target, digit, digits int
		if _, err := fmt.Sscan(s.Text(), &target, &digit, &digits); err != nil {
			t.Fatal(err)
		}
		count++
		if r, _ := Lookup(target, digit); r.Digits > digits {
			t.Errorf("%d#%d has %d digits in the book, the record is %d", target, digit, r.Digits, digits)
		}
	}
	if count != 9000 {
		t.Errorf("%d records, want 9000", count)
	}
}

// TestAnswers judges answers that people and other solvers found.
func TestAnswers(t *testing.T) {
	s := bufio.NewScanner(shared(t, "tchisla-answers.tsv"))
	s.Scan() // the head
	for s.Scan() {
		f := strings.Split(s.Text(), "\t")
		p, err := Game{}.Parse(f[0] + "#" + f[1])
		if err != nil {
			t.Fatal(err)
		}
		if v := p.Judge(f[3]); v.Outcome != engine.Right || fmt.Sprint(v.Measure) != f[2] {
			t.Errorf("%s: %s with %s digits is judged %+v", p.ID(), f[3], f[2], v)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	n := 0
	for b.Loop() {
		n++
		if _, ok := Lookup(1+n%BookTargets, 1+n%9); !ok {
			b.Fatal("missing")
		}
	}
}
