package chat

import (
	"log/slog"
	"runtime/debug"
)

// Guard runs fn and tells whether it came to its end. A panic is logged and goes
// no further.
func Guard(log *slog.Logger, what string, fn func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			log.Error("panic", "in", what, "value", v, "stack", string(debug.Stack()))
			ok = false
		}
	}()
	fn()
	return true
}
