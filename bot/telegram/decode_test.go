package telegram

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

var rewrite = flag.Bool("update", false, "rewrite the requests in testdata/updates")

var testMe = &tgbotapi.User{ID: 42, IsBot: true, UserName: "reckon_bot"}

// A recording is a file of testdata/updates: an update, and the Request that is read from it; null: none
// is.
type recording struct {
	Update  json.RawMessage `json:"update"`
	Request *chat.Request   `json:"request"`
}

func TestDecode(t *testing.T) {
	files, err := filepath.Glob("testdata/updates/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded updates", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var rec recording
			if err := json.Unmarshal(data, &rec); err != nil {
				t.Fatal(err)
			}
			var u update
			if err := json.Unmarshal(rec.Update, &u); err != nil {
				t.Fatal(err)
			}
			var got *chat.Request
			if r, ok := decode(&u, testMe, time.UnixMilli(1_790_000_500_250).UTC()); ok {
				got = &r
			}
			if *rewrite {
				rec.Request = got
				save(t, file, rec)
			} else if diff := cmp.Diff(rec.Request, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func save(t *testing.T, file string, rec recording) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(rec); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Texts that people in a group write to each other are read if they may be answers. They are marked as
// overheard.
func TestOverheard(t *testing.T) {
	const toBot = `"reply_to_message":{"message_id":100,"date":1,"chat":{"id":-5,"type":"group"},"from":{"id":42,"is_bot":true}},`
	const toAnn = `"reply_to_message":{"message_id":100,"date":1,"chat":{"id":-5,"type":"group"},"from":{"id":7}},`
	message := func(chat, fields, text string) string {
		return `{"update_id":1,"message":{"message_id":1,"date":1790000000,"chat":` + chat + `,` + fields + `"text":"` + text + `"}}`
	}
	const group, private, ann = `{"id":-5,"type":"group"}`, `{"id":7,"type":"private"}`, `"from":{"id":7,"first_name":"Ann"},`
	for _, c := range []struct {
		name, update     string
		heard, overheard bool
	}{
		{"talk", message(group, ann, "8/(3-8/3)"), true, true},
		{"with a mention", message(group, ann+`"entities":[{"type":"mention","offset":3,"length":`+strconv.Itoa(len(testMe.UserName)+1)+`}],`, "hi @"+testMe.UserName), true, false},
		{"with a mention in capitals", message(group, ann+`"entities":[{"type":"mention","offset":3,"length":`+strconv.Itoa(len(testMe.UserName)+1)+`}],`, "hi @"+strings.ToUpper(testMe.UserName)), true, false},
		{"to a person", message(group, ann+toAnn, "8/(3-8/3)"), true, true},
		{"200 characters", message(group, ann, strings.Repeat("根", 200)), true, true},
		{"201 characters", message(group, ann, strings.Repeat("根", 201)), false, false},
		{"to the bot", message(group, ann+toBot, strings.Repeat("1+", 200)+"1"), true, false},
		{"in private", message(private, ann, strings.Repeat("1+", 200)+"1"), true, false},
		{"by a bot", message(group, `"from":{"id":8,"is_bot":true,"first_name":"Bo"},`, "24"), false, false},
		{"written by a bot for a person", message(group, ann+`"via_bot":{"id":8,"is_bot":true},`, "24"), false, false},
		{"forwarded by itself from a channel", message(group, `"is_automatic_forward":true,"sender_chat":{"id":-9,"type":"channel"},`, "24"), false, false},
		{"a command forwarded by itself", message(group, `"is_automatic_forward":true,"sender_chat":{"id":-9,"type":"channel"},"entities":[{"type":"bot_command","offset":0,"length":3}],`, "/24 6 6 6 6"), false, false},
		{"under a picture", `{"update_id":1,"message":{"message_id":1,"date":1,"chat":` + group + `,` + ann + `"photo":[{"file_id":"x"}],"caption":"24"}}`, true, true},
		{"a picture alone", `{"update_id":1,"message":{"message_id":1,"date":1,"chat":` + group + `,` + ann + `"photo":[{"file_id":"x"}]}}`, false, false},
	} {
		var u update
		if err := json.Unmarshal([]byte(c.update), &u); err != nil {
			t.Fatal(c.name, err)
		}
		r, ok := decode(&u, testMe, time.Now())
		if ok != c.heard || r.Input.Overheard != c.overheard {
			t.Errorf("%s: heard %v, overheard %v", c.name, ok, r.Input.Overheard)
		}
		if strings.HasPrefix(c.name, "with a mention") && r.Input.Text != "hi" {
			t.Errorf("%s: the text is %q", c.name, r.Input.Text)
		}
		if ok && (r.Input.Kind != chat.Text || r.Input.Data != "" || r.Input.Source.IsZero() != (c.name != "to the bot")) {
			t.Errorf("%s: %+v", c.name, r.Input)
		}
	}
}

// If an update lacks a part that the manual promises, it is ignored.
func TestDecodeIncomplete(t *testing.T) {
	for _, raw := range []string{
		`{"update_id":1}`,
		`{"update_id":1,"message":{"message_id":1,"date":1,"from":{"id":7},"text":"x"}}`,
		`{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"},"text":"x"}}`,
		`{"update_id":1,"callback_query":{"id":"1","from":{"id":7},"data":"x"}}`,
		`{"update_id":1,"callback_query":{"id":"1","from":{"id":7},"data":"x","message":{"message_id":1,"date":1}}}`,
		`{"update_id":1,"callback_query":{"id":"1","data":"x","message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"}}}}`,
	} {
		var u update
		if err := json.Unmarshal([]byte(raw), &u); err != nil {
			t.Fatal(raw, err)
		}
		if r, ok := decode(&u, testMe, time.Now()); ok {
			t.Errorf("%s is %+v", raw, r)
		}
	}
}

func TestIsIn(t *testing.T) {
	for _, c := range []struct {
		m    tgbotapi.ChatMember
		want bool
	}{
		{tgbotapi.ChatMember{Status: "creator"}, true}, {tgbotapi.ChatMember{Status: "administrator"}, true},
		{tgbotapi.ChatMember{Status: "member"}, true}, {tgbotapi.ChatMember{Status: "left"}, false},
		{tgbotapi.ChatMember{Status: "kicked"}, false}, {tgbotapi.ChatMember{Status: "restricted"}, false},
		{tgbotapi.ChatMember{Status: "restricted", IsMember: true}, true},
	} {
		if got := isIn(c.m); got != c.want {
			t.Errorf("%s (a member: %v): %v", c.m.Status, c.m.IsMember, got)
		}
	}
}

func TestDeepLinkComesBack(t *testing.T) {
	for _, data := range []string{"v1 answer 24:3,3,8,8", "a", strings.Repeat("~", 48), "v1 daily 12?&=/+"} {
		link := deepLink("reckon_bot", data)
		_, payload, _ := strings.Cut(link, "?start=")
		if got, ok := unlink(payload); !ok || got != data || len(payload) > maxPayload {
			t.Errorf("%q went to %q and came back as %q", data, link, got)
		}
	}
	for _, payload := range []string{"", "hello", "help", "====", "v1 x", "AA"} {
		if data, ok := unlink(payload); ok {
			t.Errorf("payload %q was read as %q", payload, data)
		}
	}
	if link := deepLink("reckon_bot", strings.Repeat("x", 49)); link != "" {
		t.Errorf("too long, but made %q", link)
	}
}

func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/updates/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var rec recording
		if err := json.Unmarshal(data, &rec); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(rec.Update))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var u update
		if json.Unmarshal(raw, &u) != nil {
			return
		}
		r, ok := decode(&u, testMe, time.Unix(1_790_000_500, 0))
		if !ok {
			if !r.At.IsZero() || r.Key != "" {
				t.Errorf("no request, but %+v", r)
			}
			return
		}
		if r.Key == "" || r.Input.Edited.IsZero() && r.Key != "telegram:update:"+decimal(u.UpdateID) || r.Place.Network != Network || r.Place.Community == "" || r.At.IsZero() {
			t.Errorf("incomplete request %+v", r)
		}
		if r.Input.Kind == chat.Press && r.Input.Data == "" || r.Input.Kind == chat.Text && r.Input.Text == "" {
			t.Errorf("empty input %+v", r.Input)
		}
	})
}

// A person is called by their name, or by their user name if nothing of the name is visible. Without both, the
// front end knows no name.
func TestNameOfPerson(t *testing.T) {
	for _, c := range []struct{ first, last, user, want string }{
		{"Ann", "Lee", "ann", "Ann Lee"}, {" Ann ", "", "", "Ann"}, {"\u3164", "\u200b", "ann", "ann"}, {"\u2800", "", "", ""},
		{"\u3164", "Lee", "", "\u3164 Lee"}, {"", "", "ann", "ann"},
	} {
		p := personOf(&tgbotapi.User{ID: 7, FirstName: c.first, LastName: c.last, UserName: c.user})
		if p.Name != c.want {
			t.Errorf("%+q is called %q", c, p.Name)
		}
	}
}
