package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Hint shows the person alone the next hint and all before it, asked for by a command or a
// button; button.ActMore edits the message that is pressed, button.ActFirst a first hand.
func (x Attempts) Hint(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	s, err := x.Play.Search(req.Ctx, req.Act.Person, r.Puzzle, play.SolveTime)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		h, err := x.Play.Hint(tx, req.Act, r.ID, s)
		if err != nil {
			return Result{}, err
		}
		switch h.What {
		case play.HintOver:
			return x.ended(req, tx, h.Round, s)
		case play.HintMatch:
			return Result{Reply: req.Say.Refuse("hint.match", nil)}, nil
		}
		if err := x.enter(tx, req, h.Round); err != nil {
			return Result{}, err
		}
		out := Result{Reply: chat.Reply{Audience: chat.Secret, Edit: req.Button.Act == button.ActMore, Text: req.Say.Hinted(h)}, Round: h.Round.ID}
		out.Hint = h.New
		elsewhere := req.InPrivate(button.RoundData(x.Seals, button.ActHint, h.Round))
		out.Otherwise = &elsewhere
		if req.Act.Community.Private { // the puzzle's message shows them
			shown := x.Show(req, h.Round)
			if h.Round.Daily != 0 { // with the day's other puzzles
				day, err := x.Dailies.Show(req, tx, h.Round)
				if err != nil {
					return Result{}, err
				}
				shown.Buttons = day.Buttons
			}
			out.Edit, out.Face, out.Buttons = true, shown.Face, shown.Buttons
			if h.Next == 0 {
				hint := button.RoundData(x.Seals, button.ActHint, h.Round)
				for _, row := range out.Buttons {
					for i := range row {
						row[i].Disabled = row[i].Disabled || row[i].Data == hint
					}
				}
			}
			if req.Button.Act == button.ActFirst {
				x.besideGames(req, h.Round, &out.Reply)
			}
		} else if h.Next > 0 {
			out.Buttons = [][]chat.Button{{button.New(req.Say, "more", button.RoundData(x.Seals, button.ActMore, h.Round))}}
		}
		return out, nil
	}, nil
}

// resolves say how sure a person is who gives up, by the button.
var resolves = map[string]play.Resolve{"": play.Said, button.ActGiveUp: play.Slip, button.ActSure: play.Asked}

// GiveUp shows the person a solution, and ends the round for all where they may end it, by
// a command, a button, or the one that confirms it.
func (x Attempts) GiveUp(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	s, err := x.Play.Search(req.Ctx, req.Act.Person, r.Puzzle, play.SolveTime)
	if err != nil {
		return nil, err
	}
	var known map[string]engine.Solution
	if r.Daily != 0 {
		var err error
		if known, err = x.Play.Known(req.Ctx, r.Daily); err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) (Result, error) {
		q, err := x.Play.GiveUp(tx, req.Act, r.ID, s, resolves[req.Button.Act])
		if err != nil {
			return Result{}, err
		}
		switch q.What {
		case play.QuitOver:
			return x.ended(req, tx, q.Round, s)
		case play.QuitRefused:
			return Result{Reply: req.Say.Refuse("giveup.daily", say.With{"command": say.Slash("daily")})}, nil
		case play.QuitPlayed:
			return Result{Reply: req.Say.Refuse("solve.open", nil)}, nil
		case play.QuitOut:
			return Result{Reply: chat.Reply{Audience: chat.Secret, Edit: req.Input.Alone, Text: []chat.Line{req.Say.Line("giveup.out", nil)}}, Round: q.Round.ID}, nil
		case play.QuitMatch:
			return Result{Reply: req.Say.Refuse("giveup.match", nil)}, nil
		case play.QuitAsk:
			return Result{Reply: x.askSure(req, q), Round: q.Round.ID}, nil
		case play.QuitPrivate:
			return Result{Reply: req.InPrivate(button.RoundData(x.Seals, button.ActGiveUp, q.Round)), Round: q.Round.ID}, nil
		case play.QuitAlone, play.QuitDay:
			reply := x.quitReply(req, q)
			if q.Round.Daily != 0 {
				err = x.Dailies.AddCard(req, tx, &reply, q.Round, known)
			}
			return Result{Reply: reply, Round: q.Round.ID}, err
		}
		if q.Ending == nil { // somebody was faster
			return Result{Reply: feature.Silent}, nil
		}
		own := req.Input.Source.ID != "" && req.Input.Source.ID == q.Round.Message && req.Act.Community.ID == q.Round.CommunityID
		if err := x.Announce.Ended(tx, req.Act.At, *q.Ending, req.Request.Key, own); err != nil {
			return Result{}, err
		}
		reply := x.Announce.Ending(req.Aloud, *q.Ending, true)
		if reply.Edit = own; q.Round.Message != "" && !own { // what was typed is replied to in a message of its own
			reply = x.Announce.Ending(req.Aloud, *q.Ending, false)
			reply.Edit = req.Act.Community.Private && req.Input.Kind == chat.Press // it was asked there
		}
		return Result{Reply: reply, Round: q.Round.ID}, nil
	}, nil
}

