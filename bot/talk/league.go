package talk

import (
	"cmp"
	"slices"
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// League shows people their division, and how their last week ended.
type League struct {
	Play     *play.Play
	Settings Settings
}

// The tables of the league.
const (
	LeagueMine = "mine"
	LeagueLast = "last"
)

// leagueJoin is the table that joining leads to, in a button's data.
const leagueJoin = "join"

// Leagues are all tables.
var Leagues = []string{LeagueMine, LeagueLast}

// Table shows a table of the league. A button turns to another in the same message, or lets the
// person in.
func (l League) Table(req *Request) (Plan, error) {
	which := cmp.Or(req.Button.Text(0), req.Args["table"], LeagueMine)
	joins := which == leagueJoin
	if joins {
		which = LeagueMine
	}
	return func(tx *storage.Tx) (Result, error) {
		if joins {
			if refusal, ok, err := l.Settings.Join(req, tx); !ok {
				return Result{Reply: refusal}, err
			}
		}
		reply, err := l.division(req, tx, which)
		reply.Audience, reply.Edit = chat.Asker, req.Input.Kind == chat.Press
		var others []chat.Button
		for _, other := range Leagues {
			if other != which {
				others = append(others, button.New(req.Say, "league."+other, command.Data(button.ActLeague, other)))
			}
		}
		reply.Buttons = append(reply.Buttons, others)
		return Result{Reply: reply}, err
	}, nil
}

// division is the person's table, of this week or the last that was closed, or why they have
// none.
func (l League) division(req *Request, tx *storage.Tx, which string) (r chat.Reply, err error) {
	v := req.Say
	x, err := l.Play.League(tx, req.Act, which == LeagueLast)
	if err != nil {
		return r, err
	}
	d := x.Division
	if d == nil {
		return l.outside(req, x, which), nil
	}
	layout := v.Phrase("archive.layout", nil)
	r.Text = []chat.Line{say.Head(v.Phrase("league.title", say.With{"tier": v.Tier(d.Tier)}),
		" · "+v.Phrase("league.week", say.With{"first": play.Day(d.First()).Format(layout), "last": play.Day(d.Last()).Format(layout)}))}
	r.Table = l.table(req, d)
	if d.Over {
		if own := d.Rows[d.Own]; d.Last() > play.NumberIn(req.Act.Community, req.Act.At)-8 { // no longer ago than last week
			r.Text = append(r.Text, v.LeagueResult(play.ResultOf(own.Leaguer)))
		}
		return r, nil
	}
	today, _, err := l.Play.Live(tx, req.Act)
	if left := d.Last() - today + 1; left > 0 {
		how := v.Line("league.how", say.With{"n": left, "days": play.BestDays})
		if slices.ContainsFunc(d.Rows, func(c play.Contender) bool { return c.Move != 0 }) {
			how = v.Sentences(how, v.Line("league.zones", nil))
		}
		r.Text = append(r.Text, how)
	} else {
		r.Text = append(r.Text, v.Line("league.closing", say.With{"time": v.Duration(x.Closes.Sub(req.Act.At))}))
	}
	return r, err
}

// outside says why a person has no division, and what to do.
func (l League) outside(req *Request, x play.League, which string) chat.Reply {
	v := req.Say
	why := v.Absence(x.Presence)
	key, with := "league.enter", say.With{"command": say.Slash("daily")}
	way := []chat.Button{button.New(v, "daily", command.Data(button.ActDaily, l.Play.Games[0].Name()))}
	switch {
	case why != nil:
		way = nil
	case !x.Listed:
		key, with["command"] = "league.join", l.Settings.Settings.Usage(v, "worldwide", v.Phrase("choice.on", nil))
		if way = nil; req.Act.Community.Private {
			key, way = "league.join.here", []chat.Button{button.New(v, "join", command.Data(button.ActLeague, leagueJoin))}
		}
	case which == LeagueLast:
		key = "league.no-last"
	case x.Waits:
		way, key, with["time"] = nil, "league.waits", v.Duration(x.Closes.Sub(req.Act.At))
	case x.Rests > 0:
		key, with["tier"] = "league.rests", v.Tier(x.Rests)
	}
	if why == nil {
		why = v.Line(key, with)
	}
	return chat.Reply{Text: []chat.Line{say.Head(v.Phrase("league.name", nil)), why}, Buttons: command.Rows(way)}
}

// zones mark the ranks that move up, stay, and move down.
var zones = map[int]string{-1: "▲", 1: "▼"}

// table sets a division for a phone's width.
func (l League) table(req *Request, d *play.Division) *chat.Table {
	v := req.Say
	table := &chat.Table{Name: 1}
	heads := []string{"board.rank", "board.player", "league.points", "league.days", "league.final"}
	if d.Over {
		heads = heads[:4]
	}
	for _, key := range heads {
		table.Head = append(table.Head, v.Phrase(key, nil))
	}
	for i, c := range d.Rows {
		name := v.Mention(c.Name, c.PlayerKey).Text
		if i == d.Own {
			name = "▸ " + name
		}
		row := []string{strconv.Itoa(c.Rank) + zones[c.Move], name, strconv.Itoa(c.Points), strconv.Itoa(c.Played)}
		if !d.Over {
			final := strconv.Itoa(c.Best)
			if c.Best < c.Worst {
				final += "–" + strconv.Itoa(c.Worst)
			}
			row = append(row, final)
		}
		table.People = append(table.People, c.PlayerKey)
		table.Rows = append(table.Rows, row)
	}
	return table
}
