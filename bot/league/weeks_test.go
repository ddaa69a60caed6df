package league

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// A season is twelve weeks of the league on a database of its own. People join, stay away, are linked,
// leave and are forgotten, all by chance.
type season struct {
	t      *testing.T
	store  *storage.Store
	play   *round.Play
	chance *rand.Rand
	// killed says when a process is killed; nil: no process is killed.
	killed *rand.Rand
	now    time.Time
	// lowest is the lowest tier when the open week began; 0: it is the first week.
	lowest int
	people []*contestant
	// moved is how often each thing has happened, such as that a person was linked.
	moved map[string]int
}

// A contestant is a person who plays.
type contestant struct {
	key    string
	player storage.Player
	own    storage.Community
	// able is how many points they earn with a daily at most.
	able int
	// diligent people play each day, and others on three days in ten.
	diligent bool
	// gone reports whether they were forgotten.
	gone bool
	// away is how many more times they stay away.
	away int
	// twin is another player of the same person; nil: there is none.
	twin *contestant
	// last is the number of the last daily that they answered.
	last int
}

// seasonWeeks is how many weeks a season has.
const seasonWeeks = 12

// twelveWeeks plays a season. It returns all divisions of each week, as they are after the week has begun.
func twelveWeeks(t *testing.T, seed uint64, kill bool) (all [][]contender, moved map[string]int) {
	store := openStore(t)
	s := &season{
		t:      t,
		store:  store,
		play:   must(round.New(t.Context(), store, games.All(), rand.NewPCG(1, 2), nil))(t),
		chance: rand.New(rand.NewPCG(seed, 1)),
		moved:  map[string]int{},
		// This is a Monday.
		now: time.Date(2026, time.March, 2, 6, 0, 0, 0, time.UTC),
	}
	if kill {
		s.killed = rand.New(rand.NewPCG(seed, 2))
	}
	for week := range seasonWeeks {
		for range max(2, 20-20*week) {
			s.comes()
		}
		for range 7 {
			s.day()
			s.now = s.now.Add(24 * time.Hour)
			// On Monday at six, the week is not over everywhere.
			s.job()
		}
		// Some people play the first daily of the next week before this one is closed.
		s.day()
		s.now = s.now.Add(10 * time.Hour)
		s.job()
		s.check()
		all = append(all, s.week())
		s.now = s.now.Add(-10 * time.Hour)
	}
	return all, s.moved
}

// write runs fn in a transaction.
func (s *season) write(fn func(tx *storage.Tx) error) {
	s.t.Helper()
	if err := s.store.Write(context.Background(), fn); err != nil {
		s.t.Fatal(err)
	}
}

// comes adds a person who wishes to be in the World.
func (s *season) comes() {
	c := &contestant{
		key:      fmt.Sprintf("p%02d", len(s.people)),
		able:     10 + s.chance.IntN(90),
		diligent: s.chance.IntN(3) > 0,
	}
	s.people = append(s.people, c)
	s.write(func(tx *storage.Tx) (err error) {
		network := "net"
		if len(s.people)%2 == 0 {
			network = "other"
		}
		c.player, err = tx.EnsurePlayer(network, c.key, c.key, "", s.now)
		if err != nil {
			return err
		}
		c.own, err = tx.EnsureCommunity(network, c.key, true, c.player.ID, "", s.now)
		return errors.Join(err, s.appear(tx, c, true))
	})
}

// appear makes a person join the World, or leave it.
func (s *season) appear(tx *storage.Tx, c *contestant, in bool) error {
	c.own.Worldwide = in
	return errors.Join(tx.SaveCommunity(c.own), tx.ShowInWorld(c.player.ID, s.now))
}

