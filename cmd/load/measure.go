package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// A spread holds percentiles of times. The zero spread is that of no times.
type spread struct {
	n                  int
	p50, p95, p99, max time.Duration
}

// spreadOf takes percentiles by nearest rank: p99 is the least time that 99 % do not
// exceed.
func spreadOf(times []time.Duration) spread {
	if len(times) == 0 {
		return spread{}
	}
	sorted := slices.Sorted(slices.Values(times))
	at := func(share float64) time.Duration {
		return sorted[max(int(math.Ceil(share*float64(len(sorted)))), 1)-1]
	}
	return spread{len(sorted), at(0.5), at(0.95), at(0.99), at(1)}
}

func (s spread) String() string {
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, slowest %s of %d", brief(s.p50), brief(s.p95), brief(s.p99), brief(s.max), s.n)
}

// brief prints a time with two or three digits.
func brief(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// syncCost is the median time of a synced write of a page in a folder.
func syncCost(dir string) (time.Duration, error) {
	f, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	page := make([]byte, 4096)
	var times []time.Duration
	for range 50 {
		began := time.Now()
		if _, err := f.Write(page); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(began))
	}
	return spreadOf(times).p50, nil
}

// machine describes this machine and how busy it is.
func machine() string {
	load := "unknown"
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		fmt.Sscan(string(text), &load)
	}
	return fmt.Sprintf("%d cores, load average before %s", runtime.NumCPU(), load)
}
