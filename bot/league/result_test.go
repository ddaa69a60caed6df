package league

import (
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// People are told between eight in the morning and nine in the evening of their own day.
func TestDaytime(t *testing.T) {
	const layout = "2 Jan 15:04"
	for _, test := range []struct{ zone, now, want string }{
		{"", "9 Mar 15:00", "9 Mar 15:00"},
		{"", "9 Mar 07:59", "9 Mar 08:00"},
		{"", "9 Mar 08:00", "9 Mar 08:00"},
		{"", "9 Mar 20:59", "9 Mar 20:59"},
		{"", "9 Mar 21:00", "10 Mar 08:00"},
		{"Asia/Shanghai", "9 Mar 15:00", "10 Mar 00:00"},
		{"Pacific/Auckland", "9 Mar 15:00", "9 Mar 19:00"},
		{"Pacific/Pago_Pago", "9 Mar 15:00", "9 Mar 19:00"},
		{"Europe/Berlin", "9 Mar 15:00", "9 Mar 15:00"},
	} {
		now, err := time.Parse(layout, test.now)
		if err != nil {
			t.Fatal(err)
		}
		now = now.AddDate(2026, 0, 0)
		days := round.CalendarOf(storage.Community{Zone: test.zone})
		if got := daytime(days, now).UTC().Format(layout); got != test.want {
			t.Errorf("%q at %s: the result is told at %s, want %s", test.zone, test.now, got, test.want)
		}
	}
}
