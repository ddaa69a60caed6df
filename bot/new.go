package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/heartbeat"
	"reckon/bot/jobs"
	"reckon/bot/lang"
	"reckon/bot/live"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/tell"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/storage"
)

// Config is what a Bot is made of. All fields but Meter, Live, Guests, Page, Feedback and Features are required.
type Config struct {
	Store  *storage.Store
	Games  []engine.Game
	Book   *lang.Book
	Logger *slog.Logger
	Now    func() time.Time
	Rand   rand.Source
	// Meter counts the answers that are judged and the puzzles that are solved; nil: nothing is counted.
	Meter round.Meter
	// Live knows who watches the page; nil: nobody does.
	Live *live.Hub
	// Guests is the network of the page's own guests: see round.Play.
	Guests string
	// Page is the address of the page; empty: networks cannot open it.
	Page string
	// Feedback is the chat that gets what people write to the operator, such as "telegram:-1001234"; empty: none.
	Feedback string
	// Features has the names of the features that the Bot has; nil: all.
	Features []string
}

// isWhole reports whether all required fields are set.
func (c Config) isWhole() bool {
	hasParts := c.Store != nil && c.Book != nil && c.Logger != nil
	hasSources := c.Now != nil && c.Rand != nil
	return hasParts && hasSources && len(c.Games) > 0
}

// speak returns a Voice in the first of the given languages that the Bot has.
func (c Config) speak(languages ...string) say.Voice {
	return say.Voice{Printer: c.Book.Printer(languages...)}
}

// New makes a Bot. If it is the first one on its database, it stores new secrets there.
func New(c Config) (*Bot, error) {
	if !c.isWhole() {
		return nil, errors.New("bot: a field of Config is missing")
	}
	b := &Bot{
		store:    c.Store,
		book:     c.Book,
		log:      c.Logger,
		now:      c.Now,
		limits:   new(command.Limits),
		pruned:   storage.NewPage(prunedLeast, prunedMost),
		merged:   storage.NewPage(mergedLeast, mergedMost),
		live:     cmp.Or(c.Live, new(live.Hub)),
		only:     c.Features,
		feedback: c.Feedback,
		commands: new(command.Table[feature.Command]),
	}
	if err := b.openRules(c); err != nil {
		return nil, err
	}
	b.newOutbox(c)
	b.newTeller(c)
	b.handlers = b.newHandlers(c)
	b.addFeatures(c)
	if err := b.newJobs(c); err != nil {
		return nil, err
	}
	b.watchCommits(c)
	// The handlers have a pointer to the table, so the table is filled where it is.
	*b.commands = *b.commandTable(c.Games, c.Book, c.Page != "")
	b.buttons = b.buttonTable()
	b.events = b.eventTable()
	return b, nil
}

// openRules makes the rules of play, the settings, zones and pictures, and reads the secret that
// seals buttons.
func (b *Bot) openRules(c Config) error {
	var err error
	b.zones, err = zone.Open()
	if err != nil {
		return err
	}
	b.settings = settings.New(c.Games, talk.Levels[:], c.Book, b.zones)
	b.pictures.Pictures, err = feature.NewPictures(c.speak())
	if err != nil {
		return err
	}
	b.pictures.Add(talk.PictureKinds())
	ctx := context.Background()
	b.play, err = round.New(ctx, c.Store, c.Games, c.Rand, c.Meter)
	if err != nil {
		return err
	}
	b.play.Guests = c.Guests
	err = c.Store.Look(ctx, func(tx *storage.Tx) error { return tx.CheckTables() })
	if err != nil {
		return err
	}
	return c.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		b.seals.Secret, err = tx.Secret("buttons")
		return err
	})
}

// newOutbox makes the heartbeat and the outbox, which delivers messages.
func (b *Bot) newOutbox(c Config) {
	b.heart = heartbeat.New(c.Store, c.Now, c.Logger)
	b.outbox = outbox.New(outbox.Config{
		Store:     c.Store,
		Heart:     b.heart,
		Logger:    c.Logger,
		Now:       c.Now,
		Delivered: b.delivered,
		Failed:    b.failed,
		Moved:     b.rekey,
		Merge:     mergeVerdicts,
		Fill:      b.fill,
		NoFile:    b.noFile,
		Broken:    b.Broken,
	})
}

// newTeller makes the Teller, which makes replies and announcements.
func (b *Bot) newTeller(c Config) {
	b.tell = &tell.Teller{
		Play:   b.play,
		Seals:  b.seals,
		Outbox: b.outbox,
		Links:  &button.Links{Page: c.Page},
		Solos:  new(button.Solos),
		Speak:  c.speak,
	}
}

// addFeatures makes the features, and registers their hooks with the kernel.
func (b *Bot) addFeatures(c Config) {
	b.features = b.listFeatures(feature.Kernel{
		Store:    c.Store,
		Games:    c.Games,
		Book:     c.Book,
		Play:     b.play,
		Settings: b.settings,
		Seals:    b.seals,
		Limits:   b.limits,
		Tell:     b.tell,
		Links:    b.tell.Links,
		Pictures: b.pictures.Pictures,
		Logger:   c.Logger,
		Now:      c.Now,
		Speak:    c.speak,
		Features: b.hooks(),
		Do:       b.Do,
		FrontEnd: b.frontEnd,
	})
	for _, f := range b.features {
		b.addHooks(f)
	}
}

// newJobs makes the queues of jobs, and sets the jobs that run when the program starts.
func (b *Bot) newJobs(c Config) error {
	clocks, bulk := b.kinds()
	b.jobs = jobs.New(jobs.Config{
		Store:  c.Store,
		Heart:  b.heart,
		Logger: c.Logger,
		Now:    c.Now,
		Clocks: clocks,
		Bulk:   bulk,
	})
	return c.Store.Commit(context.Background(), b.setStartJobs)
}

