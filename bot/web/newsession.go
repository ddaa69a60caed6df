package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"reckon/bot/chat"
)

// A sessionRequest is the body of a request for a session.
type sessionRequest struct {
	chat.Proof
	Network string
	Guest   string
	Name    string
	Room    string
	Maker   string
	Locale  string
	Token   string
	// Act is what the person came for, so that the page needs no second request before it can show a puzzle.
	Act *firstAct
}

// A firstAct is an act that is carried out as soon as its session is open.
type firstAct struct {
	actRequest
	// First deals a puzzle of the first game.
	First bool
}

// A sessionResponse is the answer to a sessionRequest.
type sessionResponse struct {
	Token string `json:"token"`
	Until int64  `json:"until"`
	Guest string `json:"guest,omitempty"`
	Name  string `json:"name"`
	Room  string `json:"room,omitempty"`
	Maker string `json:"maker,omitempty"`
	Lang  string `json:"lang"`
	Open  string `json:"open,omitempty"`
	// Access is the Access of the proof.
	Access string            `json:"access,omitempty"`
	Words  map[string]string `json:"words"`
	View   *chat.View        `json:"view"`
	// Acted reports whether the Act of the request was carried out. Reply is the reply to it.
	Acted bool   `json:"acted,omitempty"`
	Reply *reply `json:"reply,omitempty"`
}

// A visitor is somebody who opens a session.
type visitor struct {
	session session
	// open is the data of what they came for; empty: nothing in particular.
	open string
	// access is what the page shows the network's client; empty: nothing.
	access string
	// guestKey is the key that a guest is known by in later sessions.
	guestKey string
	// makerKey is the key with which they prove in later sessions that they made the room.
	makerKey string
}

