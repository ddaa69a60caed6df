package talk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// Boards show leaderboards, the winners of months, and records.
type Boards struct {
	Play     *play.Play
	Settings *settings.Settings
}

// recordRows is how many records are listed.
const recordRows = 10

// Where a board counts, and the period that shows who won the months.
const (
	WhereHere    = "here"
	WhereWorld   = "world"
	PeriodSeason = "season"
	// everyGame stands for all games in a button's data.
	everyGame = "*"
	// gamesOpen shows the games to choose from, in a button's data.
	gamesOpen = "games"
)

func where(world bool) string {
	if world {
		return WhereWorld
	}
	return WhereHere
}

func (b Boards) Command(t *Turn, a command.Values) (Plan, error) {
	world := a["where"] == WhereWorld
	if a["period"] == PeriodSeason {
		return func(tx *storage.Tx) (Result, error) { return b.seasons(t, tx, world) }, nil
	}
	v := play.View{World: world, Game: a["game"], Period: play.Always}
	if a["period"] != "" {
		v.Period = play.Period(a["period"])
	}
	return func(tx *storage.Tx) (Result, error) { return b.board(t, tx, v, false) }, nil
}

// Button turns to another board, or another page, in the same message.
func (b Boards) Button(t *Turn, p command.Press) (Plan, error) {
	v := play.View{World: p.Text(0) == WhereWorld, Game: p.Text(1), Period: play.Period(p.Text(2)), Page: int(p.Number(3))}
	if v.Game == everyGame {
		v.Game = ""
	}
	if v.Game != "" && v.Game != play.Hunt && b.Play.Game(v.Game) == nil || !slices.Contains(play.Periods, v.Period) {
		return Respond(t.OldButton()), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := b.board(t, tx, v, p.Text(4) == gamesOpen)
		out.Edit = true
		return out, err
	}, nil
}

// board shows a page of a board.
func (b Boards) board(t *Turn, tx *storage.Tx, v play.View, games bool) (Result, error) {
	page, err := b.Play.Board(tx, t.Act, v)
	if err != nil {
		return Result{}, err
	}
	r := chat.Reply{Text: []chat.Line{b.title(t, page.View)}, Buttons: b.buttons(t, page, games)}
	if page.Crown != nil {
		r.Text = append(r.Text, t.Aloud.Season("season.row", *page.Crown))
	}
	if len(page.Places) == 0 {
		r.Text = append(r.Text, t.Aloud.Line("board.empty", say.With{"command": say.Slash(b.Play.Games()[0].Name())}))
	} else {
		r.Table = b.table(t, page.View, page.Places)
	}
	if own := b.ownPlace(t, page); own != nil {
		r.Text = append(r.Text, own)
	}
	return Result{Reply: r}, nil
}

// ownPlace is the line with the person's own rank; nil if the page already shows it or
// the board is empty. On a board that the person has not joined it says how to join.
func (b Boards) ownPlace(t *Turn, page play.Page) chat.Line {
	switch own := page.Own; {
	case !page.Listed:
		return t.Aloud.Line("board.join", say.With{"command": b.Settings.Usage(t.Say, "worldwide", t.Aloud.Phrase("choice.on", nil))})
	case len(page.Places) == 0:
		return nil
	case own == nil && page.Game == play.Hunt:
		return nil
	case own == nil:
		return t.Aloud.Line("board.none", say.With{"player": t.Me()})
	case slices.ContainsFunc(page.Places, func(p play.Place) bool { return p.PlayerID == own.PlayerID }):
		return nil
	default:
		key := "board.own"
		if page.Game == play.Hunt {
			key = "board.own.hunt"
		}
		return t.Aloud.Line(key, say.With{
			"player": t.Aloud.Mention(own.Name, own.PlayerKey), "rank": own.Rank, "points": own.Points,
		})
	}
}

// title says which board it is: "This week · 24 · worldwide".
func (b Boards) title(t *Turn, v play.View) chat.Line {
	parts := []string{t.Aloud.Phrase("board.title."+string(v.Period), nil)}
	if v.Game != "" {
		parts = append(parts, b.game(t, v.Game))
	}
	if v.World {
		parts = append(parts, t.Aloud.Phrase("board.world", nil))
	}
	if v.Page > 0 {
		parts = append(parts, t.Aloud.Phrase("board.page", say.With{"page": v.Page + 1}))
	}
	return chat.Line{say.Strong(strings.Join(parts, " · "))}
}

// game is what a game is called on boards.
func (b Boards) game(t *Turn, name string) string {
	if name == play.Hunt {
		return t.Aloud.Phrase("board.hunt", nil)
	}
	return t.Aloud.GameName(b.Play.Game(name))
}

