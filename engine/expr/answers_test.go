package expr

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// tchisla is one of the answers by strong players and solvers.
type tchisla struct {
	target int64
	digit  string
	count  int
	text   string
}

// answers reads ../shared/data/tchisla-answers.tsv beside the repository, or
// in the folder RECKON_SHARED names.
func answers(t testing.TB) []tchisla {
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
	var list []tchisla
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		target, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil {
			continue // the head
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tchisla{target, fields[1], count, fields[3]})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// judge tells whether text makes the target.
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
		if again, right, err := judge(n.String(), a.target); !right || !again.Equal(n) {
			t.Errorf("%s, printed as %s, is not judged %d: %v", a.text, n, a.target, err)
		}
	}
}

// TestMutatedAnswers changes one sign or digit of each answer in every way. A
// few mutants are right all the same (2+2 and 2*2), which the test finds by
// comparing with an enclosure of the value that is computed another way.
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

func BenchmarkJudge(b *testing.B) {
	list := answers(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a := list[i%len(list)]
		if _, right, err := judge(a.text, a.target); !right {
			b.Fatal(a.text, err)
		}
	}
}

func BenchmarkRefuse(b *testing.B) {
	for _, text := range []string{"9^9^9^9", "99!!!", "2^(2^40)", "√(5040!+1)", strings.Repeat("(", 1<<20), strings.Repeat("1+", 1<<19)} {
		name := text
		if len(name) > 12 {
			name = name[:2] + "_x" + strconv.Itoa(len(text)/2)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := judge(text, 1); err == nil {
					b.Fatal("not refused")
				}
			}
		})
	}
}
