package bot

import (
	"context"
	"slices"

	"reckon/bot/board"
	"reckon/bot/book"
	"reckon/bot/daily"
	"reckon/bot/feature"
	"reckon/bot/feedback"
	"reckon/bot/ghost"
	"reckon/bot/league"
	"reckon/bot/link"
	"reckon/bot/nonstop"
	"reckon/bot/offer"
	"reckon/bot/practice"
	"reckon/bot/privacy"
	"reckon/bot/referee"
	"reckon/bot/roles"
	"reckon/bot/season"
	"reckon/bot/sheet"
	"reckon/bot/show"
	"reckon/bot/signs"
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

// listFeatures makes all features. The commands that are on one line of /help are in this order in
// menus.
func (b *Bot) listFeatures(k feature.Kernel) []feature.Feature {
	features := b.wantedFeatures([]feature.Feature{
		league.Feature(k, b.handlers.settings),
		book.Feature(k),
		// The daily has Offers: a person's card is offered before anything else.
		daily.Feature(k, b.handlers.deals.Rounds),
		feedback.Feature(k, b.feedback),
		ghost.Feature(k, b.handlers.matches),
		link.Feature(k),
		nonstop.Feature(),
		// This feature offers something for every text, so another feature with Offers must be above it.
		offer.Feature(k, b.handlers.deals, b.handlers.attempts),
		practice.Feature(k, b.handlers.deals),
		privacy.Feature(k),
		referee.Feature(k),
		roles.Feature(k),
		season.Feature(),
		sheet.Feature(k),
		show.Feature(k),
		signs.Feature(k),
		stats.Feature(k),
	})
	// The leaderboards lead to the pages that the other features add, so they are made last.
	boards := board.Feature(k, b.handlers.settings, features)
	return append(b.wantedFeatures([]feature.Feature{boards}), features...)
}

// wantedFeatures leaves out the features that Config.Features does not name.
func (b *Bot) wantedFeatures(features []feature.Feature) []feature.Feature {
	if b.only == nil {
		return features
	}
	return slices.DeleteFunc(features, func(f feature.Feature) bool { return !slices.Contains(b.only, f.Name) })
}
