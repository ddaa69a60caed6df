package discordtest

import (
	"net"
	"net/http"
	"net/http/httptest"
)

// Listen serves on a free port of this machine and returns the URL of the API.
func (s *Server) Listen() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.base = "http://" + l.Addr().String()
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v9/", s.serveREST)
	mux.HandleFunc("/gateway/", s.serveGateway)
	s.http = &http.Server{Handler: mux}
	go func() { _ = s.http.Serve(l) }() // it returns when Close closes the listener
	return s.base + "/api/v9", nil
}

// RoundTrip implements http.RoundTripper: a call of the API in memory, for tests in the fake
// time of testing/synctest.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.serveREST(w, r)
	return w.Result(), nil
}
