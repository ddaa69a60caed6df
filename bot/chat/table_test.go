package chat_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

func TestTableLines(t *testing.T) {
	table := chat.Table{
		Head: []string{"#", "name", "points", "at"},
		Rows: [][]string{{"1", "小明", "1,050", "9:00"}, {"12", "e\u0301mile", "-3", "12:30"}, {"3", "A\nB", "7%", "soon"}},
	}
	want := []string{
		" #  name   points  at",
		" 1  小明    1,050  9:00",
		"12  e\u0301mile      -3  12:30",
		" 3  A B        7%  soon",
	}
	got := table.Lines(chat.PhoneColumns, func(s string) string { return strings.ReplaceAll(s, "\n", " ") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	wide := chat.Table{Rows: [][]string{
		{"🥇", "Bartholomew of the Very Long Name", "1250", "10"}, {"4", "小明小明小明小明小明小明小明小明", "50", "3"}, {"5", "Ann", "8", "1"},
	}}
	want = []string{
		"🥇  Bartholomew of the…   1250  10",
		"4   小明小明小明小明小…     50   3",
		"5   Ann                      8   1",
	}
	got = wide.Lines(chat.PhoneColumns, strings.TrimSpace)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a wide table (-want +got):\n%s", diff)
	}
	for _, line := range got {
		if chat.Width(line) > 34 {
			t.Errorf("%q is wider than a phone", line)
		}
	}
	if got := (chat.Table{}).Lines(chat.PhoneColumns, strings.TrimSpace); got != nil {
		t.Errorf("an empty table is %q", got)
	}
}
