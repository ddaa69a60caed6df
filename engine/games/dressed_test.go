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

// around are what people write before and behind an answer; # stands for it.
var around = []string{
	"# ✅", "#!", "#?", "# !", "# lol", "gg #", "I got #", "answer: #", "答案：#", "is it #?", "# :)", "**#**", "*#*", "_#_", "~~#~~", "||#||", "`#`", "> #",
	"1. #", "2) #", "- #", "• #", "# -> 24", "# → 24", "#=24", "# == 24", "# = 24.0", "24: #", "# (24)", "#,", "#。", "「#」", "“#”", "# 😂😂", "🎉 #", "#…", "yes #", "$#$",
	"我算出来了 #", "#，对吗？", "#吧", "哈哈#", "my answer is #", "ans = #", "# = 24!", "#\u200b", "\u202a#\u202c", "okay so #", "# haha!!", "好了：#", "5- #", "* #", "# is 24", "#得24",
}

// signs are what people write for a sign.
var dressedSigns = map[string][]string{
	"*": {" times ", "х", "×", " x ", "⨉", "乘以", " \\times ", "乘", "\u200b*", "✖️"},
	"/": {" divided by ", "÷", "除以", " \\div ", " over ", "➗"},
	"+": {" plus ", "加", "➕", " + "},
	"-": {" minus ", "减", "−", "–", " - "},
	"(": {"（", "\\left(", "( "},
	")": {"）", "\\right)", " )"},
	"!": {" factorial", "的阶乘", "❗", "！"},
	"8": {"8️⃣", "⑧", "八", "８"}, "3": {"3️⃣", "③", "三"}, "4": {"4\ufe0f\u20e3", "❹", "四"},
}

// TestDressed dresses right and wrong answers at random: what is judged is what is inside.
func TestDressed(t *testing.T) {
	puzzles := []engine.Puzzle{}
	for _, id := range []string{"24:3,3,8,8", "24:1,1,4,6", "24:2,3,4,5", "24:1,5,5,5", "24:2,6,8,9", "tchisla:24#4", "tchisla:24#3", "tchisla:24#8", "countdown:100,25,6,3,2,1=312"} {
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
		plain := rapid.SampledFrom(solutions[p.ID()]).Draw(t, "solution")
		if r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "change"), 1)); r.IntN(2) == 0 {
			i := r.IntN(len(plain))
			plain = plain[:i] + string("+-*/()12348!"[r.IntN(12)]) + plain[i+r.IntN(2):]
		}
		want := p.Judge(plain).Outcome
		if strings.Count(plain, "(") != strings.Count(plain, ")") || strings.HasSuffix(plain, "!") && want != engine.Right || strings.Trim(plain[:1], "(√0123456789") != "" {
			t.Skip("a bracket to be closed, a ! that may be joy, a list mark")
		}
		dressed := plain
		for _, sign := range slices.Sorted(maps.Keys(dressedSigns)) {
			forms := dressedSigns[sign]
			if sign[0] >= '0' && sign[0] <= '9' && strings.ContainsAny(plain, "1269") || rapid.IntRange(0, 5).Draw(t, "sign"+sign) > 0 {
				continue // a numeral beside plain digits is another number
			}
			dressed = strings.ReplaceAll(dressed, sign, rapid.SampledFrom(forms).Draw(t, "form"))
		}
		form := rapid.SampledFrom(around).Draw(t, "around")
		if strings.HasPrefix(p.ID(), "tchisla") && form == "#!" {
			form = "# !" // without the blank it is a factorial
		}
		if strings.HasPrefix(p.ID(), "tchisla") && form == "# !" && want != engine.Right {
			form = "# haha!" // it may be one that makes it right
		}
		if form == "- #" && p.Judge("-"+plain).Outcome == engine.Right {
			t.Skip("a minus")
		}
		dressed = strings.ReplaceAll(strings.ReplaceAll(form, "24", goal), "#", dressed)
		if rapid.Bool().Draw(t, "twice") {
			dressed = strings.ReplaceAll(rapid.SampledFrom([]string{"# 🎉", "ok #", "||#||", "# lol", "#.", "\u200e#"}).Draw(t, "outer"), "#", dressed)
		}
		got := p.Judge(dressed)
		if (got.Outcome == engine.Right) != (want == engine.Right) {
			t.Fatalf("%s: %q is %s, but %q %s: %v", p.ID(), plain, want, dressed, got.Outcome, got.Fault)
		}
		if want == engine.Right {
			right++
		}
	})
	if right == 0 {
		t.Error("nothing was right")
	}
}
