package play

import "reckon/storage"

// A Period is since when points count.
type Period string

const (
	Today  Period = "today"
	Week   Period = "week" // from Monday
	Month  Period = "month"
	Always Period = "all"
)

// Periods are all there are.
var Periods = []Period{Today, Week, Month, Always}

// spans are what storage calls them.
var spans = map[Period]storage.Span{Today: storage.Day, Week: storage.Week, Month: storage.Month, Always: storage.Ever}

// boardRows is how many people a board lists.
const boardRows = 10

// A Place on a board.
type Place struct {
	Rank int // equal points share one
	storage.Standing
}

// Board is the leaderboard of a community.
func (p *Play) Board(tx *storage.Tx, a Act, period Period) ([]Place, error) {
	rows, err := tx.Leaderboard(a.Community.ID, a.At.Add(-BelongFor), spans[period], a.Today()+dayZero, boardRows)
	if err != nil {
		return nil, err
	}
	var out []Place
	for i, s := range rows {
		rank := i + 1
		if i > 0 && s.Points == rows[i-1].Points {
			rank = out[i-1].Rank
		}
		out = append(out, Place{rank, s})
	}
	return out, nil
}
