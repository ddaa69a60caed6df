package talk

import (
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Greeting greets people and communities, and gives a person a first puzzle.
type Greeting struct{ Rounds Rounds }

// Alone greets a person who has opened the private chat without a command.
func (g Greeting) Alone(req *Request) chat.Reply {
	return chat.Reply{
		Text: []chat.Line{
			req.Say.Line("start.what", nil),
			req.Say.Line("start.play", say.With{
				"game":    say.Slash(g.Rounds.Play.Games[0].Name()),
				"example": say.Code(req.Say.Phrase("example.answer", nil)),
			}),
			req.Say.Line("start.help", say.With{"help": say.Slash("help")}),
		},
		Buttons: g.Rounds.gameButtons(req.Say, req.Act.Community),
	}
}

// Welcome greets a community, and says how to answer there.
func (g Greeting) Welcome(req *Request) chat.Reply {
	return chat.Reply{
		Text: []chat.Line{
			say.Head(req.Aloud.Phrase("welcome.hi", nil)),
			req.Aloud.Line("welcome.what", nil),
			req.Aloud.Sentences(req.Aloud.Line("help.answer", nil), typeHere(req.Aloud)),
			req.Aloud.Line("welcome.more", say.With{"help": say.Slash("help"), "settings": say.Slash("settings")}),
		},
		Buttons: g.Rounds.gameButtons(req.Aloud, req.Act.Community),
	}
}

// typeHere says how to type an answer where others read along.
func typeHere(v say.Voice) chat.Line {
	example := v.Phrase("example.answer", nil)
	return chat.Line{{Style: chat.Typed, Text: v.Phrase("help.answer.reply", say.With{"example": example})}}
}

// Command greets. A person in their private chat gets an easy puzzle at once. If they have an open puzzle
// that they have not solved, they get that puzzle.
func (g Greeting) Command(req *Request) (Plan, error) {
	if !req.Act.Community.Private {
		// If somebody adds the bot to a group by a link, two events come: the bot joins, and then this command
		// with a text. The bot has greeted the group at the first event.
		if req.Act.Community.Active && req.Input.Text != "" {
			return feature.Respond(feature.Silent), nil
		}
		return feature.Respond(g.Welcome(req)), nil
	}
	current, refusal, err := g.Rounds.Meant(req, round.Pointer{})
	if err != nil {
		return nil, err
	}
	hasOpen := refusal == nil && !current.Over(req.Act.At)
	isNew := req.Act.Community.ID == 0
	drawn, err := g.Rounds.Play.Draw(req.Ctx, req.Act, g.Rounds.Play.Games[0], engine.MinLevel, "")
	if err != nil {
		return nil, err
	}
	// The next puzzle may have any level, so that it is harder.
	drawn.Level = engine.AnyLevel
	return func(tx *storage.Tx) (Result, error) {
		if hasOpen {
			state, err := stateOf(tx, req, current)
			if err != nil {
				return Result{}, err
			}
			if state == unsolved {
				return g.showAgain(tx, req, current)
			}
		}
		dealt, err := g.Rounds.Play.Deal(tx, req.Act, drawn, 0)
		if err != nil {
			return g.Rounds.refuse(req, err)
		}
		reply, err := g.welcome(tx, req, "start.hello", dealt.Round)
		if err != nil {
			return Result{}, err
		}
		if isNew {
			g.Rounds.addGames(req, dealt.Round, &reply)
		} else {
			g.addMenu(req, dealt.Round, &reply)
		}
		return Result{Reply: reply, Round: dealt.Round.ID, Shows: !dealt.Again}, nil
	}, nil
}

// showAgain shows a puzzle that the person has open. A puzzle of a day is shown with the others of that day.
func (g Greeting) showAgain(tx *storage.Tx, req *Request, r round.Round) (Result, error) {
	day := g.Rounds.Features.Day()
	if r.Daily != 0 && day != nil {
		return day.Show(req, tx, r)
	}
	reply, err := g.welcome(tx, req, "start.again", r)
	if err != nil {
		return Result{}, err
	}
	g.addMenu(req, r, &reply)
	return Result{Reply: reply, Round: r.ID}, nil
}

// addMenu adds a button that leads to what else there is to play.
func (g Greeting) addMenu(req *Request, r round.Round, reply *chat.Reply) {
	if r.Match != nil {
		// Before another puzzle the person would be asked whether to stop the match.
		return
	}
	menu := button.New(req.Say, "menu", command.Data(button.ActCommand, feature.PlayMenu))
	reply.Buttons = append(reply.Buttons, []chat.Button{menu})
}

// Thanks answers thanks in a private chat. At other places the bot stays silent.
func (g Greeting) Thanks(req *Request) (Plan, error) {
	if !req.Act.Community.Private {
		return feature.Respond(feature.Silent), nil
	}
	return feature.Respond(req.Say.Refuse("thanks", nil)), nil
}

// Talk replies to a person who says something in their private chat that is no answer. It says which puzzle
// is open, and offers buttons.
func (g Greeting) Talk(req *Request, r round.Round) Plan {
	return func(tx *storage.Tx) (Result, error) {
		state, err := stateOf(tx, req, r)
		if err != nil {
			return Result{}, err
		}
		day := g.Rounds.Features.Day()
		next := button.Next(req.Say, r)
		if state == givenUp && r.Daily != 0 && day != nil {
			// The reply says that they gave it up, and has the other puzzles of the day.
			return day.Show(req, tx, r)
		}
		if state != unsolved {
			reply := req.Say.Refuse("talk.more", nil)
			reply.Buttons = [][]chat.Button{{next}}
			return Result{Reply: reply, Round: r.ID}, nil
		}
		reply := req.Say.Refuse("talk.still", say.With{"puzzle": req.Say.Form(r)})
		if r.Mode.Name != "" {
			// The next puzzle of a match comes by itself.
			return Result{Reply: reply, Round: r.ID}, nil
		}
		price, err := g.Rounds.Play.PriceOfHint(tx, req.Act, r.ID)
		if err != nil {
			return Result{}, err
		}
		row := []chat.Button{button.Hint(req.Say, g.Rounds.Seals, r, price)}
		if r.Daily == 0 && r.Level > int(engine.MinLevel) {
			row = append(row, chat.Button{
				Label: req.Say.Phrase("button.easier", nil),
				Data:  command.Data(button.ActNext, r.Game.Name(), r.Level-1),
			})
		}
		reply.Buttons = [][]chat.Button{append(row, next)}
		return Result{Reply: reply, Round: r.ID}, nil
	}
}

// A state is what a person has done in a round.
type state int

const (
	unsolved state = iota
	// done: the person has solved it, or it is over.
	done
	givenUp
)

// stateOf returns what the person has done in a round.
func stateOf(tx *storage.Tx, req *Request, r round.Round) (state, error) {
	if r.Over(req.Act.At) {
		return done, nil
	}
	mine, err := round.PlayerAnswers(tx, r.ID, req.Act.Person.ID)
	if err != nil || slices.ContainsFunc(mine, isRight) {
		return done, err
	}
	facts, err := round.FindFacts(tx, r.ID, req.Act.Person.ID, round.IgnoreLocks, req.Act.At, round.NoAnswers)
	if err != nil || facts.Attempt.GaveUpAt.IsZero() {
		return unsolved, err
	}
	return givenUp, nil
}

func isRight(a storage.Answer) bool { return a.Outcome == string(engine.Right) }

// welcome shows a puzzle below a word of welcome, which is the message of a key.
func (g Greeting) welcome(tx *storage.Tx, req *Request, key string, r round.Round) (chat.Reply, error) {
	ask := req.Say.Key("ask", r.Game.Name(), "alone")
	example := say.Code(req.Say.Example(r))
	reply, err := g.Rounds.Show(tx, req, r)
	if err != nil {
		return chat.Reply{}, err
	}
	reply.Text = []chat.Line{
		req.Say.Sentences(req.Say.Line(key, nil), req.Say.Rule(r.Game, r.Puzzle.Face().Tiles[0])),
		req.Say.Sentences(
			req.Say.Line(ask, say.With{"example": example}),
			req.Say.Line("start.help", say.With{"help": say.Slash("help")}),
		),
	}
	return reply, nil
}

// addGames adds buttons of the games under a newcomer's puzzle. It also gives the button for a hint another
// act (ActFirst), so that Hint knows that it must add the games again.
func (s Rounds) addGames(req *Request, r round.Round, reply *chat.Reply) {
	hint := button.RoundData(s.Seals, button.ActHint, r)
	for _, row := range reply.Buttons {
		for i := range row {
			if row[i].Data == hint {
				row[i].Data = button.RoundData(s.Seals, button.ActFirst, r)
			}
		}
	}
	games := s.gameButtons(req.Say, req.Act.Community)
	solo := command.Rows(s.Solos.Buttons(req.Say, r.Game, 0, engine.AnyLevel))
	reply.Buttons = append(reply.Buttons, games...)
	reply.Buttons = append(reply.Buttons, solo...)
}
