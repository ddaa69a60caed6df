package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// recordRows is how many records are listed.
const recordRows = 10

// Where a board counts, and the period that shows who won the months.
const (
	whereHere    = "here"
	whereWorld   = "world"
	periodSeason = "season"
	// everyGame stands for all games in a button's data.
	everyGame = "*"
	// gamesOpen has the games to choose from shown, in a button's data.
	gamesOpen = "games"
)

func where(world bool) string {
	if world {
		return whereWorld
	}
	return whereHere
}

func (t *turn) leaderboardCommand(a command.Values) (talk.Plan, error) {
	world := a["where"] == whereWorld
	if a["period"] == periodSeason {
		return func(tx *storage.Tx) (talk.Result, error) { return t.seasons(tx, world) }, nil
	}
	v := play.View{World: world, Game: a["game"], Period: play.Always}
	if a["period"] != "" {
		v.Period = play.Period(a["period"])
	}
	return func(tx *storage.Tx) (talk.Result, error) { return t.board(tx, v, false) }, nil
}

// boardButton turns to another board, or another page, in the same message.
func (t *turn) boardButton(p command.Press) (talk.Plan, error) {
	v := play.View{World: p.Text(0) == whereWorld, Game: p.Text(1), Period: play.Period(p.Text(2)), Page: int(p.Number(3))}
	if v.Game == everyGame {
		v.Game = ""
	}
	if v.Game != "" && v.Game != play.Hunt && t.bot.play.Game(v.Game) == nil || !slices.Contains(play.Periods, v.Period) {
		return talk.Respond(t.OldButton()), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		out, err := t.board(tx, v, p.Text(4) == gamesOpen)
		out.Edit = true
		return out, err
	}, nil
}

// board shows a page of a board.
func (t *turn) board(tx *storage.Tx, v play.View, games bool) (talk.Result, error) {
	page, err := t.bot.play.Board(tx, t.Act, v)
	if err != nil {
		return talk.Result{}, err
	}
	r := chat.Reply{Text: []chat.Line{t.boardTitle(page.View)}, Buttons: t.boardButtons(page, games)}
	if page.Crown != nil {
		r.Text = append(r.Text, t.Aloud.Season("season.row", *page.Crown))
	}
	if len(page.Places) == 0 {
		r.Text = append(r.Text, t.Aloud.Line("board.empty", say.With{"command": say.Slash(t.bot.play.Games()[0].Name())}))
	} else {
		r.Table = t.boardTable(page.View, page.Places)
	}
	if own := t.ownPlace(page); own != nil {
		r.Text = append(r.Text, own)
	}
	return talk.Result{Reply: r}, nil
}

// ownPlace says where who asks stands, nil where the page shows it or nobody stands
// there; on a board that they are not on, how to get there.
func (t *turn) ownPlace(page play.Page) chat.Line {
	switch own := page.Own; {
	case !page.Listed:
		return t.Aloud.Line("board.join", say.With{"command": t.bot.settings.Usage(t.Say, "worldwide", t.Aloud.Phrase("choice.on", nil))})
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

// boardTitle says which board it is: "This week · 24 · worldwide".
func (t *turn) boardTitle(v play.View) chat.Line {
	parts := []string{t.Aloud.Phrase("board.title."+string(v.Period), nil)}
	if v.Game != "" {
		parts = append(parts, t.boardGame(v.Game))
	}
	if v.World {
		parts = append(parts, t.Aloud.Phrase("board.world", nil))
	}
	if v.Page > 0 {
		parts = append(parts, t.Aloud.Phrase("board.page", say.With{"page": v.Page + 1}))
	}
	return chat.Line{say.Strong(strings.Join(parts, " · "))}
}

// boardGame is what a game is called on boards.
func (t *turn) boardGame(name string) string {
	if name == play.Hunt {
		return t.Aloud.Phrase("board.hunt", nil)
	}
	return t.Aloud.GameName(t.bot.play.Game(name))
}

func (t *turn) boardTable(v play.View, places []play.Place) *chat.Table {
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
			strconv.Itoa(p.Rank), t.boardName(p.Name, p.PlayerKey), strconv.Itoa(p.Points), strconv.Itoa(p.Solved),
		})
	}
	return table
}

