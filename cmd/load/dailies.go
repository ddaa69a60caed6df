package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/storage"
)

// startsIn is how long before its dailies a bot is started.
const startsIn = 3 * time.Second

// dailiesWithin is how long all dailies may take.
const dailiesWithin = 15 * time.Minute

// leastRate is the promised number of dailies a second when nothing else is sent to a network: nearly
// as many as the network takes.
var leastRate = map[string]float64{"telegram": 0.95 * 30, "discord": 0.95 * 50}

// dailies are the dailies that are due at one moment at places of a network.
type dailies struct {
	network network
	chats   map[string]bool
}

// scheduleDailies makes the daily due at a time in a number of groups of each network. It must be called
// before the bot runs.
func (g *rig) scheduleDailies(ctx context.Context, networks []network, count int, at time.Time) (all []dailies, err error) {
	if count == 0 {
		return nil, nil
	}
	store, err := storage.Open(ctx, g.db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	err = store.Write(ctx, func(tx *storage.Tx) error {
		for _, n := range networks {
			d := dailies{n, map[string]bool{}}
			for i := range count {
				t := n.seat(fmt.Sprint("d", i), 2)
				d.chats[t.chat] = true
				if err := scheduleDaily(tx, t, at); err != nil {
					return err
				}
			}
			all = append(all, d)
		}
		return nil
	})
	return all, err
}

func scheduleDaily(tx *storage.Tx, t *table, at time.Time) error {
	c, err := tx.EnsureCommunity(t.network.name(), t.community, false, 0, "", time.Now())
	if err != nil {
		return err
	}
	c.Zone = "Etc/UTC"
	c.Hour = 0
	c.Daily = true
	c.DailyChannel = t.channel
	if err := tx.SetJob(storage.Job{Kind: "daily", Key: strconv.FormatInt(c.ID, 10), At: at}); err != nil {
		return err
	}
	return tx.SaveCommunity(c)
}

// reportDailies waits for all dailies, and reports for each network the rate from the first to the last.
// If nothing else was sent (alone), it promises a rate.
func (g *rig) reportDailies(ctx context.Context, all []dailies, alone bool) {
	most := 0
	for _, d := range all {
		most += len(d.chats)
	}
	until(ctx, dailiesWithin, func() bool {
		if g.count() < most {
			// Looking at all messages each time would take a whole core.
			return false
		}
		came := 0
		for _, d := range all {
			came += len(g.dailiesCome(d))
		}
		return came >= most
	})
	for _, d := range all {
		name := d.network.name()
		rate := 0.0
		if alone {
			rate = leastRate[name]
		}
		g.reportRate(name, d, rate)
	}
}

// dailiesCome returns the dailies that have come, in order.
func (g *rig) dailiesCome(d dailies) []message {
	return slices.DeleteFunc(g.seen(time.Time{}, "Daily #"), func(m message) bool { return m.edit || !d.chats[m.chat] })
}

func (g *rig) reportRate(name string, d dailies, rate float64) {
	came := g.dailiesCome(d)
	if len(came) == 0 {
		g.promise(false, name+": dailies", "none came")
		return
	}
	times := map[string]int{}
	var doubled []string
	for _, m := range came {
		times[m.chat]++
		if times[m.chat] == 2 {
			doubled = append(doubled, m.chat)
		}
	}
	lasted := came[len(came)-1].at.Sub(came[0].at)
	got := float64(len(came)-1) / max(lasted.Seconds(), 0.001)
	missing := len(d.chats) - len(times)
	g.promise(got >= rate && missing == 0, name+": dailies",
		"%d in %s, %.1f a second; %d still to come", len(came), brief(lasted), got, missing)
	g.none(name+": dailies doubled", doubled)
}
