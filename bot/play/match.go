package play

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Why a match ended, or Stopped. They are stored.
const (
	AllPlayed = "played"   // there is no further puzzle
	Decided   = "decided"  // nobody can catch up
	Idle      = "idle"     // nobody answered some puzzles in a row
	Declined  = "declined" // the challenge was
	Withdrawn = "withdrawn"
	Unheeded  = "unheeded" // nobody accepted the challenge in time
)

const (
	// matchClock is how long a puzzle of a match lasts at most where its game has no
	// clock.
	matchClock = 2 * time.Minute
	// unanswered is after how many puzzles in a row without an answer a match ends.
	unanswered = 2
)

// MatchJob is the kind of the job that deals the next puzzle of a match, or lets a
// challenge expire. Its key is the match's ID.
const MatchJob = "match"

// A Match is a match with all that is known of it.
type Match struct {
	storage.Match
	Community storage.Community
	Game      engine.Game
	Mode      mode.Mode // how its puzzles are played
	Bouts     []Bout    // the puzzles dealt, in order
	Table     []Tally   // points, the most first; of a pair both
}

// A Bout is a puzzle of a match.
type Bout struct {
	Round    Round
	Places   []Row         // the best first; none while it is open
	Answered bool          // somebody tried
	Ghost    storage.Ghost // zero: all who play are people
}

// A Tally is what a person has in a match.
type Tally struct {
	Player  storage.Player
	Rank    int // equal points share one
	Points  int
	Solved  int           // puzzles they have a place in
	Elapsed time.Duration // over those
}

// A MatchError says that a match goes on at the place.
type MatchError struct{ Match storage.Match }

func (e *MatchError) Error() string { return "a " + e.Match.Kind + " goes on here" }

// Clock is how long a puzzle of the match lasts at most.
func (m Match) Clock() time.Duration {
	return cmp.Or(Clock(m.Community, m.Game), time.Duration(m.Community.Seconds)*time.Second, matchClock)
}

// Level is the level that its puzzles are dealt by.
func (m Match) Level() engine.Level {
	text, _, _ := strings.Cut(m.Wish, " ")
	level, _ := strconv.Atoi(text) // we wrote it
	return engine.Level(level)
}

// Option is the choice of the game that they are dealt by in place of a level, or empty.
func (m Match) Option() string {
	_, option, _ := strings.Cut(m.Wish, " ")
	return option
}

// IsOver reports whether the match has ended.
func (m Match) IsOver() bool { return !m.EndedAt.IsZero() }

// Match returns a match.
func (p *Play) Match(tx *storage.Tx, id int64) (Match, error) {
	row, err := tx.MatchByID(id)
	if err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, row)
}

// wholeMatch reads what is known of a match. The number of queries does not depend on the
// number of puzzles, unless one was given up.
func (p *Play) wholeMatch(tx *storage.Tx, row storage.Match) (m Match, err error) {
	m = Match{Match: row, Game: p.Game(row.Game)}
	if m.Game == nil {
		return Match{}, errors.New("a match of an unknown game")
	}
	if m.Community, err = tx.CommunityByID(row.CommunityID); err != nil {
		return Match{}, err
	}
	where := mode.Together
	if m.Community.Private {
		where = mode.Private
	}
	m.Mode = mode.Of(m.Kind, where, m.Game.Rules().Measure != "")
	rounds, err := tx.MatchRounds(row.ID)
	if err != nil {
		return Match{}, err
	}
	answers, err := tx.MatchAnswers(row.ID)
	if err != nil {
		return Match{}, err
	}
	var pair []storage.Player
	if m.Mode.Pair {
		for _, id := range []int64{m.AskerID, m.RivalID} { // 0: a ghost
			who, _, err := storage.Found(tx.PlayerByID(id))
			if err != nil {
				return Match{}, err
			}
			pair = append(pair, who)
		}
	}
	ghosts := map[int64]storage.Ghost{}
	if m.Mode.Ghost {
		all, err := tx.Ghosts(row.ID)
		if err != nil {
			return Match{}, err
		}
		for _, g := range all {
			ghosts[g.RoundID] = g
		}
	}
	for i, o := range rounds {
		r, err := p.wholeOf(o, m.Community, &row, i+1, func() (mode.Placed, error) { return placedIn(m.Bouts), nil })
		if err != nil {
			return Match{}, err
		}
		own := slices.DeleteFunc(slices.Clone(answers), func(a storage.Answer) bool { return a.RoundID != r.ID })
		b := Bout{Round: r, Ghost: ghosts[r.ID], Answered: slices.ContainsFunc(own, func(a storage.Answer) bool { return r.Admits(a.PlayerID) })}
		if !r.ClosedAt.IsZero() {
			b.Places = placesOf(r, slices.DeleteFunc(own, func(a storage.Answer) bool { return !tookPart(a) }))
		}
		switch {
		case len(b.Places) > 0:
		case m.Mode.Ghost && (r.Reason == TimeUp || r.Reason == GivenUp):
			b.Places = []Row{{Elapsed: b.Ghost.After, Place: 1, Score: r.Mode.Score(1, 1)}}
		case r.Reason == GivenUp && pair != nil:
			if b.Places, err = resigned(tx, r, pair); err != nil {
				return Match{}, err
			}
		}
		m.Bouts = append(m.Bouts, b)
	}
	m.Table = tallies(m.Bouts, pair)
	return m, nil
}

