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
	go func() { _ = server.Serve(l) }() // it returns when the server is closed
	return "http://" + l.Addr().String(), nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	c := &Call{Values: fieldsOf(r), Method: method, At: time.Now()}
	var f *Fault
	s.mu.Lock()
	s.calls = append(s.calls, c)
	for i := 0; i < len(s.faults) && f == nil; i++ {
		f = s.faults[i](*c)
	}
	s.mu.Unlock()
	var result any
	if f == nil {
		result, f = s.carryOut(r.Context(), token, c)
	}
	if f == nil {
		f = &Fault{Code: http.StatusOK, Body: toJSON(object{"ok": true, "result": result})}
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
	_, _ = io.WriteString(w, f.Body) // the bot may be gone
}

// fieldsOf reads the fields of a call, the contents of its files among them. What cannot
// be read is left out.
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
			response, err = nil, errors.Join(r.Context().Err(), fmt.Errorf("%s: connection closed", r.URL))
		}
	}()
	if r.Body != nil { // an http.RoundTripper closes it, whatever comes of the call
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
