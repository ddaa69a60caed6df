package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Hint shows the next hint, and all hints before it, to the person alone. The request is a command or the
// press of a button. A person who typed the command does not know the price of the first hint yet. So they
// are told the price, with a button that shows the hint.
func (x Attempts) Hint(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	best, err := x.Play.Search(req.Ctx, req.Act.Person, r.Puzzle, round.SolveTime)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		h, err := x.Play.Hint(tx, req.Act, r.ID, best)
		if err != nil {
			return Result{}, err
		}
		switch h.What {
		case round.HintOver:
			return x.replyOver(req, tx, h.Round, best)
		case round.HintMatch:
			return Result{Reply: req.Say.Refuse("hint.match", nil)}, nil
		case round.HintPlayed:
			return Result{Reply: stillRacing(req, h.Round.Puzzle)}, nil
		}
		if err := x.enter(tx, req, h.Round); err != nil {
			return Result{}, err
		}
		// A button says the price, and each hint says the price of the next.
		isPriceKnown := req.Button.Act != "" || h.New > 1 || h.IsFree
		if h.New > 0 && !isPriceKnown {
			return Result{Reply: x.offerHint(req, h), Round: h.Round.ID}, nil
		}
		reply := chat.Reply{
			Audience: chat.Secret,
			Edit:     req.Button.Act == button.ActMore,
			Text:     req.Say.Hints(h),
		}
		elsewhere := req.InPrivate(button.RoundData(x.Seals, button.ActHint, h.Round))
		reply.Otherwise = &elsewhere
		switch {
		case req.Act.Community.Private:
			if err := x.showWithHints(req, tx, h, &reply); err != nil {
				return Result{}, err
			}
		case h.Next > 0:
			more := button.New(req.Say, "more", button.RoundData(x.Seals, button.ActMore, h.Round))
			reply.Buttons = [][]chat.Button{{more}}
		}
		return Result{Reply: reply, Round: h.Round.ID, Hint: h.New}, nil
	}, nil
}

// offerHint says what the first hint costs, with a button that shows it.
func (x Attempts) offerHint(req *Request, h round.HintResult) chat.Reply {
	price := say.With{"percent": round.HintShare(0) - h.Share}
	show := button.New(req.Say, "show", button.RoundData(x.Seals, button.ActMore, h.Round))
	elsewhere := req.InPrivate(button.RoundData(x.Seals, button.ActHint, h.Round))
	elsewhere.Text = []chat.Line{req.Say.Line("hint.price.elsewhere", price)}
	return chat.Reply{
		Audience:  chat.Secret,
		Text:      []chat.Line{req.Say.Line("hint.price", price)},
		Buttons:   [][]chat.Button{{show}},
		Otherwise: &elsewhere,
	}
}

// showWithHints makes a reply with hints replace the puzzle's own message, in a private chat. So the reply
// also shows the puzzle, with its buttons.
func (x Attempts) showWithHints(req *Request, tx *storage.Tx, h round.HintResult, reply *chat.Reply) error {
	shown := x.showFor(req, h.Round, h.Price())
	day := x.Features.Day()
	if h.Round.Daily != 0 && day != nil {
		// The message of a daily has buttons for the day's other puzzles.
		result, err := day.Show(req, tx, h.Round)
		if err != nil {
			return err
		}
		shown.Buttons = result.Buttons
	}
	reply.Edit = true
	reply.Face = shown.Face
	reply.Buttons = shown.Buttons
	if h.Next == 0 {
		disableHint(req.Aloud, reply.Buttons, button.RoundData(x.Seals, button.ActHint, h.Round))
	}
	if req.Button.Act == button.ActFirst {
		x.addGames(req, h.Round, reply)
	}
	return nil
}

// disableHint disables the button for a hint, which has the given data. Its label no longer has a price.
func disableHint(v say.Voice, rows [][]chat.Button, data string) {
	for _, row := range rows {
		for i := range row {
			if row[i].Data == data {
				row[i].Disabled = true
				row[i].Label = button.HintLabel(v, 0)
			}
		}
	}
}

// resolves says how sure a person who gives up is, by the act of the button. A command has no act.
var resolves = map[string]round.Resolve{
	"":               round.Typed,
	button.ActGiveUp: round.Pressed,
	button.ActSure:   round.Confirmed,
}

// resolveOf returns how sure the person who acts is that they give up.
func resolveOf(req *Request) round.Resolve {
	if req.Input.Typed && req.Button.Act == button.ActGiveUp {
		return round.Typed
	}
	return resolves[req.Button.Act]
}

