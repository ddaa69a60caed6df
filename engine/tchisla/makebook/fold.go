package main

import (
	"fmt"
	"os"
	"strings"

	"reckon/engine/tchisla"
)

type foldCmd struct {
	folder
	File string `arg:"" help:"File of answers: target, digit, count and answer, separated by tabs."`
}

// Run adds the answers of a file to the book, which checks each. The first line of the file may
// be a heading.
func (c foldCmd) Run() error {
	book, scopes, err := c.read()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	shorter := 0
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 && fields[0] == "target" {
			continue
		}
		if len(fields) != 4 {
			return fmt.Errorf("line %d: %q is not target, digit, count and answer", i+1, line)
		}
		a, ok := tchisla.Read("tchisla:"+fields[0]+"#"+fields[1], fields[3])
		if !ok {
			return fmt.Errorf("line %d: %q cannot be read", i+1, line)
		}
		better, err := addAnswer(book, a)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if better {
			shorter++
		}
	}
	fmt.Printf("%d answers are shorter\n", shorter)
	return c.write(book, scopes)
}
