package storage

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/engine/property"
)

// fillYears makes ten groups with members, and fills them with the dailies and scores of as many days as
// days says, up to noon. One person, whose ID it returns, has answered the five dailies of each day.
func fillYears(t *testing.T, s *Store, days int) (person int64) {
	t.Helper()
	const groups, members = 10, 30
	first := dayOf(noon) - days + 1
	count := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE c (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < %d) ", n-1)
	}
	const games = `(VALUES ('24'), ('tchisla'), ('countdown'), ('letters'), ('conundrum')) AS g`
	at := noon.UnixMilli()
	for _, query := range []string{
		`INSERT INTO players (network, key, name, created_at) ` + count(members) + `SELECT 'test', 'p' || i, 'N', 0 FROM c`,
		`INSERT INTO communities (network, key, private, created_at) ` + count(groups) + `SELECT 'test', i || '', 0, 0 FROM c`,
		`INSERT INTO communities (network, key, private, player_id, worldwide, created_at) SELECT 'test', 'own', 1, 1, 1, 0`,
		fmt.Sprintf(`INSERT INTO members (community_id, player_id, at) SELECT c.id, p.id, %d FROM communities c CROSS JOIN players p WHERE c.private = 0`, at),
		fmt.Sprintf(`INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) `+count(days)+`
			SELECT m.community_id, m.player_id, %d + i, '', 100, 5, 1 FROM members m CROSS JOIN c WHERE m.player_id = 1 OR (m.player_id + i) %% 2 = 0`, first),
		fmt.Sprintf(`INSERT INTO rounds (game, puzzle, class, daily, dealt_at) `+count(days)+`SELECT g.column1, 'p' || i, 'c' || i, %d + i - 20453, 0 FROM c CROSS JOIN `+games, first),
		fmt.Sprintf(`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
			SELECT id, 1, 0, daily + 20453, 20, 1, 0, %d FROM rounds`, at),
		fmt.Sprintf(`INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
			SELECT 0, 1, daily + 20453, game, 20, 1, %d FROM rounds UNION ALL SELECT 0, 1, daily + 20453, '', 100, 5, %[1]d FROM rounds GROUP BY daily`, at),
		`ANALYZE`,
	} {
		write(t, s, func(tx *Tx) error { return tx.Exec("fill", query) })
	}
	return 1
}

// When a person joins or leaves the World, is checked or trusted, is linked or unlinked, that takes a few
// statements, however long they have played and in however many groups.
func TestWorldOfYears(t *testing.T) {
	property.Long(t)
	s := openToFill(t)
	p := fillYears(t, s, 1000)
	const most = 25
	// The twin has answered the same dailies, later, on another network.
	var twin int64
	write(t, s, func(tx *Tx) error {
		twin = must(tx.EnsurePlayer("elsewhere", "p", "P", "", noon))(t).ID
		return errors.Join(
			tx.Exec("fill", `INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
				SELECT round_id, $1, community_id, day, points, solved, local, at + 1 FROM awards`, twin),
			tx.Exec("fill", `INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
				SELECT community_id, $1, day, game, points, solved, reached FROM scores WHERE community_id = 0`, twin),
		)
	})
	for _, step := range []struct {
		name string
		do   func(tx *Tx) error
		// want are the points in the World.
		want int
	}{
		{"joins", func(tx *Tx) error { return tx.ShowInWorld(p, noon) }, 100_000},
		{"leaves", func(tx *Tx) error {
			own := must(tx.FindCommunity("test", "own"))(t)
			own.Worldwide = false
			return errors.Join(tx.SaveCommunity(own), tx.ShowInWorld(p, noon))
		}, 0},
		{"comes back", func(tx *Tx) error {
			own := must(tx.FindCommunity("test", "own"))(t)
			own.Worldwide = true
			return errors.Join(tx.SaveCommunity(own), tx.ShowInWorld(p, noon))
		}, 100_000},
		{"is checked", func(tx *Tx) error {
			return errors.Join(tx.SetChecked(p, Barred), tx.ShowInWorld(p, noon))
		}, 0},
		{"is cleared", func(tx *Tx) error { return errors.Join(tx.SetChecked(p, Trusted), tx.ShowInWorld(p, noon)) }, 100_000},
		{"is linked", func(tx *Tx) error { return tx.Link(p, twin, noon) }, 100_000},
		{"is parted", func(tx *Tx) error { return tx.Unlink(twin, noon) }, 100_000},
		{"is linked again", func(tx *Tx) error { return tx.Link(twin, p, noon) }, 100_000},
		{"is summed up again", func(tx *Tx) error { _, err := tx.SumWorldAgain(0, 10, noon); return err }, 100_000},
	} {
		write(t, s, func(tx *Tx) error {
			count := &counter{querier: tx.q}
			counted := *tx
			counted.q = count
			began := time.Now()
			if err := step.do(&counted); err != nil {
				return err
			}
			if n := count.n; !tx.server && n > most {
				t.Errorf("who %s costs %d statements, want %d at most", step.name, n, most)
			}
			t.Logf("who %s: %d statements, %v", step.name, count.n, time.Since(began).Round(time.Millisecond))
			for _, span := range []Span{Ever, Day, Week, Month} {
				got, _, err := Found(tx.StandingOf(Board{CommunityID: World, Span: span, Day: dayOf(noon)}, p))
				if err != nil {
					return err
				}
				if span == Ever && got.Points != step.want || (got.Points > 0) != (step.want > 0) {
					t.Errorf("who %s has %d points in the World of span %d", step.name, got.Points, span)
				}
			}
			return nil
		})
	}
}

