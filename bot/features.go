package bot

import "reckon/bot/feature"

// listFeatures lists what players can name, a line for each.
func (b *Bot) listFeatures(k feature.Kernel) []feature.Feature {
	return []feature.Feature{}
}
