package stats

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// stats has the handler that shows figures.
type stats struct{ feature.Kernel }

// figures are what is shown of a person.
type figures struct {
	totals
	streak round.Streak
	// timings are in the order of the games, the easiest level first.
	timings []timing
	// stars has at index n how many answers had n stars.
	stars [round.MaxStars + 1]int
	// hinted has at index n how many rounds were solved with n hints.
	hinted [round.MaxHints + 1]int
	// days says for each day of the last four weeks whether a daily was answered well. Today is last. Days
	// before the first daily that was ever answered well are left out.
	days []bool
	// skills are empty unless the person reads their own figures.
	skills []round.SkillFigure
	// paces are those in the games that experts play.
	paces []pace
	// duel is the person's rating in duels; zero if no duel has moved it.
	duel round.DuelRating
}

// A timing is how long solutions took at a level of a game.
type timing struct {
	game   string
	level  int
	median time.Duration
	best   time.Duration
	count  int
}

// A pace is how fast a person is in a game, as a share of an expert's speed. It is known only to be between least and
// most.
type pace struct {
	game  engine.Game
	least float64
	most  float64
}

// shownDays is how many days are shown: four weeks.
const shownDays = 28

// goodDays returns on how many of the days shown a daily was answered well.
func (f figures) goodDays() int {
	n := 0
	for _, isGood := range f.days {
		if isGood {
			n++
		}
	}
	return n
}

// hasCalendar reports whether the days are worth showing: there is a good one, and another to compare it with.
func (f figures) hasCalendar() bool { return f.goodDays() > 0 && len(f.days) > 1 }

// longerStreak returns the longest streak, in days, if it is longer than the present one; otherwise 0.
func (f figures) longerStreak() int {
	if f.streak.Longest > f.streak.Days {
		return f.streak.Longest
	}
	return 0
}

// figuresOf returns the figures of the person who acts, without skills and paces.
func (s stats) figuresOf(tx *storage.Tx, act round.Act) (figures, error) {
	today, _, err := s.Play.LiveDaily(tx, act)
	if err != nil {
		return figures{}, err
	}
	sums, err := totalsOf(tx, act.Person.ID)
	if err != nil {
		return figures{}, err
	}
	streak, err := s.Play.Streak(tx, act.Person.ID, today)
	if err != nil {
		return figures{}, err
	}
	answered, err := round.Days(tx, act.Person.ID, shownDays)
	if err != nil {
		return figures{}, err
	}
	duel, _, err := storage.Found(round.DuelRatingOf(tx, act.Person.ID))
	if err != nil {
		return figures{}, err
	}
	f := figures{totals: sums, streak: streak, timings: s.timingsOf(sums.Times), duel: duel}
	for n := firstShown(answered, today); n <= today; n++ {
		f.days = append(f.days, slices.Contains(answered, n))
	}
	for _, r := range sums.Rounds {
		if !r.Solved {
			continue
		}
		f.hinted[min(max(r.Hints, 0), round.MaxHints)]++
		f.stars[s.starsOf(r)]++
	}
	return f, nil
}

// firstShown returns the number of the first day that is shown. answered has the latest days on which the person
// answered a daily well, the newest first, at most shownDays of them. If there are fewer, the last of them is the
// first that the person ever answered well, and nothing before it is shown.
func firstShown(answered []int, today int) int {
	first := today - shownDays + 1
	if len(answered) == 0 {
		return first
	}
	earliest := answered[len(answered)-1]
	return min(today, max(first, earliest))
}

// timingsOf sums up solve times by game and level.
func (s stats) timingsOf(times []solveTime) []timing {
	// The keys are timings with nothing but the game and the level.
	took := map[timing][]time.Duration{}
	for _, t := range times {
		key := timing{game: t.Game, level: t.Level}
		took[key] = append(took[key], t.Took)
	}
	var all []timing
	for t, durations := range took {
		slices.Sort(durations)
		t.median = medianOf(durations)
		t.best = durations[0]
		t.count = len(durations)
		all = append(all, t)
	}
	position := func(game string) int {
		return slices.IndexFunc(s.Games, func(g engine.Game) bool { return g.Name() == game })
	}
	slices.SortFunc(all, func(x, y timing) int {
		return cmp.Or(position(x.game)-position(y.game), x.level-y.level)
	})
	return all
}

// medianOf returns the median of times that are sorted. If their number is even, it is the mean of the two in the
// middle.
func medianOf(sorted []time.Duration) time.Duration {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// most returns how many points the best answer to a round earns without hints.
func (r paidRound) most() int { return cmp.Or(r.Base, round.Base(r.Level)) }

// starsOf returns how many stars the answer of a round had; 0 if it had none.
func (s stats) starsOf(r paidRound) int {
	g := s.Play.Game(r.Game)
	if g == nil {
		return 0
	}
	return round.StarsPaid(g, r.most(), r.Hints, r.Points)
}

// skillsOf returns what a person's attempts tell about their skills, game by game.
func (s stats) skillsOf(tx *storage.Tx, playerID int64) ([]round.SkillFigure, error) {
	var all []round.SkillFigure
	for _, g := range s.Games {
		skills, err := s.Play.Skills(tx, playerID, g)
		if err != nil {
			return nil, err
		}
		all = append(all, skills...)
	}
	return all, nil
}

// pacesOf returns how fast a person is in each game that experts play, where enough is known.
func (s stats) pacesOf(tx *storage.Tx, playerID int64) ([]pace, error) {
	var all []pace
	for _, g := range s.Games {
		if !g.Rules().Experts {
			continue
		}
		ability, isKnown, err := s.Play.Ability(tx, playerID, g.Name())
		if err != nil {
			return nil, err
		}
		if isKnown {
			least, most := ability.Pace()
			all = append(all, pace{game: g, least: least, most: most})
		}
	}
	return all, nil
}

// mostMembers is how many members of a community memberNamed looks at.
const mostMembers = 1000

// memberNamed returns the member of the community with a name, whether it is written in capital or small letters. It is
// nil if there is no such member, or more than one.
func memberNamed(tx *storage.Tx, act round.Act, name string) (*storage.Player, error) {
	members, err := membersOf(tx, act.Community.ID, act.At.Add(-round.BelongFor), mostMembers)
	if err != nil {
		return nil, err
	}
	var found *storage.Player
	for i, m := range members {
		if !isNamed(m, name) {
			continue
		}
		isAmbiguous := found != nil
		if isAmbiguous {
			return nil, nil
		}
		found = &members[i]
	}
	return found, nil
}

// isNamed reports whether a person has a name, whether it is written in capital or small letters.
func isNamed(p storage.Player, name string) bool {
	return p.Name != "" && strings.EqualFold(p.Name, name)
}
