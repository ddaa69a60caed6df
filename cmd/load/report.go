package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// A report prints figures as lines and remembers broken promises.
type report struct {
	out    io.Writer
	prefix string
	broken []string
}

// figure prints a figure under its name.
func (r *report) figure(name, format string, args ...any) {
	fmt.Fprintf(r.out, "%-34s %s\n", r.prefix+name, fmt.Sprintf(format, args...))
}

// promise prints a figure and marks it if its promise is broken.
func (r *report) promise(ok bool, name, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !ok {
		r.broken = append(r.broken, r.prefix+name+": "+text)
		text += "   <- BROKEN"
	}
	r.figure(name, "%s", text)
}

// none promises that a list is empty. If it is not, none prints its beginning.
func (r *report) none(name string, found []string) {
	r.promise(len(found) == 0, name, "%d", len(found))
	r.list(found)
}

// mostListed is how many cases of a list are shown.
const mostListed = 5

func (r *report) list(found []string) {
	for i, line := range found {
		if i == mostListed {
			fmt.Fprintf(r.out, "    and %d more\n", len(found)-i)
			return
		}
		fmt.Fprintf(r.out, "    %s\n", line)
	}
}

// close prints all broken promises and returns their number.
func (r *report) close() int {
	r.prefix = ""
	if len(r.broken) == 0 {
		r.figure("promises", "all held")
	}
	for _, b := range r.broken {
		r.figure("BROKEN", "%s", b)
	}
	return len(r.broken)
}

// A spread holds percentiles of times. It is zero if there are no times.
type spread struct {
	n                  int
	p50, p95, p99, max time.Duration
}

// spreadOf returns percentiles by nearest rank: p99 is the least time that 99 % of the times do not
// exceed.
func spreadOf(times []time.Duration) spread {
	if len(times) == 0 {
		return spread{}
	}
	sorted := slices.Sorted(slices.Values(times))
	at := func(share float64) time.Duration {
		return sorted[max(int(math.Ceil(share*float64(len(sorted)))), 1)-1]
	}
	return spread{
		n:   len(sorted),
		p50: at(0.5),
		p95: at(0.95),
		p99: at(0.99),
		max: at(1),
	}
}

func (s spread) String() string {
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, slowest %s of %d",
		brief(s.p50), brief(s.p95), brief(s.p99), brief(s.max), s.n)
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
