package board

import (
	"slices"
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// title returns the title of a page: "This week · 24 · worldwide".
func (b boards) title(v say.Voice, p page) string {
	title := v.Phrase("board.title."+string(p.Period), nil)
	if p.Game == storage.Hunt {
		title += " · " + v.Phrase("board.hunt", nil)
	} else if p.Game != "" {
		title += " · " + v.GameName(b.Play.Game(p.Game))
	}
	if p.World {
		title += " · " + v.Phrase("board.world", nil)
	}
	if p.Page > 0 {
		title += " · " + v.Phrase("board.page", say.With{"page": p.Page + 1})
	}
	return title
}

// emptyLine says on a board without points how to get some. In the World only dailies count.
func (b boards) emptyLine(v say.Voice, p page) chat.Line {
	if p.World {
		day := b.Features.Day()
		if day == nil {
			return v.Line("board.empty.world", nil)
		}
		return v.Line("board.empty", say.With{"command": say.Slash(day.Command)})
	}
	g := b.Play.Game(p.Game)
	if g == nil {
		// The board is of all games, or of the hunt.
		g = b.Play.Games[0]
	}
	return v.Line("board.empty", say.With{"command": say.Slash(g.Name())})
}

// table lists the people on a page. It marks the reader.
func table(v say.Voice, p page) *chat.Table {
	heads := []string{"board.rank", "board.player", "board.points", "board.solved"}
	if p.Game == storage.Hunt {
		heads = []string{"board.rank", "board.player", "board.found", "board.exhausted"}
	}
	table := &chat.Table{Name: 1}
	for _, key := range heads {
		table.Head = append(table.Head, v.Phrase(key, nil))
	}
	for _, e := range p.entries {
		name := v.Mention(e.Name, e.PlayerKey).Text
		isOwn := p.own != nil && e.PlayerID == p.own.PlayerID
		if isOwn {
			name = "▸ " + name
		}
		table.People = append(table.People, e.PlayerKey)
		table.Rows = append(table.Rows, []string{
			say.Rank(e.rank),
			name,
			strconv.Itoa(e.Points),
			strconv.Itoa(e.Solved),
		})
	}
	return table
}

// ownLine tells the person their rank. It is nil if they have none, if the page shows it already, or if the
// board is empty. If they are not on the boards of the World, it says how to join, or why they cannot.
func (b boards) ownLine(req *feature.Request, p page) chat.Line {
	isPublic := !req.Act.Community.Private && req.Act.OthersRead()
	isSuspected := p.presence.Check != storage.Trusted
	if isSuspected && isPublic {
		// Others must not read that a person is suspected.
		return nil
	}
	if why := req.Say.Absence(p.presence); why != nil {
		return why
	}
	if !p.presence.Listed {
		return b.joinLine(req)
	}
	if p.own == nil {
		return nil
	}
	isOnPage := slices.ContainsFunc(p.entries, func(e entry) bool { return e.PlayerID == p.own.PlayerID })
	if isOnPage || len(p.entries) == 0 {
		return nil
	}
	key := "board.own"
	if p.Game == storage.Hunt {
		key = "board.own.hunt"
	}
	return req.Aloud.Line(key, say.With{
		"player": req.Aloud.Mention(p.own.Name, p.own.PlayerKey),
		"rank":   p.own.rank,
		"points": p.own.Points,
	})
}

// addRowWithoutPoints adds a last row to the table of a page for a person who could have points on the board, and has
// none. The board of the hunt has no such row.
func (b boards) addRowWithoutPoints(req *feature.Request, p page, table *chat.Table) {
	isAbsent := !p.presence.Listed || p.presence.Check != storage.Trusted
	if p.own != nil || p.Game == storage.Hunt || isAbsent {
		return
	}
	me := req.Me()
	table.People = append(table.People, me.Person)
	table.Rows = append(table.Rows, []string{"–", "▸ " + me.Text, "0", "0"})
}

// joinLine says how to join the boards of the World.
func (b boards) joinLine(req *feature.Request) chat.Line {
	v := req.Aloud
	if req.Act.Community.Private {
		return v.Line("board.join.here", nil)
	}
	usage := b.Settings.Usage(v, "worldwide", v.Phrase("choice.on", nil))
	return v.Line("board.join", say.With{"command": usage})
}
