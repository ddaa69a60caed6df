package board

import (
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/talk"
	"reckon/storage"
)

// periods are in the order of their buttons.
var periods = []feature.Period{feature.PeriodToday, feature.PeriodWeek, feature.PeriodMonth, feature.PeriodAll}

// spans are what storage calls the periods.
var spans = map[feature.Period]storage.Span{
	feature.PeriodToday: storage.Day,
	feature.PeriodWeek:  storage.Week,
	feature.PeriodMonth: storage.Month,
	feature.PeriodAll:   storage.Ever,
}

const (
	// pageRows is how many people a page of a board lists.
	pageRows = 10
	// mostPages is how many pages can be turned to.
	mostPages = 50
)

// A place is a row of a board.
type place struct {
	// rank is the same for those who are level.
	rank int
	storage.Standing
}

// A page is what a reader sees of a board at a time.
type page struct {
	feature.BoardKey
	places []place
	// hasMore reports whether there is a next page.
	hasMore bool
	// own is the reader's own place; nil: they have no points there.
	own *place
	// presence is the reader's in the World. On a board of a place everybody is listed.
	presence round.Presence
}

// boards shows leaderboards.
type boards struct {
	feature.Kernel
	// panel is the panel of settings, through which people join the World.
	panel talk.Settings
	// sidePages are the pages beside the boards.
	sidePages []feature.BoardPage
}

// read reads a page of a board for a person. If the board has become too short for that page, it
// reads the first.
func (b boards) read(tx *storage.Tx, act round.Act, key feature.BoardKey) (page, error) {
	key.Page = min(max(key.Page, 0), mostPages-1)
	board := storage.Board{
		CommunityID: act.Community.ID,
		Game:        key.Game,
		Span:        spans[key.Period],
		Day:         round.UnixDay(round.NumberIn(act.Community, act.At)),
	}
	if key.World {
		board.CommunityID = storage.World
	}
	since := act.At.Add(-round.BelongFor)
	rows, err := tx.Leaderboard(board, since, key.Page*pageRows, pageRows+1)
	if err != nil {
		return page{}, err
	}
	if len(rows) == 0 && key.Page > 0 {
		key.Page = 0
		return b.read(tx, act, key)
	}
	p := page{BoardKey: key, presence: round.Presence{Listed: true}}
	if key.World {
		p.presence, err = b.Play.Presence(tx, act)
		if err != nil {
			return page{}, err
		}
	}
	if len(rows) > pageRows {
		rows = rows[:pageRows]
		p.hasMore = key.Page < mostPages-1
	}
	p.places, err = rank(tx, board, since, key.Page*pageRows, rows)
	if err != nil {
		return page{}, err
	}
	p.own, err = ownPlace(tx, board, since, act.Person.ID)
	return p, err
}

// rank gives ranks to rows of a board; before is how many rows come before them.
func rank(tx *storage.Tx, board storage.Board, since time.Time, before int, rows []storage.Standing) ([]place, error) {
	var places []place
	for i, row := range rows {
		p := place{rank: before + i + 1, Standing: row}
		if i > 0 && row.IsLevel(rows[i-1]) {
			p.rank = places[i-1].rank
		}
		if i == 0 && before > 0 {
			above, err := tx.Above(board, since, row)
			if err != nil {
				return nil, err
			}
			p.rank = above + 1
		}
		places = append(places, p)
	}
	return places, nil
}

// ownPlace returns a person's place on a board; nil if they have no points there.
func ownPlace(tx *storage.Tx, board storage.Board, since time.Time, playerID int64) (*place, error) {
	mine, isThere, err := storage.Found(tx.StandingOf(board, playerID))
	if err != nil || !isThere {
		return nil, err
	}
	above, err := tx.Above(board, since, mine)
	if err != nil {
		return nil, err
	}
	return &place{rank: above + 1, Standing: mine}, nil
}
