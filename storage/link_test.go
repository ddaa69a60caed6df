package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// However people are linked, unlinked and linked again, boards are the sums of awards. A person's dailies
// count on all their boards. If two were paid for a daily before they were linked, it counts once. Once
// unlinked, each has what they have earned themselves.
func TestLinksAreSums(t *testing.T) {
	s := openTemp(t)
	var players, rounds []int64
	var places []Community
	classes := map[int64]string{}
	write(t, s, func(tx *Tx) error {
		for i := range 3 {
			p := must(tx.EnsurePlayer("net"+string(rune('a'+i)), "p", "P", "", noon))(t).ID
			c := must(tx.EnsureCommunity("net"+string(rune('a'+i)), "c", false, 0, "", noon))(t)
			own := must(tx.EnsureCommunity("net"+string(rune('a'+i)), "own", true, p, "", noon))(t)
			own.Worldwide = i > 0
			if err := errors.Join(tx.SaveCommunity(own), tx.Join(c.ID, p, noon), tx.Join(own.ID, p, noon)); err != nil {
				return err
			}
			players = append(players, p)
			places = append(places, c)
		}
		for i := range 9 {
			r := Round{Game: []string{"24", "letters"}[i%2], Puzzle: "x", Class: fmt.Sprint("class ", i%4)}
			// The first four rounds are dailies.
			if i < 4 {
				r.Daily = i + 1
			} else {
				r.CommunityID = places[i%3].ID
			}
			id := round(t, tx, r)
			rounds = append(rounds, id)
			classes[id] = r.Class
		}
		for _, c := range places {
			enliven(t, tx, c, dayOf(noon), "x", "y", "z")
		}
		return nil
	})
	if dbtest.Server() {
		property.Limit(t, 20, 0)
	} else if !property.IsLong() {
		property.Limit(t, 30, 0)
	}
	property.Check(t, func(rt *rapid.T) {
		undo := errors.New("undo")
		err := s.Write(t.Context(), func(tx *Tx) error {
			at := noon
			earned := map[int64]int{}
			for range rapid.IntRange(1, 16).Draw(rt, "steps") {
				at = at.Add(time.Minute)
				who := rapid.IntRange(0, 2).Draw(rt, "who")
				var err error
				switch rapid.SampledFrom([]string{"earn", "earn", "earn", "link", "unlink", "wish"}).Draw(rt, "step") {
				case "earn":
					points := rapid.IntRange(1, 50).Draw(rt, "points")
					isPaid := false
					isPaid, err = earnAt(tx, rapid.SampledFrom(rounds).Draw(rt, "round"), players[who], classes, points, at)
					if isPaid {
						earned[players[who]] += points
					}
				case "link":
					other := rapid.IntRange(0, 2).Draw(rt, "other")
					if all := must(tx.PersonPlayers(players[who]))(t); who != other && !hasPlayer(all, players[other]) {
						err = linkChecked(rt, tx, players[who], players[other], at)
					}
				case "unlink":
					err = tx.Unlink(players[who], at)
				case "wish":
					own := must(tx.FindCommunity(places[who].Network, "own"))(t)
					own.Worldwide = !own.Worldwide
					err = errors.Join(tx.SaveCommunity(own), tx.ShowInWorld(players[who], at))
				}
				if err != nil {
					return err
				}
				wantSums(rt, tx)
				wantLinks(rt, tx)
			}
			for _, p := range players {
				if err := tx.Unlink(p, at); err != nil {
					return err
				}
			}
			wantSums(rt, tx)
			for _, p := range players {
				for _, table := range []string{"awards", "figures"} {
					has, err := Get[int](tx, "sum up", `SELECT COALESCE(SUM(points), 0) FROM `+table+` WHERE player_id = $1`, p)
					if err != nil {
						return err
					}
					if has != earned[p] {
						rt.Errorf("player %d has earned %d points, and has %d in %s", p, earned[p], has, table)
					}
				}
			}
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}

// If the player whose ID was the person's is unlinked and then linked with somebody else, the players who
// stayed are not linked with that somebody.
func TestLeft(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		player(t, tx, "whoever came first")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		cat := player(t, tx, "cat").ID
		dan := player(t, tx, "dan").ID
		if err := errors.Join(tx.Link(ann, bob, noon), tx.Link(ann, cat, noon), tx.Unlink(ann, noon), tx.Link(ann, dan, noon)); err != nil {
			return err
		}
		for who, other := range map[int64]int64{ann: dan, dan: ann, bob: cat, cat: bob} {
			if all := must(tx.PersonPlayers(who))(t); len(all) != 2 || !hasPlayer(all, other) {
				t.Errorf("player %d is one person with %+v", who, all)
			}
		}
		wantLinks(t, tx)
		return nil
	})
}

// The time at which players were linked does not change when another is linked with them.
func TestLinkedAt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		cat := player(t, tx, "cat").ID
		later := noon.Add(time.Hour)
		if err := errors.Join(tx.Link(ann, bob, noon), tx.Link(ann, cat, later)); err != nil {
			return err
		}
		for i, person := range must(tx.Export(ann))(t) {
			want := []time.Time{noon, noon, later}[i]
			linked := person["linked"].([]map[string]any)
			if len(linked) != 1 || !linked[0]["at"].(time.Time).Equal(want) {
				t.Errorf("player %d is linked %v, want at %v", i, linked, want)
			}
		}
		return nil
	})
}

