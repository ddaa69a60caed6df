package referee

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/bot/feature/featuretest"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// tables has the tables that tests have made, by the names of their games.
var tables = map[string]string{}

// tableOf returns the table of a game.
func tableOf(t *testing.T, game string) string {
	t.Helper()
	// Nothing of a table is in the database.
	dbtest.OnlyFile(t)
	if tables[game] == "" {
		g, ok := games.ByName(game)
		if !ok {
			t.Fatalf("there is no game %s", game)
		}
		tables[game] = string(newTable(g.(engine.Catalogued), featuretest.English(t)).text(t.Context()))
	}
	return tables[game]
}

// runChecker runs the checker on a text, and returns what it prints. It skips the test where there is no Python.
func runChecker(t *testing.T, text string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NO PYTHON, SO THE CHECKER IS NOT TESTED:", err)
	}
	file := filepath.Join(t.TempDir(), "answers")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), python, "check.py", file)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	// It exits with 1 if an answer is wrong, and also if it fails.
	if strings.Contains(string(out), "Traceback") {
		t.Fatal(string(out))
	}
	return string(out)
}

// The checker, which shares no code with the judges, finds every answer of both tables right.
func TestCheckerOnTables(t *testing.T) {
	if got := runChecker(t, tableOf(t, "24")); got != "3017 right, 0 wrong\n" {
		t.Errorf("of the hands' answers are %s", got)
	}
	text := tableOf(t, "countdown")
	lines := strings.SplitAfter(text, "\n")
	step := property.Step(10)
	var some strings.Builder
	some.WriteString(lines[0])
	for i := 1; i < len(lines); i += step {
		some.WriteString(lines[i])
	}
	want := fmt.Sprintf("%d right, 0 wrong\n", 10_000/step)
	if got := runChecker(t, some.String()); got != want {
		t.Errorf("of the games' answers are %s", got)
	}
}

// The checker notices what is wrong in a table.
func TestCheckerOnFalseTables(t *testing.T) {
	const head = "puzzle\tdistance\tsolutions\tanswers\tbest\n"
	for _, tt := range []struct{ row, want string }{
		{"24:3,3,8,8\t\t1\t8/(3-8/3)\t", "1 right, 0 wrong\n"},
		{"24:3,3,8,8\t\t1\t8*3+3-3\t", "24:3,3,8,8: 8*3+3-3: repeated.missing\n0 right, 1 wrong\n"},
		{"24:3,3,8,8\t\t2\t8/(3-8/3)\t", "24:3,3,8,8: another number of solutions\n0 right, 1 wrong\n"},
		{
			"countdown:1,2,3,4,5,6=101\t0\t1\t\t(1+4)*(2+6*3)+5",
			"countdown:1,2,3,4,5,6=101: (1+4)*(2+6*3)+5: another distance\n0 right, 1 wrong\n",
		},
	} {
		if got := runChecker(t, head+tt.row+"\n"); got != tt.want {
			t.Errorf("%s is %s", tt.row, got)
		}
	}
}

