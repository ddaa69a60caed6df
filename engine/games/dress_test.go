package games

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
)

// A testPuzzle is a puzzle with answers that are right.
type testPuzzle struct {
	engine.Puzzle
	strict    strictPuzzle
	solutions []string
}

// testPuzzles returns the puzzles of the tests of decoration.
func testPuzzles(t *testing.T) []testPuzzle {
	t.Helper()
	var all []testPuzzle
	for _, id := range []string{
		"24:3,3,8,8", "24:1,4,5,6", "24:2,3,4,5", "24:1,1,4,6", "24:2,3,10,12", "24:8,3", "24:5,5,5,1,7=36",
		"countdown:100,75,50,25,6,3=150", "countdown:100,25,6,3,2,1=312", "countdown:75,50,2,3,8,7=812",
		"tchisla:24#4", "tchisla:16#4", "tchisla:44#4", "tchisla:720#3", "tchisla:18#9", "tchisla:111#1",
	} {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(id, ":")
		goal, err := strconv.ParseInt(p.Face().Goal, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		d := testPuzzle{Puzzle: p, strict: strictPuzzle{tiles: p.Face().Tiles, goal: goal, game: name}}
		all = append(all, d)
		for _, s := range p.Solve(context.Background()).All {
			if _, isRight := d.strict.judge(s); isRight {
				all[len(all)-1].solutions = append(all[len(all)-1].solutions, s)
			}
		}
	}
	more := map[string][]string{
		"countdown:100,75,50,25,6,3=150": {"50*3", "25*6", "100+50", "75+50+25", "100+75-25"},
		"tchisla:16#4":                   {"4*4", "4+4+4+4", "4*√4*√4", "4!-4-4", "44-4!-4"},
		"tchisla:24#4":                   {"4!", "4*4+4+4", "4+4*4+4", "44-4*4-4"},
		"tchisla:44#4":                   {"44", "4!+4!-4", "44+4-4"},
	}
	for i := range all {
		all[i].solutions = append(all[i].solutions, more[all[i].ID()]...)
		if len(all[i].solutions) == 0 {
			t.Fatalf("%s has no solution to try", all[i].ID())
		}
	}
	return all
}

// randomAnswer returns a right answer, one with a few signs changed, or a random calculation of the tiles.
func (d testPuzzle) randomAnswer(r *rand.Rand) string {
	answer := d.solutions[r.IntN(len(d.solutions))]
	switch r.IntN(4) {
	case 0:
		return answer
	case 1, 2:
		for range 1 + r.IntN(2) {
			runes := []rune(answer)
			i := r.IntN(len(runes))
			sign := []rune("+-*/()123468")[r.IntN(12)]
			answer = string(runes[:i]) + string(sign) + string(runes[i+r.IntN(2):])
		}
		return answer
	}
	tiles := slices.Clone(d.strict.tiles)
	if d.strict.game == "tchisla" {
		tiles = slices.Repeat(tiles, 2+r.IntN(3))
	}
	r.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	for len(tiles) > 1 {
		i := r.IntN(len(tiles) - 1)
		joined := tiles[i] + string("+-*/"[r.IntN(4)]) + tiles[i+1]
		if len(tiles) > 2 && r.IntN(2) == 0 {
			joined = "(" + joined + ")"
		}
		tiles = slices.Replace(tiles, i, i+2, joined)
	}
	return tiles[0]
}

// These are decorations of an answer. The answer replaces #, and the goal replaces GOAL. No decoration changes what
// the answer means.
var (
	wraps = []string{
		"#", "**#**", "*#*", "__#__", "`#`", "||#||", "“#”", "「#」", "```\n#\n```", "```py\n#\n```", "$#$", "\\(#\\)",
		"(#)", "（#）", "【#】", "<b>#</b>", "\u200e#", "\u202a#\u202c", "# \n", "\u00a0#\u00a0",
	}
	prefixes = []string{
		"#", "lol #", "ohhh #", "answer: #", "my answer is #", "@ann #", "I got #", "答案：#", "我觉得是 #", "1. #", "2) #",
		"- #", "> #", "so #", "maybe #", "finally!! #", "got it: #", "method 1: #", "解法一：#", "第一步：#", "classic #",
		"omg :) #", "🎉 #", "nice one, #", "原来是#", "抢答：#", "this one is #", "x = #", "GOAL: #", "= #", "edit: #", "oh wait #",
	}
	suffixes = []string{
		"#", "# lol", "# (easy)", "# = GOAL", "# -> GOAL", "# (=GOAL)", "#（=GOAL）", "# (GOAL)", "# nice one", "#，对吗？", "# gg wp", "# @bob",
		"# took me a minute", "# 666", "#, took me 2 minutes", "# 🎉🎉", "# :)", "#?", "# haha!!", "# = GOAL!", "# = GOAL points", "#=GOAL点",
		"# equals GOAL", "#等于GOAL", "# and done", "#.", "#。", "#…", "# #1", "# is that right?", "# sorry", "#\neasy", "# <3",
	}
)

// dress writes an answer as people do.
func (d testPuzzle) dress(answer string, r *rand.Rand) string {
	prefix := prefixes[r.IntN(len(prefixes))]
	wrap := wraps[r.IntN(len(wraps))]
	suffix := suffixes[r.IntN(len(suffixes))]
	text := strings.Replace(wrap, "#", answer, 1)
	text = strings.Replace(suffix, "#", text, 1)
	text = strings.Replace(prefix, "#", text, 1)
	return strings.ReplaceAll(text, "GOAL", d.strict.goalText())
}

// isOtherRight reports whether the decoration of a wrong answer makes it right: a minus before it, or the goal, which
// the answer may divide or be multiplied by.
func (d testPuzzle) isOtherRight(text, answer string) bool {
	if strings.HasPrefix(text, "- ") {
		return d.isRight("-"+answer) || d.isRight("-("+answer+")")
	}
	goal := d.strict.goalText()
	if strings.Contains(text, "("+goal+")") && d.isRight("("+answer+")*"+goal) {
		return true
	}
	return strings.HasPrefix(text, goal+":") && (d.isRight(goal+"/"+answer) || d.isRight(goal+"/("+answer+")"))
}

// isRight reports whether a text is right to a strict reader.
func (d testPuzzle) isRight(text string) bool {
	_, isRight := d.strict.judge(text)
	return isRight
}

// mayUse reports whether an answer could also use a number: it is a tile that the answer does not use.
func (d testPuzzle) mayUse(number, answer string) bool {
	r := strictReader{factorials: true}
	r.evaluate(answer)
	return slices.Contains(d.strict.leftOver(r.numbers), number)
}

// TestDress compares verdicts on random answers with those of a strict reader, and checks that random decoration
// changes no verdict.
func TestDress(t *testing.T) {
	all := testPuzzles(t)
	r := rand.New(rand.NewPCG(24, property.Seed()))
	right := 0
	for range property.Cases(3000, 200_000) {
		d := all[r.IntN(len(all))]
		answer := d.randomAnswer(r)
		isKnown, isRight := d.strict.judge(answer)
		v := d.Judge(answer)
		if isKnown && isRight != (v.Outcome == engine.Right) {
			t.Errorf("%s: %q is %s: %v", d.ID(), answer, verdict(v), v.Fault)
		}
		text := d.dress(answer, r)
		dressedVerdict := d.Judge(text)
		d.checkUnderstood(t, text, dressedVerdict)
		isNumber := strings.Trim(answer, "0123456789") == ""
		if !isKnown || isNumber || strings.IndexByte("+-", answer[0]) >= 0 {
			// People who talk to each other name numbers, too, and begin with a plus. A dash before a minus may be
			// another minus.
			continue
		}
		if strings.HasPrefix(text, "2) ") && d.mayUse("2", answer) {
			continue
		}
		isJudgedRight := dressedVerdict.Outcome == engine.Right
		if isJudgedRight && !isRight && !d.isOtherRight(text, answer) {
			t.Errorf("%s: %q is right as %s, %q is not", d.ID(), text, dressedVerdict.Text, answer)
		}
		if isRight {
			right++
			if !isJudgedRight {
				t.Errorf("%s: %q is right, %q %s: %v", d.ID(), answer, text, verdict(dressedVerdict), dressedVerdict.Fault)
			}
		}
	}
	if right == 0 {
		t.Error("nothing was right")
	}
}

// checkUnderstood fails if a verdict is Right and what was understood is not.
func (d testPuzzle) checkUnderstood(t *testing.T, text string, v engine.Verdict) {
	t.Helper()
	if v.Outcome != engine.Right {
		return
	}
	if isKnown, isRight := d.strict.judge(v.Text); isKnown && !isRight {
		t.Errorf("%s: %q is right as %q, which is not", d.ID(), text, v.Text)
	}
}

// joints are texts between a number and an answer. Each has the operation that it may be; empty for none.
var joints = map[string]string{
	"-": "-", "- ": "-", " - ": "-", " -": "-", "–": "-", "— ": "-", "－": "-", "+": "+", "+ ": "+", " + ": "+", "*": "*", "* ": "*",
	" * ": "*", "x": "*", " x ": "*", "×": "*", "· ": "*", "• ": "*", "/": "/", "/ ": "/", " / ": "/", ":": "/", ": ": "/", "：": "/", "÷": "/",
	". ": "", "． ": "", ") ": "", ")": "", "）": "", "、": "", ", ": "", "，": "", "; ": "", " ": "", "\u00a0": "", "\t": "", "\n": "", "\u200b": "",
	" times ": "*", " minus ": "-", "减": "-", "乘": "*", " over ": "/", "一": "-", "十": "+", "ー": "-", "⁻": "-",
}

// TestNoNumberIsLost puts a number before or behind a right answer. If the whole is a calculation of the puzzle's
// numbers, it is judged as a whole, and no part of it is taken for decoration. If a number before the answer is a tile
// that the answer does not use, and only a mark is between them, the answer is not right.
func TestNoNumberIsLost(t *testing.T) {
	all := testPuzzles(t)
	signs := slices.Sorted(maps.Keys(joints))
	r := rand.New(rand.NewPCG(25, property.Seed()))
	for range property.Cases(3000, 200_000) {
		d := all[r.IntN(len(all))]
		answer := d.solutions[r.IntN(len(d.solutions))]
		if r.IntN(3) == 0 {
			answer = "(" + answer + ")"
		}
		number := d.strict.tiles[r.IntN(len(d.strict.tiles))]
		if d.strict.game == "tchisla" {
			number = strings.Repeat(number, 1+r.IntN(2))
		}
		joint := signs[r.IntN(len(signs))]
		operation := joints[joint]
		isBefore := r.IntN(3) > 0
		text := answer + joint + number
		plain := answer + operation + number
		if isBefore {
			text = number + joint + answer
			plain = number + operation + answer
		}
		v := d.Judge(text)
		d.checkUnderstood(t, text, v)
		isJudgedRight := v.Outcome == engine.Right
		isCalculation := operation != "" && d.strict.isOfTiles(plain)
		isGoal := number == d.strict.goalText()
		switch {
		case isCalculation && !isGoal:
			if isJudgedRight && !d.isRight(plain) {
				t.Errorf("%s: %q is right as %s", d.ID(), text, v.Text)
			}
		case isBefore && isJudgedRight && d.isLeftOver(number, answer) && !isGoal && number != "1":
			t.Errorf("%s: %q is right as %s, without the %s", d.ID(), text, v.Text, number)
		}
	}
}

// isLeftOver reports whether a number may be a part of an answer that leaves it out.
func (d testPuzzle) isLeftOver(number, answer string) bool {
	return d.strict.game == "tchisla" || d.mayUse(number, answer)
}
