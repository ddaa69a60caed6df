package button

import (
	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/engine"
)

// A Solo makes buttons for a person who is alone, which begin something in a game: of a number of
// puzzles, 0 for as many as usual, and of a level. It makes none for a game that it is not about.
type Solo func(v say.Voice, g engine.Game, count int, level engine.Level) []chat.Button

// Solos are what all features offer to a person who is alone: where nobody accepts a challenge, or
// nobody else plays.
type Solos struct{ all []Solo }

// Add adds what a feature offers; nil is nothing.
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
