package talk

import (
	"strconv"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// stoppedAt is the key of a setting that people do not see. In a private chat it is the time, in Unix seconds, at
// which the person said "stop" while nothing went on.
const stoppedAt = "talk.stopped"

// findStop returns when a person last said "stop" in their private chat. hasStopped is false if they never did.
func findStop(tx *storage.Tx, c storage.Community) (at time.Time, hasStopped bool, err error) {
	value, err := tx.Setting(c.ID, stoppedAt)
	if err != nil || value == "" {
		return time.Time{}, false, err
	}
	seconds, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return time.Time{}, false, err
	}
	return time.Unix(seconds, 0), true, nil
}

// IsSilent reports whether a person has said "stop" in their private chat, and has solved no puzzle of a later day.
// Then nobody tells them anything there that they have not asked for.
func IsSilent(tx *storage.Tx, c storage.Community, playerID int64) (bool, error) {
	stopped, hasStopped, err := findStop(tx, c)
	if err != nil || !hasStopped {
		return false, err
	}
	days, err := round.CalendarAt(tx, c, stopped)
	if err != nil {
		return false, err
	}
	latest, err := round.Days(tx, playerID, 1)
	if err != nil {
		return false, err
	}
	hasPlayedSince := len(latest) > 0 && latest[0] > days.NumberAt(stopped)
	return !hasPlayedSince, nil
}

// IsStopped reports whether a person has said "stop" in their private chat and has not played since. r is the
// round that they mean; its ID is 0 if there is none.
func (g Greeting) IsStopped(req *Request, r round.Round) (bool, error) {
	return read(req, g.Rounds.Store, func(tx *storage.Tx) (bool, error) {
		stopped, hasStopped, err := findStop(tx, req.Act.Community)
		if err != nil || !hasStopped {
			return false, err
		}
		if r.ID == 0 {
			return true, nil
		}
		if r.DealtAt.After(stopped) {
			return false, nil
		}
		answers, err := round.PlayerAnswers(tx, r.ID, req.Act.Person.ID)
		if err != nil {
			return false, err
		}
		for _, a := range answers {
			if a.At.After(stopped) {
				return false, nil
			}
		}
		return true, nil
	})
}
