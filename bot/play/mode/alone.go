package mode

// alone lets each person play for themselves: in private chats and dailies.
func alone(where Setting) Mode {
	m := Mode{Hidden: true, Pay: PayOwn, Hints: AnyTime, GiveUp: QuitEnds, Edits: true}
	if where == Daily { // others play on
		m.GiveUp = QuitAlone
	}
	return m
}
