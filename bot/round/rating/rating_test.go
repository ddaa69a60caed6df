package rating

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// logLikelihood is that of an attempt by the log-logistic distribution, written
// down as statistics has it: the density of ln t, or the survival function.
func logLikelihood(difficulty, ability float64, a Attempt) float64 {
	z := (math.Log(a.After.Seconds()) - (difficulty - ability)) / Spread
	if a.Solved {
		return z - 2*math.Log1p(math.Exp(z)) - math.Log(Spread)
	}
	return -math.Log1p(math.Exp(z))
}

// An attempt moves a rating along the derivative of its likelihood, by its step.
func TestLearnFollowsLikelihood(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		b := Rating{Value: rapid.Float64Range(0, 7).Draw(t, "b"), Prior: rapid.Float64Range(0.05, 1).Draw(t, "prior"), Attempts: rapid.IntRange(0, 500).Draw(t, "n")}
		a := NewAbility()
		a.Value, a.Attempts = rapid.Float64Range(-3, 3).Draw(t, "a"), rapid.IntRange(0, 500).Draw(t, "m")
		try := Attempt{rapid.Bool().Draw(t, "solved"), seconds(rapid.Float64Range(1, 3600).Draw(t, "t"))}
		const h = 1e-5
		slope := (logLikelihood(b.Value+h, a.Value, try) - logLikelihood(b.Value-h, a.Value, try)) / (2 * h)
		learntDifficulty, learntAbility := Learn(b, a, try)
		for _, side := range []struct {
			name          string
			before, after Rating
			slope         float64
		}{{"difficulty", b, learntDifficulty, slope}, {"ability", a, learntAbility, -slope}} {
			variance := side.before.Deviation() * side.before.Deviation()
			want := variance * side.slope
			if got := side.after.Value - side.before.Value; math.Abs(got-want) > 1e-6 {
				t.Errorf("%s moved by %v, want %v", side.name, got, want)
			}
			if side.after.Attempts != side.before.Attempts+1 || side.after.Deviation() >= side.before.Deviation() {
				t.Errorf("%s %+v became %+v", side.name, side.before, side.after)
			}
		}
	})
}

func TestChance(t *testing.T) {
	b, a := NewDifficulty(20, 0.1), NewAbility()
	for _, test := range []struct {
		ability float64
		by      time.Duration
		want    float64
	}{
		{0, seconds(20), 0.5},
		// This player is twice as quick.
		{math.Ln2, seconds(10), 0.5},
		{0, seconds(60), 1 / (1 + math.Pow(3, -1/Spread))},
		{0, 0, 1 / (1 + math.Pow(20, 1/Spread))},
		{0, 0, Chance(b, a, Least)},
		{0, 90 * time.Hour, Chance(b, a, Most)},
	} {
		a.Value = test.ability
		if got := Chance(b, a, test.by); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("chance of ability %.2f by %v is %v, want %v", test.ability, test.by, got, test.want)
		}
	}
}

// The constants are those that the documentation states.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		r     Rating
		k0, c float64
	}{
		{NewAbility(), 1.82, 0.77},
		{NewDifficulty(8, 0.0145*8), 0.024, 0.010},
		{NewDifficulty(30, 0.0145*30), 0.34, 0.15},
		{NewDifficulty(30, 0), 0.45, 0.19},
	} {
		k0 := test.r.step()
		test.r.Attempts = 100
		c := (k0/test.r.step() - 1) / 100
		if math.Abs(k0/test.k0-1) > 0.05 || math.Abs(c/test.c-1) > 0.05 {
			t.Errorf("%+v has K0 = %.3f and c = %.3f, want %.3f and %.3f", test.r, k0, c, test.k0, test.c)
		}
	}
}

func TestPace(t *testing.T) {
	r := Rating{Value: -math.Ln2, Prior: 1, Attempts: 40}
	least, most := r.Pace()
	if middle := math.Sqrt(least * most); math.Abs(middle-0.5) > 1e-9 || least >= 0.4 || most <= 0.6 {
		t.Errorf("half as quick is %.2f to %.2f", least, most)
	}
}
