package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// TestEveryHand solves the 1820 hands of four cards 1..13, of which 1362 make
// 24, and has every solution judged by the same program.
func TestEveryHand(t *testing.T) {
	var hands, solved, answers, verdicts bytes.Buffer
	for a := 1; a <= 13; a++ {
		for b := a; b <= 13; b++ {
			for c := b; c <= 13; c++ {
				for d := c; d <= 13; d++ {
					fmt.Fprintf(&hands, "24:%d,%d,%d,%d\n", a, b, c, d)
				}
			}
		}
	}
	err := run(t.Context(), []string{"solve", "--batch"}, console{&hands, &solved, t.Output()})
	if !errors.Is(err, no) {
		t.Fatalf("error %v, want %v", err, no)
	}
	solvable, all := 0, 0
	for d := json.NewDecoder(&solved); d.More(); all++ {
		var s struct {
			ID                 string
			Solvable, Complete bool
			Solutions          []string
		}
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		if s.Solvable {
			solvable++
		}
		if !s.Complete || s.Solvable != (len(s.Solutions) > 0) {
			t.Errorf("%+v", s)
		}
		for _, answer := range s.Solutions {
			fmt.Fprintf(&answers, "%s\t%s\n", s.ID, answer)
		}
	}
	if all != 1820 || solvable != 1362 {
		t.Errorf("%d of %d hands are solvable, want 1362 of 1820", solvable, all)
	}
	if err := run(t.Context(), []string{"check", "--batch"}, console{&answers, &verdicts, t.Output()}); err != nil {
		t.Errorf("not every solution is right: %v", err)
	}
}
