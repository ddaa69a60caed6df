package tchisla

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/engine/expr"
	"reckon/engine/property"
)

// TestTable reads the table back: it is the book, in nothing but ASCII.
func TestTable(t *testing.T) {
	property.Long(t)
	rows := strings.Split(strings.TrimSuffix(string(Game{}.Table()), "\n"), "\n")
	if len(rows) != bookLines+1 || rows[0] != "target\tdigit\tcount\tanswer" {
		t.Fatalf("%d rows, the first is %s", len(rows), rows[0])
	}
	for i, row := range rows[1:] {
		a, _ := Lookup(1+i/9, 1+i%9)
		f := strings.Split(row, "\t")
		if n, err := expr.Parse(f[3]); err != nil || n.String() != a.Expr.String() {
			t.Fatalf("%s is read as %s, %v", row, n, err)
		}
		if strings.ContainsFunc(row, func(r rune) bool { return r > '~' }) {
			t.Fatalf("%s is not all ASCII", row)
		}
	}
	if row := rows[1+9*2015+6]; row != "2016\t7\t6\t(7!+7!)/(7-(7+7)/7)" {
		t.Error(row)
	}
}

// TestChecker runs the checker over the table, by day over a tenth of it, and over lines that are
// broken.
func TestChecker(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NO PYTHON, SO THE CHECKER IS NOT TESTED:", err)
	}
	t.Parallel()
	script := filepath.Join(t.TempDir(), "check.py")
	if err := os.WriteFile(script, Game{}.Checker(), 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(text string) (string, int) {
		name := filepath.Join(t.TempDir(), "book.tsv")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), python, script, name)
		out, err := c.CombinedOutput()
		if c.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), c.ProcessState.ExitCode()
	}
	all := Game{}.Table()
	step := property.Cases(10*property.Step(6), 1)
	var some strings.Builder
	for i, line := range strings.SplitAfter(string(all), "\n") {
		// The first line has the names of the columns.
		if i == 0 || i%step == 0 {
			some.WriteString(line)
		}
	}
	want := fmt.Sprintf("%d right, 0 wrong, 0 undecided\n", bookLines/step)
	if out, status := check(some.String()); out != want || status != 0 {
		t.Errorf("%d: %s", status, out)
	}
	var lines, found strings.Builder
	for i, c := range []struct{ line, fault string }{
		{"2016\t7\t6\t(7!+7!)/(7-(7+7)/7)", ""},
		{"2016\t7\t6\t(7!+7!)/(7-(7-7)/7)", "another value"},
		{"2017\t7\t6\t(7!+7!)/(7-(7+7)/7)", "another value"},
		{"2016\t7\t5\t(7!+7!)/(7-(7+7)/7)", "other digits"},
		{"2016\t8\t6\t(7!+7!)/(7-(7+7)/7)", "other digits"},
		{"2016\t7\t6\t(7!+7!)/(7-(7+7/7)", "broken"},
		{"2016\t7\t6\t(7!+7!)/(7-(7+7)/7))", "another value"},
		{"2016\t7\t(7!+7!)/(7-(7+7)/7)", "broken"},
		{"7\t7\t3\t7/(7-7)", "broken"},
		{"7\t7\t3\t(7/77)!", "broken"},
		{"2\t2\t1\tsqrt(-2)", "broken"},
		{"2\t2\t3\tsqrt(2)*sqrt(2)", "other digits"},
		{"2\t2\t2\tsqrt(2)*sqrt(2)", ""},
		{"2\t2\t4\tsqrt(2)+sqrt(22)-2", "undecided"},
		{"7\t7\t1\t((7!)!)!", "undecided"},
	} {
		fmt.Fprintln(&lines, c.line)
		if c.fault != "" {
			fmt.Fprintf(&found, "line %d: %s: %s\n", i+1, c.fault, c.line)
		}
	}
	found.WriteString("2 right, 11 wrong, 2 undecided\n")
	out, status := check(lines.String())
	// Why a line is broken is said in Python's words, which differ from version to version.
	out = regexp.MustCompile(`(?m)(: broken): .*?(: \d)`).ReplaceAllString(out, "$1$2")
	if diff := cmp.Diff(found.String(), out); diff != "" || status != 1 {
		t.Errorf("%d (-want +got):\n%s", status, diff)
	}
	// Where nothing is right, nothing is shown to be.
	if out, status := check("7\t7\t1\t((7!)!)!\n"); out != "line 1: undecided: 7\t7\t1\t((7!)!)!\n0 right, 0 wrong, 1 undecided\n" || status != 1 {
		t.Errorf("%d: %s", status, out)
	}
	head := strings.Join(strings.SplitAfterN(string(all), "\n", 101)[:100], "")
	at := bytes.Index(all, []byte("\n2016\t")) + 1
	mutated := strings.Replace(string(all[at:at+2000]), "+", "-", 1)
	if out, status := check(head + mutated[:strings.LastIndex(mutated, "\n")+1]); status != 1 || !strings.HasPrefix(out, "line 101: another value: 2016\t1\t9\t") {
		t.Errorf("a broken line is not found: %d, %s", status, out)
	}
}

// TestPages walks from the first page of the book to the last.
func TestPages(t *testing.T) {
	g := Game{}
	name := "1"
	for n := 1; ; n++ {
		p, ok := g.Page(name)
		if !ok || len(p.Puzzles) != 9 {
			t.Fatalf("page %q: %+v", name, p)
		}
		for _, puzzle := range p.Puzzles {
			if page, place, ok := g.PageOf(puzzle); !ok || "tchisla:"+page+"#"+place != puzzle.ID() || page != name {
				t.Fatalf("%s is at %s of page %s", puzzle.ID(), place, page)
			}
		}
		if p.After == "" {
			if n != BookTargets {
				t.Errorf("the last page is %s", name)
			}
			break
		}
		name = p.After
	}
	for _, bad := range []string{"", "0", "10001", "-1", "+1", "01", "2016#7", "x"} {
		if _, ok := g.Page(bad); ok {
			t.Errorf("there is a page %q", bad)
		}
	}
	if _, _, ok := g.PageOf(&Puzzle{target: BookTargets + 1, digit: 1}); ok {
		t.Error("a puzzle outside the book is in it")
	}
}

// The chapters have all answers of the book.
func TestChapters(t *testing.T) {
	sum := 0
	for _, c := range (Game{}).Chapters() {
		sum += c.Sum
		if c.Answers != BookTargets || c.Searched == 0 || c.Longest == 0 {
			t.Errorf("%+v", c)
		}
	}
	if sum != 655138 {
		t.Errorf("the book has %d digits", sum)
	}
}

// A page names the family of an answer, with its core and the rest. An answer without a value has none.
func TestFamilyOnPage(t *testing.T) {
	g := Game{}
	if f := g.Family("√(2^22)-(2+2)!"); f.Code != "family.tower" || f.Args["core"] != "√(2^22)" || f.Args["value"] != "2048" || f.Args["rest"] != "−24" {
		t.Errorf("2024#2 is %+v", f)
	}
	if f := g.Family("7!+7/0"); f.Code != "" {
		t.Errorf("no value is %+v", f)
	}
}
