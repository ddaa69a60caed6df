package round

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

const (
	// recentPuzzles is how many of a community's last puzzles are not dealt again.
	recentPuzzles = 50
	// maxDraws is how many puzzles are drawn at most to find one that was not dealt lately.
	maxDraws = 20
	// suitingDraws is how many puzzles are drawn to find one that suits a person.
	suitingDraws = 8
	// suitingSeconds is in how many seconds a person solves a puzzle that suits them in half of all attempts.
	suitingSeconds = 30
	// maxDelay is how late a puzzle on the clock may be delivered.
	maxDelay = 3 * time.Second
)

// A Pick is a puzzle that was chosen for a round which is not dealt yet.
type Pick struct {
	Game   engine.Game
	Puzzle engine.Puzzle
	// Custom reports whether a person chose its numbers: they were typed, or came by a link or a button.
	Custom bool
	// IsShared reports whether the numbers came by a link or a button. Then nobody at this place
	// has chosen them.
	IsShared bool
	Level    engine.Level
	// Option is the option of the game that was asked for with the level. The next puzzle has it, too.
	Option string
	// Solvable is false for a custom puzzle if no solution was found.
	Solvable bool
	// Proven reports whether the search was complete: if it found no solution, there is none.
	Proven bool
	// Known reports whether the person is known to have met the puzzle, so that it pays them nothing.
	Known bool
	// Note says why a feature drew the puzzle, in a type of the feature; nil: no feature drew it.
	Note any
}

// Draw draws a puzzle of a level. If the text names a puzzle, Draw returns that puzzle. If the text names
// an option of the game, Draw returns a puzzle with that option. If it can, Draw avoids puzzles that the
// community had lately, and those that the person or one of the other players has seen. The error may be an
// *engine.Fault or, for a custom puzzle, ErrSearching.
func (p *Play) Draw(
	ctx context.Context, a Act, g engine.Game, level engine.Level, text string, others ...int64,
) (Pick, error) {
	_, parseErr := g.Parse(text)
	namesPuzzle := text != "" && parseErr == nil
	if namesPuzzle {
		return p.drawCustom(ctx, a, g, level, text)
	}
	var lately lastRounds
	err := p.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		lately, err = findLastRounds(tx, a.Community.ID, a.Person.ID, g.Name(), recentPuzzles)
		return err
	})
	if err != nil {
		return Pick{}, err
	}
	wish := wishFor(a, level, text)
	aim := noAim
	if level == engine.AnyLevel && text == "" {
		wish.Level = firstLevel(a, wish.Level, lately)
		aim = aimFor(lately.Ability)
	}
	pick := Pick{Game: g, Level: level, Option: text, Solvable: true}
	players := append(others, a.Person.ID)
	for range maxDraws {
		pick.Puzzle, err = p.drawOne(g, wish, aim)
		if err != nil {
			return Pick{}, err
		}
		if slices.Contains(lately.Puzzles, pick.Puzzle.ID()) {
			continue
		}
		isMet, err := p.IsMet(ctx, a, pick.Puzzle.Face().Class(), players...)
		if err != nil {
			return Pick{}, err
		}
		if !isMet {
			break
		}
	}
	return pick, nil
}

// wishFor returns what a game is asked for. If the person names no level, the wish has the
// community's level.
func wishFor(a Act, level engine.Level, text string) engine.Wish {
	if level == engine.AnyLevel {
		level = engine.Level(a.Community.Level)
	}
	return engine.Wish{Level: level, Text: text, Year: a.At.In(Zone(a.Community.Zone)).Year()}
}

// drawCustom makes a puzzle of numbers that a person chose, and looks for a solution.
func (p *Play) drawCustom(ctx context.Context, a Act, g engine.Game, level engine.Level, text string) (Pick, error) {
	// Even rating such a puzzle may take a search. So the other requests of the chat wait no longer than
	// customTime.
	timer := time.AfterFunc(customTime, func() { letOthersGoOn(ctx) })
	defer timer.Stop()
	wish := wishFor(a, level, text)
	wish.Level = level
	puzzle, err := g.New(p.Random(), wish)
	if err != nil {
		return Pick{}, err
	}
	puzzle = p.same(puzzle)
	s, err := p.Search(ctx, a.Person, puzzle, SolveTime)
	if err != nil {
		return Pick{}, err
	}
	return Pick{
		Game:     g,
		Puzzle:   puzzle,
		Custom:   true,
		Level:    level,
		Solvable: s.Solvable || s.Best != "",
		Proven:   s.Complete,
	}, nil
}

