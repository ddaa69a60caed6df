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
	go func() { _ = http.Serve(&connListener{Conn: far}, http.HandlerFunc(s.serveGateway)) }()
	return near, nil
}

// A connListener is a listener that accepts one connection, which is made already.
type connListener struct {
	net.Conn
	accepted bool
}

func (l *connListener) Accept() (net.Conn, error) {
	if l.accepted {
		return nil, net.ErrClosed
	}
	l.accepted = true
	return l.Conn, nil
}

func (l *connListener) Addr() net.Addr { return l.LocalAddr() }

// Close leaves the connection open.
func (l *connListener) Close() error { return nil }
