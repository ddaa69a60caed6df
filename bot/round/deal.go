package round

import (
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
	// maxDraws bounds how often another puzzle is tried for that.
	maxDraws = 20
	// candidates is how many puzzles are drawn where one is to suit a person.
	candidates = 8
	// suitingSeconds is the time in which a person should solve a puzzle that suits them in half
	// of all attempts.
	suitingSeconds = 30
	// maxDelay is how late a puzzle on the clock may be delivered.
	maxDelay = 3 * time.Second
)

// A Pick is the puzzle that a round will be dealt of.
type Pick struct {
	Game   engine.Game
	Puzzle engine.Puzzle
	// Custom reports whether a person chose its numbers: they were typed, or come by a link or a button.
	Custom bool
	// IsShared reports whether they come by a link or a button. Then nobody here has chosen them.
	IsShared bool
	Level    engine.Level
	// Option was asked for with the level, also for the next one.
	Option string
	// Solvable is false for typed numbers that no solution was found of. Proven then says that
	// there is none.
	Solvable bool
	Proven   bool
	// Known puzzles are practice for the person, whatever they remember of them.
	Known bool
	// Note is why the puzzle was drawn, in the words of what drew it; nil: as people wished.
	Note any
}

// Draw makes a puzzle as wished, one that the community has not had lately and, if there is
// one, that neither the person nor the other players have seen. The error may be an
// *engine.Fault or, of a puzzle of one's own, ErrSearching.
func (p *Play) Draw(
	ctx context.Context, a Act, g engine.Game, level engine.Level, text string, others ...int64,
) (Pick, error) {
	if text != "" {
		if _, err := g.Parse(text); err == nil {
			return p.drawCustom(ctx, a, g, level, text)
		}
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
	d := Pick{Game: g, Level: level, Option: text, Solvable: true}
	players := append(others, a.Person.ID)
	for range maxDraws {
		d.Puzzle, err = p.drawOne(g, wish, aim)
		if err != nil {
			return Pick{}, err
		}
		if slices.Contains(lately.Puzzles, d.Puzzle.ID()) {
			continue
		}
		isMet, err := p.IsMet(ctx, a, d.Puzzle.Face().Class(), players...)
		if err != nil {
			return Pick{}, err
		}
		if !isMet {
			break
		}
	}
	return d, nil
}

// wishFor is what a game is asked for: the level of the community where the person named none.
func wishFor(a Act, level engine.Level, text string) engine.Wish {
	if level == engine.AnyLevel {
		level = engine.Level(a.Community.Level)
	}
	return engine.Wish{Level: level, Text: text, Year: a.At.In(Zone(a.Community.Zone)).Year()}
}

// drawCustom makes a puzzle of numbers that a person chose, and looks for a solution.
func (p *Play) drawCustom(ctx context.Context, a Act, g engine.Game, level engine.Level, text string) (Pick, error) {
	// The rating, too, may take a search.
	defer time.AfterFunc(customTime, func() { leave(ctx) }).Stop()
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

// firstLevel is the level of a community's next puzzle where none is set. The first ones of a
// place, or of a person alone, are easy: each that is solved is followed by a harder one.
func firstLevel(a Act, level engine.Level, lately lastRounds) engine.Level {
	_, isAbilityKnown := abilityOf(lately.Ability)
	isKnownAlone := isAbilityKnown && a.Community.Private
	if level != engine.AnyLevel || a.Community.Key == "" || isKnownAlone {
		return level
	}
	if lately.Paid >= int(engine.MaxLevel-engine.MinLevel) {
		return level
	}
	return engine.MinLevel + engine.Level(lately.Paid)
}

// noAim is where any puzzle will do.
var noAim = math.Inf(1)

// aimFor is the difficulty that suits a person, in ln of seconds; noAim if too little is known of
// them.
func aimFor(learnt Learnt) float64 {
	ability, isKnown := abilityOf(learnt)
	if !isKnown {
		return noAim
	}
	return rating.NewDifficulty(suitingSeconds, 0).Value + ability.Value
}

// drawOne draws a puzzle as wished: of some candidates the one nearest to an aim.
func (p *Play) drawOne(g engine.Game, wish engine.Wish, aim float64) (engine.Puzzle, error) {
	if aim == noAim {
		return g.New(p.Random(), wish)
	}
	var puzzle engine.Puzzle
	nearest := math.Inf(1)
	for range candidates {
		candidate, err := g.New(p.Random(), wish)
		if err != nil {
			return nil, err
		}
		difficulty := math.Log(max(candidate.Rating().Seconds, 1))
		distance := math.Abs(difficulty - aim)
		if distance < nearest {
			puzzle = candidate
			nearest = distance
		}
	}
	return puzzle, nil
}

// Random returns a source of its own for a draw.
func (p *Play) Random() *rand.Rand {
	p.mu.Lock()
	defer p.mu.Unlock()
	return rand.New(rand.NewPCG(p.rand.Uint64(), p.rand.Uint64()))
}

// IsMet reports whether a class of puzzles is of a live daily, or one of some people has seen a
// solution of it.
func (p *Play) IsMet(ctx context.Context, a Act, class string, players ...int64) (bool, error) {
	known := slices.DeleteFunc(slices.Clone(players), func(id int64) bool { return id == 0 })
	first, last := anywhere(a.At)
	var isMet bool
	err := p.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		isMet, err = isMetBy(tx, class, first, last, known...)
		return err
	})
	return isMet, err
}

