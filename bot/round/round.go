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

// A Round is a puzzle that was dealt at a place, or a puzzle of a daily. Beside its row it has what the row refers to,
// and what follows from it.
type Round struct {
	storage.Round
	// Community is where it was dealt; zero for a daily.
	Community storage.Community
	Game      engine.Game
	// GameNumber is the position of Game in Play.Games, from 1.
	GameNumber int
	Puzzle     engine.Puzzle
	Mode       mode.Mode
	// Match is the match that the round belongs to; nil: none.
	Match *MatchRow
	// Number is the number of the round in the match, from 1.
	Number int
	// Players are those who may answer; nil: anyone.
	Players []int64
	// Local reports whether what people earn by the round counts in its community alone, not in the
	// World.
	Local bool
	// ShownAt is when the person who acts was first shown the puzzle of a daily; zero: not known.
	ShownAt time.Time
}

// A Standing is one line of the results of a round: how one person did. If the Answer's ID is 0, no person has sent it. Then
// it is the standing of an opponent that is no person, or of somebody who won because the rival gave up.
type Standing struct {
	// Answer is what was sent. If answers are measured, its Points are all that the person earned.
	storage.Answer
	// Stars is how many stars the answer has; 0: the game has no stars.
	Stars int
	// Elapsed is the time from the beginning of the round to the answer.
	Elapsed time.Duration
	// Rank is the rank in a puzzle of a match, from 1; equally good answers share one. It is 0 if the
	// round is in no match.
	Rank int
	// Score is how many points the standing counts in the match.
	Score int
}

// These are reasons why a round ended.
const (
	// Solved: nothing is left to find.
	Solved = "solved"
	// GivenUp: somebody gave it up for all.
	GivenUp = "gave-up"
	// TimeUp: its clock ran out, or its day is over.
	TimeUp = "time"
	// Expired: nobody answered for a day.
	Expired = "expired"
	// Replaced: it made room for another round.
	Replaced = "replaced"
	// Unshown: its puzzle was never delivered.
	Unshown = "unshown"
	// Stopped: its match was stopped.
	Stopped = "stopped"
	// Void: in a duel somebody else gave the solution away.
	Void = "void"
)

const (
	// Grace is how long a round stays open after its clock has run out. By then, all that was sent
	// in time has usually been read.
	Grace = 3 * time.Second
	// idleFor is how long a round without a clock stays open without an answer.
	idleFor = 24 * time.Hour
	// maxOpen is how many rounds may be open in a group, not counting contests.
	maxOpen = 3
	// maxOwn is how many of them may be unsolved rounds that the same person asked for.
	maxOwn = 2
	// manyOpen is the limit of queries for open rounds or matches. It leaves room for contests, and
	// for rounds that were just replaced, which do not count as open.
	manyOpen = 20
	// deliverFor is how long the delivery of a puzzle with a clock may take.
	deliverFor = 2 * time.Minute
)

// EndJob is the kind of the job that ends a round. Its key is the round's ID.
const EndJob = "end"

// A matchPart says which part of a match a round is. It is zero for a round that belongs to no match.
type matchPart struct {
	match *MatchRow
	// number is the number of the round in the match, from 1.
	number int
}

// makeRound makes a Round of its row and its community. loadRound also reads what a matchPart needs. A puzzle
// that cannot be parsed is an internal error, since only IDs that could be parsed are stored.
func (p *Play) makeRound(row storage.Round, c storage.Community, part matchPart) (Round, error) {
	puzzle, err := p.Parse(row.Puzzle)
	if err != nil {
		return Round{}, err
	}
	number := p.gameNumbers[row.Game]
	game := p.Games[number-1]
	where := mode.Together
	switch {
	case row.Daily != 0:
		where = mode.Daily
	case c.Private:
		where = mode.Private
	}
	kind := ""
	if part.match != nil {
		kind = part.match.Kind
	}
	r := Round{
		Round:      row,
		Community:  c,
		Game:       game,
		GameNumber: number,
		Puzzle:     p.same(puzzle),
		Mode:       p.Mode(kind, where, game),
		Match:      part.match,
		Number:     part.number,
		Local:      p.IsOfGuests(c),
	}
	if r.Mode.Players != nil {
		r.Players = r.Mode.Players([]int64{part.match.AskerID, part.match.RivalID})
	}
	return r, nil
}

