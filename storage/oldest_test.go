package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// If there are more old rows than limit, the oldest are deleted first, in whatever order they were
// stored.
func TestPruneTakesTheOldest(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		for i, hours := range []int{1, 3, 2, 0} {
			key := fmt.Sprint(i)
			old := noon.Add(-time.Duration(hours) * time.Hour)
			r := round(t, tx, Round{Game: "24", Puzzle: key})
			o := enqueued(t, tx, Outgoing{Nonce: key, CommunityID: c.ID, Body: []byte("x")}, anyNetwork, noon)
			end(t, tx, o, Failed, "", old.Add(-keepDeliveries))
			if err := errors.Join(
				tx.Exec("show", `INSERT INTO shown (round_id, player_id, at) VALUES ($1, $2, $3)`, r, p, old.AddDate(0, 0, -30)),
				tx.AddMessage(c.ID, key, r, old.AddDate(0, 0, -30)),
				tx.SaveRequest(key, old.Add(-48*time.Hour)),
				tx.Exec("lock", `INSERT INTO locks (person, class, until) VALUES ($1, 'class', $2)`, key, old),
			); err != nil {
				return err
			}
		}
		for _, table := range tx.tables {
			if table.Old != nil {
				must(tx.pruneTable(table, noon, 2))(t)
			}
		}
		for table, query := range map[string]string{
			"shown":    `SELECT r.puzzle FROM shown s JOIN rounds r ON r.id = s.round_id ORDER BY r.puzzle`,
			"messages": `SELECT message FROM messages ORDER BY message`,
			"requests": `SELECT key FROM requests ORDER BY key`,
			"outbox":   `SELECT nonce FROM outbox ORDER BY nonce`,
			"locks":    `SELECT person FROM locks ORDER BY person`,
		} {
			if left := must(List[string](tx, "list", query))(t); !slices.Equal(left, []string{"0", "3"}) {
				t.Errorf("%s: left are %v, want the youngest old row 0, and 3, which is not old", table, left)
			}
		}
		return nil
	})
}

// SumWorldAgain fills in what earlier versions did not store of an award for a daily: the most hints with
// which its player earned points, and the time since the puzzle was first shown to one of the person's
// players.
func TestFillAwards(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		minute := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
		club := community(t, tx, "club")
		players := map[string]int64{"ann": player(t, tx, "ann").ID, "bob": player(t, tx, "bob").ID}
		players["anna"] = must(tx.EnsurePlayer("elsewhere", "anna", "anna", "", noon))(t).ID
		rounds := map[string]int64{"club": round(t, tx, Round{CommunityID: club.ID, Game: "24", Puzzle: "club"})}
		for i, name := range []string{"hinted", "opened after", "void"} {
			rounds[name] = round(t, tx, Round{Daily: i + 1, Game: "24", Puzzle: name})
		}
		err := tx.LinkPlayers(players["ann"], players["anna"], noon)
		for _, a := range []struct {
			round, player  string
			points, minute int
		}{{"hinted", "ann", 10, 10}, {"hinted", "bob", 10, 10}, {"opened after", "ann", 10, 5}, {"void", "ann", 0, 10}, {"club", "ann", 10, 10}} {
			award := Award{RoundID: rounds[a.round], PlayerID: players[a.player], Day: 5, Points: a.points, At: minute(a.minute)}
			if a.round == "club" {
				award.CommunityID = club.ID
			}
			err = errors.Join(err, setAward(tx, award))
		}
		for _, a := range []struct {
			round, player string
			hints, points int
		}{
			{"hinted", "ann", 1, 2}, {"hinted", "ann", 3, 8}, {"hinted", "ann", 5, 0}, {"hinted", "bob", 9, 10},
			{"opened after", "ann", 7, 10}, {"void", "ann", 2, 10}, {"club", "ann", 4, 10},
		} {
			_, e := tx.AddAnswer(Answer{RoundID: rounds[a.round], PlayerID: players[a.player], At: noon, Outcome: "right", Hints: a.hints, Points: a.points}, nil)
			err = errors.Join(err, e)
		}
		for _, o := range []struct {
			round, player string
			minute        int
		}{{"hinted", "ann", 6}, {"hinted", "anna", 4}, {"hinted", "bob", 1}, {"opened after", "ann", 8}, {"void", "ann", 2}, {"club", "ann", 3}} {
			err = errors.Join(err, tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, $3)`,
				rounds[o.round], players[o.player], minute(o.minute)))
		}
		if err := errors.Join(err, tx.fillAwards(players["ann"])); err != nil {
			return err
		}
		want := []string{
			"club ann: 0 hints, 0 minutes", "hinted ann: 3 hints, 6 minutes", "hinted bob: 0 hints, 0 minutes",
			"opened after ann: 7 hints, 0 minutes", "void ann: 0 hints, 0 minutes",
		}
		got := must(List[string](tx, "list awards", `
			SELECT r.puzzle || ' ' || p.key || ': ' || a.hints || ' hints, ' || (a.took / 60000) || ' minutes'
			FROM awards a JOIN rounds r ON r.id = a.round_id JOIN players p ON p.id = a.player_id ORDER BY r.puzzle, p.key`))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the awards (-want +got):\n%s", diff)
		}
		return nil
	})
}