// strictVerdict is the verdict of a puzzle's own judge on a calculation, as the checker prints it.
func strictVerdict(t *testing.T, puzzle, text string) string {
	t.Helper()
	p, err := games.Parse(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	v := engine.JudgeStrictly(p, text)
	if v.Outcome == engine.Right {
		return "right"
	}
	return "wrong " + v.Fault.Code
}

// Judge and checker say the same of answers for which another verifier has paid, and of others like them.
func TestDisputed(t *testing.T) {
	var lines []string
	var want []string
	for _, a := range []struct{ puzzle, text, verdict string }{
		{"24:3,3,8,8", "8/(3-8/3)", "right"},
		{"24:3,3,8,8", "6*4*1*1", "wrong extra.missing"},
		{"24:3,3,8,8", "10+10+3+1", "wrong extra.missing"},
		{"24:3,3,8,8", "5*5-1/2", "wrong extra.missing"},
		{"24:3,3,8,8", "5*5-2/4", "wrong extra.missing"},
		{"24:1,2,5,5", "5*5-1/2", "wrong value"},
		{"24:2,4,5,5", "5*5-2/4", "wrong value"},
		{"24:3,3,8,8", "4*6", "wrong extra.missing"},
		{"24:3,3,8,8", "24", "wrong extra.missing"},
		{"24:3,3,8,8", "24.5", "wrong extra.missing"},
		{"24:3,3,8,8", "8*3", "wrong missing"},
		{"24:3,3,8,8", "8*3+3-3", "wrong repeated.missing"},
		{"24:3,3,8,8", "8*3*(8-8+1)", "wrong extra.missing"},
		{"24:3,3,8,8", "8*3+(8-8)*3", "wrong repeated"},
		{"24:2,2,3,3", "2**3*3", "wrong operator"},
		{"24:3,3,8,8", "8/(3-3)+8", "wrong div-zero"},
		{"24:3,3,8,8", "8/(3-8/3) = 24", "right"},
		{"24:3,3,8,8", "8/(3-8/3) = 25", "wrong claim"},
		{"24:3,3,8,8", "", "wrong syntax.empty"},
	} {
		if got := strictVerdict(t, a.puzzle, a.text); got != a.verdict {
			t.Errorf("%s, %s: the judge says %s", a.puzzle, a.text, got)
		}
		lines = append(lines, a.puzzle+"\t"+a.text)
		want = append(want, a.verdict)
	}
	got := strings.Split(strings.TrimSuffix(runChecker(t, strings.Join(lines, "\n")+"\n"), "\n"), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("the checker says %q", got)
	}
	for _, a := range disputed {
		if !slices.Contains(lines, a.puzzle+"\t"+a.text) {
			t.Errorf("%s, %s is on the page, and not here", a.puzzle, a.text)
		}
	}
}

// A mutant is an answer that was right before something in it was changed.
type mutant struct {
	kind   string
	puzzle string
	text   string
}

var (
	numberForm   = regexp.MustCompile(`\d+`)
	operatorForm = regexp.MustCompile(`[-+*/]`)
	bracketForm  = regexp.MustCompile(`[()]`)
)

// change replaces one of the places that a pattern matches in a text. If there is none, it returns the text as it is.
func change(r *rand.Rand, text string, pattern *regexp.Regexp, by func(old string) string) string {
	places := pattern.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	place := places[r.IntN(len(places))]
	return text[:place[0]] + by(text[place[0]:place[1]]) + text[place[1]:]
}

// pick returns one of some texts.
func pick(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// mutations are the ways to change an answer.
var mutations = []struct {
	kind string
	// isLoose means that the judge may explain more than the checker, because it knows what people mean by a text
	// that is no calculation.
	isLoose bool
	mutate  func(r *rand.Rand, text string) string
}{
	{"nothing", false, func(_ *rand.Rand, text string) string { return text }},
	{"a number changed", false, func(r *rand.Rand, text string) string {
		return change(r, text, numberForm, func(string) string { return strconv.Itoa(r.IntN(30)) })
	}},
	{"a number one more", false, func(r *rand.Rand, text string) string {
		return change(r, text, numberForm, func(old string) string {
			n, _ := strconv.Atoi(old)
			return strconv.Itoa(n + 1)
		})
	}},
	{"a number dropped", false, func(r *rand.Rand, text string) string {
		return change(r, text, regexp.MustCompile(`[-+*/]\d+|\d+[-+*/]`), func(string) string { return "" })
	}},
	{"a number repeated", false, func(r *rand.Rand, text string) string {
		numbers := numberForm.FindAllString(text, -1)
		n := pick(r, numbers...)
		return "(" + text + ")" + pick(r, "+"+n+"-"+n, "*"+n+"/"+n, "+"+n, "*"+n)
	}},
	{"two numbers changed", false, func(r *rand.Rand, text string) string {
		for range 2 {
			text = change(r, text, numberForm, func(string) string { return pick(r, numberForm.FindAllString(text, -1)...) })
		}
		return text
	}},
	{"an operator changed", false, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(string) string { return pick(r, "+", "-", "*", "/") })
	}},
	{"an operator doubled", false, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(old string) string { return old + pick(r, "-", "+") })
	}},
	{"a bracket dropped", true, func(r *rand.Rand, text string) string {
		return change(r, text, bracketForm, func(string) string { return "" })
	}},
	{"all brackets dropped", false, func(_ *rand.Rand, text string) string {
		return bracketForm.ReplaceAllString(text, "")
	}},
	{"another value", false, func(r *rand.Rand, text string) string {
		return text + pick(r, "+1/2", "+0.5", "-0.4999", "*1.0000001", "+1/1000000")
	}},
	{"24.5 from other numbers", false, func(r *rand.Rand, _ string) string {
		return pick(r, "24.5", "5*5-1/2", "5*5-2/4", "49/2", "24", "6*4*1*1", "10+10+3+1", "8*3", "4!+0", "12*2+0/5")
	}},
	{"a power", false, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(string) string { return pick(r, "**", "^") })
	}},
	{"a floor division", false, func(_ *rand.Rand, text string) string { return strings.ReplaceAll(text, "/", "//") }},
	{"a root or a factorial", false, func(r *rand.Rand, text string) string {
		return change(r, text, numberForm, func(old string) string { return pick(r, "sqrt("+old+")", "("+old+"!)") })
	}},
	{"a sign", false, func(r *rand.Rand, text string) string {
		return pick(r, "-("+text+")", "-"+text, "0-("+text+")", "+"+text)
	}},
	{"a claim", false, func(r *rand.Rand, text string) string {
		return text + pick(r, "=24", " = 24", "=25", "=24.5", "=24.0", "=12*2", "=48/2=24", "=1/0", "=24=25", "=")
	}},
	{"a value said", true, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(string) string { return "=" })
	}},
	{"other signs", false, func(r *rand.Rand, text string) string {
		times := pick(r, "×", "x", "·")
		bracket := pick(r, "(", "[")
		return strings.NewReplacer("*", times, "/", "÷", "-", "−", "(", bracket).Replace(text)
	}},
	{"blanks and zeros", false, func(r *rand.Rand, text string) string {
		text = operatorForm.ReplaceAllString(text, " $0 ")
		return change(r, text, numberForm, func(old string) string { return pick(r, "0"+old, old+".0", " "+old+" ") })
	}},
	{"a sign left out", false, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(string) string { return "" })
	}},
	{"many brackets", false, func(r *rand.Rand, text string) string {
		n := 1 + r.IntN(300)
		return strings.Repeat("(", n) + text + strings.Repeat(")", n)
	}},
	{"a function", true, func(r *rand.Rand, text string) string {
		return pick(r, "floor", "round", "ceil", "abs") + "(" + text + ")"
	}},
	{"a sentence", true, func(r *rand.Rand, _ string) string {
		return pick(r, "I do not know", "There is no solution.", "24!!", "the answer is 24", "8 times 3",
			"None", "nan", "print(24)", "true", "24 if 1 else 0")
	}},
	{"a word inside", true, func(r *rand.Rand, text string) string {
		return change(r, text, operatorForm, func(string) string {
			return pick(r, " mod ", " and ", "%", " or ", "&", " ", "==")
		})
	}},
}

