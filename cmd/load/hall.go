package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// A hall is full of tables, on both networks.
type hall struct {
	*rig
	tables []*table
	places []place
	leave  context.CancelFunc
	over   sync.WaitGroup
}

// newHall makes as many tables as are needed to say so much a second: private
// chats, groups and channels.
func newHall(g *rig, rate float64) *hall {
	h := &hall{rig: g}
	each := leastPause + leastPause/4 // a person has 20 a minute
	n := int(rate * each.Seconds())
	groups := max(n/10, 1)
	h.places = append(h.places, telegramChats("P:", "t", n/2-groups)...)
	h.places = append(h.places, telegramChats("S", "t", groups)...)
	h.places = append(h.places, discordChannels("H", n-n/2)...)
	serve := new(atomic.Int64)
	for i, p := range h.places {
		t := &table{stage: g.stage, place: p, seats: 3, pause: each, rand: rand.New(rand.NewPCG(g.setup.Seed, uint64(i))), serve: serve}
		if p.private() {
			t.seats = 1
		}
		h.tables = append(h.tables, t)
	}
	return h
}

// open has all tables begin to play.
func (h *hall) open(ctx context.Context) {
	ctx, h.leave = context.WithCancel(ctx)
	for _, t := range h.tables {
		h.over.Go(func() {
			t.rest(ctx) // not all at the same moment
			t.play(ctx)
		})
	}
}

// close has them end; what they are about to say, they say.
func (h *hall) close() {
	h.leave()
	h.over.Wait()
}

// account waits until all is said, ends the bot, and holds what was said to people
// against what is stored. In gaps the bot was away.
func (h *hall) account(ctx context.Context, gaps []gap, most time.Duration) error {
	all, err := h.settled(ctx, h.places, most)
	if err != nil {
		return err
	}
	if err := h.write(ctx, h.places); err != nil {
		return err
	}
	return h.balance(ctx, all, gaps)
}
