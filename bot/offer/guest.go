package offer

import (
	"fmt"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/storage"
)

// This file follows a puzzle that somebody has sent to a chat where the bot is no member. People press the button of
// that message, and play the puzzle in private. Once one of them has solved it, the message says who, and leads to the
// next puzzle.

// offered stores that an offer was sent to a chat where the bot is no member.
func offered(tx *storage.Tx, r chat.Request, token, message string) error {
	return addGuestMessage(tx, guestMessage{Token: token, Message: message, Locale: r.Locale}, r.At)
}

// play deals the puzzle of a message to somebody who has come by its button.
func (o offer) play(req *feature.Request) (feature.Plan, error) {
	puzzle := req.Button.Text(1)
	token := tokenFor(req.Place.Network, req.Button.Text(0), puzzle)
	req.Button = command.Press{Act: button.ActPose, Args: []string{puzzle}}
	plan, err := o.deals.PoseButton(req)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		result, err := plan(tx)
		if err != nil || result.Round == 0 || !req.Act.Community.Private {
			return result, err
		}
		isWaiting, err := isUnsolved(tx, token)
		if err != nil || !isWaiting {
			return result, err
		}
		// If the person solves it first, others will read their name. So they are told before.
		result.Text = append(result.Text, req.Say.Line("offer.named", nil))
		return result, addGuestRound(tx, result.Round, token, req.Act.At)
	}, nil
}

// solved edits a message with a puzzle when the first person has solved it who came by the button of that message.
func (o offer) solved(tx *storage.Tx, act round.Act, outcome round.Outcome) error {
	r := outcome.Round
	// The button of such a message deals its puzzle in the person's private chat.
	isPosed := r.Custom && act.Community.Private && r.CommunityID == act.Community.ID
	if !isPosed || !isFair(outcome) {
		return nil
	}
	m, isThere, err := storage.Found(unsolvedMessage(tx, r.ID))
	if err != nil || !isThere {
		return err
	}
	isFirst, err := setSolved(tx, m.Token)
	if err != nil || !isFirst {
		return err
	}
	return o.Tell.Announce(tx, act.At, tell.Announcement{
		Kind:   tell.Guest,
		To:     tell.Place{Community: act.Community, Message: m.Message},
		Key:    m.Token,
		Change: fmt.Sprint(r.ID),
		Facts:  tell.Facts{Reply: o.solvedReply(o.Speak(m.Locale), act.Person, outcome)},
	})
}

// isFair reports whether a right answer was in time, and not from somebody who had given up the round.
func isFair(outcome round.Outcome) bool {
	isInTime := outcome.What != round.TooLate && outcome.What != round.Muted
	return isInTime && (outcome.Practice == round.Paid || outcome.Practice == round.CustomPuzzle)
}

// solvedReply returns what the message shows once the puzzle is solved. Others may still play it, or the next one.
func (o offer) solvedReply(v say.Voice, who storage.Player, outcome round.Outcome) chat.Reply {
	r := outcome.Round
	playToo := chat.Button{
		Label:    v.Phrase("button.play", nil),
		Data:     button.Pose(r.Puzzle),
		Personal: true,
	}
	next := button.New(v, "next", command.Data(button.ActNext, r.Game.Name(), engine.Level(r.Level)))
	next.Personal = true
	return chat.Reply{
		Face: v.Face(r),
		Text: []chat.Line{v.Line("offer.solved", say.With{
			"player": v.Mention(who.Name, who.Key),
			"time":   v.Elapsed(outcome.Elapsed),
		})},
		Buttons: [][]chat.Button{{playToo, next}},
	}
}
