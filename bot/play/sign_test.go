package play

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/play/rating"
	"reckon/storage"
)

// A player makes up the seconds for a puzzle of a difficulty, in ln of seconds.
type player func(r *rand.Rand, difficulty float64) (seconds float64)

// person solves as the model has it, and types the answer.
func person(ability, typing float64) player {
	return func(r *rand.Rand, difficulty float64) float64 {
		u := r.Float64()
		think := math.Exp(difficulty - ability + rating.Spread*math.Log(u/(1-u)))
		return think + typing*math.Exp(0.25*r.NormFloat64())
	}
}

// signedIn plays so many puzzles and returns whether any sign shows.
func signedIn(r *rand.Rand, p player, puzzles int, difficulty func() float64) (kind string) {
	at, all := time.Unix(0, 0), []solve(nil)
	for range puzzles {
		d := difficulty()
		s := p(r, d)
		at = at.Add(time.Duration((s + 5) * float64(time.Second)))
		all = append(all, solveOf(storage.Rated{At: at, After: time.Duration(s * float64(time.Second)), Predicted: math.Exp(d + 0.2*r.NormFloat64())}))
		if sign, ok := signOf(all); ok {
			return sign.Kind
		}
	}
	return ""
}

// hands draws difficulties as those of the hands of 24 are.
func hands(r *rand.Rand) func() float64 {
	return func() float64 { return 2.2 + 0.6*math.Abs(r.NormFloat64()) }
}

// TestPeopleShowNoSigns simulates 10,000 weeks of a hundred puzzles of honest people: anybody,
// the quickest there are, students of one type of puzzle, two people at one keyboard.
func TestPeopleShowNoSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	alike := func() float64 { return 1.8 } // puzzles of one type
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
			a, b := person(r.NormFloat64(), 1.5), person(r.NormFloat64(), 1)
			return func(r *rand.Rand, d float64) float64 { return min(a(r, d), b(r, d)) }
		}, hands(r)},
	} {
		for range 2000 {
			if kind := signedIn(r, tt.player(), 100, tt.difficulty); kind != "" {
				t.Errorf("%s: %s", tt.name, kind)
			}
		}
	}
}

// TestScriptsShowSigns simulates a day of a hundred puzzles of simple scripts. Each is noticed.
func TestScriptsShowSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 5))
	jitter := func() float64 { return 0.03 * math.Abs(r.NormFloat64()) } // of the network
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
			times, i := make([]float64, 15+r.IntN(25)), -1
			like := person(0, 1)
			for i := range times {
				times[i] = like(r, hands(r)())
			}
			return func(*rand.Rand, float64) float64 { i++; return times[i%len(times)] + jitter() }
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

// TestSignsAreFound has a script answer through the rules, and a person beside it. The job
// finds the script, its times teach nothing from then on, and what was cleared is no sign.
func TestSignsAreFound(t *testing.T) {
	x := newTable(t, hard, 0)
	r := rand.New(rand.NewPCG(14, 6))
	ids := map[string]int64{}
	n := 0
	plays := func(who string, p player, puzzles int) {
		x.write(func(tx *storage.Tx) error {
			ids[who] = x.act(tx, who).Person.ID
			for range puzzles {
				n++
				x.at = x.at.Add(time.Minute)
				after := time.Duration(p(r, 2.5) * float64(time.Second))
				l, err := newLesson(tx, storage.Rated{
					PlayerID: ids[who], RoundID: x.round, Game: "24", Class: fmt.Sprint("numbers:", n), At: x.at, Solved: true, After: after, Predicted: 12,
				})
				if err != nil {
					return err
				}
				if _, err := l.learn(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	look := func(who string) (signs []storage.Sign, ability storage.Learnt) {
		for range 3 { // a page each
			do, err := x.play.LookForSigns(context.Background(), storage.Job{Kind: SignsJob}, x.at)
			if err != nil {
				t.Fatal(err)
			}
			x.write(do)
		}
		x.write(func(tx *storage.Tx) (err error) {
			if signs, err = tx.SignsOf(ids[who]); err == nil {
				ability, err = tx.Ability(ids[who], "24")
			}
			return err
		})
		return signs, ability
	}
	script := player(func(*rand.Rand, float64) float64 { return 4 + 0.02*r.Float64() })
	plays("script", script, 9)
	plays("ann", person(1, 1), 60)
	if signs, ability := look("script"); len(signs) != 0 || ability.Attempts != 9 {
		t.Fatalf("nine answers are %+v, %+v", signs, ability)
	}
	plays("script", script, 30)
	signs, ability := look("script")
	if len(signs) != 1 || signs[0].Kind != Even || signs[0].Answers != 10 || ability.Attempts != 39 {
		t.Fatalf("signs %+v, %+v", signs, ability)
	}
	if signs, _ := look("ann"); len(signs) != 0 {
		t.Errorf("a person has signs: %+v", signs)
	}
	plays("script", script, 30)
	if again, after := look("script"); len(again) != 1 || after != ability {
		t.Errorf("checked, they have %+v, and %+v was learnt, %+v before", again, after, ability)
	}
	x.write(func(tx *storage.Tx) error {
		_, err := tx.Decide(ids["script"], storage.Cleared, x.at)
		return err
	})
	plays("script", person(1, 1), 30)
	if again, after := look("script"); len(again) != 1 || after.Attempts != ability.Attempts+30 {
		t.Errorf("cleared, they have %+v, and learnt was %+v", again, after)
	}
	if _, err := Relearn(context.Background(), x.store); err != nil {
		t.Fatal(err)
	}
	if _, after := look("script"); after.Attempts != 9+30+30+30 {
		t.Errorf("anew %+v was learnt", after)
	}
}
