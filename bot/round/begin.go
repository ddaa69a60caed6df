package round

import (
	"cmp"
	"errors"
	"strings"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// These errors say why a match does not begin, or why a person may not act in it.
var (
	ErrMatchOver = errors.New("the match is over")
	ErrNotYours  = errors.New("that is for somebody else")
	ErrPlaying   = errors.New("one of the two is in another duel")
	ErrSelf      = errors.New("nobody duels alone")
	ErrAsked     = errors.New("the rival was challenged by the same person a moment ago")
	ErrRefused   = errors.New("the rival has refused the same person today")
	ErrBegun     = errors.New("that puzzle of the match has come already")
)

// BeginMatch begins a match that needs nobody's consent. length is how many puzzles it has; 0: the
// usual number for its kind. The error may be a *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) BeginMatch(
	tx *storage.Tx, a Act, kind string, g engine.Game, level engine.Level, option string,
	length int,
) (Match, error) {
	return p.begin(tx, a, p.newMatch(a, kind, g, Pick{Level: level, Option: option}, length))
}

// newMatch returns the row of a match that a person asks for. Its puzzles have the level and the option
// of the Pick.
func (p *Play) newMatch(a Act, kind string, g engine.Game, like Pick, length int) MatchRow {
	usual := p.Mode(kind, mode.Together, g).Length
	return MatchRow{
		Kind:        kind,
		CommunityID: a.Community.ID,
		Channel:     a.Channel,
		AskerID:     a.Person.ID,
		AskerLocale: a.Person.Locale,
		Game:        g.Name(),
		Wish:        wishOf(like),
		Length:      cmp.Or(length, usual),
		AskedAt:     a.At,
	}
}

// begin begins a match: a new one, which has no ID yet, or one whose challenge was accepted. The error is a
// *MatchError if another match goes on at the place, a *RunningError if a clock runs there, ErrTooBusy if
// the bot cannot post there soon enough, and ErrPlaying if one of the duelists is in another duel.
func (p *Play) begin(tx *storage.Tx, a Act, row MatchRow, duelists ...int64) (Match, error) {
	if err := whyNotBegin(tx, a); err != nil {
		return Match{}, err
	}
	rows, err := OpenRounds(tx, a.Community.ID, a.Channel, manyOpen)
	if err != nil {
		return Match{}, err
	}
	open, err := p.openRounds(a, rows)
	if err != nil {
		return Match{}, err
	}
	if err := whyNoClock(a, open); err != nil {
		return Match{}, err
	}
	for _, id := range duelists {
		if err := p.whyNotDuel(tx, id, row.ID, false); err != nil {
			return Match{}, err
		}
	}
	if row.ID == 0 {
		row.ID, err = AddMatch(tx, row)
		if err != nil {
			return Match{}, err
		}
	}
	row.BegunAt = a.At
	m, err := p.loadMatch(tx, row)
	if err != nil {
		return Match{}, err
	}
	if m.Mode.Gather > 0 {
		if err := gather(tx, a, &m); err != nil {
			return Match{}, err
		}
		return m, nil
	}
	m.setNext(a.At, m.pause())
	return m, storeAndSchedule(tx, m.MatchRow, m.NextAt)
}

// gather begins to wait for people to join a match. The person who asked for it has joined.
func gather(tx *storage.Tx, a Act, m *Match) error {
	if err := addJoiner(tx, m.ID, a); err != nil {
		return err
	}
	m.Joined = []storage.Player{a.Person}
	if len(m.Program) > 0 {
		m.Turns = m.Joined
	}
	m.setNext(a.At, m.Mode.Gather)
	return storeAndSchedule(tx, m.MatchRow, m.NextAt)
}

// A Rival is the person who is challenged. They are named by their key, or by their handle on the
// network.
type Rival struct {
	Key    string
	Handle string
}

// hashOfRival returns a hash that stands for a person of a network who is challenged. That person may never
// have acted, and people who never acted are not stored.
func (p *Play) hashOfRival(network string, r Rival) string {
	if r.Key != "" {
		// No handle begins with this character.
		r.Handle = "=" + r.Key
	}
	return p.Hash("rival", network, strings.ToLower(r.Handle))
}

// Challenge challenges a rival to a duel, or to another match of two of a kind. length is how many puzzles it has; 0:
// the usual number for its kind. If the rival has challenged the person who acts at the same place, and
// waits, Challenge accepts that challenge instead: the match has begun then. The error may be ErrSelf,
// ErrPlaying, ErrAsked, ErrRefused, or one of those of Accept.
func (p *Play) Challenge(
	tx *storage.Tx, a Act, kind string, r Rival, g engine.Game, level engine.Level, length int,
) (Match, error) {
	row := p.newMatch(a, kind, g, Pick{Level: level}, length)
	row.Rival = p.hashOfRival(a.Community.Network, r)
	if r.Key != "" {
		player, isKnown, err := storage.Found(tx.FindPlayer(a.Community.Network, r.Key))
		if err != nil {
			return Match{}, err
		}
		if isKnown {
			row.RivalID = player.ID
		}
	}
	if p.isRival(row, a) {
		return Match{}, ErrSelf
	}
	if err := whyNotBegin(tx, a); err != nil {
		return Match{}, err
	}
	crossing, isThere, err := p.challengeBy(tx, a, kind, row.RivalID)
	if err != nil {
		return Match{}, err
	}
	if isThere {
		return p.Accept(tx, a, crossing.ID)
	}
	for _, id := range []int64{row.AskerID, row.RivalID} {
		isAsker := id == row.AskerID
		if err := p.whyNotDuel(tx, id, 0, isAsker); err != nil {
			return Match{}, err
		}
	}
	if err := whyNotAskAgain(tx, a, row); err != nil {
		return Match{}, err
	}
	id, err := AddMatch(tx, row)
	if err != nil {
		return Match{}, err
	}
	row.ID = id
	if err := storeAndSchedule(tx, row, row.AskedAt.Add(mode.ChallengeFor)); err != nil {
		return Match{}, err
	}
	return p.loadMatch(tx, row)
}

