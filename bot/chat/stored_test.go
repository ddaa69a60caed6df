package chat_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

// stored is the Reply of testdata/reply.json, with every field set.
var stored = chat.Reply{
	Silent: true, Tone: chat.Bad,
	Face: &chat.Face{Title: "Daily #12", Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "hard", Sort: 1, Over: true},
	Text: []chat.Line{
		{{Text: "plain "}, {Style: chat.Strong, Text: "strong"}, {Style: chat.Code, Text: "8/(3-8/3)"}, {Style: chat.Spoiler, Text: "spoiler"}},
		{},
		{{Style: chat.Mention, Text: "Ann", Person: "17"}, {Style: chat.Moment, Text: "1 January 2026, 09:00", Unix: 1767258000, In: 30}, {Style: chat.Channel, Text: "another channel", Channel: "70"}, {Style: chat.Slash, Text: "/24 hard", Options: []chat.Option{{Name: "level", Value: "hard"}}}},
		{{Style: chat.Pre, Text: "  ^ here"}},
	},
	Table: &chat.Table{Head: []string{"#", "player"}, Rows: [][]string{{"1", "Ann"}}, People: []string{"17"}, Name: 1, Pictured: 1},
	Sort:  2,
	Buttons: [][]chat.Button{
		{{Label: "Answer", Data: "v2 answer 7", Style: chat.Primary, Personal: true, Prefill: "#7 ", Share: "Reckon #12"}, {Label: "Hint", Data: "v2 hint 7", Icon: "💡", Disabled: true}},
		{{Label: "Give up", Data: "v2 giveup 7", Style: chat.Danger}, {Label: "Tap to play", Data: "v2 page 7", Page: true}, {Label: "In my browser", URL: "https://reckon.example/play"}},
		{{Label: "Share", Data: "v2 pose 24:3,3,8,8", Link: true, Share: "Can you?", URL: "https://reckon.example/p/24:3,3,8,8"}},
	},
	Ask:      &chat.Ask{Data: "v2 answer 7", Title: "Answer", Label: "3 3 8 8", Placeholder: "2*(9-4)+6", Value: "8*3", Hint: "Type it."},
	Picture:  &chat.Picture{Kind: "share", Facts: json.RawMessage(`"as they are drawn"`), Alt: "Reckon #12"},
	Audience: chat.Secret, Edit: true, Remove: true, Page: true, Mark: "👎", Quiet: true, Pin: "12", Unpin: "11", Forgotten: true,
	File:      &chat.File{Name: "reckon.json", Type: "application/json", Data: []byte("{}"), Kind: "export", Facts: json.RawMessage(`"of whom"`)},
	Otherwise: &chat.Reply{Text: []chat.Line{{{Text: "elsewhere"}}}},
}

func readStored(t *testing.T, name string) (raw []byte, r chat.Reply) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return raw, r
}

// A reply that was stored before an upgrade can be read after it. The file with such a reply must not
// change.
func TestStoredReplyIsRead(t *testing.T) {
	_, got := readStored(t, "reply.json")
	if diff := cmp.Diff(stored, got); diff != "" {
		t.Errorf("reply.json (-want +got):\n%s", diff)
	}
}

// A reply is stored in the form of the file, so that an older program can read it, too.
func TestStoredReplyIsWritten(t *testing.T) {
	frozen, _ := readStored(t, "reply.json")
	got, err := json.MarshalIndent(stored, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytes.TrimSpace(frozen)), string(got)); diff != "" {
		t.Errorf("form (-frozen +now):\n%s", diff)
	}
	if empty, err := json.Marshal(chat.Reply{}); err != nil || string(empty) != "{}" {
		t.Errorf("an empty Reply is stored as %s, %v", empty, err)
	}
}

// The reply in the file has every field of a Reply. A new field has to be added to it.
func TestStoredReplyIsWhole(t *testing.T) {
	var walk func(path string, v reflect.Value)
	set := map[string]bool{}
	walk = func(path string, v reflect.Value) {
		// Otherwise is a Reply again.
		if path == "Reply.Otherwise" {
			return
		}
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(path, v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(path, v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				field := path + "." + v.Type().Field(i).Name
				set[field] = set[field] || !v.Field(i).IsZero()
				walk(field, v.Field(i))
			}
		}
	}
	walk("Reply", reflect.ValueOf(stored))
	for field, isSet := range set {
		if !isSet {
			t.Errorf("%s is not set", field)
		}
	}
}
