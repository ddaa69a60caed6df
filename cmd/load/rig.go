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
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"Measure this program; otherwise build it."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of everything random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"How many processes of the bot share one database; the networks post to several in turn (${default})."`
	Webhooks  bool          `group:"setup" help:"Let the networks post to a single process, too."`
	Gateway   bool          `group:"setup" help:"Several processes connect to the networks themselves; the networks do not post to them."`
	Postgres  bool          `group:"setup" help:"Use a PostgreSQL server of its own, with fsync on, instead of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How much longer a round trip to the PostgreSQL server takes."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Let each sync of the disk take this much longer, with the help of strace."`
	Latency   time.Duration `group:"setup" placeholder:"TIME" help:"How long each call of the bot to a network takes."`

	// dir is the folder for databases, logs and the program.
	dir string
}

// Validate implements kong's check of the flags.
func (s *setup) Validate() error {
	if s.Processes < 1 {
		return errors.New("--processes must be 1 or more")
	}
	return nil
}

// build builds the program unless one is given.
func (s *setup) build(ctx context.Context) error {
	if s.SyncDelay > 0 {
		_, err := exec.LookPath("strace")
		if err != nil {
			return err
		}
	}
	if s.Reckon != "" {
		return nil
	}
	program, err := filepath.Abs(filepath.Join(s.dir, "reckon"))
	if err != nil {
		return err
	}
	s.Reckon = program
	cmd := exec.CommandContext(ctx, "go", "build", "-o", s.Reckon, "reckon/cmd/reckon")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building reckon: %w", err)
	}
	return nil
}

// makeDir makes the folder that --keep names, or a new one.
func (s *setup) makeDir() error {
	if s.Keep != "" {
		s.dir = s.Keep
		return os.MkdirAll(s.dir, 0o755)
	}
	dir, err := os.MkdirTemp("", "load")
	s.dir = dir
	return err
}

// A rig is a bot with a database and stand-ins of its own.
type rig struct {
	*setup
	*report
	*record
	telegram *telegram
	discord  *discord
	random   *rand.Rand
	// db is the database as RECKON_DB names it.
	db string
	// server is nil if the database is a file.
	server *dbtest.Instance
	// log receives what the bot prints.
	log *os.File
	// env is the environment of the bot.
	env []string
	// bots are the processes of the bot. The entry of a process that does not run is nil.
	bots []*exec.Cmd
	// listen has the address of each process. It is empty if the networks do not post to the process.
	listen []string
	// proxy passes on what the networks post. It is nil if they do not post.
	proxy *httptest.Server
}

// A scenario is something to play on a rig.
type scenario interface {
	// play plays the scenario and reports figures. A broken promise is no error: an error says why the
	// scenario could not be played.
	play(ctx context.Context, g *rig) error
	// limits reports whether the stand-ins refuse what comes faster than the networks allow.
	limits() bool
}

// measure plays a scenario on a new rig. The scenario starts the bot.
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
	g.telegram = newTelegram(g.record, telegramtest.Options{
		Latency: s.Latency,
		Limits:  limits,
	})
	g.discord = newDiscord(g.record, discordtest.Options{
		Latency:   s.Latency,
		Limits:    limits,
		Heartbeat: heartbeat,
	})
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
	// If the user has ended the program, any other error is only a consequence.
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// listenForBot makes the stand-ins listen, and makes the environment that tells the bot where they and the
// database are.
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
	// By itself the bot sends no more messages than Telegram allows. Unless that is wanted, it may send 1,000 a second.
	if !limits {
		g.env = append(g.env, "TELEGRAM_RATE=1000")
	}
	return nil
}

// heartbeat is the interval between heartbeats that Discord asks for.
const heartbeat = 10 * time.Second

// startProxy starts a proxy if the networks post to the bot. The proxy passes the posts to the processes in
// turn.
func (g *rig) startProxy() error {
	isPostedTo := g.Webhooks || len(g.bots) > 1
	if !isPostedTo || g.Gateway {
		g.listen = make([]string, len(g.bots))
		return nil
	}
	for len(g.listen) < len(g.bots) {
		// Outgoing connections use higher ports than these. So a port stays free until the bot listens. All
		// ports are held until all are found, so that they differ.
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
			turn := int(next.Add(1))
			host := g.listen[turn%len(g.listen)]
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
	// standbyAfter is how long a process takes to start if another one serves. After that it waits until the
	// other one ends.
	standbyAfter = 3 * time.Second
)

// start starts the processes that do not run, and waits until the bot serves both networks.
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
			// Another process serves.
			pause(ctx, standbyAfter)
			continue
		}
		isReady := until(ctx, readyFor, func() bool {
			isPostedTo := g.listen[i] != ""
			hasPolled := len(g.telegram.Calls("getUpdates")) > polls
			return (isPostedTo || hasPolled) && g.serves(i)
		})
		if !isReady {
			return g.notReady(i)
		}
	}
	return nil
}

