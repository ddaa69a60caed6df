package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The kernel's statements name no table that a feature declares. A feature's statements name no table
// of another feature, and write only tables that the feature declares. TestImports checks the same of
// Go.
func TestStatements(t *testing.T) {
	features := listFeatures(t)
	files := map[string]*ast.File{}
	rooms := map[string]string{}
	tables := map[string]string{}
	eachFile(t, func(file, room string) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = f
		rooms[file] = room
		owner := featureOf(features, room)
		if owner == "" && room != "storage" {
			return
		}
		for _, table := range declaredTables(f) {
			other, isDeclared := tables[table]
			if isDeclared {
				t.Errorf("the table %s is declared by %q and %q", table, owner, other)
			}
			tables[table] = owner
		}
	})
	for file, f := range files {
		if !isInside(rooms[file]) {
			continue
		}
		for _, problem := range problemsOf(f, featureOf(features, rooms[file]), tables) {
			t.Errorf("%s: %s", file, problem)
		}
	}
}

// TestStatementsAreRead proves that a statement can break a rule.
func TestStatementsAreRead(t *testing.T) {
	declaration := `package storage
		var tables = []storage.Table{{Name: "signs", Key: []string{"id"}}, {Name: "seals"}}
		var one = storage.Table{Name: "marks"}`
	f, err := parser.ParseFile(token.NewFileSet(), "tables.go", declaration, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := declaredTables(f); !slices.Equal(got, []string{"signs", "seals", "marks"}) {
		t.Errorf("the declared tables are %q", got)
	}
	tables := map[string]string{"signs": "bot/sign", "boards": "bot/board", "players": ""}
	for _, c := range []struct {
		owner, expression string
		problems          int
	}{
		{"", "`SELECT 1 FROM players`", 0},
		{"", "`SELECT 1 FROM players p\n JOIN signs s`", 1},
		{"", "`SELECT 1 FROM players WHERE EXISTS (SELECT 1 FROM ` + alias(`signs`) + ` s)`", 1},
		{"", "`signs of programs, update boards`", 0},
		{"bot/sign", "`SELECT 1 FROM players p JOIN signs s`", 0},
		{"bot/sign", "`INSERT INTO signs (id) VALUES ($1) ON CONFLICT DO UPDATE SET id = 1`", 0},
		{"bot/sign", "`SELECT id FROM players FOR NO KEY UPDATE`", 0},
		{"bot/sign", "`UPDATE players SET checked = 1`", 1},
		{"bot/sign", "`DELETE FROM ` + `players WHERE id = $1`", 1},
		{"bot/sign", "`INSERT INTO ghosts (id) VALUES ($1)`", 1},
		{"bot/sign", "`INSERT INTO boards (id) VALUES ($1)`", 2},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "rows.go", "package sign\nvar query = "+c.expression, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := problemsOf(f, c.owner, tables); len(got) != c.problems {
			t.Errorf("%s in %q has the problems %q", c.expression, c.owner, got)
		}
	}
}

// isInside reports whether a package belongs to the kernel or to a feature. The others are
// programs.
func isInside(room string) bool {
	return room == "bot" || room == "storage" || strings.HasPrefix(room, "bot/")
}

// problemsOf returns what is wrong with the statements of a file that belongs to a feature or, if
// owner is empty, to the kernel. tables has the owner of each declared table.
func problemsOf(f *ast.File, owner string, tables map[string]string) []string {
	var problems []string
	for _, text := range literalsOf(f) {
		for _, table := range namedTables(text) {
			other := tables[table]
			if other != "" && other != owner {
				problems = append(problems, "names "+table+", a table of "+other+": "+text)
			}
		}
		if owner == "" {
			continue
		}
		for _, table := range writtenTables(text) {
			if tables[table] != owner {
				problems = append(problems, "writes "+table+", which "+owner+" does not declare: "+text)
			}
		}
	}
	return problems
}

// literalsOf returns the texts of a file; those that are joined by + are one text, with a blank
// for what is not written there.
func literalsOf(f *ast.File) []string {
	var texts []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			texts = append(texts, textOf(n))
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				texts = append(texts, textOf(n))
				return false
			}
		}
		return true
	})
	return texts
}

func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return textOf(e.X) + textOf(e.Y)
	case *ast.ParenExpr:
		return textOf(e.X)
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.CallExpr:
		// An argument may be a part of a statement, too.
		var parts []string
		for _, argument := range e.Args {
			parts = append(parts, textOf(argument))
		}
		return " " + strings.Join(parts, " ") + " "
	}
	return " "
}

// The words of SQL before the name of a table, which are in capitals in this program.
var (
	named   = regexp.MustCompile(`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)\b`)
	written = regexp.MustCompile(`\b(?:INTO|DELETE FROM|UPDATE)\s+([a-z_]+)\b`)
)

// namedTables returns the tables that a text names, if it is a part of a statement.
func namedTables(text string) []string { return namesIn(text, named) }

// writtenTables returns the tables that a text writes.
func writtenTables(text string) []string { return namesIn(text, written) }

func namesIn(text string, pattern *regexp.Regexp) []string {
	var names []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(names, match[1]) {
			names = append(names, match[1])
		}
	}
	return names
}

// declaredTables returns the names in the declarations of tables that a file holds: literals of
// Table, and elements of literals of []Table.
func declaredTables(f *ast.File) []string {
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if isTable(literal.Type) {
			names = append(names, nameField(literal)...)
		}
		list, ok := literal.Type.(*ast.ArrayType)
		if !ok || !isTable(list.Elt) {
			return true
		}
		for _, element := range literal.Elts {
			row, ok := element.(*ast.CompositeLit)
			if ok && row.Type == nil {
				names = append(names, nameField(row)...)
			}
		}
		return true
	})
	return names
}

// isTable reports whether a type is storage.Table.
func isTable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "Table"
	case *ast.SelectorExpr:
		room, ok := e.X.(*ast.Ident)
		return ok && room.Name == "storage" && e.Sel.Name == "Table"
	}
	return false
}

// nameField returns the value of a literal's field Name.
func nameField(literal *ast.CompositeLit) []string {
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := pair.Key.(*ast.Ident)
		if ok && key.Name == "Name" {
			return []string{textOf(pair.Value)}
		}
	}
	return nil
}
