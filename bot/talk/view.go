package talk

import (
	"fmt"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Views show people on the page what they may see.
type Views struct{ Dailies }

// View returns what the person may see: of the round whose token is the data of the request,
// or of the one that they are at.
func (x Views) View(req *Request, day bool) (chat.View, error) {
	v, err := x.Play.View(req.Ctx, req.Act, x.pointer(req))
	if err != nil {
		return chat.View{}, err
	}
	c := req.Act.Community
	out := chat.View{Place: req.Place.Title, Topics: topics(req, v)}
	for _, g := range x.Settings.Games(c) {
		deal := chat.Deal{Game: g.Name(), Act: chat.Act{Label: req.Say.GameName(g), Press: command.Data(button.ActNext, g.Name(), engine.AnyLevel)}}
		for _, kind := range g.Rules().Choices {
			deal.Kinds = append(deal.Kinds, req.Say.Phrase("choice.kind."+kind, nil))
		}
		out.Deal = append(out.Deal, deal)
	}
	for _, r := range v.Others {
		out.Others = append(out.Others, chat.Act{
			Label: req.Say.GameName(r.Game) + " · " + req.Say.Form(r), Press: button.RoundData(x.Seals, button.ActAnswer, r),
		})
	}
	if v.Match != nil {
		out.Match = x.match(req, *v.Match)
	}
	if v.Round.ID != 0 {
		out.Round = x.round(req, v)
	}
	if day || v.Round.Daily != 0 {
		out.Day, err = x.ofDay(req, v.Round.Daily)
	}
	return out, err
}

// pointer is the round whose token is the data of a request, or that was opened by it.
func (x Views) pointer(req *Request) play.Pointer {
	p, err := x.Seals.Read(req.Input.Data)
	if err != nil || p.Act != button.ActAnswer && p.Act != button.ActPage {
		return play.Pointer{}
	}
	return play.Pointer{RoundID: p.Number(0)}
}

// topics name what a view depends on, as the bot touches it. Of a daily, which the whole
// world answers, a view shows the person's part alone.
func topics(req *Request, v play.View) []string {
	out := []string{Topic(storage.TouchPlayer, req.Act.Person.ID), Topic(storage.TouchCommunity, req.Act.Community.ID)}
	if v.Round.ID != 0 && v.Round.Daily == 0 {
		out = append(out, Topic(storage.TouchRound, v.Round.ID), Topic(storage.TouchCommunity, v.Round.CommunityID))
	}
	return out
}

// Topic names something that people watch.
func Topic(kind storage.TouchKind, id int64) string { return fmt.Sprintf("%c%d", kind, id) }

// round shows a round.
func (x Views) round(req *Request, v play.View) *chat.RoundView {
	r, face, board := v.Round, req.Say.Face(v.Round), v.Round.Game.Rules().Board
	tiles := r.Puzzle.Face()
	out := &chat.RoundView{
		Token: button.RoundData(x.Seals, button.ActAnswer, r), Puzzle: r.Puzzle.ID(), Game: r.Game.Name(), Sort: r.Sort,
		Title: face.Title, Goal: face.Goal, Level: r.Level, Note: face.Note,
		Board: chat.Board{Kind: string(board.Kind), Tiles: tiles.Tiles, Goal: tiles.Goal, Operators: board.Operators, All: board.All, Whole: board.Whole},
		Daily: r.Daily, Shared: r.Mode.Shared, Hidden: r.Mode.Hidden,
		Over: v.Over, Done: v.Done, Mine: mine(req, v), People: people(req, v),
	}
	if !v.Begun.IsZero() {
		out.Begun = v.Begun.UnixMilli()
	}
	if !r.Mode.Ghost { // when that answers is told to nobody
		out.Seconds = int(r.Lasts.Seconds())
	}
	if !r.EndsAt.IsZero() && !r.Mode.Ghost {
		out.Ends = r.EndsAt.UnixMilli()
	}
	switch collects := r.Game.Rules().Collect; {
	case v.Over:
		out.Result = req.Say.Ending(v.Ending)
	case !v.Shown.IsZero():
		out.Result = []chat.Line{req.Say.ShownFrom(v.Shown)}
	case v.Knows && collects:
		out.Result = req.Say.Missed(v.Missed, len(v.Missed) < len(v.Ending.Best.All))
	case v.Knows:
		out.Result = []chat.Line{req.Say.Best(r.Game, v.Ending.Best)}
	}
	x.addActs(req, v, out)
	return out
}

// addActs adds what the person can do now.
func (x Views) addActs(req *Request, v play.View, out *chat.RoundView) {
	r := v.Round
	act := func(name, what string) *chat.Act {
		return &chat.Act{Label: req.Say.Phrase("button."+name, nil), Press: button.RoundData(x.Seals, what, r)}
	}
	open := !v.Over && !r.Over(req.Act.At)
	if open && r.Admits(req.Act.Person.ID) {
		out.Answer = act("answer", button.ActAnswer)
		if r.Mode.GiveUp != mode.NoGiveUp && !v.GaveUp {
			out.GiveUp = act("giveup", button.ActGiveUp)
		}
	}
	if h := v.Hinted; open && h.Next > 0 && (h.What == play.HintGiven || h.What == play.HintSoon) {
		out.Hint = act("hint", button.ActHint)
		out.Hint.Label, out.Hint.Percent = req.Say.Phrase("button.hint", say.With{"percent": 100 - h.Next}), h.Next
		if h.Wait > 0 {
			out.Hint.Opens = req.Act.At.Add(h.Wait).UnixMilli()
		}
	}
	if r.Daily == 0 && (v.Over || v.Best > 0 && !r.Mode.Shared) {
		out.Share = &chat.Act{Label: req.Say.Dare(r), Press: button.Pose(r.Puzzle)}
	}
	if r.Mode.Name == "" && r.Daily == 0 && !(open && r.IsTimed()) {
		next := button.Next(req.Say, r)
		out.Next = &chat.Act{Label: next.Label, Press: next.Data}
	}
}

// mine shows what the person has done of a round.
func mine(req *Request, v play.View) chat.Mine {
	out := chat.Mine{Best: v.Best, Points: v.Earned, Share: v.Hinted.Share}
	if len(v.Hinted.Hints) > 0 {
		out.Hints = req.Say.Hinted(play.HintResult{What: play.HintGiven, Round: v.Round, Hints: v.Hinted.Hints, Share: v.Hinted.Share})
	}
	for _, a := range v.Mine {
		row := play.Row{Answer: a}
		for _, x := range v.Rows {
			if x.Answer.ID == a.ID {
				row = x
			}
		}
		out.Answers = append(out.Answers, chat.MyAnswer{
			Text: a.Text, Detail: req.Say.Detail(v.Round.Game, row), Points: a.Points, At: a.At.UnixMilli(),
		})
	}
	return out
}

// people lists who has answered a round that people play together.
func people(req *Request, v play.View) (out []chat.Seat) {
	if !v.Round.Mode.Shared {
		return nil
	}
	measured := v.Round.Game.Rules().Measure != ""
	for i, row := range v.Rows {
		seat := chat.Seat{Name: req.Say.Mention(row.PlayerName, row.PlayerKey).Text, Me: row.Own, Rank: row.Place, Points: max(row.Points, row.Score)}
		if row.Own || !v.Blind {
			seat.Detail = req.Say.Detail(v.Round.Game, row)
		}
		if v.Over {
			seat.Text = row.Text
		}
		switch {
		case !v.Over || !measured || row.Place > 0:
		case i > 0 && v.Rows[i-1].Measure == row.Measure: // equal answers share a rank
			seat.Rank = out[i-1].Rank
		default:
			seat.Rank = i + 1
		}
		out = append(out, seat)
	}
	return out
}

// match shows a match.
func (x Views) match(req *Request, m play.Match) *chat.MatchView {
	out := &chat.MatchView{Kind: m.Kind, Number: len(m.Bouts), Of: m.Length, Over: m.IsOver(), Lines: req.Say.Board(m)}
	if !m.NextAt.IsZero() {
		out.Next = m.NextAt.UnixMilli()
	}
	for _, t := range m.Table {
		out.Table = append(out.Table, chat.Seat{
			Name: req.Say.Player(m, t.Player, m.Bouts...).Text, Me: t.Player.ID == req.Act.Person.ID, Rank: t.Rank, Points: t.Points,
		})
	}
	me := req.Act.Person.ID
	switch {
	case m.IsOver():
		out.Lines = req.Say.MatchResult(m)
		out.Again = &chat.Act{Label: req.Say.Phrase("button.rematch", nil), Press: command.Data(button.ActRematch, m.ID)}
	case m.Mode.AskerStops && (req.Act.Admin || m.AskerID == me):
		out.Stop = &chat.Act{Label: req.Say.Phrase("button.stop", nil), Press: command.Data(button.ActStop, m.ID)}
	}
	return out
}

// ofDay shows a day; 0: the one that is live for the person.
func (x Views) ofDay(req *Request, number int) (*chat.DayView, error) {
	live, err := look(req, x.Store, func(tx *storage.Tx) (int, error) {
		n, _, err := x.Play.Live(tx, req.Act)
		return n, err
	})
	if err != nil {
		return nil, err
	}
	if number == 0 {
		number = live
	}
	a, err := x.achieved(req, number)
	if err != nil {
		return nil, err
	}
	out := &chat.DayView{
		Number: number, Live: a.Live, Done: a.Done(),
		Show: &chat.Act{Label: req.Say.Phrase("button.card", nil), Press: command.Data(button.ActCard, number)},
	}
	if a.Begun() {
		out.Card = strings.Join(req.Say.Share(a), "\n")
	}
	for _, p := range a.Parts {
		part := chat.DayPart{
			Game: p.Game.Name(), Title: req.Say.GameName(p.Game), Press: command.Data(button.ActDaily, p.Game.Name(), number),
			Detail: req.Say.PartDetail(p),
		}
		switch {
		case p.Missed:
			part.State = "missed"
		case p.Answer == nil:
		case p.IsBest:
			part.State = "right"
		default:
			part.State = "near"
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// Value works out a calculation that is not sent yet.
func (x Views) Value(req *Request) (v chat.Value, ok bool, err error) {
	r, refusal, err := x.Meant(req, x.pointer(req))
	if err != nil || refusal != nil || r.Game.Rules().Board.Operators == "" {
		return v, false, err
	}
	verdict := r.Puzzle.Judge(req.Input.Text)
	if verdict.Value == "" && verdict.Fault != nil {
		v.Fault = req.Say.Why(r.Game.Name(), req.Input.Text, verdict.Fault)
	}
	if v.Value = verdict.Value; verdict.Outcome != engine.Invalid {
		v.Measure = verdict.Measure
	}
	return v, true, nil
}

// Preview tells what a link is about: a puzzle or, if id is empty, a day.
func (x Views) Preview(v say.Voice, id string, day int) (p chat.Preview, ok bool) {
	if id == "" {
		return chat.Preview{
			Title: say.Plain(v.Day(day)), About: v.Phrase("command.daily", nil), Open: command.Data(button.ActDaily, x.Play.Games[0].Name(), day),
		}, day > 0
	}
	name, desc, _ := strings.Cut(id, ":")
	g := x.Play.Game(name)
	if g == nil {
		return p, false
	}
	puzzle, err := g.Parse(desc)
	if err != nil {
		return p, false
	}
	r := play.Round{Game: g, Puzzle: puzzle}
	return chat.Preview{
		Title: v.GameName(g) + " · " + v.Form(r), About: say.Plain(v.Rule(g)), Open: button.Pose(puzzle),
		Picture: x.Pictures.Puzzle(v, r),
	}, true
}
