package round

import (
	"time"

	"reckon/bot/round/rating"
	"reckon/storage"
)

// duelPeriod is how long a rating period is. With each period that a person plays no duel, their rating becomes less
// certain.
const duelPeriod = 7 * 24 * time.Hour

// movesRatings reports whether a match may move the ratings of its two people: it was played to its end, or stopped. If
// a stopped match did not count, an administrator who is behind could save their rating by stopping it.
func (m *Match) movesRatings() bool {
	isPlayed := !m.IsCutShort() || m.Reason == Stopped
	return m.Mode.Rates && m.IsOver() && isPlayed
}

// rateDuel moves the ratings of the two people of a match, if it counts for them.
func rateDuel(tx *storage.Tx, m *Match) error {
	if !m.movesRatings() {
		return nil
	}
	played := only(m.Bouts, Bout.isGame)
	if len(played) == 0 {
		return nil
	}
	pair := []int64{m.AskerID, m.RivalID}
	if err := tx.LockPlayers(pair...); err != nil {
		return err
	}
	counts, isThere, err := storage.Found(areRated(tx, pair[0], pair[1]))
	if err != nil || !isThere || !counts {
		return err
	}
	var before []DuelRating
	for _, id := range pair {
		known, isKnown, err := storage.Found(DuelRatingOf(tx, id))
		if err != nil {
			return err
		}
		if !isKnown {
			known.Duelist = rating.NewDuelist()
			known.At = m.EndedAt
		}
		before = append(before, known)
	}
	for i, id := range pair {
		after := before[i].after(m, played, id, before[1-i].Duelist)
		if err := addDuelRating(tx, after); err != nil {
			return err
		}
		m.setRating(after)
	}
	return nil
}

// isGame reports whether the puzzle of a duel counts for the ratings: one of the two has won it. It does not count if
// the answer that won came sooner than a hand can give it, or if the duel was stopped before both had their time. Nor
// does it count in a room of the page, where anybody could win as often as they like against a guest in their second
// browser.
func (b Bout) isGame() bool {
	if len(b.Standings) == 0 || b.Round.Reason == Stopped || b.Round.Local {
		return false
	}
	winning := b.Standings[0].Answer
	isResigned := winning.ID == 0
	return isResigned || !b.Round.isHasty(winning.At, winning.Text, winning.Taps)
}

// rateDuelAgain is called when an answer that was read late may have changed who won a match that is over. It rates the
// match once more. If another match has moved the rating of one of the two people since, all ratings stay as they are.
func rateDuelAgain(tx *storage.Tx, m *Match) error {
	if !m.movesRatings() {
		return nil
	}
	pair := []int64{m.AskerID, m.RivalID}
	if err := tx.LockPlayers(pair...); err != nil {
		return err
	}
	for _, id := range pair {
		latest, isKnown, err := storage.Found(DuelRatingOf(tx, id))
		if err != nil {
			return err
		}
		isLater := isKnown && latest.At.After(m.EndedAt)
		if isLater {
			return nil
		}
	}
	if err := dropDuelRatings(tx, m.ID); err != nil {
		return err
	}
	for _, id := range pair {
		m.setRating(DuelRating{PlayerID: id})
	}
	return rateDuel(tx, m)
}

// after returns the rating of a player after a match. played are the puzzles that count, at least one. opponent is what
// was known about the other person before.
func (d DuelRating) after(m *Match, played []Bout, playerID int64, opponent rating.Duelist) DuelRating {
	var games []rating.DuelGame
	for _, b := range played {
		games = append(games, rating.DuelGame{Opponent: opponent, Won: b.Standings[0].PlayerID == playerID})
	}
	away := max(0, m.EndedAt.Sub(d.At))
	return DuelRating{
		MatchID:  m.ID,
		PlayerID: playerID,
		At:       m.EndedAt,
		Games:    len(games),
		Puzzles:  d.Puzzles + len(games),
		Before:   d.Rating,
		Duelist:  d.AfterDuel(games, away.Hours()/duelPeriod.Hours()),
	}
}
