package chat

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
)

// Guard runs fn and reports whether it ended without a panic. A panic is logged and
// goes no further. Its value is logged only if it comes from Go's runtime; any other
// may hold what a person typed, so only its type is logged.
func Guard(log *slog.Logger, what string, fn func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			reason := fmt.Sprintf("%T", v)
			if err, isRuntime := v.(runtime.Error); isRuntime {
				reason = err.Error()
			}
			log.Error("panic", "in", what, "value", reason, "stack", string(debug.Stack()))
			ok = false
		}
	}()
	fn()
	return true
}
