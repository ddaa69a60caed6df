package main

import (
	"fmt"
	"io"
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

// none promises that a list is empty, and prints its beginning.
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
