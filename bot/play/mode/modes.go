package mode

// Open are the names of the matches that anyone at the place may begin and join. Each has a
// command of that name.
var Open = []string{Race}

// Of returns the mode of a round: name is that of its match, empty for none; measured
// reports whether answers are better and worse, not only right or wrong. It is empty if there
// is no such match in such games.
func Of(name string, where Setting, measured bool) Mode {
	switch {
	case name == Duel:
		return duel(measured)
	case name == Ghost && measured: // nobody's time says how good their answer was
		return Mode{}
	case name == Ghost:
		return ghost()
	case name == Race:
		return series(where == Together, measured)
	case where == Daily: // each person plays for themselves
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	case where == Private: // so they do, and giving up leaves nobody behind
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitEnds, Edits: true}
	case measured: // the best answer wins
		return Mode{Shared: true, Hidden: true, Pay: PayBest, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	}
	// The first right answer wins. Where solutions are collected, the round stays open for further distinct ones.
	return Mode{Shared: true, Pay: PayFirst, Hints: OneByOne, GiveUp: QuitAsker, Edits: true}
}
