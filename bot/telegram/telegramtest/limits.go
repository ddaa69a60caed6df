package telegramtest

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

// Telegram's limits as far as they are known: a message a second in a chat, with short bursts; 20 a
// minute in a group; 30 a second in all. A chat counts edits and new messages separately.
const (
	chatBurst   = 3
	groupMinute = 20
	inAll       = 30
)

type limits struct {
	all   *rate.Limiter
	chats map[limitKey]*chatLimit
}

// A limitKey is the new messages of a chat, or its edits.
type limitKey struct {
	chat int64
	edit bool
}

type chatLimit struct {
	second *rate.Limiter
	// minute has the times of the messages of the last minute.
	minute []time.Time
}

func newLimits() limits {
	return limits{
		all:   rate.NewLimiter(inAll, inAll),
		chats: map[limitKey]*chatLimit{},
	}
}

// take counts a message if it is within the limits, and returns 0. Otherwise it returns how many seconds
// the bot must wait.
func (l *limits) take(chat int64, edit bool, now time.Time) int {
	k := limitKey{chat, edit}
	c := l.chats[k]
	if c == nil {
		c = &chatLimit{second: rate.NewLimiter(1, chatBurst)}
		l.chats[k] = c
	}
	for len(c.minute) > 0 && now.Sub(c.minute[0]) >= time.Minute {
		c.minute = c.minute[1:]
	}
	if chat < 0 && len(c.minute) >= groupMinute {
		return int(math.Ceil(c.minute[0].Add(time.Minute).Sub(now).Seconds()))
	}
	if c.second.TokensAt(now) < 1 || l.all.TokensAt(now) < 1 {
		return 1
	}
	c.second.AllowN(now, 1)
	l.all.AllowN(now, 1)
	c.minute = append(c.minute, now)
	return 0
}
