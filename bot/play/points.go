package play

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// basePoints are those of the easiest level; each level adds as many.
	basePoints = 10
	// FurtherQuality is what a further distinct solution is worth, in percent.
	FurtherQuality = 20
	fullQuality    = 100
	// MaxHints is how many hints there are.
	MaxHints = 3
	// MaxStars are those of the best known answer.
	MaxStars = 3
)

// hintShares are what an answer is still worth, in percent, after so many hints:
// enough to be worth finishing, little enough to think first.
var hintShares = [MaxHints + 1]int{100, 70, 40, 10}

// HintShare is what an answer is worth after so many hints, in percent.
func HintShare(hints int) int { return hintShares[min(max(hints, 0), MaxHints)] }

// Base is what a puzzle of a level pays.
func Base(level int) int {
	return basePoints * min(max(level, int(engine.MinLevel)), int(engine.MaxLevel))
}

// worth is what an answer earns: base(level) × quality × hints, at least 1.
func worth(level, quality, hints int) int {
	return max(1, Base(level)*quality*HintShare(hints)/10_000)
}

// Stars are given where there are records: three for the best known or better,
// two for one more, one for any right answer. 0: the game has none.
func Stars(g engine.Game, measure, best int) int {
	if !g.Rules().Records {
		return 0
	}
	return max(1, min(MaxStars, MaxStars-(measure-best)))
}

// StarsPaid returns how many stars the answer to a puzzle of a level had that was paid so many
// points after so many hints; 0: the game has none.
func StarsPaid(g engine.Game, level, hints, points int) int {
	if !g.Rules().Records {
		return 0
	}
	stars := MaxStars
	for stars > 1 && points < worth(level, g.Quality(1+MaxStars-stars, 1), hints) {
		stars--
	}
	return stars
}

// Practice says why an answer pays nothing.
type Practice string

const (
	Paid        Practice = ""
	OwnPuzzle   Practice = "own"     // dealt with numbers of their own, which others may still solve
	SeenBefore  Practice = "seen"    // solved or shown before
	QuitBefore  Practice = "gave-up" // given up before
	Bystander   Practice = "outside" // two others play
	Archived    Practice = "archive" // a daily of the past
	tooEarlyDay          = "early"
)

// stands reports whether a daily pays a person, or why not: it is Archived, or early.
func (p *Play) stands(tx *storage.Tx, a Act, r Round) (Practice, error) {
	today, zone, err := p.Live(tx, a)
	switch {
	case err != nil || r.Daily == today:
		return Paid, err
	case r.Daily > today:
		return tooEarlyDay, nil
	case r.Daily < Number(a.At.Add(-finishFor).In(zone)):
		return Archived, nil
	}
	if begun := r.begun(); begun.IsZero() || Number(begun.In(zone)) > r.Daily {
		return Archived, nil
	}
	return Paid, nil
}

// practice returns why a person's answer to a round would pay nothing, or Paid.
func (p *Play) practice(tx *storage.Tx, a Act, r Round, f storage.Facts) (Practice, error) {
	if r.Daily != 0 { // it pays for its day, whatever the person met before
		if stands, err := p.stands(tx, a, r); err != nil || stands != Paid {
			return stands, err
		}
	}
	switch {
	case !f.Attempt.GaveUpAt.IsZero():
		return QuitBefore, nil
	case r.Own && r.AskerID == a.Person.ID:
		return OwnPuzzle, nil
	case r.Daily == 0 && f.Seen && f.SeenIn != r.ID, f.Locked:
		return SeenBefore, nil
	}
	return Paid, nil
}

// pay returns what a person earns who had something of a round and now has so many points of
// it. All points go through here: of the rounds of a class one pays, and no other ever does,
// but dailies. A puzzle whose numbers a person chose pays nobody. A local award stays out of
// the World. seen reports whether the class is marked as seen by it. What is known of the
// person's part in the round is not asked again (nil: nothing).
func pay(tx *storage.Tx, r Round, had storage.Award, known *storage.Facts, points int, solved bool, at time.Time, local bool) (earns storage.Payment, seen bool, err error) {
	number := r.Daily
	if number == 0 { // it counts for the date in the community's zone
		number = NumberIn(r.Community, at)
	}
	earns = storage.Payment{Before: had, Award: storage.Award{
		RoundID: r.ID, PlayerID: had.PlayerID, CommunityID: r.CommunityID, Day: number + dayZero, Points: had.Points, Solved: had.Solved, Local: local,
	}}
	if r.Own { // somebody chose its numbers, perhaps for a friend
		earns.Award.Points = 0
		return earns, false, nil
	}
	if points > 0 && r.Class != "" { // rounds of games without classes have none
		var pays bool
		switch {
		case r.Daily != 0:
			pays, err = tx.Pays(had.PlayerID, ofDay(r.Daily, r.Class), r.ID)
		case known == nil:
			pays, err = tx.Pays(had.PlayerID, r.Class, r.ID)
		case !known.PaidElse:
			pays, err = true, tx.SetPays(had.PlayerID, r.Class, r.ID)
		}
		if seen = pays && r.Daily == 0; err != nil || !pays {
			return earns, seen, err
		}
	}
	if points != had.Points || solved != had.Solved || had.At.IsZero() {
		earns.Award.Points, earns.Award.Solved, earns.Award.At = points, solved, at
	}
	return earns, seen, nil
}
