package storage

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// inhabit fills the tables in which a person and a place have rows: in a group, and in the person's own chat.
func inhabit(t *testing.T, tx *Tx, group Community, key string) (person int64, own Community) {
	t.Helper()
	p := player(t, tx, key).ID
	own = must(tx.EnsureCommunity("test", "own "+key, true, p, key, noon))(t)
	r := round(t, tx, Round{CommunityID: group.ID, AskerID: p, Channel: "c", Class: "class " + key})
	daily := round(t, tx, Round{Daily: int(p) + 100})
	alone := round(t, tx, Round{CommunityID: own.ID, AskerID: p, Channel: "c", Message: "alone"})
	at := noon.Add(time.Duration(p) * time.Minute)
	err := errors.Join(
		tx.Join(group.ID, p, at),
		tx.Join(own.ID, p, at),
		tx.SaveAttempt(Attempt{RoundID: r, PlayerID: p, Hints: 1}, 1),
		tx.SaveAttempt(Attempt{RoundID: alone, PlayerID: p}, 0),
		setAward(tx, Award{RoundID: r, PlayerID: p, CommunityID: group.ID, Day: 5, Points: 7, Solved: true, At: at}),
		setAward(tx, Award{RoundID: daily, PlayerID: p, Day: 5, Points: 9, Solved: true, At: at}),
		markSeen(tx, p, "class", r),
		tx.SetCurrent(group.ID, "c", p, r, at),
		tx.SetSetting(own.ID, "key", "value"),
		tx.AddMessage(own.ID, "m "+key, alone, at),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1+1", "2+2"} {
		must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p, At: at, Text: text, Outcome: "wrong"}, nil))(t)
	}
	for _, insert := range []string{
		`INSERT INTO waits (player_id, community_id, channel, puzzle, class, at) VALUES ($1, $2, 'c', 'puzzle', 'class', $5)`,
		`INSERT INTO doubles (player_id, class, round_id, points, solved) VALUES ($1, 'class', $3, $2, $5 - $5)`,
		`INSERT INTO shown (round_id, player_id, at) VALUES ($3, $1, $5)`,
		`INSERT INTO openings (round_id, player_id, at) VALUES ($4, $1, $5)`,
		`INSERT INTO days (player_id, number) VALUES ($1, $2 + 7)`,
		`INSERT INTO abilities (player_id, game, value, prior, attempts) VALUES ($1, '24', 1, 2, 3)`,
		`INSERT INTO records (puzzle, game, measure, was, text, player_id, at) VALUES ('puzzle ' || $1, '24', 1, 2, '1+1', $1, $5)`,
		`INSERT INTO matches (kind, community_id, channel, player_id, rival_id, rival, game, length, asked_at, ended_at, message)
			VALUES ('duel', $2, 'c', $1, NULL, 'Somebody', '24', 5, $5, $5 + 60000, 'm')`,
		`INSERT INTO matches (kind, community_id, channel, player_id, rival_id, rival, game, length, asked_at, message)
			VALUES ('duel', $2, 'c', $1, NULL, 'Somebody', '24', 5, $5, 'm')`,
		`INSERT INTO matches (kind, community_id, channel, player_id, rival_id, rival, game, length, asked_at, message)
			VALUES ('race', (SELECT community_id FROM rounds WHERE id = $6), 'c', $1, NULL, 'Somebody', '24', 5, $5, 'm')`,
	} {
		// Each statement has all arguments, since PostgreSQL wants each parameter to be used.
		args := []any{p, group.ID, r, daily, at, alone}
		query := "WITH given AS (SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), " +
			"CAST($5 AS BIGINT), CAST($6 AS BIGINT)) " + insert
		if err := tx.Exec("inhabit", query, args...); err != nil {
			t.Fatal(err)
		}
	}
	enqueue(t, tx, Outgoing{Nonce: "reply to " + key, CommunityID: group.ID, PlayerID: p, Event: []byte("e"), Body: []byte("for " + key)}, at)
	enqueue(t, tx, Outgoing{Nonce: "news for " + key, CommunityID: own.ID, Body: []byte("news for " + key)}, at)
	sent := Outgoing{Nonce: "sent to " + key, CommunityID: own.ID, Body: []byte("sent to " + key)}
	enqueue(t, tx, sent, at)
	end(t, tx, waitingAs(t, tx, sent.Nonce), Delivered, "m", at)
	return p, own
}

