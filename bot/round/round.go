package round

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// A Round is a puzzle dealt at a place, or a daily, with all that is known of it.
type Round struct {
	storage.Round
	// Community is where it was dealt; zero: a daily.
	Community storage.Community
	Game      engine.Game
	// Sort is the position of Game among the games, from 1.
	Sort   int
	Puzzle engine.Puzzle
	Mode   mode.Mode
	// Match is the match it belongs to; nil: none.
	Match *MatchRow
	// Number is its place among the puzzles of the match, from 1.
	Number int
	// Players are those who may answer; nil: anyone.
	Players []int64
	// Local reports whether what people earn of it counts nowhere in the World.
	Local bool
	// OpenedAt is when the person who acts was first shown the daily; zero: it is not known.
	OpenedAt time.Time
}

// A Place is how one person did in a round: by an answer, or, with an Answer whose ID is 0, by the
// win of a duel's puzzle that the other person gave up. Where people talk is no Place but a channel.
type Place struct {
	// Answer has as its Points all that the person earned, where answers are measured.
	storage.Answer
	// Stars are those of the answer; 0: the game has none.
	Stars int
	// Elapsed is the time since the round began.
	Elapsed time.Duration
	// Rank is that in a puzzle of a match, from 1; equally good answers share one. 0: it is in no match.
	Rank int
	// Score are points in the match.
	Score int
}

// Reasons why a round ended.
const (
	Solved   = "solved"   // nothing is left to find
	GivenUp  = "gave-up"  // for all
	TimeUp   = "time"     // its clock ran out, or its day is over
	Expired  = "expired"  // nobody answered for a day
	Replaced = "replaced" // too many rounds were open
	Unshown  = "unshown"  // it was never delivered
	Stopped  = "stopped"  // with its match, by a person who may
	Void     = "void"     // somebody else gave its solution away to two who duel
)

const (
	// Grace is how long after its clock a round ends. What was sent in time has been
	// read by then, as a rule.
	Grace = 3 * time.Second
	// idleFor is how long a round without a clock stays open without an answer.
	idleFor = 24 * time.Hour
	// maxOpen is how many rounds may be open in a group, without contests.
	maxOpen = 3
	// maxOwn is how many of them one person may have asked for that nobody has solved.
	maxOwn = 2
	// manyOpen is how many rows are read: open rounds, contests, and rounds just replaced.
	manyOpen = 20
	// deliverFor is how long a puzzle on the clock may take to be delivered.
	deliverFor = 2 * time.Minute
)

// EndJob is the kind of the job that ends a round. Its key is the round's ID.
const EndJob = "end"

// wholeOf completes a round; before returns the places in the puzzles of its match before it.
// A puzzle that cannot be read is an internal error: only IDs that were parsed before are stored.
func (p *Play) wholeOf(
	row storage.Round, c storage.Community, m *MatchRow, number int,
	before func() (mode.Placed, error),
) (r Round, err error) {
	r = Round{Round: row, Community: c, Match: m, Number: number, Local: p.ofGuests(c)}
	puzzle, err := p.Parse(row.Puzzle)
	if err != nil {
		return r, err
	}
	r.Puzzle = p.same(puzzle)
	r.Sort = p.sorts[row.Game]
	r.Game = p.Games[r.Sort-1]
	where := mode.Together
	switch {
	case r.Daily != 0:
		where = mode.Daily
	case c.Private:
		where = mode.Private
	}
	name := ""
	if m != nil {
		name = m.Kind
	}
	r.Mode = p.Mode(name, where, r.Game)
	if players := r.Mode.Players; players != nil {
		r.Players, err = players([]int64{m.AskerID, m.RivalID}, before)
	}
	return r, err
}

// Parse reads the ID of a puzzle that is stored.
func (p *Play) Parse(id string) (engine.Puzzle, error) {
	name, desc, _ := strings.Cut(id, ":")
	g := p.Game(name)
	if g == nil {
		return nil, fmt.Errorf("puzzle %q is of no game there is", id)
	}
	puzzle, err := g.Parse(desc)
	if err != nil {
		return nil, fmt.Errorf("stored puzzle %q: %w", id, err)
	}
	return puzzle, nil
}

