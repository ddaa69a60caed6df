package round

import (
	"time"

	"reckon/storage"
)

// Link makes two players one person, together with all players that they are linked with. No two of
// these players may be on one network.
func (p *Play) Link(tx *storage.Tx, first, other int64, at time.Time) error {
	isLong, err := haveLongPast(tx, first, other)
	if err != nil {
		return err
	}
	joint, havePlayed, err := storage.Found(p.jointHome(tx, first, other, at))
	if err != nil {
		return err
	}
	if err := link(tx, first, other, isLong, at); err != nil {
		return err
	}
	if !havePlayed {
		return nil
	}
	return storeHome(tx, first, joint)
}

// link links two players. isLong reports whether they have a long past: then jobs make their awards, boards and abilities
// again.
func link(tx *storage.Tx, first, other int64, isLong bool, at time.Time) error {
	if !isLong {
		if err := tx.Link(first, other, at); err != nil {
			return err
		}
		return relearnAbilities(tx, first)
	}
	if err := tx.LinkPlayers(first, other, at); err != nil {
		return err
	}
	if err := setPastJob(tx, stepVoid, first, 0, at); err != nil {
		return err
	}
	return setPastJob(tx, stepLearn, first, 0, at)
}

// Unlink makes the acting player a person of their own, and returns the other players. Live puzzles that
// one of the players took part in stay locked to the others.
func (p *Play) Unlink(tx *storage.Tx, a Act) ([]storage.Player, error) {
	players, err := tx.PersonPlayers(a.Person.ID)
	if err != nil {
		return nil, err
	}
	if len(players) < 2 {
		return nil, nil
	}
	for _, player := range players {
		others := without(players, func(x storage.Player) bool { return x.ID == player.ID })
		if err := p.lockPlayed(tx, a, player, others); err != nil {
			return nil, err
		}
	}
	if err := p.keepClocks(tx, players, a.At); err != nil {
		return nil, err
	}
	if err := unlink(tx, players, a); err != nil {
		return nil, err
	}
	return without(players, func(x storage.Player) bool { return x.ID == a.Person.ID }), nil
}

// unlink makes the acting player a person of their own. players are all players whom the person has had
// until now.
func unlink(tx *storage.Tx, players []storage.Player, a Act) error {
	isLong, err := haveLongPast(tx, a.Person.ID)
	if err != nil {
		return err
	}
	if isLong {
		return unlinkLong(tx, players, a)
	}
	if err := tx.Unlink(a.Person.ID, a.At); err != nil {
		return err
	}
	for _, player := range players {
		if err := relearnAbilities(tx, player.ID); err != nil {
			return err
		}
	}
	return nil
}

// unlinkLong is unlink for a person with a long past. Jobs make the awards, boards and abilities again.
func unlinkLong(tx *storage.Tx, players []storage.Player, a Act) error {
	remaining, err := tx.UnlinkPlayer(a.Person.ID)
	if err != nil {
		return err
	}
	for _, id := range []int64{a.Person.ID, remaining} {
		if err := setPastJob(tx, stepRestore, id, 0, a.At); err != nil {
			return err
		}
	}
	for _, player := range players {
		if err := setPastJob(tx, stepLearn, player.ID, 0, a.At); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes all players of the acting person from everywhere. It also removes the hashes under which
// others challenged them. Live puzzles that they took part in stay locked to them, under a keyed hash.
func (p *Play) Forget(tx *storage.Tx, a Act) error {
	players, err := tx.PersonPlayers(a.Person.ID)
	if err != nil {
		return err
	}
	if err := forgetRival(tx, p.hashOfRival(a.Person.Network, Rival{Handle: a.Handle})); err != nil {
		return err
	}
	for _, player := range players {
		if err := p.lockPlayed(tx, a, player, players); err != nil {
			return err
		}
	}
	if err := p.keepClocks(tx, players, a.At); err != nil {
		return err
	}
	for _, player := range players {
		if err := p.forgetPlayer(tx, player, a.At); err != nil {
			return err
		}
	}
	return nil
}

// forgetPlayer forgets one of a person's players.
func (p *Play) forgetPlayer(tx *storage.Tx, player storage.Player, at time.Time) error {
	if err := forgetRival(tx, p.hashOfRival(player.Network, Rival{Key: player.Key})); err != nil {
		return err
	}
	isLong, err := tx.HasLongPast(player.ID)
	if err != nil {
		return err
	}
	forget := tx.ForgetPlayer
	if isLong {
		forget = tx.ForgetName
		if err := setPastJob(tx, stepForget, player.ID, 0, at); err != nil {
			return err
		}
	}
	if err := forget(player.ID); err != nil {
		return err
	}
	for _, forgotten := range p.Forgotten {
		if err := forgotten(tx, player.ID, at); err != nil {
			return err
		}
	}
	return nil
}

// lockPlayed locks the live puzzles that one player took part in to some players, so that the puzzles pay
// them nothing.
func (p *Play) lockPlayed(tx *storage.Tx, a Act, player storage.Player, lockedTo []storage.Player) error {
	classes, err := a.Live.of(tx, player.ID, a.At)
	if err != nil {
		return err
	}
	for _, locked := range lockedTo {
		for _, class := range classes {
			if err := p.lock(tx, locked, class, a.At); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepClocks makes locks that keep the clocks of live dailies, so that none of a person's players can start
// one again. The clock of a daily began when the first of the players saw it.
func (p *Play) keepClocks(tx *storage.Tx, players []storage.Player, at time.Time) error {
	firstLive, _ := liveNumbers(at)
	// began has the earliest opening of each daily.
	began := map[string]time.Time{}
	for _, player := range players {
		openings, err := openingsOf(tx, player.ID, firstLive)
		if err != nil {
			return err
		}
		for _, o := range openings {
			class := ofDay(o.Number, o.Class)
			earliest, isSeen := began[class]
			if !isSeen || o.At.Before(earliest) {
				began[class] = o.At
			}
		}
	}
	for class, since := range began {
		for _, player := range players {
			if err := p.lock(tx, player, class, since); err != nil {
				return err
			}
		}
	}
	return nil
}
