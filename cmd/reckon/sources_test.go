package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The tests of imports and of statements read the source files of all packages.

// sources is the folder of the module.
var sources = filepath.Join("..", "..")

// eachFile calls do with each Go file that is no test, and with the package that it belongs to.
func eachFile(t *testing.T, do func(file, room string)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(sources, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".."
		if d.IsDir() && (isHidden || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		seen++
		room, err := filepath.Rel(sources, filepath.Dir(file))
		if err != nil {
			return err
		}
		do(file, filepath.ToSlash(room))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Fatalf("only %d files found below %s", seen, sources)
	}
}

// featureList is the file that lists the features.
const featureList = "../../bot/features.go"

// listFeatures returns the packages that are features: those whose function Feature is called in
// the list of features.
func listFeatures(t *testing.T) []string {
	t.Helper()
	list, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(featureList), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	features := featuresIn(t, list)
	if len(features) == 0 {
		t.Fatalf("%s lists no feature", featureList)
	}
	return features
}

func featuresIn(t *testing.T, list *ast.File) []string {
	t.Helper()
	imports := importsOfOurs(t, list)
	var features []string
	ast.Inspect(list, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		function, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || function.Sel.Name != "Feature" {
			return true
		}
		name, ok := function.X.(*ast.Ident)
		if !ok {
			return true
		}
		i := slices.IndexFunc(imports, func(room string) bool { return path.Base(room) == name.Name })
		if i < 0 {
			t.Errorf("the feature %s is imported under another name", name.Name)
			return true
		}
		features = append(features, imports[i])
		return true
	})
	return features
}

// featureOf returns the feature that a package belongs to; empty: it belongs to none.
func featureOf(features []string, room string) string {
	for _, feature := range features {
		if covers(feature+"/...", room) {
			return feature
		}
	}
	return ""
}

// importsOfOurs returns the packages of ours that a file imports.
func importsOfOurs(t *testing.T, f *ast.File) []string {
	t.Helper()
	var ours []string
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		room, isOurs := strings.CutPrefix(name, module+"/")
		if isOurs {
			ours = append(ours, room)
		}
	}
	return ours
}
