package talk

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/storage"
)

// Attempts has the handlers for what people do in a round: answers, hints and giving up.
type Attempts struct {
	Rounds
	Pictures Pictures
	Tell     *tell.Teller
}

// editFor is how long the author of a message may correct their answer by editing it.
const editFor = 5 * time.Minute

// JudgeUnasked judges a text that was said to everyone, or a message that its author has edited. The Plan is
// nil if the text is no answer. An edited message is an answer only if it was a wrong answer before.
func (x Attempts) JudgeUnasked(req *Request) (Plan, error) {
	in := req.Input
	isEdited := !in.Edited.IsZero()
	if isEdited && !mayBeCorrection(req) {
		return nil, nil
	}
	var r round.Round
	var isFound bool
	err := x.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		var err error
		if isEdited {
			r, isFound, err = x.Play.EditedRound(tx, req.Act, in.Edited, in.Text)
		} else {
			r, isFound, err = x.Play.Overheard(tx, req.Act, in.Text)
		}
		return err
	})
	if err != nil || !isFound {
		return nil, err
	}
	if !r.Puzzle.Judge(in.Text).Meant {
		return nil, nil
	}
	return x.Judge(req, r, in.Text)
}

// mayBeCorrection reports whether an edited message may correct an answer: it was edited within editFor,
// and is no command other than /answer.
func mayBeCorrection(req *Request) bool {
	if req.Act.At.Sub(req.Input.Edited) > editFor {
		return false
	}
	return req.Input.Name == "" || req.Input.Name == "answer"
}

// Answer judges the answer that was typed after the command or into the form. If there is none, it
// asks for one in a form.
func (x Attempts) Answer(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	if req.Input.Kind == chat.Submit {
		return x.Judge(req, r, req.Input.Text)
	}
	typed := req.Args[feature.ArgAnswer]
	if typed != "" {
		return x.Judge(req, r, typed)
	}
	return x.ask(req, r)
}

// ask asks for an answer in a form, and makes the round the person's current one. For button.ActAgain the
// form has the person's last answer in it. If the round was dealt at another place, and is not shown in
// the person's private chat yet, ask shows the puzzle there instead.
func (x Attempts) ask(req *Request, r round.Round) (Plan, error) {
	wasOver := r.Over(req.Act.At)
	// The solution is needed only for a round that is over. A form must come at once, so it does not wait
	// for a search.
	var solution engine.Solution
	if wasOver {
		solution = x.Play.Solve(req.Ctx, r.Puzzle)
	}
	why, err := x.WhyMissed(req, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		current, err := x.Play.Round(tx, r.ID)
		if err != nil {
			return Result{}, err
		}
		if current.Over(req.Act.At) {
			if !wasOver {
				// The round ended a moment ago, so the solution is not known here. Without ClosedAt the reply does
				// not say how the round ended. The puzzle's message says that.
				current.ClosedAt = time.Time{}
			}
			return x.replyOver(req, tx, current, solution)
		}
		if !current.Admits(req.Act.Person.ID) {
			return Result{Reply: req.Say.Refuse(current.Mode.Name+".others", nil)}, nil
		}
		if err := x.enter(tx, req, current); err != nil {
			return Result{}, err
		}
		if isNewHere(req, current) {
			return x.showHere(req, tx, current)
		}
		form := x.form(req, current, why)
		if req.Button.Act == button.ActAgain {
			form.Ask.Value, err = lastText(tx, req, current.ID)
		}
		return Result{Reply: form}, err
	}, nil
}

// showHere shows a puzzle that was dealt elsewhere to a person in their private chat.
func (x Attempts) showHere(req *Request, tx *storage.Tx, r round.Round) (Result, error) {
	day := x.Features.Day()
	if r.Daily != 0 && day != nil {
		return day.Show(req, tx, r)
	}
	reply, err := x.Show(tx, req, r)
	return Result{Reply: reply, Round: r.ID}, err
}

// isNewHere reports whether the person is in their private chat, and a round that was dealt elsewhere is
// not shown there yet.
func isNewHere(req *Request, r round.Round) bool {
	isElsewhere := req.Act.Community.Private && r.CommunityID != req.Act.Community.ID
	return isElsewhere && req.Act.Candidates.Current != r.ID
}