// firstLevel returns the level for the next puzzle of a group, or of a person alone, if they have set none. A group or a
// person who has just come begins with a very easy one, and each that is solved is followed by a harder one.
func firstLevel(a Act, level engine.Level, lately lastRounds) engine.Level {
	isSet := level != engine.AnyLevel
	_, isAbilityKnown := abilityOf(lately.Ability)
	isKnownAlone := isAbilityKnown && a.Community.Private
	// A puzzle that is offered to be sent to any chat is drawn for no community.
	isForAnywhere := a.Community.Key == ""
	if isSet || isKnownAlone || isForAnywhere {
		return level
	}
	isPastFirst := lately.Paid >= int(engine.MaxLevel-engine.MinLevel)
	if isPastFirst {
		return level
	}
	return engine.MinLevel + engine.Level(lately.Paid)
}

// noAim is the aim if a puzzle of any difficulty will do.
var noAim = math.Inf(1)

// aimFor returns the difficulty that suits a person, in ln of seconds; noAim if too little is known
// about them.
func aimFor(learnt Learnt) float64 {
	ability, isKnown := abilityOf(learnt)
	if !isKnown {
		return noAim
	}
	return rating.NewDifficulty(suitingSeconds, 0).Value + ability.Value
}

// drawOne draws a puzzle for a wish. If there is an aim, it draws suitingDraws puzzles, and returns the
// one whose difficulty is nearest to the aim.
func (p *Play) drawOne(g engine.Game, wish engine.Wish, aim float64) (engine.Puzzle, error) {
	if aim == noAim {
		return g.New(p.Random(), wish)
	}
	var puzzle engine.Puzzle
	nearest := math.Inf(1)
	for range suitingDraws {
		candidate, err := g.New(p.Random(), wish)
		if err != nil {
			return nil, err
		}
		seconds := cmp.Or(candidate.Rating().Seconds, engine.GuessedSeconds(candidate))
		difficulty := math.Log(max(seconds, 1))
		distance := math.Abs(difficulty - aim)
		if distance < nearest {
			puzzle = candidate
			nearest = distance
		}
	}
	return puzzle, nil
}

// Random returns a new source of random numbers, which only the caller uses.
func (p *Play) Random() *rand.Rand {
	p.mu.Lock()
	defer p.mu.Unlock()
	return rand.New(rand.NewPCG(p.rand.Uint64(), p.rand.Uint64()))
}

// IsMet reports whether a live daily has a puzzle of a class, or one of some players has seen a solution
// of such a puzzle.
func (p *Play) IsMet(ctx context.Context, a Act, class string, players ...int64) (bool, error) {
	known := slices.DeleteFunc(slices.Clone(players), func(id int64) bool { return id == 0 })
	first, last := liveNumbers(a.At)
	var isMet bool
	err := p.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		isMet, err = isMetBy(tx, class, first, last, known...)
		return err
	})
	return isMet, err
}

// ParseUnmet returns a puzzle by its ID. ok is false if one of some players has met it: see IsMet.
func (p *Play) ParseUnmet(ctx context.Context, a Act, id string, players ...int64) (puzzle engine.Puzzle, ok bool, err error) {
	puzzle, err = p.Parse(id)
	if err != nil {
		return nil, false, err
	}
	isMet, err := p.IsMet(ctx, a, puzzle.Face().Class(), players...)
	return puzzle, !isMet, err
}

// These errors say why a puzzle is not dealt.
var (
	ErrDailyPuzzle = errors.New("the puzzle is one of a live daily")
	ErrTooBusy     = errors.New("messages here are held back too long for a clock")
	ErrFull        = errors.New("other puzzles are being played here")
)

// A RunningError says that a clock runs at the place already, or that a contest of the game is open there.
type RunningError struct {
	Left    time.Duration
	Contest bool
}

func (e *RunningError) Error() string {
	return "a clock or a contest runs here for another " + e.Left.String()
}

// A SurplusError says that a person has as many open rounds at a place as a person may have.
type SurplusError struct{ Oldest Round }

func (e *SurplusError) Error() string { return "the person has too many puzzles open here" }

