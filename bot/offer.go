package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// maxOffered is the longest answer that is enclosed, in bytes.
const maxOffered = 800

// unprefill takes a text apart that begins with a prefill.
func unprefill(text string) (round int64, answer string, ok bool) {
	head, answer, _ := strings.Cut(text, " ")
	digits, ok := strings.CutPrefix(head, "#")
	if !ok {
		return 0, "", false
	}
	round, err := strconv.ParseInt(digits, 10, 64)
	return round, strings.TrimSpace(answer), err == nil && round > 0
}

// Offers implements chat.Handler: puzzles to be sent to any chat, or the answer that
// was typed, so that nobody else reads it.
func (b *Bot) Offers(ctx context.Context, r chat.Request) (out chat.Offers) {
	chat.Guard(b.log, "offers", func() {
		t, _, err := b.newTurn(ctx, r)
		if err == nil {
			out, err = t.offers(strings.TrimSpace(r.Input.Text))
		}
		if err != nil && ctx.Err() == nil {
			b.log.Error("nothing is offered", "error", err)
		}
	})
	return out
}

func (t *turn) offers(text string) (chat.Offers, error) {
	if !t.bot.limits.Offer(t.Key(), t.bot.now()) {
		return chat.Offers{}, nil
	}
	if id, answer, ok := unprefill(text); ok {
		return t.offerAnswer(id, answer)
	}
	if text == "" {
		return t.offerPuzzles(t.bot.play.Games(), engine.AnyLevel, "")
	}
	if number, ok := t.bot.features.dailies.OfferedCard(t.Turn, text); ok {
		return t.bot.features.dailies.OfferCard(t.Turn, number)
	}
	name, rest, _ := strings.Cut(text, " ")
	if g := t.gameCalled(name); g != nil {
		a := t.bot.commands.Find(g.Name()).Args.Read(rest)
		return t.offerPuzzles([]engine.Game{g}, talk.LevelOf(a["level"]), a[g.Rules().Argument])
	}
	if all := t.gamesOf(text); len(all) > 0 {
		return t.offerPuzzles(all, engine.AnyLevel, text)
	}
	return t.offerAnswer(0, text)
}

// gameCalled finds a game by its name, in any language; nil if there is none.
func (t *turn) gameCalled(name string) engine.Game {
	for _, g := range t.bot.play.Games() {
		if strings.EqualFold(name, g.Name()) || strings.EqualFold(name, t.Say.GameName(g)) {
			return g
		}
	}
	return nil
}

// gamesOf are the games of which a text with a number in it is a puzzle.
func (t *turn) gamesOf(text string) (all []engine.Game) {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return nil
	}
	for _, g := range t.bot.play.Games() {
		if _, err := g.Parse(text); err == nil {
			all = append(all, g)
		}
	}
	return all
}

// offerPuzzles offers a puzzle of each game, as wished.
func (t *turn) offerPuzzles(all []engine.Game, level engine.Level, text string) (out chat.Offers, err error) {
	for _, g := range all {
		d, err := t.bot.play.Draw(t.Ctx, t.Act, g, level, text)
		if f := engine.AsFault(err); f != nil {
			out.Lead = button.Lead(plainOf(t.Say.Explain(g.Name(), text, f)), command.Data(button.ActNext, g.Name(), level))
			continue
		}
		if errors.Is(err, play.ErrSearching) { // they type on, and are offered more
			continue
		}
		if err != nil {
			return out, err
		}
		if !d.Solvable {
			out.Lead = button.Lead(plainOf(talk.Unsolvable(t.Turn, g, d.Puzzle, d.Proven).Text), command.Data(button.ActNext, g.Name(), level))
			continue
		}
		if o, ok := t.offerPuzzle(d); ok {
			out.List = append(out.List, o)
		}
	}
	if len(out.List) > 0 {
		out.Lead = nil
	}
	return out, nil
}

// offerPuzzle offers a puzzle; ok is false if no button can hold it.
func (t *turn) offerPuzzle(d play.Drawn) (o chat.Offer, ok bool) {
	rating := d.Puzzle.Rating()
	r := play.Round{Game: d.Game, Puzzle: d.Puzzle, Round: storage.Round{
		Game: d.Game.Name(), Puzzle: d.Puzzle.ID(), Level: int(rating.Level), Seconds: rating.Seconds,
	}}
	// How to answer is explained where the round is played.
	face := t.Say.Face(r)
	o = chat.Offer{
		Title: t.Say.Phrase("offer.puzzle", say.With{"game": face.Title, "puzzle": t.Say.Form(r)}), About: face.Note, Data: command.Data(button.ActPose, d.Puzzle.ID()),
		Reply: chat.Reply{Face: face, Text: t.Say.Task(r, true)[:1]},
	}
	o.Reply.Buttons = [][]chat.Button{{{
		Label: t.Say.Phrase("button.play", nil), Data: o.Data, Style: chat.Primary, Personal: true,
	}}}
	return o, len(o.Data) <= command.MaxPersonal && command.IsPrintable(o.Data)
}

