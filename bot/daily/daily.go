package daily

import (
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// daily posts days, and shows them to people.
type daily struct {
	feature.Kernel
	rounds talk.Rounds
}

// The commands and their arguments.
const (
	nameDaily   = "daily"
	nameArchive = "archive"
	argNumber   = "number"
	argGame     = "game"
)

// The acts of buttons. Except of actDaily and actTomorrow, the argument is the number of a day.
const (
	// game [number [community]]: actDaily shows the puzzle of that day in that game, or today's day if
	// there is no number. The post of a day in a community names the community.
	actDaily = "daily"
	// actCard shows a person what they did on the day.
	actCard = "card"
	// actShare shows that to everyone.
	actShare = "share"
	// actArchive lists past days, from that day back.
	actArchive = "archive"
	// actSolutions shows a person the solutions of the day, once it is over everywhere.
	actSolutions = "solutions"
	// actTomorrow, without an argument, has days posted in a private chat at this hour.
	actTomorrow = "tomorrow"
)
