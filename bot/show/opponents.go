package show

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// ghosts implements round.Opponents: a person who plays a show alone plays it against ghosts.
type ghosts struct{ feature.Kernel }

// Save stores the ghost in a round.
func (ghosts) Save(tx *storage.Tx, roundID int64, o round.Opponent) error {
	return addGhost(tx, roundID, o)
}

// OfMatch returns the ghosts in the rounds of a show, by the ID of the round.
func (ghosts) OfMatch(tx *storage.Tx, matchID int64) (map[int64]round.Opponent, error) {
	return ghostsOf(tx, matchID)
}

// Draw draws the next puzzle of a show, and its ghost. If it can, it takes a puzzle of which there is a recording: of the
// kind that was chosen and the level of the show, and new to the person. The recording is the ghost then. Recordings of
// the person who was the ghost in the round before come first. Otherwise Draw takes any new puzzle of that kind, and
// computes its ghost.
func (g ghosts) Draw(ctx context.Context, act round.Act, m round.Match) (round.Pick, round.Opponent, error) {
	drawn, err := g.Play.DrawNext(ctx, act, m)
	if err != nil {
		return round.Pick{}, round.Opponent{}, err
	}
	var found []recording
	err = g.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		found, err = listRecordings(tx, act.Person.ID, drawn.Game.Name(), games.ShowChoice(drawn.Puzzle))
		return err
	})
	if err != nil {
		return round.Pick{}, round.Opponent{}, err
	}
	clock := m.ClockOf(drawn.Game)
	for _, r := range lastGhostFirst(m, found) {
		// A live daily may have the puzzle. Then it is not dealt, either.
		puzzle, isUnmet, err := g.Play.ParseUnmet(ctx, act, r.Puzzle, act.Person.ID)
		if err != nil {
			return round.Pick{}, round.Opponent{}, err
		}
		isOfLevel := m.Level() == engine.AnyLevel || puzzle.Rating().Level == m.Level()
		if isOfLevel && isUnmet {
			drawn.Puzzle = puzzle
			return drawn, r.opponent(clock), nil
		}
	}
	return drawn, computeGhost(drawn.Puzzle, drawn.Game, g.Play.Solve(ctx, drawn.Puzzle), clock), nil
}

// lastGhostFirst returns recordings in their order, but first those of the person who was the ghost in the last round.
func lastGhostFirst(m round.Match, all []recording) []recording {
	if len(m.Bouts) == 0 {
		return all
	}
	lastGhost := m.Bouts[len(m.Bouts)-1].Opponent.PlayerID
	var ofLastGhost, ofOthers []recording
	for _, r := range all {
		if r.PlayerID == lastGhost {
			ofLastGhost = append(ofLastGhost, r)
		} else {
			ofOthers = append(ofOthers, r)
		}
	}
	return append(ofLastGhost, ofOthers...)
}

// opponent returns the ghost that is made of a recording, in a round with a clock. The clock may have been longer where
// the person played. If they needed that time, the ghost has no answer.
func (r recording) opponent(clock time.Duration) round.Opponent {
	if r.After > clock {
		return round.Opponent{After: clock, Recorded: true, PlayerID: r.PlayerID}
	}
	return round.Opponent{
		After:    r.After,
		Recorded: true,
		PlayerID: r.PlayerID,
		Found:    r.Found,
		Text:     r.Text,
		Measure:  r.Measure,
	}
}

// These are guesses at how good practised people are, from the best to the worst. The ID of the puzzle chooses how good a
// computed ghost is.
var (
	// shares say how good the ghost's answer is at most in a measured game, in percent of the best.
	shares = [4]int{100, 90, 80, 50}
	// paces say how long the ghost takes in other games, as a multiple of the predicted time.
	paces = [4]float64{0.6, 1, 1.5, 3}
)

// computeGhost returns a ghost that no person has recorded. The same puzzle always has the same one.
func computeGhost(p engine.Puzzle, g engine.Game, best engine.Solution, clock time.Duration) round.Opponent {
	hash := fnv.New32a()
	hash.Write([]byte(p.ID()))
	skill := int(hash.Sum32() % uint32(len(shares)))
	if g.Rules().Measure == "" {
		seconds := cmp.Or(p.Rating().Seconds, clock.Seconds()) * paces[skill]
		after := time.Duration(math.Round(seconds*1000)) * time.Millisecond
		return round.Opponent{After: min(after, clock), Found: after < clock}
	}
	o := round.Opponent{After: clock / 2, Measure: best.Measure, Found: best.Best != ""}
	// A greater measure is a worse answer.
	for o.Found && g.Quality(o.Measure, best.Measure) > shares[skill] {
		o.Measure++
	}
	return o
}

// record stores how people did in the rounds of a show that was played to its end. It stores the rounds of two people
// at most: those with the most points. A person who has answered nothing may not have been there, and is left out.
func record(tx *storage.Tx, m round.Match) error {
	isShow := m.Kind == name || m.Kind == nameOfTwo
	if !isShow || m.IsCutShort() {
		return nil
	}
	stored := 0
	for _, t := range m.Table {
		isGhost := t.Player.ID == 0
		hasAnswered := t.Solved > 0
		if isGhost || !hasAnswered {
			continue
		}
		if stored == maxRecorded {
			break
		}
		stored++
		for _, b := range m.Bouts {
			if err := recordRound(tx, b, t.Player.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxRecorded is how many people's rounds are stored of one show.
const maxRecorded = 2

// recordRound stores how a person did in a round of a show. It stores nothing if their answer was practice, or if nobody
// could win the round. In a game that is not measured, only the first right answer has a standing. All others may have
// solved the puzzle later, and nobody knows how long they would have taken. So nothing is stored of them, either, unless
// nobody solved it.
func recordRound(tx *storage.Tx, b round.Bout, playerID int64) error {
	if b.IsVoid() {
		return nil
	}
	r := recording{
		PlayerID: playerID,
		After:    b.Round.Lasts,
	}
	for _, s := range b.Standings {
		if s.PlayerID != playerID {
			continue
		}
		if s.Practice {
			return nil
		}
		r.Found = true
		r.After = s.Elapsed
		r.Text = s.Text
		r.Measure = s.Measure
	}
	isMeasured := b.Round.Game.Rules().Measure != ""
	isSolved := !b.Round.SolvedAt.IsZero()
	mayHaveBeenLater := !r.Found && !isMeasured && isSolved
	if mayHaveBeenLater {
		return nil
	}
	return addRecording(tx, b.Round.ID, b.Round.Game.Name(), games.ShowChoice(b.Round.Puzzle), r)
}
