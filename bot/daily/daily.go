package daily

import (
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// daily posts days, and shows them to people.
type daily struct {
	feature.Kernel
	dailies talk.Dailies
}

// The commands and their arguments.
const (
	nameDaily   = "daily"
	nameArchive = "archive"
	argNumber   = "number"
	argGame     = "game"
)

// The acts of buttons. The argument of each is the number of a day.
const (
	// actCard shows a person what they did on the day.
	actCard = "card"
	// actShare shows that to everyone.
	actShare = "share"
	// actArchive lists past days, from that day back.
	actArchive = "archive"
)
