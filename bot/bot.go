// Package bot takes requests and serves front ends. It finds out whether a request is a command, the
// press of a button or an answer, and calls its handler. The handler returns a Plan: a function that
// runs in one transaction, together with the storing of the reply and the request's key. This package
// sends nothing: the outbox delivers what is stored. The package also connects the parts of the bot,
// such as jobs and features.
//
// It never names a network or a game. What differs between games is in engine.Rules. What differs
// between networks is in the front ends.
//
// These rules hold for what people see. A message is edited rather than posted again. It is short, kind
// and exact. It gives no solution away, blames nobody, and says why.
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
	// buttons has the handler of each button, by the act in the button's data.
	buttons map[string]command.Act[feature.Handler]
	// events has the functions for the network's own events, in which no person acts: the bot joins or leaves a
	// community, or a community moves.
	events   map[chat.Kind]func(*storage.Tx, *feature.Request) (chat.Reply, error)
	settings *settings.Settings
	handlers handlers
	features []feature.Feature
	// only has the names of the features that the Bot has; nil: all.
	only []string
	// feedback is the chat for what people write to the operator: see Config.
	feedback string
	seals    command.Sealer
	zones    *zone.Table
	limits   *command.Limits
	pictures talk.Pictures
	// pruned is how many old rows a transaction deletes.
	pruned *storage.Page
	// merged is how many rows a transaction moves to another community.
	merged *storage.Page
	tell   *tell.Teller
	live   *live.Hub
	// fronts has the front ends by the names of their networks.
	fronts map[string]chat.FrontEnd
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

// noFile returns what a person reads if their file cannot be made.
func (b *Bot) noFile(locale string) chat.Reply {
	return say.Voice{Printer: b.book.Printer(locale)}.Refuse("no-file", nil)
}

// Elsewhere implements chat.Broker.
func (b *Bot) Elsewhere(locale string) chat.Reply {
	r := say.Voice{Printer: b.book.Printer(locale)}.Refuse("elsewhere", nil)
	r.Audience = chat.Everyone
	return r
}

// Searching implements chat.Broker.
func (b *Bot) Searching(locale string) chat.Reply {
	return say.Voice{Printer: b.book.Printer(locale)}.Refuse("searching", nil)
}

// Draw implements chat.Broker.
func (b *Bot) Draw(p chat.Picture, dark bool) ([]byte, error) { return b.pictures.Draw(p, dark) }

// Profile says what the bot is, in all languages.
func (b *Bot) Profile() chat.Profile {
	p := chat.Profile{About: map[string]string{}, Short: map[string]string{}}
	for _, language := range b.book.Languages() {
		printer := b.book.Printer(language)
		p.About[language] = printer.Text("profile.about")
		p.Short[language] = printer.Text("profile.short")
	}
	return p
}

// SetFrontEnds sets the front ends that features can ask for, by network. It is called before Serve.
func (b *Bot) SetFrontEnds(fronts map[string]chat.FrontEnd) { b.fronts = fronts }

func (b *Bot) frontEnd(network string) chat.FrontEnd { return b.fronts[network] }

// Figures returns the figures that networks may show of people, in all languages and without
// values.
func (b *Bot) Figures() []chat.Figure {
	var all []chat.Figure
	for _, f := range b.features {
		if f.Figures != nil {
			all = append(all, f.Figures()...)
		}
	}
	return all
}

// hooks returns a function that lists the features, for code that calls their hooks. The function may be passed
// on before the features are made, because it reads them only when a hook is called.
func (b *Bot) hooks() feature.Features {
	return func() []feature.Feature { return b.features }
}
