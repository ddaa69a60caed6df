package daily

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// solutionsButton shows a person the solutions of the day that a button names. If the day is not over
// everywhere yet, it says when they will be shown.
func (d daily) solutionsButton(req *feature.Request) (feature.Plan, error) {
	number := int(req.Button.Number(0))
	// Somewhere on Earth the next date may have begun already. Later days are still to come everywhere.
	isToCome := number > round.Number(req.Act.At)+1
	if number < 1 || isToCome {
		return feature.Respond(noDaily(req, number).Reply), nil
	}
	show, err := d.Play.AskSolutions(req.Ctx, req.Act, number, d.Settings.Games(req.Act.Community))
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		day, err := show(tx)
		if err != nil {
			return feature.Result{}, err
		}
		isTooEarly := req.Act.At.Before(day.Shown)
		if isTooEarly {
			wait := req.Say.Line("day.solutions.wait", say.With{"number": number, "time": req.Say.Moment(day.Shown)})
			return feature.Result{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{wait}}}, nil
		}
		return feature.Result{Reply: solutionsReply(req.Say, day)}, nil
	}, nil
}

// solutionsReply lists the solutions of a day.
func solutionsReply(v say.Voice, day round.DaySolutions) chat.Reply {
	reply := chat.Reply{Audience: chat.Secret, Text: []chat.Line{v.Day(day.Number)}}
	for _, part := range day.Parts {
		reply.Text = append(reply.Text, say.Item(solutionLine(v, part)))
	}
	return reply
}

// solutionLine shows a solution of a puzzle of a day, or says why it is not shown.
func solutionLine(v say.Voice, part round.SolvedPart) chat.Line {
	r := part.Round
	how := v.Best(r.Game, part.Solution)
	switch {
	case part.Barrier.IsPlayed():
		how = v.Line("solve.open", nil)
	case part.Barrier.Alone != nil:
		how = v.Line("day.solution.own", nil)
	}
	out := v.Line("day.solution", say.With{
		"game":   v.GameName(r.Game),
		"puzzle": say.Code(say.Desc(r.Puzzle.ID())),
		"how":    how,
	})
	// A solution that is not shown has no rarer one either.
	rarer := v.Rarer(part.Solution)
	if rarer == nil {
		return out
	}
	return v.Line("day.solution.rarer", say.With{"solution": out, "rarer": rarer})
}

// solutionsOf returns a button for the solutions of a day.
func solutionsOf(v say.Voice, number int) chat.Button {
	return chat.Button{
		Label:    v.Phrase("button.solutions", say.With{"number": number}),
		Icon:     "🔍",
		Data:     command.Data(actSolutions, number),
		Personal: true,
	}
}