func (b Boards) table(t *Turn, v play.View, places []play.Place) *chat.Table {
	head := []string{"board.rank", "board.player", "board.points", "board.solved"}
	if v.Game == play.Hunt {
		head = []string{"board.rank", "board.player", "board.found", "board.exhausted"}
	}
	table := &chat.Table{Name: 1}
	for _, key := range head {
		table.Head = append(table.Head, t.Aloud.Phrase(key, nil))
	}
	for _, p := range places {
		table.People = append(table.People, p.PlayerKey)
		table.Rows = append(table.Rows, []string{
			strconv.Itoa(p.Rank), chat.Clip(t.Aloud.Mention(p.Name, p.PlayerKey).Text, 24), strconv.Itoa(p.Points), strconv.Itoa(p.Solved),
		})
	}
	return table
}

// buttons lead to other pages, spans, games, the world, and the seasons.
func (b Boards) buttons(t *Turn, page play.Page, games bool) (rows [][]chat.Button) {
	to := func(label string, holds bool, change func(*play.View), more ...any) chat.Button {
		v := page.View
		v.Page = 0
		change(&v)
		button := chat.Button{Label: label, Data: command.Data(button.ActBoard, append([]any{where(v.World), cmp.Or(v.Game, everyGame), string(v.Period), v.Page}, more...)...)}
		if holds {
			button.Label, button.Style = "✓ "+label, chat.Primary
		}
		return button
	}
	var turns []chat.Button
	if page.Page > 0 {
		turns = append(turns, to(t.Aloud.Phrase("button.previous", nil), false, func(v *play.View) { v.Page = page.Page - 1 }))
	}
	if page.More {
		turns = append(turns, to(t.Aloud.Phrase("button.further", nil), false, func(v *play.View) { v.Page = page.Page + 1 }))
	}
	if len(turns) > 0 {
		rows = append(rows, turns)
	}
	var spans []chat.Button
	for _, p := range play.Periods {
		spans = append(spans, to(t.Aloud.Phrase("board.span."+string(p), nil), p == page.Period, func(v *play.View) { v.Period = p }))
	}
	rows = append(rows, spans)
	if games {
		all := []chat.Button{to(t.Aloud.Phrase("board.games.all", nil), page.Game == "", func(v *play.View) { v.Game = "" })}
		for _, g := range b.Settings.Games(t.Act.Community) {
			all = append(all, to(t.Aloud.GameName(g), page.Game == g.Name(), func(v *play.View) { v.Game = g.Name() }))
		}
		all = append(all, to(b.game(t, play.Hunt), page.Game == play.Hunt, func(v *play.View) { v.Game = play.Hunt }))
		return append(rows, command.Rows(all)...)
	}
	elsewhere := "button.world"
	if page.World {
		elsewhere = "button.here"
	}
	return append(rows, []chat.Button{
		to(t.Aloud.Phrase("button.games", nil), false, func(*play.View) {}, gamesOpen),
		to(t.Aloud.Phrase(elsewhere, nil), false, func(v *play.View) { v.World = !v.World }),
		{Label: t.Aloud.Phrase("button.seasons", nil), Data: command.Data(button.ActSeasons, where(page.World))},
	})
}

// SeasonsButton shows who won the months, in the same message.
func (b Boards) SeasonsButton(t *Turn, p command.Press) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		out, err := b.seasons(t, tx, p.Text(0) == WhereWorld)
		out.Edit = true
		return out, err
	}, nil
}

func (b Boards) seasons(t *Turn, tx *storage.Tx, world bool) (Result, error) {
	all, err := b.Play.Seasons(tx, t.Act, world)
	if err != nil {
		return Result{}, err
	}
	title := t.Aloud.Phrase("season.title", nil)
	if world {
		title += " · " + t.Aloud.Phrase("board.world", nil)
	}
	r := chat.Reply{Text: []chat.Line{{say.Strong(title)}}, Buttons: [][]chat.Button{{{
		Label: t.Aloud.Phrase("button.board", nil), Data: command.Data(button.ActBoard, where(world), everyGame, string(play.Month), 0),
	}}}}
	for _, s := range all {
		r.Text = append(r.Text, t.Aloud.Season("season.row", s))
	}
	if len(all) == 0 {
		r.Text = append(r.Text, t.Aloud.Line("season.empty", nil))
	}
	return Result{Reply: r}, nil
}

// Records lists the latest records.
func (b Boards) Records(t *Turn, _ command.Values) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		all, err := tx.Records(recordRows)
		if err != nil {
			return Result{}, err
		}
		if len(all) == 0 {
			return Result{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.Say.Line("records.empty", nil)}}}, nil
		}
		reply := chat.Reply{Text: []chat.Line{{say.Strong(t.Aloud.Phrase("records.title", nil))}}}
		for _, x := range all {
			g := b.Play.Game(x.Game)
			if g == nil {
				continue // of a game that is gone
			}
			reply.Text = append(reply.Text, say.Item(t.Aloud.Line("record.row", say.With{
				"puzzle": say.Code(say.Desc(x.Puzzle)), "measure": t.Aloud.Measure(g, x.Measure), "was": t.Aloud.Measure(g, x.Was),
				"player": t.Aloud.Mention(x.PlayerName, x.PlayerKey), "date": t.Aloud.Date(x.At.In(play.Zone(t.Act.Community))),
			})))
		}
		return Result{Reply: reply}, nil
	}, nil
}
