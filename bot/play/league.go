package play

import (
	"cmp"
	"slices"
	"time"

	"reckon/storage"
)

// The league is played by everyone who wishes to be in the World, in divisions, from Monday to
// Sunday. A week is seven dailies; it is named by the day of the last, in days since 1970.

const (
	// BestDays is how many days of a week count.
	BestDays = 5
	// movers is how many of a division move up, and down.
	movers = 2
	// LeastMoving is the smallest division in which anybody moves.
	LeastMoving = 5
	// mostSolutions is how many solutions a puzzle may have where they are collected.
	mostSolutions = 11
	// leagueDelay is how long after the last day of a week in UTC it is closed: the day is over
	// everywhere, dailies that were begun on it are finished, and answers sent in time are read.
	leagueDelay = 12*time.Hour + finishFor + time.Hour
)

// weekOf is the week with a daily in it.
func weekOf(number int) int {
	return number + (7-int(Day(number).Weekday()))%7 + dayZero
}

// closing is when a week is closed.
func closing(week int) time.Time { return Day(week - dayZero + 1).Add(leagueDelay) }

// A Contender is a row of a division's table.
type Contender struct {
	storage.Contender
	score
	// Rank is their place by now; equal people share one.
	Rank int
	// Move says whether they would move by now: -1 is up a tier, 1 is down.
	Move int
	// Best and Worst are the ranks that they may still end at.
	Best, Worst int
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

// A Division is a table of the league.
type Division struct {
	Week, Tier int
	Rows       []Contender
	Own        int  // the row of the reader
	Over       bool // it is how the week ended
}

// First and Last are the numbers of the first and the last daily of the week.
func (d Division) First() int { return d.Last() - 6 }

// Last is the number of the last daily of the week.
func (d Division) Last() int { return d.Week - dayZero }

// A League is where a person is in the league.
type League struct {
	Presence
	Division *Division // theirs; nil: they are in none
	Waits    bool      // they come into one when the week before is closed
	Rests    int       // the tier they come back to; 0: none
	Closes   time.Time // when the tables of the next week are made; zero: there is no league yet
}

// League is a person's division as it stands, or that of the last week that was closed.
func (p *Play) League(tx *storage.Tx, a Act, last bool) (out League, err error) {
	if out.Presence, err = p.Presence(tx, a); err != nil {
		return out, err
	}
	open, is, err := storage.Found(tx.League())
	if err != nil || !is {
		return out, err
	}
	out.Closes = closing(open.Week)
	const enough = 6 // two weeks of all players of a person
	weeks, err := tx.Weeks(a.Person.ID, enough)
	if err != nil {
		return out, err
	}
	for _, w := range weeks {
		switch {
		case last && w.Place > 0:
		case last:
			continue
		case w.Tier == 0:
			out.Waits = true
			continue
		case w.Week < open.Week || w.Rests:
			if w.Rests && out.Rests == 0 {
				out.Rests = w.Next
			}
			continue
		}
		out.Division, err = p.division(tx, open, w, a)
		return out, err
	}
	return out, nil
}

// division makes the table of a person's week.
func (p *Play) division(tx *storage.Tx, open storage.LeagueWeek, w storage.Leaguer, a Act) (*Division, error) {
	rows, err := tx.Contenders(w.Week, storage.DivisionKey{Tier: w.Tier, Division: w.Division})
	if err != nil {
		return nil, err
	}
	d := &Division{Week: w.Week, Tier: w.Tier, Over: w.Place > 0}
	if d.Over {
		d.Rows = ended(rows)
	} else {
		d.Rows = ranked(rows, w.Tier, open.Lowest)
		first, _ := anywhere(a.At)
		p.foresee(d, first)
	}
	d.Own = slices.IndexFunc(d.Rows, func(c Contender) bool { return c.PlayerID == w.PlayerID })
	return d, nil
}

// ended is the table of a division as its week ended.
func ended(all []storage.Contender) (out []Contender) {
	for _, x := range all {
		cameLate := x.Place == 0
		if cameLate {
			continue
		}
		c := Contender{Contender: x, score: scoreOf(x), Rank: x.Place, Best: x.Place, Worst: x.Place}
		c.Points = x.Points
		if !x.Rests {
			c.Move = cmp.Compare(x.Next, x.Tier)
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(x, y Contender) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.PlayerID, y.PlayerID))
	})
	return out
}

