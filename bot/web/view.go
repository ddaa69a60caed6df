package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"

	"reckon/bot/chat"
)

// view shows what a person sees.
func (f *FrontEnd) view(w http.ResponseWriter, r *http.Request, s session) {
	if !f.paced(w, "view "+personKey(s), viewPace) {
		return
	}
	ctx, cancel := f.working(w, r)
	defer cancel()
	v, err := f.look(ctx, s, r.FormValue("round"), r.FormValue("day") != "")
	if err != nil {
		refuse(w, busy)
		return
	}
	write(w, v)
}

// value works out a calculation.
func (f *FrontEnd) value(w http.ResponseWriter, r *http.Request, s session) {
	if !f.paced(w, "value "+personKey(s), valuePace) {
		return
	}
	req := f.request(s)
	req.Input = chat.Input{Data: r.FormValue("round"), Text: r.FormValue("text")}
	if len(req.Input.Text) > maxText || len(req.Input.Data) > maxData {
		refuse(w, long)
		return
	}
	ctx, cancel := f.working(w, r)
	defer cancel()
	v, ok, err := f.Bot.Value(ctx, req)
	switch {
	case err != nil:
		refuse(w, busy)
	case !ok:
		refuse(w, none)
	default:
		write(w, v)
	}
}

// look returns what a person sees, with its version.
func (f *FrontEnd) look(ctx context.Context, s session, round string, day bool) (*chat.View, error) {
	req := f.request(s)
	if len(round) <= maxData {
		req.Input.Data = round
	}
	v, err := f.Bot.View(ctx, req, day)
	if err != nil {
		return nil, err
	}
	days := v.Day
	v.Day = nil // it is not always asked for
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	v.Day, v.Now, v.Version = days, req.At.UnixMilli(), base64.RawURLEncoding.EncodeToString(sum[:9])
	return &v, nil
}
