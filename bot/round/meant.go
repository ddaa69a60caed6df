package round

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// These errors say why no round is meant.
var (
	ErrNothingOpen = errors.New("nothing is open here")
	ErrElsewhere   = errors.New("the round belongs to another community")
	ErrWouldSpoil  = errors.New("others read along")
)

// A Pointer is what a person pressed or typed, as far as it says which round they mean. The message that they
// reply to says it, too: its round is Act.Candidates.Named.
type Pointer struct {
	// RoundID is the round of a button or a form; 0: nothing was pressed.
	RoundID int64
	// Sealed reports whether the button is signed with the bot's secret. A sealed button was posted
	// by the bot, where the round was dealt.
	Sealed bool
	// Text is the answer; empty: there is none. It counts only if neither a button nor a message names
	// the round.
	Text string
}

// Meant finds the round that a person means. It is that of the button. Without a button it is that of the message
// they reply to, and without such a message their current round at the place. An answer that does not fit the
// current round is meant for another open round, if it fits exactly one. The error may be ErrNothingOpen,
// ErrElsewhere or ErrWouldSpoil. With ErrWouldSpoil the round is returned, too.
func (p *Play) Meant(tx *storage.Tx, a Act, to Pointer) (Round, error) {
	r, err := p.roundByID(tx, a, cmp.Or(to.RoundID, a.Candidates.Named, a.Candidates.Current))
	if err != nil {
		return Round{}, err
	}
	if r.Reason == Untouched {
		// The round was closed without a message, and must not show its solution now.
		return Round{}, ErrNothingOpen
	}
	isNamed := to.RoundID != 0 || a.Candidates.Named != 0
	isMisfit := to.Text != "" && !fits(r, to.Text)
	if isMisfit && !isNamed {
		others, err := p.fitting(tx, a, to.Text)
		if err != nil {
			return Round{}, err
		}
		if len(others) == 1 {
			r = others[0]
		}
	}
	if r.Daily != 0 {
		return p.meantDaily(tx, a, r)
	}
	enters, err := mayEnter(tx, a, r, to.Sealed)
	if err != nil {
		return Round{}, err
	}
	if !enters {
		return Round{}, ErrElsewhere
	}
	return r, nil
}

// meantDaily returns the puzzle of a daily that a person means, if its day has begun for them. If others read
// along, it returns ErrWouldSpoil with the round.
func (p *Play) meantDaily(tx *storage.Tx, a Act, r Round) (Round, error) {
	today, _, err := p.LiveDaily(tx, a)
	if err != nil {
		return Round{}, err
	}
	if r.Daily > today {
		return Round{}, ErrNothingOpen
	}
	if a.OthersRead() {
		return r, ErrWouldSpoil
	}
	return r, nil
}

// roundByID returns the round of an ID, or ErrNothingOpen. If the request has read its row already, that row
// is used.
func (p *Play) roundByID(tx *storage.Tx, a Act, id int64) (Round, error) {
	if id == 0 {
		return Round{}, ErrNothingOpen
	}
	for _, row := range a.Candidates.Rounds {
		if row.ID == id {
			return p.loadRound(tx, row, a.Community)
		}
	}
	r, err := p.Round(tx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return Round{}, ErrNothingOpen
	}
	return r, err
}

// mayEnter reports whether a person may play a round where they are. They may play any round of the community
// they are in. In their private chat they may also play a round that was dealt in a group: as a member of the
// group, or by a button that was sealed where the round was dealt.
func mayEnter(tx *storage.Tx, a Act, r Round, isSealed bool) (bool, error) {
	if r.CommunityID == a.Community.ID {
		return true, nil
	}
	isInPrivateChat := a.Community.Private
	isOfPrivateChat := r.Community.Private
	if !isInPrivateChat || isOfPrivateChat {
		return false, nil
	}
	if isSealed {
		return true, nil
	}
	return tx.IsMember(r.CommunityID, a.Person.ID, a.At.Add(-BelongFor))
}

// Overheard finds the round for a text that was not said to the bot: the newest open round at the place that
// the text fits. ok is false if the text fits none: people are talking to each other.
func (p *Play) Overheard(tx *storage.Tx, a Act, text string) (r Round, ok bool, err error) {
	all, err := p.fitting(tx, a, text)
	if err != nil || len(all) == 0 {
		return Round{}, false, err
	}
	return all[0], true, nil
}

