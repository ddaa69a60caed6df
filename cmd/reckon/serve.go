package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/lang"
	"reckon/bot/live"
	"reckon/bot/say"
	"reckon/bot/telegram"
	"reckon/bot/terminal"
	"reckon/bot/web"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type (
	chatCmd struct{}
	webCmd  struct{}
)

// Run serves the page alone, with no account on any network.
func (webCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book) error {
	s.TelegramToken = ""
	s.DiscordToken = ""
	if s.Listen == "" {
		s.Listen = freeAddress(webAddress)
	}
	service := newService(c, s, list, book)
	service.pageAlone = true
	return service.run(ctx)
}

// Run plays until a signal comes, the input ends, or every network has refused the bot for good. Then it
// still finishes the requests that it has begun.
func (chatCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book) error {
	service := newService(c, s, list, book)
	hasPlayers := s.Networks() || s.URL != ""
	if !hasPlayers && isUnattended(c.in) {
		return noTokenError(s)
	}
	return service.run(ctx)
}

// noTokenError returns the error of a start without a token where nobody can type, as a service or in a
// container.
func noTokenError(s *config.Settings) error {
	text := "no token is set (TELEGRAM_TOKEN, DISCORD_TOKEN), and there is no terminal to play in"
	if s.TelegramTokenFile != "" {
		text += fmt.Sprintf("; TELEGRAM_TOKEN_FILE: %s is empty", s.TelegramTokenFile)
	}
	if s.DiscordTokenFile != "" {
		text += fmt.Sprintf("; DISCORD_TOKEN_FILE: %s is empty", s.DiscordTokenFile)
	}
	return errors.New(text)
}

// A service is the bot with all that it needs. It plays on the networks whose tokens are set, and on the
// page if there is a public URL. With pageAlone it plays on the page only. In all other cases it plays in
// the terminal.
type service struct {
	console  console
	settings *config.Settings
	games    []engine.Game
	book     *lang.Book
	log      *slog.Logger
	// pageAlone means that the service has the page and no network.
	pageAlone bool

	store    *storage.Store
	listener *listener
	bot      *bot.Bot
	// hub is nil without the page.
	hub *live.Hub
}

func newService(c console, s *config.Settings, list []engine.Game, book *lang.Book) *service {
	log := logger(c.err, s)
	// The error is about misspelt variables, which cli.BeforeApply has refused.
	unknown, _ := config.UnknownVariables(os.Environ())
	if len(unknown) > 0 {
		log.Warn("these variables are no settings", "variables", strings.Join(unknown, ", "))
	}
	return &service{console: c, settings: s, games: list, book: book, log: log}
}

func (s *service) hasPage() bool { return s.pageAlone || s.settings.URL != "" }

// served names what the service serves: networks, the page or the terminal.
func (s *service) served() string {
	var names []string
	for _, n := range networks {
		if n.token(s.settings) != "" {
			names = append(names, n.name)
		}
	}
	if s.hasPage() {
		names = append(names, "the page")
	}
	if len(names) == 0 {
		names = append(names, "the terminal")
	}
	return strings.Join(names, ", ")
}

// endReason says why a service ends.
func endReason(ctx context.Context, err error) string {
	// A signal also ends a start, such as one that waits for the database.
	isStopped := ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err()))
	switch {
	case isStopped:
		return "a signal asked for it"
	case errors.Is(err, refused):
		return "all networks refuse the bot"
	case err != nil:
		return config.WithVariables(err.Error())
	}
	return "the input has ended"
}

func (s *service) run(ctx context.Context) (err error) {
	// Libraries log through package log.
	slog.SetDefault(s.log)
	s.log.Info("started", "version", buildVersion(), "database", s.settings.DB.String(), "serves", s.served())
	defer func() { s.log.Info("ended", "reason", endReason(ctx, err)) }()
	limitMemory(s.log)
	if err := s.openStore(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.store.Close()) }()
	err = s.store.Serve()
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("%w; or give this one its own: --db other.db", err)
	}
	if err != nil {
		return err
	}
	s.listener, err = listen(s.settings, s.store, s.log, s.hasPage())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.listener.close()) }()
	if err := s.newBot(); err != nil {
		return err
	}
	fronts, err := s.frontEnds(ctx)
	if err != nil {
		return err
	}
	s.listener.metrics.Plays(gameNames(s.games), string(engine.Right), string(engine.Wrong), string(engine.Invalid))
	if s.settings.BackupDir != "" && !s.settings.DB.IsServer() {
		s.listener.metrics.Copies(func() float64 { return copyAge(s.settings.BackupDir) })
	}
	stopCopies := keepCopies(ctx, s.settings, s.store, s.log)
	defer stopCopies()
	if s.pageAlone {
		// If these addresses cannot be read, the invitation has only that of this machine for itself.
		own, _ := net.InterfaceAddrs()
		fmt.Fprintln(s.console.out, invitation(s.listener.servers[0].Addr, own))
	}
	s.listener.ready(ctx)
	stopFeeding := newManager(os.Getenv, s.log).ready(ctx, s.served(), s.bot.LastPass)
	defer stopFeeding()
	err = s.bot.Serve(ctx, fronts...)
	if !errors.Is(err, bot.ErrRefused) {
		return err
	}
	// The bot has logged which networks refuse it, and why. If others were served until a signal came, all is well.
	if ctx.Err() != nil {
		return nil
	}
	return refused
}

