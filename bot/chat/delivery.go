package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/sethvargo/go-retry"
)

// A Delivery is one attempt to send a message to a place: the reply to an event, an
// unsolicited message, or an edit of a message.
type Delivery struct {
	// Key identifies the message. If it is unknown whether an attempt has succeeded, the next attempt
	// has the same Key. The Key of a reply is the Key of its Request.
	Key   string
	Place Place
	// Message is the message to edit; zero: a new message is sent.
	Message Message
	// Event is the Event of the Request that this is the reply to; nil: it is no reply.
	Event []byte
	// Locale, Person and Name are those of the person that it answers. Person is their ID on the network. Person and
	// Name are empty if they are unknown.
	Locale string
	Person string
	Name   string
	// At is when the request was made or the message was enqueued. Until is when the message becomes
	// useless (zero: never).
	At    time.Time
	Until time.Time
	// Bulk means that the delivery answers no request, and may wait.
	Bulk bool
	// Priority says which delivery of a lane goes first: see package outbox.
	Priority int
	// Minor means that other messages matter more. Some of the network's rate limit is kept for
	// those.
	Minor bool
	// Repeated means that the same Request came before. The process that took it the first time answers
	// it, and this Reply is silent.
	Repeated bool
	Reply    Reply
}

// IsReply reports whether a delivery is the reply to an event.
func (d Delivery) IsReply() bool { return d.Event != nil }

// ErrElsewhere means that a Secret reply was not shown because others would have read it.
// The person may have been told where to ask for it.
var ErrElsewhere = errors.New("a secret reply to a place where others read")

// ErrBusy means that a reply could not be completed yet, because this process does as much as it can.
var ErrBusy = errors.New("something else is being made")

// A RetryError means that the network wants a pause before the next try.
type RetryError struct {
	After time.Duration
	Err   error
}

func (e *RetryError) Error() string { return fmt.Sprintf("try again in %v: %v", e.After, e.Err) }
func (e *RetryError) Unwrap() error { return e.Err }

// A MovedError means that a community has a new ID. The caller changes the key of the
// community and tries again there.
type MovedError struct{ To string }

func (e *MovedError) Error() string { return "community has moved to " + e.To }

// Gone says what can no longer be reached. Each value affects less than the next one.
type Gone string

const (
	// GonePin: the bot may not pin messages there.
	GonePin Gone = "pin"
	// GoneMessage: the message was deleted, or can no longer be edited.
	GoneMessage Gone = "message"
	// GoneThread: the Place.Channel, a thread, topic or channel, was closed or deleted.
	GoneThread Gone = "thread"
	// GoneRight: the bot may not post there, or no longer sees the place.
	GoneRight Gone = "right"
	// GoneCommunity: the bot is blocked or was removed, or the community was deleted.
	GoneCommunity Gone = "community"
)

// A RefusedError is a network's final refusal.
type RefusedError struct {
	// Gone is empty if the network understood the message and will never accept it.
	Gone Gone
	Err  error
}

func (e *RefusedError) Error() string {
	if e.Gone == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s out of reach: %v", e.Gone, e.Err)
}

func (e *RefusedError) Unwrap() error { return e.Err }

// GoneBy returns what is out of reach according to an error; empty if the error does not say.
func GoneBy(err error) Gone {
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		return refused.Gone
	}
	return ""
}

// RefusesPicture reports whether the network may accept the message without its picture: it has refused this
// message and not the place, or it may be that the bot has only no right to post pictures there.
func RefusesPicture(err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	return ok && (refused.Gone == "" || refused.Gone == GoneRight)
}

// Backoff returns the pauses between tries. The first is the shortest, and each further one is twice
// as long, up to the longest. Each varies at random by up to a quarter, so that many waiting callers
// do not come back together.
func Backoff(shortest, longest time.Duration) retry.Backoff {
	return retry.WithJitterPercent(25, retry.WithCappedDuration(longest, retry.NewExponential(shortest)))
}

// Retry calls try until that succeeds, ctx ends, the pauses of b end, or mayRetry returns false. Retry
// returns the error of the last try. After a *RetryError the pause is as long as the error says.
func Retry(
	ctx context.Context, b retry.Backoff, mayRetry func(err error, pause time.Duration) bool, try func() error,
) error {
	var failure error
	pauses := retry.BackoffFunc(func() (pause time.Duration, isOver bool) {
		pause, isOver = b.Next()
		if wanted, ok := errors.AsType[*RetryError](failure); ok {
			pause = wanted.After
		}
		if isOver || ctx.Err() != nil {
			return pause, true
		}
		return pause, !mayRetry(failure, pause)
	})
	err := retry.Do(ctx, pauses, func(context.Context) error {
		if failure = try(); failure == nil {
			return nil
		}
		return retry.RetryableError(failure)
	})
	if failure != nil {
		return failure
	}
	// If there is an error, ctx had ended before the first try.
	return err
}

// Insist calls try until it succeeds, ctx ends, or the function final reports that a failure is final.
// If final is nil, no failure is final. Insist logs each failure after which it tries again.
func Insist(
	ctx context.Context,
	b retry.Backoff,
	log func(string, ...any),
	message string,
	final func(error) bool,
	try func() error,
) error {
	return Retry(ctx, b, func(err error, pause time.Duration) bool {
		if final != nil && final(err) {
			return false
		}
		log(message, "err", err, "pause", pause)
		return true
	}, try)
}

// Pause waits for d, and reports whether ctx lasted that long.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// Guard runs fn and reports whether it returned without a panic. It recovers from a panic and logs it.
func Guard(log *slog.Logger, what string, fn func()) (ok bool) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		reason, place := DescribePanic(v)
		log.Error("panic", "in", what, "value", reason, "place", place, "stack", string(debug.Stack()))
		ok = false
	}()
	fn()
	return true
}

// DescribePanic returns what a log may say of a panic with the value v. It is called in the deferred function that
// has recovered v. The value may hold what a person typed, so the reason is the value only if it is an error of
// Go's runtime. Otherwise the reason is the type of the value. The place is the file and the line of the panic or,
// if that is in a library, of the call of the library.
func DescribePanic(v any) (reason, place string) {
	reason = fmt.Sprintf("%T", v)
	if err, isRuntime := v.(runtime.Error); isRuntime {
		reason = err.Error()
	}
	const deepest = 64
	callers := make([]uintptr, deepest)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	hasPanicked := false
	for {
		frame, isMore := frames.Next()
		isOwn := strings.HasPrefix(frame.Function, "reckon/") || strings.HasPrefix(frame.Function, "main.")
		isWanted := hasPanicked && isOwn
		if isWanted || !isMore {
			return reason, fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		hasPanicked = hasPanicked || frame.Function == "runtime.gopanic"
	}
}
