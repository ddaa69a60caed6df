package daily

import (
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

const (
	// shareWord begins the text that a person types after the bot's name to send a card.
	shareWord = "share"
	// maxCopied is how long a card may be to be copied by a button, in UTF-16 units.
	maxCopied = 256
)

// withAchievement returns a plan that reads what a person did on the day that a button names, and responds with it.
func (d daily) withAchievement(
	req *feature.Request, respond func(*feature.Request, *storage.Tx, round.Achievement) (chat.Reply, error),
) (feature.Plan, error) {
	number := int(req.Button.Number(0))
	// The day is solved before the transaction, because that takes time.
	known, err := d.Play.SolveMeasured(req.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		today, _, err := d.Play.LiveDaily(tx, req.Act)
		if err != nil {
			return feature.Result{}, err
		}
		if number < 1 || number > today {
			return noDaily(req, number), nil
		}
		achieved, err := d.Play.Achieved(tx, req.Act, number, known)
		if err != nil {
			return feature.Result{}, err
		}
		reply, err := respond(req, tx, achieved)
		return feature.Result{Reply: reply}, err
	}, nil
}

// cardButton shows a person their card.
func (d daily) cardButton(req *feature.Request) (feature.Plan, error) {
	return d.withAchievement(req, d.cardReply)
}

// cardReply shows a person their card as a picture, with buttons for the puzzles that they have not
// done. If they have not begun the day, it says so instead.
func (d daily) cardReply(
	req *feature.Request, tx *storage.Tx, achieved round.Achievement,
) (chat.Reply, error) {
	reply := chat.Reply{Audience: chat.Secret}
	if achieved.Begun() {
		// Only the title and the squares are also text. The rest is in the picture alone.
		reply.Text = textLines(cardHead(req.Say, achieved), chat.Plain)
		picture, err := d.picture(req, tx, req.Say, achieved)
		if err != nil {
			return chat.Reply{}, err
		}
		reply.Picture = picture
	} else {
		reply.Text = []chat.Line{req.Say.Line("card.nothing", say.With{"number": achieved.Number})}
	}
	d.addShareButton(req, &reply, achieved)
	reply.Buttons = append(reply.Buttons, d.openParts(req, achieved)...)
	return reply, nil
}

// shareButton shows the person's card to everyone. In a private chat it gives the person the card as a
// text to copy.
func (d daily) shareButton(req *feature.Request) (feature.Plan, error) {
	return d.withAchievement(req, d.shareReply)
}

// shareReply is the reply to shareButton. If there is no card to share, it says why.
func (d daily) shareReply(
	req *feature.Request, tx *storage.Tx, achieved round.Achievement,
) (chat.Reply, error) {
	switch {
	case !achieved.Begun():
		return req.Say.Refuse("card.nothing", say.With{"number": achieved.Number}), nil
	case !achieved.Live:
		return req.Say.Refuse("card.past", nil), nil
	case req.Act.Community.Private:
		return chat.Reply{Text: textLines(d.sharedText(req, achieved), chat.Pre)}, nil
	}
	v := req.Aloud
	picture, err := d.picture(req, tx, v, achieved)
	if err != nil {
		return chat.Reply{}, err
	}
	head := cardHead(v, achieved)
	text := []chat.Line{v.Line("share.by", say.With{"player": req.Me(), "card": head[0]})}
	return chat.Reply{
		Text:    append(text, textLines(head[1:], chat.Plain)...),
		Picture: picture,
		Buttons: d.invitation(v, achieved.Number),
	}, nil
}

// sharedText returns the card as a text for any chat, with the address of the day in its last line.
func (d daily) sharedText(req *feature.Request, achieved round.Achievement) []string {
	text := cardText(req.Say, achieved)
	address := d.address(req.Act.Person.Network, achieved.Number)
	page, hasPage := d.Links.Below(dayPath(achieved.Number))
	if hasPage && achieved.Done() {
		// The page shows this score to people who follow the link, as one to beat.
		page.RawQuery = "score=" + strconv.Itoa(achieved.Score())
		address = page.String()
	}
	if address != "" {
		text = append(text, address)
	}
	return text
}

// textLines returns the lines of a card in a style.
func textLines(card []string, style chat.Style) []chat.Line {
	var lines []chat.Line
	for _, text := range card {
		lines = append(lines, chat.Line{{Style: style, Text: text}})
	}
	return lines
}

// addShareButton adds a button that shares a person's card, if they have begun the day and can still
// earn points with it.
func (d daily) addShareButton(req *feature.Request, reply *chat.Reply, achieved round.Achievement) {
	if !achieved.Live || !achieved.Begun() {
		return
	}
	send := button.New(req.Say, "share", command.Data(actShare, achieved.Number))
	send.Prefill = shareWord + " " + strconv.Itoa(achieved.Number)
	// A network that cannot prefill the person's text field lets them copy the card. If the card is too long with the
	// address, they copy it without. If it is still too long, they copy nothing.
	for _, lines := range [][]string{d.sharedText(req, achieved), cardText(req.Say, achieved)} {
		text := strings.Join(lines, "\n")
		if chat.Units(text) <= maxCopied {
			send.Share = text
			break
		}
	}
	// The button stands in the first row.
	if len(reply.Buttons) == 0 {
		reply.Buttons = [][]chat.Button{nil}
	}
	reply.Buttons[0] = append(reply.Buttons[0], send)
}

// addCard adds a button that shares the person's card to the reply about a daily puzzle. When they are done
// with all puzzles of the day, it adds the card itself.
func (d daily) addCard(
	req *feature.Request, tx *storage.Tx, reply *chat.Reply, achieved round.Achievement,
) error {
	d.addShareButton(req, reply, achieved)
	if !achieved.Done() {
		return nil
	}
	picture, err := d.picture(req, tx, req.Say, achieved)
	if err != nil {
		return err
	}
	reply.Picture = picture
	// A picture cannot be added to a message by an edit, so the reply is a new message.
	reply.Edit = false
	return nil
}

// completeReply completes the reply about a daily puzzle that the person has solved or given up. It adds the card or
// its button, buttons for the other puzzles of that day, and perhaps an offer of the daily post. known has the best
// solutions that the solver knows for that day.
func (d daily) completeReply(
	req *feature.Request, tx *storage.Tx, reply *chat.Reply, r round.Round, known map[string]engine.Solution,
) error {
	achieved, err := d.Play.Achieved(tx, req.Act, r.Daily, known)
	if err != nil {
		return err
	}
	if err := d.addCard(req, tx, reply, achieved); err != nil {
		return err
	}
	reply.Buttons = append(reply.Buttons, d.openParts(req, achieved)...)
	return addTomorrow(req, tx, reply, achieved)
}

// addCardToView adds the card to what the page shows of a day.
func addCardToView(req *feature.Request, view *chat.DayView, achieved round.Achievement) {
	view.Show = &chat.ViewButton{
		Label: req.Say.Phrase("button.card", nil),
		Press: command.Data(actCard, achieved.Number),
	}
	if achieved.Begun() {
		view.Score = achieved.Score()
		view.Squares = squares(achieved)
		view.Card = strings.Join(cardText(req.Say, achieved), "\n")
	}
}

// invitation returns a button under a person's card, with which others open the first puzzle of that day.
func (d daily) invitation(v say.Voice, number int) [][]chat.Button {
	open := button.New(v, "daily", command.Data(actDaily, d.Games[0].Name(), number))
	open.Personal = true
	open.Style = chat.Primary
	return [][]chat.Button{{open}}
}

// achievement returns what the person did on a day.
func (d daily) achievement(req *feature.Request, number int) (round.Achievement, error) {
	known, err := d.Play.SolveMeasured(req.Ctx, number)
	if err != nil {
		return round.Achievement{}, err
	}
	var achieved round.Achievement
	err = d.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		achieved, err = d.Play.Achieved(tx, req.Act, number, known)
		return err
	})
	return achieved, err
}

