package chat

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
)

// Guard runs fn and tells whether it came to its end. A panic is logged and goes
// no further. Of its value only what Go's runtime says is logged: any other may hold
// what a person typed.
func Guard(log *slog.Logger, what string, fn func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			log.Error("panic", "in", what, "value", reason(v), "stack", string(debug.Stack()))
			ok = false
		}
	}()
	fn()
	return true
}

// reason is what may be told of a panic's value: its text, or else its type.
func reason(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", v)
}
