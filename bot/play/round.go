package play

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A Round is a puzzle dealt at a place, or a daily, with all that is known of it.
type Round struct {
	storage.Round
	Community storage.Community // zero: a daily
	Game      engine.Game
	Sort      int // the place of Game among the games, from 1
	Puzzle    engine.Puzzle
	Match     *storage.Match // of which it is a puzzle; nil: none
	Number    int            // among the puzzles of the match, from 1
}

// Reasons why a round ended.
const (
	Solved   = "solved"   // nothing is left to find
	GivenUp  = "gave-up"  // for all
	TimeUp   = "time"     // its clock ran out, or its day is over
	Expired  = "expired"  // nobody answered for a day
	Replaced = "replaced" // too many rounds were open
	Unshown  = "unshown"  // it was never delivered
	// Stopped with its match, see there.
)

// How long things last.
const (
	// Grace is how long after its clock a round ends: what was sent in time has
	// been read by then, as a rule.
	Grace = 3 * time.Second
	// idleFor is how long a round without a clock stays open without an answer.
	idleFor = 24 * time.Hour
	// maxOpen is how many rounds may be open at a place.
	maxOpen = 3
	// manyOpen is how many are looked at: more than maxOpen are open while one that
	// must give way has not ended yet.
	manyOpen = 20
	// deliverFor is how long a puzzle on the clock may take to be delivered.
	deliverFor = 2 * time.Minute
)

// EndJob is the kind of the job that ends a round; its key is the round's.
const EndJob = "end"

// JobKey is a row number as the key of a job.
func JobKey(id int64) string { return strconv.FormatInt(id, 10) }

// Round returns a round.
func (p *Play) Round(tx *storage.Tx, id int64) (Round, error) {
	row, err := tx.RoundByID(id)
	if err != nil {
		return Round{}, err
	}
	return p.whole(tx, row)
}

func (p *Play) whole(tx *storage.Tx, row storage.Round) (r Round, err error) {
	if row.MatchID == 0 {
		return p.wholeOf(tx, row, nil, 0)
	}
	m, err := tx.MatchByID(row.MatchID)
	if err != nil {
		return Round{}, err
	}
	all, err := tx.MatchRounds(m.ID)
	if err != nil {
		return Round{}, err
	}
	number := 1 + slices.IndexFunc(all, func(o storage.Round) bool { return o.ID == row.ID })
	return p.wholeOf(tx, row, &m, number)
}

func (p *Play) wholeOf(tx *storage.Tx, row storage.Round, m *storage.Match, number int) (r Round, err error) {
	r.Round, r.Match, r.Number = row, m, number
	if row.CommunityID != 0 {
		if r.Community, err = tx.CommunityByID(row.CommunityID); err != nil {
			return Round{}, err
		}
	}
	r.Game, r.Puzzle, err = p.puzzle(row.Game, row.Puzzle)
	if err != nil {
		return Round{}, err
	}
	r.Sort = slices.IndexFunc(p.games, func(g engine.Game) bool { return g.Name() == row.Game }) + 1
	return r, nil
}

// Shared tells whether people play the round together.
func (r Round) Shared() bool { return r.Daily == 0 && !r.Community.Private }

// Hidden tells whether answers are nobody else's business while the round is
// open.
func (r Round) Hidden() bool { return !r.IsRace() || r.IsDuel() }

// IsDuel tells whether two play for it and nobody else.
func (r Round) IsDuel() bool { return r.Match != nil && r.Match.Kind == DuelOf }

// IsRace tells whether the first right answer wins.
func (r Round) IsRace() bool { return r.Shared() && r.Game.Rules().Measure == "" }

// Admits tells whether a person may answer: to a duel two may, to all else everyone.
func (r Round) Admits(playerID int64) bool { return r.Match == nil || plays(*r.Match, playerID) }

// OnClock tells whether the round has a clock, running or not.
func (r Round) OnClock() bool { return r.Lasts > 0 }

// Over tells whether what was sent at a time comes too late. A round that ended by
// itself takes what was sent before, however late it is read.
func (r Round) Over(at time.Time) bool {
	switch {
	case !r.EndsAt.IsZero() && at.After(r.EndsAt):
		return true
	case r.ClosedAt.IsZero():
		return false
	case r.Reason == TimeUp && !r.EndsAt.IsZero():
		return false
	case r.Reason == TimeUp, r.Reason == Replaced, r.Reason == Expired, r.Reason == Stopped:
		return at.After(r.ClosedAt)
	}
	return true
}

// Judged is an answer and what the judge says of it.
type Judged struct {
	Round    Round
	Text     string // as typed
	Verdict  engine.Verdict
	Solution engine.Solution // what the solver knows, if the answer may take part or come too late
}

// Judge judges an answer. It needs no transaction, and may take as long as a
// search.
func (p *Play) Judge(ctx context.Context, r Round, text string) Judged {
	begun := time.Now()
	j := Judged{Round: r, Text: text, Verdict: r.Puzzle.Judge(text)}
	if j.Verdict.Outcome == engine.Right || j.Verdict.Near || !r.ClosedAt.IsZero() {
		j.Solution = p.Solve(ctx, r.Puzzle)
	}
	p.solver.meter.Judged(r.Game.Name(), string(j.Verdict.Outcome), time.Since(begun))
	return j
}

// counts tells whether an answer takes part.
func (j Judged) counts(best engine.Solution) bool {
	return j.Verdict.Outcome == engine.Right ||
		j.Verdict.Near && j.Round.Game.Quality(j.Verdict.Measure, best.Measure) > 0
}

// bestKnown is the solver's best, or a player's record that goes below it.
func bestKnown(tx *storage.Tx, r Round, s engine.Solution) (engine.Solution, error) {
	if !r.Game.Rules().Records {
		return s, nil
	}
	record, err := tx.Record(r.Round.Puzzle)
	if known, err := found(err); !known {
		return s, err
	}
	if s.Best == "" || record.Measure < s.Measure {
		text := cmp.Or(r.Puzzle.Judge(record.Text).Text, record.Text) // as answers are printed now
		s.Best, s.Measure, s.All = text, record.Measure, []string{text}
	}
	return s, nil
}

// begun is when people could begin to think.
func (r Round) begun() time.Time {
	if r.Lasts > 0 && !r.EndsAt.IsZero() {
		return r.EndsAt.Add(-r.Lasts)
	}
	return r.DealtAt
}
