package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/bot/web"
	"reckon/bot/web/webtest"
)

// servedBelow serves the page of a site below a path, as behind a public URL with a path.
func servedBelow(t *testing.T, s *site, base string) string {
	t.Helper()
	mux := http.NewServeMux()
	for route, handle := range s.page.Routes() {
		method, path, _ := strings.Cut(route, " ")
		mux.HandleFunc(method+" "+base+path, handle)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + base + "/"
}

// fetch gets an address in a language, and returns the answer with its body.
func fetch(t *testing.T, address, language string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Language", language)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, body
}

// follow returns the address that a link leads to, seen from another address.
func follow(t *testing.T, from, link string) string {
	t.Helper()
	base, err := url.Parse(from)
	if err != nil {
		t.Fatal(err)
	}
	to, err := base.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return to.String()
}

// attribute returns the value of an attribute of the first tag that a pattern finds in an HTML.
func attribute(t *testing.T, page []byte, tag, name string) string {
	t.Helper()
	found := regexp.MustCompile(`<` + tag + `[^>]* ` + name + `="([^"]*)"`).FindSubmatch(page)
	if found == nil {
		t.Fatalf("no %s of %s", name, tag)
	}
	return string(found[1])
}

// The page can stand on a home screen: its manifest and its icons are where the page says, below any path and
// from any of its addresses.
func TestManifest(t *testing.T) {
	s := newSite(t)
	for _, base := range []string{"", "/games/reckon"} {
		root := servedBelow(t, s, base)
		for _, path := range []string{"", "play", "p/24:3,3,8,8", "day/3"} {
			at := follow(t, root, path)
			answer, page := fetch(t, at, "en")
			if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "manifest-src 'self'") {
				t.Errorf("%s: the policy is %s", at, policy)
			}
			for _, scheme := range []string{"light", "dark"} {
				if !bytes.Contains(page, []byte(`<meta name="theme-color" media="(prefers-color-scheme: `+scheme+`)"`)) {
					t.Errorf("%s has no %s colour", at, scheme)
				}
			}
			below := follow(t, at, attribute(t, page, "base", "href"))
			manifestAt := follow(t, below, attribute(t, page, `link rel="manifest"`, "href"))
			if manifestAt != root+"manifest.webmanifest" {
				t.Errorf("%s: the manifest is at %s", at, manifestAt)
			}
			for link, size := range map[string]int{`link rel="icon"`: 192, `link rel="apple-touch-icon"`: 180} {
				checkIcon(t, follow(t, below, attribute(t, page, link, "href")), size, size == 180)
			}
		}
		checkManifest(t, root)
	}
}

