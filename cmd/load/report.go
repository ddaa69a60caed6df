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

// figure prints a figure after its name.
func (r *report) figure(name, format string, args ...any) {
	fmt.Fprintf(r.out, "%-34s %s\n", r.prefix+name, fmt.Sprintf(format, args...))
}

// promise prints a figure for which there is a promise. If the promise is not kept, the line says so.
func (r *report) promise(isKept bool, name, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !isKept {
		r.broken = append(r.broken, r.prefix+name+": "+text)
		text += "   <- BROKEN"
	}
	r.figure(name, "%s", text)
}

// none promises that nothing was found. Otherwise it prints the beginning of the list.
func (r *report) none(name string, found []string) {
	r.promise(len(found) == 0, name, "%d", len(found))
	r.list(found)
}

// mostListed is how many lines of a list are printed.
const mostListed = 5

// list prints the beginning of a list, a line for each item.
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
	// n is how many times there are.
	n   int
	p50 time.Duration
	p95 time.Duration
	p99 time.Duration
	max time.Duration
}

// spreadOf returns percentiles by nearest rank. For example, p99 is the shortest of the times that is as long as
// 99 % of them or longer.
func spreadOf(times []time.Duration) spread {
	if len(times) == 0 {
		return spread{}
	}
	sorted := slices.Sorted(slices.Values(times))
	at := func(share float64) time.Duration {
		rank := int(math.Ceil(share * float64(len(sorted))))
		return sorted[rank-1]
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
