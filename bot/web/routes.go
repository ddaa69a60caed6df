package web

import "net/http"

// Routes returns the routes below the page's base, by method and path: those of the page, and those
// of features.
func (f *FrontEnd) Routes() map[string]http.HandlerFunc {
	routes := map[string]http.HandlerFunc{
		"GET /{$}":          f.servePage,
		"GET /play":         f.servePage,
		"GET /p/{puzzle}":   f.servePuzzle,
		"GET /day/{number}": f.serveDay,
		"GET /r/{room}":     f.serveRoom,

		"GET /manifest.webmanifest": f.serveManifest,
		"GET /icon/{name}":          f.serveIcon,
		"GET /robots.txt":           f.serveRobots,
		"GET /offline.js":           f.serveOffline,
		"GET /licences.txt":         serveLicences,

		"OPTIONS /play/{what}": anyOrigin(serveNothing),
		"POST /play/session":   anyOrigin(f.serveSession),
		"GET /play/view":       anyOrigin(f.withSession(f.serveView)),
		"GET /play/me":         anyOrigin(f.withSession(f.serveMe)),
		"POST /play/act":       anyOrigin(f.withSession(f.serveAct)),
		"POST /play/share":     anyOrigin(f.withSession(f.serveShare)),
		"GET /play/value":      anyOrigin(f.withSession(f.serveValue)),
		"GET /play/results":    anyOrigin(f.withSession(f.serveResults)),
		"GET /play/watch":      anyOrigin(f.withSession(f.serveWatch)),
	}
	for _, route := range f.Bot.Routes(f) {
		routes[route.Pattern] = f.serveRoute(route)
	}
	return routes
}

// anyOrigin lets pages of every origin call a route, since the page may be in a frame that has another origin.
// That is safe because these routes know a person only by the token in the header Authorization. No browser
// sends it by itself, as it sends cookies, so another site cannot act in somebody's name. No cache keeps the
// response.
func anyOrigin(next http.HandlerFunc) http.HandlerFunc {
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

func serveNothing(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
