package bot

import (
	"context"
	"maps"
	"slices"

	"reckon/bot/chat"
)

// Tick does all that is due now.
func (b *Bot) Tick(ctx context.Context, fronts ...chat.FrontEnd) error {
	return b.jobs.Once(ctx, fronts...)
}

// MendJobs is what a running bot does every minute.
func (b *Bot) MendJobs(ctx context.Context) error { return b.mendJobs(ctx) }

// Commands are the names in the command table.
func (b *Bot) Commands() (names []string) {
	for _, cmd := range b.commands {
		names = append(names, cmd.name)
	}
	return names
}

// Acts are the names in the table of what buttons do.
func (b *Bot) Acts() []string { return slices.Sorted(maps.Keys(b.acts)) }

// Data writes a button's data, Seal the seal behind it.
func (b *Bot) Data(act string, args ...any) string { return dataOf(act, args...) }

func (b *Bot) Seal(data string) string { return b.seals.seal(data) }
