package round

import (
	"slices"
	"testing"

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
