package telegram

import (
	"context"
	"maps"
	"slices"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// introduce sets the bot's descriptions in each language that has none. Descriptions that a host wrote
// stay. Telegram allows few changes a day, so each change is tried only once at each start.
func (c *client) introduce(ctx context.Context, p chat.Profile) {
	if err := c.setDescriptions(ctx, p); err != nil && ctx.Err() == nil {
		c.log.Warn("the profile was not set", "err", err)
	}
}

func (c *client) setDescriptions(ctx context.Context, p chat.Profile) error {
	if err := c.describe(ctx, "Description", "description", p.About); err != nil {
		return err
	}
	return c.describe(ctx, "ShortDescription", "short_description", p.Short)
}

// describe sets one of the descriptions. name is its name in the methods that get and set it, and field
// is its field in their parameters and results.
func (c *client) describe(ctx context.Context, name, field string, texts map[string]string) error {
	if len(texts) == 0 {
		return nil
	}
	ours := slices.Collect(maps.Values(texts))
	for _, l := range languages(slices.Sorted(maps.Keys(texts))) {
		var has map[string]string
		params := tgbotapi.Params{}
		params.AddNonEmpty("language_code", l.code)
		if err := c.call(ctx, &has, "getMy"+name, params); err != nil {
			return err
		}
		// If the language has no text of its own, this is the text of the default language.
		have := has[field]
		want := texts[l.tag]
		mayReplace := have == "" || slices.Contains(ours, have)
		if have == want || !mayReplace {
			continue
		}
		params[field] = want
		if err := c.call(ctx, nil, "setMy"+name, params); err != nil {
			return err
		}
	}
	return nil
}
