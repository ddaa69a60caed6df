package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// If two files of a package refer to each other, something is in the wrong file, and a reader has to
// know both. TestFilesReferOneWay reads only the sources. It sees functions, types, variables and
// constants. It sees methods and fields only if their name is not exported and only one file declares
// it.
func TestFilesReferOneWay(t *testing.T) {
	packages := map[string][]string{}
	eachFile(t, func(file, room string) {
		packages[room] = append(packages[room], file)
	})
	for room, files := range packages {
		sources := map[string]*ast.File{}
		for _, file := range files {
			source, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			sources[filepath.Base(file)] = source
		}
		for _, pair := range pairsOf(sources) {
			t.Errorf("%s: %s", room, pair)
		}
	}
}

// TestPairsAreFound proves that two files can break the rule.
func TestPairsAreFound(t *testing.T) {
	parse := func(text string) *ast.File {
		source, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	for _, test := range []struct {
		name, a, b string
		pairs      int
	}{
		{"functions", "func f() { g() }", "func g() { f() }", 1},
		{"a type and a constant", "type size [most]int", "const most = 3; var s size", 1},
		{"a method", "type line struct{}; func (l line) width() int { return pad }", "const pad = 1; func f(l any) int { return l.width() }", 1},
		{"a field", "type line struct{ width int }; var l = pad()", "func pad() int { return x.width }", 1},
		{"one way", "func f() { g() }", "func g() {}", 0},
		{"a name of its own", "func f() { g() }", "func g() { f := 1; _ = f }", 0},
	} {
		found := pairsOf(map[string]*ast.File{"a.go": parse(test.a), "b.go": parse(test.b)})
		if len(found) != test.pairs {
			t.Errorf("%s: %q", test.name, found)
		}
	}
}

// A reference is from one file to another.
type reference struct{ from, to string }

// pairsOf lists the files of a package that refer to each other.
func pairsOf(sources map[string]*ast.File) []string {
	declared := map[string]string{}
	members := map[string]string{}
	for file, source := range sources {
		for _, name := range declarationsIn(source) {
			declared[name] = file
		}
		for _, name := range membersIn(source) {
			first, isKnown := members[name]
			if isKnown && first != file {
				// Only the types would say which of the two is meant.
				members[name] = ""
				continue
			}
			members[name] = file
		}
	}
	references := map[reference]string{}
	for file, source := range sources {
		// The parser leaves those names unresolved that this file does not declare.
		for _, use := range source.Unresolved {
			references[reference{file, declared[use.Name]}] = use.Name
		}
		ast.Inspect(source, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if ok && !selector.Sel.IsExported() {
				references[reference{file, members[selector.Sel.Name]}] = selector.Sel.Name
			}
			return true
		})
	}
	var pairs []string
	for there, name := range references {
		back, isPair := references[reference{there.to, there.from}]
		if isPair && there.from < there.to {
			pairs = append(pairs, there.from+" needs "+name+" of "+there.to+", which needs "+back)
		}
	}
	return pairs
}

// declarationsIn lists what a file declares for its package.
func declarationsIn(source *ast.File) []string {
	var names []string
	for _, declaration := range source.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

// membersIn lists the methods and the fields that a file declares.
func membersIn(source *ast.File) []string {
	var names []string
	ast.Inspect(source, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				names = append(names, n.Name.Name)
			}
		case *ast.InterfaceType:
			for _, method := range n.Methods.List {
				for _, name := range method.Names {
					names = append(names, name.Name)
				}
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				for _, name := range field.Names {
					names = append(names, name.Name)
				}
			}
		}
		return true
	})
	return names
}
