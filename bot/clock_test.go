package bot

import "testing"

func TestReadClock(t *testing.T) {
	for text, want := range map[string]string{
		"8": "8:00", "08": "8:00", "8:30": "8:30", "8.30": "8:30", "8：30": "8:30", "8pm": "20:00", "8 PM": "20:00", "8:15 p.m.": "20:15",
		"12am": "0:00", "12pm": "12:00", "0": "0:00", "23:59": "23:59", "20h": "20:00", "20h30": "20:30", "8点": "8:00", "8點半": "8:30",
		"晚上8点半": "20:30", "下午3点15分": "15:15", "早上 7:05": "7:05", " 9 ": "9:00",
		"": "", "24": "", "25": "", "8:60": "", "8:5": "", "13pm": "", "0am": "", "-1": "", "noon": "", "8:30:00": "", "8 30": "", "半": "",
	} {
		hour, minute, ok := readClock(text)
		if got := clockOf(hour, minute); ok != (want != "") || ok && got != want {
			t.Errorf("%q is read as %s, %v; want %q", text, got, ok, want)
		}
	}
}
