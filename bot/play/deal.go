package play

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/play/rating"
	"reckon/engine"
	"reckon/storage"
)

const (
	// recentPuzzles is how many of a community's last puzzles are not dealt again.
	recentPuzzles = 50
	// maxDraws bounds how often another puzzle is tried for that.
	maxDraws = 20
	// suitingOf is of how many puzzles the one is dealt that suits a person best, and
	// suitingSeconds in what time they should solve it in half of all attempts.
	suitingOf, suitingSeconds = 8, 30
	// maxDelay is how late a puzzle on the clock may be delivered.
	maxDelay = 3 * time.Second
)

// A Drawn is a puzzle that is to be dealt.
type Drawn struct {
	Game   engine.Game
	Puzzle engine.Puzzle
	Own    bool // of numbers that the person typed
	Level  engine.Level
	Option string // asked for beside the level, also for the next one
	// Solvable is false where no solution was found of a puzzle of one's own;
	// Proven then says that there is none.
	Solvable, Proven bool
	// Known puzzles are practice for the person, whatever they remember of them.
	Known bool
	// Note is why the puzzle was drawn, in the words of what drew it; nil: as people wished.
	Note any
}

// Draw makes a puzzle as wished, one that the community has not had lately and, if there is
// one, that neither the person nor the other players have seen. The error may be an
// *engine.Fault or, of a puzzle of one's own, ErrSearching.
func (p *Play) Draw(ctx context.Context, a Act, g engine.Game, level engine.Level, text string, others ...int64) (Drawn, error) {
	d := Drawn{Game: g, Level: level, Option: text, Solvable: true}
	if _, err := g.Parse(text); text != "" && err == nil {
		d.Own, d.Option = true, ""
		defer time.AfterFunc(ownTime, func() { leave(ctx) }).Stop() // the rating, too, may take a search
	}
	usual := level
	if level == engine.AnyLevel && !d.Own {
		usual = engine.Level(a.Community.Level)
	}
	wish := engine.Wish{Level: usual, Text: text, Year: a.At.In(Zone(a.Community.Zone)).Year()}
	// Puzzles that suit the person are those that they solve in about half a minute. The
	// first ones of a place, or of a person alone, are easy: each that is solved is followed
	// by a harder one.
	var lately storage.Lately
	if !d.Own {
		if err := p.store.Look(ctx, func(tx *storage.Tx) (err error) {
			lately, err = tx.Lately(a.Community.ID, a.Person.ID, g.Name(), recentPuzzles)
			return err
		}); err != nil {
			return Drawn{}, err
		}
	}
	draws, target := 1, 0.0
	if level == engine.AnyLevel && text == "" {
		ability, shown := abilityOf(lately.Ability)
		if shown {
			draws, target = suitingOf, rating.NewDifficulty(suitingSeconds, 0).Value+ability.Value
		}
		first := usual == engine.AnyLevel && a.Community.Key != "" && !(shown && a.Community.Private)
		if first && lately.Paid < int(engine.MaxLevel-engine.MinLevel) {
			wish.Level = engine.MinLevel + engine.Level(lately.Paid)
		}
	}
	for i := 0; ; i++ {
		least := math.Inf(1)
		for range draws {
			puzzle, err := g.New(p.Random(), wish)
			if err != nil {
				return Drawn{}, err
			}
			if off := math.Abs(math.Log(max(puzzle.Rating().Seconds, 1)) - target); off < least {
				d.Puzzle, least = puzzle, off
			}
		}
		if d.Own || i == maxDraws {
			break
		}
		if slices.Contains(lately.Puzzles, d.Puzzle.ID()) {
			continue
		}
		met, err := p.IsMet(ctx, a, d.Puzzle.Face().Class(), append(others, a.Person.ID)...)
		if err != nil {
			return Drawn{}, err
		}
		if !met {
			break
		}
	}
	if d.Own {
		d.Puzzle = p.same(d.Puzzle)
		s, err := p.Search(ctx, a.Person, d.Puzzle, SolveTime)
		if err != nil {
			return Drawn{}, err
		}
		d.Solvable, d.Proven = s.Solvable || s.Best != "", s.Complete
	}
	return d, nil
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
	known := slices.DeleteFunc(players, func(id int64) bool { return id == 0 })
	first, last := anywhere(a.At)
	var isMet bool
	err := p.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		isMet, err = tx.IsMet(class, first, last, known...)
		return err
	})
	return isMet, err
}

