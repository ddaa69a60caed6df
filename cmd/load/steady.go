package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type steadyCmd struct {
	Rate    float64       `default:"500" help:"Acts a second (${default})."`
	Places  int           `default:"5000" help:"Chats: four in five private, one a group of five (${default})."`
	For     time.Duration `default:"20s" help:"For how long (${default})."`
	Discord bool          `help:"Half of the places are on Discord; otherwise all are on Telegram."`
	Limits  bool          `help:"The networks refuse what comes faster than they allow."`
	P99     time.Duration `name:"p99" default:"100ms" help:"Bound of the time within which 99 % are told (${default})."`
	Written int64         `default:"30000" help:"Bound of the bytes written an act; 0: none (${default})."`
	trouble
	Dailies int `placeholder:"N" help:"Groups on each network that the daily comes to, at the beginning."`
}

func (c *steadyCmd) limits() bool { return c.Limits }

// gatherPause returns the pause between the first deals: a network with limits takes 30
// messages a second.
func (c *steadyCmd) gatherPause() time.Duration {
	if c.Limits {
		return 50 * time.Millisecond
	}
	return 5 * time.Millisecond
}

func (c *steadyCmd) play(ctx context.Context, g *rig) error {
	if err := c.trouble.check(c.For); err != nil {
		return err
	}
	networks := []network{g.telegram}
	if c.Discord {
		networks = append(networks, g.discord)
	}
	// By then the bot has started, and there is a puzzle at each place.
	dailiesAt := time.Now().Add(startsIn + time.Duration(c.Places)*c.gatherPause())
	dailies, err := g.scheduleDailies(ctx, networks, c.Dailies, dailiesAt)
	if err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := seatCrowd(c.Rate, "c", c.Places, 5, networks...)
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
	uses, err := c.playTenths(ctx, g, crowd, storm)
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
	mustKeepLimits := c.Limits && c.Storm == 0
	if mustKeepLimits {
		for _, n := range networks {
			g.promise(n.Limited() == 0, n.name()+": refused with 429", "%d", n.Limited())
		}
	}
	return g.balance(ctx, crowd.only(g.since(time.Time{})), nil)
}

// playTenths lets everybody play. It returns what has been used at four moments: at the beginning, after
// the first tenth of the time, before the last tenth, and at the end. They show whether acts cost more
// and more.
func (c *steadyCmd) playTenths(ctx context.Context, g *rig, crowd *crowd, storm *storm) ([]usage, error) {
	before, err := g.usage()
	if err != nil {
		return nil, err
	}
	uses := []usage{before}
	playing, end := context.WithTimeout(ctx, c.For)
	defer end()
	var people sync.WaitGroup
	people.Go(func() { crowd.play(playing) })
	c.trouble.begin(playing, g, &people, c.For)
	storm.begin(playing, g, &people)
	for _, tenths := range []time.Duration{1, 8, 1} {
		pause(playing, tenths*c.For/10)
		u, err := g.usage()
		if err != nil {
			return nil, err
		}
		uses = append(uses, u)
	}
	people.Wait()
	return uses, nil
}

// reportWaits reports how long people waited. It leaves out those whom a storm kept waiting.
func (c *steadyCmd) reportWaits(g *rig, acts []*act, networks []network, storm *storm) {
	g.figure("played", "%.0f acts a second at %d places for %s: of five, a deal, three wrong answers, a right one",
		float64(len(acts))/c.For.Seconds(), c.Places, c.For)
	served := only(acts, func(a *act) bool { return !storm.excuses(a) })
	for _, n := range networks {
		name := "told in"
		some := served
		if len(networks) > 1 {
			on := n.name()
			name = fmt.Sprint("told on ", on, " in")
			some = only(served, func(a *act) bool { return a.network == on })
		}
		took := spreadOf(waits(some))
		g.promise(took.p99 <= c.P99, name, "%s", took)
	}
	for _, what := range []string{deal, wrong, right} {
		g.figure("    "+what, "%s", spreadOf(waits(kindOf(served, what))))
	}
}

// reportCosts reports what an act costs.
func (c *steadyCmd) reportCosts(g *rig, acts int, uses []usage) {
	acts = max(acts, 1)
	first := uses[0]
	last := uses[len(uses)-1]
	written := (last.written - first.written) / int64(acts)
	g.promise(c.Written == 0 || written <= c.Written, "written an act", "%.1f kB", float64(written)/1000)
	for user, name := range userNames {
		took := (last.processor[user] - first.processor[user]) / time.Duration(acts)
		g.figure("processor time an act", "%s %s", brief(took), name)
	}
	tenth := time.Duration(max(acts/10, 1))
	early := (uses[1].processor[theBot] - uses[0].processor[theBot]) / tenth
	late := (uses[3].processor[theBot] - uses[2].processor[theBot]) / tenth
	g.figure("    of the bot, first and last tenth", "%s, %s", brief(early), brief(late))
}
