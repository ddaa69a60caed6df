package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"reckon/bot/play"
	"reckon/bot/play/rating"
	"reckon/engine"
	"reckon/engine/games"
)

type practiceCmd struct {
	Simulate practiceSimulateCmd `cmd:"" help:"Let simulated players practise, each of them slow at one skill, and print whether predictions come true and players improve."`
}

type practiceSimulateCmd struct{ drill }

// Run prints predicted and real shares of solved puzzles, and what became of weak skills.
func (s practiceSimulateCmd) Run(c console) error {
	g, ok := games.ByName(s.Game)
	if !ok || !play.IsRated(g) {
		return fmt.Errorf("nobody practises %q", s.Game)
	}
	if s.Players < 1 || s.Puzzles <= rating.ShownFrom || s.Slower <= 1 || s.Halved <= 0 {
		return fmt.Errorf("it takes a player, more than %d puzzles, and a deficit", rating.ShownFrom)
	}
	for _, of := range crowds {
		m, err := s.simulate(g, of)
		if err != nil {
			return err
		}
		if err := writeTables(c.out, m.tables(fmt.Sprintf("%s, of abilities %.1f ± %.1f", of.name, of.mean, of.deviation))); err != nil {
			return err
		}
	}
	return nil
}

// A drill is how practice is simulated.
type drill struct {
	Game    string  `default:"24" help:"Game to practise (default: ${default})."`
	Players int     `default:"100" help:"Number of players (default: ${default})."`
	Puzzles int     `default:"120" help:"How many puzzles each of them tries (default: ${default})."`
	Slower  float64 `default:"2" help:"How many times as long a player takes where the weak skill is needed (default: ${default})."`
	Halved  float64 `default:"20" help:"After how many puzzles of a skill a player's deficit at it has become half as large (default: ${default})."`
}

// drilled is what came of the players of a drill.
type drilled struct {
	chances, solved []float64                 // of all puzzles to practise with; 1 and 0
	found           []float64                 // puzzles in all until the weak skill was found
	foundOf         []float64                 // those of them that needed it
	missed          int                       // players whose weak skill was not found
	mistaken        int                       // puzzles before which another skill was called weak
	left            []float64                 // the deficits at the end
	leftAlone       []float64                 // those of the same players who are dealt any puzzle that suits
	stages          [len(drillStages)][]state // of players whose weak skill was found
}

// drillStages are numbers of puzzles that needed the weak skill, since it was found.
var drillStages = [...]float64{0, 10, 20}

// A state is how a player stands: the deficit at the weak skill in ln of seconds, what is
// known of it, and the number of puzzles in all since it was found.
type state struct{ truth, learnt, puzzles float64 }

func (s drill) simulate(g engine.Game, of crowd) (m drilled, err error) {
	for i := range s.Players {
		for _, coached := range []bool{false, true} {
			l, err := s.newLearner(g, of, rand.New(rand.NewPCG(24, uint64(i))))
			if err != nil {
				return m, err
			}
			if err := l.practise(s.Puzzles, coached); err != nil {
				return m, err
			}
			if !coached {
				m.leftAlone = append(m.leftAlone, l.deficit)
				continue
			}
			m.chances, m.solved, m.left = append(m.chances, l.chances...), append(m.solved, l.solved...), append(m.left, l.deficit)
			m.mistaken += l.mistaken
			if len(l.states) == 0 {
				m.missed++
				continue
			}
			m.found, m.foundOf = append(m.found, l.found), append(m.foundOf, l.foundOf)
			for i, at := range l.states {
				m.stages[i] = append(m.stages[i], at)
			}
		}
	}
	return m, nil
}

// A learner is a simulated player.
type learner struct {
	*rand.Rand
	game           engine.Game
	ability        float64
	patience       float64 // the ability of those who are as patient
	weak           string  // the one skill at which the player has a deficit
	deficit        float64 // in ln of seconds
	halved         float64
	works          []rating.Work
	met            map[string]bool
	chances        []float64
	solved         []float64
	found, foundOf float64
	mistaken       int
	states         []state
}

// newLearner makes a player who is slow at a skill that a tenth of the puzzles need or more.
func (s drill) newLearner(g engine.Game, of crowd, r *rand.Rand) (*learner, error) {
	const looked = 300
	shares := map[string]float64{}
	for range looked {
		p, err := g.New(r, engine.Wish{})
		if err != nil {
			return nil, err
		}
		for code, share := range p.Rating().Skills {
			shares[code] += share / looked
		}
	}
	maps.DeleteFunc(shares, func(_ string, share float64) bool { return share < 0.1 })
	if len(shares) == 0 {
		return nil, errors.New("the game has no skills")
	}
	return &learner{
		Rand: r, game: g, ability: of.mean + of.deviation*r.NormFloat64(), patience: of.mean, weak: slices.Sorted(maps.Keys(shares))[r.IntN(len(shares))],
		deficit: math.Log(s.Slower), halved: s.Halved, met: map[string]bool{},
	}, nil
}

