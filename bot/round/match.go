package round

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// These are reasons why a match ended. Stopped is one, too. They are stored.
const (
	// AllPlayed: there is no further puzzle.
	AllPlayed = "played"
	// Decided: nobody can catch up.
	Decided = "decided"
	// Idle: nobody answered some puzzles in a row.
	Idle = "idle"
	// Declined: the person who was challenged refused.
	Declined = "declined"
	// Withdrawn: the person who challenged has changed their mind.
	Withdrawn = "withdrawn"
	// Unheeded: nobody accepted the challenge in time.
	Unheeded = "unheeded"
)

const (
	// matchClock is the clock of a puzzle of a match if its game has none.
	matchClock = 2 * time.Minute
	// unanswered is how many puzzles in a row without an answer end a match.
	unanswered = 2
)

// MatchJob is the kind of the job that deals the next puzzle of a match, or lets a
// challenge expire. Its key is the match's ID.
const MatchJob = "match"

// A Match is a match with what follows from its row.
type Match struct {
	MatchRow
	Community storage.Community
	Game      engine.Game
	// Mode is how its puzzles are played.
	Mode mode.Mode
	// Bouts are the puzzles that were dealt, in order.
	Bouts []Bout
	// Table lists the people with points, the most first. If the match is for a pair, it always has both.
	Table []Tally
}

// A Bout is a puzzle of a match.
type Bout struct {
	Round Round
	// Standings are empty while the puzzle is open. The best comes first.
	Standings []Standing
	// Answered reports whether one of those who may answer it sent an answer.
	Answered bool
	// Opponent is the other side if that side is no person; zero if only people play.
	Opponent Opponent
	// GivenAwayBy is the person who gave the solution of a Void puzzle away; zero for other puzzles.
	GivenAwayBy storage.Player
}

// IsVoid reports whether nobody could win the puzzle.
func (b Bout) IsVoid() bool { return b.Round.Reason == Void }

// A Tally is how one person does in a match.
type Tally struct {
	Player storage.Player
	// Rank is the same for people with equal points.
	Rank   int
	Points int
	// Solved counts the puzzles in which they have a rank.
	Solved int
	// Elapsed is the sum of their times in these puzzles.
	Elapsed time.Duration
	// Paid is how many points the match has earned them on the board.
	Paid int
	// Knew counts the puzzles that they knew before, which pay nothing.
	Knew int
}

// A MatchError says that a match goes on at the place.
type MatchError struct{ Match MatchRow }

func (e *MatchError) Error() string { return "a " + e.Match.Kind + " goes on here" }

// Clock is how long a puzzle of the match lasts at most.
func (m Match) Clock() time.Duration {
	return cmp.Or(Clock(m.Community, m.Game), time.Duration(m.Community.Seconds)*time.Second, matchClock)
}

// Level returns the level of its puzzles.
func (m Match) Level() engine.Level {
	text, _, _ := strings.Cut(m.Wish, " ")
	// wishOf has written it as a number.
	level, _ := strconv.Atoi(text)
	return engine.Level(level)
}

// Option returns the option of the game that was asked for, with or without a level; empty if no option
// was asked for.
func (m Match) Option() string {
	_, option, _ := strings.Cut(m.Wish, " ")
	return option
}

// IsOver reports whether the match has ended.
func (m Match) IsOver() bool { return !m.EndedAt.IsZero() }

// Match returns a match.
func (p *Play) Match(tx *storage.Tx, id int64) (Match, error) {
	row, err := MatchByID(tx, id)
	if err != nil {
		return Match{}, err
	}
	return p.loadMatch(tx, row)
}

