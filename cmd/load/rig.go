package main

import (
	"cmp"
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
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
	"reckon/storage/dbtest"
)

// A setup is what all scenarios have in common.
type setup struct {
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"The program to measure; without it, it is built."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of everything random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"Processes of the bot on one database; more than one is posted to in turn (${default})."`
	Webhooks  bool          `group:"setup" help:"The networks post to one process, too."`
	Gateway   bool          `group:"setup" help:"Several processes connect to the networks themselves, too."`
	Postgres  bool          `group:"setup" help:"On a PostgreSQL server of its own, with fsync on, instead of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How far away the PostgreSQL server is, there and back."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Emulate a disk whose syncs take this much longer, with strace."`
	Latency   time.Duration `group:"setup" placeholder:"TIME" help:"How long each call of a network takes."`

	// dir is the folder of everything that load makes.
	dir string
}

// build makes the folder for everything, and the program unless one is given.
func (s *setup) build(ctx context.Context) (err error) {
	if s.SyncDelay > 0 {
		if _, err := exec.LookPath("strace"); err != nil {
			return err
		}
	}
	s.dir = s.Keep
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "load")
	} else {
		err = os.MkdirAll(s.dir, 0o755)
	}
	if err != nil || s.Reckon != "" {
		return err
	}
	s.Reckon, err = filepath.Abs(filepath.Join(s.dir, "reckon"))
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", s.Reckon, "reckon/cmd/reckon")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building reckon: %w", err)
	}
	return nil
}

// A rig is a bot with a database and stand-ins of its own.
type rig struct {
	*setup
	*report
	*record
	telegram *telegram
	discord  *discord
	random   *rand.Rand
	db       string
	// server is nil if the database is a file.
	server *dbtest.Instance
	log    *os.File
	env    []string
	// bots are the processes of the bot; nil for a process that does not run.
	bots []*exec.Cmd
	// listen has the address of each process; empty: the networks do not post to it.
	listen []string
	// proxy is nil if the networks do not post.
	proxy *httptest.Server
}

// A scenario is something to play on a rig.
type scenario interface {
	// play plays the scenario and reports figures. Its error says why it could not be played.
	play(ctx context.Context, g *rig) error
	// limits reports whether the stand-ins refuse what comes faster than the network allows.
	limits() bool
}

// measure plays a scenario on a rig whose bot does not run yet.
func (s *setup) measure(ctx context.Context, r *report, sc scenario) error {
	g := &rig{
		setup:  s,
		report: r,
		record: &record{watchers: map[string]func(message){}},
		random: rand.New(rand.NewPCG(s.Seed, 0)),
		bots:   make([]*exec.Cmd, s.Processes),
	}
	dir, err := os.MkdirTemp(s.dir, "rig")
	if err != nil {
		return err
	}
	g.log, err = os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return err
	}
	limits := sc.limits()
	g.telegram = newTelegram(g.record, telegramtest.Options{Latency: s.Latency, Limits: limits})
	g.discord = newDiscord(g.record, discordtest.Options{Latency: s.Latency, Limits: limits, Heartbeat: heartbeat})
	defer g.close()
	g.db = filepath.Join(dir, "reckon.db")
	if s.Postgres {
		g.server, err = dbtest.Start(dbtest.Options{Sync: true, Afar: s.Afar})
		if err != nil {
			return err
		}
		g.db = g.server.URL
	}
	if err := g.listenForBot(limits); err != nil {
		return err
	}
	if err := g.startProxy(); err != nil {
		return err
	}
	err = sc.play(ctx, g)
	// If the user has ended the program, the figures say nothing.
	return cmp.Or(ctx.Err(), err)
}

// listenForBot makes the stand-ins listen, and sets the environment in which the bot finds them and the
// database.
func (g *rig) listenForBot(limits bool) error {
	telegramURL, err := g.telegram.Listen()
	if err != nil {
		return err
	}
	discordURL, err := g.discord.Listen()
	if err != nil {
		return err
	}
	g.env = append(os.Environ(),
		"RECKON_DB="+g.db,
		"TELEGRAM_API_URL="+telegramURL,
		"TELEGRAM_TOKEN="+telegramtest.Token,
		"DISCORD_API_URL="+discordURL+"/",
		"DISCORD_TOKEN="+discordtest.Token,
	)
	if !limits {
		g.env = append(g.env, "TELEGRAM_RATE=1000")
	}
	return nil
}

// heartbeat is the interval that Discord asks for.
const heartbeat = 10 * time.Second

// startProxy starts a proxy if the networks post to the processes. The proxy passes each post to another
// process in turn.
func (g *rig) startProxy() error {
	isAlone := len(g.bots) < 2 && !g.Webhooks
	if isAlone || g.Gateway {
		g.listen = make([]string, len(g.bots))
		return nil
	}
	for len(g.listen) < len(g.bots) {
		// Outgoing connections use higher ports than these. So a port stays free until the bot listens.
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(10_000)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return err
		}
		defer l.Close()
		g.listen = append(g.listen, l.Addr().String())
	}
	var next atomic.Int64
	proxy := &httputil.ReverseProxy{
		ErrorLog: log.New(g.log, "proxy: ", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			host := g.listen[int(next.Add(1))%len(g.listen)]
			r.SetURL(&url.URL{Scheme: "http", Host: host})
		},
	}
	g.proxy = httptest.NewServer(proxy)
	g.env = append(g.env, "RECKON_URL="+g.proxy.URL)
	return nil
}

