package feature

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Features returns all features; none while the bot is being made. A hook is a field of Feature that is a
// function. Most methods of Features call one hook of each feature that has it.
type Features func() []Feature

// Day returns the Day of the feature that has one; nil if no feature has one.
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

// DayButton returns a row with a button that leads to today's puzzle of a game; nil if no feature has
// a Day.
func (list Features) DayButton(v say.Voice, g engine.Game) [][]chat.Button {
	day := list.Day()
	if day == nil {
		return nil
	}
	return [][]chat.Button{{day.Button(v, g)}}
}

// Schedule has features set or drop their jobs for a community.
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

// DailySolved tells features that a person has earned points by a puzzle of a day.
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

// Solved tells features that a person has given a right answer to a round that is no daily.
func (list Features) Solved(tx *storage.Tx, act round.Act, outcome round.Outcome) error {
	for _, f := range list() {
		if f.Solved == nil {
			continue
		}
		if err := f.Solved(tx, act, outcome); err != nil {
			return err
		}
	}
	return nil
}

// BeforePost tells features that the daily of a number is about to be posted in a community.
func (list Features) BeforePost(tx *storage.Tx, c storage.Community, number int) error {
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

// LinesUnderPost returns what features add under a community's daily of a number. Above each line is
// an empty one.
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

// LinesUnderDay returns what features add under the day that a person looks at.
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

// PageLinesUnderDay returns what features say to a person under their live day on the page.
func (list Features) PageLinesUnderDay(v say.Voice, tx *storage.Tx, act round.Act) ([]chat.Line, error) {
	var lines []chat.Line
	for _, f := range list() {
		if f.TodayView == nil {
			continue
		}
		ofFeature, err := f.TodayView(v, tx, act)
		if err != nil {
			return nil, err
		}
		lines = append(lines, ofFeature...)
	}
	return lines, nil
}

// Documents returns the documents of features.
func (list Features) Documents(v say.Voice) []Document {
	var documents []Document
	for _, f := range list() {
		if f.Document != nil {
			documents = append(documents, f.Document(v))
		}
	}
	return documents
}

// AddToMe adds what features have for the page's view of a person.
func (list Features) AddToMe(v say.Voice, tx *storage.Tx, act round.Act, out *chat.MeView) error {
	for _, f := range list() {
		if f.MeView == nil {
			continue
		}
		if err := f.MeView(v, tx, act, out); err != nil {
			return err
		}
	}
	return nil
}
