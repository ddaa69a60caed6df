package telegram

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot"
)

var rewrite = flag.Bool("update", false, "rewrite the requests in testdata/updates")

var testMe = &user{ID: 42, IsBot: true, Username: "reckon_bot"}

// A recording is a file of testdata/updates: an update, and the Request it is
// read as, null if none.
type recording struct {
	Update  json.RawMessage `json:"update"`
	Request *bot.Request    `json:"request"`
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
			var got *bot.Request
			if r, ok := decode(&u, testMe, time.Unix(1_790_000_500, 0).UTC()); ok {
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
		if r.Key != "telegram:update:"+decimal(u.ID) || r.Chat.Network != Network || r.Chat.ID == "" || r.At.IsZero() {
			t.Errorf("incomplete request %+v", r)
		}
		if r.Input.Kind == bot.Press && r.Input.Data == "" || r.Input.Kind == bot.Text && r.Input.Text == "" {
			t.Errorf("empty input %+v", r.Input)
		}
	})
}
