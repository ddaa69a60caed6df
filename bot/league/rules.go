package league

import (
	"cmp"
	"slices"
	"time"

	"reckon/bot/round"
)

// A week is seven dailies, from Monday to Sunday. It is named by the day of the last, in days since
// 1970.

const (
	// bestDays is how many days of a week count.
	bestDays = 5
	// movers is how many of a division move up, and down.
	movers = 2
	// leastMoving is the smallest division in which anybody moves.
	leastMoving = 5
	// closeAfter is how long after the last day of a week in UTC it is closed: the day is over
	// everywhere, dailies that were begun on it are finished, and answers sent in time are read.
	closeAfter = 15 * time.Hour
)

// weekOf returns the week with a daily in it.
func weekOf(number int) int { return sundayOf(round.UnixDay(number)) }

// lastDaily returns the number of the last daily of a week.
func lastDaily(week int) int { return week - round.UnixDay(0) }

// closing returns when a week is closed.
func closing(week int) time.Time { return round.Day(lastDaily(week) + 1).Add(closeAfter) }

// A row is a row of a division's table.
type row struct {
	contender
	score
	// Rank is their place by now; equal people share one.
	Rank int
	// Move says whether they would move by now: -1 is up a tier, 1 is down.
	Move int
	// Best and Worst are the ranks that they may still end at.
	Best  int
	Worst int
}

// A score is what a person has of a week: their best days.
type score struct {
	Points int
	// Played is on how many days they earned something.
	Played int
	hints  int
	took   time.Duration
	// reached is when they had these points.
	reached time.Time
}

// compare sorts scores, the better first: more points or, with as many, fewer hints or, with as
// many, less time.
func (s score) compare(other score) int {
	return cmp.Or(cmp.Compare(other.Points, s.Points), cmp.Compare(s.hints, other.hints), cmp.Compare(s.took, other.took))
}

// A division is a table of the league.
type division struct {
	week int
	tier int
	rows []row
	// own is the row of the reader.
	own int
	// isOver reports whether it is how the week ended.
	isOver bool
}

// first and last are the numbers of the first and the last daily of the week.
func (d division) first() int { return d.last() - 6 }
func (d division) last() int  { return lastDaily(d.week) }

// pointsAfter is what the reader has earned after the week.
func (d division) pointsAfter() int {
	points := 0
	for _, day := range d.rows[d.own].Days {
		if day.Day > d.week {
			points += day.Points
		}
	}
	return points
}

// ended is the table of a division as its week ended.
func ended(all []contender) []row {
	var rows []row
	for _, x := range all {
		cameLate := x.Place == 0
		if cameLate {
			continue
		}
		r := row{contender: x, score: scoreOf(x), Rank: x.Place, Best: x.Place, Worst: x.Place}
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

// ranked makes the table of a division of a tier, in a week that began with a lowest tier. Those who
// earned nothing for two weeks rest: they do not move.
func ranked(all []contender, tier, lowest int) []row {
	var rows []row
	for _, x := range all {
		c := row{contender: x, score: scoreOf(x)}
		playsOn := len(x.Days) > 0 && x.Days[len(x.Days)-1].Day > x.Week
		c.Rests = c.Points == 0 && x.Absent && !playsOn
		rows = append(rows, c)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(x.compare(y.score), cmp.Compare(x.PlayerID, y.PlayerID))
	})
	var playing []*row
	for i := range rows {
		c := &rows[i]
		c.Rank = i + 1
		if i > 0 && c.compare(rows[i-1].score) == 0 {
			c.Rank = rows[i-1].Rank
		}
		c.Best = c.Rank
		c.Worst = c.Rank
		if !c.Rests {
			playing = append(playing, c)
		}
	}
	move(playing, tier, lowest)
	return rows
}

// move decides who moves of the people of a division who do not rest: the first two up a tier,
// the last two down. Equal people move together; if that were up and down, they stay.
func move(playing []*row, tier, lowest int) {
	if len(playing) < leastMoving {
		return
	}
	for first := 0; first < len(playing); {
		behind := first + 1
		for behind < len(playing) && playing[behind].compare(playing[first].score) == 0 {
			behind++
		}
		isTop := first < movers
		isBottom := behind > len(playing)-movers
		mayRise := tier > 1 && tier <= lowest && playing[first].Points > 0
		for _, c := range playing[first:behind] {
			switch {
			case isTop && isBottom:
			case isTop && mayRise:
				c.Move = -1
			case isBottom && tier < lowest:
				c.Move = 1
			}
		}
		first = behind
	}
}

// scoreOf is what a person has of their week: the sums of the best five days, and how many there
// are in all.
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

// foresee finds the ranks that people may still end at, where the dailies from a number on are not
// over: each of them may yet earn the most there is, or nothing more.
func (d *division) foresee(firstOpen int) {
	if firstOpen > d.last() {
		return
	}
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
			// Hints and time decide between equal points.
			if j != i && most[j] < r.score.Points {
				r.Worst--
			}
		}
	}
}
