package main

import (
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// clockTolerance is how far this machine's clock may be off. Some rounds last only 30 seconds.
const clockTolerance = 5 * time.Second

// clockOff returns by how much this machine's clock is ahead of a server's, according to the Date of an answer.
// isKnown is false if the answer has no Date.
func clockOff(answer *http.Response, begun time.Time, took time.Duration) (off time.Duration, isKnown bool) {
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return 0, false
	}
	// The server wrote the Date about halfway through the call. The Date has whole seconds, and on average half a second
	// more had passed.
	middle := begun.Add(took / 2)
	return middle.Sub(there.Add(500 * time.Millisecond)).Round(time.Second), true
}

// quickCall is how long a call may take to tell the time: nobody knows when a long poll writes its Date.
const quickCall = 2 * time.Second

// A clockWatch warns once if the clock of a network differs from that of this machine.
type clockWatch struct {
	next    http.RoundTripper
	network string
	log     *slog.Logger
	once    sync.Once
}

// RoundTrip implements http.RoundTripper.
func (c *clockWatch) RoundTrip(r *http.Request) (*http.Response, error) {
	begun := time.Now()
	answer, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	took := time.Since(begun)
	off, isKnown := clockOff(answer, begun, took)
	isOff := isKnown && off.Abs() > clockTolerance
	if isOff && took < quickCall {
		c.once.Do(func() {
			c.log.Warn("the clock of this machine is wrong, or that of the network is: rounds and dailies depend on it",
				"network", c.network, "ahead", off)
		})
	}
	return answer, nil
}