// When a person's boards are rebuilt, they have the points of each day that it is somewhere on Earth: in
// the east people play tomorrow's daily, and in the west yesterday's.
func TestDaysOfEarth(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		group := community(t, tx, "1")
		today := dayOf(noon)
		for n := -1; n <= 1; n++ {
			r := round(t, tx, Round{Daily: n + 2})
			a := Award{RoundID: r, PlayerID: p, Day: today + n, Points: 20 + n, Solved: true, At: noon}
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		if err := errors.Join(tx.Join(group.ID, p, noon), tx.ShowInWorld(p, noon)); err != nil {
			return err
		}
		for _, where := range []int64{group.ID, World} {
			for n := -1; n <= 1; n++ {
				b := Board{CommunityID: where, Span: Day, Day: today + n}
				got, _, err := Found(tx.StandingOf(b, p))
				if err != nil {
					return err
				}
				if got.Points != 20+n {
					t.Errorf("%d days from today %d has %d points, want %d", n, where, got.Points, 20+n)
				}
			}
		}
		return nil
	})
}

// Of equal people in the World the one who has reached their points first comes first. A day on which nothing counts
// any more, because the person's other account was paid before, does not make them later.
func TestVoidDayIsNotReached(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		twin := must(tx.EnsurePlayer("elsewhere", "twin", "P", "", noon))(t).ID
		r := round(t, tx, Round{Daily: 1})
		later := noon.Add(time.Hour)
		err := errors.Join(
			setAward(tx, Award{RoundID: r, PlayerID: p, Day: dayOf(noon), Points: 10, Solved: true, At: noon}),
			setAward(tx, Award{RoundID: r, PlayerID: twin, Day: dayOf(noon), Points: 10, Solved: true, At: later}),
			tx.Link(p, twin, later),
			tx.ShowInWorld(p, later),
		)
		if err != nil {
			return err
		}
		reached := must(List[time.Time](tx, "list times", `SELECT DISTINCT reached FROM boards WHERE community_id = -1 AND reached > 0`))(t)
		if len(reached) != 1 || !reached[0].Equal(noon) {
			t.Errorf("the points were reached at %v, want %v", reached, noon)
		}
		return nil
	})
}

