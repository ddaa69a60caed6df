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

// startsIn is how much time a bot has to start before the first deals or dailies.
const startsIn = 3 * time.Second

// dailiesWithin is how long reportDailies waits for the dailies.
const dailiesWithin = 15 * time.Minute

// leastRate is how many dailies a second are promised on each network if nothing else is sent there. That is
// nearly what the network takes, which is 30 and 50 messages a second.
var leastRate = map[string]float64{
	telegramName: 0.95 * 30,
	discordName:  0.95 * 50,
}

// dailies says at which places of a network the daily comes.
type dailies struct {
	network network
	chats   map[string]bool
}

// scheduleDailies sets the moment at which the daily comes to a number of groups on each network. It must be
// called before the bot runs.
func (g *rig) scheduleDailies(
	ctx context.Context, networks []network, count int, at time.Time,
) (all []dailies, err error) {
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
			d := dailies{network: n, chats: map[string]bool{}}
			for i := range count {
				t := n.seat(fmt.Sprint("daily", i), groupSize)
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

// scheduleDaily makes a table a group whose daily comes at a time.
func scheduleDaily(tx *storage.Tx, t *table, at time.Time) error {
	const isPrivate = false
	const noOwner = 0
	const noTitle = ""
	c, err := tx.EnsureCommunity(t.network.name(), t.community, isPrivate, noOwner, noTitle, time.Now())
	if err != nil {
		return err
	}
	c.Zone = "Etc/UTC"
	c.Hour = 0
	c.Daily = true
	c.DailyChannel = t.channel
	job := storage.Job{
		Kind: "daily",
		Key:  strconv.FormatInt(c.ID, 10),
		At:   at,
	}
	if err := tx.SetJob(job); err != nil {
		return err
	}
	return tx.SaveCommunity(c)
}

// reportDailies waits for all dailies, and reports for each network at what rate they came. If they were alone,
// so that nothing else was sent, it promises a rate.
func (g *rig) reportDailies(ctx context.Context, all []dailies, alone bool) {
	expected := 0
	for _, d := range all {
		expected += len(d.chats)
	}
	until(ctx, dailiesWithin, func() bool {
		// To read all messages each time would take a whole core.
		if g.count() < expected {
			return false
		}
		came := 0
		for _, d := range all {
			came += len(g.dailiesCome(d))
		}
		return came >= expected
	})
	for _, d := range all {
		promised := 0.0
		if alone {
			promised = leastRate[d.network.name()]
		}
		g.reportRate(d, promised)
	}
}

// dailiesCome returns the dailies that have come, in order.
func (g *rig) dailiesCome(d dailies) []message {
	all := g.seen(time.Time{}, "Daily #")
	return slices.DeleteFunc(all, func(m message) bool { return m.edit || !d.chats[m.chat] })
}

// reportRate reports at how many a second the dailies came on a network, from the first to the last.
func (g *rig) reportRate(d dailies, promised float64) {
	name := d.network.name() + ": dailies"
	came := g.dailiesCome(d)
	if len(came) == 0 {
		g.promise(false, name, "none came")
		return
	}
	cameTo := map[string]int{}
	var doubled []string
	for _, m := range came {
		cameTo[m.chat]++
		if cameTo[m.chat] == 2 {
			doubled = append(doubled, m.chat)
		}
	}
	first := came[0].at
	last := came[len(came)-1].at
	lasted := last.Sub(first)
	rate := 0.0
	if lasted > 0 {
		rate = float64(len(came)-1) / lasted.Seconds()
	}
	missing := len(d.chats) - len(cameTo)
	g.promise(rate >= promised && missing == 0, name,
		"%d in %s, %.1f a second; %d still to come", len(came), brief(lasted), rate, missing)
	g.none(name+" doubled", doubled)
}
