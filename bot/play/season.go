package play

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"reckon/storage"
)

// A Season is a month of a community's board, which is kept when it is over: the
// first three places and who had them.
type Season struct {
	Month   time.Time // its first day
	Winners []storage.Winner
}

// seasonRows is how many winners are read: a year of them, as a rule.
const seasonRows = 36

// Seasons are those of a community or the world that are over, the latest first.
func (p *Play) Seasons(tx *storage.Tx, a Act, world bool) ([]Season, error) {
	board := a.Community.ID
	if world {
		board = storage.World
	}
	rows, err := tx.Winners(board, seasonRows)
	var out []Season
	for i, w := range rows {
		if i == 0 || w.Last != rows[i-1].Last {
			out = append(out, Season{Month: monthOf(w.Last)})
		}
		last := &out[len(out)-1]
		last.Winners = append(last.Winners, w)
	}
	return out, err
}

// monthOf is the first of the month of a day, in days since 1970.
func monthOf(day int) time.Time {
	y, m, _ := Day(day - dayZero).Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// newsFor is for how many days after a month a community wants to read who won it.
const newsFor = 7

// TellSeason notes that a community's daily of a number, which is posted now, tells who won the
// last month, unless one before it did. It asks what is kept and no clock: the daily may be due
// at the moment at which winners are kept, before them, and a process may have been away.
func (p *Play) TellSeason(tx *storage.Tx, c storage.Community, number int) error {
	if c.Private {
		return nil
	}
	all, err := p.Seasons(tx, Act{Community: c}, false)
	if err != nil || len(all) == 0 {
		return err
	}
	first := all[0].Winners[0]
	isNews := number+dayZero <= first.Last+newsFor
	if first.Told != 0 || !isNews {
		return nil
	}
	return tx.TellWinners(c.ID, first.Last, number)
}

// Announced is the season that a community's daily of a number tells the winners of; nil if
// it tells of none.
func (p *Play) Announced(tx *storage.Tx, c storage.Community, number int) (*Season, error) {
	all, err := p.Seasons(tx, Act{Community: c}, false)
	for _, s := range all {
		if s.Winners[0].Told == number {
			return &s, err
		}
	}
	return nil, err
}

// SeasonJob is the kind of the job that keeps the winners of a month once it is over;
// its key is behind which community to go on, empty to look whether it is.
const SeasonJob = "season"

const (
	// seasonDelay is how long after a month in UTC its winners are kept: it is over
	// everywhere, and answers sent in time are counted.
	seasonDelay = 13 * time.Hour
	// seasonFor is for how many days after a month its boards are sure to be whole
	// where it is not known which month was kept last.
	seasonFor = 3
	// seasonPage is of how many communities they are kept in one transaction, and
	// seasonPause how long others may use the database before the next.
	seasonPage  = 200
	seasonPause = time.Second
)

// endedMonth is the last day, in days since 1970, of the last month that is over at
// a time.
func endedMonth(at time.Time) int {
	y, m, _ := at.Add(-seasonDelay).UTC().Date()
	return Number(time.Date(y, m, 0, 0, 0, 0, 0, time.UTC)) + dayZero
}

// KeepSeason keeps the winners of the world, or of some communities, for ever if a month is
// over, and sets the job for the others, or for when the next month may be over.
func (p *Play) KeepSeason(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	after, err := strconv.ParseInt(cmp.Or(j.Key, strconv.FormatInt(storage.World, 10)), 10, 64)
	if err != nil {
		return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
	}
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(j.Kind, j.Key); err != nil {
			return err
		}
		next := storage.Job{Kind: SeasonJob, At: now.Truncate(24 * time.Hour).Add(seasonDelay)}
		if !next.At.After(now) {
			next.At = next.At.Add(24 * time.Hour)
		}
		month := endedMonth(now)
		kept, err := tx.SeasonKept()
		if err != nil {
			return err
		}
		whole := kept < month // nothing is left to keep of it
		if whole && (kept != 0 || Number(now.UTC())+dayZero <= month+seasonFor) {
			done, err := tx.KeepWinners(month, after, seasonPage)
			switch {
			case err != nil:
				return err
			case after == storage.World: // the communities are next
				next, whole = storage.Job{Kind: SeasonJob, Key: "0", At: now}, false
			case done != 0:
				next, whole = storage.Job{Kind: SeasonJob, Key: strconv.FormatInt(done, 10), At: now.Add(seasonPause)}, false
			}
		}
		if whole {
			if err := tx.SetSeasonKept(month); err != nil {
				return err
			}
		}
		return tx.SetJob(next)
	}, nil
}