// boardButtons lead to other pages, spans, games, the world, and the seasons.
func (t *turn) boardButtons(page play.Page, games bool) (rows [][]chat.Button) {
	to := func(label string, holds bool, change func(*play.View), more ...any) chat.Button {
		v := page.View
		v.Page = 0
		change(&v)
		b := chat.Button{Label: label, Data: command.Data(talk.ActBoard, append([]any{where(v.World), cmp.Or(v.Game, everyGame), string(v.Period), v.Page}, more...)...)}
		if holds {
			b.Label, b.Style = "✓ "+label, chat.Primary
		}
		return b
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
		for _, g := range t.bot.settings.Games(t.Act.Community) {
			all = append(all, to(t.Aloud.GameName(g), page.Game == g.Name(), func(v *play.View) { v.Game = g.Name() }))
		}
		all = append(all, to(t.boardGame(play.Hunt), page.Game == play.Hunt, func(v *play.View) { v.Game = play.Hunt }))
		return append(rows, command.Rows(all)...)
	}
	elsewhere := "button.world"
	if page.World {
		elsewhere = "button.here"
	}
	return append(rows, []chat.Button{
		to(t.Aloud.Phrase("button.games", nil), false, func(*play.View) {}, gamesOpen),
		to(t.Aloud.Phrase(elsewhere, nil), false, func(v *play.View) { v.World = !v.World }),
		{Label: t.Aloud.Phrase("button.seasons", nil), Data: command.Data(talk.ActSeasons, where(page.World))},
	})
}

// seasonsButton shows who won the months, in the same message.
func (t *turn) seasonsButton(p command.Press) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		out, err := t.seasons(tx, p.Text(0) == whereWorld)
		out.Edit = true
		return out, err
	}, nil
}

func (t *turn) seasons(tx *storage.Tx, world bool) (talk.Result, error) {
	all, err := t.bot.play.Seasons(tx, t.Act, world)
	if err != nil {
		return talk.Result{}, err
	}
	title := t.Aloud.Phrase("season.title", nil)
	if world {
		title += " · " + t.Aloud.Phrase("board.world", nil)
	}
	r := chat.Reply{Text: []chat.Line{{say.Strong(title)}}, Buttons: [][]chat.Button{{{
		Label: t.Aloud.Phrase("button.board", nil), Data: command.Data(talk.ActBoard, where(world), everyGame, string(play.Month), 0),
	}}}}
	for _, s := range all {
		r.Text = append(r.Text, t.Aloud.Season("season.row", s))
	}
	if len(all) == 0 {
		r.Text = append(r.Text, t.Aloud.Line("season.empty", nil))
	}
	return talk.Result{Reply: r}, nil
}

// boardName is how a board names a person.
func (t *turn) boardName(name, key string) string {
	return chat.Clip(t.Aloud.Mention(name, key).Text, 24)
}

// recordsCommand lists the latest records.
func (t *turn) recordsCommand(command.Values) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		all, err := tx.Records(recordRows)
		if err != nil {
			return talk.Result{}, err
		}
		if len(all) == 0 {
			return talk.Result{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.Say.Line("records.empty", nil)}}}, nil
		}
		reply := chat.Reply{Text: []chat.Line{{say.Strong(t.Aloud.Phrase("records.title", nil))}}}
		for _, x := range all {
			g := t.bot.play.Game(x.Game)
			if g == nil {
				continue // of a game that is gone
			}
			reply.Text = append(reply.Text, say.Item(t.Aloud.Line("record.row", say.With{
				"puzzle": say.Code(say.Desc(x.Puzzle)), "measure": t.Aloud.Measure(g, x.Measure), "was": t.Aloud.Measure(g, x.Was),
				"player": t.Aloud.Mention(x.PlayerName, x.PlayerKey), "date": t.Aloud.Date(x.At.In(play.Zone(t.Act.Community))),
			})))
		}
		return talk.Result{Reply: reply}, nil
	}, nil
}
