package web_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// puzzlesOf returns the puzzles on a sheet, each twice: with its line, and with its solution.
func puzzlesOf(sheet string) (puzzles []string) {
	for _, found := range regexp.MustCompile(`<li dir="ltr">([^<]+)<`).FindAllStringSubmatch(sheet, -1) {
		puzzles = append(puzzles, found[1])
	}
	return puzzles
}

// A sheet has puzzles on its first page and their solutions on the second, in every game and language. The same
// address prints the same sheet, and nothing of it is stored.
func TestPrint(t *testing.T) {
	s := newSite(t)
	root := servedBelow(t, s, "/games")
	for _, g := range games.All() {
		first, sheet := fetch(t, root+"print?game="+g.Name()+"&level=2&n=5", "zh-TW")
		at := first.Request.URL.String()
		if first.StatusCode != http.StatusOK || !strings.HasPrefix(at, root+"print?") || !strings.Contains(at, "seed=") {
			t.Fatalf("%s: %s at %s", g.Name(), first.Status, at)
		}
		puzzles := puzzlesOf(string(sheet))
		if len(puzzles) != 10 || !strings.Contains(string(sheet), "答案") {
			t.Errorf("%s: the sheet has %q", g.Name(), puzzles)
			continue
		}
		for i, p := range puzzles[:5] {
			if p != puzzles[5+i] {
				t.Errorf("%s: the solution of %s is that of %s", g.Name(), p, puzzles[5+i])
			}
		}
		if n := len(regexp.MustCompile(`<b>[^<]+</b>`).FindAll(sheet, -1)); n != 5 {
			t.Errorf("%s: %d solutions", g.Name(), n)
		}
		if _, again := fetch(t, at, "zh-TW"); string(again) != string(sheet) {
			t.Errorf("%s: %s prints another sheet", g.Name(), at)
		}
		if !strings.Contains(string(sheet), "break-before: page") {
			t.Error("the solutions are on the first page")
		}
	}
	var rounds int
	err := s.store.Look(t.Context(), func(tx *storage.Tx) (err error) {
		rounds, err = storage.Get[int](tx, "count rounds", `SELECT COUNT(*) FROM rounds`)
		return err
	})
	if err != nil || rounds != 0 {
		t.Errorf("%d rounds are stored: %v", rounds, err)
	}
}

// The language of a sheet is that of its address, which keeps it, or else that of the browser.
func TestPrintLanguage(t *testing.T) {
	s := newSite(t)
	for lang, want := range map[string]string{"zh-Hans": "答案", "en": "solutions", "": "答案", "xx": "答案"} {
		answer, sheet := fetch(t, s.url+"print?n=1&lang="+lang, "zh-TW")
		if !strings.Contains(string(sheet), want) {
			t.Errorf("a sheet in %q has no %q", lang, want)
		}
		if at := answer.Request.URL; at.Query().Get("lang") != lang {
			t.Errorf("a sheet in %q is at %s", lang, at)
		}
	}
}

// A slow game has puzzles for which no solution is found in time, except for every second one.
type slow struct {
	engine.Game
	drawn *int
}

type unsolved struct{ engine.Puzzle }

func (unsolved) Solve(context.Context) engine.Solution { return engine.Solution{} }

func (g slow) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	p, err := g.Game.New(r, w)
	*g.drawn++
	if *g.drawn%2 == 0 {
		return unsolved{p}, err
	}
	return p, err
}

// A puzzle whose solution is not known is not on a sheet.
func TestPrintUnsolved(t *testing.T) {
	s := siteWith(t, storetest.Database(t), nil, []engine.Game{slow{games.All()[0], new(int)}})
	_, sheet := fetch(t, s.url+"print?n=6&seed=abc", "en")
	if n := len(puzzlesOf(string(sheet))); n != 6 || strings.Contains(string(sheet), "<b></b>") {
		t.Errorf("the sheet has %d lines:\n%s", n, sheet)
	}
}

// A sheet has 24 puzzles at most, and none that is in a daily that is live. There is no sheet of an unknown game.
func TestPrintLimits(t *testing.T) {
	s := newSite(t)
	for count, want := range map[string]int{"0": 1, "-3": 1, "24": 24, "999999": 24, "x": 12} {
		_, sheet := fetch(t, s.url+"print?n="+count+"&seed=abc", "en")
		if n := len(puzzlesOf(string(sheet))) / 2; n != want {
			t.Errorf("for n=%s there are %d", count, n)
		}
	}
	_, before := fetch(t, s.url+"print?n=3&seed=abc", "en")
	first := puzzlesOf(string(before))[0]
	tiles, _, _ := strings.Cut(first, " →")
	class := engine.Face{Tiles: strings.Fields(tiles), Goal: "24"}.Class()
	err := s.store.Commit(t.Context(), func(tx *storage.Tx) error {
		return tx.Exec("make a daily", `INSERT INTO dailies (number, game, puzzle, class) VALUES ($1, '24', '24:3,3,8,8', $2)`,
			round.Number(s.now().UTC()), class)
	})
	if err != nil {
		t.Fatal(err)
	}
	_, after := fetch(t, s.url+"print?n=3&seed=abc", "en")
	shown := puzzlesOf(string(after))
	if slices.Contains(shown, first) || shown[0] != puzzlesOf(string(before))[1] || len(shown) != 6 {
		t.Errorf("%q is in a live daily, and the sheet has %q", first, shown)
	}
	for _, game := range []string{"none", "../x"} {
		if answer, _ := fetch(t, s.url+"print?seed=abc&game="+game, "en"); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", game, answer.Status)
		}
	}
}