// checkManifest checks the manifest of the page at an address.
func checkManifest(t *testing.T, root string) {
	t.Helper()
	at := root + "manifest.webmanifest"
	answer, text := fetch(t, at, "zh-CN")
	if kind := answer.Header.Get("Content-Type"); kind != "application/manifest+json" {
		t.Errorf("the manifest is %s", kind)
	}
	var m struct {
		Name        string `json:"name"`
		ShortName   string `json:"short_name"`
		Description string `json:"description"`
		Lang        string `json:"lang"`
		StartURL    string `json:"start_url"`
		Scope       string `json:"scope"`
		Display     string `json:"display"`
		Background  string `json:"background_color"`
		Theme       string `json:"theme_color"`
		Icons       []struct {
			Src, Sizes, Type, Purpose string
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	isNamed := m.Name == "Reckon" && m.ShortName == "Reckon" && m.Lang == "zh-Hans"
	isColoured := m.Background == "#f4f1ea" && m.Theme == "#f4f1ea"
	if !isNamed || !isColoured || m.Display != "standalone" || !strings.Contains(m.Description, "五道") {
		t.Errorf("the manifest says %s", text)
	}
	if follow(t, at, m.StartURL) != root || follow(t, at, m.Scope) != root {
		t.Errorf("it starts at %s, and its scope is %s", m.StartURL, m.Scope)
	}
	kinds := map[string]bool{}
	for _, icon := range m.Icons {
		kinds[icon.Purpose+" "+icon.Sizes] = true
		size := 512
		if icon.Sizes == "192x192" {
			size = 192
		}
		checkIcon(t, follow(t, at, icon.Src), size, icon.Purpose == "maskable")
	}
	for _, kind := range []string{"any 192x192", "any 512x512", "maskable 512x512"} {
		if !kinds[kind] {
			t.Errorf("the manifest has no icon %s", kind)
		}
	}
}

// checkIcon checks that there is an icon of a size. Its corner is filled if a system cuts out a shape of its own,
// and else it is clear. Its sign is within the circle that every system leaves.
func checkIcon(t *testing.T, at string, size int, isFull bool) {
	t.Helper()
	answer, body := fetch(t, at, "en")
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "image/png" {
		t.Fatalf("%s: %s, %s", at, answer.Status, kind)
	}
	picture, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if picture.Bounds().Dx() != size || picture.Bounds().Dy() != size {
		t.Errorf("%s is of %v", at, picture.Bounds())
	}
	if _, _, _, alpha := picture.At(0, 0).RGBA(); (alpha == 0xffff) != isFull {
		t.Errorf("%s: the corner's alpha is %x", at, alpha)
	}
	white := 0
	for y := range size {
		for x := range size {
			if r, _, _, _ := picture.At(x, y).RGBA(); r != 0xffff {
				continue
			}
			white++
			dx, dy := 2*x-size, 2*y-size
			if dx*dx+dy*dy > size*size*64/100 {
				t.Fatalf("%s: the sign reaches to %d, %d", at, x, y)
			}
		}
	}
	if white < size*size/20 {
		t.Errorf("%s has %d white pixels", at, white)
	}
}

// Search engines and messengers read what the page is about in their language. The page of a puzzle says what
// that is about.
func TestDescription(t *testing.T) {
	s := newSite(t)
	for language, want := range map[string]string{"en": "Five small puzzles a day", "zh-CN": "每天五道数字", "zh-TW": "每天五道數字"} {
		_, page := fetch(t, s.url, language)
		for _, tag := range []string{`meta name="description"`, `meta property="og:description"`} {
			if about := attribute(t, page, tag, "content"); !strings.HasPrefix(about, want) {
				t.Errorf("%s: %s is %s", language, tag, about)
			}
		}
	}
	_, page := fetch(t, s.url+"p/24:3,3,8,8", "en")
	if about := attribute(t, page, `meta name="description"`, "content"); !strings.Contains(about, "every card once") {
		t.Errorf("a puzzle is about %s", about)
	}
}

// Search engines leave rooms alone, and what the page calls. There is no icon but those that are drawn.
func TestRobots(t *testing.T) {
	s := newSite(t)
	answer, body := fetch(t, servedBelow(t, s, "/games")+"robots.txt", "en")
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("it is %s", answer.Header.Get("Content-Type"))
	}
	if text := string(body); text != "User-agent: *\nDisallow: /games/play\nDisallow: /games/r/\nDisallow: /games/print\n" {
		t.Errorf("it says %s", text)
	}
	if answer, _ := fetch(t, s.url+"icon/none.png", "en"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("no icon: %s", answer.Status)
	}
}

// The page leads to the licences of each part that it has from others.
func TestLicences(t *testing.T) {
	s := newSite(t)
	root := servedBelow(t, s, "/games")
	_, page := fetch(t, root+"play", "en")
	if at := attribute(t, page, `link rel="license"`, "href"); at != "licences.txt" {
		t.Errorf("the page names %q", at)
	}
	answer, text := fetch(t, root+"licences.txt", "en")
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("they are %s", answer.Header.Get("Content-Type"))
	}
	vendored, err := filepath.Glob("page/vendor/*.[jw]*")
	if err != nil || len(vendored) < 3 {
		t.Fatal(vendored, err)
	}
	for _, file := range vendored {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		licence, err := os.ReadFile("page/vendor/" + name + ".LICENSE")
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(text), strings.Trim(string(licence), "\n")) {
			t.Errorf("that of %s is not there", file)
		}
	}
}

