package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"time"

	"reckon/bot/chat"
)

// A refusal is the status of a response that refuses a request. It is an error, whose text is the word in the
// response.
type refusal int

const (
	badRequest = refusal(http.StatusBadRequest)
	badToken   = refusal(http.StatusUnauthorized)
	badProof   = refusal(http.StatusForbidden)
	notFound   = refusal(http.StatusNotFound)
	tooLong    = refusal(http.StatusRequestEntityTooLarge)
	busy       = refusal(http.StatusServiceUnavailable)
)

var refusalWords = map[refusal]string{
	badRequest: "bad",
	badToken:   "token",
	badProof:   "proof",
	notFound:   "none",
	tooLong:    "long",
	busy:       "busy",
}

func (r refusal) Error() string { return refusalWords[r] }

// refuse answers with a refusal.
func refuse(w http.ResponseWriter, r refusal) {
	writeRefusal(w, int(r), r.Error())
}

// refuseOften answers that there were too many requests.
func refuseOften(w http.ResponseWriter, after time.Duration) {
	seconds := int((after + time.Second - 1) / time.Second)
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	writeRefusal(w, http.StatusTooManyRequests, "often")
}

// refuseError answers to an error of the bot, which has logged it.
func refuseError(w http.ResponseWriter, err error) {
	if pace, isTooSoon := errors.AsType[*chat.PaceError](err); isTooSoon {
		refuseOften(w, pace.Wait)
		return
	}
	refuse(w, busy)
}

func writeRefusal(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": word})
}

const (
	// maxBody is the greatest length of a body, in bytes.
	maxBody = 8 << 10
	// maxText is the greatest length of a text in a body.
	maxText = 4096
	// maxData is the greatest length of the data of a button or a link.
	maxData = 256
)

// readBody reads the JSON body of a request. If it cannot, it refuses the request and returns false.
func readBody(w http.ResponseWriter, r *http.Request, into any) bool {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		refuse(w, badRequest)
		return false
	}
	err = json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into)
	if _, isTooLong := errors.AsType[*http.MaxBytesError](err); isTooLong {
		refuse(w, tooLong)
		return false
	}
	if err != nil {
		refuse(w, badRequest)
		return false
	}
	return true
}