// wantLinks checks that the table links, which an earlier version reads, agrees with the players'
// person_id.
func wantLinks(t interface {
	Helper()
	Errorf(string, ...any)
}, tx *Tx) {
	t.Helper()
	wrong, err := List[int64](tx, "compare links", `
		SELECT p.id FROM players p LEFT JOIN links l ON l.player_id = p.id
		WHERE CASE WHEN EXISTS (SELECT 1 FROM players WHERE person_id = p.person_id AND id <> p.id)
			THEN l.person_id IS NULL OR l.person_id <> p.person_id ELSE l.person_id IS NOT NULL END`)
	if err != nil || len(wrong) > 0 {
		t.Errorf("an earlier version has other links of the players %v (%v)", wrong, err)
	}
}

// An earlier version that runs at the same time adds, links and unlinks players. This version then finds
// the same links.
func TestLinksOfAnEarlierVersion(t *testing.T) {
	s := openTemp(t)
	link := func(tx *Tx, playerID, personID int64) error {
		return tx.Exec("link", `
			INSERT INTO links (player_id, person_id, at) VALUES ($1, $2, $3)
			ON CONFLICT (player_id) DO UPDATE SET person_id = excluded.person_id, at = excluded.at`, playerID, personID, noon)
	}
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		cat := player(t, tx, "cat").ID
		want := func(when string, people map[int64]int) {
			t.Helper()
			wantLinks(t, tx)
			for id, n := range people {
				if all := must(tx.PersonPlayers(id))(t); len(all) != n || !hasPlayer(all, id) {
					t.Errorf("%s: player %d is one person with %+v", when, id, all)
				}
			}
		}
		want("nobody is linked", map[int64]int{ann: 1, bob: 1, cat: 1})
		if err := errors.Join(link(tx, bob, ann), link(tx, ann, ann)); err != nil {
			return err
		}
		want("two are linked", map[int64]int{ann: 2, bob: 2, cat: 1})
		if err := tx.Link(bob, cat, noon); err != nil {
			return err
		}
		want("this version links the third", map[int64]int{ann: 3, bob: 3, cat: 3})
		if err := errors.Join(
			tx.Exec("unlink", `DELETE FROM links WHERE player_id = $1`, ann),
			tx.Exec("rename person", `UPDATE links SET person_id = $1 WHERE person_id IN (SELECT person_id FROM links WHERE player_id = $1)`, bob)); err != nil {
			return err
		}
		want("the first is parted", map[int64]int{ann: 1, bob: 2, cat: 2})
		if err := tx.Unlink(cat, noon); err != nil {
			return err
		}
		want("this version parts the others", map[int64]int{ann: 1, bob: 1, cat: 1})
		if err := errors.Join(link(tx, ann, bob), link(tx, bob, bob), tx.Exec("unlink", `DELETE FROM links WHERE player_id IN ($1, $2)`, ann, bob)); err != nil {
			return err
		}
		want("two were linked and are parted", map[int64]int{ann: 1, bob: 1, cat: 1})
		return nil
	})
}