// Why a puzzle is not dealt.
var (
	ErrDailyPuzzle = errors.New("the puzzle is one of a live daily")
	ErrOpenPuzzle  = errors.New("people play the puzzle elsewhere")
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

// wishOf is what a round was dealt by, as it is stored.
func wishOf(d Drawn) string { return strings.TrimSpace(strconv.Itoa(int(d.Level)) + " " + d.Option) }

// A Dealt is a round that was dealt.
type Dealt struct {
	Round Round
	Again bool // it was open already
}

// Deal opens a round of a puzzle, or shows again the one that is open for it, or the
// contest in the game. left is the round that the person leaves for it, or 0. The error may
// be ErrDailyPuzzle, ErrOpenPuzzle, ErrTooBusy, ErrFull, a *RunningError, or a *MatchError.
func (p *Play) Deal(tx *storage.Tx, a Act, d Drawn, left int64) (Dealt, error) {
	class := d.Puzzle.Face().Class()
	first, last := anywhere(a.At)
	scene, err := tx.Scene(a.Community.ID, a.Channel, class, first, last, manyOpen)
	if err == nil && scene.Match.ID != 0 {
		err = &MatchError{scene.Match}
	}
	if err != nil {
		return Dealt{}, err
	}
	open, err := p.openRounds(a, scene.Rounds)
	if err != nil {
		return Dealt{}, err
	}
	for _, o := range open {
		contest := o.IsContest() && o.Round.Game == d.Game.Name()
		if same := o.Round.Puzzle == d.Puzzle.ID(); same || contest && !d.Own {
			return Dealt{Round: o, Again: true}, tx.SetCurrent(a.Community.ID, a.Channel, 0, o.ID, a.At)
		} else if contest {
			return Dealt{}, &RunningError{Left: o.EndsAt.Sub(a.At), Contest: true}
		}
	}
	var lasts time.Duration
	if !a.Community.Private {
		lasts = Clock(a.Community, d.Game)
	}
	switch {
	case scene.Live:
		return Dealt{}, ErrDailyPuzzle
	case d.Own && scene.Open: // given up, it would show their solution
		return Dealt{}, ErrOpenPuzzle
	case lasts > 0:
		if err := mayRun(a, open); err != nil {
			return Dealt{}, err
		}
	}
	row := roundOf(d.Game, d.Puzzle, a.At)
	row.CommunityID, row.Channel, row.AskerID, row.Lasts, row.Own, row.Wish = a.Community.ID, a.Channel, a.Person.ID, lasts, d.Own, wishOf(d)
	row.AskerLocale = a.Person.Locale
	if lasts == 0 && !a.Community.Private && d.Game.Rules().Measure != "" { // the best of a day
		row.EndsAt = a.At.Add(idleFor)
	} else if err := p.makeRoom(tx, a, open, left); err != nil {
		return Dealt{}, err
	}
	if d.Known {
		if err := tx.MarkSeen(a.Person.ID, class, 0); err != nil {
			return Dealt{}, err
		}
	}
	r, err := p.open(tx, a, row)
	return Dealt{Round: r}, err
}

// openRounds returns those of the rounds at a place that may be answered.
func (p *Play) openRounds(a Act, rows []storage.Round) (out []Round, err error) {
	for _, row := range rows {
		r, err := p.wholeOf(row, a.Community, nil, 0, nil)
		if err != nil {
			return nil, err
		}
		if !r.Over(a.At) {
			out = append(out, r)
		}
	}
	return out, nil
}

// makeRoom ends the oldest rounds of a place that give way to a new one. It does not count
// the one that the person leaves, if they may. The error is ErrFull if too many remain.
func (p *Play) makeRoom(tx *storage.Tx, a Act, open []Round, left int64) error {
	open = slices.DeleteFunc(open, Round.IsContest)
	if i := slices.IndexFunc(open, func(r Round) bool { return r.ID == left }); i >= 0 {
		may, err := mayLeave(tx, a, open[i])
		if err != nil {
			return err
		}
		if may {
			open = slices.Delete(open, i, i+1)
		}
	}
	surplus := len(open) + 1 - maxOpen
	for _, r := range open {
		if surplus <= 0 {
			break
		}
		gives, err := givesWay(tx, a, r)
		if err != nil {
			return err
		}
		if gives {
			surplus--
			r.EndsAt = a.At
			if err := errors.Join(tx.SaveRound(r.Round), endAt(tx, r.ID, a.At)); err != nil {
				return err
			}
		}
	}
	if surplus > 0 {
		return ErrFull
	}
	return nil
}

// givesWay reports whether a round may end so that a person can play another: it is theirs,
// or nobody has pressed or answered it for a while. A clock ends by itself.
func givesWay(tx *storage.Tx, a Act, r Round) (bool, error) {
	if r.Lasts > 0 || r.AskerID == a.Person.ID {
		return r.Lasts == 0, nil
	}
	last, err := lastAnswered(tx, r)
	if err != nil {
		return false, err
	}
	pressed, is, err := storage.Found(tx.LastPressAt(r.Round))
	if err != nil {
		return false, err
	} else if is && pressed.After(last) {
		last = pressed
	}
	return a.At.Sub(last) >= quitFor, nil
}

// open stores a round.
func (p *Play) open(tx *storage.Tx, a Act, row storage.Round) (r Round, err error) {
	if row.ID, err = tx.AddRound(row); err != nil {
		return Round{}, err
	}
	if r, err = p.whole(tx, row, a.Community); err != nil {
		return Round{}, err
	}
	switch { // when the round is looked at again; one that is played alone stays open
	case r.Lasts > 0:
		err = endAt(tx, r.ID, r.DealtAt.Add(deliverFor))
	case r.Mode.Shared:
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