func gameNames(games []engine.Game) []string {
	var names []string
	for _, game := range games {
		names = append(names, game.Name())
	}
	return names
}

// longestWait is the longest pause between two attempts to reach a database server, if it cannot be
// reached when the bot starts.
const longestWait = 10 * time.Second

// openStore opens the database. A bot that plays on a network waits while the server cannot be
// reached.
func (s *service) openStore(ctx context.Context) error {
	mayWait := s.settings.Networks() && s.settings.DB.IsServer()
	isFinal := func(err error) bool {
		mayPass := mayWait && storage.Unavailable(err)
		return !mayPass
	}
	pauses := chat.Backoff(time.Second, longestWait)
	return chat.Insist(ctx, pauses, s.log.Warn, "waiting for the database", isFinal, func() (err error) {
		s.store, err = openAndUpgrade(ctx, s.settings, s.log)
		return err
	})
}

func (s *service) newBot() (err error) {
	var seed [32]byte
	// Read never fails: crypto/rand promises it.
	crand.Read(seed[:])
	if s.hasPage() {
		s.hub = new(live.Hub)
	}
	s.bot, err = bot.New(bot.Config{
		Store:  s.store,
		Games:  s.games,
		Book:   s.book,
		Logger: s.log,
		Now:    time.Now,
		Rand:   rand.NewChaCha8(seed),
		Meter:  s.listener.metrics,
		Live:   s.hub,
		Guests: web.Network,
		Page:   pageOf(s.settings),

		Feedback: s.settings.Feedback,
	})
	return err
}

// A networkKind is a network that the bot plays on if its token is set.
type networkKind struct {
	name string
	// token returns the token of the bot on the network; empty: it is not set.
	token func(*config.Settings) config.Secret
	// probe returns a request that shows whether the network's API can be reached.
	probe func(context.Context, *config.Settings) (*http.Request, error)
	// open returns the front end for the network.
	open func(*config.Settings, chat.Outfit) (chat.FrontEnd, error)
}

// networks lists all networks.
var networks = []networkKind{
	{
		name:  "Telegram",
		token: func(s *config.Settings) config.Secret { return s.TelegramToken },
		probe: func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return http.NewRequestWithContext(ctx, http.MethodGet, s.TelegramAPIURL, nil)
		},
		open: func(s *config.Settings, o chat.Outfit) (chat.FrontEnd, error) {
			webhook, _ := s.URL.Below(telegram.Path)
			return telegram.New(telegram.Config{
				Token:   s.TelegramToken.Reveal(),
				APIURL:  s.TelegramAPIURL,
				Rate:    s.TelegramRate,
				Webhook: webhook,
				App:     s.TelegramApp,
				Outfit:  o,
			})
		},
	},
	{
		name:  "Discord",
		token: func(s *config.Settings) config.Secret { return s.DiscordToken },
		probe: func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return discord.Probe(ctx, s.DiscordAPIURL)
		},
		open: func(s *config.Settings, o chat.Outfit) (chat.FrontEnd, error) {
			endpoint, _ := s.URL.Below(discord.Path)
			return discord.New(discord.Config{
				Token:    s.DiscordToken.Reveal(),
				APIURL:   s.DiscordAPIURL,
				Endpoint: endpoint,
				Secret:   s.DiscordClientSecret.Reveal(),
				Outfit:   o,
			})
		},
	},
}