// Why a puzzle is not dealt.
var (
	ErrDailyPuzzle = errors.New("the puzzle is one of a live daily")
	ErrTooBusy     = errors.New("messages here are held back too long for a clock")
	ErrFull        = errors.New("other puzzles are being played here")
)

// A RunningError says that a clock runs at the place already, or a contest in the game.
type RunningError struct {
	Left    time.Duration
	Contest bool
}

func (e *RunningError) Error() string {
	return "a clock or a contest runs here for another " + e.Left.String()
}

// A SurplusError says that a person has as many rounds open at a place as one may have.
type SurplusError struct{ Oldest Round }

func (e *SurplusError) Error() string { return "the person has too many puzzles open here" }

// wishOf is what a round was dealt by, as it is stored.
func wishOf(d Pick) string { return strings.TrimSpace(strconv.Itoa(int(d.Level)) + " " + d.Option) }

// A Deal is what dealing gave.
type Deal struct {
	Round Round
	// Again reports whether it was open already.
	Again bool
}

// Deal opens a round of a puzzle, or shows again the one that is open for it, or the contest in
// the game. left is the round that the person leaves for it, or 0. The error may be
// ErrDailyPuzzle, ErrTooBusy, ErrFull, a *DailyError, a *SurplusError, a *RunningError, or a
// *MatchError. Typed numbers are dealt even if others play them, because they pay nobody.
func (p *Play) Deal(tx *storage.Tx, a Act, d Pick, left int64) (Deal, error) {
	class := d.Puzzle.Face().Class()
	first, last := anywhere(a.At)
	scene, err := findScene(tx, a.Community.ID, a.Channel, class, first, last, manyOpen)
	if err != nil {
		return Deal{}, err
	}
	if scene.Match.ID != 0 {
		return Deal{}, &MatchError{scene.Match}
	}
	open, err := p.openRounds(a, scene.Rounds)
	if err != nil {
		return Deal{}, err
	}
	again, err := shownAgain(a, d, open)
	if err != nil {
		return Deal{}, err
	}
	if d.Known {
		if err := MarkSeen(tx, a.Person.ID, class, 0); err != nil {
			return Deal{}, err
		}
	}
	if again != nil {
		return Deal{Round: *again, Again: true}, tx.SetCurrent(a.Community.ID, a.Channel, 0, again.ID, a.At)
	}
	if d.Custom {
		if err := p.refuseTyped(tx, a, d.Puzzle); err != nil {
			return Deal{}, err
		}
	} else if scene.Live {
		return Deal{}, ErrDailyPuzzle
	}
	row := roundOf(d.Game, d.Puzzle, a.At)
	row.CommunityID = a.Community.ID
	row.Channel = a.Channel
	row.AskerID = a.Person.ID
	row.AskerLocale = a.Person.Locale
	row.AskerName = a.Person.Name
	row.Custom = d.Custom
	if !d.IsShared {
		row.Wish = wishOf(d)
	}
	if !a.Community.Private {
		row.Lasts = Clock(a.Community, d.Game)
	}
	if row.Lasts > 0 {
		if err := mayRun(a, open); err != nil {
			return Deal{}, err
		}
	}
	isBestOfDay := row.Lasts == 0 && !a.Community.Private && d.Game.Rules().Measure != ""
	if isBestOfDay {
		row.EndsAt = a.At.Add(idleFor)
	} else if !a.Community.Private {
		if err := p.makeRoom(tx, a, open, left); err != nil {
			return Deal{}, err
		}
	}
	r, err := p.addRound(tx, a, row)
	return Deal{Round: r}, err
}

