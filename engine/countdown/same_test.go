package countdown

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/property"
)

func TestSameForm(t *testing.T) {
	for _, c := range []struct {
		id, one, other string
		want           bool
	}{
		{"countdown:10,7,5,3,2,1=350", "10*7*5", "10*7*(3+2)", true},
		{"countdown:10,7,5,3,2,1=350", "10*7*(3+2)", "10*7*5", true},
		{"countdown:10,7,5,3,2,1=350", "10*7*5", "(3+2)*7*10", true},
		{"countdown:10,7,5,3,2,1=350", "10*7*5", "7*5*(3+2)*2", false},
		{"countdown:10,7,5,4,3,2=350", "10*7*5", "7*10*(3+2)", true},
		{"countdown:10,7,5,4,3,2=350", "10*7*5", "(4+3)*10*5", true},
		{"countdown:10,7,5,4,3,2=350", "10*(4+3)*5", "10*7*(3+2)", false},
		{"countdown:75,25,6,5,4,1=101", "75+25", "75+5*(6-1)", true},
		{"countdown:75,25,6,5,4,1=101", "75+25", "75+6*4+1", true},
		{"countdown:75,25,6,5,4,1=101", "75+25", "25*4", false},
		{"countdown:75,50,10,4,2,1=125", "75+50", "75+4*10+2*5", false},
		{"countdown:100,50,9,5,4,2=106", "100+9-4+1", "100+9-2", false},
		{"countdown:100,9,8,7,3,2=101", "100+9-8", "100+7+2-8", true},
		{"countdown:100,9,8,7,3,2=101", "100+9-8", "100+7+3-9", false},
		{"countdown:100,9,8,7,5,3=101", "100+9-8", "100+9-5-3", true},
		{"countdown:100,50,8,4,2,2=400", "100*8/2", "50*2*8/2", true},
		{"countdown:100,50,8,4,2,2=400", "100*8/2", "100*4", true},
		{"countdown:100,50,8,4,2,2=400", "100*4", "100*8/2", true},
		{"countdown:100,10,9,5,4,2=101", "100", "10*(9+5-4)", true},
	} {
		p, err := Game{}.Parse(c.id[len("countdown:"):])
		if err != nil {
			t.Fatal(err)
		}
		one := p.Judge(c.one).Form
		other := p.Judge(c.other).Form
		if got := engine.IsSameForm(p, one, other); got != c.want {
			t.Errorf("%s: %s and %s are the same: %v", c.id, one, other, got)
		}
	}
}

// formsOf returns the forms that tiles can make, by the set of tiles that a form uses.
func formsOf(p *Puzzle, tiles []int) (texts map[string]uint) {
	texts = map[string]uint{}
	of := make([][]string, 1<<len(tiles))
	for mask := 1; mask < len(of); mask++ {
		add := func(text string) {
			v := p.Judge(text)
			isNew := v.Form != "" && texts[v.Form] == 0
			if isNew {
				texts[v.Form] = uint(mask)
				of[mask] = append(of[mask], "("+v.Form+")")
			}
		}
		for i, tile := range tiles {
			if mask == 1<<i {
				add(string(rune('0' + tile)))
			}
		}
		for left := (mask - 1) & mask; left > 0; left = (left - 1) & mask {
			for _, x := range of[left] {
				for _, y := range of[mask&^left] {
					for _, op := range []string{"+", "-", "*", "/"} {
						add(x + op + y)
					}
				}
			}
		}
	}
	return texts
}

// written returns the forms that a form becomes when one tile is written as a calculation of tiles
// that the rest of the form does not use.
func written(p *Puzzle, all map[string]uint, byValue map[string][]string, form string, tiles []int) (out []string) {
	for at, r := range form {
		isTile := r >= '0' && r <= '9'
		if !isTile {
			continue
		}
		i := slices.Index(tiles, int(r-'0'))
		rest := all[form] &^ (1 << i)
		for _, calculation := range byValue[string(r)] {
			if all[calculation]&rest == 0 {
				text := form[:at] + "(" + calculation + ")" + form[at+1:]
				out = append(out, p.Judge(text).Form)
			}
		}
	}
	return out
}

// Two forms that four different tiles make are the same if and only if one becomes the other when
// tiles are written as calculations.
func TestSameFormIsWriting(t *testing.T) {
	for seed := range uint64(property.Cases(3, 60)) {
		r := rand.New(rand.NewPCG(seed, 19))
		tiles := r.Perm(9)[:4]
		for i := range tiles {
			tiles[i]++
		}
		p := &Puzzle{tiles: tiles, target: 101}
		all := formsOf(p, tiles)
		byValue := map[string][]string{}
		for form := range all {
			value := p.Judge(form).Value
			byValue[value] = append(byValue[value], form)
		}
		become := func(form string) map[string]bool {
			reached := map[string]bool{form: true}
			for next := []string{form}; len(next) > 0; next = next[1:] {
				for _, other := range written(p, all, byValue, next[0], tiles) {
					if !reached[other] {
						reached[other] = true
						next = append(next, other)
					}
				}
			}
			return reached
		}
		for _, forms := range byValue {
			from := map[string]map[string]bool{}
			for _, form := range forms {
				from[form] = become(form)
			}
			for _, one := range forms {
				for _, other := range forms {
					want := from[one][other] || from[other][one]
					if got := p.IsSameForm(one, other); got != want {
						t.Fatalf("%v: %s and %s are the same: %v, want %v", tiles, one, other, got, want)
					}
				}
			}
		}
	}
}

// A comparison takes microseconds, whatever the forms are.
func TestSameFormIsFast(t *testing.T) {
	p, err := Game{}.Parse("10,9,8,7,6,5=315")
	if err != nil {
		t.Fatal(err)
	}
	all := p.Solve(t.Context()).All
	some := all[:min(len(all), 100)]
	begun := time.Now()
	for _, one := range some {
		for _, other := range some {
			engine.IsSameForm(p, one, other)
		}
	}
	compared := len(some) * len(some)
	each := time.Since(begun) / time.Duration(max(1, compared))
	t.Logf("%d comparisons, %v each", compared, each)
	if each > time.Millisecond {
		t.Errorf("a comparison takes %v", each)
	}
}