// offerAnswer offers to send an answer to a round, or to the current one; others learn
// only that there is one. An answer that cannot be right is rejected before it is sent,
// unless sending it would use up a try.
func (t *turn) offerAnswer(id int64, answer string) (out chat.Offers, err error) {
	r, known, err := t.roundNamed(id)
	if err != nil {
		return out, err
	}
	label, about := t.Say.Phrase("offer.type", nil), t.Say.Phrase("offer.answer.about", nil)
	sealed := t.Say.Line("offer.sealed", nil)
	data := ""
	if known {
		data = button.RoundData(t.bot.seals, button.ActAnswer, r)
		label = t.Say.Phrase("offer.type.puzzle", say.With{"puzzle": t.Say.Form(r)})
		sealed = t.Say.Line("offer.sealed.puzzle", say.With{"puzzle": say.Code(t.Say.Form(r))})
	}
	switch fault := t.mistakeIn(r, known, answer); {
	case known && r.Over(t.Act.At):
		out.Lead = button.Lead(t.Say.Phrase("late", nil), data)
	case answer == "":
		out.Lead = button.Lead(label, data)
	case fault != "":
		out.Lead = button.Lead(fault, data)
	case len(answer) <= maxOffered:
		out.List = []chat.Offer{{
			Title: t.Say.Phrase("offer.answer", say.With{"answer": chat.Clip(answer, say.MaxQuote)}), About: about,
			Reply: chat.Reply{Text: []chat.Line{sealed}}, Data: t.sentData(id, answer),
		}}
	}
	return out, nil
}

// roundNamed finds the round of a prefill. known is false for none, and for one of a
// community that the person has done nothing in: it shows nothing then.
func (t *turn) roundNamed(id int64) (r play.Round, known bool, err error) {
	err = t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		if id == 0 || t.Act.Person.ID == 0 {
			return nil
		}
		if r, err = t.bot.play.Round(tx, id); errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err == nil && r.Shared() {
			known, err = tx.IsMember(r.CommunityID, t.Act.Person.ID, t.Act.At.Add(-play.BelongFor))
		}
		return err
	})
	return r, known, err
}

// mistakeIn says why an answer is not to be sent, in a line; empty if it is.
func (t *turn) mistakeIn(r play.Round, known bool, answer string) string {
	if !known || answer == "" {
		return ""
	}
	v := r.Puzzle.Judge(answer)
	if v.Outcome == engine.Right || v.Near || v.Outcome == engine.Wrong && r.Game.Rules().Tries > 0 {
		return ""
	}
	return plainOf(t.Say.Explain(r.Game.Name(), answer, v.Fault))
}

// plainOf is the last line of a text, which says what is wrong, without its marks.
func plainOf(lines []chat.Line) string {
	var out strings.Builder
	for _, s := range lines[len(lines)-1] {
		out.WriteString(s.Text)
	}
	return strings.TrimLeft(out.String(), " ^")
}

// sentData is the data of an answer that is sent.
func (t *turn) sentData(round int64, answer string) string {
	id := strconv.FormatInt(round, 10)
	return command.Data(button.ActSent, id, t.bot.seals.Enclose(answer, t.Key(), id))
}

// sentAnswer takes an answer that was sent without others reading it.
func (t *turn) sentAnswer(p command.Press) (talk.Plan, error) {
	answer, err := t.bot.seals.Disclose(p.Text(1), t.Key(), p.Text(0))
	if err != nil {
		return talk.Respond(t.OldButton()), nil
	}
	r, refusal, err := t.bot.rounds.Meant(t.Turn, talk.Pointer(p))
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	t.Act.Sealed = true
	do, err := t.judge(r, answer)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		out, err := do(tx)
		out.Remove = false // it tells nothing
		return out, err
	}, nil
}

// poseButton deals the very puzzle that was offered. What was sent for it gives way
// to the puzzle where the network lets it.
func (t *turn) poseButton(p command.Press) (talk.Plan, error) {
	name, desc, _ := strings.Cut(p.Text(0), ":")
	g := t.bot.play.Game(name)
	if g == nil || desc == "" {
		return talk.Respond(t.OldButton()), nil
	}
	do, err := t.deal(g, engine.AnyLevel, desc)
	if err != nil || t.Req.Input.Kind != chat.Sent {
		return do, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		out, err := do(tx)
		out.Remove = out.Round != 0
		return out, err
	}, nil
}
