package feature

// The names of commands that lead to others: see command.Command.In.
const (
	PlayMenu    = "play"
	Leaderboard = "leaderboard"
	Settings    = "settings"
)

// The lines of /help. Each command that people can give is in one of them.
const (
	HelpPlay    = "play"
	HelpDaily   = "daily"
	HelpFriends = "friends"
	HelpAnswer  = "answer"
	HelpStuck   = "stuck"
	HelpBoards  = "boards"
	HelpSolve   = "solve"
	HelpHere    = "settings"
	HelpPages   = "pages"
	HelpData    = "privacy"
)

// HelpLines are the lines of the page of /help that lists all commands, top to bottom. Menus list commands in
// the same order. A phone shows only the first few.
var HelpLines = []string{
	HelpPlay,
	HelpDaily,
	HelpFriends,
	HelpAnswer,
	HelpStuck,
	HelpBoards,
	HelpSolve,
	HelpHere,
	HelpPages,
	HelpData,
}
