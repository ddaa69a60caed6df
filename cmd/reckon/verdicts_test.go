package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/engine/property"
)

// The judge is compared with answers whose verdict is known before they are written down. A calculation is made here
// as a tree, its value is computed here, and only then it becomes a text. So the oracle reads no text.

// A ratio is an exact number.
type ratio struct{ above, below int64 }

// reduced returns above/below in lowest terms; ok is false if below is 0.
func reduced(above, below int64) (v ratio, ok bool) {
	if below == 0 {
		return ratio{}, false
	}
	if below < 0 {
		above = -above
		below = -below
	}
	a := max(above, -above)
	b := below
	for b > 0 {
		a, b = b, a%b
	}
	a = max(a, 1)
	return ratio{above / a, below / a}, true
}

func (v ratio) is(n int64) bool { return v.below == 1 && v.above == n }

// isNear reports whether a value is not n, but less than 1 away.
func (v ratio) isNear(n int64) bool {
	distance := v.above - n*v.below
	return distance != 0 && distance < v.below && -distance < v.below
}

func (v ratio) String() string {
	if v.below == 1 {
		return strconv.FormatInt(v.above, 10)
	}
	return fmt.Sprintf("%d/%d", v.above, v.below)
}

// A calculation is a number, or two calculations with a sign between them.
type calculation struct {
	number int
	sign   byte
	x, y   *calculation
}

// value returns the value of a calculation; ok is false if it has none.
func (c *calculation) value() (v ratio, ok bool) {
	if c.sign == 0 {
		return ratio{int64(c.number), 1}, true
	}
	x, okX := c.x.value()
	y, okY := c.y.value()
	if !okX || !okY {
		return ratio{}, false
	}
	switch c.sign {
	case '+':
		return reduced(x.above*y.below+y.above*x.below, x.below*y.below)
	case '-':
		return reduced(x.above*y.below-y.above*x.below, x.below*y.below)
	case '*':
		return reduced(x.above*y.above, x.below*y.below)
	}
	return reduced(x.above*y.below, x.below*y.above)
}

// randomCalculation joins numbers at random. Their order is changed.
func randomCalculation(r *rand.Rand, numbers []int) *calculation {
	r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	if len(numbers) == 1 {
		return &calculation{number: numbers[0]}
	}
	cut := 1 + r.IntN(len(numbers)-1)
	return &calculation{
		sign: "+-*/"[r.IntN(4)],
		x:    randomCalculation(r, numbers[:cut]),
		y:    randomCalculation(r, numbers[cut:]),
	}
}

// A writing is how a calculation is written.
type writing struct {
	signs    map[byte]string
	brackets [2]string
	space    string
	// all means that each step but the last has brackets, and not only those that need them.
	all bool
	// juxtapose means that a product has no sign before a bracket, unless its left side is a product or a quotient:
	// 6/2(1+2) may be either.
	juxtapose bool
	digits    func(int) string
}

// plain is how programs write.
var plain = writing{
	signs:    map[byte]string{'+': "+", '-': "-", '*': "*", '/': "/"},
	brackets: [2]string{"(", ")"},
	digits:   strconv.Itoa,
}

// wide returns a number in the digits of Chinese keyboards.
func wide(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + '０' }, strconv.Itoa(n))
}

// write writes a calculation as a whole.
func (w writing) write(c *calculation) string {
	if c.sign == 0 {
		return w.digits(c.number)
	}
	x := w.part(c, c.x, false)
	y := w.part(c, c.y, true)
	isProduct := c.x.sign == '*' || c.x.sign == '/'
	if w.juxtapose && c.sign == '*' && !isProduct && strings.HasPrefix(y, w.brackets[0]) {
		return x + y
	}
	return x + w.space + w.signs[c.sign] + w.space + y
}

// part writes one side of a calculation, in brackets if it needs them there.
func (w writing) part(whole, part *calculation, isRight bool) string {
	text := w.write(part)
	isSum := part.sign == '+' || part.sign == '-'
	isTerm := whole.sign == '+' || whole.sign == '-'
	needs := isSum && !isTerm || isRight && (isSum || !isTerm)
	if part.sign != 0 && (needs || w.all) {
		return w.brackets[0] + text + w.brackets[1]
	}
	return text
}

// typeset writes a calculation with fractions as LaTeX has them.
func typeset(c *calculation) string {
	switch c.sign {
	case 0:
		return strconv.Itoa(c.number)
	case '/':
		return `\frac{` + typeset(c.x) + "}{" + typeset(c.y) + "}"
	case '*':
		return `\left(` + typeset(c.x) + `\right) \times \left(` + typeset(c.y) + `\right)`
	}
	return typeset(c.x) + string(c.sign) + `\left(` + typeset(c.y) + `\right)`
}

// steps writes a calculation step by step, each with its value.
func (w writing) steps(c *calculation) string {
	var lines []string
	var write func(c *calculation) string
	write = func(c *calculation) string {
		v, _ := c.value()
		text := v.String()
		if v.below != 1 || v.above < 0 {
			text = "(" + text + ")"
		}
		if c.sign != 0 {
			lines = append(lines, write(c.x)+w.signs[c.sign]+write(c.y)+"="+v.String())
		}
		return text
	}
	write(c)
	return strings.Join(lines, ", ")
}

