package mode

// race is won by the first right answer. Where solutions are collected, the round stays
// open for further distinct ones.
func race() Mode {
	return Mode{Shared: true, Pay: PayFirst, Hints: OneByOne, GiveUp: QuitAsker, Edits: true}
}
