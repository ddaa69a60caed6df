package tchisla

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/property"
	"reckon/engine/tchisla/search"
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

// TestBook judges every expression of the book.
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
				if target <= 1000 {
					sums[0] += r.Digits
				}
				sums[1] += r.Digits
				if target%property.Step(5) != 0 {
					continue
				}
				v := (&Puzzle{target: target, digit: digit}).Judge(r.Expr.String())
				if v.Outcome != engine.Right || v.Measure != r.Digits || v.Points != pointsByStar*mostStars {
					t.Fatalf("%d#%d: %s is judged %+v", target, digit, r.Expr, v)
				}
				if turned := r.Expr.Upright(); !turned.Equal(r.Expr) {
					t.Errorf("%d#%d: %s could be %s", target, digit, r.Expr, turned)
				}
			}
			if sums != bookSums[digit] {
				t.Errorf("the sums of %d are %d, want %d", digit, sums, bookSums[digit])
			}
		})
	}
}

// shared opens a file of data in the folder that RECKON_SHARED names, or in the folder shared beside the repository.
// Without it, the test is skipped.
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

// TestRecords compares the book with the least known numbers of digits.
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

// TestScopes checks that the book lists the searches that made it.
func TestScopes(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		if reaches()[digit] < 7 {
			t.Errorf("%d was searched to %d digits", digit, reaches()[digit])
		}
	}
}

// TestAdd adds better and worse answers to the book that is built in.
func TestAdd(t *testing.T) {
	b, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	answer := func(target, digit int, text string) search.Answer {
		n, err := expr.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return search.Answer{Target: target, Digit: digit, Digits: expr.CountDigits(n), Expr: n}
	}
	for _, bad := range []search.Answer{answer(14, 7, "7+8"), answer(15, 7, "7+7"), answer(BookTargets+1, 7, "7"), answer(14, 0, "7+7")} {
		if _, err := b.Add(bad); err == nil {
			t.Errorf("%+v is added", bad)
		}
	}
	b.answers[lineIndex(14, 7)] = answer(14, 7, "7+7+7-7")
	for _, text := range []string{"7+7", "7+7+7*7-7*7"} {
		if better, err := b.Add(answer(14, 7, text)); err != nil || better != (text == "7+7") {
			t.Errorf("%s is better: %t, %v", text, better, err)
		}
	}
	if a, ok := b.Answer(14, 7); !ok || a.Expr.String() != "7+7" {
		t.Errorf("14#7 is %s", a.Expr)
	}
}

// BenchmarkTable searches all numbers of each digit to the digits for which the
// strongest other solver gives its times, with one worker and with one for each
// processor.
func BenchmarkTable(b *testing.B) {
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkTable(b, workers) })
	}
}

func benchmarkTable(b *testing.B, workers int) {
	for digit, levels := range []int{0, 11, 9, 7, 7, 8, 8, 7, 8, 6} {
		if digit == 0 {
			continue
		}
		b.Run(fmt.Sprintf("%d-to-%d", digit, levels), func(b *testing.B) {
			for b.Loop() {
				memory := 0
				_, s, err := search.FindAll(context.Background(), search.Scope{Digit: digit, Levels: levels}, 0,
					search.Options{Entries: 60_000_000, Workers: workers}, func(p search.Progress) { memory = p.Bytes })
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(s.Numbers), "numbers")
				b.ReportMetric(float64(memory)/1_000_000, "MB")
			}
		})
	}
}

// BenchmarkSearch2016 and its like are the nine searches of a year, one after
// the other, from nothing.
func BenchmarkSearch2016(b *testing.B) { benchmarkYear(b, 2016, 48) }
func BenchmarkSearch2024(b *testing.B) { benchmarkYear(b, 2024, 53) }

func benchmarkYear(b *testing.B, year, digits int) {
	for b.Loop() {
		sum := 0
		for digit := 1; digit <= 9; digit++ {
			a, _ := search.Find(context.Background(), year, digit, search.Options{})
			sum += a.Digits
		}
		if sum != digits {
			b.Fatalf("%d takes %d digits, want %d", year, sum, digits)
		}
	}
}

// TestUnlikeRoots holds the book to a claim of FIGURES.md: no answer has a sum of
// roots of which one is no fraction of the other, which are not searched.
func TestUnlikeRoots(t *testing.T) {
	property.Long(t)
	sums := 0
	for digit := 1; digit <= 9; digit++ {
		for target := 1; target <= BookTargets; target++ {
			a, _ := Lookup(target, digit)
			a.Expr.Find(func(n *expr.Node) bool {
				isSum := n.Op == expr.Add || n.Op == expr.Sub
				isOfRoots := isSum && n.X.Find(isRoot) != nil && n.Y.Find(isRoot) != nil && isIrrational(n.X) && isIrrational(n.Y)
				if !isOfRoots {
					return false
				}
				sums++
				if isIrrational(expr.New(expr.Div, n.X, n.Y)) {
					t.Errorf("%d#%d: %s has a sum of unlike roots", target, digit, a.Expr)
				}
				return false
			})
		}
	}
	if sums < 100 {
		t.Errorf("only %d sums of roots in the book", sums)
	}
}

func isRoot(n *expr.Node) bool { return n.Op == expr.Sqrt }

func BenchmarkLookup(b *testing.B) {
	n := 0
	for b.Loop() {
		n++
		if _, ok := Lookup(1+n%BookTargets, 1+n%9); !ok {
			b.Fatal("missing")
		}
	}
}
