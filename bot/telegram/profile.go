package telegram

import (
	"context"
	"maps"
	"slices"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// introduce sets the bot's descriptions in each language that has none. Those that a host wrote stay.
// Telegram allows few changes a day, so each is tried once, at the next start again.
func (c *client) introduce(ctx context.Context, p chat.Profile) {
	for _, text := range []struct {
		name, field string
		in          map[string]string
	}{{"Description", "description", p.About}, {"ShortDescription", "short_description", p.Short}} {
		if len(text.in) == 0 {
			continue
		}
		ours := slices.Collect(maps.Values(text.in))
		for _, l := range languages(slices.Sorted(maps.Keys(text.in))) {
			var has map[string]string
			params := tgbotapi.Params{}
			params.AddNonEmpty("language_code", l.code)
			err := c.call(ctx, &has, "getMy"+text.name, params)
			// Where a language has no text of its own, the default's is shown.
			if have, want := has[text.field], text.in[l.tag]; err == nil && have != want && (have == "" || slices.Contains(ours, have)) {
				params[text.field] = want
				err = c.call(ctx, nil, "setMy"+text.name, params)
			}
			if err != nil {
				if ctx.Err() == nil {
					c.log.Warn("the profile was not set", "err", err)
				}
				return
			}
		}
	}
}
