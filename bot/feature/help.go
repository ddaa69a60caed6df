package feature

// The lines of /help. Each listed command is in one of them.
const (
	HelpPlay   = "play"
	HelpAnswer = "answer"
	HelpStuck  = "stuck"
	HelpDaily  = "daily"
	HelpBoards = "boards"
	HelpSolve  = "solve"
	HelpHere   = "settings"
	HelpData   = "privacy"
	HelpPages  = "pages"
)

// HelpLines are the lines of /help, top to bottom.
var HelpLines = []string{
	HelpPlay,
	HelpAnswer,
	HelpStuck,
	HelpDaily,
	HelpBoards,
	HelpSolve,
	HelpHere,
	HelpData,
	HelpPages,
}
