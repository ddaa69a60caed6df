package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// A refusal is a status with its word.
type refusal int

const (
	bad     = refusal(http.StatusBadRequest)
	noToken = refusal(http.StatusUnauthorized)
	noProof = refusal(http.StatusForbidden)
	none    = refusal(http.StatusNotFound)
	long    = refusal(http.StatusRequestEntityTooLarge)
	busy    = refusal(http.StatusServiceUnavailable)
)

var refusals = map[refusal]string{bad: "bad", noToken: "token", noProof: "proof", none: "none", long: "long", busy: "busy"}

func (r refusal) Error() string { return refusals[r] }

// refuse answers with a refusal.
func refuse(w http.ResponseWriter, r refusal) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(r))
	_ = json.NewEncoder(w).Encode(map[string]string{"error": r.Error()}) // the client may have left
}

// refuseOften answers that there were too many requests.
func refuseOften(w http.ResponseWriter, after time.Duration) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Retry-After", strconv.Itoa(int(after.Seconds())+1))
	w.WriteHeader(http.StatusTooManyRequests)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": "often"})
}

const (
	// maxBody is the greatest length of a body, in bytes.
	maxBody = 8 << 10
	// maxText is the longest text in it, and maxData the longest press.
	maxText, maxData = 4096, 256
)

// read reads the body of a request, and reports whether it could.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	sort, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || sort != "application/json" {
		refuse(w, bad)
		return false
	}
	err = json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into)
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		refuse(w, long)
	case err != nil:
		refuse(w, bad)
	}
	return err == nil
}
