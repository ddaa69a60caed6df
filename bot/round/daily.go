package round

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"time"

	// Some machines have no list of time zones.
	_ "time/tzdata"

	"reckon/engine"
	"reckon/storage"
)

const (
	// DailyBase is what each puzzle of a day pays, whatever its level.
	DailyBase = 20
	// MostOfDay is the most that a day pays. The points that a person has from a day are their
	// score, out of MostOfDay.
	MostOfDay = 100
)

// BelongFor is how long a person belongs to a community after they did something there.
const BelongFor = 90 * 24 * time.Hour

// The first and the last place on Earth where a date begins: UTC+14 and UTC-12.
var (
	earliest = time.FixedZone("", 14*60*60)
	latest   = time.FixedZone("", -12*60*60)
)

// FirstLive returns the first number that is live for somebody on Earth.
func FirstLive(at time.Time) int {
	first, _ := liveNumbers(at)
	return first
}

// liveNumbers returns the first and the last number that are live for somebody on Earth.
func liveNumbers(at time.Time) (first, last int) {
	first = Number(at.Add(-finishFor).In(latest))
	last = Number(at.In(earliest))
	return first, last
}

// SolutionsFrom returns the time from which the solutions of a day are shown. By then the day is over
// everywhere, and the time to finish its puzzles, too. Nobody is shown solutions before that, since a person
// may have two accounts.
func SolutionsFrom(number int) time.Time {
	y, m, d := Day(number).Date()
	dayAfter := time.Date(y, m, d+1, 0, 0, 0, 0, latest)
	return dayAfter.Add(finishFor).UTC()
}

// shownFrom returns SolutionsFrom in the person's time zone. If they have set none, it is the time
// zone of the community that they came to first.
func (p *Play) shownFrom(tx *storage.Tx, a Act, number int) (time.Time, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return time.Time{}, err
	}
	for _, c := range append(homes, a.Community) {
		if c.Zone != "" {
			return SolutionsFrom(number).In(Zone(c.Zone)), nil
		}
	}
	return SolutionsFrom(number), nil
}

// hidesSolutions reports whether the round is a puzzle of a day that is live somewhere.
func (r Round) hidesSolutions(at time.Time) bool {
	return r.Daily != 0 && at.Before(SolutionsFrom(r.Daily))
}

// Zone returns a time zone by its name; UTC if the name is empty.
func Zone(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		// The zone could be loaded when its name was stored. Since then the list of time zones has dropped it.
		return time.UTC
	}
	return loc
}

// dayZone returns the name of the zone that decides about a community's dailies; empty if it has none.
func dayZone(c storage.Community, at time.Time) string {
	if Number(at.In(Zone(c.ZoneBefore))) < c.ZoneFrom {
		return c.ZoneBefore
	}
	return c.Zone
}

// ChangeZone gives a community another zone. The new zone decides about dailies from the day after
// next. So nobody can change the zone to open tomorrow's daily, or to get yesterday's back.
func ChangeZone(c *storage.Community, zone string, at time.Time) {
	if zone == c.Zone {
		return
	}
	before := dayZone(*c, at)
	c.ZoneBefore = before
	c.ZoneFrom = Number(at.In(Zone(before))) + 2
	c.Zone = zone
}

// NumberIn returns the number of the daily of a community's date.
func NumberIn(c storage.Community, at time.Time) int { return Number(at.In(Zone(dayZone(c, at)))) }

// finishFor is how long after its day a person may finish a daily that they began on the day.
const finishFor = 2 * time.Hour

// Live returns the number of the daily that is live for a person, and the time zone that decides that.
// It is their own zone. If they have set none, it is the zone of the community that they came to
// first.
func (p *Play) Live(tx *storage.Tx, a Act) (int, *time.Location, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return 0, time.UTC, err
	}
	zone := time.UTC
	for _, c := range append(homes, a.Community) {
		name := dayZone(c, a.At)
		if name != "" || !c.Private {
			zone = Zone(name)
			break
		}
	}
	return Number(a.At.In(zone)), zone, nil
}

// dailyLevel returns the level of a day's puzzle of a game, by the index of the game. On one day, five
// games in a row have five different levels. On five days in a row, a game has five different levels.
func dailyLevel(number, gameIndex int) engine.Level {
	return engine.MinLevel + engine.Level((2*number+gameIndex)%int(engine.MaxLevel))
}

// IsLive reports whether puzzles of a class belong to a daily that is live for somebody.
func IsLive(tx *storage.Tx, class string, at time.Time) (bool, error) {
	first, last := liveNumbers(at)
	return isDailyClass(tx, class, first, last)
}

// daily returns the round of a day's puzzle, if somebody has asked for it before; otherwise the error is
// storage.ErrNotFound.
func (p *Play) daily(tx *storage.Tx, number int, g engine.Game) (Round, error) {
	row, err := DailyRound(tx, number, g.Name())
	if err != nil {
		return Round{}, err
	}
	return p.makeRound(row, storage.Community{}, matchPart{})
}

