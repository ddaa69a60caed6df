package storage

import (
	"maps"
	"testing"

	"reckon/storage/dbtest"
)

// wantSettings checks the settings of a community.
func wantSettings(t *testing.T, tx *Tx, when string, communityID int64, want map[string]string) {
	t.Helper()
	got := must(tx.Settings(communityID))(t)
	if !maps.Equal(got, want) {
		t.Errorf("%s: the settings are %v, want %v", when, got, want)
	}
	for key, value := range want {
		if got := must(tx.Setting(communityID, key))(t); got != value {
			t.Errorf("%s: %s is %q, want %q", when, key, got, value)
		}
	}
}

// A setting is a row. When a community becomes part of another, the other takes over the settings that it
// has not set.
func TestSettings(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		old := community(t, tx, "old")
		twin := community(t, tx, "new")
		set := func(id int64, key, value string) {
			t.Helper()
			if err := tx.SetSetting(id, key, value); err != nil {
				t.Fatal(err)
			}
		}
		wantSettings(t, tx, "at first", old.ID, nil)
		set(old.ID, "a.one", "1")
		set(old.ID, "a.one", "2")
		set(old.ID, "a.two", "on")
		set(old.ID, "a.two", "")
		set(old.ID, "a.three", "")
		wantSettings(t, tx, "once set", old.ID, map[string]string{"a.one": "2"})
		set(twin.ID, "a.one", "3")
		set(twin.ID, "a.two", "on")
		if err := rekey(tx, "test", "old", "new"); err != nil {
			return err
		}
		wantSettings(t, tx, "merged", old.ID, map[string]string{"a.one": "2", "a.two": "on"})
		wantSettings(t, tx, "of the one that is gone", twin.ID, nil)
		return nil
	})
}

// The settings of a person's private chat are exported, and deleted when the person is forgotten.
func TestSettingsAreForgotten(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		own := must(tx.EnsureCommunity("test", "p", true, p, "", noon))(t)
		group := community(t, tx, "group")
		for _, id := range []int64{own.ID, group.ID} {
			if err := tx.SetSetting(id, "a.one", "on"); err != nil {
				return err
			}
		}
		all := must(tx.Export(p))(t)
		rows, ok := all[0]["own_settings"].([]map[string]any)
		if !ok || len(rows) != 1 || rows[0]["key"] != "a.one" || rows[0]["value"] != "on" {
			t.Errorf("the settings are exported as %v", all[0]["own_settings"])
		}
		if err := tx.ForgetPlayer(p); err != nil {
			return err
		}
		wantSettings(t, tx, "forgotten", own.ID, nil)
		wantSettings(t, tx, "of a group", group.ID, map[string]string{"a.one": "on"})
		return nil
	})
}

// The version before has settings in columns of communities. It finds there what this version stores, and
// this version finds what it stores.
func TestSettingsOfBefore(t *testing.T) {
	columns := map[string]string{
		"daily.pin":        "pin",
		"daily.quiet":      "quiet",
		"daily.reminder":   "reminder",
		"ghost.recordings": "recordings",
		"book.credit":      "credited",
	}
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "a")
		other := community(t, tx, "b")
		for key, column := range columns {
			wantColumn := func(when string, of Community, want int) {
				t.Helper()
				got := must(Get[int](tx, "read column", `SELECT `+column+` FROM communities WHERE id = $1`, of.ID))(t)
				if got != want {
					t.Errorf("%s: the column %s is %d, want %d", when, column, got, want)
				}
			}
			setColumn := func(value int) {
				t.Helper()
				err := tx.Exec("set column", `UPDATE communities SET title = 'A', `+column+` = $1 WHERE id = $2`, value, c.ID)
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := tx.SetSetting(c.ID, key, "on"); err != nil {
				return err
			}
			wantColumn("on", c, 1)
			wantColumn("of another community", other, 0)
			setColumn(1)
			wantSettings(t, tx, "as it was", c.ID, map[string]string{key: "on"})
			setColumn(0)
			wantSettings(t, tx, "switched off by the other", c.ID, nil)
			setColumn(1)
			wantSettings(t, tx, "switched on by the other", c.ID, map[string]string{key: "on"})
			if err := tx.SetSetting(c.ID, key, ""); err != nil {
				return err
			}
			wantColumn("off", c, 0)
		}
		return nil
	})
	write(t, s, func(tx *Tx) error {
		for key := range columns {
			if err := tx.SetSetting(must(tx.FindCommunity("test", "b"))(t).ID, key, "on"); err != nil {
				return err
			}
		}
		if err := rekey(tx, "test", "a", "b"); err != nil {
			return err
		}
		c := must(tx.FindCommunity("test", "b"))(t)
		sum := must(Get[int](tx, "read columns", `
			SELECT pin + quiet + reminder + recordings + credited FROM communities WHERE id = $1`, c.ID))(t)
		if sum != len(columns) {
			t.Errorf("%d columns of a merged community are set", sum)
		}
		// The other program deletes a community that has settings.
		err := tx.Exec("delete community", `DELETE FROM communities WHERE id = $1`, c.ID)
		if err != nil {
			return err
		}
		wantSettings(t, tx, "of a deleted community", c.ID, nil)
		return nil
	})
}

// A transaction that changes a setting locks the community until it is committed.
func TestSettingLocksTheCommunity(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { community(t, tx, "1"); return nil })
	write(t, s, func(tx *Tx) error {
		id := must(Get[int64](tx, "find", `SELECT id FROM communities WHERE key = '1'`))(t)
		if err := tx.SetSetting(id, "a.one", "on"); err != nil {
			return err
		}
		wantSettings(t, tx, "set", id, map[string]string{"a.one": "on"})
		write(t, s, func(other *Tx) error {
			must(other.exec("be impatient", `SET LOCAL lock_timeout = 100`))(t)
			if err := refused(t, other, func() error { return other.LockChat("test", "1") }); err == nil {
				t.Error("another has locked the community")
			}
			return nil
		})
		return nil
	})
}