// A person's points in the World do not depend on their memberships. They stay if a group becomes part of
// another, and if the person has lapsed in all groups and is linked and unlinked then.
func TestWorldIgnoresGroups(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		first := community(t, tx, "1")
		second := community(t, tx, "2")
		if err := errors.Join(tx.Join(first.ID, p, noon), tx.Join(second.ID, p, noon)); err != nil {
			return err
		}
		for _, where := range []int64{first.ID, second.ID, 0} {
			r := round(t, tx, Round{CommunityID: where})
			if err := setAward(tx, Award{RoundID: r, PlayerID: p, CommunityID: where, Day: dayOf(noon), Points: 40, Solved: true, At: noon}); err != nil {
				return err
			}
		}
		want := func(after string) {
			t.Helper()
			if got := must(tx.StandingOf(Board{CommunityID: World}, p))(t); got.Points != 40 {
				t.Errorf("after %s the World has %d points, want 40", after, got.Points)
			}
		}
		want("all were earned")
		if err := rekey(tx, "test", "1", "2"); err != nil {
			return err
		}
		want("two groups became one")
		later := noon.AddDate(0, 0, 92)
		other := player(t, tx, "other").ID
		group, err := tx.FindCommunity("test", "2")
		if err != nil {
			return err
		}
		if err := errors.Join(tx.Join(group.ID, other, later), tx.ShowInWorld(p, later)); err != nil {
			return err
		}
		belongs := must(Get[int](tx, "count", `
			SELECT COUNT(*) FROM members m JOIN communities c ON c.id = m.community_id
			WHERE m.player_id = $1 AND m.lapsed = 0 AND c.private = 0`, p))(t)
		if belongs > 0 {
			t.Errorf("the person still belongs to %d groups", belongs)
		}
		want("the person has lapsed everywhere")
		twin := must(tx.EnsurePlayer("elsewhere", "twin", "P", "", later))(t).ID
		if err := tx.Link(p, twin, later); err != nil {
			return err
		}
		want("the person is linked")
		if err := tx.Unlink(twin, later); err != nil {
			return err
		}
		want("the person is unlinked")
		return nil
	})
}