// If two players answered a daily before they were linked, only the earlier award counts, even if one of
// them was linked with a third before. If they are unlinked, each has their own award again. If they are
// linked again, one award counts again. The figures of both follow.
func TestLinkCountsADailyOnce(t *testing.T) {
	// earlier is the index of the player who answers first.
	for _, earlier := range []int{0, 1} {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			players := []int64{worldly(t, tx, "ann"), must(tx.EnsurePlayer("elsewhere", "anna", "Anna", "", noon))(t).ID}
			third := must(tx.EnsurePlayer("third", "annie", "Annie", "", noon))(t).ID
			daily := round(t, tx, Round{Daily: 1})
			dealt := round(t, tx, Round{})
			group := community(t, tx, "1")
			if err := errors.Join(tx.Join(group.ID, players[0], noon), tx.Link(players[0], third, noon.Add(-time.Hour))); err != nil {
				return err
			}
			for i, p := range players {
				at := noon.Add(time.Duration((i+earlier)%2) * time.Minute)
				if err := errors.Join(
					setAward(tx, Award{RoundID: daily, PlayerID: p, Day: dayOf(noon), Points: 10 + i, Solved: true, At: at}),
					markSeen(tx, p, "1234", daily)); err != nil {
					return err
				}
			}
			if err := setAward(tx, Award{RoundID: dealt, PlayerID: players[0], CommunityID: group.ID, Day: dayOf(noon), Points: 5, Solved: true, At: noon}); err != nil {
				return err
			}
			stands := players[earlier]
			want := 10 + earlier
			check := func(when string, areParted bool) {
				t.Helper()
				wantSums(t, tx)
				for i, p := range players {
					points := 0
					counts := p == stands || areParted
					if counts {
						points = 10 + i
					}
					if got := must(awardOf(tx, daily, p))(t); got.Points != points || got.Solved != counts {
						t.Errorf("%s: the award of player %d is %+v, want %d points", when, p, got, points)
					}
				}
			}
			if err := tx.Link(players[1], players[0], noon.Add(time.Hour)); err != nil {
				return err
			}
			check("linked", false)
			if got := must(tx.StandingOf(Board{CommunityID: World}, players[1]))(t); got.Points != want {
				t.Errorf("the World has %d points of them, want %d", got.Points, want)
			}
			if got := must(tx.StandingOf(Board{CommunityID: group.ID}, players[0]))(t); got.Points != want+5 {
				t.Errorf("the group has %d points of them, want %d", got.Points, want+5)
			}
			points := must(Get[int](tx, "sum up player", `SELECT SUM(points) FROM figures WHERE player_id IN `+PersonPlayers("$1"), players[0]))(t)
			if points != want+5 {
				t.Errorf("they have %d points in all, want %d", points, want+5)
			}
			if err := tx.Unlink(players[1], noon.Add(2*time.Hour)); err != nil {
				return err
			}
			check("parted", true)
			points = must(Get[int](tx, "sum up player", `SELECT points + 100 * solved FROM figures WHERE player_id = $1`, players[1]))(t)
			if points != 111 {
				t.Errorf("the parted player's figures are %d, want 1 solved and 11 points", points)
			}
			if err := tx.Link(players[0], players[1], noon.Add(3*time.Hour)); err != nil {
				return err
			}
			check("linked again", false)
			return nil
		})
	}
}

// If three players solved a daily before they were linked, one award counts. If the player with that
// award is unlinked, the earlier of the two others counts again.
func TestUnlinkOfOneOfThree(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		daily := round(t, tx, Round{Daily: 1})
		var players []int64
		for i, network := range []string{"net", "elsewhere", "third"} {
			p := must(tx.EnsurePlayer(network, "ann", "Ann", "", noon))(t).ID
			players = append(players, p)
			at := noon.Add(time.Duration(i) * time.Minute)
			if err := setAward(tx, Award{RoundID: daily, PlayerID: p, Day: dayOf(noon), Points: 10 + i, Solved: true, At: at}); err != nil {
				return err
			}
		}
		linked := noon.Add(time.Hour)
		if err := errors.Join(tx.Link(players[0], players[1], linked), tx.Link(players[1], players[2], linked)); err != nil {
			return err
		}
		want := func(when string, points ...int) {
			t.Helper()
			wantSums(t, tx)
			for i, p := range players {
				if got := must(awardOf(tx, daily, p))(t); got.Points != points[i] || got.Solved != (points[i] > 0) {
					t.Errorf("%s: the award of player %d is %+v, want %d points", when, i, got, points[i])
				}
			}
		}
		want("linked", 10, 0, 0)
		if err := tx.Unlink(players[0], linked); err != nil {
			return err
		}
		want("the first is parted", 10, 11, 0)
		if err := tx.Unlink(players[2], linked); err != nil {
			return err
		}
		want("all are parted", 10, 11, 12)
		return nil
	})
}

