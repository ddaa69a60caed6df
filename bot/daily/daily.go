package daily

import (
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// daily posts the puzzles of each day, and shows people those of past days.
type daily struct {
	feature.Kernel
	rounds talk.Rounds
	// others has the points of all people on a day.
	others *others
}

// The commands and their arguments.
const (
	nameDaily   = "daily"
	nameArchive = "archive"
	argNumber   = "number"
	argGame     = "game"
)

// The acts of buttons. Where nothing else is said, the argument is the number of a day.
const (
	// actDaily shows a game's puzzle of a day. Its arguments are
	//
	//	game [number [community]]
	//
	// Without a number it shows today's puzzle. The buttons under a community's daily post have the ID of the
	// community, too.
	actDaily = "daily"
	// actCard shows a person what they did on the day.
	actCard = "card"
	// actShare shows everyone what the person did on the day.
	actShare = "share"
	// actArchive lists past days, from that day backwards.
	actArchive = "archive"
	// actSolutions shows a person the solutions of the day, once it is over everywhere.
	actSolutions = "solutions"
	// actInstead ends the match that the person plays alone, and then shows a game's puzzle of a day.
	// Its arguments are
	//
	//	game number
	actInstead = "daily-instead"
	// actTomorrow switches on the daily post of a place, at the time of day when it is pressed. It
	// has no argument.
	actTomorrow = "tomorrow"
)
