package offer

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

const (
	// actSent is the act of an answer that was sent. Its arguments are the round, and the answer enclosed for
	// that round.
	actSent = "sent"
	// maxAnswer is how long an answer may be to be enclosed, in bytes.
	maxAnswer = 800
)

// offer has the handlers.
type offer struct {
	feature.Kernel
	deals    talk.Deals
	attempts talk.Attempts
}

// offers returns what is offered for a text. It offers something for every text, so features that come later in the
// list are never asked: see feature.Feature.Offers.
func (o offer) offers(req *feature.Request, text string) (chat.Offers, bool, error) {
	offers, err := o.find(req, text)
	return offers, true, err
}

// find returns what is offered for a text: puzzles, the day, or an answer to a round.
func (o offer) find(req *feature.Request, text string) (chat.Offers, error) {
	isSummoned := req.Input.Kind == chat.Summoned
	if isSummoned {
		return o.forSummons(req, text)
	}
	if text == "" {
		return o.puzzles(req, wish{games: o.Games})
	}
	first, rest, _ := strings.Cut(text, " ")
	if id := namedRound(first); id != 0 {
		return o.answer(req, id, strings.TrimSpace(rest))
	}
	if w := o.wishIn(req, text); len(w.games) > 0 {
		return o.puzzles(req, w)
	}
	return o.answer(req, 0, text)
}

// namedRound returns the ID of the round that a word such as #17 names, or 0. A button puts such a word before what the
// person types.
func namedRound(word string) int64 {
	digits, ok := strings.CutPrefix(word, "#")
	if !ok {
		return 0
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0
	}
	return max(0, id)
}

// forSummons offers a puzzle to a person who names the bot in a chat that it is not a member of, or the day if they
// ask for it.
func (o offer) forSummons(req *feature.Request, text string) (chat.Offers, error) {
	day := o.Features.Day()
	asked, _ := o.deals.Commands.ReadText(text)
	asksForDay := day != nil && asked != nil && asked.Name == day.Command
	if asksForDay {
		return o.day(req.Say, day), nil
	}
	w := o.wishIn(req, text)
	if len(w.games) > 0 {
		return o.puzzles(req, w)
	}
	// The text names no game, but may still have a level for the first one.
	args := o.deals.Commands.Find(o.Games[0].Name()).Args.Read(text)
	level := cmp.Or(talk.LevelOf(args["level"]), engine.MinLevel)
	return o.puzzles(req, wish{games: o.Games[:1], level: level})
}

// day offers to send a message with a button that leads to today's puzzles. Which day that is depends on who presses
// the button, so the message names no number.
func (o offer) day(v say.Voice, day *feature.Day) chat.Offers {
	open := day.Button(v, o.Games[0])
	title := open.Label
	about := v.Phrase("command."+day.Command, nil)
	open.Label = v.Phrase("button.play", nil)
	open.Style = chat.Primary
	open.Personal = true
	return chat.Offers{List: []chat.Offer{{
		Title: title,
		About: about,
		Reply: chat.Reply{
			Text:    []chat.Line{say.Head(title), v.Line("offer.day", nil)},
			Buttons: [][]chat.Button{{open}},
		},
	}}}
}

// A wish is a wish for puzzles: one of each of its games.
type wish struct {
	games []engine.Game
	level engine.Level
	// option is as people type it: numbers, letters, or an option of the game.
	option string
}

// wishIn returns the wish in a text. A text is a wish if it begins with the name of a game, or is a puzzle.
// If it is neither, the wish has no games.
func (o offer) wishIn(req *feature.Request, text string) wish {
	name, rest, _ := strings.Cut(text, " ")
	for _, g := range o.Games {
		isNamed := strings.EqualFold(name, g.Name()) || strings.EqualFold(name, req.Say.GameName(g))
		if isNamed {
			level, option := talk.WishOf(g, o.deals.Commands.Find(g.Name()).Args.Read(rest))
			return wish{games: []engine.Game{g}, level: level, option: option}
		}
	}
	return wish{games: o.deals.GamesOf(text), option: text}
}

// puzzles offers a puzzle of each game of a wish. If it finds none for any game, a button says what is wrong.
func (o offer) puzzles(req *feature.Request, w wish) (chat.Offers, error) {
	var offers chat.Offers
	for _, g := range w.games {
		drawn, err := o.Play.Draw(req.Ctx, req.Act, g, w.level, w.option)
		if errors.Is(err, round.ErrSearching) {
			// A search for an earlier text of the person still goes on. They are typing, and will be offered
			// more when they have finished.
			continue
		}
		fault := engine.AsFault(err)
		if err != nil && fault == nil {
			return chat.Offers{}, err
		}
		var problem []chat.Line
		if fault != nil {
			problem = req.Say.Explain(g.Name(), w.option, fault)
		} else if !drawn.Solvable {
			problem = talk.Unsolvable(req, g, drawn.Puzzle, drawn.Proven).Text
		}
		if problem == nil {
			offer := puzzleOffer(req, g, drawn.Puzzle)
			if req.Input.Kind == chat.Summoned {
				follow(&offer, req.Place.Network, drawn.Puzzle)
			}
			offers.List = append(offers.List, offer)
			continue
		}
		offers.Lead = &chat.Button{
			Label:    lastLine(problem),
			Data:     command.Data(button.ActNext, g.Name(), w.level),
			Personal: true,
		}
	}
	if len(offers.List) > 0 {
		// There is something to send, so nothing is said about the other games.
		offers.Lead = nil
	}
	return offers, nil
}

