package talk

import (
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// A person's card shows their results of a day without any solution, for others to see.

// maxShared is how long a card may be to be copied by a button, in UTF-16 units.
const maxShared = 256

// cardReply shows a person their card as a picture, with buttons for the puzzles
// they have not done.
func (d Dailies) cardReply(req *Request, a play.Achievement) chat.Reply {
	if !a.Begun() {
		r := req.Say.Refuse("card.nothing", say.With{"number": a.Number})
		r.Audience, r.Buttons = chat.Secret, d.partButtons(req, a, func(engine.Game) bool { return true })
		return r
	}
	r := chat.Reply{Audience: chat.Secret, Text: shared(req.Say.Share(a)[:1], chat.Plain)}
	d.addCard(req, &r, a)
	r.Picture = d.Pictures.Share(req.Say, req.Me().Text, a)
	return r
}

// shared are the lines of a card in a style.
func shared(card []string, style chat.Style) (out []chat.Line) {
	for _, line := range card {
		out = append(out, chat.Line{{Style: style, Text: line}})
	}
	return out
}

// addCard appends a button that shares a person's card while its day counts, and buttons
// for the puzzles they have not done.
func (d Dailies) addCard(req *Request, r *chat.Reply, a play.Achievement) {
	text := strings.Join(req.Say.Share(a), "\n")
	if a.Live && a.Begun() {
		share := chat.Button{
			Label: req.Say.Phrase("button.share", nil), Icon: button.IconShare, Style: chat.Primary,
			Data: command.Data(button.ActShare, a.Number), Prefill: shareWord + " " + strconv.Itoa(a.Number),
		}
		if chat.Units(text) <= maxShared {
			share.Share = text
		}
		if len(r.Buttons) == 0 {
			r.Buttons = [][]chat.Button{nil}
		}
		r.Buttons[0] = append(r.Buttons[0], share)
	}
	if !a.Done() {
		r.Buttons = append(r.Buttons, d.partButtons(req, a, func(g engine.Game) bool { return !isDone(a, g) })...)
	}
}

// AddCard appends to a reply buttons for what is left of a round's day, or the person's
// card as a picture if nothing is.
func (d Dailies) AddCard(req *Request, tx *storage.Tx, r *chat.Reply, round play.Round, known map[string]engine.Solution) error {
	a, err := d.Play.Achieved(tx, req.Act, round.Daily, known)
	if err != nil {
		return err
	}
	d.addCard(req, r, a)
	if a.Done() {
		r.Picture, r.Edit = d.Pictures.Share(req.Say, req.Me().Text, a), false
	}
	return nil
}

// CardButton shows a person their card.
func (d Dailies) CardButton(req *Request, p command.Press) (Plan, error) {
	return d.achieved(req, p, d.cardReply)
}

// ShareButton shows a card to all, where the network does not let the person take it
// elsewhere; in their private chat so that it can be copied.
func (d Dailies) ShareButton(req *Request, p command.Press) (Plan, error) {
	return d.achieved(req, p, func(req *Request, a play.Achievement) chat.Reply {
		switch {
		case !a.Begun():
			return req.Say.Refuse("card.nothing", say.With{"number": a.Number})
		case !a.Live:
			return req.Say.Refuse("card.past", nil)
		case req.Act.Community.Private:
			return chat.Reply{Text: shared(req.Say.Share(a), chat.Pre)}
		}
		return chat.Reply{
			Text:    []chat.Line{req.Aloud.Line("share.by", say.With{"player": req.Me(), "card": req.Aloud.Share(a)[0]})},
			Picture: d.Pictures.Share(req.Aloud, req.Me().Text, a),
		}
	})
}

// achieved makes a reply from the person's results of the day of a button.
func (d Dailies) achieved(req *Request, p command.Press, reply func(*Request, play.Achievement) chat.Reply) (Plan, error) {
	number := int(p.Number(0))
	known, err := d.Play.Known(req.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		if today, _, err := d.Play.Live(tx, req.Act); err != nil || number < 1 || number > today {
			return noDaily(req, number), err
		}
		a, err := d.Play.Achieved(tx, req.Act, number, known)
		if err != nil {
			return Result{}, err
		}
		return Result{Reply: reply(req, a)}, nil
	}, nil
}

// shareWord begins the text that is typed behind the bot's name to send a card.
const shareWord = "share"

// OfferCard offers to send the person's card of a day, if a text wants it.
func (d Dailies) OfferCard(req *Request, text string) (out chat.Offers, ok bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil || !strings.EqualFold(word, shareWord) {
		return out, false, nil
	}
	known, err := d.Play.Known(req.Ctx, number)
	if err != nil {
		return out, false, err
	}
	a, err := look(req, d.Store, func(tx *storage.Tx) (play.Achievement, error) { return d.Play.Achieved(tx, req.Act, number, known) })
	if err != nil || !a.Live {
		return out, false, err
	}
	if !a.Begun() {
		out.Lead = &chat.Button{
			Label: req.Say.Phrase("card.nothing", say.With{"number": number}), Data: command.Data(button.ActCard, number), Personal: true,
		}
		return out, true, nil
	}
	card := req.Say.Share(a)
	out.List = []chat.Offer{{Title: req.Say.Phrase("offer.card", nil), About: strings.Join(card, " · "), Reply: chat.Reply{Text: shared(card, chat.Plain)}}}
	return out, true, nil
}
