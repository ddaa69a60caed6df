package mode

// Open are the names of the matches that anyone at the place may begin and join. Each has a
// command of that name.
var Open = []string{Race}

// Of returns the mode of a round by the name of its match, which is empty for a round of its own.
// In measured games answers are better or worse, not only right or wrong. The mode is empty if
// such games have no such match.
func Of(name string, where Setting, measured bool) Mode {
	switch name {
	case Duel:
		return duel(measured)
	case Ghost:
		if measured {
			// A recorded time does not say how good the answer was.
			return Mode{}
		}
		return ghost()
	case Race:
		return series(where == Together, measured)
	}
	switch {
	case where == Daily:
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	case where == Private:
		// Giving up ends the round, since nobody else plays it.
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitEnds, Edits: true}
	case measured:
		return Mode{Shared: true, Hidden: true, Pay: PayBest, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	}
	// The first right answer wins. Where solutions are collected, the round stays open for more.
	return Mode{Shared: true, Pay: PayFirst, Hints: OneByOne, GiveUp: QuitAsker, Edits: true}
}
