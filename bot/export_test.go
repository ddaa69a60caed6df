package bot

import (
	"context"
	"time"
)

// Tick does all that is due now.
func (b *Bot) Tick(ctx context.Context, fronts ...FrontEnd) error {
	_, err := b.tick(ctx, fronts)
	return err
}

// UntilDue is how long the loop waits.
func (b *Bot) UntilDue(ctx context.Context) (time.Duration, error) { return b.untilDue(ctx) }
