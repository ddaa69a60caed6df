package talk

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

// Deals has the handlers that deal puzzles.
type Deals struct {
	Rounds
	Commands *command.Table[Command]
	Tell     *tell.Teller
	Dealers  *feature.Dealers
}

// NextButton deals the next puzzle. The round of the button ends if the person may end it.
func (x Deals) NextButton(req *Request) (Plan, error) {
	g := x.Play.Game(req.Button.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	level := engine.Level(req.Button.Number(1))
	if level < engine.AnyLevel || level > engine.MaxLevel {
		level = engine.AnyLevel
	}
	option := req.Button.Text(2)
	if option != "" {
		_, err := g.Parse(option)
		isPuzzle := err == nil
		if isPuzzle {
			// The button may name only an option. People type puzzles.
			option = ""
		}
	}

	leaving, isRound, err := storage.Found(x.roundLeftBy(req))
	if err != nil {
		return nil, err
	}
	isOpenForAll := isRound && leaving.Mode.Shared && leaving.ClosedAt.IsZero()
	if isOpenForAll {
		return x.dealAfter(req, leaving, g, level, option)
	}
	return x.Deal(req, g, level, option, 0)
}

// dealAfter deals a puzzle. If the person may end the round that they are leaving, that round ends.
func (x Deals) dealAfter(
	req *Request, leaving round.Round, g engine.Game, level engine.Level, text string,
) (Plan, error) {
	solution := x.Play.Solve(req.Ctx, leaving.Puzzle)
	deal, err := x.Deal(req, g, level, text, leaving.ID)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := deal(tx)
		if err != nil {
			return Result{}, err
		}
		isNew := out.Shows && out.Round != leaving.ID
		if !isNew {
			return out, nil
		}
		ending, err := x.Play.Leave(tx, req.Act, leaving.ID, solution)
		if err != nil || ending == nil {
			return out, err
		}
		return out, x.Tell.AnnounceEnd(tx, req.Act.At, *ending, req.Request.Key, false)
	}, nil
}

// ReplaceButton ends the person's oldest round, and deals the puzzle that they asked for.
func (x Deals) ReplaceButton(req *Request) (Plan, error) {
	g, level, text := x.wishAfter(req)
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	oldest, isThere, err := storage.Found(read(req, x.Store, func(tx *storage.Tx) (round.Round, error) {
		return x.Play.Round(tx, req.Button.Number(0))
	}))
	if err != nil {
		return nil, err
	}
	isTheirs := isThere && oldest.AskerID == req.Act.Person.ID && oldest.CommunityID == req.Act.Community.ID
	isOpen := oldest.ClosedAt.IsZero()
	if isTheirs && isOpen {
		return x.dealAfter(req, oldest, g, level, text)
	}
	return x.Deal(req, g, level, text, 0)
}

// wishAfter reads the data that afterData has written: the puzzle that a button deals after it has ended
// something. g is nil if the data are not the bot's.
func (x Deals) wishAfter(req *Request) (g engine.Game, level engine.Level, text string) {
	level = engine.Level(req.Button.Number(2))
	if level < engine.AnyLevel || level > engine.MaxLevel {
		level = engine.AnyLevel
	}
	return x.Play.Game(req.Button.Text(1)), level, req.Button.Text(3)
}

// afterData returns the data of a button that ends a round or a match, and then deals the puzzle that was
// asked for. id is the ID of that round or match.
func afterData(act string, id int64, d round.Pick) string {
	text := d.Option
	if d.Custom {
		_, text, _ = strings.Cut(d.Puzzle.ID(), ":")
	}
	data := command.Data(act, id, d.Game.Name(), int(d.Level))
	if text == "" {
		return data
	}
	whole := command.Data(act, id, d.Game.Name(), int(d.Level), text)
	if len(whole) > command.MaxData || command.Unprintable.MatchString(whole) {
		return data
	}
	return whole
}

