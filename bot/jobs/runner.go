package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// A Kind carries out a job: it works out beforehand whatever takes time, and
// returns what is written in one transaction. That transaction drops the job or
// sets it anew.
type Kind func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error)

// Config is what a Runner is made of. All fields are required.
type Config struct {
	Store  *storage.Store
	Logger *slog.Logger
	Now    func() time.Time
	Kinds  map[string]Kind
	// Delivered is told of a message that was posted or edited, in the transaction
	// that notes it.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Moved is told that a community goes on under another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
}

// A Runner runs the loop of jobs, and for each network two lanes of deliveries.
type Runner struct {
	Config
	jobs *loop

	mu    sync.Mutex
	lanes []*lane
	beats map[string]time.Time // when each heartbeat was last stored
}

// New makes a Runner; Run starts it.
func New(c Config) *Runner {
	return &Runner{Config: c, jobs: newLoop("jobs"), beats: map[string]time.Time{}}
}

// Wake tells the loops that something may be due sooner than they think.
func (r *Runner) Wake() {
	r.jobs.wakeUp()
	r.wakeLanes()
}

func (r *Runner) wakeLanes() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lanes {
		l.wakeUp()
	}
}

// A loop does what is due, again and again.
type loop struct {
	name string
	wake chan struct{}

	mu     sync.Mutex
	turned time.Time // when it last got on
}

func newLoop(name string) *loop { return &loop{name: name, wake: make(chan struct{}, 1)} }

func (l *loop) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// turn notes that the loop gets on.
func (l *loop) turn(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turned = now
}

// lastTurn is when the loop last got on; zero: it has not begun.
func (l *loop) lastTurn() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.turned
}

// A lane delivers the messages of a class on a network.
type lane struct {
	*loop
	front chat.FrontEnd
	bulk  bool
	slots chan struct{} // one for each message on its way

	fails atomic.Int32 // failures of unknown cause in a row
}

// posters is how many messages of a lane are on their way at once.
const posters = 8

func newLane(front chat.FrontEnd, bulk bool) *lane {
	name := front.Network()
	if bulk {
		name += " bulk"
	}
	return &lane{loop: newLoop(name), front: front, bulk: bulk, slots: make(chan struct{}, posters)}
}

// recovered, when deferred, turns a panic into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
