package heartbeat

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// LastCall is how long work that has begun may go on after the end has come.
const LastCall = 5 * time.Second

// Outlast is a context that lasts so much longer than ctx, for work that has begun. done
// frees it.
func Outlast(ctx context.Context, d time.Duration) (longer context.Context, done func()) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}

// Recover, when deferred, turns a panic into an error.
func Recover(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