// After an upgrade SumWorldAgain rebuilds the World from dailies, in pages, and deletes the scores that
// earlier versions stored for it.
func TestWorldIsSummedAgain(t *testing.T) {
	s := openTemp(t)
	var people []int64
	write(t, s, func(tx *Tx) error {
		for i := range 5 {
			p := worldly(t, tx, fmt.Sprint("p", i))
			people = append(people, p)
			a := Award{RoundID: round(t, tx, Round{}), PlayerID: p, Day: dayOf(noon), Points: 10 + i, Solved: true, At: noon}
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		// This is how earlier versions stored it, with the rounds of groups.
		return errors.Join(
			tx.Exec("add", `UPDATE boards SET points = points + 100 WHERE community_id = -1`),
			tx.Exec("add", `INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) SELECT -1, id, 20000, '', 100, 1, 1 FROM players`),
		)
	})
	pages := 0
	for last := int64(0); ; pages++ {
		write(t, s, func(tx *Tx) (err error) {
			last, err = tx.SumWorldAgain(last, 2, noon)
			if left := must(Get[int](tx, "count", `SELECT COUNT(*) FROM scores WHERE community_id = -1`))(t); left != max(0, 5-2*(pages+1)) {
				t.Errorf("%d old scores are left after page %d", left, pages+1)
			}
			return err
		})
		if last == 0 {
			break
		}
	}
	if pages != 3 {
		t.Errorf("there were %d pages, want 3", pages)
	}
	write(t, s, func(tx *Tx) error {
		wantSums(t, tx)
		for i, p := range people {
			if got := must(tx.StandingOf(Board{CommunityID: World}, p))(t); got.Points != 10+i {
				t.Errorf("player %d has %d points, want %d", i, got.Points, 10+i)
			}
		}
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM scores WHERE community_id = -1`))(t); n > 0 {
			t.Errorf("%d old scores are left", n)
		}
		return nil
	})
}

// On the boards of the World, players with equal points are ordered by fewer hints, and then by less
// time. If both are equal, too, they share a rank, whoever was first or has solved more.
func TestTiesOfWorld(t *testing.T) {
	s := openTemp(t)
	type part struct {
		points, hints int
		took          time.Duration
	}
	people := []struct {
		name  string
		parts []part
		// above is how many of them rank above this one.
		above int
	}{
		{"more points", []part{{20, 2, time.Hour}, {11, 0, 0}}, 0},
		{"no hints", []part{{30, 0, time.Hour}}, 1},
		{"one hint, quick", []part{{20, 1, time.Second}, {10, 0, time.Second}}, 2},
		{"one hint, slow", []part{{20, 0, 2 * time.Second}, {10, 1, time.Second}}, 3},
		{"one hint, as slow", []part{{30, 1, 3 * time.Second}}, 3},
		{"two hints", []part{{20, 1, 0}, {10, 1, 0}}, 5},
		{"nothing paid, with hints", []part{{0, 3, time.Hour}}, 6},
	}
	players := map[string]int64{}
	write(t, s, func(tx *Tx) error {
		parts := []int64{round(t, tx, Round{Daily: 1}), round(t, tx, Round{Daily: 2})}
		// Those who share a rank come in the order in which they must be listed. All others come in the
		// opposite order.
		for _, name := range []string{"one hint, slow", "one hint, as slow"} {
			players[name] = worldly(t, tx, name)
		}
		for i, who := range slices.Backward(people) {
			p := worldly(t, tx, who.name)
			players[who.name] = p
			for n, x := range who.parts {
				a := Award{
					RoundID: parts[n], PlayerID: p, Day: dayOf(noon),
					Points: x.points, Hints: x.hints, Took: x.took, Solved: true, At: noon.Add(-time.Duration(i) * time.Minute),
				}
				if err := setAward(tx, a); err != nil {
					return err
				}
			}
		}
		return nil
	})
	check := func(when string) {
		t.Helper()
		write(t, s, func(tx *Tx) error {
			wantSums(t, tx)
			for _, b := range []Board{
				{CommunityID: World}, {CommunityID: World, Span: Month, Day: dayOf(noon)}, {CommunityID: World, Game: "24"},
			} {
				all, err := tx.Leaderboard(b, noon, 0, 10)
				if err != nil {
					return err
				}
				var names []string
				for i, row := range all {
					row.Name = strings.TrimPrefix(row.Name, "Name of ")
					names = append(names, row.Name)
					want := people[i]
					if row.Name != want.name {
						t.Errorf("%s, %+v: the order is %q", when, b, names)
					}
					if above := must(tx.Above(b, noon, row))(t); above != want.above {
						t.Errorf("%s, %+v: %d are above %s, want %d", when, b, above, row.Name, want.above)
					}
					if own := must(tx.StandingOf(b, players[row.Name]))(t); !own.IsLevel(row) {
						t.Errorf("%s, %+v: %s finds %+v, and the board says %+v", when, b, row.Name, own, row)
					}
				}
				page := must(tx.Leaderboard(b, noon, 1, 2))(t)
				if len(page) != 2 || page[0].PlayerID != all[1].PlayerID {
					t.Errorf("%s, %+v: after the first come %+v", when, b, page)
				}
				if len(all) != len(people)-1 {
					t.Errorf("%s, %+v: %d people", when, b, len(all))
				}
			}
			return nil
		})
	}
	check("as they answer")
	write(t, s, func(tx *Tx) error {
		var all error
		for _, p := range players {
			all = errors.Join(all, tx.ShowInWorld(p, noon))
		}
		return all
	})
	check("summed up again")
}

// If a daily is paid more later, it counts once, with the hints and the time of the better answer.
func TestTiesOfBetterAnswer(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		a := Award{RoundID: round(t, tx, Round{Daily: 1}), PlayerID: p, Day: dayOf(noon), Points: 12, Took: time.Minute, Solved: true, At: noon}
		if err := setAward(tx, a); err != nil {
			return err
		}
		better := a
		better.Points = 14
		better.Hints = 1
		better.Took = 3 * time.Minute
		better.At = noon.Add(2 * time.Minute)
		if err := tx.SetAward(a, better); err != nil {
			return err
		}
		wantSums(t, tx)
		got := must(tx.StandingOf(Board{CommunityID: World}, p))(t)
		if got.Hints != 1 || got.Took != 3*time.Minute {
			t.Errorf("the board has %d hints and %v, want 1 and 3m", got.Hints, got.Took)
		}
		return nil
	})
}

// After an upgrade SumWorldAgain fills in the hints and times of older awards, even of people who are not
// in the World yet.
func TestAwardsAreFilled(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		r := round(t, tx, Round{Daily: 1})
		for _, p := range []int64{worldly(t, tx, "p"), player(t, tx, "elsewhere").ID} {
			if err := setAward(tx, Award{RoundID: r, PlayerID: p, Day: dayOf(noon), Points: 14, Solved: true, At: noon}); err != nil {
				return err
			}
			err := errors.Join(
				tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, $3)`, r, p, noon.Add(-time.Minute)),
				tx.Exec("answer", `
					INSERT INTO answers (round_id, player_id, at, text, outcome, form, hints, points)
					VALUES ($1, $2, $3, '', 'right', '', 1, 14), ($1, $2, $3, '', 'right', '', 3, 0)`, r, p, noon),
			)
			if err != nil {
				return err
			}
		}
		if _, err := tx.SumWorldAgain(0, 10, noon); err != nil {
			return err
		}
		wantSums(t, tx)
		for _, a := range must(List[Award](tx, "list", `SELECT `+AwardColumns+` FROM awards`))(t) {
			if a.Hints != 1 || a.Took != time.Minute {
				t.Errorf("player %d has %d hints and %v, want 1 and 1m", a.PlayerID, a.Hints, a.Took)
			}
		}
		if got := must(Get[int](tx, "count", `SELECT COUNT(*) FROM boards WHERE community_id = -1 AND hints = 1 AND took = 60000`))(t); got == 0 {
			t.Error("the World does not have them")
		}
		return nil
	})
}

