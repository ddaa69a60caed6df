package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

const (
	// workFor is how long the work on a request may take.
	workFor = 20 * time.Second
	// slowFor is how long a client may take to read a part of a response that is written in parts.
	slowFor = 10 * time.Second
)

// Errors of deadlines are ignored in this package: only the recorders of tests support none. So
// are errors of writing a response, since the client may have left.

// startWork returns a context for the work on a request, and lets the response be written after
// that time.
func startWork(w http.ResponseWriter, r *http.Request) (context.Context, context.CancelFunc) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * workFor))
	return context.WithTimeout(r.Context(), workFor)
}

// writeJSON answers with JSON.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
