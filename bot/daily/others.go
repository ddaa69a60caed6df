package daily

import (
	"context"
	"strconv"
	"sync"
	"time"

	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

const (
	// comparedFor is how long the points of a day are kept in memory. The page asks for them often.
	comparedFor = time.Minute
	// leastCompared is how many people must have played before the page shows the median of their points. With
	// fewer it would say too much about each.
	leastCompared = 5
)

// others keeps the points of the day that was asked for last.
type others struct {
	mu sync.Mutex
	// number is that of the day; 0: none was asked for.
	number int
	// at is when the points were read.
	at time.Time
	// points are what each person has earned on the day, the least first.
	points []int
}

// pointsOf returns what each person has earned on a day, the least first.
func (o *others) pointsOf(ctx context.Context, store *storage.Store, number int, now time.Time) ([]int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	isFresh := o.number == number && now.Sub(o.at) < comparedFor
	if isFresh {
		return o.points, nil
	}
	var points []int
	err := store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		points, err = round.PointsOfDay(tx, number)
		return err
	})
	if err != nil {
		return nil, err
	}
	o.number = number
	o.at = now
	o.points = points
	return points, nil
}

// othersText says how many people have played a day, and the median of their points. It is for a person who has played
// the day, whose points are among them. It is empty if nobody else has played.
func othersText(v say.Voice, points []int) string {
	n := len(points)
	people := strconv.Itoa(n)
	if n >= round.MostCompared {
		// PointsOfDay reads no more people, so there may be others.
		people = strconv.Itoa(round.MostCompared) + "+"
	}
	isAlone := n < 2
	switch {
	case isAlone:
		return ""
	case n < leastCompared:
		return v.Phrase("day.others", say.With{"people": people})
	}
	// Half of the people have at least this many points.
	median := points[n/2]
	return v.Phrase("day.others.half", say.With{"people": people, "points": median})
}
