package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type steadyCmd struct {
	Rate    float64       `default:"500" help:"Acts a second (${default})."`
	Places  int           `default:"5000" help:"How many chats: every fifth is a group of five people, the others are private (${default})."`
	For     time.Duration `default:"20s" help:"How long people play (${default})."`
	Discord bool          `help:"Put half of the places on Discord; otherwise all are on Telegram."`
	Limits  bool          `help:"Make the networks refuse what comes faster than they allow."`
	P99     time.Duration `name:"p99" default:"100ms" help:"The promise is broken if more than 1 % of the results take longer than this to come (${default})."`
	Written int64         `default:"30000" help:"The promise is broken if an act writes more bytes than this to the disk; 0 promises nothing (${default})."`
	trouble
	Dailies int `placeholder:"N" help:"Let the daily come to this many groups on each network, at the beginning."`
}

func (c *steadyCmd) limits() bool { return c.Limits }

// Validate implements kong's check of a command.
func (c *steadyCmd) Validate() error {
	if c.For <= 0 {
		return errors.New("--for must be more than 0")
	}
	least := 2 * (c.Storm + stormBack)
	if c.Storm > 0 && c.For < least {
		return fmt.Errorf("--for must be %v or more, so that people also play before and after the storm", least)
	}
	if c.Places > 0 {
		return checkRate(c.Rate)
	}
	return nil
}

// checkRate returns an error if people could not play at a rate.
func checkRate(rate float64) error {
	if rate > 0 {
		return nil
	}
	return errors.New("--rate must be more than 0")
}

// gatherPause returns the pause between the first deals. Telegram takes 30 messages a second, so 20 deals a
// second leave room for other messages. Without limits the bot gets 200 a second.
func (c *steadyCmd) gatherPause() time.Duration {
	if c.Limits {
		return time.Second / 20
	}
	return time.Second / 200
}

func (c *steadyCmd) play(ctx context.Context, g *rig) error {
	networks := []network{g.telegram}
	if c.Discord {
		networks = append(networks, g.discord)
	}
	// The bot should have started by then, and have dealt a puzzle at each place.
	dailiesAt := time.Now().Add(startsIn + time.Duration(c.Places)*c.gatherPause())
	dailies, err := g.scheduleDailies(ctx, networks, c.Dailies, dailiesAt)
	if err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := seatCrowd(c.Rate, "steady", c.Places, networks...)
	if c.Places > 0 {
		if err := crowd.gather(ctx, c.gatherPause()); err != nil {
			return err
		}
	}
	if c.Dailies > 0 {
		pause(ctx, time.Until(dailiesAt))
	}
	began := time.Now()
	storm := c.storm(crowd, began, c.For)
	uses, err := c.playAndMeasure(ctx, g, crowd, storm)
	if err != nil {
		return err
	}
	g.settle(ctx, time.Minute)
	if c.Places > 0 {
		acts := crowd.only(g.since(began))
		c.reportWaits(g, acts, networks, storm)
		c.reportCosts(g, len(acts), uses)
	}
	c.trouble.report(ctx, g, began, c.For)
	alone := c.Places == 0
	g.reportDailies(ctx, dailies, alone)
	// In a storm Telegram refuses calls with 429, whether the bot was too fast or not.
	mustKeepLimits := c.Limits && c.Storm == 0
	if mustKeepLimits {
		for _, n := range networks {
			g.promise(n.Limited() == 0, n.name()+": refused with 429", "%d", n.Limited())
		}
	}
	// What people did while they gathered is in the database, too. What flooders and others did is left out,
	// because the bot may refuse it.
	acts := crowd.only(g.allActs())
	return g.balance(ctx, acts, nil)
}

// A usageOverTime says what had been used at four moments of the time in which people played.
type usageOverTime struct {
	atStart         usage
	afterFirstTenth usage
	beforeLastTenth usage
	atEnd           usage
}

// playAndMeasure lets everybody play, and returns what was used meanwhile.
func (c *steadyCmd) playAndMeasure(ctx context.Context, g *rig, crowd *crowd, storm *storm) (usageOverTime, error) {
	var uses usageOverTime
	var err error
	uses.atStart, err = g.usage()
	if err != nil {
		return uses, err
	}
	playing, end := context.WithTimeout(ctx, c.For)
	var people sync.WaitGroup
	defer people.Wait()
	defer end()
	people.Go(func() { crowd.play(playing) })
	c.trouble.begin(playing, g, &people, c.For)
	storm.begin(playing, g, &people)
	tenth := c.For / 10
	pause(playing, tenth)
	uses.afterFirstTenth, err = g.usage()
	if err != nil {
		return uses, err
	}
	pause(playing, c.For-2*tenth)
	uses.beforeLastTenth, err = g.usage()
	if err != nil {
		return uses, err
	}
	pause(playing, tenth)
	uses.atEnd, err = g.usage()
	return uses, err
}

// reportWaits reports how long people waited. It leaves out those whom a storm kept waiting.
func (c *steadyCmd) reportWaits(g *rig, acts []*act, networks []network, storm *storm) {
	rate := float64(len(acts)) / c.For.Seconds()
	g.figure("played", "%.0f acts a second at %d places for %s; of five acts one is a deal, three are wrong and one is right",
		rate, c.Places, c.For)
	served := only(acts, func(a *act) bool { return !storm.excuses(a) })
	for _, n := range networks {
		name := "told in"
		if len(networks) > 1 {
			name = fmt.Sprintf("told on %s in", n.name())
		}
		onNetwork := only(served, func(a *act) bool { return a.network == n.name() })
		took := spreadOf(waits(onNetwork))
		// If nobody was told anything, nothing was measured.
		isKept := took.n > 0 && took.p99 <= c.P99
		g.promise(isKept, name, "%s", took)
	}
	for _, what := range []string{deal, wrong, right} {
		g.figure("    "+what, "%s", spreadOf(waits(kindOf(served, what))))
	}
}

// reportCosts reports what an act costs on average, and whether acts cost more towards the end.
func (c *steadyCmd) reportCosts(g *rig, acts int, uses usageOverTime) {
	written := (uses.atEnd.written - uses.atStart.written) / int64(max(acts, 1))
	isKept := c.Written == 0 || written <= c.Written
	g.promise(isKept, "written an act", "%.1f kB", float64(written)/1000)
	for who, name := range workerNames {
		took := uses.atEnd.processor[who] - uses.atStart.processor[who]
		g.figure("processor time an act", "%s %s", brief(perAct(took, acts)), name)
	}
	first := uses.afterFirstTenth.processor[botWorker] - uses.atStart.processor[botWorker]
	last := uses.atEnd.processor[botWorker] - uses.beforeLastTenth.processor[botWorker]
	g.figure("    of the bot, first and last tenth", "%s, %s", brief(perAct(first, acts/10)), brief(perAct(last, acts/10)))
}

// perAct divides a time by a number of acts. If there are none, it returns the whole time.
func perAct(took time.Duration, acts int) time.Duration {
	return took / time.Duration(max(acts, 1))
}
