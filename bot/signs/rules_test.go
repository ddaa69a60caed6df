package signs

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// A player returns how many seconds somebody takes for a puzzle of a difficulty, which is in ln of seconds.
type player func(r *rand.Rand, difficulty float64) (seconds float64)

// person returns a player who solves as the model of ratings says, and then types the answer, which takes typing
// seconds.
func person(ability, typing float64) player {
	return func(r *rand.Rand, difficulty float64) float64 {
		u := r.Float64()
		think := math.Exp(difficulty - ability + rating.Spread*math.Log(u/(1-u)))
		return think + typing*math.Exp(0.25*r.NormFloat64())
	}
}

// signedIn plays some puzzles. It returns the kind of the first sign; empty: there is none.
func signedIn(r *rand.Rand, p player, puzzles int, difficulty func() float64) (kind string) {
	at := time.Unix(0, 0)
	var all []solve
	for range puzzles {
		d := difficulty()
		s := p(r, d)
		at = at.Add(time.Duration((s + 5) * float64(time.Second)))
		all = append(all, solveOf(round.RatedAttempt{
			At:        at,
			After:     time.Duration(s * float64(time.Second)),
			Predicted: math.Exp(d + 0.2*r.NormFloat64()),
		}))
		if sign, ok := signOf(all); ok {
			return sign.Kind
		}
	}
	return ""
}

// hands draws difficulties like those of the hands of 24.
func hands(r *rand.Rand) func() float64 {
	return func() float64 { return 2.2 + 0.6*math.Abs(r.NormFloat64()) }
}

// TestPeopleShowNoSigns simulates weeks of a hundred puzzles of honest people: average ones, the quickest,
// students who solve one type of puzzle, and two people at one keyboard. There are 2,400 weeks, and 12,000
// in the nightly tests.
func TestPeopleShowNoSigns(t *testing.T) {
	// Nothing of it is in the database.
	dbtest.OnlyFile(t)
	r := rand.New(rand.NewPCG(14, 4))
	// They solve puzzles of one type.
	alike := func() float64 { return 1.8 }
	for _, tt := range []struct {
		name       string
		player     func() player
		difficulty func() float64
	}{
		{"anybody", func() player { return person(r.NormFloat64(), 1.2+r.Float64()) }, hands(r)},
		{"quick", func() player { return person(1.5+0.5*r.Float64(), 1) }, hands(r)},
		{"students", func() player { return person(1.5*r.Float64(), 1.2) }, alike},
		{"quick students", func() player { return person(2, 1) }, alike},
		{"quick, in whole seconds", func() player {
			p := person(1.5+0.5*r.Float64(), 1)
			return func(r *rand.Rand, d float64) float64 { return math.Ceil(p(r, d)) }
		}, alike},
		{"two", func() player {
			a := person(r.NormFloat64(), 1.5)
			b := person(r.NormFloat64(), 1)
			return func(r *rand.Rand, d float64) float64 { return min(a(r, d), b(r, d)) }
		}, hands(r)},
	} {
		for range property.Cases(400, 2000) {
			if kind := signedIn(r, tt.player(), 100, tt.difficulty); kind != "" {
				t.Errorf("%s: %s", tt.name, kind)
			}
		}
	}
}

// TestScriptsShowSigns simulates a day of a hundred puzzles for each of some simple scripts. All are
// noticed.
func TestScriptsShowSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 5))
	// jitter is how much the network's delay varies.
	jitter := func() float64 { return 0.03 * math.Abs(r.NormFloat64()) }
	for _, tt := range []struct {
		name       string
		kind       string
		script     func() player
		difficulty func() float64
	}{
		{"constant delay", Even, func() player {
			delay := 2 + 10*r.Float64()
			return func(*rand.Rand, float64) float64 { return delay + jitter() }
		}, hands(r)},
		{"2 to 3 seconds", Even, func() player {
			return func(r *rand.Rand, _ float64) float64 { return 2 + r.Float64() + jitter() }
		}, hands(r)},
		{"replay", Repeated, func() player {
			times := make([]float64, 15+r.IntN(25))
			i := -1
			like := person(0, 1)
			for i := range times {
				times[i] = like(r, hands(r)())
			}
			return func(*rand.Rand, float64) float64 {
				i++
				return times[i%len(times)] + jitter()
			}
		}, hands(r)},
		{"very hard hands in 1 to 3 seconds", Quick, func() player {
			return func(r *rand.Rand, _ float64) float64 { return math.Exp(1.1 * r.Float64()) }
		}, func() float64 { return 4.6 }},
	} {
		for range 200 {
			if kind := signedIn(r, tt.script(), 100, tt.difficulty); kind != tt.kind {
				t.Errorf("%s: %q, want %s", tt.name, kind, tt.kind)
			}
		}
	}
}

// TestChanceBelow compares the distribution with known values.
func TestChanceBelow(t *testing.T) {
	for _, tt := range []struct {
		x      float64
		values int
		want   float64
	}{{2.7004, 9, 0.025}, {0.0100251, 1, 0.0797555}, {18.4927, 30, 0.05}, {0.2, 2, 1 - math.Exp(-0.1)}} {
		if got := chanceBelow(tt.x, tt.values); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("below %v of %d: %v, want %v", tt.x, tt.values, got, tt.want)
		}
	}
}