// watchCommits wakes the outbox, the jobs and those who watch the page when something has changed.
func (b *Bot) watchCommits(c Config) {
	c.Store.OnCommit(func(committed storage.Committed) {
		b.outbox.Committed(committed)
		b.jobs.Committed(committed)
		b.wakeWatchers(committed.Touched)
	})
	// The page may be watched in other processes, too.
	if c.Live != nil {
		c.Store.TellTouches()
	}
}

// eventTable returns what is done when the bot joins or leaves a community, or a community moves.
func (b *Bot) eventTable() map[chat.Kind]func(*storage.Tx, *feature.Request) (chat.Reply, error) {
	return map[chat.Kind]func(*storage.Tx, *feature.Request) (chat.Reply, error){
		chat.Joined: b.join,
		chat.Left:   b.leave,
		chat.Moved: func(tx *storage.Tx, req *feature.Request) (chat.Reply, error) {
			return feature.Silent, b.rekey(tx, req.Place.Network, req.Place.Community, req.Input.MovedTo, req.At)
		},
	}
}

// addHooks registers what a feature has with the parts of the kernel that use it.
func (b *Bot) addHooks(f feature.Feature) {
	b.settings.Add(f.Settings...)
	for _, m := range f.Matches {
		b.play.AddMatch(m.Kind, m.Opponents)
	}
	b.handlers.deals.Dealers.Add(f)
	b.tell.Solos.Add(f.Solo)
	b.pictures.Add(f.Pictures)
	if f.Solution != nil {
		b.tell.Links.Solutions = append(b.tell.Links.Solutions, f.Solution)
	}
	if f.Forgotten != nil {
		b.play.Forgotten = append(b.play.Forgotten, f.Forgotten)
	}
	if f.PeriodOver != nil {
		b.play.PeriodOver = append(b.play.PeriodOver, f.PeriodOver)
	}
	if f.AfterMatch != nil {
		b.tell.AfterMatch = append(b.tell.AfterMatch, f.AfterMatch)
	}
	if f.DuelAlone != nil {
		b.handlers.matches.DuelAlone = f.DuelAlone
	}
}

// newHandlers makes the handlers. They get the tables of commands and features before these are filled.
func (b *Bot) newHandlers(c Config) handlers {
	rounds := talk.Rounds{
		Features: b.hooks(),
		Store:    c.Store,
		Play:     b.play,
		Settings: b.settings,
		Seals:    b.seals,
		Solos:    b.tell.Solos,
	}
	var h handlers
	h.attempts = talk.Attempts{Rounds: rounds, Pictures: b.pictures, Tell: b.tell}
	h.deals = talk.Deals{Rounds: rounds, Commands: b.commands, Tell: b.tell, Dealers: new(feature.Dealers)}
	h.settings = talk.Settings{Settings: b.settings, Tell: b.tell, Features: b.hooks()}
	h.greeting = talk.Greeting{Rounds: rounds}
	h.help = talk.Help{Play: b.play, Commands: b.commands, Features: b.hooks()}
	h.matches = talk.Matches{Deals: h.deals}
	h.pages = talk.Pages{Deals: h.deals, Attempts: h.attempts, Commands: b.commands, Address: c.Page}
	h.solve = talk.Solve{Store: c.Store, Play: b.play, Links: b.tell.Links}
	h.views = talk.Views{Rounds: rounds, Pictures: b.pictures, Panel: h.settings}
	return h
}

// LastPass returns when the slowest of the Bot's loops last ended a pass, even one that failed. If that was long
// ago, the loop hangs.
func (b *Bot) LastPass() time.Time { return b.heart.LastPass() }

// ErrRefused says that a network refuses the bot for good.
var ErrRefused = errors.New("the network refuses the bot")

// Serve runs the front ends, the outbox and the jobs. Serve ends all of them when ctx ends, or when the input
// of a front end ends, as the terminal's can. If a front end fails for good, Serve logs that, and the others
// go on. Serve also ends when no front end is left, when the database cannot be written at the start, and
// when the database is found to be damaged, because whatever is written to it from then on may be lost. Serve
// returns storage.ErrDamaged if the database is damaged, or else the first failure: ErrRefused or the error of the
// first write.
func (b *Bot) Serve(ctx context.Context, fronts ...chat.FrontEnd) error {
	if err := b.heart.Beat(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b.outbox.Open(fronts...)
	ended := make(chan error, len(fronts))
	for _, f := range fronts {
		go func() {
			err := f.Run(ctx, b)
			if err != nil {
				err = fmt.Errorf("%s: %w: %w", f.Network(), ErrRefused, err)
			}
			ended <- err
		}()
	}
	var loops sync.WaitGroup
	loops.Go(func() { b.outbox.Run(ctx) })
	loops.Go(func() { b.jobs.Run(ctx) })
	var first error
	damaged := b.store.Damaged()
	for running := len(fronts); running > 0; {
		select {
		case err := <-ended:
			running--
			if err == nil {
				// The front end's input has ended, or ctx has ended.
				stop()
				continue
			}
			first = cmp.Or(first, err)
			b.log.Error("front end failed; its network is not served any longer", "error", err)
			b.heart.Fault(err.Error())
		case <-damaged:
			damaged = nil
			// It matters more than a network that has refused the bot.
			first = storage.ErrDamaged
			stop()
		}
	}
	stop()
	loops.Wait()
	ending, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
	defer done()
	if err := b.heart.End(ending); err != nil {
		b.log.Warn("the end is not stored", "error", err)
	}
	return first
}
