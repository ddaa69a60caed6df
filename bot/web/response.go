package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	// workFor is how long the work on a request may take.
	workFor = 20 * time.Second
	// slowFor is how long a client may take to read a part of a response that is written in parts.
	slowFor = 10 * time.Second
	// partSize is the greatest length of such a part, in bytes.
	partSize = 64 << 10
)

// This package ignores errors of setting deadlines: only the recorders of tests do not support them. It
// also ignores errors of writing a response, since the client may have left.

// startWork returns a context for the work on a request. It sets the deadline of the response so that
// there is time to write it after the work.
func startWork(w http.ResponseWriter, r *http.Request) (context.Context, context.CancelFunc) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * workFor))
	return context.WithTimeout(r.Context(), workFor)
}

// writeJSON answers with JSON. It is written in parts, since the file of an export may be long.
func writeJSON(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		refuse(w, busy)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = partWriter{w}.Write(text)
}

// A partWriter writes a response in parts, and gives the client time for each of them. So a long
// response is not cut off at the server's time limit as long as the client goes on reading.
type partWriter struct{ http.ResponseWriter }

func (p partWriter) Write(text []byte) (written int, err error) {
	control := http.NewResponseController(p.ResponseWriter)
	for part := range slices.Chunk(text, partSize) {
		_ = control.SetWriteDeadline(time.Now().Add(slowFor))
		n, err := p.ResponseWriter.Write(part)
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}
