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
	// stateCookie holds the sealed oauthState of a browser that was sent to agree.
	stateCookie = "agree"
)

// An oauthState is kept by a browser that was sent to a network to agree. The code that it comes
// back with counts only in that browser, so that no link makes somebody agree by the code of
// another person.
type oauthState struct {
	Network string
	State   string
	Until   time.Time
}

// errDeclined says that somebody does not agree.
var errDeclined = errors.New("declined")

// serveRoles sends somebody who wants a role to where they agree that their network shows their
// figures, and takes them in when they come back.
func (f *FrontEnd) serveRoles(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "roles "+address(r), rolesPace) {
		return
	}
	network := r.PathValue("network")
	giver, ok := f.Provers[network].(chat.RoleGiver)
	if !ok {
		f.writeRoles(w, r, http.StatusNotFound, "off", nil)
		return
	}
	if !r.URL.Query().Has("state") {
		f.askToAgree(w, r, network, giver)
		return
	}
	// The state is used up.
	http.SetCookie(w, newStateCookie(r, "", -1))
	ctx, cancel := startWork(w, r)
	defer cancel()
	figures, err := f.agree(ctx, r, network, giver)
	if errors.Is(err, errDeclined) {
		f.writeRoles(w, r, http.StatusOK, "declined", nil)
		return
	}
	if errors.Is(err, chat.ErrProof) {
		f.writeRoles(w, r, http.StatusForbidden, "old", nil)
		return
	}
	if err != nil {
		f.Logger.Warn("nobody agreed", "network", network, "err", err)
		f.writeRoles(w, r, http.StatusServiceUnavailable, "later", nil)
		return
	}
	f.writeRoles(w, r, http.StatusOK, "done", figures)
}

// askToAgree sends a browser to the network.
func (f *FrontEnd) askToAgree(w http.ResponseWriter, r *http.Request, network string, giver chat.RoleGiver) {
	state := oauthState{Network: network, State: rand.Text(), Until: f.Now().Add(agreeFor)}
	address := giver.Agreement(state.State)
	sealed, err := f.seal("roles", state)
	if err != nil || address == "" {
		f.writeRoles(w, r, http.StatusServiceUnavailable, "later", nil)
		return
	}
	http.SetCookie(w, newStateCookie(r, sealed, int(agreeFor.Seconds())))
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// newStateCookie returns the cookie of a state. A maxAge of -1 deletes it.
func newStateCookie(r *http.Request, sealed string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name:     stateCookie,
		Value:    sealed,
		Path:     r.URL.Path,
		MaxAge:   maxAge,
		HttpOnly: true,
		Secure:   !isLocal(r.Host),
		SameSite: http.SameSiteLaxMode,
	}
}

// agree takes in what a network says of somebody who comes back, and returns their figures.
func (f *FrontEnd) agree(
	ctx context.Context, r *http.Request, network string, giver chat.RoleGiver,
) ([]chat.Figure, error) {
	if !f.hasState(r, network) {
		return nil, chat.ErrProof
	}
	query := r.URL.Query()
	if query.Has("error") {
		return nil, errDeclined
	}
	who, token, err := giver.Agreed(ctx, query.Get("code"))
	if err != nil {
		return nil, err
	}
	return f.Bot.Agree(ctx, who, token)
}

// hasState reports whether a browser was sent to a network with the state that it comes back with,
// and not too long ago.
func (f *FrontEnd) hasState(r *http.Request, network string) bool {
	cookie, err := r.Cookie(stateCookie)
	if err != nil {
		return false
	}
	var state oauthState
	if !f.unseal("roles", cookie.Value, &state) {
		return false
	}
	if state.Network != network || f.Now().After(state.Until) {
		return false
	}
	returned := r.URL.Query().Get("state")
	return subtle.ConstantTimeCompare([]byte(state.State), []byte(returned)) == 1
}

// rolesData is what the template of roles shows.
type rolesData struct {
	Lang  string
	Title string
	Lead  string
	Kept  string
	// Rows are figures, with their names.
	Rows [][2]string
}

// writeRoles serves a page with the sentence of a key, and figures if there are any.
func (f *FrontEnd) writeRoles(w http.ResponseWriter, r *http.Request, status int, key string, figures []chat.Figure) {
	language, words := f.Bot.Words(locale(r))
	data := rolesData{
		Lang:  language,
		Title: words["roles"],
		Lead:  words["roles."+key],
		Kept:  words["roles.kept"],
	}
	for _, figure := range figures {
		data.Rows = append(data.Rows, [2]string{figure.Name[language], strconv.Itoa(figure.Value)})
	}
	text, ok := f.static.fill(w, r, "roles", data)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	// The address has a code, which no other site should see.
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
