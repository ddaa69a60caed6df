package chat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"reckon/bot/chat"
)

func TestShowsSecretAt(t *testing.T) {
	for _, c := range []struct {
		audience chat.Audience
		private  bool
		want     bool
	}{
		{chat.Everyone, false, false}, {chat.Asker, false, false}, {chat.Secret, false, true}, {chat.Secret, true, false},
	} {
		r, p := chat.Reply{Audience: c.audience}, chat.Place{Private: c.private}
		if got := r.ShowsSecretAt(p); got != c.want {
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

// A name is replaced wherever it is, and no other name is.
func TestUnname(t *testing.T) {
	word, bo := chat.Span{Text: "somebody"}, chat.Span{Text: "Bo", Person: "2"}
	for person, want := range map[string]chat.Line{"1": {word, bo}, "3": {{Text: "Ann", Person: "1"}, bo}} {
		r := chat.Reply{Text: []chat.Line{{{Text: "Ann", Person: "1"}, bo}}}
		if named := r.Unname(person, word); named != (person == "1") {
			t.Errorf("%s: it found a name: %v", person, named)
		}
		if diff := cmp.Diff([]chat.Line{want}, r.Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", person, diff)
		}
	}
}

// A finding with a remedy is not well, unless it is minor.
func TestWell(t *testing.T) {
	for f, want := range map[chat.Finding]bool{{}: true, {Remedy: "start it"}: false, {Remedy: "start it", Minor: true}: true} {
		if f.Well() != want {
			t.Errorf("%+v: well is %v", f, !want)
		}
	}
}
