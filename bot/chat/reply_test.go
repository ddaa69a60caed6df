package chat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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

func TestWithoutTyped(t *testing.T) {
	plain, typed := chat.Span{Text: "The first wins."}, chat.Span{Style: chat.Typed, Text: "Reply to this."}
	lines := []chat.Line{{plain, typed}, {typed}, {}, {plain}}
	if diff := cmp.Diff([]chat.Line{{plain}, {}, {plain}}, chat.WithoutTyped(lines), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if len(lines[0]) != 2 || lines[1][0].Text != typed.Text {
		t.Error("the lines given were changed")
	}
}
