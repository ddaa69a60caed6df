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

// actBoard is the act of buttons that show a board.
const actBoard = "board"

// The parts of the data of such a button, by their index.
const (
	// dataWhere is whereHere or whereWorld. The buttons of side pages have this part, too.
	dataWhere = iota
	// dataGame is the name of a game, everyGame, or storage.Hunt for the board that counts solutions.
	dataGame
	dataPeriod
	dataPage
	// dataExtra is openGames, join or empty: what the button does besides.
	dataExtra
)

const (
	// whereHere and whereWorld say where a board counts, in a command and in a button's data.
	whereHere  = "here"
	whereWorld = "world"
	// everyGame stands for all games.
	everyGame = "*"
	// openGames shows under the board the games to choose from.
	openGames = "games"
	// join puts the person on the boards of the World before the board is shown.
	join = "join"
)

// where returns the word that says where a board counts.
func where(isWorld bool) string {
	if isWorld {
		return whereWorld
	}
	return whereHere
}

// argView is the argument for a side page, or for a command that the boards lead to.
const argView = "view"

// typed shows what the command asks for: a board ("This week · 24 · worldwide"), or a side page.
func (b boards) typed(req *feature.Request) (feature.Plan, error) {
	isWorld := req.Args["where"] == whereWorld
	for _, side := range b.sidePages {
		if req.Args[argView] == side.Period {
			return b.showSidePage(req, side, isWorld), nil
		}
	}
	return b.show(req, feature.BoardKey{
		World:  isWorld,
		Game:   req.Args["game"],
		Period: feature.Period(cmp.Or(req.Args["period"], string(feature.PeriodAll))),
	}), nil
}

// press shows another board, or another page of one, in the same message.
func (b boards) press(req *feature.Request) (feature.Plan, error) {
	key := feature.BoardKey{
		World:  req.Button.Text(dataWhere) == whereWorld,
		Game:   req.Button.Text(dataGame),
		Period: feature.Period(req.Button.Text(dataPeriod)),
		Page:   int(req.Button.Number(dataPage)),
	}
	if key.Game == everyGame {
		key.Game = ""
	}
	if !b.hasBoardOf(key.Game) || !slices.Contains(periods, key.Period) {
		return feature.Respond(req.OldButton()), nil
	}
	if req.Button.Text(dataExtra) != join {
		return b.show(req, key), nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		refusal, joined, err := b.panel.Join(req, tx)
		if err != nil {
			return feature.Result{}, err
		}
		if !joined {
			return feature.Result{Reply: refusal}, nil
		}
		return b.show(req, key)(tx)
	}, nil
}

// hasBoardOf reports whether there are boards of a game. Empty stands for all games.
func (b boards) hasBoardOf(game string) bool {
	return game == "" || game == storage.Hunt || b.Play.Game(game) != nil
}

// show shows a page of a board. Above it are lines that side pages add, and below it the person's own rank.
func (b boards) show(req *feature.Request, key feature.BoardKey) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		p, err := b.read(tx, req.Act, key)
		if err != nil {
			return feature.Result{}, err
		}
		reply := feature.TurnPage(req, chat.Reply{
			Text:    []chat.Line{say.Head(b.title(req.Aloud, p))},
			Buttons: b.buttons(req, p),
		})
		for _, side := range b.sidePages {
			line, err := side.Above(req.Aloud, tx, req.Act, p.BoardKey)
			if err != nil {
				return feature.Result{}, err
			}
			if line != nil {
				reply.Text = append(reply.Text, line)
			}
		}
		if len(p.entries) == 0 {
			reply.Text = append(reply.Text, b.emptyLine(req.Aloud, p))
		} else {
			reply.Table = table(req.Aloud, p)
			b.addRowWithoutPoints(req, p, reply.Table)
		}
		if own := b.ownLine(req, p); own != nil {
			reply.Text = append(reply.Text, own)
		}
		return feature.Result{Reply: reply}, nil
	}
}

// pressSidePage shows a side page in the same message.
func (b boards) pressSidePage(side feature.BoardPage) feature.Handler {
	return func(req *feature.Request) (feature.Plan, error) {
		return b.showSidePage(req, side, req.Button.Text(dataWhere) == whereWorld), nil
	}
}

