package bot

import (
	"context"
	"strings"
	"unicode/utf8"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/storage"
)

// maxValue is how long an offered value may be, in characters.
const maxValue = 100

// Menu implements chat.Handler.
func (b *Bot) Menu() []chat.MenuCommand { return b.commands.Menu() }

// Complete implements chat.Handler.
func (b *Bot) Complete(ctx context.Context, r chat.Request) (offered []chat.MenuChoice) {
	chat.Guard(b.log, "completing", func() {
		cmd := b.commands.Find(r.Input.Name)
		if cmd == nil {
			return
		}
		a := cmd.Args.Find(r.Input.Arg)
		if a == nil || !a.Complete {
			return
		}
		req, err := b.newRequest(ctx, r)
		if err != nil {
			b.log.Error("completing failed", "command", cmd.Name, "error", err)
			return
		}
		for _, c := range cmd.Do.Complete(req, strings.TrimSpace(r.Input.Args[a.Name])) {
			if utf8.RuneCountInString(c.Value) <= maxValue && len(offered) < chat.MaxChoices {
				offered = append(offered, c)
			}
		}
	})
	return offered
}

// Offers implements chat.Handler.
func (b *Bot) Offers(ctx context.Context, r chat.Request) chat.Offers {
	var offers chat.Offers
	chat.Guard(b.log, "offers", func() {
		var err error
		offers, err = b.offersOf(ctx, r)
		if err != nil && ctx.Err() == nil {
			b.log.Error("nothing is offered", "error", err)
		}
	})
	return offers
}

// Offered implements chat.Handler.
func (b *Bot) Offered(ctx context.Context, r chat.Request, token, message string) {
	err := b.store.Commit(ctx, func(tx *storage.Tx) error {
		for _, f := range b.features {
			if f.Offered == nil {
				continue
			}
			if err := f.Offered(tx, r, token, message); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.log.Error("an offer that was sent is not stored", "error", err)
	}
}

// offersOf returns the offers of the first feature that has some for the text.
func (b *Bot) offersOf(ctx context.Context, r chat.Request) (chat.Offers, error) {
	req, err := b.newRequest(ctx, r)
	if err != nil {
		return chat.Offers{}, err
	}
	if !b.limits.Allow(command.Offers, req.Who, b.now()) {
		return chat.Offers{}, nil
	}
	text := strings.TrimSpace(r.Input.Text)
	for _, f := range b.features {
		if f.Offers == nil {
			continue
		}
		offers, ok, err := f.Offers(req, text)
		if err != nil || ok {
			return offers, err
		}
	}
	return chat.Offers{}, nil
}