// refuseDealt says why a puzzle was not dealt, and what the person can do instead.
func (x Deals) refuseDealt(req *Request, d round.Pick, err error) (Result, error) {
	var day *round.DailyError
	if errors.As(err, &day) {
		return Result{Reply: x.leadToDaily(req, day)}, nil
	}
	var surplus *round.SurplusError
	if errors.As(err, &surplus) {
		end := button.New(req.Say, "replace", afterData(button.ActReplace, surplus.Oldest.ID, d))
		stays := button.New(req.Say, "stays", command.Data(button.ActKeep, 0, req.Act.Person.ID))
		reply := req.Say.Refuse("deal.surplus", nil)
		reply.Buttons = [][]chat.Button{{end, stays}}
		return Result{Reply: reply}, nil
	}
	var match *round.MatchError
	if errors.As(err, &match) && req.Act.Community.Private {
		data := afterData(button.ActInstead, match.Match.ID, d)
		return Result{Reply: askToStop(req, match.Match, data)}, nil
	}
	return x.refuse(req, err)
}

// leadToDaily replies that typed numbers are a puzzle of a live daily. A button opens that puzzle where
// only the person reads.
func (x Deals) leadToDaily(req *Request, day *round.DailyError) chat.Reply {
	key := "deal.daily.past"
	if day.Today {
		key = "deal.daily"
	}
	reply := req.Say.Refuse(key, say.With{"number": day.Number})
	ofDay := x.Features.Day()
	if ofDay == nil {
		return reply
	}
	there := ofDay.Keep(req.Say, round.Round{Game: day.Game, Round: storage.Round{Daily: day.Number}})
	there.Label = req.Say.Phrase("button.there", nil)
	reply.Buttons = [][]chat.Button{{there}}
	return reply
}

// roundLeftBy returns the round that a person leaves by pressing a button. On the page that is their current
// round, and in a chat the round of the message. If there is no such round, the error is
// storage.ErrNotFound.
func (x Deals) roundLeftBy(req *Request) (round.Round, error) {
	return read(req, x.Store, func(tx *storage.Tx) (round.Round, error) {
		if req.OnPage() {
			return x.Play.Round(tx, req.Act.Candidates.Current)
		}
		id, err := tx.RoundOfMessage(req.Act.Community.ID, req.Input.Source.ID)
		if err != nil {
			return round.Round{}, err
		}
		return x.Play.Round(tx, id)
	})
}

// NextCommand deals a puzzle like the person's current one or, if there is none, one of the first
// game.
func (x Deals) NextCommand(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, round.Pointer{})
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		first := x.Settings.Games(req.Act.Community)[0]
		return x.Deal(req, first, engine.AnyLevel, "", 0)
	}
	req.Button, err = x.Seals.Read(button.Next(req.Say, r).Data)
	if err != nil {
		return nil, err
	}
	req.Input.Source.ID = r.Message
	return x.NextButton(req)
}

// Deal deals a puzzle of a level. The text is a puzzle, an option of the game, or empty. leaving is the
// round that the person leaves for the new one; 0: none.
func (x Deals) Deal(req *Request, g engine.Game, level engine.Level, text string, leaving int64) (Plan, error) {
	dealer := x.Dealers.Of(text, g)
	if dealer != nil && !req.Act.Community.Private {
		refusal := req.Say.Refuse(dealer.Refusal, say.With{"command": say.Word(dealer.Option)})
		return feature.Respond(refusal), nil
	}
	if refusal := x.refuseDeal(req, g); refusal != nil {
		return refusal, nil
	}
	drawn, err := x.draw(req, dealer, g, level, text)
	if fault := engine.AsFault(err); fault != nil {
		return feature.Respond(x.explainText(req, g, text, fault)), nil
	}
	if err != nil {
		return nil, err
	}
	if !drawn.Solvable {
		return feature.Respond(Unsolvable(req, g, drawn.Puzzle, drawn.Proven)), nil
	}
	drawn.IsShared = req.Button.Act == button.ActPose || req.Button.Act == button.ActPage
	return func(tx *storage.Tx) (Result, error) {
		dealt, err := x.Play.Deal(tx, req.Act, drawn, leaving)
		if err != nil {
			return x.refuseDealt(req, drawn, err)
		}
		reply := x.showFor(req, dealt.Round, dealt.Round.PriceOfFirstHint())
		// If the round was open before, or the person has met the puzzle before, the next hint may have another price.
		mayHaveHints := dealt.Again || drawn.Known
		if mayHaveHints {
			reply, err = x.Show(tx, req, dealt.Round)
			if err != nil {
				return Result{}, err
			}
		}
		if drawn.Custom && level != engine.AnyLevel {
			reply.Text = append(reply.Text, req.Aloud.Line("deal.own.level", nil))
		}
		// Of a round that was open before, the note has something to say only if the person failed the puzzle once.
		hasNote := !dealt.Again || drawn.Known
		if dealer != nil && hasNote {
			reply.Audience = chat.Asker
			reply.Text = slices.Insert(reply.Text, 0, dealer.Note(req.Say, drawn, req.Act))
		}
		return Result{Reply: reply, Round: dealt.Round.ID, Shows: true}, nil
	}, nil
}