// Known returns what the solver knows of a day's puzzles in measured games, by the game's name. It needs
// no transaction.
func (p *Play) Known(ctx context.Context, number int) (map[string]engine.Solution, error) {
	measured := only(p.Games, func(g engine.Game) bool { return g.Rules().Measure != "" })
	return p.solveDay(ctx, number, measured)
}

// solveDay returns what the solver knows of a day's puzzles in some games, by the game's name. It leaves
// out a puzzle that nobody has asked for. It needs no transaction.
func (p *Play) solveDay(ctx context.Context, number int, games []engine.Game) (map[string]engine.Solution, error) {
	var rounds []Round
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		for _, g := range games {
			r, isThere, err := storage.Found(p.daily(tx, number, g))
			if err != nil {
				return err
			}
			if isThere {
				rounds = append(rounds, r)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	known := map[string]engine.Solution{}
	for _, r := range rounds {
		known[r.Game.Name()] = p.Solve(ctx, r.Puzzle)
	}
	return known, nil
}

// DailyRound returns the round of a daily, and makes it when it is first asked for.
func (p *Play) DailyRound(tx *storage.Tx, number int, g engine.Game, at time.Time) (Round, error) {
	made, isThere, err := storage.Found(p.daily(tx, number, g))
	if err != nil || isThere {
		return made, err
	}
	puzzle, err := p.dailyPuzzle(tx, number, g)
	if err != nil {
		return Round{}, err
	}
	row := storage.Round{Game: g.Name(), Puzzle: puzzle, Daily: number}
	r, err := p.makeRound(row, storage.Community{}, matchPart{})
	if err != nil {
		return Round{}, err
	}
	r.Round = roundOf(g, r.Puzzle, at)
	r.Daily = number
	r.Base = DailyBase
	r.ID, err = tx.AddRound(r.Round)
	return r, err
}

// dailyPuzzle returns the ID of a day's puzzle. It is drawn once and stored. So a day that has begun
// keeps its puzzles, even if a later version of the program draws others.
func (p *Play) dailyPuzzle(tx *storage.Tx, number int, g engine.Game) (string, error) {
	stored, isThere, err := storage.Found(DailyPuzzle(tx, number, g.Name()))
	if err != nil || isThere {
		return stored, err
	}
	// The seed is secret, so that nobody can compute tomorrow's puzzle by this code.
	secret, err := tx.Secret("daily")
	if err != nil {
		return "", err
	}
	past, err := dailyClasses(tx, g.Name())
	if err != nil {
		return "", err
	}
	level := dailyLevel(number, p.gameNumbers[g.Name()]-1)
	puzzle, err := drawDaily(secret, number, g, level, past)
	if err != nil {
		return "", err
	}
	id := puzzle.ID()
	return id, AddDaily(tx, number, g.Name(), id, puzzle.Face().Class())
}

// drawDaily draws the puzzle of a day. No puzzle comes again before all others of its level have
// come.
func drawDaily(
	secret []byte, number int, g engine.Game, level engine.Level, past []dailyClass,
) (engine.Puzzle, error) {
	last := map[string]int{}
	for _, d := range past {
		last[d.Class] = d.Number
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s #%d", g.Name(), number)
	seed := [32]byte(mac.Sum(nil))
	wish := engine.Wish{
		Level: level,
		Year:  Day(number).Year(),
		Last:  func(class string) int { return last[class] },
	}
	return g.New(rand.New(rand.NewChaCha8(seed)), wish)
}

// StartClock starts the person's clock for a daily that they are shown, unless it runs already. It does so
// only where nobody else reads along. Other rounds have no such clock.
func (p *Play) StartClock(tx *storage.Tx, a Act, r Round) error {
	if r.Daily == 0 || !a.Ephemeral {
		return nil
	}
	// The person may have started the clock before they were forgotten or unlinked.
	began, err := p.keptClock(tx, a.Person, r, a.At)
	if err != nil {
		return err
	}
	if began.IsZero() {
		began = a.At
	}
	return addOpening(tx, r.ID, a.Person.ID, began)
}

// DailyTime returns when the daily is posted on the date of t, in the zone of t. If a change to
// daylight-saving time skips that hour, it is posted an hour later.
func DailyTime(t time.Time, hour, minute int) time.Time {
	y, m, d := t.Date()
	at := time.Date(y, m, d, hour, minute, 0, 0, t.Location())
	if at.Day() != d {
		// Midnight is skipped, and time.Date has returned an hour of the day before.
		at = time.Date(y, m, d, hour+1, minute, 0, 0, t.Location())
	}
	return at
}

// NextDaily returns the time of the first posting after t, in the zone of t.
func NextDaily(t time.Time, hour, minute int) time.Time {
	next := DailyTime(t, hour, minute)
	for !next.After(t) {
		y, m, d := next.Date()
		next = DailyTime(time.Date(y, m, d+1, 12, 0, 0, 0, t.Location()), hour, minute)
	}
	return next
}
