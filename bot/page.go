package bot

import (
	"context"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

var _ chat.PageHandler = (*Bot)(nil)

// Do implements chat.PageHandler.
func (b *Bot) Do(ctx context.Context, r chat.Request) (reply chat.Reply, repeated bool, err error) {
	d, _, err := b.take(ctx, r)
	return d.Reply, d.Repeated, err
}

// View implements chat.PageHandler.
func (b *Bot) View(ctx context.Context, r chat.Request, withDay bool) (v chat.View, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		v, err = b.handlers.views.View(req, withDay)
		return err
	})
	return v, err
}

// Language implements chat.PageHandler.
func (b *Bot) Language(ctx context.Context, r chat.Request) (tag string, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		tag = req.Say.Language()
		return nil
	})
	return tag, err
}

// Me implements chat.PageHandler.
func (b *Bot) Me(ctx context.Context, r chat.Request) (v chat.MeView, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		v, err = b.handlers.views.Me(req)
		return err
	})
	return v, err
}

// Value implements chat.PageHandler.
func (b *Bot) Value(ctx context.Context, r chat.Request) (v chat.Value, ok bool, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		v, ok, err = b.handlers.views.Value(req)
		return err
	})
	return v, ok, err
}

// Enter implements chat.PageHandler.
func (b *Bot) Enter(ctx context.Context, pass string, now time.Time) (r chat.Request, err error) {
	// The error is still this one if Guard catches a panic.
	err = errors.New("panic")
	chat.Guard(b.log, "pass", func() { r, err = b.handlers.pages.Enter(ctx, pass, now) })
	return r, err
}

// Card implements chat.PageHandler.
func (b *Bot) Card(ctx context.Context, r chat.Request, day int) (o chat.Offer, ok bool, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		ofDay := b.hooks().Day()
		if ofDay == nil {
			return nil
		}
		o, ok, err = ofDay.Card(req, day)
		return err
	})
	return o, ok, err
}

// withRequest makes a feature.Request of a request that changes nothing, and calls do with it.
func (b *Bot) withRequest(ctx context.Context, r chat.Request, do func(*feature.Request) error) error {
	// The error is still this one if Guard catches a panic, in newRequest or in do.
	err := errors.New("panic")
	chat.Guard(b.log, "page", func() { err = b.callWithRequest(ctx, r, do) })
	if err != nil && ctx.Err() == nil {
		b.log.Error("the page shows nothing", "error", err)
	}
	return err
}

// callWithRequest does what withRequest does, but does not catch a panic.
func (b *Bot) callWithRequest(ctx context.Context, r chat.Request, do func(*feature.Request) error) error {
	req, err := b.newRequest(ctx, r)
	if err != nil {
		return err
	}
	return do(req)
}

// Results implements chat.PageHandler.
func (b *Bot) Results(ctx context.Context, r chat.Request) (t chat.Table, ok bool, err error) {
	err = b.withRequest(ctx, r, func(req *feature.Request) error {
		t, ok, err = b.handlers.matches.Results(req)
		return err
	})
	return t, ok, err
}

// Preview implements chat.PageHandler.
func (b *Bot) Preview(locale, puzzle string, day int) (p chat.Preview, ok bool) {
	chat.Guard(b.log, "preview", func() {
		p, ok = b.handlers.views.Preview(say.Voice{Printer: b.book.Printer(locale)}, puzzle, day)
	})
	return p, ok
}

// Routes implements chat.PageHandler.
func (b *Bot) Routes(s chat.Site) []chat.Route {
	var all []chat.Route
	for _, f := range b.features {
		if f.Routes != nil {
			all = append(all, f.Routes(s)...)
		}
	}
	return all
}

// Words implements chat.PageHandler. The page puts the arguments into the sentences by itself.
func (b *Bot) Words(locale string) (language string, words map[string]string) {
	p := b.book.Printer(locale)
	return p.Language(), p.Words("page.")
}

// wakeWatchers wakes those who watch what a transaction changed.
func (b *Bot) wakeWatchers(all []storage.Touch) {
	if len(all) == 0 {
		return
	}
	var topics []string
	for _, t := range all {
		if t.Kind == storage.TouchAll {
			b.live.TouchAll()
			return
		}
		topics = append(topics, talk.Topic(t.Kind, t.ID))
	}
	b.live.Touch(topics...)
}
