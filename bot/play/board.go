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

const (
	// boardRows is how many people a page of a board lists.
	boardRows = 10
	// boardPages is how many pages can be turned to.
	boardPages = 50
)

// Hunt stands for a game on boards: they count distinct solutions, and puzzles whose last
// solution a person found.
const Hunt = storage.Hunt

// A PageKey names a page of a board.
type PageKey struct {
	World  bool   // of everyone listed there, else of the community
	Game   string // empty: all; Hunt
	Period Period
	Page   int // from 0
}

// A Place on a board.
type Place struct {
	Rank int // equal points share one
	storage.Standing
}

// A Page of a board.
type Page struct {
	PageKey
	Places []Place
	More   bool   // there is a next page
	Own    *Place // the reader's own; nil: they have no points there
	Presence
	// Crown is the last month's season, on the board of this one.
	Crown *Season
}

// A Presence says whether a person takes part where the whole world does: on its boards and in
// the league.
type Presence struct {
	Listed bool // with what they earn
	Guest  bool // what they earn at the place does not count there
	// Check is what keeps them out although they wish to take part.
	Check storage.Check
}

// presence returns whether the person takes part in the World.
func (p *Play) presence(tx *storage.Tx, a Act) (Presence, error) {
	shown, err := tx.InWorld(a.Person.ID)
	if err != nil {
		return Presence{}, err
	}
	out := Presence{Listed: shown != 0, Guest: p.ofGuests(a.Community)}
	if !out.Listed {
		out.Check, err = tx.CheckOf(a.Person.ID)
	}
	return out, err
}

// Board is a page of a leaderboard.
func (p *Play) Board(tx *storage.Tx, a Act, v PageKey) (Page, error) {
	v.Page = min(max(v.Page, 0), boardPages-1)
	b := storage.Board{CommunityID: a.Community.ID, Game: v.Game, Span: spans[v.Period], Day: NumberIn(a.Community, a.At) + dayZero}
	if v.World {
		b.CommunityID = storage.World
	}
	out, since := Page{PageKey: v, Presence: Presence{Listed: true}}, a.At.Add(-BelongFor)
	rows, err := tx.Leaderboard(b, since, v.Page*boardRows, boardRows+1)
	if err != nil {
		return Page{}, err
	}
	if len(rows) == 0 && v.Page > 0 { // it has become shorter
		v.Page = 0
		return p.Board(tx, a, v)
	}
	if v.World {
		if out.Presence, err = p.presence(tx, a); err != nil {
			return Page{}, err
		}
	}
	if len(rows) > boardRows {
		rows, out.More = rows[:boardRows], v.Page < boardPages-1
	}
	for i, s := range rows {
		rank := v.Page*boardRows + i + 1
		switch {
		case i > 0 && s.Points == rows[i-1].Points:
			rank = out.Places[i-1].Rank
		case i == 0 && v.Page > 0:
			above, err := tx.Above(b, since, s.Points)
			if err != nil {
				return Page{}, err
			}
			rank = above + 1
		}
		out.Places = append(out.Places, Place{rank, s})
	}
	mine, is, err := storage.Found(tx.StandingOf(b, a.Person.ID))
	if err != nil {
		return Page{}, err
	} else if is {
		above, err := tx.Above(b, since, mine.Points)
		if err != nil {
			return Page{}, err
		}
		out.Own = &Place{above + 1, mine}
	}
	if v.Period == Month && v.Game == "" {
		all, err := p.Seasons(tx, a, v.World)
		if err != nil {
			return Page{}, err
		}
		if len(all) > 0 && all[0].Month.AddDate(0, 1, 0).Equal(monthOf(b.Day)) {
			out.Crown = &all[0]
		}
	}
	return out, nil
}