// roundOf is a round of a puzzle that is dealt at a time.
func roundOf(g engine.Game, puzzle engine.Puzzle, at time.Time) storage.Round {
	rating := puzzle.Rating()
	return storage.Round{
		Game:    g.Name(),
		Puzzle:  puzzle.ID(),
		Class:   puzzle.Face().Class(),
		DealtAt: at,
		Level:   int(rating.Level),
		Seconds: rating.Seconds,
	}
}

// IsForFun reports whether the round pays nobody although nobody here has picked its numbers: they
// came by a link, or were offered to anyone.
func (r Round) IsForFun() bool { return r.Own && (r.Wish == "" || r.AskerName == "") }

// IsContest reports whether the best answer of a day wins.
func (r Round) IsContest() bool { return r.Mode.Pay == mode.PayBest && r.Lasts == 0 }

// IsTimed reports whether the round ends by itself at a time that nobody changes.
func (r Round) IsTimed() bool { return r.Lasts > 0 || r.Mode.Pay == mode.PayBest }

// Admits reports whether a person may answer.
func (r Round) Admits(playerID int64) bool {
	return r.Players == nil || slices.Contains(r.Players, playerID)
}

// Over reports whether something sent at a time comes too late. A round that ended by
// itself accepts what was sent before its end, however late it is read.
func (r Round) Over(at time.Time) bool {
	hasClock := !r.EndsAt.IsZero()
	if hasClock && at.After(r.EndsAt) {
		return true
	}
	if r.ClosedAt.IsZero() {
		return false
	}
	switch r.Reason {
	case TimeUp:
		return !hasClock && at.After(r.ClosedAt)
	case Replaced, Expired, Stopped, Void:
		return at.After(r.ClosedAt)
	}
	return true
}

// wasOpen reports whether something was sent before the round ended, whatever ended it.
func (r Round) wasOpen(at time.Time) bool {
	hasClock := !r.EndsAt.IsZero()
	if hasClock && at.After(r.EndsAt) {
		return false
	}
	return r.ClosedAt.IsZero() || at.Before(r.ClosedAt)
}

// ShowsAtEnd reports whether nobody sees a solution before the end, for which all wait: people
// play together on a clock or in a contest.
func (r Round) ShowsAtEnd() bool {
	return r.Mode.Shared && (r.Lasts > 0 || !r.EndsAt.IsZero())
}

// begun is when people could begin to think; zero: it is not known.
func (r Round) begun() time.Time {
	if r.Daily != 0 {
		return r.OpenedAt
	}
	if r.Lasts > 0 && !r.EndsAt.IsZero() {
		return r.EndsAt.Add(-r.Lasts)
	}
	return r.DealtAt
}

// elapsed is how long after the round began something was sent. Some networks give times in
// whole seconds: then it is rounded up to whole seconds, one at least.
func (r Round) elapsed(at time.Time) time.Duration {
	d := max(0, at.Sub(r.begun()))
	if at.Nanosecond() != 0 {
		return d
	}
	return max(time.Second, (d + time.Second - 1).Truncate(time.Second))
}

// sinceOpened is how long after a person was first shown a daily something was sent; 0: that is not
// known.
func (r Round) sinceOpened(at time.Time) time.Duration {
	if r.OpenedAt.IsZero() {
		return 0
	}
	return max(0, at.Sub(r.OpenedAt)).Truncate(time.Millisecond)
}

// Clock is how long a round of a game lasts in a community; 0: the game has no clock.
func Clock(c storage.Community, g engine.Game) time.Duration {
	seconds := g.Rules().Seconds
	if seconds != 0 && c.Seconds != 0 {
		seconds = c.Seconds
	}
	return time.Duration(seconds) * time.Second
}

// endAt schedules when a round is ended, or looked at again.
func endAt(tx *storage.Tx, roundID int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: EndJob, Key: strconv.FormatInt(roundID, 10), At: at})
}

// lastAnswered is when somebody last answered a round, or when it was dealt.
func lastAnswered(tx *storage.Tx, r Round) (time.Time, error) {
	at, isAnswered, err := storage.Found(lastAnswerAt(tx, r.ID))
	if err != nil || !isAnswered {
		return r.DealtAt, err
	}
	return at, nil
}

// bestKnown is the solver's best, or a player's record that goes below it.
func bestKnown(tx *storage.Tx, r Round, s engine.Solution) (engine.Solution, error) {
	if !r.Game.Rules().Records {
		return s, nil
	}
	record, isKnown, err := storage.Found(findRecord(tx, r.Round.Puzzle))
	if err != nil || !isKnown {
		return s, err
	}
	return WithRecord(r.Puzzle, s, record.Measure, record.Text), nil
}

