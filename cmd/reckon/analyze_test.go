package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"reckon/engine"
)

// study is a game with an analysis; everything else of it is nil.
type study struct {
	engine.Game
	Sum int `json:"sum"`
}

func (study) Name() string { return "sums" }

func (s study) Analyze(_ context.Context, _ int, progress func(done, total int)) (engine.Analysis, error) {
	if progress != nil {
		progress(1, 1)
	}
	return s, nil
}

func (study) Tables() []engine.Table {
	many := engine.Table{Title: "hands with a solution, by target", Head: []string{"target", "hands"}, Chart: true}
	for i := range 101 {
		many.Rows = append(many.Rows, []string{strconv.Itoa(i), strconv.Itoa(1800 - 12*i + i%7*20)})
	}
	few := engine.Table{Title: "hands by number of solutions", Head: []string{"solutions", "hands"}, Chart: true, Rows: [][]string{
		{"0", "458"}, {"1", "515"}, {"2", "427"}, {"3", "216"}, {"4", "125"}, {"5", "30"},
		{"6", "18"}, {"7", "17"}, {"8", "8"}, {"9", "2"}, {"10", "3"}, {"11", "1"},
	}}
	words := engine.Table{Title: "hands by last step", Head: []string{"last step", "hands"}, Chart: true, Rows: [][]string{
		{"whole × whole", "956"}, {"+", "290"}, {"-", "86"}, {"/", "20"}, {"× fraction", "10"},
	}}
	facts := engine.Table{Title: "in all", Head: []string{"what", "number"}, Rows: [][]string{{"hands", "1820"}}}
	return []engine.Table{facts, many, few, words}
}

func runAnalyze(t *testing.T, a analyzeCmd) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := a.Run(t.Context(), console{nil, &out, t.Output()}, []engine.Game{study{Sum: 3}})
	return out.String(), err
}

func TestAnalyze(t *testing.T) {
	text, err := runAnalyze(t, analyzeCmd{Game: "sums"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "in all\nwhat   number\nhands    1820\n\nhands with a solution, by target\ntarget  hands\n     0   1800\n"; !strings.HasPrefix(text, want) {
		t.Errorf("got:\n%.300s\nwant:\n%s", text, want)
	}
	text, err = runAnalyze(t, analyzeCmd{Game: "sums", JSON: true})
	var got struct{ Sum int }
	if err != nil || json.Unmarshal([]byte(text), &got) != nil || got.Sum != 3 {
		t.Errorf("JSON %s, %v", text, err)
	}
	if _, err := runAnalyze(t, analyzeCmd{Game: "chess"}); err == nil || !strings.Contains(err.Error(), "only sums") {
		t.Errorf("error %v", err)
	}
}

// Each chart must have ink in the picture; where none is, the page is white.
func TestPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "study.png")
	if dir := os.Getenv("RECKON_PICTURES"); dir != "" {
		name = filepath.Join(dir, "study.png") // to be looked at
	}
	if _, err := runAnalyze(t, analyzeCmd{Game: "sums", PNG: name}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	for part, r := range map[string]image.Rectangle{
		"by target":    image.Rect(0, 0, b.Dx(), b.Dy()/2),
		"by solutions": image.Rect(0, b.Dy()/2, b.Dx()/2, b.Dy()),
		"by last step": image.Rect(b.Dx()/2, b.Dy()/2, b.Dx(), b.Dy()),
	} {
		bars := 0
		for range 20000 {
			if img.At(r.Min.X+rand.IntN(r.Dx()), r.Min.Y+rand.IntN(r.Dy())) == img.ColorModel().Convert(barColor) {
				bars++
			}
		}
		if bars < 200 {
			t.Errorf("%s: %d of 20000 pixels are of a bar", part, bars)
		}
	}
	if _, err := runAnalyze(t, analyzeCmd{Game: "sums", PNG: filepath.Join(name, "nowhere.png")}); err == nil {
		t.Error("a picture that cannot be written is no error")
	}
}
