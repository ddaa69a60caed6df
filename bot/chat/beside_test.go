package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Beside a picture a table has only the rows that the picture lacks. Without a picture it has all.
func TestBesidePicture(t *testing.T) {
	rows := [][]string{{"points", "20"}, {"hints", "1"}, {"wrong", "3"}}
	for _, test := range []struct {
		hasPicture bool
		pictured   int
		want       *Table
	}{
		{false, 2, &Table{Rows: rows, Pictured: 2}},
		{true, 0, &Table{Rows: rows}},
		{true, 2, &Table{Rows: rows[2:]}},
		{true, 3, nil},
	} {
		r := Reply{Table: &Table{Rows: rows, Pictured: test.pictured}}
		if test.hasPicture {
			r.Picture = &Picture{}
		}
		if diff := cmp.Diff(test.want, r.BesidePicture().Table); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test, diff)
		}
		if len(r.Table.Rows) != len(rows) {
			t.Errorf("%+v: the reply itself has lost rows", test)
		}
	}
	if got := (Reply{Picture: &Picture{}}).BesidePicture(); got.Table != nil {
		t.Errorf("without a table there is %+v", got.Table)
	}
}
