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
	// Delivered is told of what people see now, in the transaction that notes it.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Moved is told that a community goes on under another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
	// Merge tells several verdicts in one.
	Merge func([]*Item) chat.Reply
	// Broken is what a person reads whose reply a network refuses.
	Broken func(locale string) chat.Reply
}

// A Runner runs the loop of jobs, and for each network an outlet.
type Runner struct {
	Config
	jobs  *loop
	notes *notes
	ended atomic.Int64 // when the end came, in Unix ms

	mu      sync.Mutex
	outlets map[string]*outlet
	beats   map[string]time.Time // when each heartbeat was last stored

	presence presence
}

// New makes a Runner; Run starts it.
func New(c Config) *Runner {
	return &Runner{
		Config: c, jobs: newLoop("jobs"), notes: newNotes(), outlets: map[string]*outlet{}, beats: map[string]time.Time{},
	}
}

// Open makes the outlets of front ends. What is to be said waits for Run.
func (r *Runner) Open(fronts ...chat.FrontEnd) {
	for _, f := range fronts {
		r.open(f)
	}
}

func (r *Runner) open(f chat.FrontEnd) *outlet {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.outlets[f.Network()]
	if o == nil {
		o = newOutlet(r, f)
		r.outlets[f.Network()] = o
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.front = f
	return o
}

// outlet is that of a network, nil if it is not served here.
func (r *Runner) outlet(network string) *outlet {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.outlets[network]
}

// Hands tells whether what is to be said on a network is best left in this
// process's hands: see Say.
func (r *Runner) Hands(network string) bool {
	o := r.outlet(network)
	return o != nil && o.takes()
}

// Alone tells whether an Item waits for no other of its place: then this process says
// it, whatever others have in hand there.
func (r *Runner) Alone(it *Item) bool {
	o := r.outlet(it.Place.Network)
	return o == nil || o.front.Lane(it.delivery()) == ""
}

// Say has an Item said, unless it is left to another process.
func (r *Runner) Say(it *Item) {
	if it.Left {
		return
	}
	o := r.outlet(it.Place.Network)
	if o == nil {
		return
	}
	if !it.Row.Alone {
		o.claiming.RLock()
		defer o.claiming.RUnlock()
	}
	o.add(it)
}

// Changed has what is held under these numbers read again before it is said.
func (r *Runner) Changed(ids []int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.outlets {
		o.mu.Lock()
		for _, id := range ids {
			if it := o.rows[id]; it != nil {
				it.changed.Store(true)
			}
		}
		o.mu.Unlock()
	}
}

// Delay is how long a delivery of an urgency would be held back that comes now.
func (r *Runner) Delay(d chat.Delivery, urgency int) time.Duration {
	if o := r.outlet(d.Place.Network); o != nil {
		return o.delay(d, urgency)
	}
	return 0
}

// Wake tells the loops that something may be due sooner than they think.
func (r *Runner) Wake() {
	r.jobs.wakeUp()
	r.wakeClaims()
}

func (r *Runner) wakeClaims() {
	for _, o := range r.all() {
		for _, l := range o.loops {
			l.wakeUp()
		}
	}
}

// late tells whether the end came so long ago that nothing more is begun.
func (r *Runner) late() bool {
	at := r.ended.Load()
	return at != 0 && time.Now().UnixMilli()-at > lastWords.Milliseconds()
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

// recovered, when deferred, turns a panic into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