// mutants returns that many changed answers. About three of four are to hands of 24, the others to games of Countdown.
// The ways to change them come in turn.
func mutants(t *testing.T, count int) []mutant {
	t.Helper()
	r := rand.New(rand.NewPCG(24, property.Seed()))
	right := map[string][]mutant{}
	for _, game := range []string{"24", "countdown"} {
		lines := strings.Split(strings.TrimSuffix(tableOf(t, game), "\n"), "\n")
		column := map[string]string{"24": "answers", "countdown": "best"}[game]
		index := slices.Index(strings.Split(lines[0], "\t"), column)
		for _, line := range lines[1:] {
			cells := strings.Split(line, "\t")
			for _, text := range strings.Fields(cells[index]) {
				right[game] = append(right[game], mutant{puzzle: cells[0], text: text})
			}
		}
	}
	var all []mutant
	for i := range count {
		game := []string{"24", "24", "24", "countdown"}[r.IntN(4)]
		m := right[game][r.IntN(len(right[game]))]
		mutation := mutations[i%len(mutations)]
		m.kind = mutation.kind
		m.text = mutation.mutate(r, m.text)
		all = append(all, m)
	}
	return all
}

// Judge and checker say the same of changed answers: which are right and, unless they are no calculation, why the
// others are wrong.
func TestMutants(t *testing.T) {
	all := mutants(t, 10_000/property.Step(10))
	var lines strings.Builder
	for _, m := range all {
		fmt.Fprintf(&lines, "%s\t%s\n", m.puzzle, m.text)
	}
	said := strings.Split(strings.TrimSuffix(runChecker(t, lines.String()), "\n"), "\n")
	if len(said) != len(all) {
		t.Fatalf("%d answers have %d verdicts", len(all), len(said))
	}
	ofJudge := map[string]int{}
	ofChecker := map[string]int{}
	differ := 0
	for i, m := range all {
		want := strictVerdict(t, m.puzzle, m.text)
		ofJudge[want]++
		ofChecker[said[i]]++
		isSame := want == said[i]
		if mutations[i%len(mutations)].isLoose {
			isSame = (want == "right") == (said[i] == "right")
		}
		if !isSame {
			differ++
			if differ <= 40 {
				t.Errorf("%s: %s, %q: the judge says %s, the checker %s", m.kind, m.puzzle, m.text, want, said[i])
			}
		}
	}
	t.Logf("%d answers, %d differ", len(all), differ)
	for _, verdict := range slices.Sorted(maps.Keys(merged(ofJudge, ofChecker))) {
		t.Logf("%-24s judge %5d, checker %5d", verdict, ofJudge[verdict], ofChecker[verdict])
	}
}

