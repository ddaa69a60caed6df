package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"reckon/storage/dbtest"
)

// A rig is a bot on a database of its own, before stand-ins of its own.
type rig struct {
	*setup
	*report
	*record
	telegram *telegram
	discord  *discord
	random   *rand.Rand
	db       string
	server   *dbtest.Instance // nil: the database is a file
	log      *os.File
	env      []string
	bots     []*process // nil: it does not run
	listen   []string   // the address of each process
	proxy    *httptest.Server
}

// heartbeat is the interval that Discord asks for.
const heartbeat = 10 * time.Second

// spread puts a proxy before several processes, which hands out what is posted in turn.
func (g *rig) spread() error {
	if len(g.bots) < 2 {
		g.listen = []string{""}
		return nil
	}
	for range g.bots {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close() // a process listens there
		g.listen = append(g.listen, l.Addr().String())
	}
	var next atomic.Int64
	g.proxy = httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(g.log, "proxy: ", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: g.listen[int(next.Add(1))%len(g.listen)]})
	}})
	g.env = append(g.env, "RECKON_URL="+g.proxy.URL)
	return nil
}

// readyFor is how long the bot may take to serve both networks.
const readyFor = 30 * time.Second

// start starts the processes that do not run, and waits until the bot serves both
// networks.
func (g *rig) start(ctx context.Context) (err error) {
	for i, bot := range g.bots {
		if bot != nil {
			continue
		}
		cmd := exec.Command(g.Reckon)
		cmd.Env, cmd.Stdout, cmd.Stderr = g.env, g.log, g.log
		if g.listen[i] != "" {
			cmd.Env = append(slices.Clone(cmd.Env), "RECKON_LISTEN="+g.listen[i])
		}
		polls := len(g.telegram.Calls("getUpdates"))
		if g.bots[i], err = launch(slowly(cmd, g.SyncDelay)); err != nil {
			return err
		}
		ready := func() bool { return len(g.telegram.Calls("getUpdates")) > polls && g.discord.Connected() > 0 }
		if g.listen[i] != "" {
			ready = func() bool { return g.answers("http://" + g.listen[i] + "/readyz") }
		}
		if err := g.until(ctx, readyFor, ready); err != nil {
			return fmt.Errorf("the bot is not ready: %w; see %s", err, g.log.Name())
		}
	}
	return nil
}

func (g *rig) answers(url string) bool {
	response, err := http.Get(url)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// until waits until something holds, looking every ten milliseconds.
func (g *rig) until(ctx context.Context, most time.Duration, holds func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for !holds() {
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
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

// stop sends a signal to process i, or to all if i is negative, and returns the longest
// time that one took to end.
func (g *rig) stop(signal syscall.Signal, i int) (longest time.Duration, err error) {
	for k, bot := range g.bots {
		if bot == nil || i >= 0 && k != i {
			continue
		}
		g.bots[k] = nil
		took, failed := bot.end(signal, 30*time.Second)
		longest = max(longest, took)
		if err = errors.Join(err, failed); signal == syscall.SIGTERM && failed == nil {
			err = errors.Join(err, bot.err)
		}
	}
	return longest, err
}

// close ends everything.
func (g *rig) close() {
	if _, err := g.stop(syscall.SIGKILL, -1); err != nil {
		fmt.Fprintln(g.log, err)
	}
	if g.proxy != nil {
		g.proxy.Close()
	}
	g.telegram.Close()
	g.discord.Close()
	if g.server != nil {
		if err := g.server.Stop(); err != nil {
			fmt.Fprintln(g.log, err)
		}
	}
	g.log.Close()
}

// calmFor is how long the bot must be silent before the rest counts as never told.
const calmFor = 5 * time.Second

// settle waits until every act has its result, or the bot is silent.
func (g *rig) settle(ctx context.Context, most time.Duration) error {
	for end := time.Now().Add(most); time.Now().Before(end); {
		untold := slices.ContainsFunc(g.since(time.Time{}), func(a *act) bool { return len(a.told) == 0 })
		if !untold || g.quiet() > calmFor && len(g.telegram.Pending()) == 0 {
			break
		}
		if err := pause(ctx, time.Second/5); err != nil {
			return err
		}
	}
	return pause(ctx, time.Second/2) // for messages that come twice
}

// users are those whose spending is measured.
var users = [...]string{"the bot", "the database's server", "stand-ins and people"}

// A usage is what each of them has used so far.
type usage [len(users)]spending

func (g *rig) usage() (u usage, err error) {
	for _, bot := range g.bots {
		if bot != nil {
			err = errors.Join(err, u[0].add(bot.cmd.Process.Pid))
		}
	}
	if g.server != nil {
		err = errors.Join(err, u[1].add(g.server.PID), u[1].addChildren(g.server.PID))
	}
	return u, errors.Join(err, u[2].add(os.Getpid()))
}

// reportUsage reports what n acts have cost since an earlier usage.
func (g *rig) reportUsage(before usage, n int, mostWritten int64) error {
	after, err := g.usage()
	if err != nil {
		return err
	}
	n = max(n, 1)
	written := (after[0].written - before[0].written + after[1].written - before[1].written) / int64(n)
	g.promise(written <= mostWritten, "written an act", "%.1f kB", float64(written)/1000)
	for i, who := range users {
		g.figure("processor time an act", "%s %s", brief((after[i].processor-before[i].processor)/time.Duration(n)), who)
	}
	return nil
}
