package tchisla

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// A Row is the best found of one target and digit.
type Row struct {
	Target, Digit int
	Digits        int // of Expr
	Proven        bool
	Expr          *expr.Node
}

// best yields of each target and digit the row with the fewest digits, proven
// if any of that count is, by digit and target.
func best(rows []Row) iter.Seq[Row] {
	type at struct{ digit, target int }
	least := make(map[at]Row)
	for _, r := range rows {
		if r.Digit < 1 || r.Digit > 9 || r.Target < 1 || r.Target > BookTargets {
			continue
		}
		old, ok := least[at{r.Digit, r.Target}]
		switch {
		case !ok || r.Digits < old.Digits:
			least[at{r.Digit, r.Target}] = r
		case r.Digits == old.Digits && r.Proven:
			old.Proven = true
			least[at{r.Digit, r.Target}] = old
		}
	}
	keys := slices.SortedFunc(maps.Keys(least), func(a, b at) int {
		return cmp.Or(cmp.Compare(a.digit, b.digit), cmp.Compare(a.target, b.target))
	})
	return func(yield func(Row) bool) {
		for _, k := range keys {
			if !yield(least[k]) {
				return
			}
		}
	}
}

// WriteRows writes one row to a line: target, digit, digits, "proven" or
// "found", and the expression, between tabs. A file of them is how the making
// of a table is taken up again.
func WriteRows(w io.Writer, rows []Row) error {
	b := bufio.NewWriter(w)
	for _, r := range rows {
		how := "found"
		if r.Proven {
			how = "proven"
		}
		fmt.Fprintf(b, "%d\t%d\t%d\t%s\t%s\n", r.Target, r.Digit, r.Digits, how, r.Expr)
	}
	return b.Flush()
}

// ReadRows reads what WriteRows wrote, and checks that each expression makes
// its target with the digits said.
func ReadRows(r io.Reader) ([]Row, error) {
	var rows []Row
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		row, err := readRow(s.Text())
		if err != nil {
			return nil, fmt.Errorf("tchisla: line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
	return rows, s.Err()
}

func readRow(line string) (Row, error) {
	f := strings.Split(line, "\t")
	if len(f) != 5 {
		return Row{}, fmt.Errorf("%d columns, want 5", len(f))
	}
	var r Row
	for i, to := range []*int{&r.Target, &r.Digit, &r.Digits} {
		n, err := strconv.Atoi(f[i])
		if err != nil {
			return Row{}, err
		}
		*to = n
	}
	r.Proven = f[3] == "proven"
	var err error
	if r.Expr, err = expr.Parse(f[4]); err != nil {
		return Row{}, err
	}
	return r, r.Check()
}

// Check evaluates the expression and says what is wrong with the row, or nil.
func (r Row) Check() error {
	v, err := expr.Eval(r.Expr)
	switch {
	case err != nil:
		return fmt.Errorf("%d#%d: %s: %w", r.Target, r.Digit, r.Expr, err)
	case !v.Is(int64(r.Target)):
		return fmt.Errorf("%d#%d: %s is %s", r.Target, r.Digit, r.Expr, v)
	case len(otherDigits(r.Expr, r.Digit)) > 0:
		return fmt.Errorf("%d#%d: %s uses another digit", r.Target, r.Digit, r.Expr)
	case expr.CountDigits(r.Expr) != r.Digits:
		return fmt.Errorf("%d#%d: %s has not %d digits", r.Target, r.Digit, r.Expr, r.Digits)
	}
	return nil
}
