package talk

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Dailies shows the puzzles of days, people's results, and the days of the past. A person's
// card shows their results of a day without any solution, for others to see.
type Dailies struct {
	Rounds
	Pictures Pictures
	Commands *command.Table[Command]
	Announce *announce.Announcer
}

// noDaily refuses a day that has not begun, or never was one.
func noDaily(req *Request, number int) Result {
	return Result{Reply: req.Say.Refuse("daily.none", say.With{"number": number, "command": say.Slash("daily")})}
}

func isDone(a play.Achievement, g engine.Game) bool {
	return slices.ContainsFunc(a.Parts, func(p play.Part) bool { return p.Game.Name() == g.Name() && p.Done() })
}

// quarterLabel is how many characters a button shows that has a quarter of a phone's width.
const quarterLabel = 9

// partButtons lead to the puzzles of a day in some games, each with a mark once it is
// done: in one row if they fit.
func (d Dailies) partButtons(req *Request, done play.Achievement, in func(engine.Game) bool) [][]chat.Button {
	var all []chat.Button
	for _, g := range d.Settings.Games(req.Act.Community) {
		if !in(g) {
			continue
		}
		label := req.Say.GameName(g)
		if isDone(done, g) {
			label = "✓ " + label
		}
		all = append(all, chat.Button{Label: label, Personal: true, Data: command.Data(button.ActDaily, g.Name(), done.Number)})
	}
	isLong := func(b chat.Button) bool { return utf8.RuneCountInString(b.Label) > quarterLabel }
	switch {
	case len(all) == 4 && slices.ContainsFunc(all, isLong):
		return [][]chat.Button{all[:2], all[2:]}
	case len(all) == 4:
		return [][]chat.Button{all}
	}
	return command.Rows(all)
}

// maxShared is how long a card may be to be copied by a button, in UTF-16 units.
const maxShared = 256

// shareWord begins the text that is typed behind the bot's name to send a card.
const shareWord = "share"

// cardReply shows a person their card as a picture, with buttons for the puzzles
// they have not done.
func (d Dailies) cardReply(req *Request, a play.Achievement) chat.Reply {
	r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{req.Say.Line("card.nothing", say.With{"number": a.Number})}}
	if a.Begun() {
		r.Text, r.Picture = shared(req.Say.Share(a)[:1], chat.Plain), d.Pictures.Share(req.Say, req.Me().Text, a)
	}
	d.addButtons(req, &r, a)
	return r
}

// shared are the lines of a card in a style.
func shared(card []string, style chat.Style) (out []chat.Line) {
	for _, line := range card {
		out = append(out, chat.Line{{Style: style, Text: line}})
	}
	return out
}

// addButtons appends a button that shares a person's card while its day counts, and buttons
// for the puzzles they have not done.
func (d Dailies) addButtons(req *Request, r *chat.Reply, a play.Achievement) {
	if a.Live && a.Begun() {
		share := button.New(req.Say, "share", command.Data(button.ActShare, a.Number))
		share.Prefill = shareWord + " " + strconv.Itoa(a.Number)
		if text := strings.Join(req.Say.Share(a), "\n"); chat.Units(text) <= maxShared {
			share.Share = text
		}
		if len(r.Buttons) == 0 {
			r.Buttons = [][]chat.Button{nil}
		}
		r.Buttons[0] = append(r.Buttons[0], share)
	}
	r.Buttons = append(r.Buttons, d.partButtons(req, a, func(g engine.Game) bool { return !isDone(a, g) })...)
}

// AddCard appends to a reply buttons for what is left of a round's day, or the person's
// card as a picture if nothing is.
func (d Dailies) AddCard(req *Request, tx *storage.Tx, r *chat.Reply, round play.Round, known map[string]engine.Solution) error {
	a, err := d.Play.Achieved(tx, req.Act, round.Daily, known)
	if err != nil {
		return err
	}
	d.addButtons(req, r, a)
	if a.Done() {
		r.Picture, r.Edit = d.Pictures.Share(req.Say, req.Me().Text, a), false
	}
	return nil
}

// CardButton shows a person their card or, where the network does not let them take it
// elsewhere, shares it.
func (d Dailies) CardButton(req *Request) (Plan, error) {
	number := int(req.Button.Number(0))
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
		switch {
		case req.Button.Act != button.ActShare:
			return Result{Reply: d.cardReply(req, a)}, nil
		case !a.Begun():
			return Result{Reply: req.Say.Refuse("card.nothing", say.With{"number": number})}, nil
		case !a.Live:
			return Result{Reply: req.Say.Refuse("card.past", nil)}, nil
		case req.Act.Community.Private: // there it is copied
			return Result{Reply: chat.Reply{Text: shared(req.Say.Share(a), chat.Pre)}}, nil
		}
		return Result{Reply: chat.Reply{
			Text:    []chat.Line{req.Aloud.Line("share.by", say.With{"player": req.Me(), "card": req.Aloud.Share(a)[0]})},
			Picture: d.Pictures.Share(req.Aloud, req.Me().Text, a),
			Buttons: d.invitation(req.Aloud, number),
		}}, nil
	}, nil
}

// invitation is a button that opens the first puzzle of a day for whoever sees somebody's card.
func (d Dailies) invitation(v say.Voice, number int) [][]chat.Button {
	b := button.New(v, "daily", command.Data(button.ActDaily, d.Play.Games[0].Name(), number))
	b.Personal, b.Style = true, chat.Primary
	return [][]chat.Button{{b}}
}

// achieved is what the person has done of a day.
func (d Dailies) achieved(req *Request, number int) (a play.Achievement, err error) {
	known, err := d.Play.Known(req.Ctx, number)
	if err != nil {
		return a, err
	}
	return look(req, d.Store, func(tx *storage.Tx) (play.Achievement, error) { return d.Play.Achieved(tx, req.Act, number, known) })
}

// Card returns the person's card of a day, to be sent in their own name. ok is false while they
// have not begun it, and once it is over.
func (d Dailies) Card(req *Request, number int) (o chat.Offer, ok bool, err error) {
	a, err := d.achieved(req, number)
	if err != nil || !a.Live || !a.Begun() {
		return o, false, err
	}
	return d.offer(req, a), true, nil
}

func (d Dailies) offer(req *Request, a play.Achievement) chat.Offer {
	card := req.Say.Share(a)
	return chat.Offer{
		Title: req.Say.Phrase("offer.card", nil), About: strings.Join(card, " · "),
		Reply: chat.Reply{Text: shared(card, chat.Plain), Buttons: d.invitation(req.Say, a.Number)},
	}
}

// OfferCard offers to send the person's card of a day, if a text wants it.
func (d Dailies) OfferCard(req *Request, text string) (out chat.Offers, ok bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil || !strings.EqualFold(word, shareWord) || req.Input.Kind == chat.Summoned {
		return out, false, nil
	}
	a, err := d.achieved(req, number)
	switch {
	case err != nil || !a.Live:
		return out, false, err
	case a.Begun():
		out.List = []chat.Offer{d.offer(req, a)}
	default:
		out.Lead = &chat.Button{
			Label: req.Say.Phrase("card.nothing", say.With{"number": number}), Data: command.Data(button.ActCard, number), Personal: true,
		}
	}
	return out, true, nil
}
