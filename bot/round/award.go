// This file pays for a round at its end, if its mode does not pay at once.

package round

import (
	"cmp"
	"slices"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// award pays what a round pays at its end. It does nothing for a round whose mode pays at once. What it
// pays follows from the answers alone. So if an answer is read late, award is called again. s is the best
// solution known, and all are the answers that take part.
func award(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) error {
	if r.Mode.Pay != mode.PayBest && r.Mode.Pay != mode.PayByRank {
		return nil
	}
	awards, err := awardsOf(tx, r)
	if err != nil {
		return err
	}
	if r.Mode.Pay == mode.PayBest {
		return awardBest(tx, r, s, awards, all)
	}
	return awardByRank(tx, r, awards, all)
}

// awardBest pays each person for their answer that is worth most.
func awardBest(tx *storage.Tx, r Round, s engine.Solution, awards map[int64]storage.Award, all []storage.Answer) error {
	var candidates []storage.Answer
	for _, a := range all {
		if a.Practice {
			continue
		}
		a.Points = 0
		if r.original(all, a) == nil {
			a.Points = r.worth(r.Game.Quality(a.Measure, s.Measure), a.Hints)
		}
		candidates = append(candidates, a)
	}
	slices.SortStableFunc(candidates, func(x, y storage.Answer) int {
		return cmp.Or(cmp.Compare(x.PlayerID, y.PlayerID), y.Points-x.Points)
	})
	ofSamePerson := func(x, y storage.Answer) bool { return x.PlayerID == y.PlayerID }
	best := slices.CompactFunc(candidates, ofSamePerson)
	for _, a := range best {
		hasAward := !awards[a.PlayerID].At.IsZero()
		if a.Points == 0 && !hasAward {
			continue
		}
		isOwnRight := func(x storage.Answer) bool {
			return x.PlayerID == a.PlayerID && isRight(x) && !x.Practice
		}
		if slices.ContainsFunc(all, isOwnRight) {
			// The answer that pays most may be a near one from before a hint. The person has solved the puzzle all the same.
			a.Outcome = string(engine.Right)
		}
		if _, err := payAnswer(tx, r, awards, a); err != nil {
			return err
		}
	}
	return nil
}

// awardsOf returns what people have earned on a round, by player.
func awardsOf(tx *storage.Tx, r Round) (map[int64]storage.Award, error) {
	all, err := listAwards(tx, r.ID)
	if err != nil {
		return nil, err
	}
	awards := map[int64]storage.Award{}
	for _, a := range all {
		awards[a.PlayerID] = a
	}
	return awards, nil
}

// awardByRank pays for the ranks in a puzzle of a match, and stores the points of the answers. right are the
// right answers. awardByRank also sets their Points.
func awardByRank(tx *storage.Tx, r Round, awards map[int64]storage.Award, right []storage.Answer) error {
	standings := standingsOf(r, right)
	for i, a := range right {
		if a.Practice {
			continue
		}
		own := slices.IndexFunc(standings, func(x Standing) bool { return x.PlayerID == a.PlayerID })
		personHasRank := own >= 0
		hasRank := personHasRank && standings[own].ID == a.ID
		// A late answer may have taken the rank of somebody who was paid for it.
		hasLostRank := !personHasRank && !awards[a.PlayerID].At.IsZero()
		var err error
		switch {
		case hasRank:
			a.Points = r.worth(r.qualityOf(standings[own]), a.Hints)
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case hasLostRank:
			a.Points = 0
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case a.Points != 0:
			right[i].Points = 0
			err = setAnswerPoints(tx, a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payAnswer pays a person for one answer, and returns how many points the answer has earned: none if another
// round of the same class has paid the person. It updates awards.
func payAnswer(tx *storage.Tx, r Round, awards map[int64]storage.Award, a storage.Answer) (int, error) {
	before := awards[a.PlayerID]
	before.RoundID = r.ID
	before.PlayerID = a.PlayerID
	next := storage.Award{
		Points: a.Points,
		Solved: isRight(a),
		At:     a.At,
		Local:  r.Local || r.isHasty(a.At, a.Text, a.Taps),
	}
	earns, isSeen, err := paymentFor(tx, r, before, next, nil)
	if err != nil {
		return 0, err
	}
	if !isSeen {
		if err := MarkSeen(tx, a.PlayerID, r.Class, r.ID); err != nil {
			return 0, err
		}
	}
	if !earns.Award.At.IsZero() {
		awards[a.PlayerID] = earns.Award
		if err := tx.SetAward(before, earns.Award); err != nil {
			return 0, err
		}
	}
	return earns.Award.Points, setAnswerPoints(tx, a.ID, earns.Award.Points)
}
