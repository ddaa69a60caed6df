package storage

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/storage/address"
	"reckon/storage/dbtest"
)

// dump is all that is moved of a database, row by row.
func dump(t *testing.T, path string) (all []string) {
	t.Helper()
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Read(t.Context(), func(tx *Tx) error {
		for _, table := range must(tx.listTables())(t) {
			if err := tx.each("dump", `SELECT `+strings.Join(table.columns, ", ")+` FROM `+table.name, nil, func(_ []string, row []any) error {
				table.adapt(row)
				line := table.name
				for i, v := range row {
					if b, ok := v.([]byte); ok {
						v = fmt.Sprintf("%x", b)
					}
					line += fmt.Sprintf(" %s=%v", table.columns[i], v)
				}
				all = append(all, line)
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// claims counts the deliveries and jobs of a database that have an owner.
func claims(t *testing.T, path string) (count int) {
	t.Helper()
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Read(t.Context(), func(tx *Tx) (err error) {
		count, err = Get[int](tx, "count claims", `
			SELECT (SELECT COUNT(*) FROM outbox WHERE claimed_by IS NOT NULL)
				+ (SELECT COUNT(*) FROM jobs WHERE claimed_by IS NOT NULL)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// lived makes a database with rows of many kinds, as if people had used it.
func lived(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, func(tx *Tx) error {
		f := build(t, tx)
		// These are more rows than are written at once.
		for i := range 700 {
			err := tx.Exec("add daily", `INSERT INTO dailies (number, game, puzzle, class) VALUES ($1, '24', $2, 'class')`, i+1, fmt.Sprint("24:", i))
			if err != nil {
				return err
			}
		}
		for _, insert := range []string{
			`INSERT INTO seen (player_id, class, round_id) SELECT id, '1234', 1 FROM players`,
			`INSERT INTO locks (person, class, until) VALUES ('hash', '1234', 1)`,
			`INSERT INTO days (player_id, number) SELECT id, 1 FROM players`,
			`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted, deviation,
				difficulty_before, difficulty_after, ability_before, ability_after)
				SELECT id, '24', '1234', 7, 1, 1, 12345, 8.5, 0.12, 2.1, 2.2, 0, -0.4 FROM players`,
			`INSERT INTO difficulties (game, class, value, prior, attempts) VALUES ('24', '1234', 2.2, 0.12, 1)`,
			`INSERT INTO abilities (player_id, game, value, prior, attempts) SELECT id, '24', -0.4, 1, 1 FROM players`,
			`INSERT INTO records (puzzle, game, measure, was, text, player_id, at) SELECT '24:1,2,3,4', '24', 3, 4, 'x', MIN(id), 1 FROM players`,
		} {
			if err := tx.Exec("add", insert); err != nil {
				return err
			}
		}
		for _, name := range []string{"AddAnswer", "AddMessage", "Enqueue", "Join", "SaveAttempt",
			"Secret", "SetAward", "SetCurrent", "SetJob", "SetMeta", "Done"} {
			call, ok := calls[name]
			if !ok {
				return fmt.Errorf("%s is no method any longer: take it out of this list", name)
			}
			if err := call(tx, f); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		err := tx.Exec("claim", `UPDATE jobs SET claimed_by = (SELECT id FROM processes WHERE host = 'elsewhere')`)
		if err != nil {
			return err
		}
		for _, key := range []string{"daily.pin", "daily.quiet", "a.b"} {
			if err := tx.SetSetting(f.community.ID, key, "on"); err != nil {
				return err
			}
		}
		last := round(t, tx, Round{CommunityID: f.community.ID, Seconds: 3.25})
		// The number of the deleted round was given out.
		_, err = tx.exec("delete", `DELETE FROM rounds WHERE id = $1`, last)
		return err
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestLived calls lived on a file, so that a method which is missing from calls is noticed at once.
func TestLived(t *testing.T) {
	dbtest.OnlyFile(t)
	lived(t, filepath.Join(t.TempDir(), "a.db"))
}

// A database that is moved to a server and back is the same, row by row, and no number is given out
// twice.
func TestMoveThereAndBack(t *testing.T) {
	dbtest.OnlyServer(t)
	before, there, back := filepath.Join(t.TempDir(), "a.db"), emptyServer(t), filepath.Join(t.TempDir(), "b.db")
	lived(t, before)
	told := map[string]int64{}
	progress := func(table string, copied, all int64) {
		if copied > all || copied < told[table] {
			t.Errorf("%d of %d rows of %s are told after %d", copied, all, table, told[table])
		}
		told[table] = copied
	}
	want := dump(t, before)
	for _, step := range [][2]string{{before, there}, {there, back}} {
		clear(told)
		if err := Move(t.Context(), step[0], step[1], progress); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, dump(t, step[1])); diff != "" {
			t.Errorf("moved (-before +after):\n%s", diff)
		}
		if told["dailies"] != 700 || len(told) < 20 {
			t.Errorf("told of %v", told)
		}
	}
	if claims(t, before) == 0 || claims(t, there) != 0 || claims(t, back) != 0 {
		t.Errorf("claims of processes that did not move: %d and %d, before %d", claims(t, there), claims(t, back), claims(t, before))
	}
	arrived := openAt(t, there)
	checkEmptyTables(t, arrived)
	if known := must(get1(arrived, `SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = to_regclass('dailies')`))(t); known != 700 {
		t.Errorf("the server plans as if there were %d dailies", known)
	}
	numbers := map[string]int64{}
	for _, path := range []string{before, there, back} {
		s := openAt(t, path)
		write(t, s, func(tx *Tx) error {
			c := community(t, tx, "1")
			id := round(t, tx, Round{CommunityID: c.ID})
			if was := numbers["round"]; was != 0 && id != was {
				t.Errorf("the next round is %d, and not %d", id, was)
			}
			numbers["round"] = id
			if p := player(t, tx, "new").ID; numbers["player"] != 0 && p != numbers["player"] {
				t.Errorf("the next player is %d, and not %d", p, numbers["player"])
			} else {
				numbers["player"] = p
			}
			if a := must(tx.AddAnswer(Answer{RoundID: id, PlayerID: numbers["player"], At: noon, Outcome: "right"}, nil))(t); numbers["answer"] != 0 && a != numbers["answer"] {
				t.Errorf("the next answer is %d, and not %d", a, numbers["answer"])
			} else {
				numbers["answer"] = a
			}
			return nil
		})
	}
}

// A database that is not empty is left as it is, and so is one that is being served.
func TestMoveRefuses(t *testing.T) {
	dbtest.OnlyServer(t)
	none := func(string, int64, int64) {}
	file, filled := filepath.Join(t.TempDir(), "a.db"), newDatabase(t)
	lived(t, file)
	lived(t, filled)
	before := dump(t, filled)
	if err := Move(t.Context(), file, filled, none); err == nil || !strings.Contains(err.Error(), "not empty") || !strings.HasPrefix(err.Error(), "move "+address.Name(file)+" to ") {
		t.Errorf("moved onto another: %v", err)
	}
	if diff := cmp.Diff(before, dump(t, filled)); diff != "" {
		t.Errorf("it was changed:\n%s", diff)
	}
	if err := Move(t.Context(), filepath.Join(t.TempDir(), "none.db"), emptyServer(t), none); err == nil {
		t.Error("nothing was moved")
	}
	for _, path := range []string{file, filled} {
		s := openAt(t, path)
		if err := Move(t.Context(), path, emptyServer(t), none); err == nil || !strings.Contains(err.Error(), "stop it first") {
			t.Errorf("moved while it is served: %v", err)
		}
		if err := s.Read(t.Context(), func(*Tx) error { return nil }); err != nil {
			t.Error(err)
		}
	}
}

// A move that fails on the way leaves nothing.
func TestMoveIsWhole(t *testing.T) {
	dbtest.OnlyServer(t)
	file, to := filepath.Join(t.TempDir(), "a.db"), newDatabase(t)
	lived(t, file)
	executeOn(t, to, `ALTER TABLE seen ADD CHECK (player_id < 0)`)
	if err := Move(t.Context(), file, to, func(string, int64, int64) {}); err == nil {
		t.Error("it was moved")
	}
	if rows := dump(t, to); len(rows) != 0 {
		t.Errorf("%d rows are left", len(rows))
	}
}
