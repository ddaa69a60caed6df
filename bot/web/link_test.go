package web_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// fetch gets an address of the site.
func (s *site) fetch(path string, header ...string) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(body)
}

// The policy of the page allows its own script and style, and nothing else. Only the networks may frame it.
func TestPage(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"", "play", "day/1", "p/24:3,3,8,8"} {
		answer, body := s.fetch(path)
		policy := answer.Header.Get("Content-Security-Policy")
		if answer.StatusCode != http.StatusOK || !strings.Contains(body, "<title>") || strings.Contains(body, "<!--head-->") {
			t.Errorf("%s: %d\n%.300s", path, answer.StatusCode, body)
		}
		for _, want := range []string{"default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "frame-ancestors https://discord.com https://*.discord.com https://*.discordsays.com https://web.telegram.org"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy lacks %s: %s", path, want, policy)
			}
		}
		for name, want := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding, Accept-Language",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if strings.Contains(policy, "unsafe") || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %v", path, answer.Header)
		}
	}
	if _, body := s.fetch("play", "Accept-Encoding", "gzip"); len(body) > 45<<10 {
		t.Errorf("the page has %d bytes", len(body))
	}
	if _, body := s.fetch("", "Host", "evil.example; script-src *"); strings.Contains(body, "evil") {
		t.Errorf("a host of somebody's own is in the page: %s", body)
	}
}

// A link to a puzzle tells messengers what it is about, and has its picture. If there is no such puzzle,
// the link is not found.
func TestLinks(t *testing.T) {
	s := newSite(t)
	_, body := s.fetch("p/24:3,3,8,8")
	for _, want := range []string{
		`<meta property="og:title" content="24 · 3 3 8 8 → 24">`, `<meta name="open" content="v2 pose 24:3,3,8,8">`, `/p/24:3,3,8,8.png">`, `<base href="../">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s:\n%s", want, body)
		}
	}
	if _, body := s.fetch("day/1", "Accept-Language", "en;q=0.5, zh-TW;q=0.9"); !strings.Contains(body, "每日") {
		t.Errorf("the page in Chinese:\n%.900s", body)
	}
	if _, body := s.fetch("p/tchisla:2016%237"); !strings.Contains(body, "v2 pose tchisla:2016#7") {
		t.Errorf("the page of 2016#7:\n%s", body)
	}
	answer, picture := s.fetch("p/24:3,3,8,8.png")
	if answer.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(picture, "\x89PNG") {
		t.Errorf("the picture: %v", answer.Header)
	}
	if _, body := s.fetch("day/300"); !strings.Contains(body, "#300") || !strings.Contains(body, `content="v2 daily 24 300"`) {
		t.Errorf("a day:\n%s", body)
	}
	for _, path := range []string{"p/24:", "p/chess:e4", "p/24:3,3,8,8,9,9,9,9,9,9,9.png", "p/%3Cscript%3E", "day/0", "day/x", "metrics", "nothing"} {
		if answer, body := s.fetch(path); answer.StatusCode != http.StatusNotFound || strings.Contains(body, "<script>") {
			t.Errorf("%s: %d %.200s", path, answer.StatusCode, body)
		}
	}
	for _, path := range []string{"p/nonsense", "day/x", "day/0", "r/ABC"} {
		answer, body := s.fetch(path, "Accept", "text/html")
		if answer.StatusCode != http.StatusNotFound || !strings.Contains(body, `<meta name="missing"`) {
			t.Errorf("%s in a browser: %d %.200s", path, answer.StatusCode, body)
		}
	}
	v := s.guest("Ann", "")
	v.do("press", "v2 pose 24:3,3,8,8")
	if v.View.Round == nil || v.View.Round.Puzzle != "24:3,3,8,8" {
		t.Errorf("what the link opens: %+v", v.View.Round)
	}
}

// A link does only what links may do: its author chose what it presses.
func TestLinkedActs(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	dealt := v.do("open", "v2 pose 24:3,3,8,8").View.Round
	if dealt == nil || dealt.Puzzle != "24:3,3,8,8" {
		t.Fatalf("a link to a puzzle shows %+v", dealt)
	}
	for _, data := range []string{dealt.GiveUp.Press, dealt.Hint.Press, dealt.Answer.Press, "v2 command privacy forget"} {
		a := v.do("open", data)
		if r := a.View.Round; a.Reply == nil || a.Reply.Ask != nil || r.GiveUp == nil || len(r.Mine.Hints) > 0 {
			t.Errorf("a link to %s: %+v", data, a.Reply)
		}
	}
	if a := v.do("open", strings.Replace(dealt.Answer.Press, "answer", "page", 1)); a.Reply != nil || a.View.Round == nil {
		t.Errorf("a link to the round itself says %+v", a.Reply)
	}
	if _, text := s.fetch("play?open=djIgcGFnZSA3"); !strings.Contains(text, `<meta name="open" content="v2 page 7">`) {
		t.Errorf("the page does not say what it was opened for")
	}
}

// The page makes links to share by itself, so a reply has no button for that.
func TestNoButtonMakesALink(t *testing.T) {
	v := newSite(t).guest("Ann", "")
	v.do("command", "24", "text", "3 3 8 8")
	a := v.answer("8/(3-8/3)")
	if a.Reply == nil || a.View.Round.Share == nil {
		t.Fatalf("a hard puzzle is solved: %+v", a)
	}
	for _, b := range slices.Concat(a.Reply.Buttons...) {
		if b.Link {
			t.Errorf("the reply has the button %+v", b)
		}
	}
}

// Somebody who opens a link sees the round that it opens, unless their page asks for another one.
func TestRoundBesideALink(t *testing.T) {
	v := newSite(t).guest("Ann", "")
	first := v.do("command", "24", "text", "3 3 8 8").View.Round
	second := v.do("command", "24", "text", "1 5 5 5").View.Round
	link := strings.Replace(first.Answer.Press, "answer", "page", 1)
	if r := v.do("open", link).View.Round; r == nil || r.Puzzle != first.Puzzle {
		t.Errorf("the link shows %+v", r)
	}
	if r := v.do("open", link, "round", second.Token).View.Round; r == nil || r.Puzzle != second.Puzzle {
		t.Errorf("the link beside another round shows %+v", r)
	}
}

// A page with an opaque origin may call the routes. Only its token allows that.
func TestOpaqueOrigin(t *testing.T) {
	s := newSite(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, s.url+"play/act", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", "null")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		t.Errorf("it answers %s", answer.Status)
	}
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin":      "*",
		"Access-Control-Allow-Credentials": "",
		"Access-Control-Max-Age":           "86400",
		"Cache-Control":                    "no-store",
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if allowed := answer.Header.Get("Access-Control-Allow-Headers"); !strings.Contains(allowed, "Authorization") {
		t.Errorf("the page may send %q", allowed)
	}
}