// frontEnds returns a front end for each network whose token is set, and one for the page if there
// is a page. If there is neither, it returns the front end for the terminal.
func (s *service) frontEnds(ctx context.Context) ([]chat.FrontEnd, error) {
	var fronts []chat.FrontEnd
	opened := map[string]chat.FrontEnd{}
	provers := map[string]chat.Prover{}
	for _, n := range networks {
		if n.token(s.settings) == "" {
			continue
		}
		front, err := s.openNetwork(n)
		if err != nil {
			return nil, err
		}
		if hook, ok := front.(chat.Webhook); ok {
			s.listener.mount(s.settings.URL, hook)
		}
		opened[front.Network()] = front
		if prover, ok := front.(chat.Prover); ok {
			provers[front.Network()] = prover
		}
		fronts = append(fronts, s.listener.metrics.FrontEnd(front))
	}
	s.bot.SetFrontEnds(opened)
	if s.hasPage() {
		page, err := s.openPage(ctx, provers)
		if err != nil {
			return nil, err
		}
		fronts = append(fronts, page)
	}
	if len(fronts) == 0 {
		fronts = append(fronts, s.listener.metrics.FrontEnd(s.terminal()))
	}
	for _, front := range fronts {
		s.listener.metrics.Serves(front.Network())
	}
	return fronts, nil
}

func (s *service) openNetwork(n networkKind) (chat.FrontEnd, error) {
	watched := func(next http.RoundTripper) http.RoundTripper {
		timed := s.listener.metrics.Transport(strings.ToLower(n.name), next)
		return &clockWatch{next: timed, network: n.name, log: s.log}
	}
	return n.open(s.settings, chat.Outfit{
		Logger:    s.log,
		Broker:    s.bot,
		Transport: watched,
		Holder:    s.store,
		Processes: s.store.Processes,
		Page:      pageOf(s.settings),
		Profile:   s.bot.Profile(),
		Figures:   s.bot.Figures(),
	})
}

// openPage returns the front end of the page, and makes the listener serve it. A prover tells the page
// which player of its network has opened it.
func (s *service) openPage(ctx context.Context, provers map[string]chat.Prover) (chat.FrontEnd, error) {
	var secret []byte
	err := s.store.Commit(ctx, func(tx *storage.Tx) (err error) {
		secret, err = tx.Secret("page")
		return err
	})
	if err != nil {
		return nil, err
	}
	page, err := web.New(web.Config{
		Bot:     s.bot,
		Broker:  s.bot,
		Live:    s.hub,
		URL:     string(s.settings.URL),
		Logger:  s.log,
		Now:     time.Now,
		Provers: provers,
		Secret:  secret,
		IsProxy: s.settings.Proxies.Has,
	})
	if err != nil {
		return nil, err
	}
	s.listener.metrics.Watchers(s.hub.Watchers)
	s.listener.mountPage(s.settings.URL, page)
	return page, nil
}

// pageOf returns the address at which people on networks open the page. It is empty if they cannot
// open it.
func pageOf(s *config.Settings) string {
	page, _ := s.URL.Below(chat.PagePath)
	return page
}

// terminal returns the front end for a person at the console.
func (s *service) terminal() chat.FrontEnd {
	c := terminal.Config{
		In:     s.console.in,
		Out:    s.console.out,
		Logger: s.log,
		Broker: s.bot,
		Locale: s.settings.Locale,
	}
	if c.Locale == "" {
		c.Locale = terminal.Locale(os.Getenv)
	}
	if isTerminal(s.console.out) {
		c.ASCII = !terminal.ShowsUnicode(os.Getenv, runtime.GOOS)
		c.Columns = func() int { return columnsOf(s.console.out) }
	}
	if c.ASCII && s.settings.Locale == "" {
		// No other language is readable in ASCII.
		c.Locale = chat.DefaultLanguage
	}
	if isTerminal(s.console.in) && isTerminal(s.console.out) {
		c.Editor = terminal.NewKeyboard()
		c.Color = terminal.Colored(os.Getenv, runtime.GOOS == "windows")
		command := programName(os.Args[0]) + " web"
		voice := say.Voice{Printer: s.book.Printer(c.Locale)}
		c.Greeting = voice.Line("terminal.web", say.With{"command": command})
	}
	if u, err := user.Current(); err == nil {
		c.Name = u.Username
	}
	return terminal.New(c)
}

// programName returns what a person types to run this program again. They have run it as arg0.
func programName(arg0 string) string {
	isGoRun := strings.Contains(filepath.ToSlash(arg0), "/go-build")
	if isGoRun {
		return "go run ./cmd/reckon"
	}
	name := filepath.Base(arg0)
	if _, err := exec.LookPath(name); err == nil {
		return name
	}
	return arg0
}
