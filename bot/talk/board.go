package talk

import (
	"cmp"
	"slices"
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Boards shows leaderboards and the winners of the months.
type Boards struct {
	Play     *play.Play
	Settings Settings
}

// Where a board counts, and the period of the winners of the months.
const (
	WhereHere    = "here"
	WhereWorld   = "world"
	PeriodSeason = "season"
	// everyGame stands for all games in a button's data.
	everyGame = "*"
	// gamesOpen shows the games to choose from, in a button's data.
	gamesOpen = "games"
	// boardJoin lets the person onto the boards of the World, in a button's data.
	boardJoin = "join"
)

var where = map[bool]string{true: WhereWorld, false: WhereHere}

// Board shows a board ("This week · 24 · worldwide"), or the winners of the months. A button
// turns to another board, or another page, in the same message.
func (b Boards) Board(req *Request) (Plan, error) {
	a, p := req.Args, req.Button
	v := play.PageKey{World: a["where"] == WhereWorld, Game: a["game"], Period: play.Period(cmp.Or(a["period"], string(play.Always)))}
	if v.Period == PeriodSeason {
		return b.Seasons(req)
	}
	if p.Act != "" {
		v = play.PageKey{World: p.Text(0) == WhereWorld, Game: p.Text(1), Period: play.Period(p.Text(2)), Page: int(p.Number(3))}
	}
	if v.Game == everyGame {
		v.Game = ""
	}
	if v.Game != "" && v.Game != play.Hunt && b.Play.Game(v.Game) == nil || !slices.Contains(play.Periods, v.Period) {
		return feature.Respond(req.OldButton()), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		if p.Text(4) == boardJoin {
			if refusal, ok, err := b.Settings.join(req, tx); !ok {
				return Result{Reply: refusal}, err
			}
		}
		page, err := b.Play.Board(tx, req.Act, v)
		if err != nil {
			return Result{}, err
		}
		title := req.Aloud.Phrase("board.title."+string(page.Period), nil)
		switch page.Game {
		case "":
		case play.Hunt:
			title += " · " + req.Aloud.Phrase("board.hunt", nil)
		default:
			title += " · " + req.Aloud.GameName(b.Play.Game(page.Game))
		}
		if page.World {
			title += " · " + req.Aloud.Phrase("board.world", nil)
		}
		if page.Page > 0 {
			title += " · " + req.Aloud.Phrase("board.page", say.With{"page": page.Page + 1})
		}
		r := feature.Turned(req, chat.Reply{Text: []chat.Line{say.Head(title)}, Buttons: b.buttons(req, page, p.Text(4) == gamesOpen)})
		if page.Crown != nil {
			r.Text = append(r.Text, req.Aloud.Season("season.row", *page.Crown))
		}
		if len(page.Places) == 0 {
			begin := b.Play.Games[0].Name()
			if page.World {
				begin = "daily"
			}
			r.Text = append(r.Text, req.Aloud.Line("board.empty", say.With{"command": say.Slash(begin)}))
		} else {
			r.Table = b.table(req, page)
		}
		if own := b.ownPlace(req, page); own != nil {
			r.Text = append(r.Text, own)
		}
		return Result{Reply: r}, nil
	}, nil
}

// ownPlace is the line with the person's own rank; nil if the page already shows it or
// the board is empty. On a board that the person has not joined it says how to join.
func (b Boards) ownPlace(req *Request, page play.Page) chat.Line {
	hunt, why := page.Game == play.Hunt, absence(req.Say, page.Presence)
	switch own := page.Own; {
	case page.Check != storage.Trusted && !req.Act.Community.Private && !req.Act.Ephemeral: // it is nobody else's business
		return nil
	case why != nil:
		return why
	case !page.Listed && req.Act.Community.Private:
		return req.Aloud.Line("board.join.here", nil)
	case !page.Listed:
		return req.Aloud.Line("board.join", say.With{"command": b.Settings.Settings.Usage(req.Aloud, "worldwide", req.Aloud.Phrase("choice.on", nil))})
	case len(page.Places) == 0 || own == nil && hunt:
		return nil
	case own == nil:
		return req.Aloud.Line("board.none", say.With{"player": req.Me()})
	case slices.ContainsFunc(page.Places, func(p play.Place) bool { return p.PlayerID == own.PlayerID }):
		return nil
	default:
		key := "board.own"
		if hunt {
			key += ".hunt"
		}
		return req.Aloud.Line(key, say.With{"player": req.Aloud.Mention(own.Name, own.PlayerKey), "rank": own.Rank, "points": own.Points})
	}
}

func (b Boards) table(req *Request, page play.Page) *chat.Table {
	head := []string{"board.rank", "board.player", "board.points", "board.solved"}
	if page.Game == play.Hunt {
		head = []string{"board.rank", "board.player", "board.found", "board.exhausted"}
	}
	table := &chat.Table{Name: 1}
	for _, key := range head {
		table.Head = append(table.Head, req.Aloud.Phrase(key, nil))
	}
	for _, p := range page.Places {
		name := req.Aloud.Mention(p.Name, p.PlayerKey).Text
		if page.Own != nil && p.PlayerID == page.Own.PlayerID && len(page.Places) > 1 {
			name = "▸ " + name
		}
		table.People = append(table.People, p.PlayerKey)
		table.Rows = append(table.Rows, []string{
			say.Rank(p.Rank), name, strconv.Itoa(p.Points), strconv.Itoa(p.Solved),
		})
	}
	return table
}

// buttons lead to other pages, periods, the world, and the seasons; with games, to the games
// instead.
func (b Boards) buttons(req *Request, page play.Page, games bool) (rows [][]chat.Button) {
	to := func(label string, v play.PageKey, more ...any) chat.Button {
		data := append([]any{where[v.World], cmp.Or(v.Game, everyGame), string(v.Period), v.Page}, more...)
		return chat.Button{Label: req.Aloud.Phrase(label, nil), Data: command.Data(button.ActBoard, data...)}
	}
	marked := func(b chat.Button, holds bool) chat.Button {
		if holds {
			b.Label = "✓ " + b.Label
		}
		return b
	}
	var pages, periods []chat.Button
	if v := page.PageKey; v.Page > 0 {
		v.Page--
		pages = append(pages, to("button.previous", v))
	}
	if v := page.PageKey; page.More {
		v.Page++
		pages = append(pages, to("button.further", v))
	}
	first := page.PageKey
	first.Page = 0
	for _, p := range play.Periods {
		v := first
		v.Period = p
		periods = append(periods, marked(to("board.span."+string(p), v), p == page.Period))
	}
	rows = append(command.Rows(pages), periods)
	if games {
		game := func(label, name string) chat.Button {
			v := first
			v.Game = name
			return marked(to(label, v), name == page.Game)
		}
		all := []chat.Button{game("board.games.all", "")}
		for _, g := range b.Settings.Settings.Games(req.Act.Community) {
			all = append(all, game("choice.game."+g.Name(), g.Name()))
		}
		all = append(all, game("board.hunt", play.Hunt))
		return append(rows, command.Rows(all)...)
	}
	elsewhere, other := "button.world", first
	if other.World = !page.World; page.World {
		elsewhere = "button.here"
	}
	if !page.Listed && absence(req.Say, page.Presence) == nil && req.Act.Community.Private {
		join := to("button.join", page.PageKey, boardJoin)
		join.Style = chat.Primary
		rows = slices.Insert(rows, 0, []chat.Button{join})
	}
	return append(rows, []chat.Button{
		to("button.games", first, gamesOpen), to(elsewhere, other),
		button.New(req.Aloud, "seasons", command.Data(button.ActSeasons, where[page.World])),
	})
}

// Seasons shows the winners of the months, in the same message if a button was pressed.
func (b Boards) Seasons(req *Request) (Plan, error) {
	world := cmp.Or(req.Args["where"], req.Button.Text(0)) == WhereWorld
	return func(tx *storage.Tx) (Result, error) {
		all, err := b.Play.Seasons(tx, req.Act, world)
		if err != nil {
			return Result{}, err
		}
		title := req.Aloud.Phrase("season.title", nil)
		if world {
			title += " · " + req.Aloud.Phrase("board.world", nil)
		}
		r := feature.Turned(req, chat.Reply{Text: []chat.Line{say.Head(title)}, Buttons: [][]chat.Button{{
			button.New(req.Aloud, "board", command.Data(button.ActBoard, where[world], everyGame, string(play.Month), 0)),
		}}})
		for _, s := range all {
			r.Text = append(r.Text, req.Aloud.Season("season.row", s))
		}
		if len(all) == 0 {
			r.Text = append(r.Text, req.Aloud.Line("season.empty", nil))
		}
		return Result{Reply: r}, nil
	}, nil
}
