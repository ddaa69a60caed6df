package play

import (
	"testing"

	"reckon/storage"
)

// Whatever the zone and the hour, exactly one daily is the first one due after the
// winners of a month are kept: that of one of the first three days of the next month.
func TestOneDailyAnnouncesASeason(t *testing.T) {
	for _, zone := range []string{"UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Shanghai", "America/New_York", "Asia/Kathmandu"} {
		for hour := range 24 {
			c := storage.Community{Zone: zone, Hour: hour, Minute: 30}
			first := Number(Day(1).AddDate(0, 3, 0))
			for number := first - 20; number < first+25; number++ {
				ended, before := endedMonth(postedAt(c, number)), endedMonth(postedAt(c, number-1))
				kept := monthOf(ended).AddDate(0, 1, 0).Add(seasonDelay)
				if postedAt(c, number).Before(kept) {
					t.Errorf("%s, %d:30: #%d is due before its month is kept", zone, hour, number)
				}
				want := !postedAt(c, number-1).After(kept) && postedAt(c, number).After(kept)
				if (ended != before) != want || want && (number < first || number > first+2) {
					t.Errorf("%s, %d:30: #%d announces: %t", zone, hour, number, ended != before)
				}
			}
		}
	}
}