const (
	// readyFor is how long the bot may take to serve both networks.
	readyFor = 30 * time.Second
	// turnFor is how long a process takes to start. After that, if another process serves, it waits
	// for its turn.
	turnFor = 3 * time.Second
)

// start starts the processes that do not run, and waits until the bot serves both
// networks.
func (g *rig) start(ctx context.Context) error {
	for i, bot := range g.bots {
		if bot != nil {
			continue
		}
		polls := len(g.telegram.Calls("getUpdates"))
		cmd, err := g.startProcess(i)
		if err != nil {
			return err
		}
		g.bots[i] = cmd
		if g.Gateway && g.serves(i) {
			// Another process serves, and this one waits for its turn.
			pause(ctx, turnFor)
			continue
		}
		isReady := until(ctx, readyFor, func() bool {
			takesUpdates := g.listen[i] != "" || len(g.telegram.Calls("getUpdates")) > polls
			return takesUpdates && g.serves(i)
		})
		if !isReady {
			return fmt.Errorf("the bot is not ready; see %s", g.log.Name())
		}
	}
	return nil
}

// startProcess starts process i. That process ends when load does.
func (g *rig) startProcess(i int) (*exec.Cmd, error) {
	program := []string{g.Reckon}
	if g.SyncDelay > 0 {
		// With -D strace runs as a process of its own, so that signals go to the program, and figures
		// are the program's.
		late := fmt.Sprintf("inject=fsync,fdatasync:delay_exit=%d", g.SyncDelay.Microseconds())
		program = []string{
			"strace", "-D", "-f", "-o", "/dev/null", "--seccomp-bpf",
			"-e", "trace=fsync,fdatasync", "-e", late, g.Reckon,
		}
	}
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Stdout = g.log
	cmd.Stderr = g.log
	cmd.Env = slices.Clone(g.env)
	if g.listen[i] != "" {
		// The same address for the operator keeps /readyz there, beside the page.
		cmd.Env = append(cmd.Env, "RECKON_LISTEN="+g.listen[i], "RECKON_OPERATOR="+g.listen[i])
	}
	endWithLoad(cmd)
	return cmd, cmd.Start()
}

// serves reports whether a process takes what comes from Discord and, if Telegram posts to it, from
// Telegram.
func (g *rig) serves(i int) bool {
	if g.listen[i] == "" {
		return g.discord.Connected() > 0
	}
	response, err := http.Get("http://" + g.listen[i] + "/readyz")
	return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// stop sends a signal to process i, or to all processes if i is negative. It returns the longest time
// that a process took to end.
func (g *rig) stop(signal syscall.Signal, i int) (longest time.Duration, err error) {
	for k, bot := range g.bots {
		isMeant := i < 0 || k == i
		if bot == nil || !isMeant {
			continue
		}
		g.bots[k] = nil
		began := time.Now()
		err = errors.Join(err, end(bot, signal))
		longest = max(longest, time.Since(began))
	}
	return longest, err
}

// end sends a signal to a process, and waits until it has ended.
func end(bot *exec.Cmd, signal syscall.Signal) error {
	// The process may have ended before.
	_ = bot.Process.Signal(signal)
	late := time.AfterFunc(30*time.Second, func() { _ = bot.Process.Kill() })
	err := bot.Wait()
	if !late.Stop() {
		return fmt.Errorf("killed, since %s did not end it", signal)
	}
	if signal == syscall.SIGKILL {
		return nil
	}
	return err
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

// calmFor is how long the bot must be silent before acts without a result count as never told.
const calmFor = 10 * time.Second

// during starts the bot and lets a crowd play until the function event returns. Then it waits until every
// act has its result, but no longer than settleFor.
func (g *rig) during(ctx context.Context, c *crowd, settleFor time.Duration, event func() error) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	playing, end := context.WithCancel(ctx)
	var people sync.WaitGroup
	people.Go(func() { c.play(playing) })
	err := event()
	end()
	people.Wait()
	g.settle(ctx, settleFor)
	return err
}

// settle waits until every act has its result, or the bot is silent, but no longer than most.
func (g *rig) settle(ctx context.Context, most time.Duration) {
	until(ctx, most, func() bool {
		// To match all acts more often would take a whole core.
		pause(ctx, time.Second/5)
		isWaiting := slices.ContainsFunc(g.since(time.Time{}), func(a *act) bool { return len(a.told) == 0 })
		isSilent := len(g.seen(time.Now().Add(-calmFor), "")) == 0 && len(g.telegram.Pending()) == 0
		return !isWaiting || isSilent
	})
	// A message that comes twice may still come.
	pause(ctx, time.Second/2)
}
