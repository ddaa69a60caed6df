package twentyfour

import (
	"testing"

	"reckon/engine"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ desc, id string }{
		{"3,3,8,8", "24:3,3,8,8"},
		{"8 3  8,3", "24:3,3,8,8"},
		{"8，3、8　３", "24:3,3,8,8"},
		{"a j Q k", "24:1,11,12,13"},
		{"AJQK", "24:1,11,12,13"},
		{"T 10", "24:10,10"},
		{"1,2,3,4,5=100", "24:1,2,3,4,5=100"},
		{"1 2 3 4 5 = 100", "24:1,2,3,4,5=100"},
		{"1,2,3,4=24", "24:1,2,3,4"},
		{"1,2=-1", "24:1,2=-1"},
		{"1 2 ＝ − 1", "24:1,2=-1"},
		{"007,0", "24:0,7"},
		{"999,999,999,999,999,999=-1000000000", "24:999,999,999,999,999,999=-1000000000"},
	} {
		p, err := Game{}.Parse(tt.desc)
		if err != nil || p.ID() != tt.id {
			t.Errorf("Parse(%q) = %v, %v, want %s", tt.desc, p, err, tt.id)
		}
	}
	for _, tt := range []struct{ desc, fault string }{
		{"", "hand.count count=0 max=6 min=2"},
		{"24", "hand.count count=1 max=6 min=2"},
		{"1 2 3 4 5 6 7", "hand.count count=7 max=6 min=2"},
		{"3 3 8 1000", "hand.card max=999 min=0 text=1000 at=6"},
		{"3 3 8 99999999999999999999", "hand.card max=999 min=0 text=99999999999999999999 at=6"},
		{"3 3 -8 8", "hand.card max=999 min=0 text=- at=4"},
		{"3 3 八 8", "hand.card max=999 min=0 text=八 at=4"},
		{"3 3 8 8 =", "hand.goal limit=1000000000 text= at=9"},
		{"3 3 8 8 = 1000000001", "hand.goal limit=1000000000 text=1000000001 at=9"},
		{"3 3 8 8 = 1/2", "hand.goal limit=1000000000 text=1/2 at=9"},
		{"3 3 8 8\xff", "hand.card max=999 min=0 text=\xff at=7"},
	} {
		_, err := Game{}.Parse(tt.desc)
		if engine.AsFault(err) == nil || err.Error() != tt.fault {
			t.Errorf("Parse(%q): %v, want %s", tt.desc, err, tt.fault)
		}
	}
}
