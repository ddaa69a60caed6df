package telegram

import (
	"cmp"
	"context"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
)

// Telegram allows about 1 message a second in a chat, with short bursts, and 20 a minute in a group.
// Edits are counted separately. Messages that leave evenly do not arrive evenly, so the figures here
// are a little lower.
const (
	chatEvery   = 1050 * time.Millisecond
	chatBurst   = 3
	groupMinute = 20
	minute      = 61 * time.Second
	// minorSpare is how many of a group's messages in a minute are kept for messages that are not minor.
	minorSpare = 8
	// calm is how long messages leave slowly after many refusals.
	calm = time.Minute
)

const (
	// telegramRate is Telegram's own limit for all messages of a bot in a second. Telegram states this
	// limit only for broadcasts. How many other messages it tolerates depends on the bot.
	telegramRate = 30
	// broadcastShare is the part of the limit that the bot uses. The rest is for broadcasts that leave
	// late, together with those of the next second.
	broadcastShare = 28.6 / telegramRate
	// inLine is how many broadcasts may reserve their time: see pace.Limits.
	inLine = 3
)

// patience is how long a delivery waits for the rate limit before it returns a
// *chat.RetryError.
const patience = 3 * time.Second

// deletions is the Scope of deletions: Telegram may take them while it refuses the chat's other
// calls.
const deletions = "deletions"

var errTooFast = errors.New("no message is allowed by Telegram yet")

// limits returns the limits of a server. perSecond is how many messages a second it takes from a bot;
// 0: as many as Telegram's own server takes.
func limits(perSecond int, processes func() int) pace.Limits {
	return pace.Limits{
		Rate:      float64(cmp.Or(perSecond, telegramRate)) * broadcastShare,
		Processes: processes,
		Line:      inLine,
		Every:     chatEvery,
		Burst:     chatBurst,
		Window:    groupMinute,
		Span:      minute,
		Spare:     minorSpare,
		Calm:      calm,
	}
}

// pacedCall returns what the rate limit has to know about a call.
func pacedCall(place chat.Place, kind pace.Kind) pace.Call {
	return pace.Call{Chat: place.Community, Kind: kind, Group: !place.Private}
}

// wait waits until the call may leave. If that would take too long, it returns a *chat.RetryError.
func (s *sender) wait(ctx context.Context, c pace.Call) error {
	err := s.limit.Wait(ctx, c, time.Now().Add(patience))
	if early, ok := errors.AsType[*pace.EarlyError](err); ok {
		return &chat.RetryError{After: early.After, Err: errTooFast}
	}
	return err
}

// learn tells the rate limit how a call ended.
func (s *sender) learn(c pace.Call, err error) {
	retry, tooFast := errors.AsType[*chat.RetryError](err)
	switch {
	case tooFast:
		s.limit.Refused(c, retry.After)
	case err == nil:
		s.limit.Accepted()
	}
}