// GiveUp shows the person a solution. If the person may end the round for all, the round ends. The request
// is a command, the press of a button, or the press of the button that confirms it.
func (x Attempts) GiveUp(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	best, err := x.Play.Search(req.Ctx, req.Act.Person, r.Puzzle, round.SolveTime)
	if err != nil {
		return nil, err
	}
	var known map[string]engine.Solution
	if r.Daily != 0 {
		known, err = x.Play.SolveMeasured(req.Ctx, r.Daily)
		if err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) (Result, error) {
		q, err := x.Play.GiveUp(tx, req.Act, r.ID, best, resolveOf(req))
		if err != nil {
			return Result{}, err
		}
		switch q.What {
		case round.QuitOver:
			return x.replyOver(req, tx, q.Round, best)
		case round.QuitPlayed:
			return Result{Reply: stillRacing(req, q.Round.Puzzle)}, nil
		case round.QuitMatch:
			return Result{Reply: req.Say.Refuse("giveup.match", nil)}, nil
		case round.QuitOut:
			reply := chat.Reply{
				Audience: chat.Secret,
				Edit:     req.Input.Alone,
				Text:     []chat.Line{req.Say.Line("giveup.out", nil)},
			}
			return Result{Reply: reply, Round: q.Round.ID}, nil
		case round.QuitAsk:
			return Result{Reply: x.askSure(req, q), Round: q.Round.ID}, nil
		case round.QuitPrivate:
			reply := req.InPrivate(button.RoundData(x.Seals, button.ActGiveUp, q.Round))
			return Result{Reply: reply, Round: q.Round.ID}, nil
		case round.QuitAlone, round.QuitDay:
			reply := x.quitReply(req, q)
			if q.Round.Daily != 0 {
				if err := x.addDay(req, tx, &reply, q.Round, known); err != nil {
					return Result{}, err
				}
			}
			return Result{Reply: reply, Round: q.Round.ID}, nil
		}
		// The round is over for all.
		if q.Ending == nil {
			// Somebody else has just ended it.
			return Result{Reply: feature.Silent}, nil
		}
		return x.quitForAll(req, tx, q)
	}, nil
}

// quitForAll announces the end of a round that the person gave up for all, and replies with the end.
func (x Attempts) quitForAll(req *Request, tx *storage.Tx, q round.Quit) (Result, error) {
	source := req.Input.Source.ID
	isHere := req.Act.Community.ID == q.Round.CommunityID
	isPuzzleMessage := isHere && source != "" && source == q.Round.Message
	if err := x.Tell.AnnounceEnd(tx, req.Act.At, *q.Ending, req.Request.Key, isPuzzleMessage); err != nil {
		return Result{}, err
	}
	if isPuzzleMessage || q.Round.Message == "" {
		reply := x.Tell.Ending(req.Aloud, *q.Ending)
		reply.Edit = isPuzzleMessage
		return Result{Reply: reply, Round: q.Round.ID}, nil
	}
	// The puzzle's message shows the end, too, so this reply is short. In a private chat it replaces the
	// question whether the person is sure.
	reply := x.Tell.Result(req.Aloud, *q.Ending)
	reply.Edit = req.Act.Community.Private && req.Input.Kind == chat.Press
	return Result{Reply: reply, Round: q.Round.ID}, nil
}

// askSure asks for a confirmation. If a network has no room for a button, a second press of the same button
// confirms. If the question replaces the puzzle's message, it still shows the puzzle.
func (x Attempts) askSure(req *Request, q round.Quit) chat.Reply {
	r := q.Round
	sure := button.New(req.Say, "giveup", button.RoundData(x.Seals, button.ActSure, r))
	sure.Personal = true
	reply := chat.Reply{
		Audience: chat.Secret,
		Edit:     req.Input.Alone,
		Text: []chat.Line{
			req.Say.Line(sureKey(q), nil),
			req.Say.Line("giveup.again", say.With{"button": say.Strong(sure.Label)}),
		},
		Buttons: [][]chat.Button{{sure}},
	}
	if reply.Edit {
		reply.Face = req.Say.Face(r)
	}
	day := x.Features.Day()
	switch {
	case req.OnPage():
		// The page shows no button of a day's puzzle a second time, and the day of this one is there already.
		reply.Buttons[0] = append(reply.Buttons[0], button.New(req.Say, "keep", command.Data(button.ActKeep, r.ID)))
	case r.Daily != 0 && day != nil:
		reply.Buttons[0] = append(reply.Buttons[0], day.Keep(req.Say, r))
	}
	return reply
}

// sureKey returns the key of the question whether a person is sure. The question says what giving up costs.
func sureKey(q round.Quit) string {
	r := q.Round
	isHiddenDay := !q.Shown.IsZero()
	switch {
	case isHiddenDay && q.Past:
		return "giveup.sure.day.past"
	case q.Past:
		return "giveup.sure.past"
	case isHiddenDay:
		return "giveup.sure.day"
	case r.Daily != 0:
		return "giveup.sure"
	case r.Mode.GiveUp == mode.QuitResigns:
		return "giveup.sure.duel"
	case q.ForAll && r.Mode.Shared:
		return "giveup.sure.all"
	case r.ShowsAtEnd():
		return "giveup.sure.out"
	}
	return "giveup.sure.alone"
}

// quitReply shows a person who gave up a solution, or tells them when it will be shown.
func (x Attempts) quitReply(req *Request, q round.Quit) chat.Reply {
	reply := chat.Reply{Audience: chat.Secret, Face: req.Say.Face(q.Round), Edit: req.Input.Alone}
	reply.Face.Note = ""
	key := "giveup.alone"
	switch {
	case q.Solved:
		key = "giveup.solved"
	case q.What == round.QuitDay && !q.Past:
		key = "giveup.day.out"
	}
	quit := req.Say.Line(key, nil)
	if q.What == round.QuitDay {
		reply.Text = []chat.Line{req.Say.Sentences(quit, req.Say.ShownFrom(q.Shown))}
		return reply
	}
	if len(q.Missed) > 0 {
		reply.Text = req.Say.Missed(q.Missed, len(q.Missed) < len(q.Best.All))
	} else {
		reply.Text = []chat.Line{req.Say.Best(q.Round.Game, q.Best)}
	}
	reply.Text = append(reply.Text, quit)
	button.WithExplain(req.Say, &reply, q.Round.Game, q.Round.Puzzle.Face().Goal, q.Best.Best)
	return reply
}