// loadMatch makes a Match of its row, and reads all that belongs to it. The number of queries does not
// depend on the number of puzzles, unless one was given up.
func (p *Play) loadMatch(tx *storage.Tx, row MatchRow) (Match, error) {
	m := Match{MatchRow: row, Game: p.Game(row.Game)}
	if m.Game == nil {
		return Match{}, errors.New("a match of an unknown game")
	}
	community, err := tx.CommunityByID(row.CommunityID)
	if err != nil {
		return Match{}, err
	}
	m.Community = community
	where := mode.Together
	if community.Private {
		where = mode.Private
	}
	m.Mode = p.Mode(row.Kind, where, m.Game)
	if m.Mode.Name == "" {
		return Match{}, errors.New("a match of an unknown kind")
	}
	rounds, err := roundsOfMatch(tx, row.ID)
	if err != nil {
		return Match{}, err
	}
	answers, err := answersOfMatch(tx, row.ID)
	if err != nil {
		return Match{}, err
	}
	pair, err := pairOf(tx, m)
	if err != nil {
		return Match{}, err
	}
	opponents, err := p.opponentsIn(tx, m.Kind, m.ID)
	if err != nil {
		return Match{}, err
	}
	for i, dealt := range rounds {
		round, err := p.makeRound(dealt, community, matchPart{
			match:  &row,
			number: i + 1,
			before: func() (mode.Rankings, error) { return rankingsOf(m.Bouts), nil },
		})
		if err != nil {
			return Match{}, err
		}
		own := slices.DeleteFunc(slices.Clone(answers), func(a storage.Answer) bool { return a.RoundID != round.ID })
		bout := Bout{
			Round:    round,
			Answered: slices.ContainsFunc(own, func(a storage.Answer) bool { return round.Admits(a.PlayerID) }),
			Opponent: opponents[round.ID],
		}
		if bout.IsVoid() {
			bout.GivenAwayBy = giverOf(round, own)
		}
		bout.Standings, err = standingsInBout(tx, bout, own, pair)
		if err != nil {
			return Match{}, err
		}
		m.Bouts = append(m.Bouts, bout)
	}
	m.Table = tallies(m.Bouts, pair)
	addPaid(m.Table, answers)
	return m, nil
}

// giverOf returns the person who gave a puzzle's solution away to the two who played it: the last one,
// if there were several.
func giverOf(r Round, all []storage.Answer) storage.Player {
	givesAway := func(x storage.Answer) bool { return takesPart(x) && x.Public && !r.Admits(x.PlayerID) }
	giving := only(all, givesAway)
	if len(giving) == 0 {
		return storage.Player{}
	}
	last := giving[len(giving)-1]
	return storage.Player{ID: last.PlayerID, Key: last.PlayerKey, Name: last.PlayerName}
}

// pairOf returns the two who play a match for a pair; nil for other matches. An opponent that is no
// person is an empty Player.
func pairOf(tx *storage.Tx, m Match) ([]storage.Player, error) {
	if !m.Mode.Pair {
		return nil, nil
	}
	var pair []storage.Player
	for _, id := range []int64{m.AskerID, m.RivalID} {
		player, _, err := storage.Found(tx.PlayerByID(id))
		if err != nil {
			return nil, err
		}
		pair = append(pair, player)
	}
	return pair, nil
}

// standingsInBout returns the standings in a puzzle of a match, by the answers to it; none while it is
// open. An opponent wins without an answer, and so does the rival of a person who gave up.
func standingsInBout(tx *storage.Tx, b Bout, answers []storage.Answer, pair []storage.Player) ([]Standing, error) {
	r := b.Round
	if r.ClosedAt.IsZero() {
		return nil, nil
	}
	standings := standingsOf(r, only(answers, takesPart))
	if len(standings) > 0 {
		return standings, nil
	}
	isLost := r.Reason == TimeUp || r.Reason == GivenUp
	if r.Mode.Opponent && isLost {
		return []Standing{{Elapsed: b.Opponent.After, Rank: 1, Score: r.Mode.Score(1, 1)}}, nil
	}
	if pair != nil && r.Reason == GivenUp {
		return wonByGivingUp(tx, r, pair)
	}
	return nil, nil
}