// notReady returns an error that says that process i does not serve, with the end of the log. The log itself may
// be removed when load ends.
func (g *rig) notReady(i int) error {
	const most = 2000
	text, err := os.ReadFile(g.log.Name())
	if err != nil {
		return fmt.Errorf("process %d of the bot is not ready: %w", i, err)
	}
	end := text[max(0, len(text)-most):]
	return fmt.Errorf("process %d of the bot is not ready after %s. Its log ends with:\n%s", i, readyFor, end)
}

// startProcess starts process i, which ends when load does.
func (g *rig) startProcess(i int) (*exec.Cmd, error) {
	program := []string{g.Reckon}
	if g.SyncDelay > 0 {
		// With -D strace is not the parent of the program. So signals go to the program, and its usage is
		// measured without strace.
		delay := fmt.Sprintf("inject=fsync,fdatasync:delay_exit=%d", g.SyncDelay.Microseconds())
		program = []string{
			"strace", "-D", "-f", "-o", "/dev/null", "--seccomp-bpf",
			"-e", "trace=fsync,fdatasync", "-e", delay, g.Reckon,
		}
	}
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Stdout = g.log
	cmd.Stderr = g.log
	cmd.Env = slices.Clone(g.env)
	if g.listen[i] != "" {
		// Beside the page the bot serves /readyz only if the operator's address is set.
		cmd.Env = append(cmd.Env, "RECKON_LISTEN="+g.listen[i], "RECKON_OPERATOR="+g.listen[i])
	}
	endWithLoad(cmd)
	return cmd, cmd.Start()
}

// serves reports whether process i is ready. If the networks do not post to it, serves reports whether any
// process is connected to Discord.
func (g *rig) serves(i int) bool {
	if g.listen[i] == "" {
		return g.discord.Connected() > 0
	}
	response, err := http.Get("http://" + g.listen[i] + "/readyz")
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// stop sends a signal to process i, and returns how long it took to end.
func (g *rig) stop(signal syscall.Signal, i int) (time.Duration, error) {
	bot := g.bots[i]
	if bot == nil {
		return 0, nil
	}
	g.bots[i] = nil
	began := time.Now()
	err := end(bot, signal)
	return time.Since(began), err
}

// stopAll stops one process after another.
func (g *rig) stopAll(signal syscall.Signal) error {
	var failed error
	for i := range g.bots {
		_, err := g.stop(signal, i)
		failed = errors.Join(failed, err)
	}
	return failed
}

// endWithin is how long a process may take to end after a signal. Then it is killed.
const endWithin = 30 * time.Second

// end sends a signal to a process, and waits until it has ended. It returns an error if the process has ended in
// another way, for example by a panic before the signal.
func end(bot *exec.Cmd, signal syscall.Signal) error {
	// If the process has ended before, Wait says how.
	_ = bot.Process.Signal(signal)
	killer := time.AfterFunc(endWithin, func() { _ = bot.Process.Kill() })
	err := bot.Wait()
	isKilled := !killer.Stop()
	if isKilled {
		return fmt.Errorf("the bot was killed, because %s did not end it in %s", signal, endWithin)
	}
	if signal == syscall.SIGKILL && endedBy(bot, signal) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the bot ended with an error: %w", err)
	}
	return nil
}

// endedBy reports whether a signal ended a process at once, and the process did not handle it.
func endedBy(bot *exec.Cmd, signal syscall.Signal) bool {
	status, ok := bot.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == signal
}

// close stops the bot, the proxy, the stand-ins and the server.
func (g *rig) close() {
	if err := g.stopAll(syscall.SIGKILL); err != nil {
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

// calmFor is how long the bot must be silent before settle waits no longer.
const calmFor = 10 * time.Second

// playDuring starts the bot and lets a crowd play until the function event returns. Then it waits until every
// act has its result, but no longer than settleFor.
func (g *rig) playDuring(ctx context.Context, c *crowd, settleFor time.Duration, event func() error) error {
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

// settle waits until every act has its result, or the bot is silent, or a time limit is over.
func (g *rig) settle(ctx context.Context, limit time.Duration) {
	until(ctx, limit, func() bool {
		// To match all acts more often would take a whole core.
		pause(ctx, time.Second/5)
		isWaiting := slices.ContainsFunc(g.allActs(), func(a *act) bool { return len(a.told) == 0 })
		if !isWaiting {
			return true
		}
		lately := g.seen(time.Now().Add(-calmFor), "")
		return len(lately) == 0 && len(g.telegram.Pending()) == 0
	})
	// If a message was sent twice, the second may still be on its way.
	pause(ctx, time.Second/2)
}
