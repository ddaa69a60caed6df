package talk

import (
	"testing"

	"reckon/storage/storetest"
)

// What people did in matches is for administrators, where people play together.
func TestResultsAreForAdministrators(t *testing.T) {
	store := storetest.Open(t)
	rounds := newRounds(t)
	rounds.Play = newPlay(t, store)
	x := Matches{Deals: Deals{Rounds: rounds}}
	for _, test := range []struct {
		name           string
		private, admin bool
		want           bool
	}{
		{"a member", false, false, false},
		{"an administrator", false, true, true},
		{"alone", true, true, false},
	} {
		req := newRequest(t, test.private)
		req.Act.Admin = test.admin
		table, ok, err := x.Results(req)
		if err != nil || ok != test.want || (len(table.Head) > 0) != test.want {
			t.Errorf("%s: %t, %q (%v)", test.name, ok, table.Head, err)
		}
	}
}