// wishOf returns the level and the option of a Pick, as they are stored with the round.
func wishOf(pick Pick) string {
	return strings.TrimSpace(strconv.Itoa(int(pick.Level)) + " " + pick.Option)
}

// A Deal is the round that was dealt, or an open one that is shown again.
type Deal struct {
	Round Round
	// Again reports whether the round was open before.
	Again bool
}

// Deal opens a round of a puzzle. If a round of the same puzzle, or a contest in the same game, is open
// at the place, it returns that round. leaving is the round that the person leaves for the new one, or 0.
// The error may be ErrDailyPuzzle, ErrTooBusy, ErrFull, a *DailyError, a *SurplusError, a *RunningError,
// or a *MatchError. Typed numbers are dealt even if others play them, because they pay nobody.
func (p *Play) Deal(tx *storage.Tx, a Act, pick Pick, leaving int64) (Deal, error) {
	class := pick.Puzzle.Face().Class()
	first, last := liveNumbers(a.At)
	here, err := findScene(tx, a.Community.ID, a.Channel, class, first, last, manyOpen)
	if err != nil {
		return Deal{}, err
	}
	if here.Match.ID != 0 {
		return Deal{}, &MatchError{here.Match}
	}
	open, err := p.openRounds(a, here.Rounds)
	if err != nil {
		return Deal{}, err
	}
	again, err := shownAgain(a, pick, open)
	if err != nil {
		return Deal{}, err
	}
	if pick.Known {
		if err := MarkSeen(tx, a.Person.ID, class, 0); err != nil {
			return Deal{}, err
		}
	}
	if again != nil {
		return Deal{Round: *again, Again: true}, tx.SetCurrent(a.Community.ID, a.Channel, 0, again.ID, a.At)
	}
	if pick.Custom {
		if err := p.refuseTyped(tx, a, pick.Puzzle); err != nil {
			return Deal{}, err
		}
	}
	if here.Live && !pick.Custom {
		return Deal{}, ErrDailyPuzzle
	}
	row := newRow(a, pick)
	if row.Lasts > 0 {
		if err := whyNoClock(a, open); err != nil {
			return Deal{}, err
		}
	}
	// Neither contests nor rounds in a private chat count as open rounds.
	isContest := !row.EndsAt.IsZero()
	takesRoom := !a.Community.Private && !isContest
	if takesRoom {
		if err := p.makeRoom(tx, a, open, leaving); err != nil {
			return Deal{}, err
		}
	}
	r, err := p.addRound(tx, a, row)
	return Deal{Round: r}, err
}

// newRow returns the row of the round that is made of a Pick.
func newRow(a Act, pick Pick) storage.Round {
	row := roundOf(pick.Game, pick.Puzzle, a.At)
	row.CommunityID = a.Community.ID
	row.Channel = a.Channel
	row.AskerID = a.Person.ID
	row.AskerLocale = a.Person.Locale
	row.AskerName = a.Person.Name
	row.Custom = pick.Custom
	if !pick.IsShared {
		row.Wish = wishOf(pick)
	}
	if a.Community.Private {
		return row
	}
	// In a group there is a clock if the game has one. A round of a measured game without a clock is
	// a contest.
	row.Lasts = Clock(a.Community, pick.Game)
	isMeasured := pick.Game.Rules().Measure != ""
	if row.Lasts == 0 && isMeasured {
		row.EndsAt = a.At.Add(idleFor)
	}
	return row
}

// shownAgain returns an open round that is shown again, so that no puzzle is dealt; nil if there is none. It
// is a round of the same puzzle, or the contest of the same game. A custom puzzle is not replaced by a
// contest: then the error is a *RunningError.
func shownAgain(a Act, pick Pick, open []Round) (*Round, error) {
	for i, r := range open {
		isSame := r.Round.Puzzle == pick.Puzzle.ID()
		isContest := r.IsContest() && r.Round.Game == pick.Game.Name()
		switch {
		case isSame:
			return &open[i], nil
		case isContest && pick.Custom:
			return nil, &RunningError{Left: r.EndsAt.Sub(a.At), Contest: true}
		case isContest:
			return &open[i], nil
		}
	}
	return nil, nil
}

// openRounds returns those of the rounds at a place that may be answered.
func (p *Play) openRounds(a Act, rows []storage.Round) ([]Round, error) {
	var open []Round
	for _, row := range rows {
		r, err := p.makeRound(row, a.Community, matchPart{})
		if err != nil {
			return nil, err
		}
		if !r.Over(a.At) {
			open = append(open, r)
		}
	}
	return open, nil
}

