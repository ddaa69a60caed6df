package round

import (
	"time"

	"reckon/bot/round/rating"
	"reckon/storage"
)

// duelPeriod is the rating period of duels: time without duels makes a rating less certain by as much as if it had
// been so many periods.
const duelPeriod = 7 * 24 * time.Hour

// movesRatings reports whether a match may move the ratings of its two people: it has ended, and was played to its end,
// so that nobody buys a rating by staying away from a duel. A match that was stopped may, too: else an administrator
// who is behind could keep their rating.
func (m *Match) movesRatings() bool {
	isPlayed := !m.IsCutShort() || m.Reason == Stopped
	return m.Mode.Rates && m.IsOver() && isPlayed
}

// rateDuel moves the ratings of the two people of a match, if it counts for them.
func rateDuel(tx *storage.Tx, m *Match) error {
	if !m.movesRatings() {
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
		after := before[i].after(m, id, before[1-i].Duelist)
		if after.Games == 0 {
			return nil
		}
		if err := addDuelRating(tx, after); err != nil {
			return err
		}
		m.setRating(after)
	}
	return nil
}

// isGame reports whether the puzzle of a duel says who is better: one of the two has won it. It says nothing if the
// answer that won came sooner than a hand can give it, or if the duel was stopped before both had their time. In a room
// of the page nobody knows who a guest is: with a second browser anybody could win as often as they like.
func (b Bout) isGame() bool {
	if len(b.Standings) == 0 || b.Round.Reason == Stopped || b.Round.Local {
		return false
	}
	winning := b.Standings[0].Answer
	isResigned := winning.ID == 0
	return isResigned || !b.Round.isHasty(winning.At, winning.Text, winning.Taps)
}

// rateDuelAgain rates a match anew after an answer that was read late has changed how it went. If one of the two people
// has been rated by another match since, the ratings stay as they are.
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

// after returns the rating of a player after a match. opponent is what was known about the other one before. If no
// puzzle of the match counts, the result has no Games.
func (d DuelRating) after(m *Match, playerID int64, opponent rating.Duelist) DuelRating {
	var games []rating.DuelGame
	for _, b := range m.Bouts {
		if b.isGame() {
			games = append(games, rating.DuelGame{Opponent: opponent, Won: b.Standings[0].PlayerID == playerID})
		}
	}
	after := DuelRating{
		MatchID:  m.ID,
		PlayerID: playerID,
		At:       m.EndedAt,
		Games:    len(games),
		Puzzles:  d.Puzzles + len(games),
		Before:   d.Rating,
	}
	if len(games) > 0 {
		away := max(0, m.EndedAt.Sub(d.At))
		after.Duelist = d.AfterDuel(games, away.Hours()/duelPeriod.Hours())
	}
	return after
}
