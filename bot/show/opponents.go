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

// Draw draws the next puzzle of a show, and its ghost. The puzzle is of the kind that was chosen and of the level of
// the show, and new to the person. If there is a recording of such a puzzle, Draw takes that puzzle, and the
// recording becomes the ghost. Recordings of the person who was the ghost in the round before come first. If there is
// none, the ghost is computed.
func (g ghosts) Draw(ctx context.Context, act round.Act, m round.Match) (round.Pick, round.Opponent, error) {
	// If there is a recording, its puzzle replaces the one that is drawn here.
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
		// The person may have met the puzzle since, or a live daily may have it. Then it is not dealt.
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
	best := g.Play.Solve(ctx, drawn.Puzzle)
	return drawn, computeGhost(drawn.Puzzle, drawn.Game, best, clock), nil
}

// lastGhostFirst returns the recordings of the person who was the ghost in the last round, and then the others. Apart
// from that their order stays.
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

// opponent returns the ghost that is made of a recording, in a round with a clock. In the round that was recorded the
// clock may have been longer. If the person needed longer than this clock, the ghost has no answer.
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

// A computed ghost is as good as practised people, at one of four strengths. The ID of the puzzle chooses which. How
// good people of each strength are is guessed. The strongest comes first.
var (
	// shares say how good the ghost's answer is at most in a measured game, in percent of the best answer.
	shares = [4]int{100, 90, 80, 50}
	// paces say how long the ghost takes in other games, as multiples of the time that the game predicts.
	paces = [4]float64{0.6, 1, 1.5, 3}
)

// computeGhost returns a ghost that is made of no recording. best is the best answer. The same puzzle always has the
// same ghost.
func computeGhost(p engine.Puzzle, g engine.Game, best engine.Solution, clock time.Duration) round.Opponent {
	hash := fnv.New32a()
	hash.Write([]byte(p.ID()))
	strength := int(hash.Sum32() % uint32(len(shares)))
	if g.Rules().Measure == "" {
		seconds := cmp.Or(p.Rating().Seconds, clock.Seconds()) * paces[strength]
		after := time.Duration(math.Round(seconds*1000)) * time.Millisecond
		return round.Opponent{After: min(after, clock), Found: after < clock}
	}
	o := round.Opponent{After: clock / 2, Measure: best.Measure, Found: best.Best != ""}
	// The ghost's answer is made worse until it is no better than its strength. A greater measure is a worse answer.
	for o.Found && g.Quality(o.Measure, best.Measure) > shares[strength] {
		o.Measure++
	}
	return o
}

// record stores how people did in the rounds of a show that was played to its end. It stores the rounds of two people
// at most, those with the most points. A person without any right answer is left out, because they may not have been
// there.
func record(tx *storage.Tx, m round.Match) error {
	isShow := m.Kind == name || m.Kind == nameOfTwo
	if !isShow || m.IsCutShort() {
		return nil
	}
	recorded := 0
	// The table has the person with the most points first.
	for _, t := range m.Table {
		isGhost := t.Player.ID == 0
		hasAnswered := t.Solved > 0
		if isGhost || !hasAnswered {
			continue
		}
		if recorded == maxRecorded {
			break
		}
		recorded++
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

// recordRound stores how a person did in a round of a show. It stores nothing if their answer was practice, or if
// nobody could win the round. In a game that is not measured, only the first right answer has a standing, because the
// round ends with it. How long others would have taken is unknown, so nothing is stored of them. If nobody solved the
// puzzle, it is stored that they did not.
func recordRound(tx *storage.Tx, b round.Bout, playerID int64) error {
	if b.IsVoid() {
		return nil
	}
	// This is the recording of somebody without an answer.
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
	wasCutShort := !r.Found && !isMeasured && isSolved
	if wasCutShort {
		return nil
	}
	return addRecording(tx, b.Round.ID, b.Round.Game.Name(), games.ShowChoice(b.Round.Puzzle), r)
}
