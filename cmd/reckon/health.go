package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"reckon/config"
)

// A bot that has missed three pulses is no longer well.
const (
	pulseEvery = 20 * time.Second
	pulseAge   = 3 * pulseEvery
)

type healthCmd struct{}

// Run reports well if a bot has written to the database within the last
// minute: then the process runs, the disk takes writes and no lock is stuck.
func (healthCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	// Opening would make a database where there is none.
	if _, err := os.Stat(s.DB); err != nil {
		return err
	}
	at, err := lastPulse(ctx, s)
	if err != nil {
		return fmt.Errorf("no pulse in %s: %w", s.DB, err)
	}
	age := time.Since(at).Round(time.Second)
	if age > pulseAge {
		fmt.Fprintf(c.err, "reckon: last pulse %v ago\n", age)
		return no
	}
	_, err = fmt.Fprintf(c.out, "alive %v ago\n", max(age, 0))
	return err
}
