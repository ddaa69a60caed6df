package button

// The acts of buttons. Each comment first names the arguments of the act, and then says what it does.
const (
	// round: ask for an answer in a form. In a chat.Submit: take the answer from that form.
	ActAnswer = "answer"
	// round: ask for an answer, with the last one filled in.
	ActAgain = "again"
	// [round]: open the page.
	ActPage = "page"
	// round: show a hint.
	ActHint = "hint"
	// round: show the next hint in the message with the button.
	ActMore = "more"
	// round: show a hint in the message of a newcomer's first puzzle, which keeps the buttons of the games.
	ActFirst = "first"
	// round: give up.
	ActGiveUp = "giveup"
	// round: confirm giving up.
	ActSure = "sure"
	// puzzle: tell the person when nobody plays it any more.
	ActTell = "tell"
	// round [player]: show the puzzle again, and go on with it. If round is 0: tell that player that
	// nothing has changed.
	ActKeep = "keep"
	// round, game, level [puzzle or option]: end the person's round, and deal another puzzle.
	ActReplace = "replace"
	// match, game, level [puzzle or option]: end the person's match, and deal another puzzle.
	ActInstead = "instead"
	// game level [option]: deal another puzzle.
	ActNext = "next"
	// game, answer, goal: show the idea of an answer.
	ActExplain = "explain"
	// round: show the picture of its result.
	ActPicture = "picture"
	// [topic]: show that page of help.
	ActHelp = "help"
	// puzzle: deal exactly this puzzle.
	ActPose = "pose"
	// match: accept the challenge.
	ActAccept = "accept"
	// match: decline the challenge, or withdraw it.
	ActDecline = "decline"
	// match: join it, before its first puzzle comes.
	ActJoin = "joining"
	// match: let its first puzzle come without waiting for more people.
	ActBegin = "begin"
	// match, number, choice: choose which kind of puzzle comes next. number is the number of that puzzle.
	ActChoose = "choose"
	// match: end it.
	ActStop = "stop"
	// match: begin another one like it.
	ActRematch = "rematch"
	// command [text]: carry out the command where only the person reads.
	ActCommand = "command"
)
