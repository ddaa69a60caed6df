package bot

import (
	"context"
	"strings"
	"unicode/utf8"

	"reckon/bot/chat"
)

// maxValue is how many characters a value may have that is offered.
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
func (b *Bot) Offers(ctx context.Context, r chat.Request) (out chat.Offers) {
	chat.Guard(b.log, "offers", func() {
		req, err := b.newRequest(ctx, r)
		if err == nil {
			out, err = b.handlers.offers.Offers(req, strings.TrimSpace(r.Input.Text))
		}
		if err != nil && ctx.Err() == nil {
			b.log.Error("nothing is offered", "error", err)
		}
	})
	return out
}
