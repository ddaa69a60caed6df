package bot

import "context"

// Tick does all that is due now.
func (b *Bot) Tick(ctx context.Context, fronts ...FrontEnd) error {
	_, err := b.tick(ctx, fronts)
	return err
}
