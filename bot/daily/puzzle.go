package daily

import (
	"slices"
	"unicode/utf8"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// noDaily refuses the number of a day that has not begun, or that never was.
func noDaily(req *feature.Request, number int) feature.Result {
	refusal := req.Say.Refuse("daily.none", say.With{"number": number, "command": say.Slash(nameDaily)})
	return feature.Result{Reply: refusal}
}

// showPuzzle shows a person the puzzle of a day in a game, so that nobody else reads it. From then on their clock runs.
func (d daily) showPuzzle(req *feature.Request, tx *storage.Tx, number int, g engine.Game) (feature.Result, error) {
	today, _, err := d.Play.LiveDaily(tx, req.Act)
	if err != nil {
		return feature.Result{}, err
	}
	if number < 1 || number > today {
		return noDaily(req, number), nil
	}
	r, err := d.Play.DailyRound(tx, number, g, req.Act.At)
	if err != nil {
		return feature.Result{}, err
	}
	if req.Act.Community.Private {
		return d.showAlone(req, tx, r)
	}
	result, err := d.showRound(req, tx, r)
	if err != nil {
		return feature.Result{}, err
	}
	result.Audience = chat.Secret
	result.Edit = req.Input.Alone
	return result, nil
}

// showAlone shows the round of a daily in a private chat. If a match goes on there, and something is left to do in the
// daily, it asks whether to end the match. If nothing is left to do, it shows the daily without making it the current
// round, so that what the person types next is still an answer to the match.
func (d daily) showAlone(req *feature.Request, tx *storage.Tx, r round.Round) (feature.Result, error) {
	data := command.Data(actInstead, r.Game.Name(), r.Daily)
	question, asks, err := d.rounds.AskToStop(tx, req, data)
	if err != nil {
		return feature.Result{}, err
	}
	if !asks {
		return d.showRound(req, tx, r)
	}
	day, err := d.Play.Achieved(tx, req.Act, r.Daily, nil)
	if err != nil {
		return feature.Result{}, err
	}
	if isOpen(day.Parts[r.GameNumber-1]) {
		return feature.Result{Reply: question}, nil
	}
	return d.showPart(req, tx, r, day)
}

// isSolved reports whether a person has given a right answer to a part of a day, and there is no better one to find. It
// is false if answers are measured: then there may be a better one.
func isSolved(part round.Part) bool {
	isMeasured := part.Game.Rules().Measure != ""
	if isMeasured || part.Best == nil {
		return false
	}
	return part.Best.Outcome == string(engine.Right)
}

// isOpen reports whether something is left to do for a person in a part of a day.
func isOpen(part round.Part) bool { return !isSolved(part) && !part.Over() }

// showRound shows the round of a daily, with what the person has done in it. The round becomes the person's
// current one.
func (d daily) showRound(req *feature.Request, tx *storage.Tx, r round.Round) (feature.Result, error) {
	day, err := d.Play.Achieved(tx, req.Act, r.Daily, nil)
	if err != nil {
		return feature.Result{}, err
	}
	if err := d.Play.StartClock(tx, req.Act, r); err != nil {
		return feature.Result{}, err
	}
	if err := d.Play.MakeCurrent(tx, req.Act, r); err != nil {
		return feature.Result{}, err
	}
	return d.showPart(req, tx, r, day)
}

// showPart shows the part of a day that is the round r, with what the person has done in it.
func (d daily) showPart(
	req *feature.Request, tx *storage.Tx, r round.Round, day round.Achievement,
) (feature.Result, error) {
	facts, err := round.FindFacts(tx, r.ID, req.Act.Person.ID, round.IgnoreLocks, req.Act.At, round.NoAnswers)
	if err != nil {
		return feature.Result{}, err
	}
	part := day.Parts[r.GameNumber-1]
	reply := chat.Reply{Face: req.Say.Face(r)}
	switch {
	case isOpen(part):
		reply.Text = req.Say.Task(r, req.Act.Community.Private)
		price, err := d.Play.PriceOfHint(tx, req.Act, r.ID)
		if err != nil {
			return feature.Result{}, err
		}
		reply.Buttons = button.Play(req.Say, d.Seals, r, false, price)
	case isSolved(part):
		button.WithExplain(req.Say, &reply, r.Game, r.Puzzle.Face().Goal, part.Best.Text)
	}
	isArchived, err := d.Play.IsArchived(tx, req.Act, r, facts)
	if err != nil {
		return feature.Result{}, err
	}
	reply.Text = append(reply.Text, req.Say.Mine(part, isArchived, facts.Earned)...)
	isSolutionOpen := !req.Act.At.Before(day.Shown)
	switch {
	case part.GaveUp && isSolutionOpen:
		// The search for the solution takes time, so it is done only if the person presses this button.
		show := button.New(req.Say, "solution", button.RoundData(d.Seals, button.ActSure, r))
		reply.Buttons = [][]chat.Button{{show}}
	case part.GaveUp:
		reply.Text = append(reply.Text, req.Say.ShownFrom(day.Shown))
	}
	lines, err := d.Features.LinesUnderDay(req.Say, tx, req.Act)
	if err != nil {
		return feature.Result{}, err
	}
	reply.Text = append(reply.Text, lines...)
	isOther := func(g engine.Game) bool { return g.Name() != r.Game.Name() }
	reply.Buttons = append(reply.Buttons, d.partButtons(req, day, isOther)...)
	return feature.Result{Reply: reply, Round: r.ID}, nil
}

// quarterLabel is how many characters fit on a button if four buttons share the width of a phone.
const quarterLabel = 9

// These are the marks of the puzzles of a day that are done.
const (
	answeredMark = "✓ "
	missedMark   = "✗ "
)

// markedLabel returns the label of a button that leads to a part of a day: the name of the game, with a mark if
// the part is done.
func markedLabel(v say.Voice, part round.Part) string {
	name := v.GameName(part.Game)
	switch {
	case part.Missed:
		return missedMark + name
	case part.Done():
		return answeredMark + name
	}
	return name
}

// partButtons returns the buttons that lead to the puzzles of a day in the games for which isWanted is true. Puzzles
// that are done have a mark. Four buttons are in one row if they fit.
func (d daily) partButtons(
	req *feature.Request, day round.Achievement, isWanted func(engine.Game) bool,
) [][]chat.Button {
	var all []chat.Button
	for _, g := range d.Settings.Games(req.Act.Community) {
		if !isWanted(g) {
			continue
		}
		label := markedLabel(req.Say, day.PartOf(g))
		data := command.Data(actDaily, g.Name(), day.Number)
		all = append(all, chat.Button{Label: label, Personal: true, Data: data})
	}
	if len(all) != 4 {
		return command.Rows(all)
	}
	isLong := func(b chat.Button) bool { return utf8.RuneCountInString(b.Label) > quarterLabel }
	if slices.ContainsFunc(all, isLong) {
		return [][]chat.Button{all[:2], all[2:]}
	}
	return [][]chat.Button{all}
}

// openParts returns buttons for the puzzles of a day that the person has not done.
func (d daily) openParts(req *feature.Request, day round.Achievement) [][]chat.Button {
	return d.partButtons(req, day, func(g engine.Game) bool { return !day.IsDone(g) })
}

// todayButton returns a button that leads to today's puzzles. Its data names a game, because actDaily needs one.
func todayButton(v say.Voice, g engine.Game) chat.Button {
	return button.New(v, "daily", command.Data(actDaily, g.Name()))
}

// keepButton returns a button that leads back to a puzzle of a day. It is for a person who is asked whether they give
// the puzzle up.
func keepButton(v say.Voice, r round.Round) chat.Button {
	return button.New(v, "keep", command.Data(actDaily, r.Game.Name(), r.Daily))
}
