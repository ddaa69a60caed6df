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
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"The program to be measured; without it, it is built."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of everything random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"So many processes of the bot on one database, which the networks post to in turn (${default}: one, by its own connections)."`
	Webhooks  bool          `group:"setup" help:"The networks post to one process, too."`
	Postgres  bool          `group:"setup" help:"On a PostgreSQL server of its own, with fsync on, in place of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How far away the PostgreSQL server is, there and back."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Emulate a disk whose syncs take so much longer, with strace."`
	Latency   time.Duration `group:"setup" placeholder:"TIME" help:"How long each call of a network takes."`

	dir string // of everything that is made
}

// build makes the folder for everything, and the program unless one is given.
func (s *setup) build(ctx context.Context) (err error) {
	if s.dir = s.Keep; s.dir == "" {
		s.dir, err = os.MkdirTemp("", "load")
	}
	if s.SyncDelay > 0 {
		_, missing := exec.LookPath("strace") // which emulates the disk
		err = errors.Join(err, missing)
	}
	if err = errors.Join(err, os.MkdirAll(s.dir, 0o755)); err != nil || s.Reckon != "" {
		return err
	}
	if s.Reckon, err = filepath.Abs(filepath.Join(s.dir, "reckon")); err != nil {
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
	bots     []*exec.Cmd // nil: it does not run
	listen   []string    // the address of each process
	proxy    *httptest.Server
}

// A scenario plays and reports. Its error says that it could not be played.
type scenario interface {
	play(ctx context.Context, g *rig) error
}

// limitless marks a scenario in which the stand-ins do not refuse what comes faster than the
// network allows.
type limitless struct{}

func (limitless) noLimits() {}

// measure plays a scenario on a rig whose bot does not run yet.
func (s *setup) measure(ctx context.Context, r *report, of scenario) (err error) {
	_, noLimits := of.(interface{ noLimits() })
	g := &rig{setup: s, report: r, record: &record{shows: map[string]func(message){}}, random: rand.New(rand.NewPCG(s.Seed, 0)), bots: make([]*exec.Cmd, s.Processes)}
	dir, err := os.MkdirTemp(s.dir, "rig")
	if err != nil {
		return err
	}
	if g.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		return err
	}
	g.telegram = newTelegram(g.record, telegramtest.Options{Latency: s.Latency, Limits: !noLimits})
	g.discord = newDiscord(g.record, discordtest.Options{Latency: s.Latency, Limits: !noLimits, Heartbeat: heartbeat})
	defer g.close()
	telegramURL, noTelegram := g.telegram.Listen()
	discordURL, noDiscord := g.discord.Listen()
	if err := errors.Join(noTelegram, noDiscord); err != nil {
		return err
	}
	g.db = filepath.Join(dir, "reckon.db")
	if s.Postgres {
		if g.server, err = dbtest.Start(dbtest.Options{Sync: true, Afar: s.Afar}); err != nil {
			return err
		}
		g.db = g.server.URL
	}
	g.env = append(os.Environ(), "RECKON_DB="+g.db, "TELEGRAM_API_URL="+telegramURL, "TELEGRAM_TOKEN="+telegramtest.Token,
		"DISCORD_API_URL="+discordURL+"/", "DISCORD_TOKEN="+discordtest.Token)
	if noLimits {
		g.env = append(g.env, "TELEGRAM_RATE=1000")
	}
	if err := g.spread(); err != nil {
		return err
	}
	err = of.play(ctx, g)
	return cmp.Or(ctx.Err(), err) // what was broken off tells nothing
}

// heartbeat is the interval that Discord asks for.
const heartbeat = 10 * time.Second

// spread puts a proxy before processes that the networks post to, which hands out what is
// posted in turn.
func (g *rig) spread() error {
	if len(g.bots) < 2 && !g.Webhooks {
		g.listen = []string{""}
		return nil
	}
	for len(g.listen) < len(g.bots) {
		// Below the ports that are given to whoever dials: none of them is taken meanwhile.
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(10_000)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
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
func (g *rig) start(ctx context.Context) error {
	for i, bot := range g.bots {
		if bot != nil {
			continue
		}
		program := []string{g.Reckon}
		if g.SyncDelay > 0 { // strace is a process apart (-D), so that signals and figures are those of the program
			late := fmt.Sprintf("inject=fsync,fdatasync:delay_exit=%d", g.SyncDelay.Microseconds())
			program = []string{"strace", "-D", "-f", "-o", "/dev/null", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-e", late, g.Reckon}
		}
		cmd := exec.Command(program[0], program[1:]...)
		cmd.Env, cmd.Stdout, cmd.Stderr = g.env, g.log, g.log
		if g.listen[i] != "" {
			cmd.Env = append(slices.Clone(cmd.Env), "RECKON_LISTEN="+g.listen[i])
		}
		polls := len(g.telegram.Calls("getUpdates"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it ends when this process does
		if err := cmd.Start(); err != nil {
			return err
		}
		g.bots[i] = cmd
		if !until(ctx, readyFor, func() bool {
			return g.serves(i) && (g.listen[i] != "" || len(g.telegram.Calls("getUpdates")) > polls)
		}) {
			return fmt.Errorf("the bot is not ready; see %s", g.log.Name())
		}
	}
	return nil
}

// serves reports whether a process takes what comes from Discord, and from Telegram if that
// posts to it.
func (g *rig) serves(i int) bool {
	if g.listen[i] == "" {
		return g.discord.Connected() > 0
	}
	response, err := http.Get("http://" + g.listen[i] + "/readyz")
	return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// stop sends a signal to process i, or to all if i is negative, and returns the longest
// time that one took to end.
func (g *rig) stop(signal syscall.Signal, i int) (longest time.Duration, err error) {
	for k, bot := range g.bots {
		if bot == nil || i >= 0 && k != i {
			continue
		}
		g.bots[k] = nil
		began := time.Now()
		_ = bot.Process.Signal(signal) // it may have ended
		late := time.AfterFunc(30*time.Second, func() { _ = bot.Process.Kill() })
		failed := bot.Wait()
		switch {
		case !late.Stop():
			failed = fmt.Errorf("killed, since %s did not end it", signal)
		case signal == syscall.SIGKILL:
			failed = nil
		}
		longest, err = max(longest, time.Since(began)), errors.Join(err, failed)
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
const calmFor = 10 * time.Second

// during starts the bot and lets a crowd play while something goes on. Then it waits until
// every act has its result.
func (g *rig) during(ctx context.Context, c *crowd, settle time.Duration, goesOn func() error) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	playing, end := context.WithCancel(ctx)
	var people sync.WaitGroup
	people.Go(func() { c.play(playing) })
	err := goesOn()
	end()
	people.Wait()
	g.settle(ctx, settle)
	return err
}

// settle waits until every act has its result, or the bot is silent.
func (g *rig) settle(ctx context.Context, most time.Duration) {
	for end := time.Now().Add(most); time.Now().Before(end) && ctx.Err() == nil; pause(ctx, time.Second/5) {
		untold := slices.ContainsFunc(g.since(time.Time{}), func(a *act) bool { return len(a.told) == 0 })
		if !untold || len(g.seen(time.Now().Add(-calmFor), "")) == 0 && len(g.telegram.Pending()) == 0 {
			break
		}
	}
	pause(ctx, time.Second/2) // for messages that come twice
}