// TestQuickWithinADay spreads the same quick solves over a day, and over a longer time. The ability of a
// Quick sign is measured within a day.
func TestQuickWithinADay(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 6))
	var ln []float64
	for range quickAnswers {
		ln = append(ln, 1.1*r.Float64())
	}
	for _, tt := range []struct {
		during time.Duration
		kind   string
	}{
		{time.Hour, Quick},
		{24 * time.Hour, Quick},
		{24*time.Hour + time.Second, ""},
		{47 * time.Hour, ""},
	} {
		// The earlier solves do not count.
		all := []solve{{at: time.Unix(0, 0).AddDate(0, 0, -7), ln: 4, predicted: 4.6}}
		for i, x := range ln {
			at := time.Unix(0, 0).Add(tt.during * time.Duration(i) / (quickAnswers - 1))
			all = append(all, solve{at: at, ln: x, predicted: 4.6})
		}
		kind := ""
		if sign, isSign := signOf(all); isSign {
			kind = sign.Kind
		}
		if kind != tt.kind {
			t.Errorf("during %v: the sign is %q, want %q", tt.during, kind, tt.kind)
		}
	}
}

// alternating returns solves whose times differ from their mean by a share, one up and one down.
func alternating(n int, share, blur float64) (all []solve) {
	for i := range n {
		all = append(all, solve{at: time.Unix(int64(i), 0), ln: 2 + share*float64(1-i%2*2), blur: blur})
	}
	return all
}

// The chances of some signs, computed by other means: the chi-squared and normal distributions, times the
// number of series that are looked at in a week.
func TestChancesOfSigns(t *testing.T) {
	// These solves are repeated once, each a little slower or quicker.
	var repeated []solve
	for i := range 2 * leastAnswers {
		s := solve{ln: float64(i % leastAnswers * 7 % leastAnswers)}
		if i >= leastAnswers {
			s.ln += 0.03 * float64(1-i%2*2)
		}
		repeated = append(repeated, s)
	}
	var quick []solve
	for range quickAnswers {
		quick = append(quick, solve{ln: 0.5, predicted: 3.9})
	}
	for _, test := range []struct {
		name string
		got  Sign
		want Sign
	}{
		{
			"ten times that differ by 2 %", evenSign(alternating(10, 0.02, 0)),
			Sign{Kind: Even, Answers: 10, Figure: 0.021082, Chance: 1.3640e-6},
		},
		{
			"twenty by 10 %", evenSign(alternating(20, 0.1, 0)),
			Sign{Kind: Even, Answers: 20, Figure: 0.102598, Chance: 1.7657e-3},
		},
		{
			"equal times in whole seconds", evenSign(alternating(10, 0, 0.05)),
			Sign{Kind: Even, Answers: 10, Figure: 0.052705, Chance: 4.7307e-3},
		},
		{
			"ten times that come again", repeatedSign(repeated, leastAnswers),
			Sign{Kind: Repeated, Answers: 10, Figure: 0.03, Chance: 2.0324e-6},
		},
		{
			"again in whole seconds", repeatedSign(alternating(20, 0, 0.05), 10),
			Sign{Kind: Repeated, Answers: 10, Figure: 0.070711, Chance: 9.7840e-3},
		},
		{
			"thirty times as quick as predicted", quickSign(quick),
			Sign{Kind: Quick, Answers: 20, Figure: 3.4, Chance: 5.0344e-6},
		},
	} {
		isNear := func(got, want float64) bool { return math.Abs(got-want) <= 1e-4*want }
		if !isNear(test.got.Chance, test.want.Chance) || !isNear(test.got.Figure, test.want.Figure) {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
		if test.got.Kind != test.want.Kind || test.got.Answers != test.want.Answers {
			t.Errorf("%s: a sign %s of %d answers", test.name, test.got.Kind, test.got.Answers)
		}
	}
}

// A person has a sign in a week with a chance of one in a million, and there are three kinds of signs. So ten
// times may differ by 1.709 % from their mean.
func TestWhatIsASign(t *testing.T) {
	for share, want := range map[float64]bool{0.01709: true, 0.0171: false} {
		sign, isSign := signOf(alternating(10, share, 0))
		if isSign != want {
			t.Errorf("times that differ by %v: %+v", share, sign)
		}
	}
}

// A program that repeats a series of 10 to 60 times is noticed.
func TestLengthOfRepeatedSeries(t *testing.T) {
	for length, want := range map[int]bool{9: false, 10: true, 60: true, 61: false} {
		r := rand.New(rand.NewPCG(14, uint64(length)))
		var all []solve
		for i := range length + leastAnswers {
			s := solve{at: time.Unix(int64(i), 0), ln: 3 * r.Float64()}
			if i >= length {
				s.ln = all[i-length].ln
			}
			all = append(all, s)
		}
		sign, isSign := signOf(all)
		if isSign != want || isSign && sign.Kind != Repeated {
			t.Errorf("a series of %d: %t, %+v", length, isSign, sign)
		}
	}
}

// A time in whole seconds may be half a second off. No time is shorter than a millisecond.
func TestSolveOf(t *testing.T) {
	for after, want := range map[time.Duration]solve{
		4 * time.Second:         {ln: math.Log(4), blur: 0.125},
		4001 * time.Millisecond: {ln: math.Log(4.001)},
		0:                       {ln: math.Log(0.001)},
	} {
		want.predicted = math.Log(12)
		want.at = time.Unix(0, 0)
		got := solveOf(round.RatedAttempt{At: want.at, After: after, Predicted: 12})
		if got != want {
			t.Errorf("%v: %+v, want %+v", after, got, want)
		}
	}
}