// Parse returns the puzzle of a stored ID.
func (p *Play) Parse(id string) (engine.Puzzle, error) {
	name, desc, _ := strings.Cut(id, ":")
	g := p.Game(name)
	if g == nil {
		return nil, fmt.Errorf("stored puzzle %q: there is no such game", id)
	}
	puzzle, err := g.Parse(desc)
	if err != nil {
		return nil, fmt.Errorf("stored puzzle %q: %w", id, err)
	}
	return puzzle, nil
}

// roundOf returns the row of a round for a puzzle that is dealt at a time. The caller adds the place
// and the person who asked for it.
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

// IsForFun reports whether the round has a custom puzzle, and it cannot be said who chose its
// numbers: they came by a link or a button, or the person is forgotten.
func (r Round) IsForFun() bool {
	isShared := r.Wish == ""
	isNameless := r.AskerName == ""
	return r.Custom && (isShared || isNameless)
}

// IsContest reports whether the round is open for a day, and its best answer wins.
func (r Round) IsContest() bool { return r.Mode.Pay == mode.PayBest && r.Lasts == 0 }

// IsTimed reports whether time ends the round: a clock, or the day of a contest.
func (r Round) IsTimed() bool { return r.Lasts > 0 || r.IsContest() }

// TellsBest reports whether a person is told with their answer how good the best one is. Others who still search would
// hear it, so this is only for those who play alone.
func (r Round) TellsBest() bool { return !r.Mode.Shared && r.Mode.Name == "" }

// Admits reports whether a person may answer.
func (r Round) Admits(playerID int64) bool {
	return r.Players == nil || slices.Contains(r.Players, playerID)
}

// Over reports whether an answer that was sent at a time comes too late. A round that has ended still
// accepts answers that were sent before its end. But if a round was solved, given up or not delivered in
// time, every answer that is read after its end comes too late.
func (r Round) Over(at time.Time) bool {
	hasEnd := !r.EndsAt.IsZero()
	if hasEnd && at.After(r.EndsAt) {
		return true
	}
	if r.ClosedAt.IsZero() {
		return false
	}
	switch r.Reason {
	case TimeUp:
		// If there is an EndsAt, the answer was sent before it, and is in time.
		return !hasEnd && at.After(r.ClosedAt)
	case Replaced, Expired, Stopped, Void:
		return at.After(r.ClosedAt)
	}
	return true
}

// wasOpen reports whether the round was open at a time, whatever has ended it since.
func (r Round) wasOpen(at time.Time) bool {
	hasEnd := !r.EndsAt.IsZero()
	if hasEnd && at.After(r.EndsAt) {
		return false
	}
	return r.ClosedAt.IsZero() || at.Before(r.ClosedAt)
}

// ShowsAtEnd reports whether nobody is shown a solution before the round ends: people play it
// together, on a clock or in a contest.
func (r Round) ShowsAtEnd() bool {
	isOnClock := r.Lasts > 0
	hasEnd := !r.EndsAt.IsZero()
	return r.Mode.Shared && (isOnClock || hasEnd)
}

// begun returns the moment from which the time to solve the round is counted; zero: not known.
func (r Round) begun() time.Time {
	if r.Daily != 0 {
		return r.ShownAt
	}
	if r.Lasts > 0 && !r.EndsAt.IsZero() {
		return r.EndsAt.Add(-r.Lasts)
	}
	return r.DealtAt
}

// elapsed returns the time from the beginning of the round until an answer was sent, as Took does.
func (r Round) elapsed(at time.Time) time.Duration { return Took(r.begun(), at) }