// offerOfDay returns an offer to send the person's card of a day. ok is false if they have not begun the
// day, or if it can no longer earn them points.
func (d daily) offerOfDay(req *feature.Request, number int) (offer chat.Offer, ok bool, err error) {
	achieved, err := d.achievement(req, number)
	if err != nil || !achieved.Live || !achieved.Begun() {
		return chat.Offer{}, false, err
	}
	return d.cardOffer(req, achieved), true, nil
}

// cardOffer returns an offer to send a card: a message that the person may send in their own name.
func (d daily) cardOffer(req *feature.Request, achieved round.Achievement) chat.Offer {
	lines := cardText(req.Say, achieved)
	return chat.Offer{
		Title: req.Say.Phrase("offer.card", nil),
		About: strings.Join(lines, " · "),
		Reply: chat.Reply{
			Text:    textLines(lines, chat.Plain),
			Buttons: d.invitation(req.Say, achieved.Number),
		},
	}
}

// offersFor returns what a person can send when they have typed a text after the bot's name. It offers their
// card if the text is shareWord and the number of a day.
func (d daily) offersFor(req *feature.Request, text string) (offers chat.Offers, ok bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	// A person who summons the bot gets the first offer at once, without choosing. A card must not be
	// sent unless the person has chosen it.
	isSummoned := req.Input.Kind == chat.Summoned
	if isSummoned || !strings.EqualFold(word, shareWord) {
		return chat.Offers{}, false, nil
	}
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil {
		// The text begins with shareWord, but means something else.
		return chat.Offers{}, false, nil
	}
	achieved, err := d.achievement(req, number)
	if err != nil {
		return chat.Offers{}, false, err
	}
	if achieved.Live && achieved.Begun() {
		offers.List = []chat.Offer{d.cardOffer(req, achieved)}
		return offers, true, nil
	}
	// There is no card to send. A button above the offers says why. It leads to the person's own conversation with the
	// bot, where they can begin the day, or look at the card of a past one.
	why := req.Say.Phrase("card.past", nil)
	if achieved.Live {
		why = req.Say.Phrase("card.nothing", say.With{"number": number})
	}
	offers.Lead = &chat.Button{
		Label:    why,
		Data:     command.Data(actCard, number),
		Personal: true,
	}
	return offers, true, nil
}