// facts returns a round as it is now, and what is stored of a person's part in it.
func (p *Play) facts(tx *storage.Tx, a Act, id int64, which storage.Which) (r Round, f storage.Facts, err error) {
	if f, err = tx.Facts(id, a.Person.ID, p.hash(a.Person.Network, a.Person.Key), a.At, which); err != nil {
		return r, f, err
	}
	r, err = p.whole(tx, f.Round, a.Community)
	r.OpenedAt = f.OpenedAt
	return r, f, err
}

// Round returns a round, with what it needs to know of its match.
func (p *Play) Round(tx *storage.Tx, id int64) (Round, error) {
	row, err := tx.RoundByID(id)
	if err != nil {
		return Round{}, err
	}
	return p.whole(tx, row, storage.Community{})
}

// whole completes a round. c is a community that is known, which may be the round's.
func (p *Play) whole(tx *storage.Tx, row storage.Round, c storage.Community) (Round, error) {
	var err error
	switch row.CommunityID {
	case c.ID:
	case 0:
		c = storage.Community{}
	default:
		if c, err = tx.CommunityByID(row.CommunityID); err != nil {
			return Round{}, err
		}
	}
	if row.MatchID == 0 {
		return p.wholeOf(row, c, nil, 0, nil)
	}
	m, err := tx.MatchByID(row.MatchID)
	if err != nil {
		return Round{}, err
	}
	all, err := tx.MatchRounds(m.ID)
	if err != nil {
		return Round{}, err
	}
	earlier := slices.IndexFunc(all, func(o storage.Round) bool { return o.ID == row.ID })
	return p.wholeOf(row, c, &m, earlier+1, func() (mode.Placed, error) {
		match, err := p.wholeMatch(tx, m)
		return placedIn(match.Bouts[:min(earlier, len(match.Bouts))]), err
	})
}

// resigned gives a puzzle of a duel to the person whose rival gave it up.
func resigned(tx *storage.Tx, r Round, pair []storage.Player) ([]Row, error) {
	for i, winner := range pair {
		f, err := tx.Facts(r.ID, pair[1-i].ID, "", time.Time{}, storage.NoAnswers)
		if err != nil {
			return nil, err
		}
		if !f.Attempt.GaveUpAt.IsZero() {
			answer := storage.Answer{PlayerID: winner.ID, PlayerKey: winner.Key, PlayerName: winner.Name}
			return []Row{{Answer: answer, Place: 1, Score: r.Mode.Score(1, 1)}}, nil
		}
	}
	return nil, nil
}

