package chat_test

import (
	"testing"

	"reckon/bot/chat"
)

func TestShownToOthers(t *testing.T) {
	for _, c := range []struct {
		audience chat.Audience
		private  bool
		want     bool
	}{
		{chat.Everyone, false, false}, {chat.Asker, false, false}, {chat.Secret, false, true}, {chat.Secret, true, false},
	} {
		r, p := chat.Reply{Audience: c.audience}, chat.Place{Private: c.private}
		if got := r.ShownToOthers(p); got != c.want {
			t.Errorf("audience %d, private %v: %v", c.audience, c.private, got)
		}
	}
}