// rowsWhere returns the rows of all tables with a column that has a value, as text.
func rowsWhere(t *testing.T, tx *Tx, column string, value int64) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range tx.tables {
		has := column == "community_id" && table.Community == column || column == "player_id" && slices.Contains(table.People, column)
		if !has {
			continue
		}
		err := tx.each("dump", `SELECT * FROM `+table.Name+` WHERE `+column+` = $1`, []any{value}, func(_ []string, values []any) error {
			all[table.Name] = append(all[table.Name], fmt.Sprint(values...))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(all[table.Name])
	}
	return all
}

// When a person is forgotten, rows of others do not change.
func TestForgettingLeavesOthers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		bob, chat := inhabit(t, tx, group, "bob")
		ann, own := inhabit(t, tx, group, "ann")
		elsewhere := must(tx.EnsurePlayer("elsewhere", "bob", "Bob", "en", noon))(t).ID
		if err := tx.Link(bob, elsewhere, noon); err != nil {
			return err
		}
		person := rowsWhere(t, tx, "player_id", bob)
		place := rowsWhere(t, tx, "community_id", chat.ID)
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		if diff := cmp.Diff(person, rowsWhere(t, tx, "player_id", bob)); diff != "" {
			t.Errorf("rows of Bob (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(place, rowsWhere(t, tx, "community_id", chat.ID)); diff != "" {
			t.Errorf("rows of Bob's chat (-before +after):\n%s", diff)
		}
		if all := must(tx.PersonPlayers(bob))(t); len(all) != 2 {
			t.Errorf("Bob is one person with %+v", all)
		}
		type row struct {
			Kind, Rival, Channel, Message string
			Lasted                        int
		}
		at := noon.Add(time.Duration(ann) * time.Minute)
		got := must(List[row](tx, "list matches", `
			SELECT kind, rival, channel, message, ended_at - $2 FROM matches WHERE player_id = $1 ORDER BY id`, ann, at))(t)
		want := []row{
			// It had ended a minute after it was asked for.
			{"duel", "Somebody", "c", "m", 60000},
			{"duel", "", "c", "m", 0},
			// It was in her own chat.
			{"race", "", "", "", 0},
		}
		if !slices.Equal(got, want) {
			t.Errorf("Ann's matches are %+v, want %+v", got, want)
		}
		alone := must(Get[Round](tx, "find round", `SELECT `+RoundColumns+` FROM rounds WHERE community_id = $1`, own.ID))(t)
		if alone.Channel != "" || alone.Message != "" || alone.ClosedAt.IsZero() {
			t.Errorf("the round in Ann's chat is %+v", alone)
		}
		return nil
	})
}

// When a person is forgotten, only the tables that are named here keep rows of theirs, and those name nobody.
func TestWhatAForgottenPersonLeaves(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann, _ := inhabit(t, tx, community(t, tx, "group"), "ann")
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		after := int64(0)
		for more := true; more; {
			var err error
			after, more, err = tx.ForgetPage(ann, after)
			if err != nil {
				return err
			}
		}
		want := []string{
			"abilities", "answers", "attempts", "awards", "days", "figures", "matches", "records", "scores", "solvers",
		}
		if got := slices.Sorted(maps.Keys(rowsWhere(t, tx, "player_id", ann))); !slices.Equal(got, want) {
			t.Errorf("rows are left in %q, want %q", got, want)
		}
		return nil
	})
}

// An export has no rows of others, and its rows are in the order in which things happened.
func TestExportIsOfOnePerson(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		ann, _ := inhabit(t, tx, group, "ann")
		before := must(tx.Export(ann))(t)
		bob, _ := inhabit(t, tx, group, "bob")
		// Bob answers Ann's round, too.
		r := must(Get[int64](tx, "find round", `SELECT id FROM rounds WHERE community_id = $1 AND asker_id = $2`, group.ID, ann))(t)
		err := errors.Join(
			tx.SaveAttempt(Attempt{RoundID: r, PlayerID: bob}, 0),
			setAward(tx, Award{RoundID: r, PlayerID: bob, CommunityID: group.ID, Day: 5, Points: 3, Solved: true, At: noon}),
		)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(before, must(tx.Export(ann))(t)); diff != "" {
			t.Errorf("Ann's export before and after Bob came:\n%s", diff)
		}
		var texts, bodies []string
		for _, row := range before[0]["answers"].([]map[string]any) {
			texts = append(texts, fmt.Sprint(row["text"]))
		}
		for _, row := range before[0]["waiting_messages"].([]map[string]any) {
			bodies = append(bodies, fmt.Sprint(row["body"]))
		}
		slices.Sort(bodies)
		if !slices.Equal(texts, []string{"1+1", "2+2"}) {
			t.Errorf("her answers are %q", texts)
		}
		if !slices.Equal(bodies, []string{"for ann", "news for ann"}) {
			t.Errorf("the messages that wait for her are %q", bodies)
		}
		return nil
	})
}

