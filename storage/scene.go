package storage

// A Scene is what decides at a place whether a puzzle of a class is dealt.
type Scene struct {
	// Match is the one that runs there; ID 0: none.
	Match Match
	// Rounds are those open there, as OpenRounds returns them.
	Rounds []Round
	// Live reports whether a daily has the class.
	Live bool
	// Open reports whether people play a puzzle of the class: see IsOpen.
	Open bool
}

// Scene returns the scene of a class at a place. The dailies are those of the numbers from first to
// last, and Rounds are at most limit.
func (tx *Tx) Scene(communityID int64, channel, class string, first, last, limit int) (Scene, error) {
	// They all travel with the last one.
	queuedMatch := Queue[Match](tx, "find running match", runningMatch, communityID, channel)
	queuedRounds := Queue[Round](tx, "list open rounds", openRounds, communityID, channel, limit)
	queuedLive := Queue[bool](tx, "look for class in dailies", isDaily, class, first, last)
	open, err := tx.IsOpen(class, 0)
	if err != nil {
		return Scene{}, err
	}
	live, err := queuedLive.Get()
	if err != nil {
		return Scene{}, err
	}
	rounds, err := queuedRounds.List()
	if err != nil {
		return Scene{}, err
	}
	match, _, err := Found(queuedMatch.Get())
	if err != nil {
		return Scene{}, err
	}
	return Scene{Match: match, Rounds: rounds, Live: live, Open: open}, nil
}
