package league

import (
	"cmp"
	"slices"
	"time"

	"reckon/bot/round"
)

// A week has the dailies of seven days, from Monday to Sunday. Its number is the day of its Sunday, in
// days since 1970.

const (
	// bestDays is how many days of a week count.
	bestDays = 5
	// movers is how many people of a division move up, and how many move down.
	movers = 2
	// closeAfter is how long after the end of its last day in UTC a week is closed. By then the day is
	// over everywhere, dailies that were begun on it are finished, and answers sent in time are read.
	closeAfter = 15 * time.Hour
)

// weekOf returns the week with a daily in it.
func weekOf(number int) int { return sundayOf(round.UnixDay(number)) }

// lastDaily returns the number of the last daily of a week.
func lastDaily(week int) int { return week - round.UnixDay(0) }

// closing returns when a week is closed.
func closing(week int) time.Time { return round.Day(lastDaily(week) + 1).Add(closeAfter) }

// A row is a row of a division's table. Its Points are the points of its score.
type row struct {
	contender
	score
	// Rank is their present rank; equal people share one.
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
	// reached is when they had earned these points.
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

// A division is the table of a division, for one reader.
type division struct {
	week int
	tier int
	rows []row
	// own is the index of the reader's row.
	own int
	// isOver reports whether the week is closed.
	isOver bool
}

// first and last are the numbers of the first and the last daily of the week.
func (d division) first() int { return d.last() - 6 }
func (d division) last() int  { return lastDaily(d.week) }

// pointsAfter returns what the reader has earned after the week.
func (d division) pointsAfter() int {
	points := 0
	for _, day := range d.rows[d.own].Days {
		if day.Day > d.week {
			points += day.Points
		}
	}
	return points
}

// finalRows returns the rows of a division whose week is closed, in the order in which it ended.
func finalRows(all []contender) []row {
	var rows []row
	for _, x := range all {
		cameLate := x.Place == 0
		if cameLate {
			continue
		}
		r := row{contender: x, score: scoreOf(x), Rank: x.Place, Best: x.Place, Worst: x.Place}
		// These are the points with which the week was closed.
		r.score.Points = x.leaguer.Points
		if !x.Rests {
			r.Move = cmp.Compare(x.Next, x.Tier)
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.PlayerID, y.PlayerID))
	})
	return rows
}

// ranked returns the rows of a division in its present order. lowest is the lowest tier when the week
// began. People who earned nothing in this week, in the one before and so far in the next one rest, and do
// not move.
func ranked(all []contender, tier, lowest int) []row {
	var rows []row
	for _, x := range all {
		r := row{contender: x, score: scoreOf(x)}
		playsOn := len(x.Days) > 0 && x.Days[len(x.Days)-1].Day > x.Week
		r.Rests = r.Points == 0 && x.Absent && !playsOn
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(x.compare(y.score), cmp.Compare(x.PlayerID, y.PlayerID))
	})
	var playing []*row
	for i := range rows {
		r := &rows[i]
		r.Rank = i + 1
		if i > 0 && r.compare(rows[i-1].score) == 0 {
			r.Rank = rows[i-1].Rank
		}
		r.Best = r.Rank
		r.Worst = r.Rank
		if !r.Rests {
			playing = append(playing, r)
		}
	}
	move(playing, tier, lowest)
	return rows
}

// move sets which people of a division move. playing are those who do not rest, the best first. The first
// two move up a tier, and the last two move down. Equal people move together. If equal people are among the
// first two and among the last two, they stay.
func move(playing []*row, tier, lowest int) {
	if len(playing) < leastMoving {
		return
	}
	// Each turn of the loop looks at people who are equal: playing[first:end].
	for first := 0; first < len(playing); {
		end := first + 1
		for end < len(playing) && playing[end].compare(playing[first].score) == 0 {
			end++
		}
		isTop := first < movers
		isBottom := end > len(playing)-movers
		mayRise := tier > 1 && tier <= lowest && playing[first].Points > 0
		for _, c := range playing[first:end] {
			switch {
			case isTop && isBottom:
				// They stay.
			case isTop && mayRise:
				c.Move = -1
			case isBottom && tier < lowest:
				c.Move = 1
			}
		}
		first = end
	}
}

// scoreOf returns a person's score of a week: the sums over their best five days, and on how many
// days they earned something.
func scoreOf(x contender) score {
	var days []leagueDay
	for _, d := range x.Days {
		if d.Day <= x.Week && d.Day > x.Week-7 {
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

// foresee sets the best and the worst rank that people may still have at the end. The dailies from number
// firstOpen on are not over. With each of these dailies a person may still earn all its points, or nothing
// more.
func (d *division) foresee(firstOpen int) {
	if firstOpen > d.last() {
		return
	}
	// most is how many points each person may have at the end.
	most := make([]int, len(d.rows))
	for i, r := range d.rows {
		best := contender{leaguer: leaguer{Week: d.week}}
		for _, day := range r.Days {
			if day.Day < round.UnixDay(firstOpen) {
				best.Days = append(best.Days, day)
			}
		}
		for number := max(firstOpen, d.first()); number <= d.last(); number++ {
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
