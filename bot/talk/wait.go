package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// stillRacing refuses to show the solutions of a puzzle that others play. With its button the person can
// ask to be told when the puzzle is over.
func stillRacing(req *Request, puzzle engine.Puzzle) chat.Reply {
	reply := req.Say.Refuse("solve.open", nil)
	button.WithTell(req.Say, &reply, puzzle)
	return reply
}

// TellButton notes that the person wants to be told when a puzzle is over. If it is over, it says so.
func (s Rounds) TellButton(req *Request) (Plan, error) {
	puzzle, err := s.Play.Parse(req.Button.Text(0))
	if err != nil {
		return feature.Respond(req.OldButton()), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		waits, err := s.Play.Wait(tx, req.Act, puzzle)
		if err != nil {
			return Result{}, err
		}
		reply := chat.Reply{Audience: chat.Asker, Edit: req.Input.Alone || req.Act.Community.Private}
		if waits {
			reply.Text = []chat.Line{req.Say.Line("wait.noted", nil)}
			return Result{Reply: reply}, nil
		}
		reply.Text = req.Say.PuzzleOver(round.Round{Puzzle: puzzle})
		reply.Buttons = button.Solutions(req.Say, puzzle)
		return Result{Reply: reply}, nil
	}, nil
}

// askToQuit asks a person who plays a puzzle alone whether they give it up to see its solution.
func askToQuit(req *Request, r round.Round) Result {
	show := button.New(req.Say, "quit", command.Data(button.ActSure, r.ID))
	return Result{Round: r.ID, Reply: chat.Reply{
		Audience: chat.Asker,
		Text:     []chat.Line{req.Say.Line("solve.own", nil)},
		Buttons:  [][]chat.Button{{show, keepPlaying(req, r.ID)}},
	}}
}

// KeepButton is for a person who was asked whether they give something up, and keeps playing. The puzzle
// replaces the question.
func (s Rounds) KeepButton(req *Request) (Plan, error) {
	stays := chat.Reply{
		Audience: chat.Asker,
		Edit:     req.Input.Kind == chat.Press,
		Text:     []chat.Line{req.Say.Line("keep.stays", nil)},
	}
	id := req.Button.Number(0)
	asked := req.Button.Number(1)
	isForOther := asked != 0 && asked != req.Act.Person.ID
	if isForOther {
		return feature.Respond(req.Say.Refuse("match.not-yours", nil)), nil
	}
	if id == 0 {
		return feature.Respond(stays), nil
	}
	r, refusal, err := s.Meant(req, round.Pointer{RoundID: id})
	if err != nil || refusal != nil {
		return refusal, err
	}
	if r.Over(req.Act.At) || !r.ClosedAt.IsZero() {
		return feature.Respond(stays), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		if err := s.enter(tx, req, r); err != nil {
			return Result{}, err
		}
		reply, err := s.Show(tx, req, r)
		if err != nil {
			return Result{}, err
		}
		reply.Edit = req.Act.Community.Private && req.Input.Kind == chat.Press
		reply.Audience = chat.Asker
		return Result{Reply: reply, Round: r.ID}, nil
	}, nil
}