// When two communities become one, a third does not change. The one that stays keeps its own rows if both
// have a row with the same key, except for current rounds, and for better answers to dailies.
func TestMergeLeavesOtherCommunities(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		into := community(t, tx, "into")
		from := community(t, tx, "from")
		third := community(t, tx, "third")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		var rounds []int64
		for i := range 4 {
			rounds = append(rounds, round(t, tx, Round{Daily: i + 1}))
		}
		fill := func(c Community, statement string, args ...any) {
			t.Helper()
			if err := tx.Exec("fill", statement, append([]any{c.ID}, args...)...); err != nil {
				t.Fatal(err)
			}
		}
		for i, c := range []Community{into, from, third} {
			name := c.Key
			fill(c, `INSERT INTO waits (community_id, player_id, channel, puzzle, class, at) VALUES ($1, $2, '', $3, '', 1)`, ann, name)
			match(t, tx, c.ID, "", name)
			inhabit(t, tx, c, "inhabitant of "+name)
			for _, key := range []string{"all", name} {
				fill(c, `INSERT INTO settings (community_id, key, value) VALUES ($1, $2, $3)`, key, name)
				fill(c, `INSERT INTO messages (community_id, message, round_id, at) VALUES ($1, $2, $3, 1)`, key, rounds[i])
			}
			for _, number := range []int{7, 8 + i} {
				fill(c, `INSERT INTO shared_days (community_id, number) VALUES ($1, $2)`, number)
			}
			fill(c, `INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, 1, $3)`, rounds[0], ann)
			fill(c, `INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, 1, $3)`, rounds[i], bob)
			fill(c, `INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, 1, $3)`, rounds[3], []int64{ann, bob, ann}[i])
			fill(c, `INSERT INTO currents (community_id, channel, player_id, round_id, at) VALUES ($1, '', $2, $3, 1)`, ann, rounds[i])
		}
		fill(into, `INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, 2, $3)`, rounds[1], bob)
		fill(into, `INSERT INTO currents (community_id, channel, player_id, round_id, at) VALUES ($1, '', $2, $3, 1)`, bob, rounds[0])
		fill(into, `INSERT INTO currents (community_id, channel, player_id, round_id, at) VALUES ($1, 'd', $2, $3, 1)`, ann, rounds[0])
		const best = `INSERT INTO bests (community_id, round_id, measure, at, player_id) VALUES ($1, $2, $3, $4, $5)`
		for _, c := range []Community{into, third} {
			fill(c, best, rounds[0], 5, 1, ann)
			fill(c, best, rounds[1], 3, 1, ann)
		}
		fill(from, best, rounds[0], 3, 2, bob)
		fill(from, best, rounds[1], 5, 2, bob)
		fill(from, best, rounds[2], 5, 2, bob)

		if err := errors.Join(tx.Join(from.ID, bob, noon), tx.Join(third.ID, bob, noon)); err != nil {
			return err
		}
		before := rowsWhere(t, tx, "community_id", third.ID)
		m := mergeTask{kept: into.ID, other: from.ID}
		if err := errors.Join(tx.takeOver(into, from), tx.SetJob(m.job(noon)), mergeAll(tx, 2)); err != nil {
			return err
		}
		if !must(tx.IsMember(into.ID, bob, noon))(t) {
			t.Error("Bob, who is a member of a third community, too, has not come along")
		}
		if diff := cmp.Diff(before, rowsWhere(t, tx, "community_id", third.ID)); diff != "" {
			t.Errorf("the third community (-before +after):\n%s", diff)
		}
		// Every query gets Ann as $2. A query that does not need her says that $2 > 0, which is always true.
		for query, want := range map[string][]string{
			`SELECT puzzle FROM waits WHERE community_id = $1 AND player_id = $2 ORDER BY 1`:                                                             {"from", "into"},
			`SELECT message FROM matches WHERE community_id = $1 AND player_id > 0 AND length(message) > 1 AND message <> 'alone' AND $2 > 0 ORDER BY 1`: {"from", "into"},
			`SELECT key || ' ' || value FROM settings WHERE community_id = $1 AND $2 > 0 ORDER BY 1`:                                                     {"all into", "from from", "into into"},
			`SELECT message || ' ' || round_id FROM messages WHERE community_id = $1 AND $2 > 0 ORDER BY 1`: {
				fmt.Sprint("all ", rounds[0]), fmt.Sprint("from ", rounds[1]), fmt.Sprint("into ", rounds[0]),
			},
			`SELECT CAST(number AS TEXT) FROM shared_days WHERE community_id = $1 AND $2 > 0 ORDER BY number`: {"7", "8", "9"},
			`SELECT CASE player_id WHEN $2 THEN 'ann' ELSE 'bob' END || ' ' || round_id FROM solvers
				WHERE community_id = $1 AND at = 1 ORDER BY 1`: {
				fmt.Sprint("ann ", rounds[0]), fmt.Sprint("ann ", rounds[3]),
				fmt.Sprint("bob ", rounds[0]), fmt.Sprint("bob ", rounds[1]), fmt.Sprint("bob ", rounds[3]),
			},
			`SELECT channel || CASE player_id WHEN $2 THEN 'ann' ELSE 'bob' END || ' ' || round_id FROM currents
				WHERE community_id = $1 AND at = 1 ORDER BY 1`: {
				fmt.Sprint("ann ", rounds[1]), fmt.Sprint("bob ", rounds[0]), fmt.Sprint("dann ", rounds[0]),
			},
			`SELECT round_id || ' ' || measure || ' ' || at || CASE player_id WHEN $2 THEN ' ann' ELSE ' bob' END FROM bests
				WHERE community_id = $1 AND at < 3 ORDER BY round_id`: {
				fmt.Sprint(rounds[0], " 3 2 bob"), fmt.Sprint(rounds[1], " 3 1 ann"), fmt.Sprint(rounds[2], " 5 2 bob"),
			},
		} {
			if got := must(List[string](tx, "list", query, into.ID, ann))(t); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		return nil
	})
}

