package web

import (
	"errors"
	"net/http"
	"time"

	"reckon/bot/chat"
)

var _ chat.Site = (*FrontEnd)(nil)

// serveRoute returns the handler of a feature's route. It limits how many requests an address makes, and how
// long the work on one takes.
func (f *FrontEnd) serveRoute(route chat.Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !f.allow(w, route.Limit+" "+f.address(r), route.Pace) {
			return
		}
		ctx, cancel := startWork(w, r)
		defer cancel()
		ok := chat.Guard(f.Logger, route.Pattern, func() { route.Serve(w, r.WithContext(ctx)) })
		if !ok {
			refuse(w, busy)
		}
	}
}

// Visitor implements chat.Site.
func (f *FrontEnd) Visitor(r *http.Request) chat.Request {
	return f.request(session{
		Locale: locale(r),
		Place:  chat.Place{Network: Network, Private: true},
		Person: chat.Person{Network: Network},
	})
}

// Guest implements chat.Site.
func (f *FrontEnd) Guest(r *http.Request, key, name string) (guest chat.Request, newKey string, err error) {
	req := sessionRequest{Name: name, Guest: key, Locale: locale(r)}
	_, words := f.Bot.Words(req.Locale)
	v, err := f.identifyGuest(r.Context(), req, words)
	if errors.Is(err, badProof) {
		return chat.Request{}, "", chat.ErrProof
	}
	if err != nil {
		return chat.Request{}, "", err
	}
	return f.request(v.session), v.guestKey, nil
}

// Refuse implements chat.Site.
func (f *FrontEnd) Refuse(w http.ResponseWriter, status int) { refuse(w, refusal(status)) }

// SetCookie implements chat.Site.
func (f *FrontEnd) SetCookie(
	w http.ResponseWriter, r *http.Request, name string, value any, lasts time.Duration,
) error {
	sealed, err := f.seal("cookie "+name, value)
	if err != nil {
		return err
	}
	http.SetCookie(w, f.newCookie(r, name, sealed, int(lasts.Seconds())))
	return nil
}

// ReadCookie implements chat.Site.
func (f *FrontEnd) ReadCookie(r *http.Request, name string, into any) bool {
	cookie, err := r.Cookie(name)
	return err == nil && f.unseal("cookie "+name, cookie.Value, into)
}

// DropCookie implements chat.Site.
func (f *FrontEnd) DropCookie(w http.ResponseWriter, r *http.Request, name string) {
	http.SetCookie(w, f.newCookie(r, name, "", -1))
}

// newCookie returns a cookie for the path of a request. A maxAge of -1 deletes it.
func (f *FrontEnd) newCookie(r *http.Request, name, sealed string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name:     name,
		Value:    sealed,
		Path:     r.URL.Path,
		MaxAge:   maxAge,
		HttpOnly: true,
		Secure:   !isLocal(f.host(r)),
		SameSite: http.SameSiteLaxMode,
	}
}
