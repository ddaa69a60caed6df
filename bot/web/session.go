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

// read reads a session's token. ok is false if it is none, or over.
func (f *FrontEnd) read(token string) (s session, ok bool) {
	ok = len(token) <= maxToken && f.unseal("session", token, &s) && !f.Now().After(s.Until)
	return s, ok
}

// request is a request of a session's person.
func (f *FrontEnd) request(s session) chat.Request {
	r := chat.Request{
		Place: s.Place, Person: s.Person, Locale: s.Locale, At: f.Now(), Ephemeral: true, Via: chat.ViaPage, Event: []byte("{}"),
	}
	if roster, ok := f.Provers[s.Person.Network].(chat.Roster); ok {
		r.Belongs = func(ctx context.Context, community string) (bool, error) {
			return roster.Belongs(ctx, community, s.Person.ID)
		}
	}
	return r
}

// known serves requests with a session's token, as often as a session and an address may.
func (f *FrontEnd) known(serve func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !f.paced(w, "address "+address(r), addressPace) {
			return
		}
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s, is := f.read(token)
		if !ok || !is {
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