// shownAgain returns the open round that is shown again for a puzzle that is to be dealt; nil if
// there is none. The error is a *RunningError where a contest leaves no room for the puzzle.
func shownAgain(a Act, d Pick, open []Round) (*Round, error) {
	for i, o := range open {
		isSame := o.Round.Puzzle == d.Puzzle.ID()
		isContest := o.IsContest() && o.Round.Game == d.Game.Name()
		if isSame || isContest && !d.Custom {
			return &open[i], nil
		}
		if isContest {
			return nil, &RunningError{Left: o.EndsAt.Sub(a.At), Contest: true}
		}
	}
	return nil, nil
}

// openRounds returns those of the rounds at a place that may be answered.
func (p *Play) openRounds(a Act, rows []storage.Round) ([]Round, error) {
	var open []Round
	for _, row := range rows {
		r, err := p.wholeOf(row, a.Community, nil, 0, nil)
		if err != nil {
			return nil, err
		}
		if !r.Over(a.At) {
			open = append(open, r)
		}
	}
	return open, nil
}

// makeRoom ends the oldest rounds of a group that give way to a new one. It does not count the
// one that the person leaves, if they may. The error is ErrFull if too many remain, or a
// *SurplusError if too many of them are the person's.
func (p *Play) makeRoom(tx *storage.Tx, a Act, open []Round, left int64) error {
	open = slices.DeleteFunc(slices.Clone(open), Round.IsContest)
	i := slices.IndexFunc(open, func(r Round) bool { return r.ID == left })
	if i >= 0 {
		may, err := mayLeave(tx, a, open[i])
		if err != nil {
			return err
		}
		if may {
			open = slices.Delete(open, i, i+1)
		}
	}
	own := only(open, func(r Round) bool { return isOpenDeal(a, r) })
	if len(own) >= maxOwn {
		return &SurplusError{Oldest: own[0]}
	}
	surplus := len(open) + 1 - maxOpen
	for _, r := range open {
		if surplus <= 0 {
			return nil
		}
		gives, err := givesWay(tx, a, r)
		if err != nil {
			return err
		}
		if !gives {
			continue
		}
		surplus--
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

// isOpenDeal reports whether a round was asked for by a person, and is still to be solved. A clock
// ends by itself.
func isOpenDeal(a Act, r Round) bool {
	isSolved := !r.SolvedAt.IsZero()
	return r.AskerID == a.Person.ID && r.Lasts == 0 && !isSolved
}

// givesWay reports whether a round may end so that a person can play another: it is won, or
// nobody has pressed or answered it for a while. A clock ends by itself.
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

// open stores a round. It is looked at again once its clock should run, or nobody has played it
// for long; one that is played alone stays open.
func (p *Play) addRound(tx *storage.Tx, a Act, row storage.Round) (Round, error) {
	id, err := tx.AddRound(row)
	if err != nil {
		return Round{}, err
	}
	row.ID = id
	r, err := p.whole(tx, row, a.Community)
	if err != nil {
		return Round{}, err
	}
	if r.Lasts > 0 {
		err = endAt(tx, r.ID, r.DealtAt.Add(deliverFor))
	} else if r.Mode.Shared {
		err = endAt(tx, r.ID, r.DealtAt.Add(idleFor))
	}
	if err != nil {
		return Round{}, err
	}
	return r, tx.SetCurrent(a.Community.ID, a.Channel, 0, r.ID, a.At)
}

// mayRun returns why no clock begins at a place now, or nil.
func mayRun(a Act, open []Round) error {
	for _, o := range open {
		if o.Lasts == 0 {
			continue
		}
		left := o.Lasts
		if !o.EndsAt.IsZero() {
			left = o.EndsAt.Sub(a.At)
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
