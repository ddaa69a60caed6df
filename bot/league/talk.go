package league

import (
	"cmp"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// actLeague is the act of buttons that show a table of the league. Their data is tableMine, tableLast
// or join. With join the person joins the World first.
const actLeague = "league"

// These are the values of the data of a button of actLeague.
const (
	tableMine = "mine"
	tableLast = "last"
	join      = "join"
)

// table shows a table of the league. If the button says join, the person joins the World first.
func (l league) table(req *feature.Request) (feature.Plan, error) {
	which := cmp.Or(req.Button.Text(0), req.Args["table"], tableMine)
	if which != join {
		return func(tx *storage.Tx) (feature.Result, error) { return l.show(req, tx, which) }, nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		refusal, ok, err := l.panel.Join(req, tx)
		if err != nil || !ok {
			return feature.Result{Reply: refusal}, err
		}
		return l.show(req, tx, tableMine)
	}, nil
}

// show shows a person a table: tableMine or tableLast. If there is none, it says why.
func (l league) show(req *feature.Request, tx *storage.Tx, which string) (feature.Result, error) {
	s, err := l.standingOf(tx, req.Act, which == tableLast)
	if err != nil {
		return feature.Result{}, err
	}
	reply := chat.Reply{Audience: chat.Asker, Edit: req.Input.Kind == chat.Press}
	if s.division == nil {
		reply.Text = []chat.Line{say.Head(req.Say.Phrase("league.name", nil))}
		mayJoin := !s.presence.Listed && req.Say.Absence(s.presence) == nil
		isOutside := s.presence.Guest || mayJoin
		if isOutside {
			// They may not know what a league is.
			reply.Text = append(reply.Text, req.Say.Line("league.what", say.With{"size": divisionSize}))
		}
		reply.Text = append(reply.Text, l.absence(req, s, which == tableLast))
		reply.Buttons = l.waysIn(req, s, which)
	} else {
		reply.Table = table(req.Say, s.division)
		reply.Text, err = l.text(req, tx, s)
		if err != nil {
			return feature.Result{}, err
		}
	}
	other := tableLast
	if which == tableLast {
		other = tableMine
	}
	toOther := button.New(req.Say, "league."+other, command.Data(actLeague, other))
	reply.Buttons = append(reply.Buttons, []chat.Button{toOther})
	return feature.Result{Reply: reply}, nil
}

// waysIn returns the buttons that help a person to get into a division. which is the table that they have asked for.
func (l league) waysIn(req *feature.Request, s standing, which string) [][]chat.Button {
	v := req.Say
	if v.Absence(s.presence) != nil {
		return nil
	}
	if !s.presence.Listed {
		if !req.Act.Community.Private {
			return nil
		}
		return [][]chat.Button{{button.New(v, "join", command.Data(actLeague, join))}}
	}
	// A person who waits, or is done with today's puzzles, can do nothing more today.
	mustWait := s.waits || s.isDayDone
	if mustWait && which != tableLast {
		return nil
	}
	return l.Features.DayButton(v, l.Play.Games[0])
}
