package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"reckon/bot/qr/qrtest"
	"reckon/bot/web"
)

// The QR code of a room has its address: at the public URL, or else at the host that was asked, below any path.
func TestRoomCode(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ public, host, base, want string }{
		{"", "reckon.example", "", "https://reckon.example/r/CDFHJK"},
		{"", "reckon.example:8443", "/games", "https://reckon.example:8443/games/r/CDFHJK"},
		{"", "a.b", "", "https://a.b/r/CDFHJK"},
		{"", "localhost:8080", "", "http://localhost:8080/r/CDFHJK"},
		{"https://public.example/reckon/", "10.0.0.7", "/reckon", "https://public.example/reckon/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 12) + "example", "x", "", "https://" + strings.Repeat("long.", 12) + "example/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 17) + "example", "x", "", "https://" + strings.Repeat("long.", 17) + "example/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 20) + "example", "x", "", "https://" + strings.Repeat("long.", 20) + "example/r/CDFHJK"},
	} {
		config := s.page.Config
		config.URL = c.public
		page, err := web.New(config)
		if err != nil {
			t.Fatal(err)
		}
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodGet, "http://"+c.host+c.base+"/r/cdfhjk.svg", nil)
		request.SetPathValue("room", "cdfhjk.svg")
		page.Routes()["GET /r/{room}"](answer, request)
		if kind := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || kind != "image/svg+xml" {
			t.Errorf("%s: %d, %s", c.want, answer.Code, kind)
			continue
		}
		code, err := qrtest.ReadSVG(answer.Body.String())
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		if text, err := code.Text(); err != nil || text != c.want {
			t.Errorf("it says %s, not %s (%v)", text, c.want, err)
		}
	}
}

// There is no QR code of what is no room, of an address that is too long, or for a request without a host.
func TestNoRoomCode(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"ABCDEF.svg", "CDFHJ.svg", ".svg", "CDFHJKM.svg", "CDFHJK.png"} {
		if answer, _ := fetch(t, s.url+"r/"+name, "en"); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
	for _, host := range []string{"", "a b", `"><script>`, strings.Repeat("long.", 30) + "example"} {
		request := httptest.NewRequest(http.MethodGet, "/r/CDFHJK.svg", nil)
		request.Host = host
		request.SetPathValue("room", "CDFHJK.svg")
		answer := httptest.NewRecorder()
		s.page.Routes()["GET /r/{room}"](answer, request)
		if answer.Code != http.StatusNotFound {
			t.Errorf("for the host %.20q: %d", host, answer.Code)
		}
	}
}
