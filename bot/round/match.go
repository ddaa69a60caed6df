package round

import (
	"cmp"
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
	// matchClock is the clock of a puzzle of a match if neither the game nor the community has one.
	matchClock = 2 * time.Minute
	// idleBouts is how many puzzles in a row without an answer end a match.
	idleBouts = 2
)

// MatchJob is the kind of the job that deals the next puzzle of a match, or lets a
// challenge expire. Its key is the match's ID.
const MatchJob = "match"

// A Match is a match. Beside its row it has what the row refers to, and what follows from it.
type Match struct {
	MatchRow
	Community storage.Community
	Game      engine.Game
	// Mode is how its puzzles are played.
	Mode mode.Mode
	// Program are the puzzles of the match if they are of several games; nil: all are of the Game.
	Program []mode.Part
	// Turns are the people who choose in turn which kind of puzzle comes next.
	Turns []storage.Player
	// Champion is the person who has won the last match of the kind at the place; zero if nobody has. It is known
	// until the first puzzle is dealt, and only if people play together and only the best answers count.
	Champion storage.Player
	// Bouts are the puzzles that were dealt, in order.
	Bouts []Bout
	// Wait is the time until NextAt: from the moment when NextAt was set, or from the request that shows the match. It
	// is not stored.
	Wait time.Duration
	// Joined are the people who want to play, in the order in which they joined. They are known until the first
	// puzzle is dealt, and only if the Mode lets people join.
	Joined []storage.Player
	// Table lists the people with points: those with the most come first. If the match is for a pair, both are
	// always in it.
	Table []Tally
}

// IsOnePuzzleAlone reports whether a match of a mode is a single puzzle that somebody plays with its clock, against
// nobody.
func (m MatchRow) IsOnePuzzleAlone(how mode.Mode) bool {
	return m.Length == 1 && how.IsAlone()
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

// endsWithAnswer reports whether an answer ended the puzzle, because all who were there had answered. Then the clock of
// the puzzle was set to run out at the time of that answer.
func (b Bout) endsWithAnswer() bool {
	isAtEnd := func(s Standing) bool { return !s.At.Before(b.Round.EndsAt) }
	return slices.ContainsFunc(b.Standings, isAtEnd)
}

// answerOfOpponent returns the answer of the opponent in a puzzle, as if a person with the ID 0 had sent it.
func (b Bout) answerOfOpponent() storage.Answer {
	return storage.Answer{
		RoundID: b.Round.ID,
		Text:    b.Opponent.Text,
		Measure: b.Opponent.Measure,
		At:      b.Round.begun().Add(b.Opponent.After),
	}
}

// givesAway reports whether the answer that won a puzzle of a match shows its solution to a person who has not
// found it.
func (b Bout) givesAway(playerID int64) bool {
	isOpen := b.Round.ClosedAt.IsZero()
	showsWinner := len(b.Standings) > 0 && b.Standings[0].Text != ""
	isOwn := func(x Standing) bool { return x.PlayerID == playerID }
	return !isOpen && showsWinner && !slices.ContainsFunc(b.Standings, isOwn)
}

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
	// Earned is how many points their answers have earned.
	Earned int
	// Paid is by how much these points raise the board, on which only the best rounds of a day count.
	Paid int
	// Knew counts the puzzles that they knew before, which pay nothing.
	Knew int
	// Rating is their rating after the match; zero if the match has not moved it.
	Rating DuelRating
}

// A MatchError says that a match goes on at the place.
type MatchError struct{ Match MatchRow }

func (e *MatchError) Error() string { return "a " + e.Match.Kind + " goes on here" }

// Clock is how long a puzzle of the match lasts at most: as long as any round of the game, or else as long
// as the community has chosen for clocks.
func (m Match) Clock() time.Duration { return m.ClockOf(m.Game) }

// ClockOf is how long a puzzle of a game lasts at most in the match.
func (m Match) ClockOf(g engine.Game) time.Duration {
	chosen := time.Duration(m.Community.Seconds) * time.Second
	return cmp.Or(Clock(m.Community, g), chosen, matchClock)
}

