package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Code that reads in one pass says one thing at a time. TestHabits counts what makes a reader go
// back, in each package and in a thousand lines of code.
var habits = []struct {
	name string
	// most is how many there may be in 1,000 lines of a package.
	most float64
	help string
}{
	{"guard", 3, "if err == nil { … }: return the error at once, and go on at the left edge"},
	{"errcase", 0.8, "case err != nil: return the error before the switch"},
	{"condition", 2, "four conditions or more: give them a name, or a function with one"},
	{"assignment", 6, "one statement sets several things: give each a line of its own"},
	{"wide", 24, "a line of more than 120 columns: a field or an argument a line"},
	{"aside", 40, "a comment behind code: put it above, as a sentence, or leave it out"},
}

const (
	// fewLines is the size of a package, in lines of code, below which a few are always allowed.
	fewLines = 1000
	// alwaysAllowed is how many of a kind a small package may have.
	alwaysAllowed = 2
	// widest is the longest line, in columns.
	widest = 120
	// tabWidth is how many columns a tab takes.
	tabWidth = 4
	// manyConditions is how many parts a condition has that needs a name.
	manyConditions = 4
)

// A census counts the habits of a package.
type census struct {
	lines  int
	counts map[string]int
	places map[string][]string
}

func TestHabits(t *testing.T) {
	packages := map[string]*census{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := d.Name() != ".." && strings.HasPrefix(d.Name(), ".")
		if d.IsDir() && (isHidden || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		room := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(file, root+string(filepath.Separator))))
		if packages[room] == nil {
			packages[room] = &census{counts: map[string]int{}, places: map[string][]string{}}
		}
		return packages[room].count(file, source)
	})
	if err != nil {
		t.Fatal(err)
	}
	for room, c := range packages {
		for _, h := range habits {
			allowed := h.most * float64(c.lines) / 1000
			if c.lines < fewLines {
				allowed = max(allowed, alwaysAllowed)
			}
			if float64(c.counts[h.name]) > allowed {
				t.Errorf("%s: %d of %q in %d lines, at most %.0f. %s\n\t%s",
					room, c.counts[h.name], h.name, c.lines, allowed, h.help, strings.Join(c.places[h.name], "\n\t"))
			}
		}
	}
}

// count adds what is in a file.
func (c *census) count(file string, source []byte) error {
	positions := token.NewFileSet()
	tree, err := parser.ParseFile(positions, file, source, parser.ParseComments)
	if err != nil {
		return err
	}
	add := func(habit string, at token.Pos) {
		c.counts[habit]++
		place := positions.Position(at)
		c.places[habit] = append(c.places[habit], fmt.Sprintf("%s:%d", filepath.ToSlash(file), place.Line))
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if comparesError(n.Cond, token.EQL) {
				add("guard", n.Pos())
			}
		case *ast.CaseClause:
			for _, condition := range n.List {
				if comparesError(condition, token.NEQ) {
					add("errcase", n.Pos())
				}
			}
		case *ast.AssignStmt:
			if setsSeveral(n) {
				add("assignment", n.Pos())
			}
		case *ast.BinaryExpr:
			if joins(n) {
				if parts(n) >= manyConditions {
					add("condition", n.Pos())
				}
				return false
			}
		}
		return true
	})
	code := linesOfCode(source)
	c.lines += len(code)
	for _, group := range tree.Comments {
		if code[positions.Position(group.Pos()).Line] {
			add("aside", group.Pos())
		}
	}
	for i, line := range bytes.Split(source, []byte("\n")) {
		columns := utf8.RuneCount(line) + (tabWidth-1)*bytes.Count(line, []byte("\t"))
		if columns > widest {
			add("wide", positions.File(tree.Pos()).LineStart(i+1))
		}
	}
	return nil
}

// comparesError reports whether a condition compares err with nil, and nothing else.
func comparesError(condition ast.Expr, by token.Token) bool {
	comparison, ok := condition.(*ast.BinaryExpr)
	if !ok || comparison.Op != by {
		return false
	}
	left, isName := comparison.X.(*ast.Ident)
	right, isNil := comparison.Y.(*ast.Ident)
	return isName && isNil && left.Name == "err" && right.Name == "nil"
}

// setsSeveral reports whether one statement sets several things from several expressions. A swap
// of two is none.
func setsSeveral(s *ast.AssignStmt) bool {
	if len(s.Rhs) < 2 {
		return false
	}
	return !isSwap(s)
}

// isSwap reports whether a statement exchanges two things.
func isSwap(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 2 || len(s.Rhs) != 2 {
		return false
	}
	return sameText(s.Lhs[0], s.Rhs[1]) && sameText(s.Lhs[1], s.Rhs[0])
}

func sameText(a, b ast.Expr) bool { return fmt.Sprint(namesOf(a)) == fmt.Sprint(namesOf(b)) }

// namesOf lists the names of an expression in their order.
func namesOf(e ast.Expr) []string {
	var names []string
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			names = append(names, n.Name)
		case *ast.BasicLit:
			names = append(names, n.Value)
		}
		return true
	})
	return names
}

// joins reports whether an expression joins conditions.
func joins(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// parts counts the conditions that an expression joins.
func parts(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return parts(e.X)
	case *ast.UnaryExpr:
		return parts(e.X)
	case *ast.BinaryExpr:
		if joins(e) {
			return parts(e.X) + parts(e.Y)
		}
	}
	return 1
}

// linesOfCode returns the numbers of the lines that have code.
func linesOfCode(source []byte) map[int]bool {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	lines := map[int]bool{}
	for {
		at, kind, _ := s.Scan()
		if kind == token.EOF {
			return lines
		}
		isInserted := kind == token.SEMICOLON
		if !isInserted {
			lines[file.Line(at)] = true
		}
	}
}
