package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// A fleet is the bot: one process that holds long connections, or several behind
// the stand-ins, which hand out what happens in turn.
type fleet struct {
	bots      []*process // nil: it does not run
	addresses []string   // where each listens; none if there is one process
}

// newFleet has so many processes, none of which runs yet.
func newFleet(n int) (fleet, error) {
	f := fleet{bots: make([]*process, n)}
	if n < 2 {
		return f, nil
	}
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return f, err
		}
		defer l.Close()
		f.addresses = append(f.addresses, l.Addr().String())
	}
	return f, nil
}

// runs tells whether any process does.
func (f *fleet) runs() bool {
	return slices.ContainsFunc(f.bots, func(p *process) bool { return p != nil })
}

// spent is what all that run have used of the machine.
func (f *fleet) spent() (sum spending, err error) {
	for _, p := range f.bots {
		if p == nil {
			continue
		}
		s, err := p.spent()
		if err != nil {
			return sum, err
		}
		sum.written, sum.processor = sum.written+s.written, sum.processor+s.processor
	}
	return sum, nil
}

// memory is how much memory the processes have taken at most, in bytes.
func (f *fleet) memory() (sum int64) {
	for _, p := range f.bots {
		if p != nil {
			sum += p.memory()
		}
	}
	return sum
}

// readyFor is how long the bot may take to serve both networks.
const readyFor = 30 * time.Second

// start starts the processes that do not run, and waits until the bot serves both
// networks.
func (g *rig) start(ctx context.Context) error {
	before, err := g.counts(ctx)
	if err != nil {
		return err
	}
	first := !g.runs()
	for i, bot := range g.bots {
		if bot != nil {
			continue
		}
		if err := g.launch(i); err != nil {
			return err
		}
		if len(g.addresses) > 0 {
			if err := g.awaitReady(ctx, g.addresses[i]); err != nil {
				return err
			}
		}
	}
	if len(g.addresses) > 0 && !first {
		return nil
	}
	if err := g.ready(ctx, before.calls("tg getUpdates"), readyFor); err != nil {
		return fmt.Errorf("%w; see %s", err, g.log.Name())
	}
	return g.spread(ctx)
}

func (g *rig) launch(i int) (err error) {
	cmd := exec.Command(g.setup.reckon)
	cmd.Env = append(os.Environ(), "RECKON_DB="+g.db)
	for name, value := range g.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if len(g.addresses) > 0 { // all are reached at one address, which the stand-ins spread
		cmd.Env = append(cmd.Env, "RECKON_LISTEN="+g.addresses[i], "RECKON_URL=http://"+g.addresses[0])
	}
	cmd.Stdout, cmd.Stderr = g.log, g.log
	g.bots[i], err = launch(slowly(cmd, g.setup.SyncDelay))
	return err
}

// awaitReady waits until a process says that it serves.
func (g *rig) awaitReady(ctx context.Context, address string) error {
	until := time.Now().Add(readyFor)
	for {
		response, err := g.client.Get("http://" + address + "/readyz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(response.Status)
		}
		if time.Now().After(until) {
			return fmt.Errorf("the bot at %s: %w; see %s", address, err, g.log.Name())
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// spread has the stand-ins hand out what happens to all processes in turn.
func (g *rig) spread(ctx context.Context) error {
	if len(g.addresses) == 0 {
		return nil
	}
	var bases, endpoints []string
	for _, a := range g.addresses {
		bases = append(bases, "http://"+a)
		endpoints = append(endpoints, "http://"+a+"/discord")
	}
	if _, err := g.order(ctx, "tg backends", nil, bases...); err != nil {
		return err
	}
	_, err := g.order(ctx, "dc endpoint", nil, endpoints...)
	return err
}

// stop ends the bot as an operator does, and tells how long that took.
func (g *rig) stop() (longest time.Duration, err error) {
	for i, bot := range g.bots {
		if bot == nil {
			continue
		}
		g.bots[i] = nil
		took, e := bot.end(syscall.SIGTERM, 30*time.Second)
		longest = max(longest, took)
		err = errors.Join(err, e)
		if e == nil {
			err = errors.Join(err, bot.err)
		}
	}
	return longest, err
}

// kill ends one of the processes as a power cut would.
func (g *rig) kill(i int) error {
	bot := g.bots[i]
	g.bots[i] = nil
	_, err := bot.end(syscall.SIGKILL, 30*time.Second)
	return err
}
