package telegram

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

func TestNewRefuses(t *testing.T) {
	for _, c := range []Config{
		{Token: ""}, {Token: "SECRET"}, {Token: "12:SECRET\n"}, {Token: "12:SEC/RET"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("New(%+v) took it", c)
		} else if strings.Contains(err.Error(), "SECRET") {
			t.Errorf("the error %q tells a secret", err)
		}
	}
}

func TestTokenRefused(t *testing.T) {
	for _, code := range []int{401, 404} {
		for _, method := range []string{"getMe", "getUpdates"} {
			t.Run(fmt.Sprint(method, code), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newServer()
					s.FailNext(method, 1, telegramtest.Refusal(code, http.StatusText(code)))
					b := start(t, s, &handler{answer: always(say("hi"))})
					if err := <-b.done; !errors.Is(err, errToken) {
						t.Errorf("Run ended with %v", err)
					}
				})
			})
		}
	}
}

func TestNetworkDownAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("getMe", 6, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		if _, err := b.deliver(post("5", say("hi"))); !errors.As(err, new(*chat.RetryError)) {
			t.Errorf("Deliver before connecting: %v, want a RetryError", err)
		}
		after(2 * time.Minute)
		if len(s.Calls("getUpdates")) == 0 {
			t.Error("gave up")
		}
		if n := strings.Count(b.log.String(), "trying again"); n != 6 {
			t.Errorf("%d failures in the log, want 6", n)
		}
		b.end()
	})
}

// The front end also waits if the network lets only some calls through.
func TestNetworkHalfDownAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("deleteWebhook", 40, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Hour)
		if len(s.Calls("getUpdates")) == 0 {
			t.Errorf("gave up\n%s", b.log)
		}
		b.end()
	})
}

func TestStopsWhileNetworkIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("getMe", 1000, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Minute)
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
}
