package feature

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A Period is the time whose points count on a leaderboard. A week begins on Monday.
type Period string

const (
	PeriodToday Period = "today"
	PeriodWeek  Period = "week"
	PeriodMonth Period = "month"
	PeriodAll   Period = "all"
)

// A BoardKey names a page of a leaderboard.
type BoardKey struct {
	// World reports whether it is the worldwide leaderboard, not that of the place's community.
	World bool
	// Game is the name of a game, or storage.Hunt for the board that counts solutions; empty: all games.
	Game   string
	Period Period
	// Page counts from 0.
	Page int
}

// A BoardPage is a page that a feature adds to the leaderboards. A button under each leaderboard leads
// to it.
type BoardPage struct {
	// Period is the value of the argument "view" for which the command for leaderboards shows the page.
	Period string
	// Act is the act in the data of the button that leads to the page, and the name of that button.
	// The data also says whether the page is about the community or the World.
	Act string
	// Title is the message key of its title.
	Title string
	// Lines returns the text of the page.
	Lines func(v say.Voice, tx *storage.Tx, act round.Act, isWorld bool) ([]chat.Line, error)
	// Above returns a line to show above a leaderboard; nil if there is nothing to say.
	Above func(v say.Voice, tx *storage.Tx, act round.Act, of BoardKey) (chat.Line, error)
}
