package round

import (
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// A Quitting says what giving up has led to.
type Quitting string

const (
	// QuitForAll means that the round is over: see Quit.Ending.
	QuitForAll Quitting = "all"
	// QuitAlone means that the person is shown a solution and earns nothing more.
	QuitAlone Quitting = "alone"
	// QuitDay means that the person earns nothing more, and sees a solution when the day of the daily is
	// over everywhere.
	QuitDay Quitting = "day"
	// QuitOut means that the person earns nothing more, and sees the solution at the end.
	QuitOut Quitting = "out"
	// QuitPlayed means that others play the puzzle somewhere else, or that a live daily has it.
	QuitPlayed Quitting = "played"
	// QuitPrivate means that others read along: the person must give up where nobody else does.
	QuitPrivate Quitting = "private"
	// QuitAsk means that giving up costs something: the person must confirm it.
	QuitAsk Quitting = "ask"
	// QuitOver means that the round was over before.
	QuitOver Quitting = "over"
	// QuitMatch means that the puzzle is one of a match, and ends by itself.
	QuitMatch Quitting = "match"
)

// A Quit is what a person who gave up is shown.
type Quit struct {
	What   Quitting
	Round  Round
	Best   engine.Solution
	Ending *Ending
	// Solved reports whether the person has earned something by a right answer. They keep it.
	Solved bool
	// ForAll reports whether giving up would end the round for all. It is set with QuitAsk.
	ForAll bool
	// Missed are the solutions that are not found yet, if people collect solutions: those that nobody has found or, if
	// people play for themselves, those that the person has not found. They are set with QuitAlone.
	Missed []string
	// Shown is when the solutions of a day are shown, in the person's time zone. If it is zero, they
	// may be shown now.
	Shown time.Time
	// Past reports whether the round is a daily whose day is over for the person. Then giving up costs neither points
	// nor a streak.
	Past bool
}

// A Resolve is how sure a person is that they want to give up.
type Resolve int

const (
	// Typed means that they typed that they give up. They must confirm it if it costs a streak.
	Typed Resolve = iota
	// Pressed means that they pressed a button, perhaps by mistake. They must confirm it.
	Pressed
	// Confirmed means that they have confirmed it.
	Confirmed
)

// Giving up a second time is a confirmation, unless it comes too soon or too late.
const (
	// askAfter is how long after the first press a second one is a confirmation. A press that comes sooner
	// counts as part of a double press.
	askAfter = time.Second
	// askFor is how long the question waits for a confirmation.
	askFor = time.Minute
)

// GiveUp gives up a round for a person. They are shown a solution, or told when they will be shown
// one. If they may end the round for all, it ends. s is what the solver knows, and how says how sure the
// person is.
func (p *Play) GiveUp(tx *storage.Tx, a Act, id int64, s engine.Solution, how Resolve) (Quit, error) {
	r, f, err := p.facts(tx, a, id, NoAnswers)
	if err != nil {
		return Quit{}, err
	}
	isPlayed, err := isPlayedElsewhere(tx, a, r)
	if err != nil {
		return Quit{}, err
	}
	best, err := bestKnown(tx, r, s)
	if err != nil {
		return Quit{}, err
	}
	q := Quit{Round: r, Best: best, Solved: f.Award.Solved}
	q.What = refuseQuit(a, r, isPlayed)
	if q.What != "" {
		return q, nil
	}
	if r.hidesSolutions(a.At) {
		q.Shown, err = p.shownFrom(tx, a, r.Daily)
		if err != nil {
			return Quit{}, err
		}
	}

	// The person must confirm first if giving up costs something.
	sinceAsked := a.At.Sub(f.Attempt.AskedAt)
	isSecondTime := sinceAsked >= askAfter && sinceAsked < askFor
	if isSecondTime {
		how = Confirmed
	}
	if r.Daily != 0 {
		q.Past, err = p.IsArchived(tx, a, r, f)
		if err != nil {
			return Quit{}, err
		}
	}
	forAll, err := mayEnd(tx, a, r)
	if err != nil {
		return Quit{}, err
	}
	if asksFirst(r, f, how, q.Past) {
		q.What = QuitAsk
		q.ForAll = forAll
		isDoublePress := sinceAsked < askAfter
		if isDoublePress {
			// The question that the first press has caused still waits.
			return q, nil
		}
		attempt := f.Attempt
		attempt.AskedAt = a.At
		return q, tx.SaveAttempt(attempt, 0)
	}
	if !forAll && a.OthersRead() {
		// At this place the solution cannot be shown to the person alone. So they have not given
		// up.
		q.What = QuitPrivate
		return q, nil
	}

	return p.quit(tx, a, r, f, q, forAll)
}

// quit stores that a person has given up a round. It returns q with what the person is shown.
func (p *Play) quit(tx *storage.Tx, a Act, r Round, f Facts, q Quit, forAll bool) (Quit, error) {
	if err := storeQuit(tx, a, r, f); err != nil {
		return Quit{}, err
	}
	isShownLater := !q.Shown.IsZero()
	if isShownLater {
		q.What = QuitDay
		return q, MarkSeen(tx, a.Person.ID, r.Class, 0)
	}
	if err := p.noteQuit(tx, a, r, forAll); err != nil {
		return Quit{}, err
	}
	if forAll {
		ending, err := p.readAndEnd(tx, a, r, GivenUp, q.Best)
		q.What = QuitForAll
		q.Ending = ending
		return q, err
	}
	if r.ShowsAtEnd() {
		q.What = QuitOut
		return q, nil
	}
	q.What = QuitAlone
	if r.Game.Rules().Collect {
		found, _, err := foundBy(tx, a, r, q.Best)
		if err != nil {
			return Quit{}, err
		}
		q.Missed = unfound(r, q.Best, found)
	}
	return q, nil
}

// storeQuit stores in a person's attempt that they have given up, unless it says so already.
func storeQuit(tx *storage.Tx, a Act, r Round, f Facts) error {
	attempt := f.Attempt
	if !attempt.GaveUpAt.IsZero() {
		return nil
	}
	if err := learnUnsolved(tx, r, f, a.At); err != nil {
		return err
	}
	attempt.GaveUpAt = a.At
	attempt.TookPart = true
	return tx.SaveAttempt(attempt, 0)
}

// noteQuit notes that a person who gives up a round is shown a solution. In some rounds they see it only
// at the end, together with all others. Even then the puzzle counts as seen from now on, so that it pays
// them nothing.
func (p *Play) noteQuit(tx *storage.Tx, a Act, r Round, forAll bool) error {
	switch {
	case forAll:
		return p.markShownAtEnd(tx, a, r)
	case r.ShowsAtEnd():
		return MarkSeen(tx, a.Person.ID, r.Class, 0)
	}
	return p.MarkShown(tx, a, r.Puzzle)
}

// refuseQuit returns why a person cannot give up a round; empty if they can. isPlayed is what
// isPlayedElsewhere returns.
func refuseQuit(a Act, r Round, isPlayed bool) Quitting {
	switch {
	case r.Over(a.At) || !r.ClosedAt.IsZero():
		return QuitOver
	case r.Mode.GiveUp == mode.NoGiveUp || !r.Admits(a.Person.ID):
		return QuitMatch
	case isPlayed && r.Match == nil:
		return QuitPlayed
	}
	return ""
}

// asksFirst reports whether a person must confirm that they give up: they pressed a button, perhaps by
// mistake, or giving up costs a streak. isPast is Quit.Past.
func asksFirst(r Round, f Facts, how Resolve, isPast bool) bool {
	if how == Confirmed || !f.Attempt.GaveUpAt.IsZero() {
		return false
	}
	if r.Daily == 0 || isPast {
		return how == Pressed
	}
	// A person who has earned something for this daily loses nothing.
	hasEarned := !f.Award.At.IsZero()
	return !hasEarned
}

// Leave ends a round that people play together when somebody asks for the next one, if mayLeave says so.
// It returns nil if the round goes on. s is what the solver knows.
func (p *Play) Leave(tx *storage.Tx, a Act, id int64, s engine.Solution) (*Ending, error) {
	r, err := p.Round(tx, id)
	if err != nil {
		return nil, err
	}
	if !r.ClosedAt.IsZero() || r.CommunityID != a.Community.ID {
		return nil, nil
	}
	ends, err := mayLeave(tx, a, r)
	if err != nil || !ends {
		return nil, err
	}
	if err := p.markShownAtEnd(tx, a, r); err != nil {
		return nil, err
	}
	return p.readAndEnd(tx, a, r, Replaced, s)
}

// mayLeave reports whether a round ends when a person leaves it for another: they may end it for all, or
// it is a race without a clock that is won.
func mayLeave(tx *storage.Tx, a Act, r Round) (bool, error) {
	may, err := mayEnd(tx, a, r)
	if err != nil || may {
		return may, err
	}
	if !r.isRaceWithoutClock() {
		return false, nil
	}
	right, err := Answers(tx, r.ID, 0)
	if err != nil {
		return false, err
	}
	return isWon(right, a.At), nil
}
