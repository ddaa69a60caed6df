package round

import (
	"slices"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// A record is hidden while others could earn points with it: on a live day, and while its puzzle is open
// in a group. Numbers that somebody typed pay nobody, so they hide it from nobody.
func TestClassesInPlay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		group := community(t, tx, "group").ID
		alone := must(tx.EnsureCommunity("net", "alone", true, player(t, tx, "ann").ID, "", storetest.Noon))(t).ID
		round(t, tx, storage.Round{CommunityID: group, Class: "dealt"})
		round(t, tx, storage.Round{CommunityID: group, Class: "typed", Custom: true})
		round(t, tx, storage.Round{CommunityID: group, Class: "over", ClosedAt: storetest.Noon})
		round(t, tx, storage.Round{CommunityID: group, Class: "not asked for"})
		round(t, tx, storage.Round{CommunityID: alone, Class: "alone"})
		for number, class := range []string{"yesterday", "today", "tomorrow"} {
			if err := AddDaily(tx, number+1, "24", "24:1,2,3,4", class); err != nil {
				return err
			}
		}
		asked := []string{"alone", "dealt", "nowhere", "over", "today", "tomorrow", "typed", "yesterday"}
		got := must(classesInPlay(tx, asked, 2, 2))(t)
		slices.Sort(got)
		if want := []string{"dealt", "today"}; !slices.Equal(got, want) {
			t.Errorf("in play: %q, want %q", got, want)
		}
		return nil
	})
}

// Only a better record replaces a record, with all that is known of it.
func TestRecordIsBeaten(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		later := storetest.Noon.Add(time.Hour)
		first := Record{Puzzle: "tchisla:49#7", Game: "tchisla", Measure: 3, Was: 5, Text: "first", PlayerID: ann, At: storetest.Noon}
		better := Record{Puzzle: "tchisla:49#7", Game: "tchisla", Measure: 2, Was: 3, Text: "better", PlayerID: bo, At: later}
		asGood := better
		asGood.Measure = 3
		for _, c := range []struct{ save, want Record }{{first, first}, {asGood, first}, {better, better}, {first, better}} {
			if err := SaveRecord(tx, c.save); err != nil {
				return err
			}
			got := must(findRecord(tx, "tchisla:49#7"))(t)
			if !got.At.Equal(c.want.At) {
				t.Errorf("after %q the record is of %v", c.save.Text, got.At)
			}
			got.At = c.want.At
			if got != c.want {
				t.Errorf("after %q, of %d, the record is %+v", c.save.Text, c.save.Measure, got)
			}
		}
		return nil
	})
}