// day lets people answer a daily. Now and then they do something else.
func (s *season) day() {
	number := round.Number(s.now)
	s.write(func(tx *storage.Tx) error {
		roundID, err := dailyRound(tx, number, s.now)
		if err != nil {
			return err
		}
		for i, c := range s.people {
			does := s.chance.IntN(1000)
			points := 1 + s.chance.IntN(c.able)
			other := s.people[s.chance.IntN(max(1, i))]
			if c.gone {
				continue
			}
			act := round.Act{Person: c.player, Community: c.own, At: s.now}
			switch {
			case does < 2:
				err = s.play.Forget(tx, act)
				c.gone = true
				s.moved["forgotten"]++
			case does < 20:
				if c.canLink(other) {
					c.twin = other
					other.twin = c
					err = tx.Link(other.player.ID, c.player.ID, s.now)
					s.moved["linked"]++
				}
			case does < 40:
				if c.twin != nil {
					err = tx.Unlink(c.player.ID, s.now)
					c.twin.twin = nil
					c.twin = nil
					s.moved["parted"]++
				}
			case does < 43:
				err = s.appear(tx, c, !c.own.Worldwide)
				s.moved["left or came back"]++
			case does < 60:
				c.away = 10 + s.chance.IntN(25)
			}
			if err != nil {
				return err
			}
			// A person is forgotten with all their linked players.
			if c.twin != nil && c.gone {
				c.twin.gone = true
			}
			c.away--
			isIdle := !c.diligent && does < 700
			if c.gone || c.away > 0 || isIdle || c.hasAnswered(number) {
				continue
			}
			c.last = number
			err := tx.SetAward(storage.Award{}, storage.Award{
				RoundID:  roundID,
				PlayerID: c.player.ID,
				Day:      round.UnixDay(number),
				Points:   points,
				Solved:   true,
				At:       s.now.Add(time.Duration(i) * time.Second),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// canLink reports whether two people, each with one player, may become one.
func (c *contestant) canLink(other *contestant) bool {
	if c == other || other.gone || c.player.Network == other.player.Network {
		return false
	}
	return c.twin == nil && other.twin == nil
}

// hasAnswered reports whether a person has answered a daily, as either of their players.
func (c *contestant) hasAnswered(number int) bool {
	return c.last == number || c.twin != nil && c.twin.last == number
}

// job runs the league's job as long as it is due. Now and then a process is killed before it commits.
func (s *season) job() {
	j := storage.Job{Kind: weekJob, At: s.now}
	killed := errors.New("killed")
	for range 1000 {
		do := must(closeWeek(context.Background(), j, s.now))(s.t)
		kill := s.killed != nil && s.killed.IntN(3) == 0
		next := j.At
		err := s.store.Write(context.Background(), func(tx *storage.Tx) error {
			if err := do(tx); err != nil {
				return err
			}
			if kill {
				return killed
			}
			var err error
			next, _, err = tx.NextJob([]string{weekJob}, s.now)
			return err
		})
		if errors.Is(err, killed) {
			continue
		}
		if err != nil {
			s.t.Fatal(err)
		}
		if next.After(s.now.Add(time.Minute)) {
			return
		}
	}
	s.t.Fatal("the job never ends")
}

// week returns the people of the open week, by division.
func (s *season) week() (all []contender) {
	s.t.Helper()
	s.write(func(tx *storage.Tx) error {
		open, err := openWeek(tx)
		if err != nil {
			return err
		}
		all, err = divisionsOf(tx, open.Week)
		return err
	})
	return all
}

// divisionsOf returns the people of all divisions of a week.
func divisionsOf(tx *storage.Tx, w week) ([]contender, error) {
	var all []divisionKey
	for tier := 1; tier <= tiers; tier++ {
		for division := range 20 {
			all = append(all, divisionKey{Tier: tier, Division: division + 1})
		}
	}
	return contendersOf(tx, w, all...)
}

// check checks the week that was closed, and the one that was made, against the rules.
func (s *season) check() {
	s.t.Helper()
	s.write(func(tx *storage.Tx) error {
		open, err := openWeek(tx)
		if err != nil {
			return err
		}
		closed := open.Week.previous()
		lowest := max(1, s.lowest)
		s.lowest = open.Lowest
		was, err := divisionsOf(tx, closed)
		if err != nil {
			return err
		}
		is, err := divisionsOf(tx, open.Week)
		if err != nil {
			return err
		}
		now := map[int64]contender{}
		sizes := map[divisionKey]int{}
		tiers := map[int]int{}
		for _, c := range is {
			if _, twice := now[c.PlayerID]; twice {
				s.t.Errorf("%s is in two divisions", c.Name)
			}
			now[c.PlayerID] = c
			sizes[divisionKey{Tier: c.Tier, Division: c.Division}]++
			tiers[c.Tier]++
		}
		for d, n := range sizes {
			if n > divisionSize {
				s.t.Errorf("%v has %d people", d, n)
			}
		}
		for i, c := range s.people {
			isSecondTwin := c.twin != nil && slices.Index(s.people, c.twin) < i
			if c.gone || isSecondTwin {
				continue
			}
			seats := 0
			for _, x := range []*contestant{c, c.twin} {
				if x == nil {
					continue
				}
				if _, isIn := now[x.player.ID]; isIn {
					seats++
				}
			}
			if seats > 1 {
				s.t.Errorf("%s has %d seats", c.key, seats)
			}
		}
		divisions := map[divisionKey][]contender{}
		for _, c := range was {
			if c.Place == 0 {
				s.t.Errorf("%s has no place at the end", c.Name)
			}
			d := divisionKey{Tier: c.Tier, Division: c.Division}
			divisions[d] = append(divisions[d], c)
			after, in := now[c.PlayerID]
			switch {
			case c.Rests && c.Next != c.Tier:
				s.t.Errorf("%s rests in tier %d after tier %d", c.Name, c.Next, c.Tier)
			case c.Rests && !in:
				s.moved["rests"]++
			case !c.Rests && !in:
				s.t.Errorf("%s is in no division", c.Name)
			case !c.Rests && after.Tier != c.Next:
				s.t.Errorf("%s is in tier %d, want %d", c.Name, after.Tier, c.Next)
			}
			weeks := must(weeksOf(tx, c.PlayerID, seasonWeeks))(s.t)
			for i, w := range weeks {
				if w.Week == closed && i+1 < len(weeks) && weeks[i+1].Rests {
					s.moved["returned"]++
					if c.Tier > weeks[i+1].Next {
						s.t.Errorf("%s comes back into tier %d, and rested in tier %d", c.Name, c.Tier, weeks[i+1].Next)
					}
				}
			}
			if c.Points == 0 && c.Absent && c.Next > c.Tier {
				s.t.Errorf("%s is relegated by absence twice in a row", c.Name)
			}
		}
		for d, all := range divisions {
			s.checkMoves(d, all, lowest, tiers[d.Tier-1])
		}
		return nil
	})
}

// checkMoves checks who moves from a division against the rules. above is how many people the tier above
// has in the next week. In this test no two people have equal points.
func (s *season) checkMoves(d divisionKey, all []contender, lowest, above int) {
	s.t.Helper()
	var playing []contender
	for _, c := range all {
		if !c.Rests {
			playing = append(playing, c)
		}
	}
	slices.SortStableFunc(playing, func(x, y contender) int { return y.Points - x.Points })
	for i, c := range playing {
		first := slices.IndexFunc(playing, func(o contender) bool { return o.Points == c.Points })
		behind := i + 1
		for behind < len(playing) && playing[behind].Points == c.Points {
			behind++
		}
		isTop := first < 2
		isBottom := behind > len(playing)-2
		canRise := d.Tier > 1 && d.Tier <= lowest
		canFall := d.Tier < lowest
		want := c.Tier
		switch {
		case len(playing) < 5, isTop && isBottom:
			// They stay.
		case isTop && canRise && c.Points > 0:
			want--
			s.moved["up"]++
		case isBottom && canFall:
			want++
			s.moved["down"]++
		}
		// If the tier above has room, the next best people fill it, but not those of a small division.
		hasFilledTier := want == c.Tier && c.Next == c.Tier-1
		mayFill := len(playing) >= 5 && above <= divisionSize
		if c.Next != want && !(hasFilledTier && mayFill) {
			s.t.Errorf("%s of %v, number %d of %d with %d points, is in tier %d next, want %d",
				c.Name, d, i+1, len(playing), c.Points, c.Next, want)
		}
	}
}

// Twelve weeks of the league run by themselves, by the rules. The result is the same if processes are
// killed at any step. A database server is slower, so there the season is played only with kills.
func TestTwelveWeeks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(property.Cases(1, 20)) {
		all, moved := twelveWeeks(t, seed, dbtest.Server())
		for _, what := range []string{
			"forgotten", "linked", "parted", "left or came back", "rests", "returned", "up", "down",
		} {
			if moved[what] == 0 {
				t.Errorf("season %d: nothing of %q", seed, what)
			}
		}
		t.Log(moved, "people at the end:", len(all[len(all)-1]))
		if dbtest.Server() {
			continue
		}
		again, _ := twelveWeeks(t, seed, true)
		if diff := cmp.Diff(all, again, cmp.AllowUnexported(contender{})); diff != "" {
			t.Errorf("season %d (-in one go +killed):\n%s", seed, diff)
		}
	}
}

// must returns the value of a call that must succeed.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
