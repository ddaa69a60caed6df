package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"reckon/bot/chat"
)

const (
	// sessionFor is how long a session lasts.
	sessionFor = 12 * time.Hour
	// maxName is how many characters of a guest's name are kept.
	maxName = 32
	// maxToken is the longest token that is read.
	maxToken = 4096
	// workFor is how long a request may take.
	workFor = 20 * time.Second
)

// A session is who acts, and where. It is sealed in its token, so that any process reads it.
type session struct {
	Place  chat.Place
	Person chat.Person
	Locale string
	Until  time.Time
}

// request is a request of the session's person.
func (s session) request(now time.Time) chat.Request {
	return chat.Request{
		Place: s.Place, Person: s.Person, Locale: s.Locale, At: now, Ephemeral: true, Via: chat.ViaPage, Event: []byte("{}"),
	}
}

// known serves requests with a session's token, as often as a session and an address may.
func (f *FrontEnd) known(serve func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !f.paced(w, "address "+address(r), addressPace) {
			return
		}
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		var s session
		if !ok || len(token) > maxToken || !f.unseal("session", token, &s) || f.Now().After(s.Until) {
			refuse(w, noToken)
			return
		}
		serve(w, r, s)
	}
}

func personKey(s session) string { return s.Person.Network + ":" + s.Person.ID }

// working gives a request its time.
func (f *FrontEnd) working(w http.ResponseWriter, r *http.Request) (context.Context, context.CancelFunc) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * workFor)) // a recorder of tests has none
	return context.WithTimeout(r.Context(), workFor)
}
