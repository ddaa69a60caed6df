package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// figures are those by which communities may give roles: networks take five at most.
var figures = []struct {
	key string
	of  func(play.RoleFigures) int
}{
	{"streak", func(e play.RoleFigures) int { return e.Days }},
	{"longest", func(e play.RoleFigures) int { return e.Longest }},
	{"month", func(e play.RoleFigures) int { return e.Month }},
	{"solved", func(e play.RoleFigures) int { return e.Solved }},
}

// Figures are those that networks may show of people, in all languages.
func (b *Bot) Figures() []chat.Figure { return b.figuresOf(play.RoleFigures{}) }

func (b *Bot) figuresOf(e play.RoleFigures) (all []chat.Figure) {
	for _, f := range figures {
		x := chat.Figure{Key: f.key, Name: map[string]string{}, About: map[string]string{}, Value: f.of(e)}
		for _, language := range b.book.Languages() {
			v := say.Voice{Printer: b.book.Printer(language)}
			x.Name[language], x.About[language] = v.Phrase("figure."+f.key, nil), v.Phrase("figure."+f.key+".about", nil)
		}
		all = append(all, x)
	}
	return all
}

// GiveRoles shows people's figures on these networks, if they agreed, from the next Serve on.
func (b *Bot) GiveRoles(provers map[string]chat.Prover) {
	b.givers = map[string]chat.RoleGiver{}
	for network, p := range provers {
		if giver, ok := p.(chat.RoleGiver); ok {
			b.givers[network] = giver
		}
	}
}

// Agree implements chat.PageHandler.
func (b *Bot) Agree(ctx context.Context, r chat.Request, token string) (shown []chat.Figure, err error) {
	err = errors.New("panic")
	chat.Guard(b.log, "agree", func() {
		var a storage.Agreement
		err = storage.Retry(ctx, func() error {
			return b.store.Write(ctx, func(tx *storage.Tx) error {
				who, err := tx.EnsurePlayer(r.Person.Network, r.Person.ID, r.Person.Name, r.Locale, b.now())
				if err == nil {
					err = tx.Agree(who.ID, token, b.now())
				}
				if err == nil {
					a, err = tx.AgreementOf(who.ID)
				}
				return err
			})
		})
		if err == nil {
			shown, err = b.showFigures(ctx, a)
		}
	})
	return shown, err
}

// showFigures shows the figures of a person, unless those shown last are the same, or nothing any
// longer of somebody who is forgotten. Where they no longer agree, their agreement goes.
func (b *Bot) showFigures(ctx context.Context, a storage.Agreement) (shown []chat.Figure, err error) {
	now := a
	if now.Shown = ""; a.Key != "" {
		if err := b.store.Read(ctx, func(tx *storage.Tx) error {
			e, err := b.play.RoleFigures(tx, a.PlayerID, b.now())
			shown = b.figuresOf(e)
			return err
		}); err != nil {
			return nil, err
		}
		for _, f := range shown {
			now.Shown += fmt.Sprintf("%s %d\n", f.Key, f.Value)
		}
		if now.Shown == a.Shown {
			return shown, nil
		}
	}
	next, err := "", chat.ErrProof
	switch giver := b.givers[a.Network]; {
	case giver != nil:
		next, err = giver.ShowFigures(ctx, a.Token, shown)
	case a.Key != "":
		return nil, nil // it may be back
	}
	// What came with it is stored even if the process is about to end: an old token may hold no longer.
	ctx = context.WithoutCancel(ctx)
	if errors.Is(err, chat.ErrProof) || err == nil && shown == nil {
		return nil, errors.Join(err, b.store.Commit(ctx, func(tx *storage.Tx) error { return tx.DropAgreement(a) }))
	}
	if now.Token = next; next == "" {
		now.Token = a.Token
	}
	if err != nil {
		now.Shown = a.Shown
	}
	return shown, errors.Join(err, b.store.Commit(ctx, func(tx *storage.Tx) error { return tx.SaveAgreement(now, a.Token) }))
}

const (
	// figuresEvery is how often everybody's figures are looked at, figuresPage of how many people
	// with one query.
	figuresEvery = time.Hour
	figuresPage  = 100
	// mostFailed is how often in a row figures may not be shown before the others wait, too.
	mostFailed = 5
)

// keepFigures shows the figures anew of those who agreed and have others now. A job with a key
// shows nothing any longer of one who is forgotten.
func (b *Bot) keepFigures(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	if j.Key != "" {
		return jobs.ByID(b.takeBack)(ctx, j, now)
	}
	again := func(tx *storage.Tx) error {
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(figuresEvery)})
	}
	failed := 0
	for after := int64(0); ; {
		var page []storage.Agreement
		err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = tx.Agreements(after, figuresPage)
			return err
		})
		if err != nil || len(page) == 0 {
			return again, err
		}
		for i := 0; i < len(page); {
			var err error
			if after = page[i].PlayerID; page[i].Key != "" {
				_, err = b.showFigures(ctx, page[i])
			}
			wait, limited := errors.AsType[*chat.RetryError](err)
			if !limited {
				i++
			}
			if err == nil || errors.Is(err, chat.ErrProof) {
				failed = 0
				continue
			}
			if ctx.Err() != nil || limited && !chat.Pause(ctx, wait.After) {
				return nil, ctx.Err()
			}
			b.log.Warn("figures are not shown", "err", err)
			if failed++; failed == mostFailed {
				return again, nil
			}
		}
	}
}

// takeBack shows nothing any longer of a player who is forgotten.
func (b *Bot) takeBack(ctx context.Context, id int64, _ time.Time) (func(*storage.Tx) error, error) {
	var a storage.Agreement
	var is bool
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		a, is, err = storage.Found(tx.AgreementOf(id))
		return err
	})
	if err == nil && is {
		_, err = b.showFigures(ctx, a)
	}
	if err != nil && !errors.Is(err, chat.ErrProof) {
		return nil, err
	}
	return func(tx *storage.Tx) error { return tx.DropJob(play.FiguresJob, strconv.FormatInt(id, 10)) }, nil
}
