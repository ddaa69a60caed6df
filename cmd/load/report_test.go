package main

import (
	"testing"
	"time"
)

func TestSpread(t *testing.T) {
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(100-i)*time.Millisecond)
	}
	ms := time.Millisecond
	for _, test := range []struct {
		name  string
		times []time.Duration
		want  spread
	}{
		{"none", nil, spread{}},
		{"one", []time.Duration{7 * ms}, spread{1, 7 * ms, 7 * ms, 7 * ms, 7 * ms}},
		{"two", []time.Duration{9 * ms, 7 * ms}, spread{2, 7 * ms, 9 * ms, 9 * ms, 9 * ms}},
		{"a hundred", hundred, spread{100, 50 * ms, 95 * ms, 99 * ms, 100 * ms}},
		{"one more", append([]time.Duration{time.Second}, hundred...), spread{101, 51 * ms, 96 * ms, 100 * ms, time.Second}},
	} {
		if got := spreadOf(test.times); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestSpreadLeavesTimesAsTheyAre(t *testing.T) {
	times := []time.Duration{3, 1, 2}
	spreadOf(times)
	if times[0] != 3 || times[1] != 1 {
		t.Errorf("they are %v now", times)
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		123456 * time.Nanosecond:              "120µs",
		4567 * time.Microsecond:               "4.57ms",
		45678 * time.Microsecond:              "46ms",
		1234567 * time.Microsecond:            "1.23s",
		91*time.Second + 400*time.Millisecond: "1m31s",
	} {
		if got := brief(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
