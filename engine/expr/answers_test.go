package expr

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A knownAnswer is one to a puzzle of Tchisla, by strong players and solvers.
type knownAnswer struct {
	target int64
	digit  string
	count  int
	text   string
}

// answers reads data/tchisla-answers.tsv in the folder that RECKON_SHARED names, or in the
// folder shared beside the repository.
func answers(t testing.TB) []knownAnswer {
	t.Helper()
	shared := os.Getenv("RECKON_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(shared, "data", "tchisla-answers.tsv"))
	if os.IsNotExist(err) {
		t.Skip("no reference data:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []knownAnswer
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		target, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil {
			// The line is the heading.
			continue
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, knownAnswer{target, fields[1], count, fields[3]})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// judge reports whether text makes the target.
func judge(text string, target int64) (*Node, bool, error) {
	n, err := Parse(text)
	if err != nil {
		return nil, false, err
	}
	v, err := Eval(n)
	return n, err == nil && v.Is(target), err
}

func TestAnswers(t *testing.T) {
	list := answers(t)
	if len(list) != 400 {
		t.Fatalf("%d answers, want 400", len(list))
	}
	for _, a := range list {
		n, right, err := judge(a.text, a.target)
		if !right {
			t.Errorf("%s is not judged %d: %v", a.text, a.target, err)
			continue
		}
		if got := CountDigits(n); got != a.count {
			t.Errorf("CountDigits(%s) = %d, want %d", a.text, got, a.count)
		}
		if again, right, err := judge(n.String(), a.target); !right || !flat(again).Equal(flat(n)) {
			t.Errorf("%s, printed as %s, is not judged %d: %v", a.text, n, a.target, err)
		}
	}
}

// TestMutatedAnswers changes one sign or digit of each answer in every way. A few
// mutants are still right, such as 2*2 for 2+2. For these the test compares the target
// with the value in floating point.
func TestMutatedAnswers(t *testing.T) {
	mutants, right := 0, 0
	for _, a := range answers(t) {
		for _, m := range mutations(a.text) {
			n, ok, err := judge(m, a.target)
			if err != nil {
				continue
			}
			mutants++
			if !ok {
				continue
			}
			right++
			if f, known := approximate(n); known && (f < float64(a.target)-1e-6 || f > float64(a.target)+1e-6) {
				t.Errorf("%s is judged %d but is about %v", m, a.target, f)
			}
		}
	}
	if mutants < 5000 || right > mutants/20 {
		t.Errorf("%d of %d mutants are right", right, mutants)
	}
}

func mutations(text string) []string {
	var list []string
	for i, r := range text {
		var others string
		switch {
		case '1' <= r && r <= '9':
			others = string('1' + (r-'0')%9)
		case r == '+' || r == '-' || r == '*' || r == '/' || r == '^':
			others = strings.ReplaceAll("+-*/^", string(r), "")
		case r == '√' || r == '!':
			list = append(list, text[:i]+text[i+len(string(r)):])
		}
		for _, o := range others {
			list = append(list, text[:i]+string(o)+text[i+1:])
		}
	}
	return list
}

// BenchmarkJudge reads, evaluates and compares the 400 answers. It reports the median
// and the slowest answer besides the mean of all.
func BenchmarkJudge(b *testing.B) {
	list := answers(b)
	taken := make([]time.Duration, len(list))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a := list[i%len(list)]
		start := time.Now()
		_, right, err := judge(a.text, a.target)
		if d := time.Since(start); i < len(list) || d < taken[i%len(list)] {
			// The least time of all rounds counts, since other programs disturb the rest.
			taken[i%len(list)] = d
		}
		if !right {
			b.Fatal(a.text, err)
		}
	}
	slices.Sort(taken)
	b.ReportMetric(float64(taken[len(taken)/2]), "median-ns")
	b.ReportMetric(float64(taken[len(taken)-1]), "slowest-ns")
}

// monsters are texts that would cost much if they were evaluated.
var monsters = map[string]string{
	"9^9^9^9":           "9^9^9^9",
	"99!!!":             "99!!!",
	"2^(2^40)":          "2^(2^40)",
	"ratio":             "(1/3+2/7)^9999+√2",
	"sum":               "(√2+√3+√5+√7+√11+√13)^64",
	"nested":            strings.Repeat("√(1+", 80) + "√2" + strings.Repeat(")", 80) + "^2-1",
	"million-brackets":  strings.Repeat("(", 1e6),
	"megabyte":          strings.Repeat("1+", 1<<19),
	"longest-sum":       rootsOfAll(500),
	"longest-factorial": "3" + strings.Repeat("!", MaxBytes-1),
	"unlike-roots":      numbered("√((10^200+7*#)*(10^18+#))", "+", 100),
	"unlike-products":   numbered("√(10^600-7*#)", "*", 200),
	"unlike-sums":       numbered("(√7+#)^(1/(3*#))", "+", 150),
	"fractions":         numbered("(10^300+#)/(10^300-#)", "+", 150),
	"near-factorials":   numbered("(10^15+7*#)!", "/", 200),
	"far-factorials":    numbered("√(#00!)", "*", 100),
	"estimates":         "9!!!" + strings.Repeat("+9!!!", 800),
}

// TestRefusedCheaply bounds the memory that a monster takes until it is refused. The
// time that it takes grows with the memory.
func TestRefusedCheaply(t *testing.T) {
	const limit = 8 << 20
	for name, text := range monsters {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := judgeSize(text)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s is not refused", name)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > limit {
			t.Errorf("%s takes %d bytes, want at most %d", name, taken, limit)
		}
	}
}

// judgeSize judges as judge does, and a value that is too large by its size. The error
// is that of judge.
func judgeSize(text string) (right bool, err error) {
	n, right, err := judge(text, 1)
	if tooLarge(err) && n != nil {
		right, _ = Makes(n, 1)
	}
	return right, err
}

// BenchmarkRefuse refuses monsters.
func BenchmarkRefuse(b *testing.B) {
	for name, text := range monsters {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if right, err := judgeSize(text); right || err == nil {
					b.Fatal("not refused")
				}
			}
		})
	}
}

// numbered repeats a text with 2, 3, … for its #, at most n times and as often as
// MaxBytes allows.
func numbered(text, sign string, n int) string {
	s := strings.ReplaceAll(text, "#", "2")
	for i := 3; i < n+2; i++ {
		next := sign + strings.ReplaceAll(text, "#", strconv.Itoa(i))
		if len(s)+len(next) > MaxBytes {
			break
		}
		s += next
	}
	return s
}

// rootsOfAll returns √1+√2+√3+… up to √n.
func rootsOfAll(n int) string {
	var s strings.Builder
	for i := 1; i <= n; i++ {
		s.WriteString("+√" + strconv.Itoa(i))
	}
	return s.String()
}
