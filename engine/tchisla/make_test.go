package tchisla

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestMakeTable(t *testing.T) {
	var steps []Progress
	rows, err := MakeTable(context.Background(), 9, 300, Options{Depth: 3, Wide: true}, func(p Progress) { steps = append(steps, p) })
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 300 {
		t.Fatalf("%d rows, want 300", len(rows))
	}
	for i, r := range rows {
		if err := r.Check(); err != nil {
			t.Error(err)
		}
		if r.Target != i+1 || r.Proven != (r.Digits <= 4) {
			t.Errorf("row %d is %+v", i, r)
		}
		if known, ok := Lookup(r.Target, 9); ok && r.Proven && r.Digits > known.Digits {
			t.Errorf("%d#9: %d is called least, the book has %s", r.Target, r.Digits, known.Expr)
		}
	}
	if last := steps[len(steps)-1]; last.Left != 0 || last.Digit != 9 || steps[0].Level != 1 {
		t.Errorf("progress ran from %+v to %+v", steps[0], last)
	}
}

func TestMakeTableEnds(t *testing.T) {
	if rows, err := MakeTable(context.Background(), 5, 100, Options{Entries: 100, Depth: 5}, nil); err == nil || len(rows) == 100 {
		t.Errorf("%d rows, error %v from a table that does not hold them", len(rows), err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := fmt.Errorf("enough")
	cancel(cause)
	if _, err := MakeTable(ctx, 5, 100, Options{Depth: 5}, nil); err == nil {
		t.Error("no error from a table given up")
	}
}

func TestRows(t *testing.T) {
	rows, err := MakeTable(context.Background(), 4, 60, Options{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteRows(&text, rows); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRows(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		a, b := rows[i], again[i]
		if a.Expr.String() != b.Expr.String() || a.Target != b.Target || a.Digits != b.Digits || a.Proven != b.Proven {
			t.Errorf("%+v is read as %+v", a, b)
		}
	}
	for _, bad := range []string{
		"10\t4\t3\tproven\t4+4",
		"8\t4\t3\tproven\t4+4",
		"8\t5\t2\tproven\t4+4",
		"8\t4\t2\tproven",
		"x\t4\t2\tproven\t4+4",
		"8\t4\t2\tproven\t4+",
	} {
		if _, err := ReadRows(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestEncodeBook(t *testing.T) {
	rows, err := MakeTable(context.Background(), 4, 60, Options{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	worse := rows[6]
	worse.Digits += 2
	book, err := EncodeBook(append([]Row{worse}, rows...))
	if err != nil {
		t.Fatal(err)
	}
	lines := readPage(book, 3*pagesByDigit)
	var want []string
	for _, r := range rows {
		line := r.Expr.String()
		if !r.Proven {
			line += unproven
		}
		want = append(want, line)
	}
	if len(lines) != pageTargets || !reflect.DeepEqual(lines[:60], want) || lines[60] != "" {
		t.Errorf("the page of 4 is %q", lines[:61])
	}
	if readPage(book[:len(book)/2], 80) != nil || readPage(book[:10], 0) != nil {
		t.Error("a torn book is read")
	}
}
