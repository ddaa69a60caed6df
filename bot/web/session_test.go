package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage/storetest"
)

// A session that is opened again by its token ends when it would have ended anyway.
func TestSessionEndsOnTime(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	opened := func(opening map[string]string) (session struct {
		Token string
		Until int64
	}) {
		t.Helper()
		if status := s.call(http.MethodPost, "play/session", "", opening, &session); status != http.StatusOK {
			t.Fatal(status)
		}
		return session
	}
	first := opened(map[string]string{"network": "club", "proof": "Ann"})
	s.later(11 * time.Hour)
	again := opened(map[string]string{"network": "web", "token": first.Token})
	if again.Until != first.Until {
		t.Errorf("it ends %v later", time.Duration(again.Until-first.Until)*time.Millisecond)
	}
	s.later(2 * time.Hour)
	if status := s.call(http.MethodGet, "play/view", again.Token, nil, nil); status != http.StatusUnauthorized {
		t.Errorf("after its end: %d", status)
	}
}

// A person who comes for something gets the reply, and their view with the day, together with the session.
func TestSessionWithAnAct(t *testing.T) {
	s := newSite(t)
	var session struct {
		Acted bool
		View  chat.View
	}
	opening := map[string]any{
		"network": "web",
		"locale":  "en",
		"act":     map[string]any{"key": "the-first-1", "first": true},
	}
	if status := s.call(http.MethodPost, "play/session", "", opening, &session); status != http.StatusOK {
		t.Fatal(status)
	}
	if !session.Acted || session.View.Round == nil || session.View.Day == nil {
		t.Errorf("the session has %+v", session)
	}
}

// A polyglot is a network that knows in which language its people read.
type polyglot struct{ club }

func (p *polyglot) Prove(ctx context.Context, proof chat.Proof, now time.Time) (chat.Request, error) {
	r, err := p.club.Prove(ctx, proof, now)
	r.Locale = "zh-Hans"
	return r, err
}

// A person reads in the language that their network names. If it names none, they read in that of the browser.
func TestLanguageOfNetwork(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club), "poly": new(polyglot)})
	for network, want := range map[string]string{"club": "zh-Hant", "poly": "zh-Hans"} {
		var session struct{ Lang string }
		opening := map[string]string{"network": network, "proof": "Ann of " + network, "locale": "zh-TW"}
		if status := s.call(http.MethodPost, "play/session", "", opening, &session); status != http.StatusOK {
			t.Fatal(status)
		}
		if session.Lang != want {
			t.Errorf("by %s: %s, want %s", network, session.Lang, want)
		}
	}
}

// A class has one address. All its people may load what they see several times in a few seconds.
func TestClassAtOneAddress(t *testing.T) {
	s := newSite(t)
	for n := range 50 {
		pupil := s.guest(fmt.Sprintf("Pupil %d", n), "")
		for range 5 {
			pupil.look()
		}
	}
}

// Nobody runs out of sheets because of what others print.
func TestSheetsOfTwoAddresses(t *testing.T) {
	s := newSite(t)
	refused := 0
	for range 40 {
		if s.call(http.MethodGet, "print?game=chess", "", nil, nil) == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("one address gets 40 sheets at once")
	}
	s.site.From = "203.0.113.9"
	if status := s.call(http.MethodGet, "print?game=chess", "", nil, nil); status == http.StatusTooManyRequests {
		t.Error("another address is refused, too")
	}
}

// Who asks for many values at once is refused some, and can look at their puzzle as before.
func TestPaceOfValues(t *testing.T) {
	v := newSite(t).guest("Ann", "")
	v.do("command", "24", "text", "3 3 8 8")
	v.look()
	refused := 0
	for range 70 {
		if v.call(http.MethodGet, "play/value?text=3%2B3", v.Token, nil, nil) == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("70 values come at once")
	}
	for range 30 {
		v.look()
	}
}

// A view has the same version whether or not it has the day.
func TestVersionWithoutTheDay(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	v.do("command", "24")
	version := v.look().Version
	var whole chat.View
	if status := s.call(http.MethodGet, "play/view?day=1", v.Token, nil, &whole); status != http.StatusOK {
		t.Fatal(status)
	}
	if v.View.Day != nil || whole.Day == nil {
		t.Fatalf("the views have the days %+v and %+v", v.View.Day, whole.Day)
	}
	if whole.Version != version {
		t.Error("the view with the day has another version")
	}
}
