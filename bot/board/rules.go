package board

import (
	"time"

	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/talk"
	"reckon/storage"
)

// periods are the periods that a board can show, in the order of their buttons.
var periods = []feature.Period{feature.PeriodToday, feature.PeriodWeek, feature.PeriodMonth, feature.PeriodAll}

// spans has the span of storage for each period.
var spans = map[feature.Period]storage.Span{
	feature.PeriodToday: storage.Day,
	feature.PeriodWeek:  storage.Week,
	feature.PeriodMonth: storage.Month,
	feature.PeriodAll:   storage.Ever,
}

const (
	// pageRows is how many people a page of a board lists.
	pageRows = 10
	// mostPages is how many pages of a board people can see at most.
	mostPages = 50
)

// An entry is a row of a board.
type entry struct {
	// rank is the same for people who share a rank.
	rank int
	storage.Standing
}

// A page is what one reader sees of a board at once.
type page struct {
	feature.BoardKey
	entries []entry
	// hasMore reports whether there is a next page.
	hasMore bool
	// own is the reader's own entry, which may be on another page; nil: they have no points on this
	// board.
	own *entry
	// presence says whether the board lists the reader. A community's board lists everybody.
	presence round.Presence
}

// boards shows leaderboards.
type boards struct {
	feature.Kernel
	// panel is the settings panel. A person joins the World by a setting.
	panel talk.Settings
	// sidePages are the pages that other features add.
	sidePages []feature.BoardPage
	// inside are the commands of other features that the boards lead to.
	inside []command.Command[feature.Command]
}

// read returns a page of a board as a person sees it. If the board has become too short for that page,
// it returns the first page.
func (b boards) read(tx *storage.Tx, act round.Act, key feature.BoardKey) (page, error) {
	key.Page = min(max(key.Page, 0), mostPages-1)
	board, err := b.storageBoard(tx, act, key)
	if err != nil {
		return page{}, err
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
	// One row more than a page was read, to see whether there is a next page.
	if len(rows) > pageRows {
		rows = rows[:pageRows]
		p.hasMore = key.Page < mostPages-1
	}
	p.entries, err = rank(tx, board, since, key.Page*pageRows, rows)
	if err != nil {
		return page{}, err
	}
	p.own, err = ownEntry(tx, board, since, act.Person.ID)
	return p, err
}

// storageBoard returns the board of storage that a key means. It is that of the day, week or month in which the person
// acts.
func (b boards) storageBoard(tx *storage.Tx, act round.Act, key feature.BoardKey) (storage.Board, error) {
	days, err := round.CalendarAt(tx, act.Community, act.At)
	if err != nil {
		return storage.Board{}, err
	}
	board := storage.Board{
		CommunityID: act.Community.ID,
		Game:        key.Game,
		Span:        spans[key.Period],
		Day:         round.UnixDay(days.NumberAt(act.At)),
	}
	if key.World {
		board.CommunityID = storage.World
	}
	return board, nil
}

// rank makes entries of the rows of a page. before is how many rows of the board come before this page. Only people who
// have done something since a time count.
func rank(tx *storage.Tx, board storage.Board, since time.Time, before int, rows []storage.Standing) ([]entry, error) {
	var entries []entry
	for i, row := range rows {
		e := entry{rank: before + i + 1, Standing: row}
		if i > 0 && row.IsLevel(rows[i-1]) {
			e.rank = entries[i-1].rank
		}
		if i == 0 && before > 0 {
			// The first row may share its rank with rows of the page before.
			above, err := tx.Above(board, since, row)
			if err != nil {
				return nil, err
			}
			e.rank = above + 1
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// ownEntry returns a person's entry on a board; nil if they have no points there. Of the others, only people who
// have done something since a time count.
func ownEntry(tx *storage.Tx, board storage.Board, since time.Time, playerID int64) (*entry, error) {
	mine, isThere, err := storage.Found(tx.StandingOf(board, playerID))
	if err != nil || !isThere {
		return nil, err
	}
	above, err := tx.Above(board, since, mine)
	if err != nil {
		return nil, err
	}
	return &entry{rank: above + 1, Standing: mine}, nil
}