// challengeBy returns the challenge to a match of a kind that another person has sent to the person who acts, if it
// waits at the place.
func (p *Play) challengeBy(tx *storage.Tx, a Act, kind string, challengerID int64) (m MatchRow, isThere bool, err error) {
	if challengerID == 0 {
		return MatchRow{}, false, nil
	}
	open, err := openMatchesOf(tx, challengerID, manyOpen)
	if err != nil {
		return MatchRow{}, false, err
	}
	for _, other := range open {
		isByChallenger := other.Kind == kind && other.AskerID == challengerID && other.Channel == a.Channel
		if !isByChallenger || !p.isRival(other, a) {
			continue
		}
		_, err := openChallenge(tx, a, other.ID)
		if errors.Is(err, ErrMatchOver) {
			continue
		}
		if err != nil {
			return MatchRow{}, false, err
		}
		return other, true, nil
	}
	return MatchRow{}, false, nil
}

// whyNotAskAgain returns ErrRefused if the rival refused the same person today, and ErrAsked if that person challenged
// them a moment ago. It returns nil if the person may challenge them.
func whyNotAskAgain(tx *storage.Tx, a Act, row MatchRow) error {
	last, isThere, err := storage.Found(lastChallenge(tx, row))
	if err != nil || !isThere {
		return err
	}
	days, err := CalendarAt(tx, a.Community, a.At)
	if err != nil {
		return err
	}
	hasEndedToday := days.NumberAt(last.EndedAt) == days.NumberAt(a.At)
	if last.Reason == Declined && hasEndedToday {
		return ErrRefused
	}
	if a.At.Sub(last.AskedAt) < mode.ChallengeEvery {
		return ErrAsked
	}
	return nil
}

// isRival reports whether a person is the one who is challenged.
func (p *Play) isRival(m MatchRow, a Act) bool {
	if m.RivalID != 0 {
		return m.RivalID == a.Person.ID
	}
	// A challenge names an account of its community's network. In a room of the page nobody can be challenged.
	network := a.Person.Network
	byKey := p.hashOfRival(network, Rival{Key: a.Person.Key})
	byHandle := p.hashOfRival(network, Rival{Handle: a.Handle})
	return m.Rival == byKey || m.Rival == byHandle
}

// whyNotDuel returns ErrPlaying if a person is in a duel. asks reports whether the person challenges somebody.
// Then whyNotDuel also returns ErrPlaying if they wait for an answer to an earlier challenge. except is the ID
// of the duel that is about to begin, which is not counted; 0: it is not stored yet.
func (p *Play) whyNotDuel(tx *storage.Tx, playerID, except int64, asks bool) error {
	if playerID == 0 {
		return nil
	}
	open, err := openMatchesOf(tx, playerID, manyOpen)
	if err != nil {
		return err
	}
	for _, m := range open {
		if !p.isOfTwoPeople(m) || m.ID == except {
			continue
		}
		hasBegun := !m.BegunAt.IsZero()
		isWaiting := asks && m.AskerID == playerID
		if hasBegun || isWaiting {
			return ErrPlaying
		}
	}
	return nil
}

// isOfTwoPeople reports whether two people play a match: a duel, or another match that begins with a challenge.
func (p *Play) isOfTwoPeople(m MatchRow) bool {
	g := p.Game(m.Game)
	if g == nil {
		return false
	}
	how := p.Mode(m.Kind, mode.Together, g)
	return how.Pair && !how.Opponent
}

// openChallenge returns a challenge that waits to be accepted in the person's community, or ErrMatchOver.
func openChallenge(tx *storage.Tx, a Act, id int64) (MatchRow, error) {
	m, isThere, err := storage.Found(MatchByID(tx, id))
	if err != nil {
		return m, err
	}
	isOpen := isThere && m.BegunAt.IsZero() && m.EndedAt.IsZero()
	isTooLate := a.At.Sub(m.AskedAt) > mode.ChallengeFor
	isHere := m.CommunityID == a.Community.ID
	if isOpen && isHere && !isTooLate {
		return m, nil
	}
	return m, ErrMatchOver
}

// Accept accepts a challenge. The error may be ErrMatchOver, ErrNotYours, ErrPlaying, a
// *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) Accept(tx *storage.Tx, a Act, id int64) (Match, error) {
	row, err := openChallenge(tx, a, id)
	if err != nil {
		return Match{}, err
	}
	if !p.isRival(row, a) {
		return Match{}, ErrNotYours
	}
	// The duel is where the challenge was sent, even if it is accepted in another channel of the community.
	a.Channel = row.Channel
	row.RivalID = a.Person.ID
	return p.begin(tx, a, row, row.AskerID, row.RivalID)
}

// Decline turns a challenge down, or withdraws it. The error may be ErrMatchOver or
// ErrNotYours.
func (p *Play) Decline(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, err := openChallenge(tx, a, id)
	if err != nil {
		return Match{}, err
	}
	isAsker := a.Person.ID == m.AskerID
	if !isAsker && !p.isRival(m, a) {
		return Match{}, ErrNotYours
	}
	reason := Declined
	if isAsker {
		reason = Withdrawn
	}
	if err := endMatch(tx, &m, a.At, reason); err != nil {
		return Match{}, err
	}
	return p.loadMatch(tx, m)
}