// replyOver replies to a request about a round that is over. It says how the round ended, if that is known.
func (x Attempts) replyOver(req *Request, tx *storage.Tx, r round.Round, best engine.Solution) (Result, error) {
	reply := chat.Reply{Audience: chat.Asker, Text: []chat.Line{req.Say.Line("late", nil)}}
	isClosed := !r.ClosedAt.IsZero()
	if isClosed {
		e, err := x.Play.Progress(tx, req.Act, r, best)
		if err != nil {
			return Result{}, err
		}
		if err := x.Play.MarkEndSeen(tx, req.Act, e); err != nil {
			return Result{}, err
		}
		reply.Text = append(reply.Text, req.Say.Ending(*e)...)
	}
	reply.Buttons = button.Onward(req.Say, r)
	return Result{Reply: reply, Round: r.ID}, nil
}

// lastText is the text of the person's last answer to a round; empty if there is none.
func lastText(tx *storage.Tx, req *Request, roundID int64) (string, error) {
	mine, err := round.PlayerAnswers(tx, roundID, req.Act.Person.ID)
	if err != nil || len(mine) == 0 {
		return "", err
	}
	return mine[len(mine)-1].Text, nil
}

// WhyMissed says what is wrong with the person's last answer to a race; empty if nothing is wrong. In a race
// the bot marks a wrong answer with a reaction, without a reason.
func (x Attempts) WhyMissed(req *Request, r round.Round) (string, error) {
	if !r.Mode.Shared || r.Game.Rules().Measure != "" {
		return "", nil
	}
	last, err := read(req, x.Store, func(tx *storage.Tx) (string, error) { return lastText(tx, req, r.ID) })
	if err != nil || last == "" {
		return "", err
	}
	fault := r.Puzzle.Judge(last).Fault
	if fault == nil {
		return "", nil
	}
	return req.Say.Why(r.Game.Name(), last, fault), nil
}

// maxHint is how long an Ask.Hint may be, in characters.
const maxHint = 200

