package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

// What is sealed for one purpose is no proof for another one.
func TestSealedForAPurpose(t *testing.T) {
	f, _ := newSlowPage(t, &slowBot{})
	sealed, err := f.seal("guest", "ann")
	if err != nil {
		t.Fatal(err)
	}
	var id string
	if !f.unseal("guest", sealed, &id) || id != "ann" {
		t.Errorf("it is %q", id)
	}
	for _, purpose := range []string{"session", "maker", "cookie guest", ""} {
		if f.unseal(purpose, sealed, &id) {
			t.Errorf("it is read for the purpose %q, too", purpose)
		}
	}
}

// A lazyBot has a route whose work ends only with the time for it.
type lazyBot struct{ slowBot }

func (*lazyBot) Routes(chat.Site) []chat.Route {
	return []chat.Route{{
		Pattern: "GET /lazy",
		Pace:    chat.Pace{Interval: time.Second, Burst: 1},
		Serve: func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			w.WriteHeader(http.StatusServiceUnavailable)
		},
	}}
}

// The work of a feature's route ends in time, though the client waits for longer.
func TestRouteOfAFeatureEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := newSlowPage(t, new(slowBot))
		f.Bot = new(lazyBot)
		ctx, leave := context.WithTimeout(t.Context(), time.Hour)
		defer leave()
		w := httptest.NewRecorder()
		begun := time.Now()
		f.Routes()["GET /lazy"](w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/lazy", nil))
		if took := time.Since(begun); took != workFor {
			t.Errorf("it takes %v, want %v", took, workFor)
		}
	})
}