// Took returns how long an answer took, in whole milliseconds. begun is when its person's time began, and at
// is when the answer was sent. It is 0 if begun is zero, which means that it is not known. Some networks give
// the time of an answer in whole seconds. Then the result is rounded up to whole seconds, and is one second at
// least.
func Took(begun, at time.Time) time.Duration {
	if begun.IsZero() {
		return 0
	}
	took := max(0, at.Sub(begun)).Truncate(time.Millisecond)
	if !isInSeconds(at) {
		return took
	}
	roundedUp := (took + time.Second - time.Millisecond).Truncate(time.Second)
	return max(time.Second, roundedUp)
}

// isInSeconds reports whether a network has given a time in whole seconds.
func isInSeconds(at time.Time) bool { return at.Nanosecond() == 0 }

// lastMoment returns the last moment that a network may mean by a time. In whole seconds, 12:00:00 may be
// 12:00:00.999.
func lastMoment(at time.Time) time.Time {
	if isInSeconds(at) {
		return at.Add(time.Second - time.Millisecond)
	}
	return at
}

// Clock is how long a round of a game lasts in a community; 0: the game has no clock.
func Clock(c storage.Community, g engine.Game) time.Duration {
	seconds := g.Rules().Seconds
	if seconds != 0 && c.Seconds != 0 {
		seconds = c.Seconds
	}
	return time.Duration(seconds) * time.Second
}

// endAt sets the time of a round's job. When the job runs, it ends the round or sets a later time.
func endAt(tx *storage.Tx, roundID int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: EndJob, Key: strconv.FormatInt(roundID, 10), At: at})
}

// hasten makes the clock of a puzzle of a match run out at end, if that is sooner.
func hasten(tx *storage.Tx, r Round, end time.Time) error {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	if r.EndsAt.IsZero() {
		// The puzzle was answered before the network said that it was delivered.
		r.EndsAt = r.DealtAt.Add(r.Lasts)
	}
	if end.After(r.EndsAt) {
		end = r.EndsAt
	}
	// If the network gives times in whole seconds, an answer that comes at once seems to be older than
	// the beginning of the clock.
	began := r.begun()
	if !end.After(began) {
		end = began.Add(time.Millisecond)
	}
	// Lasts changes together with EndsAt, so that the beginning of the clock stays the same.
	r.Lasts -= r.EndsAt.Sub(end)
	r.EndsAt = end
	if err := tx.SaveRound(r.Round); err != nil {
		return err
	}
	return endAt(tx, r.ID, end.Add(Grace))
}

// lastAnswered returns when somebody last answered a round or, if nobody has, when it was dealt.
func lastAnswered(tx *storage.Tx, r Round) (time.Time, error) {
	at, isAnswered, err := storage.Found(lastAnswerAt(tx, r.ID))
	if err != nil || !isAnswered {
		return r.DealtAt, err
	}
	return at, nil
}

// bestKnown returns the solver's solution, or a player's record that beats it.
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

// WithRecord returns the solver's solution, or a record of the puzzle that beats the solution.
func WithRecord(puzzle engine.Puzzle, s engine.Solution, measure int, text string) engine.Solution {
	if s.Best != "" && measure >= s.Measure {
		return s
	}
	// An earlier version may have written the text of the record in another way.
	text = cmp.Or(puzzle.Judge(text).Text, text)
	s.Best = text
	s.Measure = measure
	s.All = []string{text}
	return s
}

const (
	// hintsThatLeaveOpen is the least number of hints with which a right answer leaves a race open.
	hintsThatLeaveOpen = 2
	// OpenFor is how long a race stays open after such an answer.
	OpenFor = time.Minute
)

// openToOthersUntil returns until when a race is open to others after a right answer with help from hints. If a
// network gives the time of that answer in whole seconds, it may have been sent at the end of its second.
func openToOthersUntil(first storage.Answer) time.Time { return lastMoment(first.At).Add(OpenFor) }

