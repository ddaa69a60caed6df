package play

import (
	"cmp"
	"math"
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
	// leastFalling is how large a division is from which people move down.
	leastFalling = 6
	// mostSolutions is how many solutions a puzzle may have where they are collected.
	mostSolutions = 11
	// TeamSize is of how many people of a community the median is its score.
	TeamSize = 5
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
	Rank   int // equal points share one
	Points int // of the best five days
	Played int // days on which they earned something
	Move   int // to which tier they move as it stands: -1 is up, 1 is down
	// Best and Worst are the ranks that they may still end at.
	Best, Worst int
	reached     time.Time // when they had these points
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
	if out.Presence, err = p.presence(tx, a); err != nil {
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
	rows, err := tx.Division(w.Week, w.Tier, w.Division)
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
		if x.Place == 0 { // they came when it was over
			continue
		}
		c := Contender{Contender: x, Rank: x.Place, Points: x.Points, Best: x.Place, Worst: x.Place}
		if _, c.Played, c.reached = bestOfWeek(x.Days, x.Week); !x.Rests {
			c.Move = cmp.Compare(x.Next, x.Tier)
		}
		out = append(out, c)
	}
	slices.SortFunc(out, inOrder)
	return out
}

// inOrder sorts a table: the most points come first, then those who had them first.
func inOrder(x, y Contender) int {
	return cmp.Or(y.Points-x.Points, x.reached.Compare(y.reached), cmp.Compare(x.PlayerID, y.PlayerID))
}

// ranked makes the table of a division of a tier, in a week that began with so many tiers. The
// first two move up, the last two down. Those who earned nothing for two weeks rest: they do
// neither.
func ranked(all []storage.Contender, tier, lowest int) (out []Contender) {
	for _, x := range all {
		c := Contender{Contender: x}
		c.Points, c.Played, c.reached = bestOfWeek(x.Days, x.Week)
		later := len(x.Days) > 0 && x.Days[len(x.Days)-1].Day > x.Week
		c.Rests = c.Points == 0 && x.Absent && !later
		out = append(out, c)
	}
	slices.SortFunc(out, inOrder)
	playing := len(out)
	for i := range out {
		if out[i].Rests {
			playing--
		}
	}
	place := 0 // among those who do not rest
	for i := range out {
		c := &out[i]
		if c.Rank = i + 1; i > 0 && c.Points == out[i-1].Points {
			c.Rank = out[i-1].Rank
		}
		c.Best, c.Worst = c.Rank, c.Rank
		if c.Rests {
			continue
		}
		switch place++; {
		case tier > 1 && tier <= lowest && place <= movers && c.Points > 0:
			c.Move = -1
		case tier < lowest && playing >= leastFalling && place > playing-movers:
			c.Move = 1
		}
	}
	return out
}

// bestOfWeek sums the best five days of a week, and counts all. It returns when the sum was
// reached.
func bestOfWeek(days []storage.LeagueDay, week int) (points, played int, reached time.Time) {
	days = slices.DeleteFunc(slices.Clone(days), func(d storage.LeagueDay) bool { return d.Day > week || d.Day <= week-7 })
	slices.SortStableFunc(days, func(x, y storage.LeagueDay) int { return y.Points - x.Points })
	for _, d := range days[:min(BestDays, len(days))] {
		points += d.Points
		if d.Reached.After(reached) {
			reached = d.Reached
		}
	}
	return points, len(days), reached
}

// foresee finds the ranks that people may still end at, where the dailies from a number on are
// not over: each of them may yet earn the most there is, or nothing more.
func (p *Play) foresee(d *Division, first int) {
	most := make([]int, len(d.Rows))
	for i, c := range d.Rows {
		best := slices.DeleteFunc(slices.Clone(c.Days), func(x storage.LeagueDay) bool { return x.Day-dayZero >= first })
		for number := max(first, d.First()); number <= d.Last(); number++ {
			best = append(best, storage.LeagueDay{Day: number + dayZero, Points: p.mostOf(number)})
		}
		most[i], _, _ = bestOfWeek(best, d.Week)
	}
	for i := range d.Rows {
		c := &d.Rows[i]
		c.Best, c.Worst = 1, len(d.Rows)
		for j, other := range d.Rows {
			if j != i && other.Points > most[i] {
				c.Best++
			}
			if j != i && most[j] <= c.Points {
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

// A Team is a row of the teams' table.
type Team struct {
	storage.TeamScore
	Rank int // equal points share one
	Own  bool
}

const (
	// teamsBeside is how many teams are shown above the own one, and below.
	teamsBeside = 5
	// maxHomes is how many communities of a person are looked at.
	maxHomes = 20
)

// Teams returns the teams next to that of the community or, in a private chat, to the best of
// those that the person belongs to; without one, the first of all.
func (p *Play) Teams(tx *storage.Tx, a Act) (out []Team, err error) {
	open, is, err := storage.Found(tx.League())
	if err != nil || !is {
		return nil, err
	}
	homes := []storage.Community{a.Community}
	if a.Community.Private {
		if homes, err = tx.CommunitiesOf(a.Person.ID, a.At.Add(-BelongFor), maxHomes); err != nil {
			return nil, err
		}
	}
	own := storage.TeamScore{Points: math.MaxInt32}
	for _, c := range homes {
		t, is, err := storage.Found(tx.TeamOf(c.ID, open.Week))
		if err != nil {
			return nil, err
		}
		if is && (own.CommunityID == 0 || t.Points > own.Points) {
			own = t
		}
	}
	more, others, above, err := tx.TeamsBeside(open.Week, own.Points, 2*teamsBeside)
	if err != nil {
		return nil, err
	}
	slices.Reverse(more)
	if own.CommunityID != 0 {
		more = more[max(0, len(more)-teamsBeside):]
		others = slices.DeleteFunc(others, func(t storage.TeamScore) bool { return t.CommunityID == own.CommunityID })
		others = append([]storage.TeamScore{own}, others[:min(teamsBeside, len(others))]...)
	}
	for i, t := range append(more, others...) {
		x := Team{TeamScore: t, Rank: above - len(more) + i + 1, Own: t.CommunityID == own.CommunityID}
		if i > 0 && t.Points == out[i-1].Points {
			x.Rank = out[i-1].Rank
		}
		out = append(out, x)
	}
	return out, nil
}
