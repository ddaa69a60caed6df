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
	// maxToken is the length of the longest token that is read.
	maxToken = 4096
)

// A session says who acts, and where. It is sealed in its token, so that any process can read it.
type session struct {
	Place  chat.Place
	Person chat.Person
	Locale string
	Until  time.Time
	// Home is where a person of a chat goes when they leave a room; nil: they are in no room, or a guest.
	Home *home `json:",omitempty"`
}

// A home is a place from which a person of a chat came into a room, with their role there.
type home struct {
	Place chat.Place
	Role  chat.Role
}

// readToken returns the session of a token. ok is false if the token is false, or its session is
// over.
func (f *FrontEnd) readToken(token string) (s session, ok bool) {
	if len(token) > maxToken || !f.unseal("session", token, &s) {
		return session{}, false
	}
	return s, !f.Now().After(s.Until)
}

// request returns a request of a session's person, without an input.
func (f *FrontEnd) request(s session) chat.Request {
	r := chat.Request{
		Place:     s.Place,
		Person:    s.Person,
		Locale:    s.Locale,
		At:        chat.Exact(f.Now()),
		Ephemeral: true,
		Via:       chat.ViaPage,
		Event:     []byte("{}"),
	}
	if roster, ok := f.Provers[s.Person.Network].(chat.Roster); ok {
		r.Belongs = func(ctx context.Context, community string) (bool, error) {
			return roster.Belongs(ctx, community, s.Person.ID)
		}
	}
	return r
}

// withSession serves requests that have the token of a session. It refuses requests without one, and too many
// requests of one address.
func (f *FrontEnd) withSession(serve func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !f.allow(w, "address "+f.address(r), addressPace) {
			return
		}
		token, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s, ok := f.readToken(token)
		if !isBearer || !ok {
			refuse(w, badToken)
			return
		}
		serve(w, r, s)
	}
}

func personKey(s session) string { return s.Person.Network + ":" + s.Person.ID }

// isRoom reports whether the session is in a room of the page.
func (s session) isRoom() bool { return s.Place.Network == Network && !s.Place.Private }

// isGuest reports whether the session is one of a guest of the page, and not of a person of a chat.
func (s session) isGuest() bool { return s.Person.Network == Network }

// room returns the code of the room that the session is in; empty: it is in none.
func (s session) room() string {
	if !s.isRoom() {
		return ""
	}
	return strings.TrimPrefix(s.Place.Community, roomPrefix)
}
