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

// Draw draws the next puzzle of a show, and its ghost. The ghost is a recording of somebody else who has played a puzzle
// of the kind that was chosen, and of the level of the show. The person does not know that puzzle. Recordings of the
// person who was the ghost in the round before come first. If there is none, the ghost's answer is computed.
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
	for _, r := range lastGhostFirst(m, found) {
		puzzle, isUnmet, err := g.Play.ParseUnmet(ctx, act, r.Puzzle, act.Person.ID)
		if err != nil {
			return round.Pick{}, round.Opponent{}, err
		}
		isOfLevel := m.Level() == engine.AnyLevel || puzzle.Rating().Level == m.Level()
		if isOfLevel && isUnmet {
			drawn.Puzzle = puzzle
			return drawn, r.opponent(), nil
		}
	}
	return drawn, computeGhost(drawn.Puzzle, drawn.Game, g.Play.Solve(ctx, drawn.Puzzle)), nil
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

// opponent returns the ghost that is made of a recording.
func (r recording) opponent() round.Opponent {
	return round.Opponent{
		After:    r.After,
		Recorded: true,
		PlayerID: r.PlayerID,
		Found:    r.Found,
		Text:     r.Text,
		Measure:  r.Measure,
	}
}

// These are guesses at four ways in which practised people may do. The ID of the puzzle chooses the way in which a
// computed ghost does.
var (
	// shares say how good the ghost's answer is at most in a measured game, in percent of the best.
	shares = [4]int{100, 90, 80, 50}
	// paces say how long the ghost takes in other games, as a multiple of the predicted time.
	paces = [4]float64{0.6, 1, 1.5, 3}
)

// computeGhost returns a ghost that no person has recorded. The same puzzle always has the same one.
func computeGhost(p engine.Puzzle, g engine.Game, best engine.Solution) round.Opponent {
	hash := fnv.New32a()
	hash.Write([]byte(p.ID()))
	way := int(hash.Sum32() % uint32(len(shares)))
	clock := time.Duration(g.Rules().Seconds) * time.Second
	if g.Rules().Measure == "" {
		seconds := cmp.Or(p.Rating().Seconds, clock.Seconds()) * paces[way]
		after := time.Duration(math.Round(seconds*1000)) * time.Millisecond
		return round.Opponent{After: min(after, clock), Found: after < clock}
	}
	// A greater measure is a worse answer.
	o := round.Opponent{After: clock / 2, Measure: best.Measure, Found: best.Best != ""}
	for o.Found && g.Quality(o.Measure, best.Measure) > shares[way] {
		o.Measure++
	}
	return o
}

// record stores how people did in the rounds of a show that was played to its end. It stores the rounds of two people
// at most: those with the most points.
func record(tx *storage.Tx, m round.Match) error {
	isShow := m.Kind == name || m.Kind == nameOfTwo
	if !isShow || m.IsCutShort() {
		return nil
	}
	stored := 0
	for _, t := range m.Table {
		isPerson := t.Player.ID != 0
		if !isPerson || stored == maxRecorded {
			continue
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

// recordRound stores how a person did in a round of a show. It stores nothing if the person's answer was practice, or if
// nobody could win the round. If the game is not measured, only the first right answer has a standing. So it stores
// nothing either for a person who has none if the puzzle was solved: they may have solved it later than another person
// or the ghost, and nobody knows how long they would have taken.
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