// puzzleOffer offers to send a puzzle. How to answer is explained where the round is played.
func puzzleOffer(req *feature.Request, g engine.Game, puzzle engine.Puzzle) chat.Offer {
	r := round.Round{Game: g, Puzzle: puzzle, Round: storage.Round{
		Game:   g.Name(),
		Puzzle: puzzle.ID(),
		Level:  int(puzzle.Rating().Level),
	}}
	face := req.Say.Face(r)
	data := button.Pose(puzzle)
	playButton := chat.Button{
		Label:    req.Say.Phrase("button.play", nil),
		Data:     data,
		Style:    chat.Primary,
		Personal: true,
	}
	return chat.Offer{
		Title: req.Say.Phrase("offer.puzzle", say.With{"game": face.Title, "puzzle": req.Say.Form(r)}),
		About: face.Note,
		Data:  data,
		Reply: chat.Reply{
			Face:    face,
			Text:    req.Say.Task(r, true)[:1],
			Buttons: [][]chat.Button{{playButton}},
		},
	}
}

// answer offers to send an answer to the round with an ID; 0: the current round where the person sends it. If the round
// is known, and the answer cannot be right, it offers nothing, and says what is wrong instead.
func (o offer) answer(req *feature.Request, id int64, answer string) (chat.Offers, error) {
	r, err := o.roundOf(req, id)
	if err != nil {
		return chat.Offers{}, err
	}
	lead := chat.Button{Label: req.Say.Phrase("offer.type", nil), Personal: true}
	note := req.Say.Line("offer.sealed", nil)
	if r != nil {
		form := req.Say.Form(*r)
		lead.Label = req.Say.Phrase("offer.type.puzzle", say.With{"puzzle": form})
		lead.Data = button.RoundData(o.Seals, button.ActAnswer, *r)
		note = req.Say.Line("offer.sealed.puzzle", say.With{"puzzle": say.Code(form)})
		problem, err := o.problem(req, *r, answer)
		if err != nil {
			return chat.Offers{}, err
		}
		if problem != "" {
			lead.Label = problem
			return chat.Offers{Lead: &lead}, nil
		}
	}
	if answer == "" {
		return chat.Offers{Lead: &lead}, nil
	}
	if len(answer) > maxAnswer {
		return chat.Offers{}, nil
	}
	enclosed := o.Seals.Enclose(answer, req.Who, strconv.FormatInt(id, 10))
	return chat.Offers{List: []chat.Offer{{
		Title: req.Say.Phrase("offer.answer", say.With{"answer": chat.Clip(answer, say.MaxQuote)}),
		About: req.Say.Phrase("offer.answer.about", nil),
		Reply: chat.Reply{Text: []chat.Line{note}},
		Data:  command.Data(actSent, id, enclosed),
	}}}, nil
}

// roundOf returns the round with an ID, if people play it together in a community where the person did
// something lately. Otherwise it returns nil.
func (o offer) roundOf(req *feature.Request, id int64) (*round.Round, error) {
	if id == 0 || req.Act.Person.ID == 0 {
		return nil, nil
	}
	var found *round.Round
	err := o.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		r, ok, err := storage.Found(o.Play.Round(tx, id))
		if err != nil || !ok || !r.Mode.Shared {
			return err
		}
		isMember, err := tx.IsMember(r.CommunityID, req.Act.Person.ID, req.Act.At.Add(-round.BelongFor))
		if err != nil {
			return err
		}
		if isMember {
			found = &r
		}
		return nil
	})
	return found, err
}

// problem says why an answer cannot be sent. If no answer is typed yet, it says what was wrong with the last one. It is
// empty if there is nothing to say.
func (o offer) problem(req *feature.Request, r round.Round, answer string) (string, error) {
	if r.Over(req.Act.At) {
		return req.Say.Phrase("late", nil), nil
	}
	if !r.Admits(req.Act.Person.ID) {
		return req.Say.Phrase(r.Mode.Name+".others", nil), nil
	}
	if answer == "" {
		return o.attempts.WhyMissed(req, r)
	}
	verdict := r.Puzzle.Judge(answer)
	if verdict.Outcome == engine.Right || verdict.Near {
		return "", nil
	}
	return lastLine(req.Say.Explain(r.Game.Name(), answer, verdict.Fault)), nil
}

// lastLine returns the last line of an explanation, which says what is wrong, without the mark under the wrong part.
func lastLine(text []chat.Line) string {
	return strings.TrimLeft(say.Plain(text[len(text)-1]), " ^")
}

// judgeSent judges an answer that was sent so that others could not read it.
func (o offer) judgeSent(req *feature.Request) (feature.Plan, error) {
	roundID := req.Button.Text(0)
	answer, err := o.Seals.Disclose(req.Button.Text(1), req.Who, roundID)
	if err != nil {
		return feature.Respond(req.OldButton()), nil
	}
	r, refusal, err := o.attempts.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	req.Act.Sealed = true
	plan, err := o.attempts.Judge(req, r, answer)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		result, err := plan(tx)
		// Others cannot read the answer in the message, so it stays.
		result.Remove = false
		return result, err
	}, nil
}
