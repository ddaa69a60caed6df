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
	// Program returns the puzzles of such a match of one of its Lengths. It is nil if all puzzles of a match are
	// of the game that people ask for.
	Program func(length int) []Part
	Lengths []int
	// Of is the name of another kind, such as Duel, if people begin this kind by the command of that one. There they
	// choose it by its Choice. Such a kind has a Program. Of is empty if people begin this kind in another way.
	Of     string
	Choice string
	// Word is what people type behind the name of a game to begin such a match of it. It is empty if the match
	// begins in another way.
	Word string
}

// A Part is a puzzle of a match whose puzzles are of several games.
type Part struct {
	// Game is the name of its game.
	Game string
	// Choices are the kinds of puzzles from which a person chooses one. Each is the Text of an engine.Wish. There
	// are none if nothing is to be chosen.
	Choices []string
}

// Modes are all ways to play: the kernel's own, which its methods know, and the kinds of matches that features add,
// which are in the list.
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

// Program returns the puzzles of a match of a kind and a length. It is nil if the kind has no program.
func (all Modes) Program(name string, length int) []Part {
	for _, kind := range all {
		if kind.Name == name && kind.Program != nil {
			return kind.Program(length)
		}
	}
	return nil
}

// Lengths returns how many puzzles a match of a kind with a program may have. It is nil if the kind has no program.
func (all Modes) Lengths(name string) []int {
	for _, kind := range all {
		if kind.Name == name {
			return kind.Lengths
		}
	}
	return nil
}

// Inside returns the kinds that people choose in the command of another kind.
func (all Modes) Inside(of string) []Kind {
	var inside []Kind
	for _, kind := range all {
		if kind.Of == of {
			inside = append(inside, kind)
		}
	}
	return inside
}

// Chosen returns the name of the kind that people choose in the command of another kind. If they choose none, it is
// that kind itself.
func (all Modes) Chosen(of, choice string) string {
	for _, kind := range all.Inside(of) {
		if kind.Choice == choice {
			return kind.Name
		}
	}
	return of
}

// WithWord returns the kinds that begin with a word behind the name of a game.
func (all Modes) WithWord() []Kind {
	var out []Kind
	for _, kind := range all {
		if kind.Word != "" {
			out = append(out, kind)
		}
	}
	return out
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