// EditedRound finds the round that a person had answered with a message that they have edited. sent is when they sent
// the message, and text is what it says now. ok reports whether the new text may be an answer: see mayCorrect.
func (p *Play) EditedRound(tx *storage.Tx, a Act, sent time.Time, text string) (r Round, ok bool, err error) {
	for _, row := range a.Candidates.Rounds {
		// The person's current round may have been dealt elsewhere.
		isCandidate := row.ID == a.Candidates.Current || a.isOpenHere(row)
		wouldSpoil := row.Daily != 0 && a.OthersRead()
		if !isCandidate || wouldSpoil {
			continue
		}
		mine, err := PlayerAnswers(tx, row.ID, a.Person.ID)
		if err != nil {
			return Round{}, false, err
		}
		if !slices.ContainsFunc(mine, func(x storage.Answer) bool { return x.At.Equal(sent) }) {
			continue
		}
		r, err = p.loadRound(tx, row, a.Community)
		if err != nil {
			return Round{}, false, err
		}
		return r, mayCorrect(r, mine, text, a.At), nil
	}
	return Round{}, false, nil
}

// mayCorrect reports whether the new text of an edited message may be an answer. mine are the person's
// answers to the round: all of them must be wrong and worth nothing, and the last one must have another text.
// A match allows no edits, since people would send any text early and edit it later.
func mayCorrect(r Round, mine []storage.Answer, text string, at time.Time) bool {
	if !r.Mode.Edits || r.Over(at) {
		return false
	}
	last := mine[len(mine)-1].Text
	hasChanged := last != storedText(JudgedAnswer{Text: text, Verdict: r.Puzzle.Judge(text)})
	return hasChanged && !slices.ContainsFunc(mine, takesPart)
}

// fitting returns the open rounds at a place that a text fits, the newest first.
func (p *Play) fitting(tx *storage.Tx, a Act, text string) ([]Round, error) {
	var all []Round
	for _, row := range slices.Backward(a.Candidates.Rounds) {
		if !a.isOpenHere(row) {
			continue
		}
		r, err := p.loadRound(tx, row, a.Community)
		if err != nil {
			return nil, err
		}
		if fits(r, text) {
			all = append(all, r)
		}
	}
	return all, nil
}

// isOpenHere reports whether a round is open at the place.
func (a Act) isOpenHere(r storage.Round) bool {
	return r.ClosedAt.IsZero() && r.CommunityID == a.Community.ID && r.Channel == a.Channel
}

// fits reports whether a text is made of the tiles of a round's puzzle.
func fits(r Round, text string) bool {
	v := r.Puzzle.Judge(text)
	return v.OnTiles && v.Outcome != engine.Invalid
}

// MakeCurrent makes a round the person's current one at the place.
func (p *Play) MakeCurrent(tx *storage.Tx, a Act, r Round) error {
	return tx.SetCurrent(a.Community.ID, a.Channel, a.Person.ID, r.ID, a.At)
}

// This table says who may do what. Anyone may do what is not in it: deal, look at boards, answer and ask for
// hints in the community where a round was dealt.
//
//	enter a round of             in their private chat: members of that community, and people whose
//	another community            button was sealed there (on the page: members alone). Nobody may
//	                             enter a round of another person's private chat
//	end a round for all          see mayEnd; all others give up for themselves
//	answer a puzzle of a duel    the two
//	give up a puzzle of a duel   the two
//	accept a challenge           the person who is challenged
//	decline a challenge          the person who is challenged; who asked, withdraws it
//	stop a duel                  administrators
//	stop any other match         administrators; the person who asked for it
//	change settings              administrators; the owner of a private chat
//
// Who may change settings is a column of the command table: see package bot.

// quitFor is how long nobody must have answered a race without a clock before anyone may end it for all.
const quitFor = 2 * time.Minute

// isRaceWithoutClock reports whether the round is a race that ends by itself only once it is solved, or long
// untouched. Some people may end it for all: see mayEnd.
func (r Round) isRaceWithoutClock() bool {
	isRace := r.Mode.GiveUp == mode.QuitAsker
	hasClock := r.Lasts > 0
	return isRace && !hasClock
}

// mayEnd reports whether the round ends for all if the person gives up, as its mode says. A race without a
// clock may be ended by the person who asked for it and by administrators of its community. Once nobody
// has answered for a while, anyone may end it.
func mayEnd(tx *storage.Tx, a Act, r Round) (bool, error) {
	switch r.Mode.GiveUp {
	case mode.QuitEnds:
		return true, nil
	case mode.QuitResigns:
		return r.Admits(a.Person.ID), nil
	}
	if !r.isRaceWithoutClock() {
		return false, nil
	}
	isAsker := r.AskerID == a.Person.ID
	isAdmin := a.Admin && r.CommunityID == a.Community.ID
	if isAsker || isAdmin {
		return true, nil
	}
	last, err := lastAnswered(tx, r)
	if err != nil {
		return false, err
	}
	return a.At.Sub(last) >= quitFor, nil
}
