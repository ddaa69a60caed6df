package bot_test

import (
	"strings"
	"testing"

	"reckon/bot/round"
	"reckon/storage"
)

// TestOldRecordIsPrintedAnew stores a record with brackets that are not needed, as earlier versions wrote
// them.
func TestOldRecordIsPrintedAnew(t *testing.T) {
	r := newRoom(t)
	err := r.store.Write(t.Context(), func(tx *storage.Tx) error {
		p, err := tx.EnsurePlayer("net", "bob", "bob", "en", r.now)
		if err != nil {
			return err
		}
		return round.SaveRecord(tx, round.Record{Puzzle: "tchisla:16#1", PlayerID: p.ID, Text: "11+((1+(1+1))!-1)", Measure: 4, Was: 6, At: r.now})
	})
	if err != nil {
		t.Fatal(err)
	}
	own := conversation("ann")
	r.command("ann", own, "tchisla", "16 1")
	if got := onTerminal(r.command("ann", own, "giveup", "")); !strings.Contains(got, "Best known: 11+(1+1+1)!-1,") {
		t.Errorf("the record is shown as\n%s", got)
	}
}