// If two awards have the same time, the award of the player with the lower ID counts.
func TestLinkOfTwoAtOneMoment(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		first := worldly(t, tx, "ann")
		second := must(tx.EnsurePlayer("elsewhere", "anna", "Anna", "", noon))(t).ID
		daily := round(t, tx, Round{Daily: 1})
		for i, p := range []int64{second, first} {
			a := Award{RoundID: daily, PlayerID: p, Day: dayOf(noon), Points: 10 + i, Solved: true, At: noon}
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		if err := tx.Link(second, first, noon); err != nil {
			return err
		}
		for p, want := range map[int64]int{first: 11, second: 0} {
			if got := must(awardOf(tx, daily, p))(t); got.Points != want {
				t.Errorf("the award of player %d has %d points, want %d", p, got.Points, want)
			}
		}
		if got := must(tx.StandingOf(Board{CommunityID: World}, second))(t); got.Points != 11 || got.Solved != 1 {
			t.Errorf("the World has %+v of them, want the first player's 11 points", got)
		}
		wantSums(t, tx)
		return nil
	})
}

func hasPlayer(all []Player, id int64) bool {
	return slices.ContainsFunc(all, func(p Player) bool { return p.ID == id })
}

// earnAt pays a player as the rules of play do: a person is paid once for each class. It reports whether
// it has paid.
func earnAt(tx *Tx, roundID, playerID int64, classes map[int64]string, points int, at time.Time) (bool, error) {
	r, err := tx.RoundByID(roundID)
	if err != nil {
		return false, err
	}
	isMember, err := tx.IsMember(r.CommunityID, playerID, longAgo)
	if err != nil {
		return false, err
	}
	if r.CommunityID != 0 && !isMember {
		return false, nil
	}
	seen, in, err := seenIn(tx, playerID, classes[roundID])
	if err != nil {
		return false, err
	}
	if seen && in != roundID {
		return false, nil
	}
	if isPaid, err := pays(tx, playerID, classes[roundID], roundID); err != nil || !isPaid {
		return false, err
	}
	had, err := awardOf(tx, roundID, playerID)
	if err != nil {
		return false, err
	}
	a := Award{RoundID: roundID, PlayerID: playerID, CommunityID: r.CommunityID, Day: dayOf(noon), Points: had.Points + points, Solved: true, Local: points%4 == 0, At: at}
	return true, errors.Join(markSeen(tx, playerID, classes[roundID], roundID), setAward(tx, a))
}

// linkChecked links two people, and checks that no daily is paid to both any longer, and that each daily
// that was paid is still paid to one of them.
func linkChecked(rt *rapid.T, tx *Tx, first, other int64, at time.Time) error {
	const paid = `SELECT COUNT(DISTINCT round_id) FROM awards WHERE points > 0 AND community_id = 0 AND player_id IN `
	sides := [2][]any{}
	for i, p := range []int64{first, other} {
		all, err := tx.PersonPlayers(p)
		if err != nil {
			return err
		}
		for _, k := range all {
			sides[i] = append(sides[i], k.ID)
		}
	}
	both := slices.Concat(sides[0], sides[1])
	among := paid + `(` + Parameters(1, len(both)) + `)`
	before, err := Get[int](tx, "count paid", among, both...)
	if err != nil {
		return err
	}
	if err := tx.Link(first, other, at); err != nil {
		return err
	}
	after, err := Get[int](tx, "count paid", among, both...)
	if err != nil {
		return err
	}
	if before != after {
		rt.Errorf("they were paid for %d dailies, and are for %d", before, after)
	}
	twice, err := Get[int](tx, "count paid twice", `
		SELECT COUNT(*) FROM awards a JOIN awards o ON o.round_id = a.round_id WHERE a.community_id = 0 AND a.points > 0 AND o.points > 0
			AND a.player_id IN (`+Parameters(1, len(sides[0]))+`) AND o.player_id IN (`+Parameters(len(sides[0])+1, len(sides[1]))+`)`, both...)
	if err != nil {
		return err
	}
	if twice > 0 {
		rt.Errorf("%d dailies are paid to both", twice)
	}
	return nil
}