// ranked makes the table of a division of a tier, in a week that began with so many tiers. Those
// who earned nothing for two weeks rest: they do not move.
func ranked(all []storage.Contender, tier, lowest int) []Contender {
	var rows []Contender
	for _, x := range all {
		c := Contender{Contender: x, score: scoreOf(x)}
		playsOn := len(x.Days) > 0 && x.Days[len(x.Days)-1].Day > x.Week
		c.Rests = c.Points == 0 && x.Absent && !playsOn
		rows = append(rows, c)
	}
	slices.SortFunc(rows, func(x, y Contender) int {
		return cmp.Or(x.compare(y.score), cmp.Compare(x.PlayerID, y.PlayerID))
	})
	var playing []*Contender
	for i := range rows {
		c := &rows[i]
		c.Rank = i + 1
		if i > 0 && c.compare(rows[i-1].score) == 0 {
			c.Rank = rows[i-1].Rank
		}
		c.Best, c.Worst = c.Rank, c.Rank
		if !c.Rests {
			playing = append(playing, c)
		}
	}
	move(playing, tier, lowest)
	return rows
}

// move decides who moves of the people of a division who do not rest: the first two up a tier,
// the last two down. Equal people move together; if that were up and down, they stay.
func move(playing []*Contender, tier, lowest int) {
	if len(playing) < LeastMoving {
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
func scoreOf(x storage.Contender) score {
	var days []storage.LeagueDay
	for _, d := range x.Days {
		if d.Day <= x.Week && d.Day > x.Week-7 {
			days = append(days, d)
		}
	}
	slices.SortStableFunc(days, func(x, y storage.LeagueDay) int {
		return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(x.Hints, y.Hints), cmp.Compare(x.Took, y.Took))
	})
	s := score{Played: len(days)}
	for _, d := range days[:min(BestDays, len(days))] {
		s.Points += d.Points
		s.hints += d.Hints
		s.took += d.Took
		if d.Reached.After(s.reached) {
			s.reached = d.Reached
		}
	}
	return s
}

// foresee finds the ranks that people may still end at, where the dailies from a number on are
// not over: each of them may yet earn the most there is, or nothing more.
func (p *Play) foresee(d *Division, first int) {
	if first > d.Last() {
		return
	}
	most := make([]int, len(d.Rows))
	for i, c := range d.Rows {
		best := storage.Contender{Leaguer: storage.Leaguer{Week: d.Week}}
		for _, x := range c.Days {
			if x.Day-dayZero < first {
				best.Days = append(best.Days, x)
			}
		}
		for number := max(first, d.First()); number <= d.Last(); number++ {
			best.Days = append(best.Days, storage.LeagueDay{Day: number + dayZero, Points: p.mostOf(number)})
		}
		most[i] = scoreOf(best).Points
	}
	for i := range d.Rows {
		c := &d.Rows[i]
		c.Best = 1
		c.Worst = len(d.Rows)
		for j, other := range d.Rows {
			if j != i && other.Points > most[i] {
				c.Best++
			}
			// Hints and time decide between equal points.
			if j != i && most[j] < c.Points {
				c.Worst--
			}
		}
	}
}

// mostOf is the most that the puzzles of a day can pay: without hints, and with all solutions.
func (p *Play) mostOf(number int) (points int) {
	for i, g := range p.Games {
		n := Base(int(dailyLevel(number, i)))
		if points += n; g.Rules().Collect {
			points += (mostSolutions - 1) * n * FurtherQuality / fullQuality
		}
	}
	return points
}

// A LeagueResult is how a week ended for a person.
type LeagueResult struct {
	storage.Leaguer
	Move int // -1 is up, 1 is down
}

// TellLeague returns how the last week ended for a person, the first time it is asked; nil if
// there is nothing to tell.
func (p *Play) TellLeague(tx *storage.Tx, playerID int64) (*LeagueResult, error) {
	l, is, err := storage.Found(tx.Untold(playerID))
	if err != nil || !is {
		return nil, err
	}
	open, err := tx.League()
	if err != nil {
		return nil, err
	}
	if err := tx.MarkTold(playerID); err != nil {
		return nil, err
	}
	if l.Week < open.Week-7 && !l.Rests { // long ago
		return nil, nil
	}
	r := ResultOf(l)
	return &r, nil
}

// ResultOf is how a week that is over ended.
func ResultOf(l storage.Leaguer) LeagueResult { return LeagueResult{l, cmp.Compare(l.Next, l.Tier)} }
