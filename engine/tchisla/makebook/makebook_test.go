package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"reckon/engine/property"
	"reckon/engine/tchisla"
	"reckon/engine/tchisla/search"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"makebook": main})
}

// TestScripts runs the real program on a copy of the book in the folder book. Lines that begin
// with [night] take seconds.
func TestScripts(t *testing.T) {
	property.Long(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			dir := filepath.Join(e.WorkDir, "book")
			if err := os.Mkdir(dir, 0o755); err != nil {
				return err
			}
			return copyBook(dir)
		},
		Condition: func(condition string) (bool, error) {
			if condition != "night" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return property.Cases(0, 1) == 1, nil
		},
	})
}

func copyBook(dir string) error {
	for _, name := range []string{bookName, scopesName} {
		content, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// TestFiles writes the built-in book and reads it back.
func TestFiles(t *testing.T) {
	property.Long(t)
	book, scopes, err := folder{".."}.read()
	if err != nil {
		t.Fatal(err)
	}
	f := folder{t.TempDir()}
	if err := f.write(book, scopes); err != nil {
		t.Fatal(err)
	}
	again, scopesAgain, err := f.read()
	if err != nil {
		t.Fatal(err)
	}
	if again.Text() != book.Text() || !slices.Equal(scopesAgain, scopes) {
		t.Error("the files have changed")
	}
	for digit := 1; digit <= 9; digit++ {
		for target := 1; target <= tchisla.BookTargets; target++ {
			if _, ok := again.Answer(target, digit); !ok {
				t.Fatalf("%d#%d is missing", target, digit)
			}
		}
	}
	source, err := os.ReadFile(filepath.Join("..", scopesName))
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(filepath.Join(f.Dir, scopesName))
	if err != nil || string(written) != string(source) {
		t.Errorf("the scopes are written as %s, %v", written, err)
	}
}

// TestBadFiles reads a book that is torn, and scopes that are none.
func TestBadFiles(t *testing.T) {
	f := folder{t.TempDir()}
	for _, bad := range []string{"", `{"Digit": 7}`, `[{"Digit": "seven"}]`} {
		if err := copyBook(f.Dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.Dir, scopesName), []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := f.read(); err == nil {
			t.Errorf("%q is read as scopes", bad)
		}
	}
	if err := copyBook(f.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(f.Dir, bookName), 100_000); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.read(); err == nil {
		t.Error("a torn book is read")
	}
}

func TestAddScope(t *testing.T) {
	close12 := search.Scope{Digit: 1, Levels: 12}
	close8 := search.Scope{Digit: 7, Levels: 8}
	wide8 := search.Scope{Digit: 7, Levels: 8, Wide: true}
	close9 := search.Scope{Digit: 7, Levels: 9, Numbers: 5}
	scopes := []search.Scope{close12, close8}
	for _, c := range []struct {
		added search.Scope
		want  []search.Scope
	}{
		{close9, []search.Scope{close12, close9}},
		{close8, []search.Scope{close12, close9}},
		{wide8, []search.Scope{close12, wide8, close9}},
	} {
		scopes = addScope(scopes, c.added)
		if !slices.Equal(scopes, c.want) {
			t.Errorf("with %+v the scopes are %+v, want %+v", c.added, scopes, c.want)
		}
	}
}