// Level returns the level of its puzzles.
func (m Match) Level() engine.Level {
	text, _, _ := strings.Cut(m.Wish, " ")
	// wishOf has written the level as a number, so there is no error.
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

// IsCutShort reports whether the match ended before its last puzzle, and before anybody had won it.
func (m Match) IsCutShort() bool {
	return m.IsOver() && m.Reason != Decided && m.Reason != AllPlayed
}

// IsUndecided reports whether a match against an opponent that is no person was cut short. Nobody wins such a match.
// Otherwise a person who leads could win by stopping it.
func (m Match) IsUndecided() bool { return m.Mode.Opponent && m.IsCutShort() }

// Gathers reports whether people may join the match: it waits for them before its first puzzle.
func (m Match) Gathers() bool {
	hasBegun := !m.BegunAt.IsZero() && !m.IsOver()
	isFirstPlanned := len(m.Bouts) == 0 && !m.NextAt.IsZero()
	return m.Mode.Gather > 0 && hasBegun && isFirstPlanned
}

// isIdle reports whether nobody has answered the last puzzles.
func (m *Match) isIdle() bool { return m.countUnanswered() >= idleBouts }

// countUnanswered returns how many of the last puzzles in a row had no answer. Void puzzles are not counted.
func (m *Match) countUnanswered() int {
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

// setRating adds a rating that the match has moved to the Tally of its player.
func (m *Match) setRating(d DuelRating) {
	for i := range m.Table {
		if m.Table[i].Player.ID == d.PlayerID {
			m.Table[i].Rating = d
		}
	}
}

// setNext sets when the next puzzle comes: some time after a moment.
func (m *Match) setNext(at time.Time, wait time.Duration) {
	m.NextAt = at.Add(wait)
	m.Wait = wait
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
	m.setNext(at, m.pause())
	newest := m.Bouts[len(m.Bouts)-1]
	if newest.IsVoid() {
		// People need no time to read how a void puzzle ended.
		m.setNext(at, 0)
	}
	if m.Mode.OpenFor > 0 && newest.endsWithAnswer() {
		m.setNext(at, mode.ShortPause)
	}
	return storeAndSchedule(tx, m.MatchRow, m.NextAt)
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
	if m.isIdle() && !m.Mode.OnItsClock {
		return Idle
	}
	return ""
}

// isPlayedOut reports whether all puzzles of the match are played. A void puzzle is replaced by another.
// But a match must not go on for ever. So it also ends when the number of void puzzles reaches its length.
func (m *Match) isPlayedOut() bool {
	void := len(m.Bouts) - m.countPlayed()
	return m.countPlayed() >= m.Length || void >= m.Length
}

// countPlayed returns how many puzzles of the match were dealt, without void ones.
func (m *Match) countPlayed() int { return len(without(m.Bouts, Bout.IsVoid)) }

// nextPart returns the next puzzle in the program of a match. ok is false if the match has no program, or if no
// puzzle follows.
func (m *Match) nextPart() (part mode.Part, ok bool) {
	played := m.countPlayed()
	if m.IsOver() || played >= len(m.Program) {
		return mode.Part{}, false
	}
	return m.Program[played], true
}

// NextGame returns the name of the game of the next puzzle.
func (m *Match) NextGame() string {
	part, _ := m.nextPart()
	return cmp.Or(part.Game, m.MatchRow.Game)
}

// Choices returns the kinds of puzzles from which a person may choose the next puzzle. It returns none once one of
// them is chosen, or while a puzzle is open.
func (m *Match) Choices() []string {
	part, ok := m.nextPart()
	isPlanned := !m.BegunAt.IsZero() && !m.NextAt.IsZero()
	if !ok || !isPlanned || m.Choice != "" {
		return nil
	}
	return part.Choices
}

// Chooser returns the person whose turn it is to choose which kind of puzzle comes next; zero if nothing is to be
// chosen, or nobody may choose. People have their turns in their order, without regard to puzzles for which nothing is
// chosen.
func (m *Match) Chooser() storage.Player {
	part, ok := m.nextPart()
	if !ok || len(part.Choices) == 0 || len(m.Turns) == 0 {
		return storage.Player{}
	}
	hasChoices := func(p mode.Part) bool { return len(p.Choices) > 0 }
	chosen := len(only(m.Program[:m.countPlayed()], hasChoices))
	return m.Turns[chosen%len(m.Turns)]
}

// pause returns how long the next puzzle waits after the last one has ended.
func (m *Match) pause() time.Duration {
	if m.Chooser().ID != 0 {
		return m.Mode.ChooseFor
	}
	return m.Mode.Pause
}

// storeAndSchedule stores a match, and sets the time of its job.
func storeAndSchedule(tx *storage.Tx, m MatchRow, at time.Time) error {
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

// whyNotBegin returns a *MatchError if a match goes on at a place, so that no other may begin there.
func whyNotBegin(tx *storage.Tx, a Act) error {
	m, isThere, err := MatchAt(tx, a)
	if err != nil {
		return err
	}
	if isThere {
		return &MatchError{m}
	}
	return nil
}
