package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/tchisla"
	"reckon/engine/tchisla/search"
)

// The names of a book's files.
const (
	bookName   = "book.bin"
	scopesName = "scopes.json"
)

// folder is the flag that names the folder of a book's files.
type folder struct {
	Dir string `default:"engine/tchisla" placeholder:"FOLDER" help:"Folder of the book's files (default: ${default})."`
}

// read reads the book and the scopes of the searches that made it.
func (f folder) read() (*tchisla.Book, []search.Scope, error) {
	text, err := os.ReadFile(filepath.Join(f.Dir, scopesName))
	if err != nil {
		return nil, nil, err
	}
	var scopes []search.Scope
	if err := json.Unmarshal(text, &scopes); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", scopesName, err)
	}
	compressed, err := os.ReadFile(filepath.Join(f.Dir, bookName))
	if err != nil {
		return nil, nil, err
	}
	book, err := tchisla.ReadBook(compressed)
	if err != nil {
		return nil, nil, err
	}
	return book, scopes, nil
}

func (f folder) write(book *tchisla.Book, scopes []search.Scope) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return err
	}
	defer encoder.Close()
	compressed := encoder.EncodeAll([]byte(book.Text()), nil)
	if err := writeWhole(filepath.Join(f.Dir, bookName), compressed); err != nil {
		return err
	}
	text, err := json.MarshalIndent(scopes, "", "\t")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(f.Dir, scopesName), append(text, '\n'))
}

// writeWhole writes a file completely or not at all.
func writeWhole(name string, content []byte) error {
	part := name + ".part"
	if err := os.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	return os.Rename(part, name)
}

// addScope adds the scope of a search whose answers are in the book. Of two scopes of a digit
// within the same limits it keeps the one with more levels.
func addScope(scopes []search.Scope, added search.Scope) []search.Scope {
	for i, s := range scopes {
		if s.Digit != added.Digit || s.Wide != added.Wide {
			continue
		}
		if s.Levels > added.Levels {
			return scopes
		}
		scopes = slices.Delete(scopes, i, i+1)
		break
	}
	scopes = append(scopes, added)
	slices.SortFunc(scopes, func(a, b search.Scope) int {
		if a.Digit != b.Digit {
			return a.Digit - b.Digit
		}
		return a.Levels - b.Levels
	})
	return scopes
}