// form asks for the answer to a round. why says what was wrong with the last answer.
func (x Attempts) form(req *Request, r round.Round, why string) chat.Reply {
	ask := &chat.Ask{
		Data:        button.RoundData(x.Seals, req.Button.Act, r),
		Title:       req.Say.Phrase("ask.title", nil),
		Label:       req.Say.Form(r),
		Placeholder: req.Say.Example(r),
	}
	ask.Hint = req.Say.Phrase("ask.hint", say.With{"command": "/answer"})
	if req.Act.Community.Private {
		ask.Hint = req.Say.Phrase(req.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": ask.Placeholder})
	}
	room := maxHint - len([]rune(ask.Hint)) - len("\n")
	if why != "" && room > 0 {
		ask.Hint = chat.Clip(why, room) + "\n" + ask.Hint
	}
	late := req.Say.Refuse("ask.late", nil)
	late.Buttons = [][]chat.Button{{{
		Label: req.Say.Phrase("button.answer", nil),
		Icon:  button.IconAnswer,
		Data:  ask.Data,
		Style: chat.Primary,
	}}}
	return chat.Reply{Ask: ask, Otherwise: &late}
}

// Judge judges an answer and, in its Plan, counts it.
func (x Attempts) Judge(req *Request, r round.Round, text string) (Plan, error) {
	judged := x.Play.Judge(req.Ctx, r, text)
	var known map[string]engine.Solution
	if r.Daily != 0 {
		var err error
		known, err = x.Play.SolveMeasured(req.Ctx, r.Daily)
		if err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) (Result, error) {
		outcome, err := x.Play.Answer(tx, req.Act, judged)
		if err != nil {
			return Result{}, err
		}
		told, err := x.Tell.AnnounceAnswer(tx, req.Act, req.Aloud, outcome)
		if err != nil {
			return Result{}, err
		}
		if r.Daily != 0 && outcome.Points > 0 {
			if err := x.Features.DailySolved(tx, req.Act, outcome.Round); err != nil {
				return Result{}, err
			}
		}
		if r.Daily == 0 && outcome.Verdict.Outcome == engine.Right {
			if err := x.Features.Solved(tx, req.Act, outcome); err != nil {
				return Result{}, err
			}
		}
		kind, reply := x.verdict(req, outcome, told)
		if err := x.leadToDay(req, tx, &reply, outcome); err != nil {
			return Result{}, err
		}
		if r.Daily != 0 && changesDay(outcome) {
			if err := x.addDay(req, tx, &reply, outcome.Round, known); err != nil {
				return Result{}, err
			}
		}
		return Result{Kind: kind, Reply: reply, Round: outcome.Round.ID, Until: missUntil(outcome)}, nil
	}, nil
}

// ledToDay is the key of a setting that people do not see. In a private chat it says that a right answer there led
// to the puzzles of the day.
const ledToDay settings.Toggle = "day.led"

// leadToDay adds a button to the reply to a newcomer's first right answer in their private chat. The button leads
// to the puzzles of the day. A newcomer gets one of the easiest puzzles, so the setting is read only after those.
func (x Attempts) leadToDay(req *Request, tx *storage.Tx, reply *chat.Reply, o round.Outcome) error {
	day := x.Features.Day()
	isInChat := req.Act.Community.Private && !req.OnPage()
	isSolved := o.What == round.First && o.Round.Daily == 0 && o.Round.Match == nil
	isFirstPuzzle := isSolved && o.Round.Level == int(engine.MinLevel)
	if day == nil || !isInChat || !isFirstPuzzle {
		return nil
	}
	wasLed, err := ledToDay.IsOn(tx, req.Act.Community.ID)
	if err != nil || wasLed {
		return err
	}
	games := x.Settings.Games(req.Act.Community)
	reply.Buttons = append(reply.Buttons, []chat.Button{day.Button(req.Say, games[0])})
	return ledToDay.Set(tx, req.Act.Community.ID, true)
}

// missUntil returns when it is no longer of use to say that an answer is wrong: at the end of a round
// whose answers are hidden, since the verdict asks for another try. For other verdicts it is zero.
func missUntil(o round.Outcome) time.Time {
	r := o.Round
	isHiddenUntilEnd := r.Mode.Hidden && r.IsTimed() && r.ClosedAt.IsZero()
	if o.What == round.Wrong && isHiddenUntilEnd {
		return r.EndsAt
	}
	return time.Time{}
}

// addDay completes the reply to a person who has solved or given up a puzzle of a day. It adds what is
// left to do and to see on that day. known is what Play.Known returns for that day.
func (x Attempts) addDay(
	req *Request, tx *storage.Tx, reply *chat.Reply, r round.Round, known map[string]engine.Solution,
) error {
	day := x.Features.Day()
	if day == nil {
		return nil
	}
	return day.Reply(req, tx, reply, r, known)
}

// changesDay reports whether an answer has changed what a person has done on a day. Practice after they gave
// up changes nothing.
func changesDay(o round.Outcome) bool {
	switch o.What {
	case round.First, round.Noted:
		return true
	case round.Practised:
		return o.Practice != round.QuitBefore
	}
	return false
}

// verdict replies to an answer. told is what everyone at the place is told in the same message;
// nil: nothing.
func (x Attempts) verdict(req *Request, o round.Outcome, told *chat.Reply) (tell.Kind, chat.Reply) {
	answerer := tell.Answerer{
		Who:       req.Me(),
		Say:       req.Say,
		Aloud:     req.Aloud,
		Alone:     req.Act.Ephemeral,
		Private:   req.Act.Community.Private,
		Sealed:    req.Act.Sealed,
		Overheard: req.Input.Overheard,
		Elsewhere: req.InPrivate(button.RoundData(x.Seals, button.ActAnswer, o.Round)),
	}
	if told != nil {
		return x.Tell.Lead(*told, o, answerer)
	}
	kind, reply := x.Tell.Verdict(o, answerer)
	if kind == tell.NotTheirs || kind == tell.Silence {
		return kind, reply
	}
	// The button ActAgain is under the message that told the person alone that their answer was wrong. The
	// new verdict replaces that message.
	reply.Edit = req.Input.Kind == chat.Submit && req.Button.Act == button.ActAgain
	return kind, reply
}
