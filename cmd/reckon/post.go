package main

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"reckon/bot/chat"
	"reckon/config"
)

// postFor is the longest that what was posted may take to be carried out before whoever
// posted it is told to do so again.
const postFor = time.Minute

// mount has a front end be posted to, below the URL where the networks reach the
// program; without one nothing is.
func (o *observatory) mount(u config.PublicURL, hook chat.Webhook) {
	if _, path := u.Below(hook.Path()); path != "" {
		o.posted = true
		o.paths.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) { takePost(w, r, hook) })
	}
}

// beginFor is how long what was posted waits for the program to begin.
const beginFor = 2 * time.Second

// awaiting has what is posted to a process that has just been started wait until it
// is known what it is for.
func (o *observatory) awaiting(paths http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			ctx, cancel := context.WithTimeout(r.Context(), beginFor)
			defer cancel()
			select {
			case <-o.begun:
			case <-ctx.Done():
			}
		}
		paths.ServeHTTP(w, r)
	})
}

// takePost hands what was posted to a front end, if it is JSON of a fair length.
func takePost(w http.ResponseWriter, r *http.Request, hook chat.Webhook) {
	sort, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || sort != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, chat.MaxPost))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		http.Error(w, "the body broke off", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), postFor)
	defer cancel()
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(postFor + answerFor)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	status, answer := hook.Post(ctx, r.Header, body)
	if answer != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer) // whoever has gone is told by nobody
}
