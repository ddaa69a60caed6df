package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"reckon/bot/chat"
)

// opening is the body of a new session.
type opening struct {
	chat.Proof
	Network, Guest, Name, Room, Maker, Locale, Token string
}

// An opened is the answer to it.
type opened struct {
	Token string            `json:"token"`
	Until int64             `json:"until"`
	Guest string            `json:"guest,omitempty"`
	Name  string            `json:"name"`
	Room  string            `json:"room,omitempty"`
	Maker string            `json:"maker,omitempty"`
	Lang  string            `json:"lang"`
	Open  string            `json:"open,omitempty"`
	Words map[string]string `json:"words"`
	View  *chat.View        `json:"view"`
}

// session opens a session.
func (f *FrontEnd) session(w http.ResponseWriter, r *http.Request) {
	var o opening
	if !f.paced(w, "session "+address(r), sessionPace) || !read(w, r, &o) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), workFor)
	defer cancel()
	if o.Locale == "" {
		o.Locale = locale(r)
	}
	var out opened
	out.Lang, out.Words = f.Bot.Words(o.Locale)
	s, err := f.enter(ctx, o, &out)
	if err == nil {
		if s.Until.IsZero() {
			s.Until = f.Now().Add(sessionFor)
		}
		out.Until, out.Name = s.Until.UnixMilli(), s.Person.Name
		if out.Token, err = f.seal("session", s); err == nil {
			out.View, err = f.look(ctx, s, "", true)
		}
	}
	var refused refusal
	switch {
	case errors.As(err, &refused):
		refuse(w, refused)
	case err != nil:
		f.Logger.Warn("no session", "network", o.Network, "err", err)
		refuse(w, busy)
	default:
		write(w, out)
	}
}

// enter finds out who opens a session and where.
func (f *FrontEnd) enter(ctx context.Context, o opening, out *opened) (session, error) {
	var r chat.Request
	var err error
	switch prover := f.Provers[o.Network]; {
	case o.Network == Network && o.Token != "": // the page was loaded again
		s, ok := f.read(o.Token)
		if !ok {
			err = noProof
		}
		return s, err
	case o.Network == Network && o.Proof.Proof != "":
		r, err = f.Bot.Enter(ctx, o.Proof.Proof, f.Now())
	case o.Network == Network:
		return f.guest(ctx, o, out)
	case prover == nil:
		err = chat.ErrProof
	default:
		r, err = prover.Prove(ctx, o.Proof, f.Now())
	}
	if errors.Is(err, chat.ErrProof) {
		return session{}, noProof
	}
	if r.Locale == "" {
		r.Locale = o.Locale
	}
	out.Open = r.Input.Data
	return session{Place: r.Place, Person: r.Person, Locale: r.Locale}, err
}

// guest opens a session of somebody without a network: a new guest, or the one of a key. A
// guest plays alone, or in a room.
func (f *FrontEnd) guest(ctx context.Context, o opening, out *opened) (session, error) {
	var id string
	switch {
	case o.Guest == "":
		id = strings.ToLower(rand.Text())
	case !f.unseal("guest", o.Guest, &id):
		return session{}, noProof
	}
	key, err := f.seal("guest", id)
	if err != nil {
		return session{}, err
	}
	out.Guest = key
	name := strings.TrimSpace(chat.Clip(chat.OneLine(o.Name), maxName))
	if chat.IsBlank(name) {
		name = out.Words["guest"]
	}
	s := session{
		Person: chat.Person{Network: Network, ID: id, Name: name, Role: chat.RoleMember},
		Place:  chat.Place{Network: Network, Community: id, Private: true},
		Locale: o.Locale,
	}
	if o.Room == "" {
		s.Person.Role = chat.RoleAdmin
		return s, nil
	}
	code := strings.ToUpper(o.Room)
	var made maker
	switch {
	case o.Room == "new":
		code = newCode()
		made = maker{Room: code, Guest: id}
	case !isCode(code):
		return session{}, none
	default:
		f.unseal("maker", o.Maker, &made)
	}
	if made == (maker{Room: code, Guest: id}) {
		s.Person.Role = chat.RoleAdmin
		if out.Maker, err = f.seal("maker", made); err != nil {
			return session{}, err
		}
	}
	out.Room = code
	s.Place = chat.Place{Network: Network, Community: "room:" + code, Title: strings.ReplaceAll(out.Words["room"], "{code}", code)}
	r := f.request(s)
	r.Key, r.Input.Kind = "web:room:"+code, chat.Joined // the room is there from now on
	_, _, err = f.Bot.Do(ctx, r)
	return s, err
}

// A maker is the guest who made a room, sealed: the room is theirs also in later sessions.
type maker struct{ Room, Guest string }

const (
	// letters are those of codes: none is a vowel or looks like another, or a digit.
	letters    = "CDFHJKMNPRTVWXY"
	codeLength = 6
)

// newCode returns the code of a new room.
func newCode() string {
	code := make([]byte, 0, codeLength)
	for b := make([]byte, 1); len(code) < codeLength; {
		rand.Read(b)
		if n := int(b[0]); n < 256/len(letters)*len(letters) { // each letter is as likely
			code = append(code, letters[n%len(letters)])
		}
	}
	return string(code)
}

func isCode(code string) bool {
	return len(code) == codeLength && strings.Trim(code, letters) == ""
}

// serveRoom leads to a room, by an address that is short enough to be typed off a screen.
func (f *FrontEnd) serveRoom(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(r.PathValue("room"))
	if !isCode(code) {
		refuse(w, none)
		return
	}
	http.Redirect(w, r, "../play?room="+code, http.StatusSeeOther)
}
