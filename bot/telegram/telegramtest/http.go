package telegramtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"
)

// Listen serves calls on a free port of this machine until Close. It returns the URL of
// the API.
func (s *Server) Listen() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: s}
	context.AfterFunc(s.ctx, func() { _ = server.Close() })
	// Serve returns when the server is closed.
	go func() { _ = server.Serve(l) }()
	return "http://" + l.Addr().String(), nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	c := &Call{Values: fieldsOf(r), Method: method, At: time.Now()}
	f := s.record(c)
	if f == nil {
		f = s.answer(r.Context(), token, c)
	}
	if f.Hang {
		<-r.Context().Done()
	}
	if s.options.Latency > 0 {
		pause(r.Context(), s.options.Latency)
	}
	if f.Code == 0 || r.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
	s.mu.Lock()
	c.Code = f.Code
	s.mu.Unlock()
	w.WriteHeader(f.Code)
	// The bot may be gone.
	_, _ = io.WriteString(w, f.Body)
}

// record adds a call to the calls so far, and returns the fault with which the call fails; nil: none.
func (s *Server) record(c *Call) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, c)
	for _, fail := range s.faults {
		if f := fail(*c); f != nil {
			return f
		}
	}
	return nil
}

// answer carries a call out, and returns its result in the form of a Fault.
func (s *Server) answer(ctx context.Context, token string, c *Call) *Fault {
	result, f := s.carryOut(ctx, token, c)
	if f != nil {
		return f
	}
	return &Fault{Code: http.StatusOK, Body: toJSON(object{"ok": true, "result": result})}
}

// fieldsOf reads the fields of a call, including the contents of its files. It leaves out what cannot be
// read.
func fieldsOf(r *http.Request) url.Values {
	_ = r.ParseMultipartForm(16 << 20)
	fields := maps.Clone(r.PostForm)
	if r.MultipartForm == nil {
		return fields
	}
	for name, files := range r.MultipartForm.File {
		if f, err := files[0].Open(); err == nil {
			raw, _ := io.ReadAll(f)
			fields.Set(name, string(raw))
			fields.Set("file_name", files[0].Filename)
		}
	}
	return fields
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(r *http.Request) (response *http.Response, err error) {
	defer func() {
		if recover() == http.ErrAbortHandler {
			response = nil
			err = errors.Join(r.Context().Err(), fmt.Errorf("%s: connection closed", r.URL))
		}
	}()
	// An http.RoundTripper closes the body, even if the call fails.
	if r.Body != nil {
		defer r.Body.Close()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r.Clone(r.Context()))
	response = w.Result()
	response.Request = r
	return response, nil
}
