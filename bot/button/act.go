package button

// The acts of buttons, with the arguments of each.
const (
	ActAnswer  = "answer"  // round: ask for an answer; as a Submit: the answer
	ActAgain   = "again"   // round: ask for an answer, with the last one to begin with
	ActPage    = "page"    // [round]: open the page
	ActHint    = "hint"    // round
	ActMore    = "more"    // round: the next hint, in the place of the ones before
	ActFirst   = "first"   // round: a hint to a first hand, which shows the games too
	ActGiveUp  = "giveup"  // round
	ActSure    = "sure"    // round: give up, asked once more
	ActNext    = "next"    // game level [option]: deal another
	ActExplain = "explain" // game, answer, goal: its idea
	ActForget  = "erase"   // player: forget them, asked once more
	ActDaily   = "daily"   // game [number [community]]: that day's puzzle in that game, pressed in a community's post; without a number, the day
	ActCard    = "card"    // number: what the person has done on that day
	ActShare   = "share"   // number: the same, for all to see
	ActArchive = "archive" // number: the days of the past, from that one back
	ActPicture = "picture" // round: the picture of its result
	ActHelp    = "help"    // [topic]: that page of help
	ActPose    = "pose"    // puzzle: deal this very one
	ActAccept  = "accept"  // match: take the challenge up
	ActDecline = "decline" // match: turn the challenge down, or take it back
	ActStop    = "stop"    // match: end it
	ActRematch = "rematch" // match: begin one like it
	ActGhost   = "ghost"   // count game level: begin a match against recordings
	ActBoard   = "board"   // here or world, game or *, period, page [games or join]: that page of a board; join lets the person onto those of the World
	ActSeasons = "seasons" // here or world: who won the months
	ActLeague  = "league"  // mine, last or teams: that table of the league; join lets the person in
	ActUnlink  = "unlink"  // player: part them, asked once more
	ActCommand = "command" // command [text]: carry it out where nobody else reads
	ActSent    = "sent"    // round, or 0 for the current one, and an enclosed answer
)