// slip makes one to three slips of the finger in a text: it leaves out, adds, replaces or swaps characters.
func slip(r *rand.Rand, text string) string {
	keys := []rune("0123456789+-*/()[]{} .,=^!x$%_;:'\"`√×÷−#\\|&~")
	typed := []rune(text)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(typed))
		j := r.IntN(len(typed))
		key := keys[r.IntN(len(keys))]
		switch r.IntN(4) {
		case 0:
			typed = slices.Delete(typed, i, i+1)
		case 1:
			typed = slices.Insert(typed, i, key)
		case 2:
			typed[i] = key
		default:
			typed[i], typed[j] = typed[j], typed[i]
		}
		if len(typed) == 0 {
			return ""
		}
	}
	return string(typed)
}

// Whatever somebody types by mistake, the checker finds nothing right that the judge does not find right. The judge
// ignores signs of typesetting, so it finds more.
func TestSlips(t *testing.T) {
	r := rand.New(rand.NewPCG(60, property.Seed()))
	var all []mutant
	var lines strings.Builder
	for _, m := range mutants(t, 20_000/property.Step(10)) {
		if m.text == "" {
			continue
		}
		m.text = slip(r, m.text)
		all = append(all, m)
		fmt.Fprintf(&lines, "%s\t%s\n", m.puzzle, m.text)
	}
	said := strings.Split(strings.TrimSuffix(runChecker(t, lines.String()), "\n"), "\n")
	if len(said) != len(all) {
		t.Fatalf("%d answers have %d verdicts", len(all), len(said))
	}
	right := 0
	for i, m := range all {
		if said[i] != "right" {
			continue
		}
		right++
		if want := strictVerdict(t, m.puzzle, m.text); want != "right" {
			t.Errorf("%s, %q: the judge says %s", m.puzzle, m.text, want)
		}
	}
	if right == 0 {
		t.Error("none of the answers is right")
	}
	t.Logf("%d of %d answers are right", right, len(all))
}

// merged returns a map with the keys of both.
func merged(a, b map[string]int) map[string]int {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
