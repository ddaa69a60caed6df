package storage

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A populace is what is stored of people and their places, as Go values beside the rows.
type populace struct {
	// persons has the person of each player, by the ID of the player.
	persons map[int64]int64
	checks  map[int64]Check
	places  []Community
	members []rowOfMember
}

type rowOfMember struct {
	place, player int64
	at, since     time.Time
}

// newPopulace stores people with one, two or three players, their private chats, groups and memberships. All of it is
// drawn at random.
func newPopulace(t *testing.T, tx *Tx, rnd *rand.Rand) *populace {
	t.Helper()
	c := &populace{persons: map[int64]int64{}, checks: map[int64]Check{}}
	some := func(n int) bool { return rnd.IntN(n) == 0 }
	var players []int64
	// Of the rows of players and of communities none has the same ID as one that belongs to it.
	player(t, tx, "nobody")
	player(t, tx, "no other")
	for i := range 9 {
		p := must(tx.EnsurePlayer(fmt.Sprint("net", i%3), fmt.Sprint(i), "", "", noon))(t).ID
		c.persons[p] = p
		if i%3 > 0 && some(2) {
			c.persons[p] = c.persons[players[i-1]]
			if err := tx.Link(players[i-1], p, noon); err != nil {
				t.Fatal(err)
			}
		}
		c.checks[p] = []Check{Trusted, Trusted, Checked, Barred}[rnd.IntN(4)]
		if err := tx.SetChecked(p, c.checks[p]); err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	for i := range 12 {
		isPrivate := i < 6
		var owner int64
		if isPrivate && !some(6) {
			owner = players[rnd.IntN(len(players))]
		}
		place := must(tx.EnsureCommunity("net", fmt.Sprint(i), isPrivate, owner, "", noon))(t)
		place.Active = !some(3)
		place.Daily = !some(3)
		place.Worldwide = isPrivate && some(2)
		place.Zone = []string{"", "Europe/Rome"}[rnd.IntN(2)]
		place.ZoneBefore = []string{"", "", "Asia/Tokyo"}[rnd.IntN(3)]
		if err := tx.SaveCommunity(place); err != nil {
			t.Fatal(err)
		}
		c.places = append(c.places, place)
		for _, p := range players {
			if !some(2) {
				continue
			}
			m := rowOfMember{place: place.ID, player: p}
			m.at = noon.Add(time.Duration(rnd.IntN(5)) * time.Hour)
			m.since = noon.Add(-time.Duration(rnd.IntN(4)) * time.Hour)
			err := tx.Exec("add member", `INSERT INTO members (community_id, player_id, at, since) VALUES ($1, $2, $3, $4)`,
				m.place, m.player, m.at, m.since)
			if err != nil {
				t.Fatal(err)
			}
			c.members = append(c.members, m)
		}
	}
	return c
}

// playersOf returns the players of a person, in the order of their IDs.
func (c *populace) playersOf(player int64) (all []int64) {
	for p, person := range c.persons {
		if person == c.persons[player] {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return all
}

// chatsOf returns the private chats of a person.
func (c *populace) chatsOf(player int64) (all []Community) {
	for _, place := range c.places {
		if place.Private && slices.Contains(c.playersOf(player), place.OwnerID) {
			all = append(all, place)
		}
	}
	return all
}

// groupsOf returns the rows of members that a person has in groups, of those who did something since a time.
func (c *populace) groupsOf(player int64, since time.Time) (all []rowOfMember) {
	for _, m := range c.members {
		isGroup := !c.place(m.place).Private
		if isGroup && slices.Contains(c.playersOf(player), m.player) && !m.at.Before(since) {
			all = append(all, m)
		}
	}
	return all
}

func (c *populace) place(id int64) Community {
	return c.places[slices.IndexFunc(c.places, func(place Community) bool { return place.ID == id })]
}

// checkOf returns the strictest Check of a person's players.
func (c *populace) checkOf(player int64) (strictest Check) {
	for _, p := range c.playersOf(player) {
		strictest = max(strictest, c.checks[p])
	}
	return strictest
}

// latest returns the groups in which a person did something last, at most limit, in the order of their IDs.
func (c *populace) latest(player int64, since time.Time, limit int) []int64 {
	last := map[int64]time.Time{}
	var ids []int64
	for _, m := range c.groupsOf(player, since) {
		if _, isKnown := last[m.place]; !isKnown {
			ids = append(ids, m.place)
		}
		if m.at.After(last[m.place]) {
			last[m.place] = m.at
		}
	}
	slices.SortFunc(ids, func(x, y int64) int { return cmp.Or(last[y].Compare(last[x]), cmp.Compare(x, y)) })
	ids = ids[:min(len(ids), limit)]
	slices.Sort(ids)
	return ids
}

// homes returns what HomesOf does, in the order of IDs.
func (c *populace) homes(player int64, since time.Time) (ids []int64) {
	for _, place := range c.chatsOf(player) {
		if place.Zone != "" || place.ZoneBefore != "" {
			ids = append(ids, place.ID)
		}
	}
	groups := c.groupsOf(player, since)
	if len(groups) > 0 {
		first := slices.MinFunc(groups, func(x, y rowOfMember) int {
			return cmp.Or(x.since.Compare(y.since), cmp.Compare(x.place, y.place))
		})
		ids = append(ids, first.place)
	}
	slices.Sort(ids)
	return ids
}

// idsOf returns the IDs of communities.
func idsOf(all []Community) (ids []int64) {
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	return ids
}

// What is read of people and their places is what Go finds among the same people.
func TestReadsOfPeople(t *testing.T) {
	for seed := range uint64(12) {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			c := newPopulace(t, tx, rand.New(rand.NewPCG(seed, 1)))
			differ := func(what string, got, want any) {
				t.Helper()
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("seed %d: %s: %v, want %v", seed, what, got, want)
				}
			}
			for p := range c.persons {
				var players []int64
				for _, one := range must(tx.PersonPlayers(p))(t) {
					players = append(players, one.ID)
				}
				differ("the players", players, c.playersOf(p))

				chats := c.chatsOf(p)
				differ("the private chats", idsOf(must(tx.ChatsOf(p))(t)), idsOf(chats))
				isOwner := func(place Community) bool { return place.OwnerID == p }
				differ("has a private chat", must(tx.PlaysAlone(p))(t), slices.ContainsFunc(c.places, isOwner))

				check := Trusted
				if slices.ContainsFunc(chats, func(place Community) bool { return place.Worldwide }) {
					check = c.checkOf(p)
				}
				differ("the check", must(tx.CheckOf(p))(t), check)
				isChecked := must(Get[bool](tx, "look for check", `SELECT `+IsChecked("$1"), p))(t)
				differ("is checked", isChecked, c.checkOf(p) != Trusted)

				for _, since := range []time.Time{noon, noon.Add(2 * time.Hour), noon.Add(9 * time.Hour)} {
					homes := idsOf(must(tx.HomesOf(p, since))(t))
					slices.Sort(homes)
					differ("the homes", homes, c.homes(p, since))
					for _, limit := range []int{1, 2, 100} {
						groups := idsOf(must(tx.CommunitiesOf(p, since, limit))(t))
						differ(fmt.Sprintf("the latest %d groups", limit), groups, c.latest(p, since, limit))
					}
					for _, place := range c.places {
						isMember := slices.ContainsFunc(c.members, func(m rowOfMember) bool {
							return m.place == place.ID && m.player == p && !m.at.Before(since)
						})
						differ("is a member", must(tx.IsMember(place.ID, p, since))(t), isMember)
					}
				}
			}
			all := idsOf(c.places)
			for i := range all {
				differ("those after one", must(tx.CommunitiesAfter(all[i], 3))(t), all[i+1:min(i+4, len(all))])
				var daily []int64
				for _, place := range c.places[:i] {
					if place.Daily && place.Active && !place.Private {
						daily = append(daily, place.ID)
					}
				}
				if i > 0 {
					got := idsOf(must(tx.WithDailies(all[:i]))(t))
					slices.Sort(got)
					differ("those with dailies", got, daily)
				}
			}
			return nil
		})
	}
}
