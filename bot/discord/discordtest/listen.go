package discordtest

import (
	"context"
	"net"
	"net/http"
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
	// Serve returns when Close closes the listener.
	go func() { _ = s.http.Serve(l) }()
	return s.base + "/api/v9", nil
}

// Dial makes a connection to the gateway in memory, for tests in the fake time of
// testing/synctest.
func (s *Server) Dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	go func() { _ = http.Serve(&pipe{Conn: far}, http.HandlerFunc(s.serveGateway)) }()
	return near, nil
}

// A pipe is a listener that has one connection.
type pipe struct {
	net.Conn
	accepted bool
}

func (p *pipe) Accept() (net.Conn, error) {
	if p.accepted {
		return nil, net.ErrClosed
	}
	p.accepted = true
	return p.Conn, nil
}

func (p *pipe) Addr() net.Addr { return p.LocalAddr() }

// Close leaves the connection open.
func (p *pipe) Close() error { return nil }