// stillOpen reports whether a right answer that is sent at a time would win a race. paid are the answers
// that were paid, the oldest first. If there are none, nobody has won the race yet. If all of them had
// help from hints, the race stays open for OpenFor after the first.
func stillOpen(paid []storage.Answer, at time.Time) bool {
	if len(paid) == 0 {
		return true
	}
	isWonUnaided := slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.Hints < hintsThatLeaveOpen })
	return !isWonUnaided && !at.After(openToOthersUntil(paid[0]))
}

// isPractice reports whether an answer is practice.
func isPractice(x storage.Answer) bool { return x.Practice }

// paidOf returns the answers that are no practice.
func paidOf(right []storage.Answer) []storage.Answer { return without(right, isPractice) }

// near is the stored outcome of an answer that is not right but takes part.
const near = "near"

// takesPart reports whether a stored answer is right, or near enough to be worth something.
func takesPart(a storage.Answer) bool { return isRight(a) || a.Outcome == near }

func isRight(a storage.Answer) bool { return a.Outcome == string(engine.Right) }

// original returns the answer that x repeats: an earlier public answer of another person with the same
// solution; nil if there is none. Nobody is paid for what they could read.
func (r Round) original(all []storage.Answer, x storage.Answer) *storage.Answer {
	if x.Form == "" {
		return nil
	}
	for i, other := range all {
		couldBeCopied := other.Public && other.PlayerID != x.PlayerID && isBefore(other, x)
		// Answers of the same form have the same measure, and comparing measures takes less time than
		// IsSameForm.
		if !couldBeCopied || other.Measure != x.Measure {
			continue
		}
		if engine.IsSameForm(r.Puzzle, other.Form, x.Form) {
			return &all[i]
		}
	}
	return nil
}

// isBefore reports whether the first answer was sent before the second, which may not be stored yet. It is false if
// that depends on the part of a second that a network does not give.
func isBefore(first, second storage.Answer) bool {
	if first.At.Equal(second.At) {
		return second.ID == 0 || first.ID < second.ID
	}
	return lastMoment(first.At).Before(second.At)
}

// isSecret reports whether others may still find the solution of an answer: the answer is practice, and the
// others could not read it.
func isSecret(x storage.Answer) bool { return x.Practice && !x.Public }

// isExhausted reports whether nothing is left to find after some right answers. s is what the solver
// found.
func isExhausted(r Round, right []storage.Answer, s engine.Solution) bool {
	if len(right) == 0 {
		return false
	}
	if !r.Game.Rules().Collect {
		return true
	}
	return s.Complete && countForms(right) >= len(s.All)
}

// whyRaceEnds returns why an open race without a clock ends, and when. If nothing is left to find, the race is open only
// because the winner had help from hints. Then it ends after OpenFor, and after the Grace in which late answers are
// read. Otherwise it ends when nobody has answered for a day.
func whyRaceEnds(
	tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer,
) (reason string, at time.Time, err error) {
	paid := paidOf(all)
	hasWinner := len(paid) > 0
	if hasWinner && isExhausted(r, without(all, isSecret), s) {
		return Solved, openToOthersUntil(paid[0]).Add(Grace), nil
	}
	last, err := lastAnswered(tx, r)
	if err != nil {
		return "", time.Time{}, err
	}
	reason = Expired
	if hasWinner {
		reason = Solved
	}
	return reason, last.Add(idleFor), nil
}

// countForms counts the different solutions among right answers.
func countForms(answers []storage.Answer) int {
	forms := map[string]bool{}
	for _, a := range answers {
		forms[a.Form] = true
	}
	return len(forms)
}

// isWon reports whether a race is won for good: a further right answer that is sent at a time would not win
// it. right are the answers that take part.
func isWon(right []storage.Answer, at time.Time) bool {
	paid := paidOf(right)
	return len(paid) > 0 && !stillOpen(paid, at)
}

// only returns the elements of a list for which keep returns true.
func only[T any](all []T, keep func(T) bool) []T {
	return without(all, func(x T) bool { return !keep(x) })
}

// without returns the elements of a list for which drop returns false.
func without[T any](all []T, drop func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), drop)
}
