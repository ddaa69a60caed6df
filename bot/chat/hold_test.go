package chat_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"reckon/bot/chat"
)

func TestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a chat.Alone
		held, release, err := a.Hold(t.Context(), "gateway")
		if err != nil || held.Err() != nil {
			t.Fatal(err, held)
		}
		if _, other, err := a.Hold(t.Context(), "poller"); err != nil {
			t.Error("another name is held as well:", err)
		} else {
			other()
		}
		impatient, stop := context.WithCancel(t.Context())
		stop()
		if _, _, err := a.Hold(impatient, "gateway"); !errors.Is(err, context.Canceled) {
			t.Error("a caller that stops waiting gets", err)
		}
		next := make(chan func(), 1)
		go func() {
			_, release, err := a.Hold(t.Context(), "gateway")
			if err != nil {
				t.Error(err)
			}
			next <- release
		}()
		synctest.Wait()
		if len(next) != 0 {
			t.Fatal("it is held twice")
		}
		release()
		// A second release changes nothing.
		release()
		second := <-next
		if held.Err() == nil {
			t.Error("the first hold lasts beyond its release")
		}
		second()
	})
}