// practise lets the player try puzzles, and notes what is known before each.
func (l *learner) practise(puzzles int, coached bool) error {
	all, needed := 0.0, 0.0 // puzzles, and those of them that needed the weak skill, up to now
	for range puzzles {
		known := rating.NewProfile(l.works)
		l.note(known, all, needed)
		p, chance, err := l.deal(known, coached)
		if err != nil {
			return err
		}
		of := p.Rating()
		w := rating.Work{Attempt: l.try(of), Difficulty: math.Log(of.Seconds), Error: of.Deviation, Skills: of.Skills}
		if known.Attempts >= rating.ShownFrom {
			solved := 0.0
			if w.Solved && w.After <= rating.Within {
				solved = 1
			}
			l.chances, l.solved = append(l.chances, chance), append(l.solved, solved)
		}
		l.works = append(l.works, w)
		all, needed = all+1, needed+of.Skills[l.weak]
	}
	return nil
}

// note notes whether the weak skill is found, and how the player stands since then.
func (l *learner) note(known rating.Profile, all, needed float64) {
	isFound := false
	for _, s := range known.Weak() {
		isFound = isFound || s.Code == l.weak
	}
	if len(known.Weak()) > 1 || len(known.Weak()) == 1 && !isFound {
		l.mistaken++
	}
	if len(l.states) == 0 && isFound {
		l.found, l.foundOf = all, needed
	} else if len(l.states) == 0 || len(l.states) == len(drillStages) || needed-l.foundOf < drillStages[len(l.states)] {
		return
	}
	at := state{truth: l.deficit, puzzles: all - l.found}
	for _, s := range known.Skills() {
		if s.Code == l.weak {
			at.learnt = s.Value
		}
	}
	l.states = append(l.states, at)
}

// deal deals a puzzle that the player has not met: as long as too little is known one that is
// not hard, then one to practise with.
func (l *learner) deal(known rating.Profile, coached bool) (p engine.Puzzle, chance float64, err error) {
	skill := ""
	if coached {
		skill = play.Focus(l.Rand, known)
	}
	const tries = 20
	for i := range tries {
		if known.Attempts < rating.ShownFrom {
			p, err = l.game.New(l.Rand, engine.Wish{Level: min(engine.MinLevel+engine.Level(known.Attempts), 3)})
		} else {
			p, chance, err = play.Suiting(l.game, l.Rand, known, skill)
		}
		if err != nil || !l.met[p.ID()] {
			break
		}
		if i > tries/4 {
			skill = ""
		}
	}
	if err == nil {
		l.met[p.ID()] = true
	}
	return p, chance, err
}

// try lets the player try a puzzle, and learn from it.
func (l *learner) try(of engine.Rating) rating.Attempt {
	const guess = 0.5 // deviation of a prediction that is a guess
	truth := math.Log(of.Seconds) + cmp.Or(of.Deviation, guess)*l.NormFloat64()
	share := of.Skills[l.weak]
	ln := truth - l.ability + share*l.deficit + rating.Spread*logistic(l.Rand)
	patience := truth - l.patience + rating.Spread*(patienceFor(keptOn[of.Level])+logistic(l.Rand))
	l.deficit *= math.Exp2(-share / l.halved)
	return rating.Attempt{Solved: ln <= patience, After: lnSeconds(min(ln, patience))}
}

// keptOn is the share of attempts that measured people do not give up, by level.
var keptOn = [...]float64{1: 0.97, 2: 0.93, 3: 0.85, 4: 0.65, 5: 0.4}

func (m drilled) tables(title string) []engine.Table {
	count := func(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }
	deficit := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	predicted, real := stat.Mean(m.chances, nil), stat.Mean(m.solved, nil)
	within := engine.Table{Title: title + ": share solved within a minute", Head: []string{"puzzles", "predicted", "real", "difference"}, Rows: [][]string{{
		strconv.Itoa(len(m.solved)), fmt.Sprintf("%.3f", predicted), fmt.Sprintf("%.3f", real), fmt.Sprintf("%+.3f", real-predicted),
	}}}
	found := engine.Table{Title: title + ": weak skills", Head: []string{"found", "of", "puzzles before, median", "of them needed it", "another called weak", "deficit left", "left without a coach"}, Rows: [][]string{{
		strconv.Itoa(len(m.found)), strconv.Itoa(len(m.found) + m.missed), count(median(m.found)), count(median(m.foundOf)),
		fmt.Sprintf("%.1f %%", 100*float64(m.mistaken)/float64(len(m.solved))), deficit(stat.Mean(m.left, nil)), deficit(stat.Mean(m.leftAlone, nil)),
	}}}
	since := engine.Table{Title: title + ": deficit since it was found, in ln of seconds", Head: []string{"puzzles that needed it", "puzzles, median", "players", "true", "learnt"}}
	for i, list := range m.stages {
		var truths, learnt, puzzles []float64
		for _, at := range list {
			truths, learnt, puzzles = append(truths, at.truth), append(learnt, at.learnt), append(puzzles, at.puzzles)
		}
		since.Rows = append(since.Rows, []string{count(drillStages[i]), count(median(puzzles)), strconv.Itoa(len(list)), deficit(stat.Mean(truths, nil)), deficit(stat.Mean(learnt, nil))})
	}
	return []engine.Table{within, found, since}
}

// median returns the middle of a list, NaN if it is empty.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(list))[len(list)/2]
}
