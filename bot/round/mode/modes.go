package mode

// ForAll are the names of the matches that anyone at the place may begin and join. Each has a command
// of that name.
var ForAll = []string{Race}

// A Kind is a kind of match that a feature adds.
type Kind struct {
	Name string
	// Mode returns the mode of its rounds. In measured games answers are better or worse, not only
	// right or wrong. The mode is empty if such games have no such match.
	Mode func(where Setting, measured bool) Mode
}

// Modes are all ways to play: the kernel's own, and those of the kinds of matches that features add. The
// list has only the kinds that features add.
type Modes []Kind

// Of returns the mode of a round by the name of its match. The name is empty if the round is in no match.
// In measured games answers are better or worse, not only right or wrong. The mode is empty if
// such games have no such match.
func (all Modes) Of(name string, where Setting, measured bool) Mode {
	switch name {
	case "":
		return ofNoMatch(where, measured)
	case Duel:
		return duel(measured)
	case Race:
		return series(where == Together, measured)
	}
	for _, kind := range all {
		if kind.Name == name {
			return kind.Mode(where, measured)
		}
	}
	return Mode{}
}

// ofNoMatch returns the mode of a round that is in no match.
func ofNoMatch(where Setting, measured bool) Mode {
	switch {
	case where == Daily:
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	case where == Private:
		// Giving up ends the round, since nobody else plays it.
		return Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitEnds, Edits: true}
	case measured:
		return Mode{Shared: true, Hidden: true, Pay: PayBest, Hints: AnyTime, GiveUp: QuitAlone, Edits: true}
	}
	// The first right answer wins. If people collect solutions, the round stays open for more.
	return Mode{Shared: true, Pay: PayFirst, Hints: OneByOne, GiveUp: QuitAsker, Edits: true}
}
