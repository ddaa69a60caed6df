package rating_test

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"reckon/bot/practice"
	"reckon/bot/round/rating"
	"reckon/bot/round/rating/simulation"
	"reckon/engine"
	"reckon/engine/property"
	"reckon/engine/twentyfour"
)

// Players solve as many of the puzzles that they are dealt to practise with as is predicted. Their weak skills are
// found, and become better sooner than without a coach.
func TestPractice(t *testing.T) {
	property.Long(t)
	form := struct {
		crowds  []simulation.Crowd
		players int
		puzzles int
		// slower is how many times as long a player takes where the weak skill is needed.
		slower float64
		// foundShare is the least share of weak skills that are found, and leftShare the
		// greatest share of the deficit without a coach that is left with one.
		foundShare, leftShare float64
	}{simulation.Crowds[1:2], 10, 110, 3, 0.5, 0.8}
	if *simulation.Long {
		form.crowds = simulation.Crowds
		form.players = 100
		form.puzzles = 120
		form.slower = 2
		form.foundShare = 0.3
		form.leftShare = 0.85
	}
	for _, crowd := range form.crowds {
		coached, alone := simulatePractice(t, crowd, form.players, form.puzzles, form.slower)
		p := resultsOf(coached)
		p.log(t, crowd.Name)
		leftAlone := resultsOf(alone).deficitLeft
		t.Logf("%s: a deficit of %.2f is left, without a coach %.2f", crowd.Name, p.deficitLeft, leftAlone)

		if n := form.players * (form.puzzles - rating.ShownFrom); len(p.solved) != n {
			t.Errorf("%s: %d puzzles, want %d", crowd.Name, len(p.solved), n)
		}
		predicted, solved := stat.Mean(p.chances, nil), stat.Mean(p.solved, nil)
		if math.Abs(solved-predicted) > 0.03 || predicted < 0.6 || predicted > 0.85 {
			t.Errorf("%s: %.3f are solved, %.3f predicted", crowd.Name, solved, predicted)
		}
		if share := float64(len(p.found)) / float64(form.players); share < form.foundShare {
			t.Errorf("%s: %.2f of the weak skills are found", crowd.Name, share)
		}
		if p.mistaken > len(p.solved)/10 {
			t.Errorf("%s: another skill is called weak before %d puzzles", crowd.Name, p.mistaken)
		}
		if p.deficitLeft > form.leftShare*leftAlone {
			t.Errorf("%s: a deficit of %.2f is left, without a coach %.2f", crowd.Name, p.deficitLeft, leftAlone)
		}
		last := puzzlesOf(p.stages[len(practiceStages)-1])
		if len(last) == 0 {
			t.Fatalf("%s: nobody tried twenty puzzles of the weak skill", crowd.Name)
		}
		if slices.Max(last) > 70 {
			t.Errorf("%s: twenty puzzles of the weak skill came only among %.0f", crowd.Name, slices.Max(last))
		}
	}
}

// practiceStages are numbers of puzzles that needed the weak skill, since it was found.
var practiceStages = [...]float64{0, 10, 20}

// A state is the deficit of a player at the weak skill in ln of seconds, what is known of it,
// and the number of puzzles since it was found.
type state struct{ deficit, learnt, puzzles float64 }

// A learner is a simulated player.
type learner struct {
	*rand.Rand
	ability float64
	// patience is the ability of those who are as patient.
	patience float64
	// weak is the one skill at which the player has a deficit, in ln of seconds.
	weak    string
	deficit float64
	works   []rating.Work
	met     map[string]bool
	// tried is the number of puzzles up to now, and needed that of those which needed the
	// weak skill.
	tried, needed float64

	// chances are those of the puzzles to practise with, and solved is 1 for each of them that
	// was solved in time, and 0 for the others.
	chances, solved []float64
	// mistaken is before how many puzzles another skill was called weak.
	mistaken int
	// found is how many puzzles were tried until the weak skill was found, and foundNeeded
	// how many of those needed it. states begins then, one for each of practiceStages.
	found, foundNeeded float64
	states             []state
}

// simulatePractice lets the same players practise with a coach, and on any puzzles that suit.
// Each of them takes slower times as long where one skill is needed.
func simulatePractice(t *testing.T, of simulation.Crowd, players, puzzles int, slower float64) (coached, alone []*learner) {
	t.Helper()
	for i := range players {
		for _, coach := range []bool{false, true} {
			l := newLearner(t, of, slower, rand.New(rand.NewPCG(24, uint64(i))))
			for range puzzles {
				l.practise(t, coach)
			}
			if coach {
				coached = append(coached, l)
			} else {
				alone = append(alone, l)
			}
		}
	}
	return coached, alone
}

// newLearner returns a player who is slow at a skill that a tenth of the puzzles need or more.
func newLearner(t *testing.T, of simulation.Crowd, slower float64, r *rand.Rand) *learner {
	t.Helper()
	const puzzles = 300
	shares := map[string]float64{}
	for range puzzles {
		p, err := twentyfour.Game{}.New(r, engine.Wish{})
		if err != nil {
			t.Fatal(err)
		}
		for code, share := range p.Rating().Skills {
			shares[code] += share / puzzles
		}
	}
	maps.DeleteFunc(shares, func(_ string, share float64) bool { return share < 0.1 })
	common := slices.Sorted(maps.Keys(shares))
	return &learner{
		Rand:     r,
		ability:  of.Mean + of.Deviation*r.NormFloat64(),
		patience: of.Mean,
		weak:     common[r.IntN(len(common))],
		deficit:  math.Log(slower),
		met:      map[string]bool{},
	}
}