// serveSession opens a session.
func (f *FrontEnd) serveSession(w http.ResponseWriter, r *http.Request) {
	var req sessionRequest
	if !readBody(w, r, &req) || !f.allow(w, f.paceKey(r, req), sessionPace) {
		return
	}
	if req.Locale == "" {
		req.Locale = locale(r)
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	response, err := f.openSession(ctx, r.Context(), req)
	if refused, ok := errors.AsType[refusal](err); ok {
		refuse(w, refused)
		return
	}
	if err != nil {
		f.Logger.Warn("no session", "network", req.Network, "err", err)
		refuse(w, busy)
		return
	}
	writeJSON(w, response)
}

// paceKey returns the key under which a request for a session is counted. A person who comes back has a key of
// their own. All new people at one address share the key of the address. A guest who goes into a room counts as
// new, since they may be guessing the codes of rooms. Whoever sends a network's proof counts as new, too: a guest's
// key or a token that they send beside it may be somebody else's.
func (f *FrontEnd) paceKey(r *http.Request, req sessionRequest) string {
	byAddress := "session " + f.address(r)
	if req.Network != Network {
		return byAddress
	}
	var guest string
	if req.Guest != "" && req.Room == "" && f.unseal("guest", req.Guest, &guest) {
		return "session of guest " + guest
	}
	if s, ok := f.readToken(req.Token); ok {
		return "session of " + personKey(s)
	}
	return byAddress
}

// openSession opens a session for the person of a request, and returns their first view. The error may
// be a refusal. stays ends when the person has left or has the response.
func (f *FrontEnd) openSession(ctx, stays context.Context, req sessionRequest) (*sessionResponse, error) {
	_, words := f.Bot.Words(req.Locale)
	v, err := f.identify(ctx, req, words)
	if err != nil {
		return nil, err
	}
	s := v.session
	view, err := f.loadView(ctx, s, "", true)
	if err != nil {
		return nil, err
	}
	language, chosen := f.Bot.Words(view.Lang)
	isNameless := s.Person.Name == words["guest"]
	if isNameless {
		// The page knows the person as nameless by this name, and it has the words of this language.
		s.Person.Name = chosen["guest"]
	}
	if s.Until.IsZero() {
		s.Until = f.Now().Add(sessionFor)
	}
	token, err := f.seal("session", s)
	if err != nil {
		return nil, err
	}
	response := &sessionResponse{
		Token:  token,
		Until:  s.Until.UnixMilli(),
		Guest:  v.guestKey,
		Name:   s.Person.Name,
		Room:   s.room(),
		Maker:  v.makerKey,
		Lang:   language,
		Open:   v.open,
		Access: v.access,
		Words:  chosen,
		View:   view,
	}
	f.carryOutFirst(ctx, stays, response, s, req.Act)
	return response, nil
}

// carryOutFirst carries out what the person of a new session came for, if their request says it, and adds what
// came of it to the answer.
func (f *FrontEnd) carryOutFirst(ctx, stays context.Context, out *sessionResponse, s session, first *firstAct) {
	if first == nil {
		return
	}
	if first.First && len(out.View.Deal) > 0 {
		first.Press = out.View.Deal[0].Press
	}
	if !first.isValid() {
		return
	}
	first.Day = true
	acted, err := f.carryOut(ctx, stays, s, first.actRequest)
	if err != nil {
		// The page makes the act again, and is told why it is refused.
		return
	}
	out.Acted = true
	out.Reply = acted.Reply
	out.View = acted.View
}

// identify returns who asks for a session. words are the page's sentences in their language.
func (f *FrontEnd) identify(ctx context.Context, req sessionRequest, words map[string]string) (visitor, error) {
	if req.Network == Network && req.Token != "" {
		return f.identifyByToken(ctx, req)
	}
	if req.Network == Network && req.Proof.Proof == "" {
		return f.identifyGuest(ctx, req, words)
	}
	who, err := f.prove(ctx, req)
	if errors.Is(err, chat.ErrProof) {
		return visitor{}, badProof
	}
	if err != nil {
		return visitor{}, err
	}
	if who.Locale == "" {
		who.Locale = req.Locale
	}
	v := visitor{
		session: session{Place: who.Place, Person: who.Person, Locale: who.Locale},
		open:    who.Input.Data,
		access:  who.Access,
	}
	if req.Room == "" {
		return v, nil
	}
	return f.moveIntoRoom(ctx, v, req)
}

// identifyByToken returns the person of an earlier session. Their page was loaded again, or they go into a room or
// leave it.
func (f *FrontEnd) identifyByToken(ctx context.Context, req sessionRequest) (visitor, error) {
	s, ok := f.readToken(req.Token)
	if !ok {
		return visitor{}, badProof
	}
	if req.Room == "" {
		return f.stay(s)
	}
	if s.isGuest() {
		// Guests use their key for that. Such a request counts for their address: see paceKey.
		return visitor{}, badProof
	}
	if s.Home != nil {
		s.Place = s.Home.Place
		s.Person.Role = s.Home.Role
		s.Home = nil
	}
	if req.Room == homeRoom {
		return visitor{session: s}, nil
	}
	return f.moveIntoRoom(ctx, visitor{session: s}, req)
}

// stay returns the person of an earlier session where they were. The maker of a room stays its maker.
func (f *FrontEnd) stay(s session) (visitor, error) {
	v := visitor{session: s}
	isMaker := s.isRoom() && s.Person.Role == chat.RoleAdmin
	if !isMaker {
		return v, nil
	}
	var err error
	v.makerKey, err = f.sealMaker(s)
	return v, err
}

// prove checks the proof in a request, and returns whose it is. The proof is a network's, or a pass from a
// link that the bot has made.
func (f *FrontEnd) prove(ctx context.Context, req sessionRequest) (chat.Request, error) {
	if req.Network == Network {
		return f.Bot.Enter(ctx, req.Proof.Proof, f.Now())
	}
	prover := f.Provers[req.Network]
	if prover == nil {
		return chat.Request{}, chat.ErrProof
	}
	return prover.Prove(ctx, req.Proof, f.Now())
}

// identifyGuest returns the guest with a key, or a new guest. A guest plays alone, or in a room.
func (f *FrontEnd) identifyGuest(ctx context.Context, req sessionRequest, words map[string]string) (visitor, error) {
	var id string
	if req.Guest == "" {
		id = strings.ToLower(rand.Text())
	} else if !f.unseal("guest", req.Guest, &id) {
		return visitor{}, badProof
	}
	key, err := f.seal("guest", id)
	if err != nil {
		return visitor{}, err
	}
	v := visitor{
		guestKey: key,
		session: session{
			Person: chat.Person{Network: Network, ID: id, Role: chat.RoleAdmin},
			Place:  chat.Place{Network: Network, Community: id, Private: true},
			Locale: req.Locale,
		},
	}
	isKnownGuest := req.Guest != ""
	if req.Room != "" && isKnownGuest {
		words, err = f.chooseLanguage(ctx, &v.session)
		if err != nil {
			return visitor{}, err
		}
	}
	given := strings.TrimSpace(chat.Clip(chat.OneLine(req.Name), maxName))
	v.session.Person.Name = chat.FirstVisible(given, words["guest"])
	if req.Room == "" {
		return v, nil
	}
	return f.enterRoom(ctx, v, req, words)
}

// chooseLanguage sets the language of a person who goes into a room, and returns the page's sentences in it. A room
// has no setting for a person's language, so it is the one that they have where they come from.
func (f *FrontEnd) chooseLanguage(ctx context.Context, s *session) (words map[string]string, err error) {
	s.Locale, err = f.Bot.Language(ctx, f.request(*s))
	if err != nil {
		return nil, err
	}
	_, words = f.Bot.Words(s.Locale)
	return words, nil
}

// moveIntoRoom takes a person of a chat from where they are into a room.
func (f *FrontEnd) moveIntoRoom(ctx context.Context, v visitor, req sessionRequest) (visitor, error) {
	from := home{Place: v.session.Place, Role: v.session.Person.Role}
	words, err := f.chooseLanguage(ctx, &v.session)
	if err != nil {
		return visitor{}, err
	}
	v.session.Home = &from
	return f.enterRoom(ctx, v, req, words)
}

// A maker says who made a room. It is sealed and given to the browser, so that the room is theirs in later
// sessions, too.
type maker struct {
	Room string
	// Network is empty for a guest.
	Network string `json:",omitempty"`
	// Guest is the ID of the person on the network.
	Guest string
}

// makerOf returns what says that the person of a session made the room they are in.
func makerOf(s session) maker {
	m := maker{Room: s.room(), Guest: s.Person.ID}
	if !s.isGuest() {
		m.Network = s.Person.Network
	}
	return m
}

func (f *FrontEnd) sealMaker(s session) (string, error) { return f.seal("maker", makerOf(s)) }

// enterRoom puts a person into a new room, or into the room with a code.
func (f *FrontEnd) enterRoom(
	ctx context.Context, v visitor, req sessionRequest, words map[string]string,
) (visitor, error) {
	code := strings.ToUpper(req.Room)
	if req.Room == newRoom {
		code = newCode()
	}
	if !isCode(code) {
		return visitor{}, notFound
	}
	s := &v.session
	title := strings.ReplaceAll(words["room"], "{code}", code)
	s.Place = chat.Place{Network: Network, Community: roomPrefix + code, Title: title}

	var made maker
	hasMadeIt := f.unseal("maker", req.Maker, &made) && made == makerOf(*s)
	isMaker := hasMadeIt || req.Room == newRoom
	s.Person.Role = chat.RoleMember
	if isMaker {
		s.Person.Role = chat.RoleAdmin
		key, err := f.sealMaker(*s)
		if err != nil {
			return visitor{}, err
		}
		v.makerKey = key
	}

	// From now on the bot knows the room.
	r := f.request(*s)
	r.Key = "web:room:" + code
	r.Input.Kind = chat.Joined
	if _, _, err := f.Bot.Do(ctx, r); err != nil {
		return visitor{}, err
	}
	return v, nil
}
