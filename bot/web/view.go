package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"

	"reckon/bot/chat"
)

// serveView serves what a person sees.
func (f *FrontEnd) serveView(w http.ResponseWriter, r *http.Request, s session) {
	if !f.allow(w, "view "+personKey(s), viewPace) {
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	view, err := f.loadView(ctx, s, r.FormValue("round"), r.FormValue("day") != "")
	if err != nil {
		refuse(w, busy)
		return
	}
	writeJSON(w, view)
}

// serveMe serves what a person sees about themselves.
func (f *FrontEnd) serveMe(w http.ResponseWriter, r *http.Request, s session) {
	if !f.allow(w, "view "+personKey(s), viewPace) {
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	me, err := f.Bot.Me(ctx, f.request(s))
	if err != nil {
		refuse(w, busy)
		return
	}
	writeJSON(w, me)
}

// serveValue serves the value of an expression.
func (f *FrontEnd) serveValue(w http.ResponseWriter, r *http.Request, s session) {
	if !f.allow(w, "value "+personKey(s), valuePace) {
		return
	}
	req := f.request(s)
	req.Input = chat.Input{Data: r.FormValue("round"), Text: r.FormValue("text")}
	if len(req.Input.Text) > maxText || len(req.Input.Data) > maxData {
		refuse(w, tooLong)
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	value, ok, err := f.Bot.Value(ctx, req)
	if err != nil {
		refuse(w, busy)
		return
	}
	if !ok {
		refuse(w, notFound)
		return
	}
	writeJSON(w, value)
}

// loadView returns what a person sees, with its version. It shows the round of a token or, without a
// token, the person's current round.
func (f *FrontEnd) loadView(ctx context.Context, s session, round string, withDay bool) (*chat.View, error) {
	// Whoever loads a view is there.
	f.presence.see(f.Live, s, f.Now(), 0)
	req := f.request(s)
	if len(round) <= maxData {
		req.Input.Data = round
	}
	view, err := f.Bot.View(ctx, req, withDay)
	if err != nil {
		return nil, err
	}
	if s.isRoom() {
		view.Here, view.HereMore = f.presence.list(s, req.At)
		view.Topics = append(view.Topics, hereTopic(s.Place.Community))
	}
	view.Version, err = version(view)
	if err != nil {
		return nil, err
	}
	view.Now = req.At.UnixMilli()
	return &view, nil
}

// version returns a text that changes when a view changes. Changes of the day are left out, because the
// page does not always ask for it. So is the number of the people in a room who are not named.
func version(v chat.View) (string, error) {
	v.Day = nil
	v.RoundDay = nil
	v.HereMore = 0
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:9]), nil
}
