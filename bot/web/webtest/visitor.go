package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"reckon/bot/chat"
)

// Call makes a request and returns the status of the response. token is that of a session; empty: none. If
// the status is 200, the body of the response is read into a value.
func (s *Site) Call(method, path, token string, body, into any) int {
	s.T.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			s.T.Fatal(err)
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(s.T.Context(), method, s.URL+path, sent)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if s.From != "" {
		r.Header.Set("X-Forwarded-For", s.From)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	if into != nil && answer.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, into); err != nil {
			s.T.Fatalf("%s: %v\n%s", path, err, text)
		}
	}
	return answer.StatusCode
}

// A Visitor is a person who has the page open.
type Visitor struct {
	*Site `json:"-"`
	Token string    `json:"token"`
	Guest string    `json:"guest"`
	Name  string    `json:"name"`
	Room  string    `json:"room"`
	Maker string    `json:"maker"`
	Open  string    `json:"open"`
	View  chat.View `json:"view"`
	// Acts is how many acts the visitor has done. The key of an act has this number.
	Acts int `json:"-"`
}

// Visit opens a session.
func (s *Site) Visit(opening map[string]string) *Visitor {
	s.T.Helper()
	v := &Visitor{Site: s}
	if status := s.Call(http.MethodPost, "play/session", "", opening, v); status != http.StatusOK {
		s.T.Fatalf("no session: %d", status)
	}
	return v
}

// Enter opens a session of a new guest, in a room; an empty room: the guest plays alone.
func (s *Site) Enter(name, room string) *Visitor {
	s.T.Helper()
	return s.Visit(map[string]string{"network": "web", "name": name, "room": room, "locale": "en"})
}

// An Act is the response to an act.
type Act struct {
	Reply    *chat.Reply `json:"reply"`
	View     chat.View   `json:"view"`
	Repeated bool        `json:"repeated"`
}

// Do carries out an act, and shows the visitor what it changed.
func (v *Visitor) Do(fields ...string) Act {
	v.T.Helper()
	v.Acts++
	body := map[string]any{"key": fmt.Sprintf("key-%s-%05d", v.Token[:12], v.Acts)}
	for i := 0; i < len(fields); i += 2 {
		body[fields[i]] = fields[i+1]
	}
	var a Act
	if status := v.Call(http.MethodPost, "play/act", v.Token, body, &a); status != http.StatusOK {
		v.T.Fatalf("%v: %d", fields, status)
	}
	v.View = a.View
	return a
}

// Answer answers the round that the visitor sees.
func (v *Visitor) Answer(text string) Act {
	v.T.Helper()
	if v.View.Round == nil || v.View.Round.Answer == nil {
		v.T.Fatalf("there is nothing to answer: %+v", v.View.Round)
	}
	return v.Do("press", v.View.Round.Answer.Press, "text", text, "round", v.View.Round.Token)
}

// Look loads the view again.
func (v *Visitor) Look() chat.View {
	v.T.Helper()
	v.View = chat.View{}
	if status := v.Call(http.MethodGet, "play/view", v.Token, nil, &v.View); status != http.StatusOK {
		v.T.Fatalf("no view: %d", status)
	}
	return v.View
}
