package roles

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"reckon/bot/chat"
)

// page is the handler of the web page on which people agree that their network shows their figures.
type page struct {
	roles
	site     chat.Site
	template *template.Template
}

//go:embed page.html
var pageHTML string

// routes returns the route of the page. The page sends people to their network, and they come back to it with a code.
func (r roles) routes(site chat.Site) []chat.Route {
	p := page{roles: r, site: site, template: template.Must(template.New("roles").Parse(pageHTML))}
	return []chat.Route{{
		Pattern: "GET " + chat.PagePath + chat.RolesPath("{network}"),
		Limit:   "roles",
		Pace:    chat.Pace{Interval: time.Second, Burst: 20},
		Serve:   p.serve,
	}}
}

const (
	// agreeFor is how long a person may take to agree at the network.
	agreeFor = 10 * time.Minute
	// stateCookie holds the oauthState of a browser that was sent to agree.
	stateCookie = "agree"
)

// An oauthState is in a cookie of a browser that was sent to a network. A code counts only in a browser with this
// cookie. So nobody can make somebody else's browser accept a code by a link.
type oauthState struct {
	// Network is where the browser was sent.
	Network string
	// State is a random text with which the browser must come back.
	State string
	// Until is how long it may come back.
	Until time.Time
}

// errDeclined says that somebody does not agree.
var errDeclined = errors.New("declined")

// serve sends a browser to the network. If the browser comes back from there, serve stores the agreement.
func (p page) serve(w http.ResponseWriter, r *http.Request) {
	network := r.PathValue("network")
	front, ok := p.figureShower(network)
	if !ok {
		p.write(w, r, http.StatusNotFound, "off", nil)
		return
	}
	if !r.URL.Query().Has("state") {
		p.askToAgree(w, r, network, front)
		return
	}
	// A state works once. So the response drops the cookie. The request still has it, for acceptAgreement to read.
	p.site.DropCookie(w, r, stateCookie)
	figures, err := p.acceptAgreement(r, network, front)
	if errors.Is(err, errDeclined) {
		p.write(w, r, http.StatusOK, "declined", nil)
		return
	}
	if errors.Is(err, chat.ErrProof) {
		p.write(w, r, http.StatusForbidden, "old", nil)
		return
	}
	if err != nil {
		p.Logger.Warn("an agreement was not stored", "network", network, "err", err)
		p.write(w, r, http.StatusServiceUnavailable, "later", nil)
		return
	}
	p.write(w, r, http.StatusOK, "done", figures)
}

// askToAgree sends a browser to the network.
func (p page) askToAgree(w http.ResponseWriter, r *http.Request, network string, front FigureShower) {
	state := oauthState{Network: network, State: rand.Text(), Until: p.Now().Add(agreeFor)}
	address := front.Agreement(state.State)
	if address == "" {
		// The front end has not connected yet, or has no page.
		p.write(w, r, http.StatusServiceUnavailable, "later", nil)
		return
	}
	if err := p.site.SetCookie(w, r, stateCookie, state, agreeFor); err != nil {
		p.write(w, r, http.StatusServiceUnavailable, "later", nil)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// acceptAgreement stores the agreement of a person who comes back from a network, and returns their figures.
func (p page) acceptAgreement(r *http.Request, network string, front FigureShower) ([]chat.Figure, error) {
	if !p.hasState(r, network) {
		return nil, chat.ErrProof
	}
	query := r.URL.Query()
	if query.Has("error") {
		return nil, errDeclined
	}
	who, token, err := front.Agreed(r.Context(), query.Get("code"))
	if err != nil {
		return nil, err
	}
	return p.agree(r.Context(), who, token)
}

// hasState reports whether a browser that comes back was sent to the network with the same state, and not too
// long ago.
func (p page) hasState(r *http.Request, network string) bool {
	var state oauthState
	if !p.site.ReadCookie(r, stateCookie, &state) {
		return false
	}
	if state.Network != network || p.Now().After(state.Until) {
		return false
	}
	returned := r.URL.Query().Get("state")
	return subtle.ConstantTimeCompare([]byte(state.State), []byte(returned)) == 1
}

// pageData is what the template shows.
type pageData struct {
	Title string
	// Lead says what has happened.
	Lead string
	// Rows are figures, with their names.
	Rows [][2]string
	// Kept says that the figures are kept up to date. The page shows it only if there are Rows.
	Kept string
}

// write serves the page with the sentence "roles." and key, and with figures if there are any.
func (p page) write(w http.ResponseWriter, r *http.Request, status int, key string, figures []chat.Figure) {
	v := p.Speak(p.site.Visitor(r).Locale)
	data := pageData{
		Title: v.Phrase("roles.title", nil),
		Lead:  v.Phrase("roles."+key, nil),
		Kept:  v.Phrase("roles.kept", nil),
	}
	for _, figure := range figures {
		data.Rows = append(data.Rows, [2]string{figure.Name[v.Language()], strconv.Itoa(figure.Value)})
	}
	var body bytes.Buffer
	if err := p.template.Execute(&body, data); err != nil {
		p.Logger.Error("the page of roles is not made", "err", err)
		p.site.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	p.site.WriteDocument(w, r, chat.Document{
		Status:   status,
		Language: v.Language(),
		Title:    data.Title,
		Body:     template.HTML(body.String()),
		// The address has a code in it, so no other site may learn the address.
		Private: true,
	})
}
