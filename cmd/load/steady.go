package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/procfs"
)

type steadyCmd struct {
	limitless
	Rate    float64       `default:"500" help:"Acts a second (${default})."`
	Places  int           `default:"5000" help:"Chats on Telegram: four in five private, one a group of five (${default})."`
	For     time.Duration `default:"20s" help:"For how long (${default})."`
	P99     time.Duration `name:"p99" default:"100ms" help:"Bound of the time within which 99 % are told what came of an act (${default})."`
	Written int64         `default:"30000" help:"Bound of the bytes written an act (${default})."`
}

func (c *steadyCmd) play(ctx context.Context, g *rig) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := seatCrowd(c.Rate, "c", c.Places, 5, g.telegram)
	if err := crowd.gather(ctx, 5*time.Millisecond); err != nil {
		return err
	}
	before, err := g.usage()
	if err != nil {
		return err
	}
	began := time.Now()
	playing, end := context.WithTimeout(ctx, c.For)
	defer end()
	var crowded sync.WaitGroup
	crowded.Go(func() { crowd.play(playing) })
	tenths := []usage{before} // the first and the last show whether acts grow dearer
	for _, share := range []time.Duration{1, 8, 1} {
		pause(playing, share*c.For/10)
		u, err := g.usage()
		if err != nil {
			return err
		}
		tenths = append(tenths, u)
	}
	crowded.Wait()
	g.settle(ctx, time.Minute)
	all := g.since(began)
	g.figure("played", "%.0f acts a second at %d places for %s: of five, a deal, three wrong answers, a right one", float64(len(all))/c.For.Seconds(), c.Places, c.For)
	took := spreadOf(waits(all))
	g.promise(took.p99 <= c.P99, "told in", "%s", took)
	for _, what := range []string{deal, wrong, right} {
		g.figure("    "+what, "%s", spreadOf(waits(kindOf(all, what))))
	}
	after, err := g.usage()
	if err != nil {
		return err
	}
	n := max(len(all), 1)
	written := (after.written - before.written) / int64(n)
	g.promise(written <= c.Written, "written an act", "%.1f kB", float64(written)/1000)
	for i, who := range users {
		g.figure("processor time an act", "%s %s", brief((after.processor[i]-before.processor[i])/time.Duration(n)), who)
	}
	in := func(i int) string {
		return brief((tenths[i+1].processor[0] - tenths[i].processor[0]) / time.Duration(max(n/10, 1)))
	}
	g.figure("    of the bot, first and last tenth", "%s, %s", in(0), in(2))
	return g.balance(ctx, nil)
}

// users are those whose use of the machine is measured.
var users = [...]string{"the bot", "the database's server", "stand-ins and people"}

// A usage is what they have used so far.
type usage struct {
	written   int64 // bytes, to disks, but for those of stand-ins and people
	processor [len(users)]time.Duration
}

func (g *rig) usage() (u usage, err error) {
	pids := [len(users)][]int{2: {os.Getpid()}}
	for _, bot := range g.bots {
		pids[0] = append(pids[0], bot.Process.Pid)
	}
	if g.server != nil {
		pids[1] = children(g.server.PID)
	}
	for user, all := range pids {
		for _, pid := range all {
			p, gone := procfs.NewProc(pid)
			stat, noStat := p.Stat()
			disks, noDisks := p.IO()
			if failed := errors.Join(gone, noStat, noDisks); failed != nil {
				if user != 1 { // the server's come and go
					err = errors.Join(err, failed)
				}
				continue
			}
			if user < len(users)-1 {
				u.written += int64(disks.WriteBytes)
			}
			u.processor[user] += time.Duration(stat.CPUTime() * float64(time.Second))
		}
	}
	return u, err
}

// children returns the processes below one.
func children(pid int) (all []int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid)) // it may have ended
	for _, child := range strings.Fields(string(text)) {
		if id, err := strconv.Atoi(child); err == nil {
			all = append(append(all, id), children(id)...)
		}
	}
	return all
}