// If a person wishes to be in the World, the strictest Check of their players counts. While they are
// checked, they earn nothing there.
func TestCheckOf(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		twin := player(t, tx, "twin").ID
		must(tx.EnsureCommunity("test", "own twin", true, twin, "", noon))(t)
		if err := errors.Join(tx.Link(p, twin, noon), tx.SetChecked(twin, Barred), tx.SetChecked(p, Checked)); err != nil {
			return err
		}
		for _, id := range []int64{p, twin} {
			if check := must(tx.CheckOf(id))(t); check != Barred {
				t.Errorf("player %d has the check %d", id, check)
			}
		}
		if shown := must(tx.InWorld(p))(t); shown != 0 {
			t.Error("who is barred is in the World")
		}
		a := Award{RoundID: round(t, tx, Round{Daily: 1}), PlayerID: p, Day: dayOf(noon), Points: 5, Solved: true, At: noon}
		if err := setAward(tx, a); err != nil {
			return err
		}
		if got, err := tx.StandingOf(Board{CommunityID: World}, p); err != ErrNotFound {
			t.Errorf("who is barred earns %+v in the World (%v)", got, err)
		}
		if err := tx.Unlink(twin, noon); err != nil {
			return err
		}
		if check := must(tx.CheckOf(p))(t); check != Checked {
			t.Errorf("parted from one who is barred, their check is %d", check)
		}
		if check := must(tx.CheckOf(twin))(t); check != Trusted {
			t.Errorf("who does not wish to be in the World has the check %d there", check)
		}
		return nil
	})
}

