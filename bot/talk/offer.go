package talk

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// maxOffered is the longest answer that is enclosed, in bytes.
const maxOffered = 800

// Offers offers what people type behind the bot's name: puzzles to be sent to any chat, a
// card, or the answer that was typed, so that nobody else reads it.
type Offers struct {
	Attempts Attempts
	Deals    Deals
	Limits   *command.Limits
	Now      func() time.Time
}

// Offers returns what is offered for a text.
func (x Offers) Offers(req *Request, text string) (chat.Offers, error) {
	if !x.Limits.Allow(command.Offers, req.Who, x.Now()) {
		return chat.Offers{}, nil
	}
	name, rest, _ := strings.Cut(text, " ")
	summoned := req.Input.Kind == chat.Summoned
	if digits, ok := strings.CutPrefix(name, "#"); ok && !summoned { // it is a prefill
		if id, err := strconv.ParseInt(digits, 10, 64); err == nil && id > 0 {
			return x.offerAnswer(req, id, strings.TrimSpace(rest))
		}
	}
	if text == "" && !summoned {
		return x.offerPuzzles(req, x.Deals.Play.Games, engine.AnyLevel, "")
	}
	if !summoned {
		if out, ok, err := x.Attempts.Dailies.OfferCard(req, text); ok || err != nil {
			return out, err
		}
	}
	for _, g := range x.Deals.Play.Games {
		if strings.EqualFold(name, g.Name()) || strings.EqualFold(name, req.Say.GameName(g)) {
			a := x.Deals.Commands.Find(g.Name()).Args.Read(rest)
			level, option := WishOf(g, a)
			return x.offerPuzzles(req, []engine.Game{g}, level, option)
		}
	}
	if all := x.Deals.GamesOf(text); len(all) > 0 {
		return x.offerPuzzles(req, all, engine.AnyLevel, text)
	}
	if summoned { // whatever they say, they want to play
		a := x.Deals.Commands.Find(x.Deals.Play.Games[0].Name()).Args.Read(text)
		return x.offerPuzzles(req, x.Deals.Play.Games[:1], cmp.Or(LevelOf(a["level"]), engine.MinLevel), "")
	}
	return x.offerAnswer(req, 0, text)
}

// offerPuzzles offers a puzzle of each game, as wished. How to answer is explained where
// the round is played.
func (x Offers) offerPuzzles(req *Request, all []engine.Game, level engine.Level, text string) (out chat.Offers, err error) {
	for _, g := range all {
		d, err := x.Deals.Play.Draw(req.Ctx, req.Act, g, level, text)
		var problem []chat.Line
		switch f := engine.AsFault(err); {
		case f != nil:
			problem = req.Say.Explain(g.Name(), text, f)
		case errors.Is(err, play.ErrSearching): // they type on, and are offered more
			continue
		case err != nil:
			return out, err
		case !d.Solvable:
			problem = Unsolvable(req, g, d.Puzzle, d.Proven).Text
		default:
			rating := d.Puzzle.Rating()
			r := play.Round{Game: g, Puzzle: d.Puzzle, Round: storage.Round{
				Game: g.Name(), Puzzle: d.Puzzle.ID(), Level: int(rating.Level), Seconds: rating.Seconds,
			}}
			face, data := req.Say.Face(r), button.Pose(d.Puzzle)
			out.List = append(out.List, chat.Offer{
				Title: req.Say.Phrase("offer.puzzle", say.With{"game": face.Title, "puzzle": req.Say.Form(r)}), About: face.Note, Data: data,
				Reply: chat.Reply{Face: face, Text: req.Say.Task(r, true)[:1], Buttons: [][]chat.Button{{{
					Label: req.Say.Phrase("button.play", nil), Data: data, Style: chat.Primary, Personal: true,
				}}}},
			})
			continue
		}
		out.Lead = &chat.Button{Label: plainOf(problem), Data: command.Data(button.ActNext, g.Name(), level), Personal: true}
	}
	if len(out.List) > 0 {
		out.Lead = nil
	}
	return out, nil
}

// offerAnswer offers to send an answer to a round, or to the current one; others learn
// only that there is one. An answer that cannot be right is rejected before it is sent,
// unless sending it would use up a try.
func (x Offers) offerAnswer(req *Request, id int64, answer string) (out chat.Offers, err error) {
	var r play.Round
	known := false // so are none, and one of a community that the person has done nothing in
	if id != 0 && req.Act.Person.ID != 0 {
		err = x.Deals.Store.Read(req.Ctx, func(tx *storage.Tx) (err error) {
			var ok bool
			if r, ok, err = storage.Found(x.Deals.Play.Round(tx, id)); err == nil && ok && r.Mode.Shared {
				known, err = tx.IsMember(r.CommunityID, req.Act.Person.ID, req.Act.At.Add(-play.BelongFor))
			}
			return err
		})
		if err != nil {
			return out, err
		}
	}
	lead := &chat.Button{Label: req.Say.Phrase("offer.type", nil), Personal: true}
	sealed, mistake := req.Say.Line("offer.sealed", nil), ""
	if known {
		lead.Data = button.RoundData(x.Deals.Seals, button.ActAnswer, r)
		lead.Label = req.Say.Phrase("offer.type.puzzle", say.With{"puzzle": req.Say.Form(r)})
		sealed = req.Say.Line("offer.sealed.puzzle", say.With{"puzzle": say.Code(req.Say.Form(r))})
		v := r.Puzzle.Judge(answer)
		if answer != "" && v.Outcome != engine.Right && !v.Near {
			mistake = plainOf(req.Say.Explain(r.Game.Name(), answer, v.Fault))
		}
	}
	switch {
	case known && r.Over(req.Act.At):
		lead.Label = req.Say.Phrase("late", nil)
	case known && !r.Admits(req.Act.Person.ID):
		lead.Label = req.Say.Phrase(r.Mode.Name+".others", nil)
	case answer == "" && known:
		why, err := x.Attempts.whyMissed(req, r)
		if err != nil {
			return out, err
		}
		lead.Label = cmp.Or(why, lead.Label)
	case answer == "":
	case mistake != "":
		lead.Label = mistake
	case len(answer) > maxOffered:
		return out, nil
	default:
		out.List = []chat.Offer{{
			Title: req.Say.Phrase("offer.answer", say.With{"answer": chat.Clip(answer, say.MaxQuote)}), About: req.Say.Phrase("offer.answer.about", nil),
			Reply: chat.Reply{Text: []chat.Line{sealed}}, Data: command.Data(button.ActSent, id, x.Deals.Seals.Enclose(answer, req.Who, strconv.FormatInt(id, 10))),
		}}
		return out, nil
	}
	out.Lead = lead
	return out, nil
}

// plainOf is the last line of a text, which says what is wrong, without its marks.
func plainOf(lines []chat.Line) string {
	return strings.TrimLeft(say.Plain(lines[len(lines)-1]), " ^")
}

// SentAnswer takes an answer that was sent without others reading it.
func (x Offers) SentAnswer(req *Request) (Plan, error) {
	p := req.Button
	answer, err := x.Deals.Seals.Disclose(p.Text(1), req.Who, p.Text(0))
	if err != nil {
		return feature.Respond(req.OldButton()), nil
	}
	r, refusal, err := x.Attempts.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	req.Act.Sealed = true
	do, err := x.Attempts.Judge(req, r, answer)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := do(tx)
		out.Remove = false // it tells nothing
		return out, err
	}, nil
}
