// This file makes rounds and matches of their rows. It reads what else belongs to them, such as their
// community.

package round

import (
	"errors"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// facts returns a round as it is now, and what is stored of the person's part in the round.
func (p *Play) facts(tx *storage.Tx, a Act, id int64, which Which) (Round, Facts, error) {
	hash := p.Hash(a.Person.Network, a.Person.Key)
	facts, err := FindFacts(tx, id, a.Person.ID, hash, a.At, which)
	if err != nil {
		return Round{}, Facts{}, err
	}
	round, err := p.loadRound(tx, facts.Round, a.Community)
	if err != nil {
		return Round{}, Facts{}, err
	}
	round.ShownAt = facts.ShownAt
	return round, facts, nil
}

// Round returns a round, with all that is needed from its match.
func (p *Play) Round(tx *storage.Tx, id int64) (Round, error) {
	row, err := tx.RoundByID(id)
	if err != nil {
		return Round{}, err
	}
	return p.loadRound(tx, row, storage.Community{})
}

// loadRound makes a Round of its row, and reads its community and its match. known is a community that was
// read before: if it is the community of the round, it is not read again.
func (p *Play) loadRound(tx *storage.Tx, row storage.Round, known storage.Community) (Round, error) {
	community, err := communityOf(tx, row, known)
	if err != nil {
		return Round{}, err
	}
	if row.MatchID == 0 {
		return p.makeRound(row, community, matchPart{})
	}
	m, err := MatchByID(tx, row.MatchID)
	if err != nil {
		return Round{}, err
	}
	all, err := roundsOfMatch(tx, m.ID)
	if err != nil {
		return Round{}, err
	}
	// earlier is how many puzzles of the match came before this one.
	earlier := slices.IndexFunc(all, func(other storage.Round) bool { return other.ID == row.ID })
	return p.makeRound(row, community, matchPart{match: &m, number: earlier + 1})
}

// communityOf returns the community of a round; empty for a daily. If the known community is that of the
// round, communityOf reads nothing.
func communityOf(tx *storage.Tx, row storage.Round, known storage.Community) (storage.Community, error) {
	switch row.CommunityID {
	case 0:
		return storage.Community{}, nil
	case known.ID:
		return known, nil
	}
	return tx.CommunityByID(row.CommunityID)
}

// Match returns a match.
func (p *Play) Match(tx *storage.Tx, id int64) (Match, error) {
	row, err := MatchByID(tx, id)
	if err != nil {
		return Match{}, err
	}
	return p.loadMatch(tx, row)
}

// loadMatch makes a Match of its row, and reads all that belongs to it. A longer match takes
// more queries only if its puzzles were given up.
func (p *Play) loadMatch(tx *storage.Tx, row MatchRow) (Match, error) {
	m := Match{MatchRow: row, Game: p.Game(row.Game)}
	if m.Game == nil {
		return Match{}, errors.New("a match of an unknown game")
	}
	community, err := tx.CommunityByID(row.CommunityID)
	if err != nil {
		return Match{}, err
	}
	m.Community = community
	where := mode.Together
	if community.Private {
		where = mode.Private
	}
	m.Mode = p.Mode(row.Kind, where, m.Game)
	if m.Mode.Name == "" {
		return Match{}, errors.New("a match of an unknown kind")
	}
	m.Program = p.Program(row.Kind, row.Length)
	rounds, err := roundsOfMatch(tx, row.ID)
	if err != nil {
		return Match{}, err
	}
	answers, err := answersOfMatch(tx, row.ID)
	if err != nil {
		return Match{}, err
	}
	pair, err := pairOf(tx, m)
	if err != nil {
		return Match{}, err
	}
	opponents, err := p.opponentsIn(tx, m.Kind, m.ID)
	if err != nil {
		return Match{}, err
	}
	for i, dealt := range rounds {
		round, err := p.makeRound(dealt, community, matchPart{match: &row, number: i + 1})
		if err != nil {
			return Match{}, err
		}
		ofRound := only(answers, func(a storage.Answer) bool { return a.RoundID == round.ID })
		bout, err := makeBout(tx, round, opponents[round.ID], ofRound, pair)
		if err != nil {
			return Match{}, err
		}
		m.Bouts = append(m.Bouts, bout)
	}
	if m.Gathers() {
		m.Joined, err = joinersOf(tx, m.ID)
		if err != nil {
			return Match{}, err
		}
	}
	isFirstToCome := len(m.Bouts) == 0 && !m.IsOver()
	if isFirstToCome && m.Mode.BestOnly && m.Mode.Shared {
		m.Champion, err = p.championBefore(tx, m)
		if err != nil {
			return Match{}, err
		}
	}
	m.Turns, err = turnsOf(tx, m, pair)
	if err != nil {
		return Match{}, err
	}
	m.Table = tallies(m.Bouts, pair)
	awards, err := awardsOfDays(tx, row)
	if err != nil {
		return Match{}, err
	}
	addPaid(m.Table, awards)
	if !m.Mode.Rates || !m.IsOver() {
		return m, nil
	}
	ratings, err := duelRatingsAfter(tx, m.ID)
	if err != nil {
		return Match{}, err
	}
	for _, d := range ratings {
		m.setRating(d)
	}
	return m, nil
}

// championBefore returns the person who won the last match of the kind of this one that was played to its end at the
// place; zero if nobody did.
func (p *Play) championBefore(tx *storage.Tx, m Match) (storage.Player, error) {
	row, isThere, err := storage.Found(lastPlayedBefore(tx, m.MatchRow))
	if err != nil || !isThere {
		return storage.Player{}, err
	}
	last, err := p.loadMatch(tx, row)
	if err != nil {
		return storage.Player{}, err
	}
	hasWinner := len(last.Table) > 0 && last.Table[0].Points > 0
	isDrawn := len(last.Table) > 1 && last.Table[1].Rank == 1
	if !hasWinner || isDrawn {
		return storage.Player{}, nil
	}
	return last.Table[0].Player, nil
}

// makeBout makes a Bout of a round of a match. answers are the answers to the round. pair are the two who
// play the match; nil: it is not for a pair.
func makeBout(
	tx *storage.Tx, r Round, opponent Opponent, answers []storage.Answer, pair []storage.Player,
) (Bout, error) {
	isAdmitted := func(a storage.Answer) bool { return r.Admits(a.PlayerID) }
	bout := Bout{
		Round:    r,
		Answered: slices.ContainsFunc(answers, isAdmitted),
		Opponent: opponent,
	}
	if bout.IsVoid() {
		bout.GivenAwayBy = giverOf(r, answers)
	}
	var err error
	bout.Standings, err = standingsInBout(tx, bout, answers, pair)
	return bout, err
}

// giverOf returns the person who gave a puzzle's solution away to the two who played it. If there were
// several, it returns the last one.
func giverOf(r Round, all []storage.Answer) storage.Player {
	gaveAway := func(x storage.Answer) bool { return takesPart(x) && x.Public && !r.Admits(x.PlayerID) }
	givers := only(all, gaveAway)
	if len(givers) == 0 {
		return storage.Player{}
	}
	last := givers[len(givers)-1]
	return storage.Player{ID: last.PlayerID, Key: last.PlayerKey, Name: last.PlayerName}
}

// pairOf returns the two who play a match for a pair; nil for other matches. An opponent that is no
// person is an empty Player.
func pairOf(tx *storage.Tx, m Match) ([]storage.Player, error) {
	if !m.Mode.Pair {
		return nil, nil
	}
	var pair []storage.Player
	for _, id := range []int64{m.AskerID, m.RivalID} {
		player, _, err := storage.Found(tx.PlayerByID(id))
		if err != nil {
			return nil, err
		}
		pair = append(pair, player)
	}
	return pair, nil
}

// standingsInBout returns the standings in a puzzle of a match: they follow from its answers. It returns
// none while the puzzle is open. An opponent wins without an answer, and so does the rival of a person who
// gave up.
func standingsInBout(tx *storage.Tx, b Bout, answers []storage.Answer, pair []storage.Player) ([]Standing, error) {
	r := b.Round
	if r.ClosedAt.IsZero() {
		return nil, nil
	}
	isResigned := r.Mode.GiveUp == mode.QuitResigns && r.Reason == GivenUp
	isMeasured := r.Game.Rules().Measure != ""
	if isResigned && isMeasured {
		// Both may have answered. Who gave up has lost nevertheless: the other had time left for a better answer.
		return wonByGivingUp(tx, r, pair)
	}
	candidates := only(answers, takesPart)
	if b.Opponent.Found {
		candidates = append(candidates, b.answerOfOpponent())
	}
	standings := standingsOf(r, candidates)
	if len(standings) > 0 {
		return standings, nil
	}
	isLost := r.Reason == TimeUp || r.Reason == GivenUp
	if r.Mode.OnItsClock && isLost {
		return []Standing{{Elapsed: b.Opponent.After, Rank: 1, Score: r.Mode.Score(1, 1)}}, nil
	}
	if isResigned {
		return wonByGivingUp(tx, r, pair)
	}
	return nil, nil
}

// wonByGivingUp returns the standing of the person who won a puzzle of a duel because their rival gave it
// up.
func wonByGivingUp(tx *storage.Tx, r Round, pair []storage.Player) ([]Standing, error) {
	for i, winner := range pair {
		facts, err := FindFacts(tx, r.ID, pair[1-i].ID, IgnoreLocks, time.Time{}, NoAnswers)
		if err != nil {
			return nil, err
		}
		if !facts.Attempt.GaveUpAt.IsZero() {
			answer := storage.Answer{PlayerID: winner.ID, PlayerKey: winner.Key, PlayerName: winner.Name}
			return []Standing{{Answer: answer, Rank: 1, Score: r.Mode.Score(1, 1)}}, nil
		}
	}
	return nil, nil
}
