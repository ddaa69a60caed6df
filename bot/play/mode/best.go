package mode

// best is won by the best answer. Answers are hidden until the end.
func best() Mode {
	return Mode{Shared: true, Hidden: true, Pay: PayBest, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
}
