package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// basePoints is what the easiest level pays. Each further level pays as much more.
	basePoints = 10
	// FurtherQuality is what a further distinct solution of the same person is worth, in percent.
	FurtherQuality = 20
	// fullQuality is what the best or the first right answer is worth, in percent.
	fullQuality = 100
	// MaxHints is how many hints there are.
	MaxHints = 3
	// MaxStars is how many stars the best known answer has.
	MaxStars = 3
)

// hintShares are what an answer is worth after no hint, one, two and three hints, in percent. Even after
// three hints a puzzle is worth finishing, and each hint costs enough to make people think first.
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
// for one puzzle, or for several. All later ranks are worth as much as the last of these.
var rankShares = []int{fullQuality, 60, 30, FurtherQuality}

// RankShare is what a rank in a puzzle of a race is worth, in percent, in games that are not
// measured.
func RankShare(rank int) int { return rankShares[min(rank, len(rankShares))-1] }

// Stars returns how many stars a right answer has: three if it is at least as good as the best
// known answer, two if its measure is greater by one, and otherwise one. 0: the game has no stars.
func Stars(g engine.Game, measure, best int) int {
	if !g.Rules().Records {
		return 0
	}
	return max(1, min(MaxStars, MaxStars-(measure-best)))
}

// StarsPaid computes how many stars an answer had, from the base of its round, the number of hints and the
// points that it was paid; 0: the game has no stars.
func StarsPaid(g engine.Game, base, hints, points int) int {
	if !g.Rules().Records {
		return 0
	}
	for stars := MaxStars; stars > 1; stars-- {
		// This is the measure of an answer with these stars if the best known answer has the measure 1.
		measure := 1 + MaxStars - stars
		if points >= worth(base, g.Quality(measure, 1), hints) {
			return stars
		}
	}
	return 1
}

// paymentFor returns how an answer changes the person's award for a round. All points go through here. had
// is the award before the answer. next has the Points, Solved, At and Local of the award after the answer.
// known are the Facts of the round; nil: they were not read. isSeen reports whether paymentFor has also
// marked the class as seen.
//
// A person is paid once for a class of puzzles, and once more for each daily with it. A custom puzzle pays
// nobody. If the round pays nothing, the award stays as it was.
func paymentFor(
	tx *storage.Tx, r Round, had, next storage.Award, known *Facts,
) (earns storage.Payment, isSeen bool, err error) {
	next.RoundID = r.ID
	next.PlayerID = had.PlayerID
	next.CommunityID = r.CommunityID
	next.Day = dayOfAward(r, next.At)
	unchanged := next
	unchanged.Points = had.Points
	unchanged.Solved = had.Solved
	// An Award without At means that nothing is to be stored.
	unchanged.At = time.Time{}
	nothing := storage.Payment{Before: had, Award: unchanged}
	if r.Custom {
		return nothing, false, nil
	}
	// In a game without classes a person is paid each time.
	hasClass := r.Class != ""
	if next.Points > 0 && hasClass {
		pays, err := paysFor(tx, r, had.PlayerID, known)
		if err != nil || !pays {
			return nothing, false, err
		}
		// For a daily, paysFor has stored a class of that day alone.
		isSeen = r.Daily == 0
	}
	isNew := had.At.IsZero()
	hasChanged := next.Points != had.Points || next.Solved != had.Solved
	if isNew || hasChanged {
		return storage.Payment{Before: had, Award: next}, isSeen, nil
	}
	return nothing, isSeen, nil
}

// dayOfAward is the day for which a round pays: the day of the daily, or the date in the
// community's zone.
func dayOfAward(r Round, at time.Time) int {
	number := r.Daily
	if number == 0 {
		number = CalendarOf(r.Community).NumberAt(at)
	}
	return number + dayZero
}

// paysFor reports whether a round pays a person for its class of puzzles. If it does, paysFor stores
// that, so that no other round will pay the person for the class.
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
