package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Take implements chat.Handler.
func (b *Bot) Take(ctx context.Context, r chat.Request) {
	// The error is not needed here: take has logged it, and the delivery tells the person of it. After ErrLeft the
	// delivery is empty, because nobody is left to be told. A PaceError does not come here: only requests of the page
	// get one, and the page calls Bot.Do, which returns it.
	d, row, _ := b.take(ctx, r)
	b.outbox.Send(d, row)
}

const (
	// patience is how long a request waits for a database that cannot be reached, or whose disk is
	// full.
	patience = 10 * time.Minute
	// tellAfter is how long a request waits before the chat is told that it waits.
	tellAfter = 3 * time.Second
	// shortestPause is the pause before the second try. The later pauses become longer.
	shortestPause = 100 * time.Millisecond
	// longestPause is the longest pause between two tries.
	longestPause = 2 * time.Second
)

// take carries out a request, and logs why it failed. It returns the delivery of the reply and, if the reply is
// stored, its row. While the database cannot be reached, take waits: once it has returned, the network may forget the
// request, so its effect must be stored before.
func (b *Bot) take(ctx context.Context, r chat.Request) (chat.Delivery, storage.Outgoing, error) {
	r.Person.Name = b.nameOf(r.Person, r.Locale)
	r.Input.Whom.Name = b.nameOf(r.Input.Whom, r.Locale)
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	waitNotice := time.AfterFunc(tellAfter, func() { b.tellWait(r) })
	defer waitNotice.Stop()
	work := b.beforeSearch(context.WithoutCancel(ctx), r, waitNotice)

	var d chat.Delivery
	var row storage.Outgoing
	var err error
	hasReturned := chat.Guard(b.log, r.Key, func() { d, row, err = b.tryUntilStored(work, patient, r) })
	if !hasReturned {
		err = errors.New("panic")
	}
	if errors.Is(err, storage.ErrRepeated) {
		d = b.reply(r, feature.Silent)
		d.Repeated = true
		// errForgotten is an ErrRepeated, too.
		d.Reply.Forgotten = errors.Is(err, errForgotten)
		return d, storage.Outgoing{}, nil
	}
	_, isTooSoon := errors.AsType[*chat.PaceError](err)
	if isTooSoon || errors.Is(err, feature.ErrLeft) {
		return chat.Delivery{}, storage.Outgoing{}, err
	}
	if err != nil {
		b.log.Error("request failed", "key", r.Key, "error", err)
		return b.reply(r, b.Broken(r.Locale)), storage.Outgoing{}, err
	}
	return d, row, nil
}

// tryUntilStored carries out a request. If its transaction conflicts with another one, it begins again at once.
// If the database cannot be reached, it begins again after a pause, until the context patient ends. Each try runs in
// the context work, so the end of patient does not interrupt it.
func (b *Bot) tryUntilStored(
	work, patient context.Context, r chat.Request,
) (chat.Delivery, storage.Outgoing, error) {
	var d chat.Delivery
	var row storage.Outgoing
	isAgain := false
	try := func() error {
		var err error
		d, row, err = b.carryOut(work, r, isAgain)
		isAgain = true
		return err
	}
	isAway := func(err error, _ time.Duration) bool { return storage.Unavailable(err) }
	err := chat.Retry(patient, chat.Backoff(shortestPause, longestPause), isAway, func() error {
		return storage.Retry(work, try)
	})
	return d, row, err
}

// nameOf returns the name under which others see a person. If the name that the network gives is blank, it is the word
// for a person without a name, in the language of locale.
func (b *Bot) nameOf(p chat.Person, locale string) string {
	if p.ID == "" {
		// The network does not say who it is.
		return p.Name
	}
	if chat.IsBlank(p.Name) {
		return b.book.Printer(locale).Text("person.nameless")
	}
	return chat.PersonName(p.Name)
}

// beforeSearch returns a context with a function that package round calls before a long search. The
// function takes the request out of its chat's queue, so that other requests do not wait for the search.
// It also stops the timer that tells the chat of a wait for the database.
func (b *Bot) beforeSearch(ctx context.Context, r chat.Request, waitNotice *time.Timer) context.Context {
	leave := sync.OnceFunc(func() {
		waitNotice.Stop()
		if r.Leave != nil {
			r.Leave()
		}
	})
	return context.WithValue(ctx, round.BeforeSearch{}, leave)
}

// tellWait tells a chat that a request waits for the database, unless it was told so a short time ago.
func (b *Bot) tellWait(r chat.Request) {
	isAwaited := !b.isNetworkEvent(r.Input) && !r.Input.Overheard
	// The page shows by itself that it waits.
	if !isAwaited || r.OnPage() {
		return
	}
	d := b.reply(r, say.Voice{Printer: b.book.Printer(r.Locale)}.Refuse("wait", nil))
	d.Key += " wait"
	if b.outbox.IsUnordered(d) {
		// Only replies to interactions are unordered. For those the network itself shows that the bot is at work.
		return
	}
	if b.limits.Allow(command.Warnings, "wait "+r.Place.Community, b.now()) {
		b.outbox.Send(d, storage.Outgoing{})
	}
}
