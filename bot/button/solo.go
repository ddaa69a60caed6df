package button

import (
	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/engine"
)

// A Solo makes buttons for a person who has nobody to play with. A button begins something to play alone
// in a game, with puzzles of a level. count is the number of puzzles; 0: as many as usual. If there is
// nothing to play alone in the game, it makes no button.
type Solo func(v say.Voice, g engine.Game, count int, level engine.Level) []chat.Button

// Solos has what all features offer to a person who has nobody to play with.
type Solos struct{ all []Solo }

// Add adds what a feature offers; nil if it offers nothing.
func (s *Solos) Add(solo Solo) {
	if solo != nil {
		s.all = append(s.all, solo)
	}
}

// Buttons returns the buttons of all features.
func (s *Solos) Buttons(v say.Voice, g engine.Game, count int, level engine.Level) []chat.Button {
	var all []chat.Button
	for _, solo := range s.all {
		all = append(all, solo(v, g, count, level)...)
	}
	return all
}