// When two players are linked or unlinked, nothing changes for others who are linked.
func TestLinkLeavesOthers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		daily := round(t, tx, Round{Daily: 1})
		pair := func(key string) (first, second int64) {
			t.Helper()
			first = player(t, tx, key).ID
			second = must(tx.EnsurePlayer("elsewhere", key, key, "", noon))(t).ID
			for _, p := range []int64{first, second} {
				a := Award{RoundID: daily, PlayerID: p, Day: dayOf(noon), Points: 9, Solved: true, At: noon}
				if err := setAward(tx, a); err != nil {
					t.Fatal(err)
				}
			}
			return first, second
		}
		ann, anna := pair("ann")
		bob, bobby := pair("bob")
		if err := tx.Link(bob, bobby, noon); err != nil {
			return err
		}
		before := []map[string][]string{rowsWhere(t, tx, "player_id", bob), rowsWhere(t, tx, "player_id", bobby)}
		for name, do := range map[string]func() error{
			"linked and parted": func() error { return errors.Join(tx.Link(ann, anna, noon), tx.Unlink(anna, noon)) },
			"again":             func() error { return errors.Join(tx.Link(anna, ann, noon), tx.Unlink(anna, noon)) },
		} {
			if err := do(); err != nil {
				return err
			}
			after := []map[string][]string{rowsWhere(t, tx, "player_id", bob), rowsWhere(t, tx, "player_id", bobby)}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("%s: rows of others (-before +after):\n%s", name, diff)
			}
			if all := must(tx.PersonPlayers(bob))(t); len(all) != 2 {
				t.Errorf("%s: Bob is one person with %+v", name, all)
			}
		}
		return nil
	})
}

// Prune deletes rows that are older than they are kept, the oldest first, and no others.
func TestPruneKeepsWhatIsNotOld(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		r := round(t, tx, Round{})
		for name, keep := range map[string]time.Duration{"shown": 30 * 24 * time.Hour, "messages": 30 * 24 * time.Hour, "requests": 48 * time.Hour} {
			limit := noon.Add(-keep)
			times := []time.Time{limit, limit.Add(-time.Millisecond), limit.Add(-time.Hour), noon}
			for i, at := range times {
				p := player(t, tx, fmt.Sprint(i)).ID
				var err error
				switch name {
				case "shown":
					err = tx.Exec("show", `INSERT INTO shown (round_id, player_id, at) VALUES ($1, $2, $3)`, r, p, at)
				case "messages":
					err = tx.AddMessage(community(t, tx, "1").ID, fmt.Sprint(i), r, at)
				case "requests":
					err = tx.SaveRequest(fmt.Sprint(i), at)
				}
				if err != nil {
					return err
				}
			}
		}
		// Each of the three tables has two rows that are old.
		for _, want := range []int64{1, 1, 1, 1, 1, 1, 0} {
			if got := must(tx.Prune(noon, 1))(t); got != want {
				t.Errorf("%d rows were deleted, want %d", got, want)
			}
			oldest := noon.AddDate(0, 0, -30)
			if want == 1 && must(Get[int](tx, "count", `SELECT COUNT(*) FROM shown WHERE at = $1`, oldest))(t) != 1 {
				t.Error("what is not old was deleted")
			}
		}
		for _, table := range []string{"shown", "messages", "requests"} {
			if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM `+table))(t); n != 2 {
				t.Errorf("%d rows of %s are left, want 2", n, table)
			}
		}
		return nil
	})
}