// WithRecord returns the solver's best, or a record of the puzzle that goes below it.
func WithRecord(puzzle engine.Puzzle, s engine.Solution, measure int, text string) engine.Solution {
	if s.Best != "" && measure >= s.Measure {
		return s
	}
	// It is printed as answers are now.
	text = cmp.Or(puzzle.Judge(text).Text, text)
	s.Best = text
	s.Measure = measure
	s.All = []string{text}
	return s
}

const (
	// hintsThatLeaveOpen is how many hints make an answer leave a race open.
	hintsThatLeaveOpen = 2
	// OpenFor is how long a race stays open after such an answer.
	OpenFor = time.Minute
)

// stillOpen reports whether a right answer sent at a time would win: nobody has won, or
// only with the help of hints and just now.
func stillOpen(paid []storage.Answer, at time.Time) bool {
	if len(paid) == 0 {
		return true
	}
	isWonUnaided := slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.Hints < hintsThatLeaveOpen })
	return !isWonUnaided && at.Sub(paid[0].At) < OpenFor
}

// paidOf returns the answers among right ones that are no practice.
func paidOf(right []storage.Answer) []storage.Answer {
	return without(right, func(x storage.Answer) bool { return x.Practice })
}

// near is the stored outcome of an answer that is not right but takes part.
const near = "near"

// tookPart reports whether an answer is right, or near enough to be worth something.
func tookPart(a storage.Answer) bool { return a.Outcome == string(engine.Right) || a.Outcome == near }

// original returns the answer of somebody else that all could read before one that is the same solution
// was sent; nil if there is none. What others could read is nobody's merit.
func (r Round) original(all []storage.Answer, x storage.Answer) *storage.Answer {
	if x.Form == "" {
		return nil
	}
	for i, o := range all {
		isReadable := o.Open && o.PlayerID != x.PlayerID && isBefore(o, x)
		// The same solution has the same measure: this spares most comparisons.
		if !isReadable || o.Measure != x.Measure {
			continue
		}
		if engine.IsSameForm(r.Puzzle, o.Form, x.Form) {
			return &all[i]
		}
	}
	return nil
}

// isBefore reports whether an answer was sent before another, which may not be stored yet.
func isBefore(o, x storage.Answer) bool {
	if o.At.Equal(x.At) {
		return x.ID == 0 || o.ID < x.ID
	}
	return o.At.Before(x.At)
}

// isSecret reports whether an answer leaves its solution to others: it is practice, and
// nobody could read it.
func isSecret(x storage.Answer) bool { return x.Practice && !x.Open }

// isExhausted reports whether nothing is left to find after right answers.
func isExhausted(r Round, right []storage.Answer, s engine.Solution) bool {
	if len(right) == 0 {
		return false
	}
	if !r.Game.Rules().Collect {
		return true
	}
	return s.Complete && distinct(right) >= len(s.All)
}

// whyRaceEnds is when a race without a clock ends, and why: when nobody has answered for
// a day or, if it was won with the help of hints and nothing else is left to find, when
// the others have had their minute.
func whyRaceEnds(
	tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer,
) (reason string, again time.Time, err error) {
	paid := paidOf(all)
	if isExhausted(r, paid, s) {
		return Solved, paid[0].At.Add(OpenFor), nil
	}
	last, err := lastAnswered(tx, r)
	if err != nil {
		return "", time.Time{}, err
	}
	reason = Expired
	if len(paid) > 0 {
		reason = Solved
	}
	return reason, last.Add(idleFor), nil
}

// distinct counts solutions.
func distinct(answers []storage.Answer) int {
	forms := map[string]bool{}
	for _, a := range answers {
		forms[a.Form] = true
	}
	return len(forms)
}

// isWon reports whether right answers have won a race, so that a further one would not.
func isWon(right []storage.Answer, at time.Time) bool {
	paid := paidOf(right)
	return len(paid) > 0 && !stillOpen(paid, at)
}

// only returns those, such as answers, for which a condition holds.
func only[T any](all []T, keep func(T) bool) []T {
	return without(all, func(x T) bool { return !keep(x) })
}

// without returns those for which a condition does not hold.
func without[T any](all []T, drop func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), drop)
}
