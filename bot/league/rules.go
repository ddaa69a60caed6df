package league

import (
	"cmp"
	"slices"
	"time"

	"reckon/bot/round"
)

// Three types describe a person of a division. A leaguer is the person's seat of a week, as it is stored. A contender
// is a leaguer with what they earned on each day. A row is a contender with their score and their rank.

// A row is a row of a division's table.
type row struct {
	// person is the contender. While the week is open, their Rests is as it would be if the week ended now.
	person contender
	score  score
	// Rank is their present rank. People with equal scores share one.
	Rank int
	// Move is how they would move if the week ended now: -1 is up a tier, 1 is down.
	Move int
	// Best and Worst are the best and the worst rank that they may still have at the end.
	Best  int
	Worst int
}

// A score is what a person has earned in a week, on their best days.
type score struct {
	Points int
	// Played is the number of days on which they earned something.
	Played int
	hints  int
	took   time.Duration
	// reached is when they had earned all these points.
	reached time.Time
}

// compare orders scores, the better first. More points are better. If points are equal, fewer hints are
// better, and then less time.
func (s score) compare(other score) int {
	return cmp.Or(
		cmp.Compare(other.Points, s.Points),
		cmp.Compare(s.hints, other.hints),
		cmp.Compare(s.took, other.took),
	)
}

// A division is what one reader sees of a division of a week.
type division struct {
	week week
	tier int
	rows []row
	// own is the index of the reader's row; -1: they have none.
	own int
	// isOver reports whether the week is closed.
	isOver bool
}

// pointsAfter returns what the reader has earned after the week.
func (d division) pointsAfter() int {
	points := 0
	for _, day := range d.rows[d.own].person.Days {
		if day.Day > d.week.sunday() {
			points += day.Points
		}
	}
	return points
}

// places returns how many places a closed division has, as countPlaces does.
func (d division) places() int { return max(len(d.rows), d.rows[len(d.rows)-1].Rank) }

// finalRows returns the rows of a division whose week is closed, in the order in which it ended.
func finalRows(all []contender) []row {
	var rows []row
	for _, c := range all {
		// A person who got a seat in the division after it was closed has no place in it.
		hasPlace := c.Place != 0
		if !hasPlace {
			continue
		}
		r := row{
			person: c,
			score:  scoreOf(c),
			Rank:   c.Place,
			Best:   c.Place,
			Worst:  c.Place,
		}
		// An answer that was read after the week was closed may have changed the score. The points that they had
		// then are stored.
		r.score.Points = c.Points
		if !c.Rests {
			r.Move = cmp.Compare(c.Next, c.Tier)
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.person.PlayerID, y.person.PlayerID))
	})
	return rows
}

// ranked returns the rows of a division in its present order. lowest is the lowest tier when the week began. People who
// earned nothing in the week before, in this week and so far in the next one are going to rest, so they do not move.
func ranked(all []contender, tier, lowest int) []row {
	var rows []row
	for _, c := range all {
		r := row{person: c, score: scoreOf(c)}
		earnedNothingBefore := c.Absent
		earnsNothing := r.score.Points == 0
		r.person.Rests = earnedNothingBefore && earnsNothing && !c.earnsInNextWeek()
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(x.score.compare(y.score), cmp.Compare(x.person.PlayerID, y.person.PlayerID))
	})
	var playing []*row
	for i := range rows {
		r := &rows[i]
		r.Rank = i + 1
		if i > 0 && r.score.compare(rows[i-1].score) == 0 {
			r.Rank = rows[i-1].Rank
		}
		r.Best = r.Rank
		r.Worst = r.Rank
		if !r.person.Rests {
			playing = append(playing, r)
		}
	}
	move(playing, tier, lowest)
	return rows
}

// earnsInNextWeek reports whether a person has earned something in the week after that of their seat.
func (c contender) earnsInNextWeek() bool {
	if len(c.Days) == 0 {
		return false
	}
	last := c.Days[len(c.Days)-1]
	return last.Day > c.Week.sunday()
}

// move sets which people of a division move. playing are those who do not rest, the best first. The first
// two move up a tier, and the last two move down. Equal people move together. If equal people are among the
// first two and among the last two, they stay. Nobody moves up without points.
func move(playing []*row, tier, lowest int) {
	if len(playing) < leastMoving {
		return
	}
	// A tier below lowest was made during this week, for newcomers. Its people stay.
	existedBefore := tier <= lowest
	canRise := existedBefore && tier > 1
	canFall := tier < lowest
	// Each turn of the loop looks at people who are equal: playing[first:end].
	for first := 0; first < len(playing); {
		end := first + 1
		for end < len(playing) && playing[end].score.compare(playing[first].score) == 0 {
			end++
		}
		isTop := first < movers
		isBottom := end > len(playing)-movers
		hasPoints := playing[first].score.Points > 0
		for _, r := range playing[first:end] {
			switch {
			case isTop && isBottom:
				// They stay.
			case isTop && canRise && hasPoints:
				r.Move = -1
			case isBottom && canFall:
				r.Move = 1
			}
		}
		first = end
	}
}

// scoreOf returns a person's score of a week: the sums over their best five days, and on how many
// days they earned something.
func scoreOf(c contender) score {
	var days []leagueDay
	for _, d := range c.Days {
		if c.Week.has(d.Day) {
			days = append(days, d)
		}
	}
	slices.SortStableFunc(days, func(x, y leagueDay) int {
		return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(x.Hints, y.Hints), cmp.Compare(x.Took, y.Took))
	})
	s := score{Played: len(days)}
	for _, d := range days[:min(bestDays, len(days))] {
		s.Points += d.Points
		s.hints += d.Hints
		s.took += d.Took
		if d.Reached.After(s.reached) {
			s.reached = d.Reached
		}
	}
	return s
}

// foresee sets the best and the worst rank that people may still have at the end. The days from number firstOpen on are
// not over everywhere. On each of them a person may still earn all its points, or nothing more.
func (d *division) foresee(firstOpen int) {
	if firstOpen > d.week.lastDaily() {
		return
	}
	// most is how many points each person may have at the end, by the index of their row.
	most := make([]int, len(d.rows))
	for i, r := range d.rows {
		// best is the person if they earn all that they still can.
		best := contender{leaguer: leaguer{Week: d.week}}
		for _, day := range r.person.Days {
			if day.Day < round.UnixDay(firstOpen) {
				best.Days = append(best.Days, day)
			}
		}
		for number := max(firstOpen, d.week.firstDaily()); number <= d.week.lastDaily(); number++ {
			best.Days = append(best.Days, leagueDay{Day: round.UnixDay(number), Points: round.MostOfDay})
		}
		most[i] = scoreOf(best).Points
	}
	for i := range d.rows {
		r := &d.rows[i]
		r.Best = 1
		r.Worst = len(d.rows)
		for j, other := range d.rows {
			if j != i && other.score.Points > most[i] {
				r.Best++
			}
			// Equal points may be decided either way, by hints and time. So they change neither rank.
			if j != i && most[j] < r.score.Points {
				r.Worst--
			}
		}
	}
}
