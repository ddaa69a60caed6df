package announce

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Today returns what features add to a person's day.
func (a *Announcer) Today(tx *storage.Tx, v say.Voice, act round.Act) ([]chat.Line, error) {
	var lines []chat.Line
	for _, today := range a.TodayLines {
		line, err := today(v, tx, act)
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// BeginPost runs before a place reads its daily of a number for the first time.
func (a *Announcer) BeginPost(tx *storage.Tx, c storage.Community, number int) error {
	for _, before := range a.BeforePost {
		if err := before(tx, c, number); err != nil {
			return err
		}
	}
	return nil
}

// LinesUnderPost are what features add under a place's daily of a number, with an empty line above
// each.
func (a *Announcer) LinesUnderPost(tx *storage.Tx, v say.Voice, c storage.Community, number int) ([]chat.Line, error) {
	var lines []chat.Line
	for _, line := range a.PostLines {
		added, err := line(v, tx, c, number)
		if err != nil {
			return nil, err
		}
		if added != nil {
			lines = append(lines, chat.Line{}, added)
		}
	}
	return lines, nil
}
