package outbox

import "time"

const (
	// breakAfter is how many failures of unknown cause in a row open the breaker.
	breakAfter = 4
	// lookAgain is the pause before a network that holds back is looked at again.
	lookAgain = time.Second
)

// A breaker is open while a network is down: then one message at a time is tried.
type breaker struct {
	failures int // of unknown cause, in a row
	probing  bool
	probed   time.Time // when one was last tried
}

func (b *breaker) open() bool { return b.failures >= breakAfter }

// hold is how long to wait before a delivery; 0 if it may go, as the one that is tried if
// the breaker is open.
func (b *breaker) hold(now time.Time) time.Duration {
	if !b.open() {
		return 0
	}
	if wait := b.probed.Add(lookAgain).Sub(now); b.probing || wait > 0 {
		return max(wait, lookAgain/10)
	}
	b.probing, b.probed = true, now
	return 0
}
