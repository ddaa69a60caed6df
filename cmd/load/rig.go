package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"reckon/storage/dbtest"
)

// A rig is the bot on a database of its own before stand-ins of its own.
type rig struct {
	*stage
	*report
	setup *setup
	dir   string
	db    string
	log   *os.File
	drop  func() error // takes the database away; nil: it is a file
	fleet
}

// open opens a stage with these options. The bot is not running yet.
func (s *setup) open(ctx context.Context, r *report, options ...string) (*rig, error) {
	s.rigs++
	dir := filepath.Join(s.dir, fmt.Sprintf("%d", s.rigs))
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	st, err := openStage(ctx, s.stage, s.Specs, log, options...)
	if err != nil {
		return nil, err
	}
	bots, err := newFleet(s.Processes)
	if err != nil {
		return nil, err
	}
	g := &rig{stage: st, report: r, setup: s, dir: dir, db: filepath.Join(dir, "reckon.db"), log: log, fleet: bots}
	if s.Postgres {
		err = g.onServer(ctx)
	}
	return g, err
}

// onServer gives the rig a database on a PostgreSQL server.
func (g *rig) onServer(ctx context.Context) (err error) {
	server, err := dbtest.Start(dbtest.Options{Afar: g.setup.Afar})
	if err != nil {
		return err
	}
	g.db, g.drop = server.URL, server.Stop
	if g.setup.Afar <= 0 {
		return nil
	}
	trips, err := roundTrips(ctx, g.db)
	if err == nil {
		g.figure("to the database and back", "%s", trips)
	}
	return err
}

// close ends everything.
func (g *rig) close() {
	for i, bot := range g.bots {
		if bot != nil {
			g.kill(i)
		}
	}
	g.stage.end(syscall.SIGKILL, time.Second)
	if g.drop != nil && g.drop() != nil {
		fmt.Fprintln(g.log, "the database was not dropped") // it ends with this program
	}
	g.log.Close()
}

// A gap is a time in which the bot was not there, or not for all of it.
type gap struct{ from, to time.Time }

// grace is how long Discord waits for an answer: what was said so shortly before
// the bot went away may die with it.
const grace = 3 * time.Second

// in tells whether what was said at a time may have died in one of the gaps.
func in(gaps []gap, at time.Time) bool {
	for _, g := range gaps {
		if at.After(g.from.Add(-grace)) && at.Before(g.to.Add(time.Second/2)) {
			return true
		}
	}
	return false
}

// calmFor is for how long nothing more must be said until all is taken for said.
const calmFor = 5 * time.Second

// settled returns what people did at places once everyone was told something, or
// the bot has taken all there is and says no more, at the latest after a time.
func (g *rig) settled(ctx context.Context, places []place, most time.Duration) ([]*saying, error) {
	return g.hush(ctx, places, (*saying).mayBeTold, calmFor, most)
}

// hush returns what people did at places once nobody waits, or nothing more has
// been said for a while, at the latest after a time.
func (g *rig) hush(ctx context.Context, places []place, waits func(*saying) bool, calmFor, most time.Duration) ([]*saying, error) {
	until := time.Now().Add(most)
	calm, told := time.Now(), -1
	for {
		all, err := g.sayings(ctx, places)
		if err != nil {
			return nil, err
		}
		waiting, err := g.order(ctx, "tg pending", nil)
		if err != nil {
			return nil, err
		}
		n := countTold(all)
		if n != told || waiting.Text != "0" {
			calm, told = time.Now(), n
		}
		now := time.Now()
		if !slices.ContainsFunc(all, waits) || now.Sub(calm) > calmFor || now.After(until) {
			break
		}
		if err := pause(ctx, time.Second/2); err != nil {
			return nil, err
		}
	}
	if err := pause(ctx, time.Second/2); err != nil { // for what is told twice
		return nil, err
	}
	return g.sayings(ctx, places)
}

func countTold(all []*saying) int {
	n := 0
	for _, s := range all {
		if len(s.told) > 0 {
			n++
		}
	}
	return n
}

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// write writes what was said at places to a file beside the database, if that is
// kept.
func (g *rig) write(ctx context.Context, places []place) error {
	if g.setup.Keep == "" {
		return nil
	}
	var all strings.Builder
	for _, p := range places {
		text, err := g.reading(ctx, p)
		if err != nil {
			return err
		}
		fmt.Fprintf(&all, "== %s, %s\n%s\n\n", p.name, p.network, text)
	}
	return os.WriteFile(filepath.Join(g.dir, "transcripts"), []byte(all.String()), 0o644)
}
