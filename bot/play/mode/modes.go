package mode

// Open are the names of the matches that anyone at the place may begin and join. Each has a
// command of that name.
var Open = []string{Race}

// Of returns the mode of a round: name is that of its match, empty for none; measured
// reports whether answers are better and worse, not only right or wrong.
func Of(name string, where Setting, measured bool) Mode {
	switch {
	case name == Duel:
		return duel(measured)
	case name == Race:
		return series(where == Together, measured)
	case where != Together:
		return alone(where)
	case measured:
		return best()
	}
	return race()
}
