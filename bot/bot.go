// Package bot takes requests and serves front ends. A request is parsed into a command, a
// button or an answer, a handler of package talk makes a Plan of it, and the Plan, the
// reply and the request's key are written in one transaction. Nothing in here sends: the
// outbox delivers what is stored. Jobs and what places are told are wired together here, too.
//
// It never names a network or a game: what differs between games is in engine.Rules, what
// differs between networks is in the front end.
//
// The law of what people see: one message, edited rather than posted again; short, kind
// and exact; nothing is spoilt, nobody is blamed, and nobody is left wondering why.
package bot

import (
	"log/slog"
	"time"

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
	"reckon/storage"
)

// A Bot answers requests and runs jobs. It is safe for use by many goroutines and keeps no
// state of its own that must outlive the process.
type Bot struct {
	store    *storage.Store
	play     *round.Play
	heart    *heartbeat.Heart
	outbox   *outbox.Outbox
	jobs     *jobs.Runner
	book     *lang.Book
	log      *slog.Logger
	now      func() time.Time
	commands *command.Table[feature.Command]
	buttons  map[string]command.Act[feature.Handler]
	events   map[chat.Kind]func(*storage.Tx, *feature.Request) (chat.Reply, error) // of communities: no person acts
	settings *settings.Settings
	handlers handlers
	features []feature.Feature
	only     []string // names of features; nil: all
	seals    command.Sealer
	zones    *zone.Table
	limits   *command.Limits
	pictures talk.Pictures
	tell     *tell.Teller
	live     *live.Hub
	fronts   map[string]chat.FrontEnd // by network
}

// handlers are the kernel's handlers.
type handlers struct {
	attempts talk.Attempts
	deals    talk.Deals
	greeting talk.Greeting
	help     talk.Help
	matches  talk.Matches
	pages    talk.Pages
	settings talk.Settings
	solve    talk.Solve
	views    talk.Views
}

var (
	_ chat.Handler = (*Bot)(nil)
	_ chat.Broker  = (*Bot)(nil)
)

// Broken implements chat.Broker.
func (b *Bot) Broken(locale string) chat.Reply {
	return say.Voice{Printer: b.book.Printer(locale)}.Refuse("broken", nil)
}

// Elsewhere implements chat.Broker.
func (b *Bot) Elsewhere(locale string) chat.Reply {
	r := say.Voice{Printer: b.book.Printer(locale)}.Refuse("elsewhere", nil)
	r.Audience = chat.Everyone
	return r
}

// Draw implements chat.Broker.
func (b *Bot) Draw(p chat.Picture, dark bool) ([]byte, error) { return b.pictures.Draw(p, dark) }

// Profile says what the bot is, in all languages.
func (b *Bot) Profile() chat.Profile {
	p := chat.Profile{About: map[string]string{}, Short: map[string]string{}}
	for _, language := range b.book.Languages() {
		says := b.book.Printer(language)
		p.About[language], p.Short[language] = says.Text("profile.about"), says.Text("profile.short")
	}
	return p
}

// SetFrontEnds tells the features which front ends there are, by network. It is called before Serve.
func (b *Bot) SetFrontEnds(fronts map[string]chat.FrontEnd) { b.fronts = fronts }

func (b *Bot) frontEnd(network string) chat.FrontEnd { return b.fronts[network] }

// Figures are what networks may show of people, in all languages and without values.
func (b *Bot) Figures() []chat.Figure {
	var all []chat.Figure
	for _, f := range b.features {
		if f.Figures != nil {
			all = append(all, f.Figures()...)
		}
	}
	return all
}

// listed returns the features, once they are made.
func (b *Bot) listed() []feature.Feature { return b.features }
