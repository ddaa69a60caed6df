package storage

// A Scene is what decides at a place whether a puzzle of a class is dealt.
type Scene struct {
	Match  Match   // that runs there; ID 0: none
	Rounds []Round // that are open there, as OpenRounds returns them
	Live   bool    // the class is one of some dailies
	Open   bool    // people play a puzzle of the class: see IsOpen
}

// Scene returns the scene of a class at a place. The dailies are those of some numbers.
func (tx *Tx) Scene(communityID int64, channel, class string, first, last, limit int) (s Scene, err error) {
	match := Queue[Match](tx, "find running match", runningMatch, communityID, channel)
	rounds := Queue[Round](tx, "list open rounds", openRounds, communityID, channel, limit)
	live := Queue[bool](tx, "look for class in dailies", isDaily, class, first, last)
	s.Open, err = tx.IsOpen(class, 0)
	if err != nil {
		return s, err
	}
	s.Live, err = live.Get()
	if err != nil {
		return s, err
	}
	s.Rounds, err = rounds.List()
	if err != nil {
		return s, err
	}
	s.Match, _, err = Found(match.Get())
	return s, err
}
