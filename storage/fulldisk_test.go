package storage

import (
	"fmt"
	"strings"
	"testing"

	"reckon/storage/dbtest"
)

// On a full disk people read, and nobody writes. What was stored before stays, and as soon as there is room
// again, so does what is stored from then on.
func TestFullDisk(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	save := func(name string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.SetMeta(name, strings.Repeat("x", 10_000)) })
	}
	saved := func() int {
		var n int
		err := s.Read(t.Context(), func(tx *Tx) error {
			var err error
			n, err = Get[int](tx, "count", `SELECT COUNT(*) FROM meta WHERE key LIKE 'text %'`)
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return n
	}
	write(t, s, func(tx *Tx) error {
		pages := must(Get[int](tx, "count pages", `PRAGMA page_count`))(t)
		return tx.Exec("limit pages", fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+50))
	})
	stored := 0
	var full error
	for stored < 50 && full == nil {
		full = save(fmt.Sprint("text ", stored))
		if full == nil {
			stored++
		}
	}
	if stored == 0 || full == nil || !Unavailable(full) {
		t.Fatalf("after %d texts: %v", stored, full)
	}
	for i := range 3 {
		if err := save(fmt.Sprint("text again ", i)); !Unavailable(err) {
			t.Errorf("the disk is full, and another is stored: %v", err)
		}
	}
	if got := saved(); got != stored {
		t.Errorf("%d texts can be read, want %d", got, stored)
	}
	write(t, s, func(tx *Tx) error { return tx.Exec("make room", `PRAGMA max_page_count = 1000000`) })
	if err := save("text later"); err != nil {
		t.Error(err)
	}
	if got := saved(); got != stored+1 {
		t.Errorf("%d texts can be read once there is room, want %d", got, stored+1)
	}
}
