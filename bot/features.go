package bot

import (
	"context"

	"reckon/bot/feature"
	"reckon/bot/practice"
	"reckon/bot/roles"
	"reckon/bot/stats"
	"reckon/storage"
)

// Open opens a database that a Bot can serve from: with the tables of all features.
func Open(ctx context.Context, address string) (*storage.Store, error) {
	var tables []storage.Table
	for _, f := range new(Bot).listFeatures(feature.Kernel{}) {
		tables = append(tables, f.Tables...)
	}
	return storage.Open(ctx, address, tables...)
}

// listFeatures lists what players can name, a line for each.
func (b *Bot) listFeatures(k feature.Kernel) []feature.Feature {
	return []feature.Feature{
		practice.Feature(k, b.handlers.deals),
		roles.Feature(k),
		stats.Feature(k),
	}
}
