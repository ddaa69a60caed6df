package discord

import (
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/sethvargo/go-retry"
	"golang.org/x/time/rate"
)

const (
	// startsADay is how many sessions Discord lets a bot begin in 24 hours, where it
	// does not tell, or it resets the token; so many of them may be begun one after the
	// other, the others are spread over the day.
	startsADay   = 1000
	startsAtOnce = 40
)

// starts counts the sessions begun.
type starts struct{ spaced, daily *rate.Limiter }

// newStarts lets a shard begin one session in each span, of those of a day that all
// shards share.
func newStarts(span time.Duration, daily *rate.Limiter) starts {
	return starts{rate.NewLimiter(rate.Every(span), 1), daily}
}

// newDaily counts the sessions of a day, so many in all, for a bot of so many shards:
// each may begin two one after the other.
func newDaily(total, shards int) *rate.Limiter {
	atOnce := min(max(startsAtOnce, 2*shards), total/2)
	return rate.NewLimiter(rate.Every(24*time.Hour/time.Duration(total-atOnce)), atOnce)
}

// wait is how long it is until a connection may be made. One that is to resume a
// session need not be five seconds from the last session begun, but it needs one
// of the day's: where Discord will not resume, discordgo begins another.
func (s starts) wait(now time.Time, resume bool) time.Duration {
	until := func(l *rate.Limiter) time.Duration {
		missing := 1 - l.TokensAt(now)
		return max(0, time.Duration(missing/float64(l.Limit())*float64(time.Second)))
	}
	if resume {
		return until(s.daily)
	}
	return max(until(s.daily), until(s.spaced))
}

// spend counts n sessions as begun, more than are left if need be.
func (s starts) spend(now time.Time, n int) {
	s.spaced.ReserveN(now, 1)
	s.daily.ReserveN(now, n)
}

const (
	// haste is how many lost connections in a row are resumed at once; more look
	// like a fault that haste does not mend.
	haste = 8

	// maxResumes is how often in a row a session is tried to be resumed on a
	// gateway that is reached and does not let the bot in.
	maxResumes = 5
)

var (
	errUnready = errors.New("discord: the gateway was reached and did not let the bot in")
	errSession = errors.New("discord: the gateway ended the session")
)

// attempts makes the pauses between connections. Those that could not be made
// and those that were lost are counted apart, since they cost differently.
type attempts struct {
	pace    *pace
	dials   retry.Backoff
	resumes *rate.Limiter
	unready int // connections in a row that were made and did not let the bot in
}

func newAttempts(p *pace) *attempts {
	return &attempts{pace: p, dials: p.dials(), resumes: rate.NewLimiter(rate.Every(p.longest), haste)}
}

// next takes what a connection came to, nil if the bot was let in. It returns
// the pause before the next one, and whether the session is to be given up.
func (t *attempts) next(err error, now time.Time) (pause time.Duration, inVain bool) {
	if err == nil {
		t.dials, t.unready = t.pace.dials(), 0
		return t.resumes.ReserveN(now, 1).DelayFrom(now), false
	}
	var closed *websocket.CloseError
	var limited *discordgo.RateLimitError
	switch {
	case errors.As(err, &limited):
		return limited.RetryAfter, false
	case errors.As(err, &closed), errors.Is(err, errUnready):
		t.unready++
	}
	pause, _ = t.dials.Next()
	inVain = t.unready >= maxResumes || endsSession(err)
	if inVain {
		t.unready = 0
	}
	return pause, inVain
}

// endsSession tells whether the session cannot go on: the gateway has ended it, or
// closed with a code that says that its number of events is wrong or that it has timed
// out.
func endsSession(err error) bool {
	if errors.Is(err, errSession) || errors.Is(err, discordgo.ErrWSShardBounds) {
		return true
	}
	var closed *websocket.CloseError
	return errors.As(err, &closed) && (closed.Code == 4006 || closed.Code == 4007 || closed.Code == 4009)
}
