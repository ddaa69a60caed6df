package web

import (
	"net/http"

	"reckon/bot/chat"
)

// Routes returns the routes below the page's base, by method and path.
func (f *FrontEnd) Routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"GET " + Path + chat.RolesPath("{network}"): f.serveRoles,

		"GET /{$}":             f.servePage,
		"GET /play":            f.servePage,
		"GET /p/{puzzle}":      f.servePuzzle,
		"GET /day/{number}":    f.serveDay,
		"GET /book":            func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "book/", http.StatusSeeOther) },
		"GET /book/{$}":        f.serveContents,
		"GET /book/{leaf}":     f.serveLeaf,
		"POST /book/{leaf}":    f.serveFind,
		"GET /book/check.py":   f.serveChecker,
		"GET /book.tsv":        f.serveTable,
		"GET /book.tsv.sha256": f.serveSum,
		"OPTIONS /play/{what}": f.open(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		"POST /play/session":   f.open(f.session),
		"GET /play/view":       f.open(f.known(f.view)),
		"POST /play/act":       f.open(f.known(f.act)),
		"POST /play/share":     f.open(f.known(f.share)),
		"GET /play/value":      f.open(f.known(f.value)),
		"GET /play/results":    f.open(f.known(f.results)),
		"GET /r/{room}":        f.serveRoom,
		"GET /play/watch":      f.open(f.known(f.watch)),
	}
}

// open lets every origin call a route: the page may be framed with an origin of its own.
// Nothing is kept by the way.
func (f *FrontEnd) open(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		h.Set("Access-Control-Expose-Headers", "Retry-After")
		h.Set("Access-Control-Max-Age", "86400")
		h.Set("Cache-Control", "no-store")
		next(w, r)
	}
}