// facts returns a round as it is now, and what is stored of the person's part in the round.
func (p *Play) facts(tx *storage.Tx, a Act, id int64, which Which) (Round, Facts, error) {
	facts, err := FindFacts(tx, id, a.Person.ID, p.hash(a.Person.Network, a.Person.Key), a.At, which)
	if err != nil {
		return Round{}, facts, err
	}
	round, err := p.loadRound(tx, facts.Round, a.Community)
	round.ShownAt = facts.ShownAt
	return round, facts, err
}

// Round returns a round, with all that is needed from its match.
func (p *Play) Round(tx *storage.Tx, id int64) (Round, error) {
	row, err := tx.RoundByID(id)
	if err != nil {
		return Round{}, err
	}
	return p.loadRound(tx, row, storage.Community{})
}

// loadRound makes a Round of its row, and reads its community and its match. known is a community that was
// read before: if it is the community of the round, it is not read again.
func (p *Play) loadRound(tx *storage.Tx, row storage.Round, known storage.Community) (Round, error) {
	community, err := communityOf(tx, row, known)
	if err != nil {
		return Round{}, err
	}
	if row.MatchID == 0 {
		return p.makeRound(row, community, matchPart{})
	}
	m, err := MatchByID(tx, row.MatchID)
	if err != nil {
		return Round{}, err
	}
	all, err := roundsOfMatch(tx, m.ID)
	if err != nil {
		return Round{}, err
	}
	// earlier is how many puzzles of the match came before this one.
	earlier := slices.IndexFunc(all, func(o storage.Round) bool { return o.ID == row.ID })
	return p.makeRound(row, community, matchPart{
		match:  &m,
		number: earlier + 1,
		before: func() (mode.Rankings, error) {
			match, err := p.loadMatch(tx, m)
			return rankingsOf(match.Bouts[:min(earlier, len(match.Bouts))]), err
		},
	})
}

// communityOf returns the community of a round; empty for a daily. If it is the known one, it is not read.
func communityOf(tx *storage.Tx, row storage.Round, known storage.Community) (storage.Community, error) {
	switch row.CommunityID {
	case 0:
		return storage.Community{}, nil
	case known.ID:
		return known, nil
	}
	return tx.CommunityByID(row.CommunityID)
}

// wonByGivingUp returns the standing of the person who won a puzzle of a duel because their rival gave it
// up.
func wonByGivingUp(tx *storage.Tx, r Round, pair []storage.Player) ([]Standing, error) {
	for i, winner := range pair {
		facts, err := FindFacts(tx, r.ID, pair[1-i].ID, "", time.Time{}, NoAnswers)
		if err != nil {
			return nil, err
		}
		if !facts.Attempt.GaveUpAt.IsZero() {
			answer := storage.Answer{PlayerID: winner.ID, PlayerKey: winner.Key, PlayerName: winner.Name}
			return []Standing{{Answer: answer, Rank: 1, Score: r.Mode.Score(1, 1)}}, nil
		}
	}
	return nil, nil
}

