package bot

import (
	"strings"
	"time"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

// A tooSoon is the error of a request that its person, or its group, may make only later.
type tooSoon struct {
	// key is the key of the sentence that tells the person.
	key  string
	wait time.Duration
}

func (e *tooSoon) Error() string { return "too soon: " + e.key }

// countRequest counts a request of a person. It returns nil unless they have made too many.
func (b *Bot) countRequest(req *feature.Request) *tooSoon {
	limit := command.RequestsInGroups
	key := req.Who + " in groups"
	if req.OnPage() || req.Act.Community.Private {
		limit = command.RequestsInPrivate
		key = req.Who
	}
	wait := b.limits.Wait(limit, key, req.At, b.now())
	if wait > 0 {
		return &tooSoon{"too-fast", wait}
	}
	return nil
}

// countResult counts two things: the messages that a person makes the bot post in a group, and the new puzzles there.
// The first are limited for each person, the second for the group. The error is a tooSoon if there are too many of
// one of them. Then neither is counted.
func (b *Bot) countResult(req *feature.Request, result feature.Result) error {
	now := b.now()
	var counts []command.Count
	// A room of the page shows no messages, so nobody can post too many of them.
	isRoom := b.play.Guests != "" && req.Place.Network == b.play.Guests
	if !isRoom && costsMessage(req, result) {
		// The bot posts now, however long ago the request was made.
		counts = append(counts, command.Count{
			What: command.Posts,
			Key:  req.Who + " " + req.Place.Community,
			At:   now,
		})
	}
	posesForAll := result.Shows && result.Audience == chat.Everyone
	if posesForAll && !req.Act.Community.Private {
		counts = append(counts, command.Count{
			What: command.Puzzles,
			Key:  req.Place.Network + " " + req.Place.Community,
			At:   req.At,
		})
	}
	wait, exceeded := b.limits.WaitForAll(now, counts...)
	switch {
	case wait == 0:
		return nil
	case exceeded == command.Puzzles:
		return &tooSoon{"deal.often", wait}
	}
	return &tooSoon{"too-fast.group", wait}
}

// isRepeated reports whether a reply in a group says what the same person was told there some seconds ago, and
// notes what it says. Such replies would use up the few messages a minute that the group may have. A reply
// with a table or a puzzle never counts as repeated, nor does one whose buttons do something else.
func (b *Bot) isRepeated(req *feature.Request, result feature.Result) bool {
	kind := kindOf(result)
	isNotice := kind == tell.Notice || kind == tell.Pause
	isPress := req.Input.Kind == chat.Press
	isForAll := result.Audience == chat.Everyone || result.Shows || result.Match != 0
	isPlain := result.Table == nil && result.Face == nil
	mayRepeat := isNotice && isPlain && !isForAll && !isPress
	if !mayRepeat || !costsMessage(req, result) {
		return false
	}
	var said strings.Builder
	for _, line := range result.Text {
		// A reply that says how long to wait has other digits each time.
		said.WriteString(strings.Map(withoutDigits, say.Plain(line)) + "\n")
	}
	for _, row := range result.Buttons {
		for _, button := range row {
			said.WriteString(button.Data + button.URL + "\n")
		}
	}
	// What is said about another person, or about other numbers, is news.
	whom := req.Input.Whom.ID + " " + req.Input.Whom.Handle
	numbers := strings.Map(onlyDigits, req.Input.Text)
	about := whom + " " + numbers
	key := req.Who + " " + req.Place.Community + " " + req.Place.Channel + " " + about + " " + said.String()
	return !b.limits.Allow(command.Notices, key, b.now())
}

// withoutDigits drops what is a digit; it is for strings.Map.
func withoutDigits(r rune) rune {
	if unicode.IsDigit(r) {
		return -1
	}
	return r
}

// onlyDigits drops what is no digit; it is for strings.Map.
func onlyDigits(r rune) rune {
	if unicode.IsDigit(r) {
		return r
	}
	return -1
}

// refuseTooSoon tells a person how long to wait. The page makes the same request again by itself.
func (b *Bot) refuseTooSoon(
	req *feature.Request, cmd *knownCommand, soon *tooSoon,
) (chat.Delivery, storage.Outgoing, error) {
	none := storage.Outgoing{}
	if req.OnPage() {
		return chat.Delivery{}, none, &chat.PaceError{Wait: soon.wait}
	}
	// The refusal is always sent if it leaves no message, or if the request is an answer, since the person waits for
	// the verdict. Other requests get a warning, but only once in a while. The warning is dropped if it cannot be
	// delivered within seconds, since it would say a wrong time.
	reply := req.Say.Refuse(soon.key, say.With{"time": req.Say.Duration(soon.wait)})
	refusal := b.deliveryOf(req.Request, feature.Result{Kind: tell.Wrong, Reply: reply})
	if leavesNoMessage(req) {
		return refusal, none, nil
	}
	isAnswer, err := b.isAnswer(req, cmd)
	if err != nil {
		return chat.Delivery{}, none, err
	}
	if isAnswer {
		return refusal, none, nil
	}
	if !b.limits.Allow(command.Warnings, req.Who+" "+req.Place.Community, b.now()) {
		return b.reply(req.Request, feature.Silent), none, nil
	}
	warning := b.reply(req.Request, reply)
	warning.Until = b.now().Add(tell.Pause.UsefulFor())
	return warning, none, nil
}

// leavesNoMessage reports whether only the person sees the reply to a request, and it does not stay as a
// message.
func leavesNoMessage(req *feature.Request) bool {
	// In a private chat only the person sees anything, but a reply to what they type stays there as a message.
	isTyped := req.Input.Kind == chat.Text || req.Input.Kind == chat.Command
	isMessageInPrivate := req.Act.Community.Private && isTyped
	return req.Act.Ephemeral && !isMessageInPrivate
}

// isAnswer reports whether a request is the command answer, or a text that is meant as an answer to an open round.
func (b *Bot) isAnswer(req *feature.Request, cmd *knownCommand) (bool, error) {
	if cmd != nil {
		return cmd.Name == "answer", nil
	}
	if req.Input.Kind != chat.Text {
		return false, nil
	}
	r, refusal, err := b.handlers.attempts.Meant(req, round.Pointer{Text: req.Input.Text})
	if err != nil {
		return false, err
	}
	isOpen := refusal == nil && !r.Over(req.Act.At)
	if !isOpen {
		return false, nil
	}
	return r.Puzzle.Judge(req.Input.Text).Meant, nil
}

// costsMessage reports whether a result counts as one of the few messages a minute that the bot may post in a
// group. Verdicts and hints do not count: they are about a round that is shown already.
func costsMessage(req *feature.Request, result feature.Result) bool {
	if req.Act.Community.Private {
		return false
	}
	isAboutShownRound := result.Round != 0 && !result.Shows
	showsPuzzleOrMatch := result.Shows || result.Match != 0
	isOnlyOnPage := req.OnPage() && !showsPuzzleOrMatch
	isHidden := req.Act.Ephemeral && result.Audience != chat.Everyone
	if isAboutShownRound || isOnlyOnPage || isHidden {
		return false
	}
	switch {
	case result.Silent, result.Edit, result.Ask != nil, result.Mark != "":
		return false
	}
	return true
}
