package discordtest

import (
	"io"
	"net/http"
	"net/http/httptest"
)

// RoundTrip implements http.RoundTripper: a call of the API in memory, for tests in the fake
// time of testing/synctest.
func (s *Server) RoundTrip(r *http.Request) (_ *http.Response, err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			// The connection broke.
			err = io.ErrUnexpectedEOF
		default:
			panic(p)
		}
	}()
	w := httptest.NewRecorder()
	s.serveREST(w, r)
	return w.Result(), nil
}