// The bar around the page has the colours that the person has chosen.
func TestBrowserBar(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('#places')")
	const bar = `document.querySelector("meta[name=theme-color]").content`
	if colour := eval[string](b, bar); colour != "#f4f1ea" {
		t.Errorf("the bar is %s", colour)
	}
	b.tap("#to-me")
	b.shows("main [role=group]")
	eval[any](b, `[...document.querySelectorAll("main [role=group] button")].at(-1).click()`)
	b.until(bar + ` === "#15171c"`)
}

// A link to a day shows its picture in messengers: the date and the games, no puzzle. The page itself shows that of
// today. There is none of a day that has not begun.
func TestPictureOfDay(t *testing.T) {
	s := newSite(t)
	today := round.Number(s.now().UTC())
	for _, base := range []string{"", "/games"} {
		root := servedBelow(t, s, base)
		for path, number := range map[string]int{"": today, "play": today, "day/3": 3} {
			_, head := fetch(t, root+path, "en")
			picture := attribute(t, head, `meta property="og:image"`, "content")
			if picture != fmt.Sprintf("%sday/%d.png", root, number) {
				t.Errorf("%s has the picture %s", root+path, picture)
				continue
			}
			if attribute(t, head, `meta property="og:image:width"`, "content") != "1200" || attribute(t, head, `meta property="twitter:card"`, "content") != "summary_large_image" {
				t.Errorf("%s does not say how large its picture is", path)
			}
			answer, body := fetch(t, picture, "zh-TW")
			drawn, kind, err := image.Decode(bytes.NewReader(body))
			if err != nil || kind != "png" || drawn.Bounds().Dx() != 1200 || drawn.Bounds().Dy() != 630 || len(body) > 100_000 {
				t.Errorf("%s: %s, %d bytes, %v", picture, answer.Status, len(body), err)
			}
		}
	}
	for _, path := range []string{"day/0.png", "day/-1.png", "day/x.png", "day/.png", "day/0", fmt.Sprint("day/", today+1, ".png"), "day/99999999.png"} {
		if answer, _ := fetch(t, s.url+path, "en"); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
	if _, head := fetch(t, s.url+"day/99999", "en"); bytes.Contains(head, []byte("og:image")) {
		t.Error("a day that has not begun has a picture")
	}
}

// Behind a proxy the host of a request need not be the one that people can ask. So pictures and the policy have the
// public URL, and cookies are for it.
func TestPublicURL(t *testing.T) {
	config := newSite(t).page.Config
	config.URL = "https://public.example/reckon"
	page, err := web.New(config)
	if err != nil {
		t.Fatal(err)
	}
	inside := httptest.NewServer(webtest.Handler(page))
	t.Cleanup(inside.Close)
	for path, want := range map[string]string{"/p/24:3,3,8,8": "p/24:3,3,8,8.png", "/p/tchisla:2016%237": "p/tchisla:2016%237.png", "/day/3": "day/3.png"} {
		_, head := fetch(t, inside.URL+path, "en")
		if picture := attribute(t, head, `meta property="og:image"`, "content"); picture != "https://public.example/reckon/"+want {
			t.Errorf("%s has the picture %s", path, picture)
		}
	}
	answer, _ := fetch(t, inside.URL+"/play", "en")
	policy := answer.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "https://public.example;") || strings.Contains(policy, "127.0.0.1") {
		t.Errorf("the policy names the host of the request: %s", policy)
	}
	written := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:8080/play/roles/net", nil)
	if err := page.SetCookie(written, request, "roles", "x", time.Minute); err != nil {
		t.Fatal(err)
	}
	if cookies := written.Result().Cookies(); len(cookies) != 1 || !cookies[0].Secure || cookies[0].Path != "/play/roles/net" {
		t.Errorf("the cookies are %v, want a secure one for the path of the request", cookies)
	}
}
