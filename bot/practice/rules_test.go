package practice

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A narrowGame has only one puzzle that needs a skill.
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

// skill is the only skill that these puzzles need.
const skill = "sum"

func (easyPuzzle) Rating() engine.Rating {
	return engine.Rating{Seconds: 5, Deviation: 0.3, Skills: map[string]float64{skill: 1}}
}

// asPredicted returns the work of a person who needs nine seconds for a puzzle, as the game predicts.
func asPredicted() rating.Work {
	return rating.Work{
		Attempt:    rating.Attempt{Solved: true, After: 9 * time.Second},
		Difficulty: math.Log(9),
		Error:      0.3,
	}
}

// slowAtSums returns the profile of a person who takes four times as long if a puzzle needs a skill.
func slowAtSums() rating.Profile {
	var works []rating.Work
	for i := range 40 {
		w := asPredicted()
		if i%2 == 0 {
			w.After = 36 * time.Second
			w.Skills = map[string]float64{skill: 1}
		}
		works = append(works, w)
	}
	return rating.NewProfile(works)
}

// A person who has met all puzzles that need their weak skill gets other puzzles.
func TestAllPuzzlesOfASkillAreMet(t *testing.T) {
	x := newLearner(t)
	puzzle, err := games.Parse("24:4,4,6,11")
	if err != nil {
		t.Fatal(err)
	}
	game := narrowGame{x.practice.Play.Game("24"), easyPuzzle{puzzle}}
	known := slowAtSums()
	if weak := known.Weak(); len(weak) != 1 || weak[0].Code != skill {
		t.Fatalf("the weak skills are %+v, want only the one of sums", weak)
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
			_, drawn, err := x.practice.chooseNew(t.Context(), x.act, game, random, known, test.lately)
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

// Three of four puzzles need a weak skill. Of the others, every second one needs the skill that may be the
// weakest. If a person has no weak skill, half of the puzzles need that one.
func TestFocus(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, test := range map[string]struct {
		known rating.Profile
		want  float64
	}{
		"slow at sums":    {slowAtSums(), 0.75 + 0.25*0.5},
		"weak at nothing": {rating.NewProfile(nil), 0},
	} {
		const draws = 4000
		count := 0.0
		for range draws {
			if Focus(random, test.known) == skill {
				count++
			}
		}
		if got := count / draws; math.Abs(got-test.want) > 0.02 {
			t.Errorf("%s: %.3f of the puzzles need the skill, want %.3f", name, got, test.want)
		}
	}
}

// If all puzzles that need a skill are far too easy for a person, other puzzles are drawn. If some suit the
// person, they are drawn.
func TestSkillThatIsTooEasy(t *testing.T) {
	x := newLearner(t)
	only, err := games.Parse("24:4,4,6,11")
	if err != nil {
		t.Fatal(err)
	}
	game := narrowGame{x.practice.Play.Game("24"), easyPuzzle{only}}
	var works []rating.Work
	for range 40 {
		works = append(works, rating.Work{
			Attempt:    rating.Attempt{Solved: true, After: 3 * time.Second},
			Difficulty: math.Log(30),
			Error:      0.3,
		})
	}
	for name, test := range map[string]struct {
		known   rating.Profile
		isDrawn bool
	}{
		"quick":        {rating.NewProfile(works), false},
		"slow at sums": {slowAtSums(), true},
	} {
		puzzle, chance, err := Suiting(game, rand.New(rand.NewPCG(3, 4)), test.known, skill)
		if err != nil {
			t.Fatal(err)
		}
		if isDrawn := puzzle.ID() == only.ID(); isDrawn != test.isDrawn || chance <= 0 || chance >= 1 {
			t.Errorf("%s: %s is drawn, with a chance of %.2f", name, puzzle.ID(), chance)
		}
	}
}

// A countingGame counts its draws.
type countingGame struct {
	narrowGame
	ofSkill *int
	all     *int
}

func (g countingGame) New(random *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	*g.all++
	if w.Skill != "" {
		*g.ofSkill++
	}
	return g.only, nil
}

// A puzzle that was one of the last fifty here, or whose solution the person has seen, is drawn again only if
// twenty draws find no other. Four of these draws ask for the weak skill. Each draw chooses from twelve
// puzzles.
func TestMetPuzzlesAreLeftOut(t *testing.T) {
	x := newLearner(t)
	puzzle, err := games.Parse("24:4,4,6,11")
	if err != nil {
		t.Fatal(err)
	}
	class := puzzle.Face().Class()
	afterOthers := func(n int) []dealtPuzzle { return append(make([]dealtPuzzle, n), dealtPuzzle{Class: class, At: noon}) }
	// The first draw that finds something is the last one.
	once := [2]int{12, 12}
	always := [2]int{4 * 12, 20 * 12}
	for _, test := range []struct {
		name   string
		lately []dealtPuzzle
		isSeen bool
		want   [2]int
	}{
		{"new", nil, false, once},
		{"the last", afterOthers(0), false, always},
		{"the fiftieth from the last", afterOthers(49), false, always},
		{"the one before", afterOthers(50), false, once},
		{"seen", nil, true, always},
	} {
		if test.isSeen {
			x.write(func(tx *storage.Tx) error { return round.MarkSeen(tx, x.act.Person.ID, class, 0) })
		}
		var ofSkill, all int
		game := countingGame{narrowGame{x.practice.Play.Game("24"), easyPuzzle{puzzle}}, &ofSkill, &all}
		// With this seed, the weak skill is chosen.
		random := rand.New(rand.NewPCG(1, 2))
		_, drawn, err := x.practice.chooseNew(t.Context(), x.act, game, random, slowAtSums(), test.lately)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{ofSkill, all}; got != test.want || drawn.Puzzle == nil {
			t.Errorf("%s: %d of %d draws ask for the skill, want %v", test.name, ofSkill, all, test.want)
		}
	}
}

// A timedPuzzle needs some seconds, and a skill.
type timedPuzzle struct {
	engine.Puzzle
	seconds float64
}

func (p timedPuzzle) Rating() engine.Rating {
	return engine.Rating{Seconds: p.seconds, Deviation: 0.3, Skills: map[string]float64{skill: 1}}
}

// The chance to solve a puzzle that needs a skill is between 0.6 and 0.91, which is within one logit of 0.8.
// Otherwise other puzzles are drawn.
func TestHowFarFromTheAim(t *testing.T) {
	x := newLearner(t)
	only, err := games.Parse("24:4,4,6,11")
	if err != nil {
		t.Fatal(err)
	}
	var works []rating.Work
	for range 40 {
		works = append(works, asPredicted())
	}
	known := rating.NewProfile(works)
	least := 1.0
	most := 0.0
	for seconds := 2.0; seconds < 100; seconds *= 1.02 {
		game := narrowGame{x.practice.Play.Game("24"), timedPuzzle{only, seconds}}
		puzzle, chance, err := Suiting(game, rand.New(rand.NewPCG(3, 4)), known, skill)
		if err != nil {
			t.Fatal(err)
		}
		if puzzle.ID() == only.ID() {
			least = min(least, chance)
			most = max(most, chance)
		}
	}
	isLeastRight := least >= 0.595 && least <= 0.62
	isMostRight := most >= 0.90 && most <= 0.9158
	if !isLeastRight || !isMostRight {
		t.Errorf("puzzles are drawn for chances from %.3f to %.3f", least, most)
	}
}
