package zone

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

var summer = time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB) *Table {
	t.Helper()
	table, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestNamed(t *testing.T) {
	table := open(t)
	for text, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "berlin": "Europe/Berlin", "MÜNCHEN": "Europe/Berlin", "munich": "Europe/Berlin",
		"america/new_york": "America/New_York", "new york": "America/New_York", "Boston": "America/New_York",
		"sao paulo": "America/Sao_Paulo", "São Paulo": "America/Sao_Paulo", "上海": "Asia/Shanghai", "台北": "Asia/Taipei",
		"Japan": "Asia/Tokyo", "US/Eastern": "US/Eastern", "asia/calcutta": "Asia/Calcutta",
		"UTC": "Etc/UTC", "gmt": "Etc/UTC", "UTC+8": "Etc/GMT-8", "+8": "Etc/GMT-8", "GMT-3": "Etc/GMT+3", "utc −3:00": "Etc/GMT+3",
		"+5:30": "Asia/Kolkata", "UTC+0545": "Asia/Kathmandu",
		"Germany": "", "United States": "", "EST": "America/New_York", "pst": "America/Los_Angeles", "PDT": "America/Los_Angeles", "CET": "Europe/Berlin",
		"BST": "Europe/London", "JST": "Asia/Tokyo", "CST": "", "IST": "", "GST": "Asia/Dubai",
		"Local": "", "": "", "+15": "", "8am": "", "nowhere": "", "../etc/passwd": "", "+0:17": "",
	} {
		at, ok := table.ByName(text)
		got := ""
		if ok {
			got = at.String()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	table := open(t)
	for _, c := range []struct {
		text string
		// want has the first ones.
		want []string
	}{
		{"ber", []string{"Europe/Berlin"}},
		{"new y", []string{"America/New_York"}},
		{"york", []string{"America/New_York"}},
		{"germany", []string{"Europe/Berlin", "Europe/Busingen"}},
		{"上", []string{"Asia/Shanghai"}},
		{"utc+8", []string{"Etc/GMT-8", "Asia/Shanghai"}},
		{"+9:30", []string{"Australia/Darwin"}},
		{"+2", []string{"Etc/GMT-2", "Africa/Johannesburg"}},
		{"", []string{"Asia/Shanghai", "Asia/Hong_Kong"}},
		{"zzz", nil},
	} {
		var got []string
		for _, m := range table.Find(c.text, summer, 25) {
			got = append(got, m.Zone.String())
		}
		if len(got) < len(c.want) || !slices.Equal(got[:len(c.want)], c.want) || c.want == nil && got != nil {
			t.Errorf("%q finds %v, want %v first", c.text, got, c.want)
		}
	}
	if got := table.Find("munich", summer, 1)[0].Name; got != "Munich" {
		t.Errorf("found as %q", got)
	}
	if got := table.Find("+2", summer, 100); !slices.ContainsFunc(got, func(m Match) bool { return m.Zone.String() == "Europe/Berlin" }) {
		t.Error("a zone in its summer is not found by its distance")
	}
}

// For any text Find returns no zone twice, never too many, and ByName knows each.
func TestFindAnything(t *testing.T) {
	table := open(t)
	property.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`(?i)(utc|gmt)?[+-]?[0-9:]{0,5}|[a-z /_]{0,6}`)).Draw(t, "text")
		found := table.Find(text, summer, 25)
		if len(found) > 25 {
			t.Errorf("%d found", len(found))
		}
		seen := map[string]bool{}
		for _, m := range found {
			name := m.Zone.String()
			if seen[name] {
				t.Errorf("%s is found twice", name)
			}
			seen[name] = true
			if at, ok := table.ByName(Label(m.Zone)); !ok || at.String() != name {
				t.Errorf("%s is shown as %s, which names %v", name, Label(m.Zone), at)
			}
		}
	})
}