// draw draws a puzzle. If a feature has a dealer for the option, the dealer draws it.
func (x Deals) draw(
	req *Request, dealer *feature.Dealer, g engine.Game, level engine.Level, text string,
) (round.Pick, error) {
	if dealer != nil {
		return dealer.Draw(req.Ctx, req.Act, g)
	}
	drawn, err := x.Play.Draw(req.Ctx, req.Act, g, level, text)
	drawn.Option = compact(drawn.Option)
	return drawn, err
}

// compact writes an option of a game without spaces and in plain characters, so that a button can carry it:
// "＝ 100" becomes "=100".
func compact(option string) string {
	plain := strings.Map(expr.Plain, option)
	return strings.Join(strings.Fields(plain), "")
}

// explainText says what is wrong with a text that is neither a puzzle nor an option of a game.
func (x Deals) explainText(req *Request, g engine.Game, text string, fault *engine.Fault) chat.Reply {
	hasDigit := strings.ContainsFunc(text, unicode.IsDigit)
	if fault.At != nil && !hasDigit {
		// A text without a digit was meant as a level or an option.
		return feature.BadChoice(req, g.Name(), wishOption(g), text)
	}
	return chat.Reply{Audience: chat.Asker, Text: req.Say.Explain(g.Name(), text, fault)}
}

// PoseButton deals the puzzle that the button names, such as one that somebody shared. If the press came as a
// message of the person, that message is removed where the network allows that.
func (x Deals) PoseButton(req *Request) (Plan, error) {
	name, desc, _ := strings.Cut(req.Button.Text(0), ":")
	g := x.Play.Game(name)
	if g == nil || desc == "" {
		return feature.Respond(req.OldButton()), nil
	}
	deal, err := x.Deal(req, g, engine.AnyLevel, desc, 0)
	if err != nil || req.Input.Kind != chat.Sent {
		return deal, err
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := deal(tx)
		if err != nil {
			return Result{}, err
		}
		out.Remove = out.Round != 0
		return out, nil
	}, nil
}

// GamesOf returns the games that can read a text with a number in it as a puzzle.
func (x Deals) GamesOf(text string) []engine.Game {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return nil
	}
	var out []engine.Game
	for _, g := range x.Play.Games {
		_, err := g.Parse(text)
		if err != nil {
			continue
		}
		out = append(out, g)
	}
	return out
}

// refuseDeal says why a person may not deal a puzzle of a game; nil if they may. A community chooses which
// games are dealt, and who may deal.
func (x Deals) refuseDeal(req *Request, g engine.Game) Plan {
	c := req.Act.Community
	if !settings.IsDealt(c, g) {
		var names []chat.Span
		for _, g := range x.Settings.Games(c) {
			names = append(names, chat.Span{Text: req.Say.GameName(g)})
		}
		return feature.Respond(req.Say.Refuse("deal.game", say.With{
			"game":  req.Say.GameName(g),
			"games": say.List(req.Say, "list.or", names),
		}))
	}
	if c.Dealers == settings.Admins && !req.Act.Admin {
		return feature.Respond(req.Say.Refuse("deal.admins", nil))
	}
	return nil
}