// Every table with rows about players declares an export, or its rows follow from others that are
// exported.
func TestExportIsWhole(t *testing.T) {
	// The test reads the schema as SQLite has it.
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, table := range tx.tables {
			if table.namesPeople() && !table.Derived && len(table.Export) == 0 {
				t.Errorf("nothing of %s is exported", table.Name)
			}
		}
		ann := player(t, tx, "ann").ID
		elsewhere := must(tx.EnsurePlayer("elsewhere", "ann", "Anna", "en", noon))(t).ID
		r := round(t, tx, Round{})
		if err := errors.Join(tx.Link(ann, elsewhere, noon), tx.SaveAttempt(Attempt{RoundID: r, PlayerID: elsewhere, Hints: 2}, 2)); err != nil {
			return err
		}
		if _, err := tx.AddAnswer(Answer{RoundID: r, PlayerID: elsewhere, At: noon, Text: "8/(3-8/3)", Outcome: "right"}, nil); err != nil {
			return err
		}
		all := must(tx.Export(ann))(t)
		if len(all) != 2 {
			t.Fatalf("%d players were exported", len(all))
		}
		answer := all[1]["answers"].([]map[string]any)[0]
		if answer["text"] != "8/(3-8/3)" || answer["at"] != noon.UTC() || all[1]["player"].([]map[string]any)[0]["network"] != "elsewhere" {
			t.Errorf("exported: %v", all[1])
		}
		return nil
	})
}

// If a person has done nothing in a group for long, their export still has what they asked for there, and
// what waits for them. If an earlier version has deleted their membership, it still has what they asked
// for in groups where they have tried a puzzle.
func TestExportOfLapsed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		club := community(t, tx, "club")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		asked := round(t, tx, Round{CommunityID: club.ID, AskerID: ann})
		// Here they only ask, and leave the puzzle to others.
		quiz := community(t, tx, "quiz")
		round(t, tx, Round{CommunityID: quiz.ID, AskerID: ann})
		reply := Outgoing{Nonce: "net:1", CommunityID: club.ID, PlayerID: ann, Body: []byte(`"for Ann"`)}
		other := Outgoing{Nonce: "net:2", CommunityID: club.ID, PlayerID: bob, Body: []byte(`"for Bob"`)}
		err := errors.Join(
			tx.Join(club.ID, ann, noon),
			tx.Join(quiz.ID, ann, noon),
			tx.SaveAttempt(Attempt{RoundID: asked, PlayerID: ann, Hints: 1}, 1),
			tx.Enqueue(&reply, anyNetwork, noon),
			tx.Enqueue(&other, anyNetwork, noon),
		)
		if err != nil {
			return err
		}
		want := func(when string, askedFor, waiting int) {
			t.Helper()
			person := must(tx.Export(ann))(t)[0]
			for section, count := range map[string]int{"asked_for": askedFor, "waiting_messages": waiting} {
				if rows, _ := person[section].([]map[string]any); len(rows) != count {
					t.Errorf("%s: %s are %v, want %d", when, section, rows, count)
				}
			}
		}
		want("a member", 2, 1)
		later := noon.AddDate(0, 0, 100)
		if err := errors.Join(tx.Join(club.ID, bob, later), tx.Join(quiz.ID, bob, later)); err != nil {
			return err
		}
		want("lapsed", 2, 1)
		if err := tx.Exec("lapse as of old", `DELETE FROM members WHERE player_id = $1`, ann); err != nil {
			return err
		}
		// Nothing leads to the puzzle of the other group.
		want("lapsed long ago", 1, 0)
		return nil
	})
}

// A daily that was solved without points counts as solved once.
func TestLinkCountsASolvedDailyOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := worldly(t, tx, "ann")
		twin := must(tx.EnsurePlayer("elsewhere", "anna", "Anna", "", noon))(t).ID
		daily := round(t, tx, Round{Daily: 1})
		for i, p := range []int64{ann, twin} {
			at := noon.Add(time.Duration(i) * time.Minute)
			if err := setAward(tx, Award{RoundID: daily, PlayerID: p, Day: dayOf(noon), Solved: true, At: at}); err != nil {
				return err
			}
		}
		if err := tx.Link(ann, twin, noon.Add(time.Hour)); err != nil {
			return err
		}
		if !must(awardOf(tx, daily, ann))(t).Solved || must(awardOf(tx, daily, twin))(t).Solved {
			t.Error("the earlier award does not stand alone")
		}
		return nil
	})
}