// tallies sums up a match. The people of pair are in it even if they have no points.
func tallies(bouts []Bout, pair []storage.Player) []Tally {
	var all []Tally
	for _, player := range pair {
		all = append(all, Tally{Player: player})
	}
	for _, b := range bouts {
		for _, s := range b.Standings {
			i := slices.IndexFunc(all, func(t Tally) bool { return t.Player.ID == s.PlayerID })
			if i < 0 {
				i = len(all)
				player := storage.Player{ID: s.PlayerID, Key: s.PlayerKey, Name: s.PlayerName}
				all = append(all, Tally{Player: player})
			}
			all[i].Points += s.Score
			hasAnswered := s.Answer.ID != 0
			if hasAnswered {
				all[i].Solved++
				all[i].Elapsed += s.Elapsed
				if s.Practice {
					all[i].Knew++
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Tally) int { return y.Points - x.Points })
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && all[i].Points == all[i-1].Points {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// addPaid adds to tallies what answers of the match have paid.
func addPaid(table []Tally, answers []storage.Answer) {
	for _, a := range answers {
		i := slices.IndexFunc(table, func(t Tally) bool { return t.Player.ID == a.PlayerID })
		if i >= 0 {
			table[i].Paid += a.Points
		}
	}
}

// rankingsOf returns the people in the standings of puzzles of a match.
func rankingsOf(bouts []Bout) mode.Rankings {
	var all mode.Rankings
	for _, b := range bouts {
		var puzzle []int64
		for _, s := range b.Standings {
			puzzle = append(puzzle, s.PlayerID)
		}
		all = append(all, puzzle)
	}
	return all
}

// quiet returns how many of the last puzzles in a row had no answer. Void puzzles are not counted.
func (m *Match) quiet() int {
	n := 0
	for _, b := range slices.Backward(m.Bouts) {
		if b.IsVoid() {
			continue
		}
		if b.Answered || b.Round.Reason == GivenUp {
			break
		}
		n++
	}
	return n
}

// advance sets the time of the next puzzle after one has ended. If no puzzle follows, it ends the
// match.
func (m *Match) advance(tx *storage.Tx, at time.Time) error {
	if m.IsOver() {
		return nil
	}
	reason := m.whyOver()
	if reason != "" {
		return endMatch(tx, &m.MatchRow, at, reason)
	}
	m.NextAt = at.Add(m.Mode.Pause)
	if m.Bouts[len(m.Bouts)-1].IsVoid() {
		// People need no time to read how a void puzzle ended.
		m.NextAt = at
	}
	return plan(tx, m.MatchRow, m.NextAt)
}

// whyOver returns why there is no further puzzle; empty if there is one.
func (m *Match) whyOver() string {
	decided := m.Mode.Decided
	if decided != nil && decided(rankingsOf(m.Bouts), m.Length) {
		return Decided
	}
	if m.isPlayedOut() {
		return AllPlayed
	}
	// A fast opponent may end several puzzles while the person still thinks.
	if m.quiet() >= unanswered && !m.Mode.Opponent {
		return Idle
	}
	return ""
}

// isPlayedOut reports whether all puzzles of the match are played. A void puzzle is replaced by another.
// But a match must not go on for ever. So it also ends when the number of void puzzles reaches its length.
func (m *Match) isPlayedOut() bool {
	void := only(m.Bouts, Bout.IsVoid)
	played := len(m.Bouts) - len(void)
	return played >= m.Length || len(void) >= m.Length
}

// plan stores a match, and sets the time of its job.
func plan(tx *storage.Tx, m MatchRow, at time.Time) error {
	if err := saveMatch(tx, m); err != nil {
		return err
	}
	return tx.SetJob(storage.Job{Kind: MatchJob, Key: strconv.FormatInt(m.ID, 10), At: at})
}

// endMatch ends a match and drops its job.
func endMatch(tx *storage.Tx, m *MatchRow, at time.Time, reason string) error {
	m.EndedAt = at
	m.Reason = reason
	m.NextAt = time.Time{}
	if err := saveMatch(tx, *m); err != nil {
		return err
	}
	return dropMatchJob(tx, m.ID)
}

func dropMatchJob(tx *storage.Tx, id int64) error {
	return tx.DropJob(MatchJob, strconv.FormatInt(id, 10))
}

// MatchAt returns the match that goes on at a place, if there is one.
func MatchAt(tx *storage.Tx, a Act) (m MatchRow, isThere bool, err error) {
	return storage.Found(runningMatch(tx, a.Community.ID, a.Channel))
}

// noMatch returns a *MatchError if a match goes on at a place.
func noMatch(tx *storage.Tx, a Act) error {
	m, isThere, err := MatchAt(tx, a)
	if err != nil {
		return err
	}
	if isThere {
		return &MatchError{m}
	}
	return nil
}

// standingsOf returns the standings in a puzzle of a match, the best first. They follow from its answers
// alone, so an answer that is read late changes them as if it had been read in time.
//
// If answers are measured, people are ranked by their best answers. Otherwise they are ranked by the
// times of their first right answers. After the first right answer the puzzle stays open to the
// others for a while (OpenFor of the mode). Later answers have no rank. If people play together, an
// answer that repeats one that others could read has no rank. Practice has no rank, either, unless
// the mode counts it.
func standingsOf(r Round, all []storage.Answer) []Standing {
	isMeasured := r.Game.Rules().Measure != ""
	isUnranked := func(a storage.Answer) bool { return !r.MayRank(a) || r.original(all, a) != nil }
	candidates := slices.Clone(all)
	if r.Mode.Shared {
		candidates = slices.DeleteFunc(candidates, isUnranked)
	}
	slices.SortStableFunc(candidates, func(x, y storage.Answer) int { return x.At.Compare(y.At) })

	// The first answer of each person counts or, if answers are measured, their best.
	var standings []Standing
	for _, a := range candidates {
		isTooLate := len(standings) > 0 && a.At.Sub(standings[0].At) > r.Mode.OpenFor
		if isTooLate && !isMeasured {
			break
		}
		i := slices.IndexFunc(standings, func(x Standing) bool { return x.PlayerID == a.PlayerID })
		switch {
		case i < 0:
			standings = append(standings, Standing{Answer: a, Elapsed: r.elapsed(a.At)})
		case isMeasured && a.Measure < standings[i].Measure:
			standings[i] = Standing{Answer: a, Elapsed: r.elapsed(a.At)}
		}
	}

	// Measured answers that are equally good share a rank.
	if isMeasured {
		slices.SortStableFunc(standings, func(x, y Standing) int {
			return cmp.Or(x.Measure-y.Measure, x.At.Compare(y.At))
		})
	}
	for i := range standings {
		standings[i].Rank = i + 1
		isEqual := i > 0 && standings[i].Measure == standings[i-1].Measure
		if isMeasured && isEqual {
			standings[i].Rank = standings[i-1].Rank
		}
		standings[i].Score = r.scoreOf(standings[i], len(standings))
	}
	if r.Mode.Pair {
		// Only the winner has a rank.
		return standings[:min(len(standings), 1)]
	}
	return standings
}

// MayRank reports whether an answer that takes part may have a rank in a puzzle of a match.
func (r Round) MayRank(a storage.Answer) bool { return !a.Practice || r.Mode.CountsKnown }

// scoreOf returns how many points a standing is worth in its match, if count people have a rank in
// the puzzle. If the mode has no scores of its own, it is what the answer would be paid on the
// board.
func (r Round) scoreOf(s Standing, count int) int {
	if r.Mode.Score != nil {
		return r.Mode.Score(s.Rank, count)
	}
	return r.worth(r.qualityOf(s), s.Hints)
}

// qualityOf returns the quality of an answer with a rank in a puzzle of a match, in percent.
func (r Round) qualityOf(s Standing) int {
	// Best is negative if an earlier version ended the round: it did not store best answers.
	isComparable := r.Game.Rules().Measure != "" && r.Best >= 0
	if !isComparable {
		return RankShare(s.Rank)
	}
	return r.Game.Quality(s.Measure, r.Best)
}

// PointsOf returns the points to show with a standing. In a race they are the points that count in the
// race. A duel counts puzzles and shows no points. In other rounds they are the points that the person
// has earned.
func (r Round) PointsOf(s Standing) int {
	switch {
	case r.Match == nil, !r.Mode.Shared:
		return s.Points
	case r.Mode.Score == nil:
		return s.Score
	}
	return 0
}