// A judgedText is an answer, and how it must be judged.
type judgedText struct {
	kind   string
	puzzle string
	text   string
	// isStrictlyRight says whether it is right with --strict.
	isStrictlyRight bool
	// outcome is "right" or "wrong", as it must be without --strict; empty: either will do.
	outcome string
}

// A puzzleCase is a puzzle with a calculation that is right.
type puzzleCase struct {
	id      string
	numbers []int
	goal    int64
	right   *calculation
}

// randomCase makes a puzzle of two to six cards. Half of them have the goal 24.
func randomCase(r *rand.Rand) puzzleCase {
	for {
		numbers := make([]int, 2+r.IntN(5))
		for i := range numbers {
			numbers[i] = 1 + r.IntN(13)
		}
		for range 200 {
			right := randomCalculation(r, numbers)
			v, ok := right.value()
			isGoal := ok && v.below == 1 && 0 < v.above && v.above < 1000
			if !isGoal || len(numbers)%2 == 0 && !v.is(24) {
				continue
			}
			cards := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]")
			id := fmt.Sprintf("24:%s=%d", cards, v.above)
			return puzzleCase{id, numbers, v.above, right}
		}
	}
}

// numbersOf returns the numbers in a text that plain has written.
func numbersOf(text string) []int {
	var numbers []int
	for _, digits := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(digits)
		if err != nil {
			panic(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// hasSameNumbers reports whether two lists have the same numbers, each as often.
func hasSameNumbers(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// dresses write a right calculation in ways that leave nothing around it. Each line says how.
func dresses(p puzzleCase) []string {
	c := p.right
	unicode := plain
	unicode.signs = map[byte]string{'+': "＋", '-': "−", '*': "×", '/': "÷"}
	dots := plain
	dots.signs = map[byte]string{'+': "+", '-': "–", '*': "·", '/': ":"}
	full := plain
	full.signs = map[byte]string{'+': "＋", '-': "－", '*': "＊", '/': "／"}
	full.brackets = [2]string{"（", "）"}
	full.digits = wide
	spaced := plain
	spaced.space = " "
	bracketed := plain
	bracketed.all = true
	square := bracketed
	square.brackets = [2]string{"[", "]"}
	joined := plain
	joined.juxtapose = true
	decimal := plain
	decimal.digits = func(n int) string { return strconv.Itoa(n) + ".0" }
	goal := strconv.FormatInt(p.goal, 10)
	return []string{
		plain.write(c),
		spaced.write(c),
		unicode.write(c),
		dots.write(c),
		full.write(c),
		bracketed.write(c),
		square.write(c),
		joined.write(c),
		decimal.write(c),
		typeset(c),
		plain.steps(c),
		plain.write(c) + " = " + goal,
		plain.write(c) + "=" + goal + ".0",
		goal + " = " + plain.write(c),
		full.write(c) + "＝" + goal,
		"(" + plain.write(c) + ")",
		"  " + spaced.write(c) + "  ",
		`\boxed{` + typeset(c) + `}`,
		"<answer>" + plain.write(c) + "</answer>",
	}
}

// wrongs write texts that are not right. The other case may have the same goal.
func wrongs(r *rand.Rand, p, other puzzleCase) []judgedText {
	right := plain.write(p.right)
	goal := strconv.FormatInt(p.goal, 10)
	var all []judgedText
	add := func(kind, outcome, text string) {
		all = append(all, judgedText{kind: kind, puzzle: p.id, text: text, outcome: outcome})
	}
	// Other numbers make the goal.
	others := fmt.Sprintf("%d+%d-%d", p.goal, p.numbers[0], p.numbers[0])
	if other.goal == p.goal {
		others = plain.write(other.right)
	}
	if !hasSameNumbers(numbersOf(others), p.numbers) {
		add("other numbers", "wrong", others)
		add("other numbers, claimed", "wrong", others+" = "+goal)
	}
	add("a number more", "wrong", right+[]string{"*1", "+0", "-0", "/1", "+1-1"}[r.IntN(5)])
	add("glued numbers", "wrong", fmt.Sprintf("%d%d*%d/%d%d", p.numbers[0], p.numbers[1], p.goal, p.numbers[0], p.numbers[1]))
	add("the goal itself", "wrong", goal)
	// The numbers make something else; if one of a few tries is less than 1 away, that.
	miss := ""
	for range 300 {
		c := randomCalculation(r, slices.Clone(p.numbers))
		v, ok := c.value()
		if !ok || v.is(p.goal) {
			continue
		}
		if miss == "" || v.isNear(p.goal) {
			miss = plain.write(c)
		}
		if v.isNear(p.goal) {
			break
		}
	}
	if miss != "" {
		add("another value", "wrong", miss)
		add("another value, claimed", "wrong", miss+" = "+goal)
	}
	add("a false claim", "wrong", right+" = "+strconv.FormatInt(p.goal+1, 10))
	add("a claim that is near", "wrong", right+" = "+strconv.FormatInt(p.goal-1, 10)+".9999999999")
	// Operations that the rules do not have.
	i := strings.IndexAny(right, "+-*/")
	add("a power", "wrong", right[:i]+[]string{"^1", "**1", "²", "^0", "!", "^9^9^9^9", "!!!!!"}[r.IntN(7)]+right[i:])
	// Among people a ! at the end is no factorial.
	add("a factorial", "", right+[]string{"!", "!!", "!!!!!"}[r.IntN(3)])
	add("a root", "wrong", "√("+right+")")
	add("a floor", "", strings.Replace(right, "/", "//", 1)+strings.Repeat("//1", 1-min(1, strings.Count(right, "/"))))
	add("a call", "", fmt.Sprintf([]string{"int(%s)", "round(%s)", "eval('%s')", "abs(%s)", "floor(%s)"}[r.IntN(5)], miss))
	// Brackets.
	add("brackets alone", "wrong", strings.Repeat([]string{"(", ")", "()", "([{", "((1"}[r.IntN(5)], 10_000/(1+r.IntN(3))))
	add("too many brackets", "wrong", strings.Repeat("(", 5000)+right+strings.Repeat(")", 5000))
	add("a bracket more", "", right+")")
	// More than one attempt.
	add("a guess before", "", miss+" or "+right)
	add("a guess behind", "", right+" or "+miss)
	add("the last of three", "", right+"="+goal+", "+miss+", 1+1")
	add("words", "", "I think that it is "+right)
	add("decoration", "", fmt.Sprintf([]string{"%s ✅", "@ann %s", "%s :)", "%s lol", "- %s", "%s !"}[r.IntN(6)], "("+right+")"))
	add("a list mark", "", fmt.Sprintf([]string{"1) %s", "2. %s", "(3) %s", "4、%s", "#5 %s"}[r.IntN(5)], "("+right+")"))
	// No calculations.
	nothing := []string{
		"", " ", "None", "nan", "inf", "-inf", "0x18", "1e1+14", "24?", "twenty-four", "二十四", "I give up", "print(24)", "[]", "{}", "...",
		"\x00", "\xff\xfe", "\u202e", "😀", "import os", "1/0", "+", "*", "/", "==", "√", "!", "-", "#", "24 24 24", strings.Repeat("9", 5000),
	}
	add("no calculation", "wrong", nothing[r.IntN(len(nothing))])
	noise := make([]rune, r.IntN(40))
	for k := range noise {
		noise[k] = []rune("0123456789+-*/()=.,^!√ x×÷()24")[r.IntN(30)]
	}
	isRight := strings.Contains(string(noise), "24")
	if !isRight {
		add("noise", "", string(noise))
	}
	return all
}

// judgeAll runs "reckon check --batch" on texts, and returns the outcome of each.
func judgeAll(t *testing.T, texts []judgedText, flags ...string) []string {
	t.Helper()
	var in, out bytes.Buffer
	for _, text := range texts {
		fmt.Fprintf(&in, "%s\t%s\n", text.puzzle, text.text)
	}
	err := run(t.Context(), append([]string{"check", "--batch"}, flags...), console{&in, &out, t.Output()})
	if !errors.Is(err, no) {
		t.Fatal(err)
	}
	var outcomes []string
	lines := json.NewDecoder(&out)
	for lines.More() {
		var verdict struct{ Outcome string }
		if err := lines.Decode(&verdict); err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, verdict.Outcome)
	}
	if len(outcomes) != len(texts) {
		t.Fatalf("%d verdicts on %d texts", len(outcomes), len(texts))
	}
	return outcomes
}

// TestVerdicts judges texts whose verdict is known, each with --strict and without: 20,000 if tests may take long.
func TestVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(38, property.Seed()))
	count := 20_000 / property.Step(10)
	var texts []judgedText
	byGoal := map[int64]puzzleCase{}
	for len(texts) < count {
		p := randomCase(r)
		for i, text := range dresses(p) {
			texts = append(texts, judgedText{"dress " + strconv.Itoa(i), p.id, text, true, "right"})
		}
		texts = append(texts, wrongs(r, p, byGoal[p.goal])...)
		byGoal[p.goal] = p
	}
	strict := judgeAll(t, texts, "--strict")
	lenient := judgeAll(t, texts)
	kinds := map[string]int{}
	wrong := 0
	for i, text := range texts {
		kinds[text.kind]++
		isStrictAsWanted := (strict[i] == "right") == text.isStrictlyRight
		isLenientAsWanted := text.outcome == "" || (lenient[i] == "right") == (text.outcome == "right")
		if isStrictAsWanted && isLenientAsWanted {
			continue
		}
		wrong++
		if wrong <= 40 {
			t.Errorf("%s: %s: %.300q is %s with --strict and %s without", text.kind, text.puzzle, text.text, strict[i], lenient[i])
		}
	}
	t.Logf("%d texts, %d wrong verdicts, %v", len(texts), wrong, kinds)
}