// askSure asks for a confirmation. Where a network has no room for a button there, a
// second press of the same one confirms. A puzzle in whose place it asks stays in view.
func (x Attempts) askSure(req *Request, q play.Quit) chat.Reply {
	r := q.Round
	key := "giveup.sure.alone"
	switch {
	case !q.Shown.IsZero():
		key = "giveup.sure.day"
	case r.Daily != 0:
		key = "giveup.sure"
	case r.Mode.GiveUp == mode.QuitResigns:
		key = "giveup.sure.duel"
	case q.ForAll && r.Mode.Shared:
		key = "giveup.sure.all"
	case r.ShowsAtEnd():
		key = "giveup.sure.out"
	}
	sure := button.New(req.Say, "giveup", button.RoundData(x.Seals, button.ActSure, r))
	sure.Personal = true
	reply := chat.Reply{
		Audience: chat.Secret, Edit: req.Input.Alone, Buttons: [][]chat.Button{{sure}},
		Text: []chat.Line{req.Say.Line(key, nil), req.Say.Line("giveup.again", say.With{"button": say.Strong(sure.Label)})},
	}
	if reply.Edit {
		reply.Face = req.Say.Face(r)
	}
	if r.Daily != 0 {
		reply.Buttons[0] = append(reply.Buttons[0], button.New(req.Say, "keep", command.Data(button.ActDaily, r.Game.Name(), r.Daily)))
	}
	return reply
}

// quitReply shows a solution to the one who gave up, or tells them from when on it is shown.
func (x Attempts) quitReply(req *Request, q play.Quit) chat.Reply {
	reply := chat.Reply{Audience: chat.Secret, Face: req.Say.Face(q.Round), Edit: req.Input.Alone}
	reply.Face.Note = ""
	if q.What == play.QuitDay {
		key := "giveup.day.out"
		if q.Solved {
			key = "giveup.solved"
		}
		reply.Text = []chat.Line{req.Say.Sentences(req.Say.Line(key, nil), req.Say.ShownFrom(q.Shown))}
		return reply
	}
	if len(q.Missed) > 0 {
		reply.Text = req.Say.Missed(q.Missed, len(q.Missed) < len(q.Best.All))
	} else {
		reply.Text = []chat.Line{req.Say.Best(q.Round.Game, q.Best)}
	}
	key := "giveup.alone"
	if q.Solved {
		key = "giveup.solved"
	}
	reply.Text = append(reply.Text, req.Say.Line(key, nil))
	button.WithExplain(req.Say, &reply, q.Round.Game, q.Round.Puzzle.Face().Goal, q.Best.Best)
	return reply
}
