package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// basePoints are those of the easiest level; each level adds as many.
	basePoints = 10
	// FurtherQuality is what a further distinct solution of the same person is worth, in percent.
	FurtherQuality = 20
	fullQuality    = 100
	// MaxHints is how many hints there are.
	MaxHints = 3
	// MaxStars are those of the best known answer.
	MaxStars = 3
)

// hintShares are what an answer is still worth after no hint, one, two and three, in percent: enough
// to be worth finishing, little enough to think first.
var hintShares = [MaxHints + 1]int{100, 70, 40, 10}

// HintShare is what an answer is worth after a number of hints, in percent.
func HintShare(hints int) int { return hintShares[min(max(hints, 0), MaxHints)] }

// Base is what a puzzle of a level pays.
func Base(level int) int {
	return basePoints * min(max(level, int(engine.MinLevel)), int(engine.MaxLevel))
}

// base is what a right answer to the round is worth without hints.
func (r Round) base() int {
	if r.Base > 0 {
		return r.Base
	}
	return Base(r.Level)
}

// worth is what an answer to the round is worth, of a quality in percent and after some hints.
func (r Round) worth(quality, hints int) int { return worth(r.base(), quality, hints) }

// worth is base × quality × hints, at least 1.
func worth(base, quality, hints int) int { return max(1, base*quality*HintShare(hints)/10_000) }

// rankShares are what the first ranks in a race are worth, in percent of what a puzzle pays. The race is
// for one puzzle, or the puzzle is one of a longer race. All later ranks are worth as much as the last.
var rankShares = []int{fullQuality, 60, 30, FurtherQuality}

// RankShare is what a rank in a puzzle of a race is worth, in percent, where answers are right or
// wrong.
func RankShare(place int) int { return rankShares[min(place, len(rankShares))-1] }

// Stars returns how many stars a right answer has: three if it is as good as the best known one or
// better, two if its measure is one more, otherwise one. 0: the game has no stars.
func Stars(g engine.Game, measure, best int) int {
	if !g.Rules().Records {
		return 0
	}
	return max(1, min(MaxStars, MaxStars-(measure-best)))
}

// StarsPaid finds out how many stars an answer had from the base of its round, the number of hints and the
// points that it was paid; 0: the game has no stars.
func StarsPaid(g engine.Game, base, hints, points int) int {
	if !g.Rules().Records {
		return 0
	}
	stars := MaxStars
	for stars > 1 && points < worth(base, g.Quality(1+MaxStars-stars, 1), hints) {
		stars--
	}
	return stars
}

// Practice says why an answer pays nothing.
type Practice string

const (
	Paid Practice = ""
	// CustomPuzzle: the person chose its numbers. Others may still solve it.
	CustomPuzzle Practice = "own"
	// SeenBefore: the person has solved the puzzle before, or was shown a solution.
	SeenBefore Practice = "seen"
	// QuitBefore: the person has given the round up.
	QuitBefore Practice = "gave-up"
	// Bystander: the person watches two others play.
	Bystander Practice = "outside"
	// Spoilt: somebody who knew the solution has posted the same answer for all to read.
	Spoilt Practice = "spoilt"
	// Archived: the puzzle is one of a past daily.
	Archived Practice = "archive"
	// tooEarlyDay: the daily is not live for the person yet.
	tooEarlyDay Practice = "early"
)

// dailyPays reports whether a daily pays a person, or why not: it is Archived, or early.
func (p *Play) dailyPays(tx *storage.Tx, a Act, r Round) (Practice, error) {
	today, zone, err := p.Live(tx, a)
	if err != nil {
		return Paid, err
	}
	if r.Daily == today {
		return Paid, nil
	}
	if r.Daily > today {
		return tooEarlyDay, nil
	}
	isOver := r.Daily < Number(a.At.Add(-finishFor).In(zone))
	begun := r.begun()
	wasBegunInTime := !begun.IsZero() && Number(begun.In(zone)) <= r.Daily
	if isOver || !wasBegunInTime {
		return Archived, nil
	}
	return Paid, nil
}

// practice returns why a person's answer to a round would pay nothing, or Paid. A daily pays for
// its day, even if the person has met its puzzle before. It pays nothing if it is locked to them: an
// account that they have unlinked has played it.
func (p *Play) practice(tx *storage.Tx, a Act, r Round, f Facts) (Practice, error) {
	if r.Daily != 0 {
		pays, err := p.dailyPays(tx, a, r)
		if err != nil || pays != Paid {
			return pays, err
		}
	}
	isSeenElsewhere := r.Daily == 0 && f.Seen && f.SeenIn != r.ID
	switch {
	case !f.Attempt.GaveUpAt.IsZero():
		return QuitBefore, nil
	case r.Custom && r.AskerID == a.Person.ID:
		return CustomPuzzle, nil
	case isSeenElsewhere || f.Locked:
		return SeenBefore, nil
	}
	return Paid, nil
}

// paymentFor returns the change of a person's award for a round: from had to one with these points. All
// points go through here. A person is paid once for a class of puzzles, and once more for each daily with
// it. A custom puzzle pays nobody. A local award stays out of the World. isSeen reports whether
// paymentFor has marked the class as seen, too. known are the Facts of the round, if they were read
// before; nil: they were not.
func paymentFor(
	tx *storage.Tx, r Round, had storage.Award, known *Facts, points int, isSolved bool,
	at time.Time, isLocal bool,
) (earns storage.Payment, isSeen bool, err error) {
	award := storage.Award{
		RoundID:     r.ID,
		PlayerID:    had.PlayerID,
		CommunityID: r.CommunityID,
		Day:         dayOfAward(r, at),
		Points:      had.Points,
		Solved:      had.Solved,
		Local:       isLocal,
	}
	earns = storage.Payment{Before: had, Award: award}
	if r.Custom {
		earns.Award.Points = 0
		return earns, false, nil
	}
	// In a game without classes a person is paid each time.
	hasClass := r.Class != ""
	if points > 0 && hasClass {
		pays, err := paysFor(tx, r, had.PlayerID, known)
		isSeen = pays && r.Daily == 0
		if err != nil || !pays {
			return earns, isSeen, err
		}
	}
	isNew := had.At.IsZero()
	hasChanged := points != had.Points || isSolved != had.Solved
	if isNew || hasChanged {
		earns.Award.Points = points
		earns.Award.Solved = isSolved
		earns.Award.At = at
	}
	return earns, isSeen, nil
}

// dayOfAward is the day for which a round pays: that of the daily, or the date in the community's
// zone.
func dayOfAward(r Round, at time.Time) int {
	number := r.Daily
	if number == 0 {
		number = NumberIn(r.Community, at)
	}
	return number + dayZero
}

// paysFor reports whether a round pays a person for its class of puzzles. If so, it stores that the round
// does, so that no other round will.
func paysFor(tx *storage.Tx, r Round, playerID int64, known *Facts) (bool, error) {
	if r.Daily != 0 {
		return claimPayment(tx, playerID, ofDay(r.Daily, r.Class), r.ID)
	}
	if known == nil {
		return claimPayment(tx, playerID, r.Class, r.ID)
	}
	if known.PaidElsewhere {
		return false, nil
	}
	return true, setPaying(tx, playerID, r.Class, r.ID)
}