// practise lets the player try a puzzle, and notes what is known before it.
func (l *learner) practise(t *testing.T, coach bool) {
	t.Helper()
	known := rating.NewProfile(l.works)
	l.note(known)
	p, chance, err := l.deal(known, coach)
	if err != nil {
		t.Fatal(err)
	}
	l.met[p.ID()] = true
	of := p.Rating()
	w := rating.Work{Attempt: l.try(of), Difficulty: math.Log(of.Seconds), Error: of.Deviation, Skills: of.Skills}
	if known.Attempts >= rating.ShownFrom {
		solved := 0.0
		if w.Solved && w.After <= rating.TimeToSolve {
			solved = 1
		}
		l.chances = append(l.chances, chance)
		l.solved = append(l.solved, solved)
	}
	l.works = append(l.works, w)
	l.tried++
	l.needed += of.Skills[l.weak]
}

// note notes whether the weak skill is found, and the player's state at each of practiceStages.
func (l *learner) note(known rating.Profile) {
	weak := known.Weak()
	isFound := slices.ContainsFunc(weak, func(s rating.Skill) bool { return s.Code == l.weak })
	if len(weak) > 1 || len(weak) == 1 && !isFound {
		l.mistaken++
	}
	switch next := len(l.states); {
	case next == 0 && isFound:
		l.found = l.tried
		l.foundNeeded = l.needed
	case next == 0, next == len(practiceStages), l.needed-l.foundNeeded < practiceStages[next]:
		return
	}
	at := state{deficit: l.deficit, puzzles: l.tried - l.found}
	for _, s := range known.Skills() {
		if s.Code == l.weak {
			at.learnt = s.Value
		}
	}
	l.states = append(l.states, at)
}

// deal deals a puzzle that the player has not met: as long as too little is known one that is
// not hard, then one to practise with.
func (l *learner) deal(known rating.Profile, coach bool) (p engine.Puzzle, chance float64, err error) {
	skill := ""
	if coach {
		skill = practice.Focus(l.Rand, known)
	}
	const tries = 20
	for i := range tries {
		if known.Attempts < rating.ShownFrom {
			p, err = twentyfour.Game{}.New(l.Rand, engine.Wish{Level: min(engine.MinLevel+engine.Level(known.Attempts), 3)})
		} else {
			p, chance, err = practice.Suiting(twentyfour.Game{}, l.Rand, known, skill)
		}
		if err != nil || !l.met[p.ID()] {
			break
		}
		if i > tries/4 {
			skill = ""
		}
	}
	return p, chance, err
}

// keptOn is the share of attempts that measured people do not give up, by level.
var keptOn = [...]float64{1: 0.97, 2: 0.93, 3: 0.85, 4: 0.65, 5: 0.4}

// try lets the player try a puzzle, and learn from it.
func (l *learner) try(of engine.Rating) rating.Attempt {
	const (
		// guess is the deviation of a prediction that is a guess.
		guess = 0.5
		// halved is after how many puzzles of a skill a deficit at it is half as large.
		halved = 20
	)
	truth := math.Log(of.Seconds) + cmp.Or(of.Deviation, guess)*l.NormFloat64()
	share := of.Skills[l.weak]
	ln := truth - l.ability + share*l.deficit + rating.Spread*simulation.Logistic(l.Rand)
	patience := truth - l.patience + rating.Spread*(rating.PatienceFor(keptOn[of.Level])+simulation.Logistic(l.Rand))
	l.deficit *= math.Exp2(-share / halved)
	return rating.Attempt{Solved: ln <= patience, After: simulation.Duration(min(ln, patience))}
}

// practiceResults are those of all players of a simulation.
type practiceResults struct {
	players         int
	chances, solved []float64
	mistaken        int
	// found and foundNeeded have those of the players whose weak skill was found.
	found, foundNeeded []float64
	// deficitLeft is the mean of the deficits at the end.
	deficitLeft float64
	stages      [len(practiceStages)][]state
}

func resultsOf(learners []*learner) practiceResults {
	p := practiceResults{players: len(learners)}
	for _, l := range learners {
		p.chances = append(p.chances, l.chances...)
		p.solved = append(p.solved, l.solved...)
		p.mistaken += l.mistaken
		p.deficitLeft += l.deficit / float64(len(learners))
		for i, at := range l.states {
			p.stages[i] = append(p.stages[i], at)
		}
		if len(l.states) > 0 {
			p.found = append(p.found, l.found)
			p.foundNeeded = append(p.foundNeeded, l.foundNeeded)
		}
	}
	return p
}

// log prints the figures.
func (p practiceResults) log(t *testing.T, title string) {
	t.Helper()
	t.Logf("%s: of %d puzzles %.3f are solved, %.3f predicted", title, len(p.solved), stat.Mean(p.solved, nil), stat.Mean(p.chances, nil))
	t.Logf("%s: %d of %d weak skills are found, after %.0f puzzles, %.0f of the skill (medians)",
		title, len(p.found), p.players, median(p.found), median(p.foundNeeded))
	t.Logf("%s: another skill is called weak before %.1f %% of the puzzles", title, 100*float64(p.mistaken)/float64(len(p.solved)))
	for i, states := range p.stages {
		var deficits, learnt []float64
		for _, at := range states {
			deficits = append(deficits, at.deficit)
			learnt = append(learnt, at.learnt)
		}
		t.Logf("%s: %.0f puzzles of the skill later, %.0f in all (median), %d players have a deficit of %.2f, learnt %.2f",
			title, practiceStages[i], median(puzzlesOf(states)), len(states), stat.Mean(deficits, nil), stat.Mean(learnt, nil))
	}
}

func puzzlesOf(states []state) []float64 {
	var puzzles []float64
	for _, at := range states {
		puzzles = append(puzzles, at.puzzles)
	}
	return puzzles
}

// median returns the middle of a list, NaN if it is empty.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(list))[len(list)/2]
}
