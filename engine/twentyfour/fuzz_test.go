package twentyfour

import (
	"testing"

	"reckon/engine"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"3,3,8,8", "a j q k", "1 2 3 4 5 = 100", "1,2=-1", "８　３", "=,=", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, desc string) {
		p, err := Game{}.Parse(desc)
		if err != nil {
			if engine.AsFault(err) == nil {
				t.Fatalf("Parse(%q): %v is no fault", desc, err)
			}
			return
		}
		again, err := Game{}.Parse(p.ID()[len("24:"):])
		if err != nil || again.ID() != p.ID() || len(p.ID()) > 80 {
			t.Fatalf("Parse(%q) = %s, parsed again %v, %v", desc, p.ID(), again, err)
		}
	})
}

func FuzzJudge(f *testing.F) {
	for _, s := range []string{"8/(3-8/3)", "8/(3-8/3)=24", "-8/(8/3-3)", "3^8", "8/(3-3)", "((", "√8!+３"} {
		f.Add(s)
	}
	p, err := Game{}.Parse("3,3,8,8")
	if err != nil {
		f.Fatal(err)
	}
	best := p.Judge("8/(3-8/3)")
	f.Fuzz(func(t *testing.T, answer string) {
		v := p.Judge(answer)
		switch {
		case (v.Outcome == engine.Right) != (v.Fault == nil):
			t.Fatalf("Judge(%q) = %+v", answer, v)
		case v.Outcome == engine.Right && v.Form != best.Form: // the hand has one solution
			t.Fatalf("Judge(%q) has form %s, not %s", answer, v.Form, best.Form)
		case v.Fault != nil && v.Fault.At != nil && (v.Fault.At.Pos < 0 || v.Fault.At.End > len(answer)):
			t.Fatalf("Judge(%q): fault at %v", answer, *v.Fault.At)
		}
	})
}
