package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/storage"
)

// Hint shows the person alone the next hint and all before it, asked for by a command or a
// button; button.ActMore edits the message that is pressed, button.ActFirst a first hand.
func (x Attempts) Hint(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.pointer())
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
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
		if err := x.Play.LookAt(tx, req.Act, h.Round); err != nil {
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
