package practice

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/engine/games"
)

// A narrowGame has a single puzzle that needs a skill.
type narrowGame struct {
	engine.Game
	only engine.Puzzle
}

func (g narrowGame) New(random *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	if w.Skill != "" {
		return g.only, nil
	}
	return g.Game.New(random, w)
}

// An easyPuzzle needs five seconds, and a skill.
type easyPuzzle struct{ engine.Puzzle }

const skill = "sum"

func (easyPuzzle) Rating() engine.Rating {
	return engine.Rating{Seconds: 5, Deviation: 0.3, Skills: map[string]float64{skill: 1}}
}

// slowAtSums knows of somebody that they need four times as long for a skill.
func slowAtSums() rating.Profile {
	var works []rating.Work
	for i := range 40 {
		w := rating.Work{Attempt: rating.Attempt{Solved: true, After: 9 * time.Second}, Difficulty: math.Log(9), Error: 0.3}
		if i%2 == 0 {
			w.After = 36 * time.Second
			w.Skills = map[string]float64{skill: 1}
		}
		works = append(works, w)
	}
	return rating.NewProfile(works)
}

// Who has met all puzzles of their weak skill gets others.
func TestAllPuzzlesOfASkillAreMet(t *testing.T) {
	x := newLearner(t)
	puzzle, err := games.Parse("24:4,4,6,11")
	if err != nil {
		t.Fatal(err)
	}
	game := narrowGame{x.practice.Play.Game("24"), easyPuzzle{puzzle}}
	known := slowAtSums()
	if weak := known.Weak(); len(weak) != 1 || weak[0].Code != skill {
		t.Fatalf("they are weak at %+v", weak)
	}
	random := rand.New(rand.NewPCG(1, 2))
	class := puzzle.Face().Class()
	met := []dealtPuzzle{{Class: class, At: noon}}
	for _, test := range []struct {
		name   string
		lately []dealtPuzzle
		comes  bool
	}{{"before they met it", nil, true}, {"after they met it", met, false}} {
		count := 0
		for range 20 {
			_, drawn, err := x.practice.suiting(t.Context(), x.act, game, random, known, test.lately)
			if err != nil {
				t.Fatal(err)
			}
			if drawn.Puzzle.Face().Class() == class {
				count++
			}
		}
		if (count > 0) != test.comes {
			t.Errorf("%s the only puzzle of the skill comes %d times in 20", test.name, count)
		}
	}
}
