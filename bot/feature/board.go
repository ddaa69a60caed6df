package feature

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A Period is since when points count on a leaderboard.
type Period string

const (
	PeriodToday Period = "today"
	PeriodWeek  Period = "week" // from Monday
	PeriodMonth Period = "month"
	PeriodAll   Period = "all"
)

// A BoardKey names a page of a leaderboard.
type BoardKey struct {
	// World reports whether it is of everyone who wishes to be there, not of the place.
	World bool
	// Game is the name of a game, storage.Hunt, or empty for all games.
	Game   string
	Period Period
	// Page counts from 0.
	Page int
}

// A BoardPage is a page beside the leaderboards. A button under each board leads to it, and so
// does a value of their argument "period".
type BoardPage struct {
	Period string
	// Act is the act in the button's data, and the button's name. The data says where: here or in
	// the World.
	Act string
	// Title is the key of its title.
	Title string
	Lines func(v say.Voice, tx *storage.Tx, act round.Act, isWorld bool) ([]chat.Line, error)
	// Above is a line above a board; nil if there is nothing to say.
	Above func(v say.Voice, tx *storage.Tx, act round.Act, of BoardKey) (chat.Line, error)
}