// A person is in the World under the first of their players whose private chat has the setting, and only
// if none of their players is checked. Chats of others do not count.
func TestInWorld(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		worldly(t, tx, "whoever came first")
		ann := player(t, tx, "ann").ID
		checked := worldly(t, tx, "checked")
		players := []int64{ann}
		for _, network := range []string{"second", "third"} {
			p := must(tx.EnsurePlayer(network, "ann", "", "", noon))(t).ID
			own := must(tx.EnsureCommunity(network, "own", true, p, "", noon))(t)
			own.Worldwide = true
			if err := errors.Join(tx.SaveCommunity(own), tx.LinkPlayers(ann, p, noon)); err != nil {
				return err
			}
			players = append(players, p)
		}
		own := must(tx.EnsureCommunity("test", "own ann", true, ann, "", noon))(t)
		if err := tx.SetChecked(checked, Checked); err != nil {
			return err
		}
		want := func(when string, who, shown int64) {
			t.Helper()
			if got := must(tx.InWorld(who))(t); got != shown {
				t.Errorf("%s: player %d is in the World as %d, want %d", when, who, got, shown)
			}
		}
		for _, p := range players {
			want("two chats say so", p, players[1])
		}
		own.Worldwide = true
		if err := tx.SaveCommunity(own); err != nil {
			return err
		}
		want("all chats say so", players[2], ann)
		want("checked", checked, 0)
		want("unknown", 99, 0)
		if err := tx.SetChecked(players[2], Checked); err != nil {
			return err
		}
		want("another player is checked", ann, 0)
		return nil
	})
}

