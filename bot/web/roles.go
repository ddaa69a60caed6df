package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"strconv"
	"time"

	"reckon/bot/chat"
)

const (
	// agreeFor is how long somebody may think before they agree.
	agreeFor = 10 * time.Minute
	// stateCookie holds the sealed errand of a browser that was sent to agree.
	stateCookie = "agree"
)

// An errand is why a browser was sent to a network. A code counts only in that browser, so that
// no link makes people agree by a code of somebody else's.
type errand struct {
	Network, State string
	Until          time.Time
}

// serveRoles sends somebody who wants a role to where they agree that their network shows their
// figures, and takes them in when they come back.
func (f *FrontEnd) serveRoles(w http.ResponseWriter, r *http.Request) {
	if !f.paced(w, "roles "+address(r), rolesPace) {
		return
	}
	network := r.PathValue("network")
	giver, ok := f.Provers[network].(chat.RoleGiver)
	if !ok {
		f.sayRoles(w, r, http.StatusNotFound, nil, "off")
		return
	}
	cookie := &http.Cookie{Name: stateCookie, Path: r.URL.Path, HttpOnly: true, Secure: !isLocal(r.Host), SameSite: http.SameSiteLaxMode, MaxAge: -1}
	if !r.URL.Query().Has("state") {
		e := errand{network, rand.Text(), f.Now().Add(agreeFor)}
		address := giver.Agreement(e.State)
		sealed, err := f.seal("roles", e)
		if err != nil || address == "" {
			f.sayRoles(w, r, http.StatusServiceUnavailable, nil, "later")
			return
		}
		cookie.Value, cookie.MaxAge = sealed, int(agreeFor.Seconds())
		http.SetCookie(w, cookie)
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, address, http.StatusSeeOther)
		return
	}
	http.SetCookie(w, cookie) // it is used up
	shown, err := f.agree(r, network, giver)
	switch {
	case errors.Is(err, errDeclined):
		f.sayRoles(w, r, http.StatusOK, nil, "declined")
	case errors.Is(err, chat.ErrProof):
		f.sayRoles(w, r, http.StatusForbidden, nil, "old")
	case err != nil:
		f.Logger.Warn("nobody agreed", "network", network, "err", err)
		f.sayRoles(w, r, http.StatusServiceUnavailable, nil, "later")
	default:
		f.sayRoles(w, r, http.StatusOK, shown, "done")
	}
}

// errDeclined says that somebody does not agree.
var errDeclined = errors.New("declined")

// agree takes in what a network says of somebody who comes back, if they left from this browser.
func (f *FrontEnd) agree(r *http.Request, network string, giver chat.RoleGiver) ([]chat.Figure, error) {
	var e errand
	q := r.URL.Query()
	c, err := r.Cookie(stateCookie)
	if err != nil || !f.unseal("roles", c.Value, &e) || e.Network != network || f.Now().After(e.Until) ||
		subtle.ConstantTimeCompare([]byte(e.State), []byte(q.Get("state"))) == 0 {
		return nil, chat.ErrProof
	}
	if q.Has("error") {
		return nil, errDeclined
	}
	ctx, cancel := context.WithTimeout(r.Context(), workFor)
	defer cancel()
	who, token, err := giver.Agreed(ctx, q.Get("code"))
	if err != nil {
		return nil, err
	}
	return f.Bot.Agree(ctx, who, token)
}

// sayRoles serves a page with a sentence, and figures if there are any.
func (f *FrontEnd) sayRoles(w http.ResponseWriter, r *http.Request, status int, shown []chat.Figure, key string) {
	language, words := f.Bot.Words(locale(r))
	var page struct {
		Lang, Title, Lead, Kept string
		Rows                    [][2]string
	}
	page.Lang, page.Title, page.Lead, page.Kept = language, words["roles"], words["roles."+key], words["roles.kept"]
	for _, x := range shown {
		page.Rows = append(page.Rows, [2]string{x.Name[language], strconv.Itoa(x.Value)})
	}
	text, ok := f.shelf.fill(w, r, "roles", page)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer") // the address has a code
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have left
}
