package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"reckon/engine"
)

// study is a game with an analysis, and nothing else.
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

// Each chart has a title, bars and names, in the accent colour and in ink.
func TestPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "study.png")
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
	const charts = 3
	bars := color.RGBA{0x2b, 0x56, 0xc4, 0xff}
	b := img.Bounds()
	for part := range charts {
		count := 0
		for y := b.Dy() * part / charts; y < b.Dy()*(part+1)/charts; y++ {
			for x := range b.Dx() {
				if img.At(x, y) == bars {
					count++
				}
			}
		}
		if share := float64(count) * charts / float64(b.Dx()*b.Dy()); share < 0.03 {
			t.Errorf("bars take %.3f of chart %d", share, part+1)
		}
	}
	if _, err := runAnalyze(t, analyzeCmd{Game: "sums", PNG: filepath.Join(name, "nowhere.png")}); err == nil {
		t.Error("a picture that cannot be written is no error")
	}
}
