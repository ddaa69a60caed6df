package games

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/property"
)

// around has texts that people write before and behind an answer. The answer replaces #.
var around = []string{
	"# ✅", "#!", "#?", "# !", "# lol", "gg #", "I got #", "answer: #", "答案：#", "is it #?", "# :)", "**#**", "*#*", "_#_", "~~#~~", "||#||", "`#`", "> #",
	"1. #", "2) #", "- #", "• #", "# -> 24", "# → 24", "#=24", "# == 24", "# = 24.0", "24: #", "# (24)", "#,", "#。", "「#」", "“#”", "# 😂😂", "🎉 #", "#…", "yes #", "$#$",
	"我算出来了 #", "#，对吗？", "#吧", "哈哈#", "my answer is #", "ans = #", "# = 24!", "#\u200b", "\u202a#\u202c", "okay so #", "# haha!!", "好了：#", "5- #", "* #", "# is 24", "#得24",
}

// spellings has texts that people write for a sign or a number.
var spellings = map[string][]string{
	"*": {" times ", "х", "×", " x ", "⨉", "乘以", " \\times ", "乘", "\u200b*", "✖️"},
	"/": {" divided by ", "÷", "除以", " \\div ", " over ", "➗"},
	"+": {" plus ", "加", "➕", " + "},
	"-": {" minus ", "减", "−", "–", " - "},
	"(": {"（", "\\left(", "( "},
	")": {"）", "\\right)", " )"},
	"!": {" factorial", "的阶乘", "❗", "！"},
	"8": {"8️⃣", "⑧", "八", "８"},
	"3": {"3️⃣", "③", "三"},
	"4": {"4\ufe0f\u20e3", "❹", "四"},
}

// outside has texts that people write around all of that.
var outside = []string{"# 🎉", "ok #", "||#||", "# lol", "#.", "\u200e#"}

// TestCleaning writes right and wrong answers as people do, at random: the verdict is the same as
// on the plain answer.
func TestCleaning(t *testing.T) {
	ids := []string{
		"24:3,3,8,8", "24:1,1,4,6", "24:2,3,4,5", "24:1,5,5,5", "24:2,6,8,9",
		"tchisla:24#4", "tchisla:24#3", "tchisla:24#8",
		"countdown:100,25,6,3,2,1=312",
	}
	var puzzles []engine.Puzzle
	for _, id := range ids {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	solutions := map[string][]string{}
	for _, p := range puzzles {
		solutions[p.ID()] = p.Solve(context.Background()).All
	}
	right := 0
	property.Check(t, func(t *rapid.T) {
		p := puzzles[rapid.IntRange(0, len(puzzles)-1).Draw(t, "puzzle")]
		goal := p.Face().Goal
		hasFactorials := strings.HasPrefix(p.ID(), "tchisla")
		plain := rapid.SampledFrom(solutions[p.ID()]).Draw(t, "solution")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "change"), 1))
		if r.IntN(2) == 0 {
			plain = changeOne(plain, r)
		}
		want := p.Judge(plain).Outcome
		if isAmbiguous(plain, want) {
			t.Skip("a bracket to be closed, a ! that may be an exclamation, a list mark")
		}
		typed := plain
		for _, sign := range slices.Sorted(maps.Keys(spellings)) {
			// A numeral next to plain digits would be another number.
			isNumeral := sign[0] >= '0' && sign[0] <= '9'
			if isNumeral && strings.ContainsAny(plain, "1269") {
				continue
			}
			if rapid.IntRange(0, 5).Draw(t, "sign"+sign) > 0 {
				continue
			}
			spelling := rapid.SampledFrom(spellings[sign]).Draw(t, "form")
			typed = strings.ReplaceAll(typed, sign, spelling)
		}
		form := rapid.SampledFrom(around).Draw(t, "around")
		if hasFactorials && form == "#!" {
			// Without the blank it is a factorial.
			form = "# !"
		}
		if hasFactorials && form == "# !" && want != engine.Right {
			// A factorial might make the answer right.
			form = "# haha!"
		}
		if form == "- #" && p.Judge("-"+plain).Outcome == engine.Right {
			t.Skip("a minus")
		}
		typed = strings.ReplaceAll(strings.ReplaceAll(form, "24", goal), "#", typed)
		if rapid.Bool().Draw(t, "twice") {
			outer := rapid.SampledFrom(outside).Draw(t, "outer")
			isMarked := strings.HasPrefix(typed, "* ") || strings.HasPrefix(typed, "• ")
			if isMarked && outer == "ok #" {
				t.Skip("something may be multiplied")
			}
			typed = strings.ReplaceAll(outer, "#", typed)
		}
		got := p.Judge(typed)
		if (got.Outcome == engine.Right) != (want == engine.Right) {
			t.Fatalf("%s: %q is %s, but %q %s: %v", p.ID(), plain, want, typed, got.Outcome, got.Fault)
		}
		if want == engine.Right {
			right++
		}
	})
	if right == 0 {
		t.Error("nothing was right")
	}
}

// changeOne replaces a character of an answer, or inserts one.
func changeOne(answer string, r *rand.Rand) string {
	i := r.IntN(len(answer))
	sign := string("+-*/()12348!"[r.IntN(12)])
	return answer[:i] + sign + answer[i+r.IntN(2):]
}

// isAmbiguous reports whether an answer may mean something else when more is written around it.
func isAmbiguous(answer string, outcome engine.Outcome) bool {
	lacksBracket := strings.Count(answer, "(") != strings.Count(answer, ")")
	mayExclaim := strings.HasSuffix(answer, "!") && outcome != engine.Right
	beginsLikeList := strings.Trim(answer[:1], "(√0123456789") != ""
	return lacksBracket || mayExclaim || beginsLikeList
}