// The World's boards of a period have what the dailies of that period have earned, with hints and times.
// Local awards are left out.
func TestWorldOfEachPeriod(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		other := worldly(t, tx, "other")
		today := dayOf(noon)
		for i, a := range []Award{
			{PlayerID: p, Day: today, Points: 1, Hints: 1, Took: time.Second},
			{PlayerID: p, Day: today - 40, Points: 2, Hints: 2, Took: 2 * time.Second},
			{PlayerID: p, Day: today, Points: 4, Hints: 4, Took: 4 * time.Second, Local: true},
			{PlayerID: p, Day: today - 40, Points: 8, Hints: 8, Took: 8 * time.Second, Local: true},
			{PlayerID: p, Day: today, Points: 0, Hints: 16, Took: 16 * time.Second},
			{PlayerID: other, Day: today, Points: 32, Hints: 32, Took: 32 * time.Second},
			{PlayerID: other, Day: today, Points: 64, Hints: 64, Took: 64 * time.Second, Local: true},
		} {
			game := "24"
			if a.Points == 64 {
				game = "letters"
			}
			a.RoundID = round(t, tx, Round{Game: game, Daily: i + 1})
			a.Solved = true
			a.At = noon.Add(time.Duration(i) * time.Minute)
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		if err := tx.ShowInWorld(p, noon); err != nil {
			return err
		}
		type row struct{ Points, Solved, Hints, Seconds, Minutes int }
		for span, want := range map[Span]row{Ever: {3, 3, 3, 3, 3}, Day: {1, 2, 1, 1, 2}, Week: {1, 2, 1, 1, 2}, Month: {1, 2, 1, 1, 2}} {
			for _, game := range []string{"", "24"} {
				got := must(Get[row](tx, "find row", `
					SELECT points, solved, hints, took / 1000, (reached - $4) / 60000 FROM boards
					WHERE community_id = -1 AND player_id = $1 AND period = $2 AND game = $3`, p, span.Period(today), game, noon))(t)
				if got != want {
					t.Errorf("span %d of %q: %+v, want %+v", span, game, got, want)
				}
			}
		}
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM boards WHERE community_id = -1 AND player_id = $1 AND game = 'letters'`, p))(t); n != 0 {
			t.Errorf("there are %d rows of a game that only somebody else has played", n)
		}
		return nil
	})
}

// A person without points has no standing, and one point is enough for one. The World is the same.
func TestNoStandingWithoutPoints(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		for points := range 2 {
			p := worldly(t, tx, fmt.Sprint(points))
			a := Award{RoundID: round(t, tx, Round{Daily: points + 1}), PlayerID: p, Day: 5, Points: points, Solved: true, At: noon}
			if err := errors.Join(tx.Join(c.ID, p, noon), setAward(tx, a)); err != nil {
				return err
			}
			for _, place := range []int64{c.ID, World} {
				_, has, err := Found(tx.StandingOf(Board{CommunityID: place}, p))
				if err != nil || has != (points == 1) {
					t.Errorf("with %d points a player has a standing in %d: %v (%v)", points, place, has, err)
				}
				board := must(tx.Leaderboard(Board{CommunityID: place}, noon, 0, 9))(t)
				if len(board) != points {
					t.Errorf("after a player with %d points %d are on the board of %d", points, len(board), place)
				}
			}
		}
		return nil
	})
}

// Earned returns the points of the month's dailies of all players of a person, without Local awards. It
// returns how many puzzles they have ever solved, everywhere.
func TestEarned(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		bob := player(t, tx, "bob").ID
		ann := player(t, tx, "ann").ID
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		c := community(t, tx, "1")
		if err := tx.LinkPlayers(ann, anna, noon); err != nil {
			return err
		}
		first, last := Month.days(dayOf(noon))
		for i, a := range []Award{
			{PlayerID: ann, Day: first, Points: 1, Solved: true},
			{PlayerID: anna, Day: last, Points: 2, Solved: true},
			{PlayerID: ann, Day: first - 1, Points: 4, Solved: true},
			{PlayerID: ann, Day: last + 1, Points: 8},
			{PlayerID: ann, Day: first, Points: 16, Local: true, Solved: true},
			{PlayerID: ann, Day: first, Points: 32, CommunityID: c.ID, Solved: true},
			{PlayerID: bob, Day: first, Points: 64, Solved: true},
		} {
			a.RoundID = round(t, tx, Round{Daily: i + 1, Game: []string{"24", "letters"}[i%2], Puzzle: "x"})
			a.At = noon
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		for _, p := range []int64{ann, anna} {
			points, solved, err := tx.Earned(p, dayOf(noon))
			if err != nil || points != 3 || solved != 5 {
				t.Errorf("player %d has earned %d points and solved %d, want 3 and 5 (%v)", p, points, solved, err)
			}
		}
		return nil
	})
}

// Features are told when somebody in the World earns points for a daily, and under which player they are
// there. They are not told of people outside the World, or of awards without points.
func TestFeaturesAreToldOfTheWorld(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		stranger := player(t, tx, "stranger").ID
		ann := worldly(t, tx, "ann")
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		c := community(t, tx, "1")
		if err := tx.LinkPlayers(ann, anna, noon); err != nil {
			return err
		}
		var told []string
		tx.tables = append(slices.Clone(tx.tables), Table{Name: "silent"}, Table{
			Name: "told",
			Earned: func(_ *Tx, shown int64, day int) error {
				told = append(told, fmt.Sprint("earned ", shown, day))
				return nil
			},
			Shown: func(_ *Tx, playerID, shown int64) error {
				told = append(told, fmt.Sprint("shown ", playerID, shown))
				return nil
			},
		})
		daily := round(t, tx, Round{Daily: 1})
		another := round(t, tx, Round{Daily: 2})
		dealt := round(t, tx, Round{CommunityID: c.ID})
		for _, step := range []struct {
			name string
			do   func() error
			want string
		}{
			{"a daily", func() error {
				return setAward(tx, Award{RoundID: daily, PlayerID: anna, Day: 5, Points: 7, At: noon})
			}, fmt.Sprint("earned ", ann, 5)},
			{"a daily of nothing on another day", func() error {
				return setAward(tx, Award{RoundID: another, PlayerID: anna, Day: 6, At: noon})
			}, ""},
			{"a round", func() error {
				return setAward(tx, Award{RoundID: dealt, PlayerID: anna, CommunityID: c.ID, Day: 5, Points: 7, At: noon})
			}, ""},
			{"a daily of a stranger", func() error {
				return setAward(tx, Award{RoundID: daily, PlayerID: stranger, Day: 5, Points: 7, At: noon})
			}, ""},
			{"shown again", func() error { return tx.ShowInWorld(anna, noon) }, fmt.Sprint("shown ", anna, ann)},
			{"a stranger", func() error { return tx.ShowInWorld(stranger, noon) }, fmt.Sprint("shown ", stranger, 0)},
		} {
			told = nil
			if err := step.do(); err != nil {
				return err
			}
			if got := strings.Join(told, "; "); got != step.want {
				t.Errorf("%s: told is %q, want %q", step.name, got, step.want)
			}
		}
		return nil
	})
}