// showSidePage shows a side page, with a button that leads to the board of the month.
func (b boards) showSidePage(req *feature.Request, side feature.BoardPage, isWorld bool) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		lines, err := side.Lines(req.Aloud, tx, req.Act, isWorld)
		if err != nil {
			return feature.Result{}, err
		}
		title := req.Aloud.Phrase(side.Title, nil)
		if isWorld {
			title += " · " + req.Aloud.Phrase("board.world", nil)
		}
		back := dataOf(feature.BoardKey{World: isWorld, Period: feature.PeriodMonth})
		return feature.Result{Reply: feature.TurnPage(req, chat.Reply{
			Text:    append([]chat.Line{say.Head(title)}, lines...),
			Buttons: [][]chat.Button{{button.New(req.Aloud, "board", back)}},
		})}, nil
	}
}

// dataOf returns the data of a button that shows a board. extra may be openGames or join.
func dataOf(key feature.BoardKey, extra ...any) string {
	data := []any{where(key.World), cmp.Or(key.Game, everyGame), string(key.Period), key.Page}
	return command.Data(actBoard, append(data, extra...)...)
}

// buttons returns the buttons under a page of a board. They join the World, turn the page and change
// the period. While the person chooses a game, the last rows are the games. Otherwise the last row
// leads to the games, to the same board of the World or of the community, and to side pages.
func (b boards) buttons(req *feature.Request, p page) [][]chat.Button {
	v := req.Aloud
	var rows [][]chat.Button
	isChoosing := req.Button.Act == actBoard && req.Button.Text(dataExtra) == openGames
	// In a group a person joins by a command: see joinLine.
	isPrivate := req.Act.Community.Private
	isInWorld := p.presence.Listed
	isBarred := v.Absence(p.presence) != nil
	mayJoin := isPrivate && !isInWorld && !isBarred
	if mayJoin && !isChoosing {
		joining := buttonTo(v, "button.join", p.BoardKey, join)
		joining.Style = chat.Primary
		rows = append(rows, []chat.Button{joining})
	}
	rows = append(rows, pageButtons(v, p)...)
	// The other buttons lead to the first page of a board.
	first := p.BoardKey
	first.Page = 0
	rows = append(rows, periodButtons(v, first))
	if isChoosing {
		return append(rows, b.gameButtons(req, first)...)
	}
	return append(rows, command.Rows(b.lastButtons(v, first))...)
}

// periodButtons returns the buttons that lead to the same board in other periods.
func periodButtons(v say.Voice, key feature.BoardKey) []chat.Button {
	var all []chat.Button
	for _, period := range periods {
		other := key
		other.Period = period
		toOther := buttonTo(v, "board.span."+string(period), other)
		all = append(all, withMark(toOther, period == key.Period))
	}
	return all
}

// lastButtons returns the buttons of the last rows.
func (b boards) lastButtons(v say.Voice, key feature.BoardKey) []chat.Button {
	other := key
	other.World = !key.World
	otherLabel := "button.world"
	if key.World {
		otherLabel = "button.here"
	}
	all := []chat.Button{
		buttonTo(v, "button.games", key, openGames),
		buttonTo(v, otherLabel, other),
	}
	for _, side := range b.sidePages {
		all = append(all, button.New(v, side.Act, command.Data(side.Act, where(key.World))))
	}
	return append(all, feature.Buttons(v, b.inside)...)
}

// pageButtons returns buttons that turn to the page before and to the next one.
func pageButtons(v say.Voice, p page) [][]chat.Button {
	var turns []chat.Button
	if p.Page > 0 {
		previous := p.BoardKey
		previous.Page--
		turns = append(turns, buttonTo(v, "button.previous", previous))
	}
	if p.hasMore {
		next := p.BoardKey
		next.Page++
		turns = append(turns, buttonTo(v, "button.further", next))
	}
	return command.Rows(turns)
}

// gameButtons returns the buttons that lead to the same board in other games.
func (b boards) gameButtons(req *feature.Request, key feature.BoardKey) [][]chat.Button {
	toGame := func(label, name string) chat.Button {
		other := key
		other.Game = name
		return withMark(buttonTo(req.Aloud, label, other), name == key.Game)
	}
	all := []chat.Button{toGame("board.games.all", "")}
	for _, g := range b.Settings.Games(req.Act.Community) {
		all = append(all, toGame("choice.game."+g.Name(), g.Name()))
	}
	all = append(all, toGame("board.hunt", storage.Hunt))
	return command.Rows(all)
}

// buttonTo returns a button that shows a board.
func buttonTo(v say.Voice, label string, key feature.BoardKey, extra ...any) chat.Button {
	return chat.Button{Label: v.Phrase(label, nil), Data: dataOf(key, extra...)}
}

// withMark returns a button, with a mark if it leads to what is shown already.
func withMark(b chat.Button, isShown bool) chat.Button {
	if isShown {
		b.Label = "✓ " + b.Label
	}
	return b
}