// makeRoom ends as many of the oldest rounds of a group as a new one needs. leaving is the round that the
// person leaves for the new one. If they may end it, it is not counted as open. If too many rounds
// remain, the error is ErrFull or, if the person asked for too many of them, a *SurplusError.
func (p *Play) makeRoom(tx *storage.Tx, a Act, open []Round, leaving int64) error {
	open = slices.DeleteFunc(slices.Clone(open), Round.IsContest)
	i := slices.IndexFunc(open, func(r Round) bool { return r.ID == leaving })
	if i >= 0 {
		may, err := mayLeave(tx, a, open[i])
		if err != nil {
			return err
		}
		if may {
			open = slices.Delete(open, i, i+1)
		}
	}
	own := only(open, func(r Round) bool { return isOwnUnsolved(a, r) })
	if len(own) >= maxOwn {
		return &SurplusError{Oldest: own[0]}
	}
	surplus := len(open) + 1 - maxOpen
	for _, r := range open {
		if surplus <= 0 {
			return nil
		}
		mayMakeRoom, err := givesWay(tx, a, r)
		if err != nil {
			return err
		}
		if !mayMakeRoom {
			continue
		}
		surplus--
		if err := p.markShownAtEnd(tx, a, r); err != nil {
			return err
		}
		r.EndsAt = a.At
		if err := tx.SaveRound(r.Round); err != nil {
			return err
		}
		if err := endAt(tx, r.ID, a.At); err != nil {
			return err
		}
	}
	if surplus > 0 {
		return ErrFull
	}
	return nil
}

// isOwnUnsolved reports whether the person asked for a round, and nobody has solved it. A round on a clock
// is not counted, since it ends by itself.
func isOwnUnsolved(a Act, r Round) bool {
	isSolved := !r.SolvedAt.IsZero()
	return r.AskerID == a.Person.ID && r.Lasts == 0 && !isSolved
}

// givesWay reports whether a round may end to make room for another: it is won, or nobody has
// answered it or pressed one of its buttons for a while. A round on a clock ends by itself.
func givesWay(tx *storage.Tx, a Act, r Round) (bool, error) {
	if r.Lasts > 0 {
		return false, nil
	}
	right, err := Answers(tx, r.ID, 0)
	if err != nil {
		return false, err
	}
	if isWon(right, a.At) {
		return true, nil
	}
	last, err := lastAnswered(tx, r)
	if err != nil {
		return false, err
	}
	pressed, isPressed, err := storage.Found(tx.LastPressAt(r.Round))
	if err != nil {
		return false, err
	}
	if isPressed && pressed.After(last) {
		last = pressed
	}
	return a.At.Sub(last) >= quitFor, nil
}

// addRound stores a new round, and sets the job that ends it. If the round has a clock, the job ends it when the clock
// has not begun in time. Otherwise the job ends it when nobody has played it for long. A round that one person plays
// alone has no such job.
func (p *Play) addRound(tx *storage.Tx, a Act, row storage.Round) (Round, error) {
	id, err := tx.AddRound(row)
	if err != nil {
		return Round{}, err
	}
	row.ID = id
	r, err := p.loadRound(tx, row, a.Community)
	if err != nil {
		return Round{}, err
	}
	hasJob := r.Lasts > 0 || r.Mode.Shared
	if hasJob {
		patience := idleFor
		if r.Lasts > 0 {
			patience = deliverFor
		}
		if err := endAt(tx, r.ID, r.DealtAt.Add(patience)); err != nil {
			return Round{}, err
		}
	}
	return r, tx.SetCurrent(a.Community.ID, a.Channel, 0, r.ID, a.At)
}

// whyNoClock returns the error that says why no clock may begin at a place now; nil if one may.
func whyNoClock(a Act, open []Round) error {
	for _, r := range open {
		if r.Lasts == 0 {
			continue
		}
		left := r.Lasts
		if !r.EndsAt.IsZero() {
			left = r.EndsAt.Sub(a.At)
		}
		if left > 0 {
			return &RunningError{Left: left}
		}
	}
	if a.Delay != nil && a.Delay() > maxDelay {
		return ErrTooBusy
	}
	return nil
}