// tallies sums a match up, beginning with those who have a line without points.
func tallies(bouts []Bout, all []storage.Player) (out []Tally) {
	for _, who := range all {
		out = append(out, Tally{Player: who})
	}
	for _, b := range bouts {
		for _, x := range b.Places {
			i := slices.IndexFunc(out, func(t Tally) bool { return t.Player.ID == x.PlayerID })
			if i < 0 {
				i, out = len(out), append(out, Tally{Player: storage.Player{ID: x.PlayerID, Key: x.PlayerKey, Name: x.PlayerName}})
			}
			out[i].Points += x.Score
			if x.Answer.ID != 0 {
				out[i].Solved++
				out[i].Elapsed += x.Elapsed
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Tally) int { return y.Points - x.Points })
	for i := range out {
		out[i].Rank = i + 1
		if i > 0 && out[i].Points == out[i-1].Points {
			out[i].Rank = out[i-1].Rank
		}
	}
	return out
}

// placedIn returns who has a place in puzzles of a match.
func placedIn(bouts []Bout) (out mode.Placed) {
	for _, b := range bouts {
		var puzzle []int64
		for _, row := range b.Places {
			puzzle = append(puzzle, row.PlayerID)
		}
		out = append(out, puzzle)
	}
	return out
}

// quiet is how many puzzles in a row had no answer until now.
func (m *Match) quiet() (n int) {
	for _, b := range slices.Backward(m.Bouts) {
		if b.Answered || b.Round.Reason == GivenUp {
			break
		}
		n++
	}
	return n
}

// advance goes on to the next puzzle of the match once one has ended, or ends it.
func (m *Match) advance(tx *storage.Tx, at time.Time) error {
	switch decided := m.Mode.Decided; {
	case m.IsOver():
		return nil
	case decided != nil && decided(placedIn(m.Bouts), m.Length):
		return endMatch(tx, &m.Match, at, Decided)
	case len(m.Bouts) >= m.Length:
		return endMatch(tx, &m.Match, at, AllPlayed)
	case m.quiet() >= unanswered && !m.Mode.Ghost: // people think, and a ghost is soon there
		return endMatch(tx, &m.Match, at, Idle)
	}
	m.NextAt = at.Add(m.Mode.Pause)
	return plan(tx, m.Match, m.NextAt)
}

// plan stores a match, and when it is looked at again.
func plan(tx *storage.Tx, m storage.Match, at time.Time) error {
	if err := tx.SaveMatch(m); err != nil {
		return err
	}
	return tx.SetJob(storage.Job{Kind: MatchJob, Key: strconv.FormatInt(m.ID, 10), At: at})
}

func endMatch(tx *storage.Tx, m *storage.Match, at time.Time, why string) error {
	m.EndedAt, m.Reason, m.NextAt = at, why, time.Time{}
	if err := tx.SaveMatch(*m); err != nil {
		return err
	}
	return tx.DropJob(MatchJob, strconv.FormatInt(m.ID, 10))
}

// noMatch returns a *MatchError if a match goes on at a place.
func noMatch(tx *storage.Tx, a Act) error {
	m, is, err := storage.Found(tx.RunningMatch(a.Community.ID, a.Channel))
	if !is {
		return err
	}
	return &MatchError{m}
}

// placesOf returns the places in a puzzle of a match. They follow from its answers
// alone, so that a late answer changes them as if it had been read in time. Where answers
// are measured people are ranked by their best ones. Else they are ranked by who was
// first: the others must answer while the first one leaves the puzzle open. Among others an
// answer that earns nothing has no place.
func placesOf(r Round, all []storage.Answer) (out []Row) {
	m, measured := r.Mode, r.Game.Rules().Measure != ""
	all = slices.DeleteFunc(slices.Clone(all), func(x storage.Answer) bool { return m.Shared && (x.Practice || original(all, x) != nil) })
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return x.At.Compare(y.At) })
	for _, a := range all {
		if !measured && len(out) > 0 && a.At.Sub(out[0].At) > m.OpenFor {
			break
		}
		i := slices.IndexFunc(out, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case i < 0:
			out = append(out, Row{Answer: a, Elapsed: r.elapsed(a.At)})
		case measured && a.Measure < out[i].Measure:
			out[i] = Row{Answer: a, Elapsed: r.elapsed(a.At)}
		}
	}
	if measured {
		slices.SortStableFunc(out, func(x, y Row) int { return cmp.Or(x.Measure-y.Measure, x.At.Compare(y.At)) })
	}
	for i := range out {
		out[i].Place = i + 1
		if measured && i > 0 && out[i].Measure == out[i-1].Measure {
			out[i].Place = out[i-1].Place
		}
		out[i].Score = m.Score(out[i].Place, len(out))
	}
	if m.Pair {
		out = out[:min(len(out), 1)]
	}
	return out
}
