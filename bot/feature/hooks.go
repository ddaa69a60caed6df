package feature

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Features lists all features once the bot is made. Its methods call a hook of each of them.
type Features func() []Feature

// Day returns what makes an event of the puzzles of a day; nil: nothing.
func (list Features) Day() *Day {
	if list == nil {
		return nil
	}
	for _, f := range list() {
		if f.Day != nil {
			return f.Day
		}
	}
	return nil
}

// DayButton returns a row with a button that leads to today's day; nil: nothing does.
func (list Features) DayButton(v say.Voice, g engine.Game) [][]chat.Button {
	day := list.Day()
	if day == nil {
		return nil
	}
	return [][]chat.Button{{day.Button(v, g)}}
}

// Schedule brings a community's jobs in line with its settings and with whether it can be reached.
func (list Features) Schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	for _, f := range list() {
		if f.Schedule == nil {
			continue
		}
		if err := f.Schedule(tx, c, now); err != nil {
			return err
		}
	}
	return nil
}

// DailySolved tells features that a person has earned something by a puzzle of a day.
func (list Features) DailySolved(tx *storage.Tx, act round.Act, r round.Round) error {
	for _, f := range list() {
		if f.DailySolved == nil {
			continue
		}
		if err := f.DailySolved(tx, act, r); err != nil {
			return err
		}
	}
	return nil
}

// BeginPost tells features that a community is about to read its daily of a number.
func (list Features) BeginPost(tx *storage.Tx, c storage.Community, number int) error {
	for _, f := range list() {
		if f.BeforePost == nil {
			continue
		}
		if err := f.BeforePost(tx, c, number); err != nil {
			return err
		}
	}
	return nil
}

// LinesUnderPost are what features add under a community's daily of a number, with an empty line
// above each.
func (list Features) LinesUnderPost(
	v say.Voice, tx *storage.Tx, c storage.Community, number int,
) ([]chat.Line, error) {
	var lines []chat.Line
	for _, f := range list() {
		if f.Post == nil {
			continue
		}
		line, err := f.Post(v, tx, c, number)
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, chat.Line{}, line)
		}
	}
	return lines, nil
}

// LinesUnderDay are what features add to a person's day.
func (list Features) LinesUnderDay(v say.Voice, tx *storage.Tx, act round.Act) ([]chat.Line, error) {
	var lines []chat.Line
	for _, f := range list() {
		if f.Today == nil {
			continue
		}
		line, err := f.Today(v, tx, act)
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	return lines, nil
}
