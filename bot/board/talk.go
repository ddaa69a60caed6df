package board

import (
	"cmp"
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// actBoard is the act of buttons that show a board. Their data is: here or world, game or *,
// period, page, and games or join. games shows the games to choose from; join puts the person on
// the boards of the World first.
const actBoard = "board"

const (
	// whereHere and whereWorld say where a board counts.
	whereHere  = "here"
	whereWorld = "world"
	// everyGame stands for all games in a button's data.
	everyGame = "*"
	// openGames shows the games to choose from, in a button's data.
	openGames = "games"
	// join lets the person onto the boards of the World, in a button's data.
	join = "join"
)

// where returns how a command and a button's data say where a board counts.
func where(isWorld bool) string {
	if isWorld {
		return whereWorld
	}
	return whereHere
}

// command shows a board ("This week · 24 · worldwide"), or a page beside the boards.
func (b boards) command(req *feature.Request) (feature.Plan, error) {
	isWorld := req.Args["where"] == whereWorld
	for _, page := range b.pages {
		if req.Args["period"] == page.Period {
			return b.showPage(req, page, isWorld), nil
		}
	}
	return b.show(req, feature.BoardKey{
		World:  isWorld,
		Game:   req.Args["game"],
		Period: feature.Period(cmp.Or(req.Args["period"], string(feature.PeriodAll))),
	}), nil
}

// press turns to another board, or another page, in the same message.
func (b boards) press(req *feature.Request) (feature.Plan, error) {
	key := feature.BoardKey{
		World:  req.Button.Text(0) == whereWorld,
		Game:   req.Button.Text(1),
		Period: feature.Period(req.Button.Text(2)),
		Page:   int(req.Button.Number(3)),
	}
	if key.Game == everyGame {
		key.Game = ""
	}
	isGame := key.Game == "" || key.Game == storage.Hunt || b.Play.Game(key.Game) != nil
	if !isGame || !slices.Contains(periods, key.Period) {
		return feature.Respond(req.OldButton()), nil
	}
	if req.Button.Text(4) != join {
		return b.show(req, key), nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		refusal, ok, err := b.settings.Join(req, tx)
		if err != nil || !ok {
			return feature.Result{Reply: refusal}, err
		}
		return b.show(req, key)(tx)
	}, nil
}

// show shows a page of a board.
func (b boards) show(req *feature.Request, key feature.BoardKey) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		p, err := b.read(tx, req.Act, key)
		if err != nil {
			return feature.Result{}, err
		}
		reply := feature.Turned(req, chat.Reply{
			Text:    []chat.Line{say.Head(b.title(req.Aloud, p))},
			Buttons: b.buttons(req, p),
		})
		for _, beside := range b.pages {
			line, err := beside.Above(req.Aloud, tx, req.Act, p.BoardKey)
			if err != nil {
				return feature.Result{}, err
			}
			if line != nil {
				reply.Text = append(reply.Text, line)
			}
		}
		if len(p.places) == 0 {
			reply.Text = append(reply.Text, b.empty(req.Aloud, p))
		} else {
			reply.Table = table(req.Aloud, p)
		}
		if own := b.ownLine(req, p); own != nil {
			reply.Text = append(reply.Text, own)
		}
		return feature.Result{Reply: reply}, nil
	}
}

// pressPage turns to a page beside the boards.
func (b boards) pressPage(page feature.BoardPage) feature.Handler {
	return func(req *feature.Request) (feature.Plan, error) {
		return b.showPage(req, page, req.Button.Text(0) == whereWorld), nil
	}
}

// showPage shows a page beside the boards.
func (b boards) showPage(req *feature.Request, page feature.BoardPage, isWorld bool) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		lines, err := page.Lines(req.Aloud, tx, req.Act, isWorld)
		if err != nil {
			return feature.Result{}, err
		}
		title := req.Aloud.Phrase(page.Title, nil)
		if isWorld {
			title += " · " + req.Aloud.Phrase("board.world", nil)
		}
		back := dataOf(feature.BoardKey{World: isWorld, Period: feature.PeriodMonth})
		return feature.Result{Reply: feature.Turned(req, chat.Reply{
			Text:    append([]chat.Line{say.Head(title)}, lines...),
			Buttons: [][]chat.Button{{button.New(req.Aloud, "board", back)}},
		})}, nil
	}
}

// dataOf is the data of a button that shows a board.
func dataOf(key feature.BoardKey, more ...any) string {
	data := []any{where(key.World), cmp.Or(key.Game, everyGame), string(key.Period), key.Page}
	return command.Data(actBoard, append(data, more...)...)
}

// buttons lead to other pages, periods, games, the World, and the pages beside the boards.
func (b boards) buttons(req *feature.Request, p page) [][]chat.Button {
	v := req.Aloud
	var rows [][]chat.Button
	isChoosing := req.Button.Act == actBoard && req.Button.Text(4) == openGames
	mayJoin := !p.presence.Listed && v.Absence(p.presence) == nil && req.Act.Community.Private
	if mayJoin && !isChoosing {
		enter := to(v, "button.join", p.BoardKey, join)
		enter.Style = chat.Primary
		rows = append(rows, []chat.Button{enter})
	}
	rows = append(rows, pageButtons(v, p)...)
	first := p.BoardKey
	first.Page = 0
	var spans []chat.Button
	for _, period := range periods {
		key := first
		key.Period = period
		spans = append(spans, marked(to(v, "board.span."+string(period), key), period == p.Period))
	}
	rows = append(rows, spans)
	if isChoosing {
		return append(rows, b.gameButtons(req, first)...)
	}
	other := first
	other.World = !p.World
	elsewhere := "button.world"
	if p.World {
		elsewhere = "button.here"
	}
	last := []chat.Button{to(v, "button.games", first, openGames), to(v, elsewhere, other)}
	for _, beside := range b.pages {
		last = append(last, button.New(v, beside.Act, command.Data(beside.Act, where(p.World))))
	}
	return append(rows, last)
}

// pageButtons turn to the page before and the next one.
func pageButtons(v say.Voice, p page) [][]chat.Button {
	var turns []chat.Button
	if p.Page > 0 {
		previous := p.BoardKey
		previous.Page--
		turns = append(turns, to(v, "button.previous", previous))
	}
	if p.hasMore {
		next := p.BoardKey
		next.Page++
		turns = append(turns, to(v, "button.further", next))
	}
	return command.Rows(turns)
}

// gameButtons lead to the same board in other games.
func (b boards) gameButtons(req *feature.Request, key feature.BoardKey) [][]chat.Button {
	chosen := key.Game
	toGame := func(label, name string) chat.Button {
		key.Game = name
		return marked(to(req.Aloud, label, key), name == chosen)
	}
	all := []chat.Button{toGame("board.games.all", "")}
	for _, g := range b.Settings.Games(req.Act.Community) {
		all = append(all, toGame("choice.game."+g.Name(), g.Name()))
	}
	all = append(all, toGame("board.hunt", storage.Hunt))
	return command.Rows(all)
}

// to is a button that shows a board.
func to(v say.Voice, label string, key feature.BoardKey, more ...any) chat.Button {
	return chat.Button{Label: v.Phrase(label, nil), Data: dataOf(key, more...)}
}

// marked marks a button if it leads to what is shown.
func marked(b chat.Button, isShown bool) chat.Button {
	if isShown {
		b.Label = "✓ " + b.Label
	}
	return b
}
