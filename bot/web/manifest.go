package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The grounds of the page, as style.css has them.
const (
	lightGround = "#f4f1ea"
	darkGround  = "#15171c"
)

// A manifest tells a browser how the page looks as an app on a home screen. Its addresses are relative to its
// own, which is directly below the base of the page.
type manifest struct {
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Language    string         `json:"lang"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Categories  []string       `json:"categories"`
	Icons       []manifestIcon `json:"icons"`
}

// A manifestIcon is an icon of a manifest.
type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// serveManifest serves the manifest in the language of the browser.
func (f *FrontEnd) serveManifest(w http.ResponseWriter, r *http.Request) {
	language, words := f.Bot.Words(locale(r))
	m := manifest{
		Name:        "Reckon",
		ShortName:   "Reckon",
		Description: words["about"],
		Language:    language,
		StartURL:    "./",
		Scope:       "./",
		Display:     "standalone",
		Background:  lightGround,
		Theme:       lightGround,
		Categories:  []string{"games", "education"},
	}
	purposes := [][2]string{{"192.png", "any"}, {"512.png", "any"}, {"maskable.png", "maskable"}}
	for _, p := range purposes {
		name, purpose := p[0], p[1]
		size := icons[name].size
		m.Icons = append(m.Icons, manifestIcon{
			Source:  "icon/" + name,
			Sizes:   fmt.Sprintf("%dx%d", size, size),
			Type:    "image/png",
			Purpose: purpose,
		})
	}
	text, err := json.Marshal(m)
	if err != nil {
		refuse(w, busy)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/manifest+json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Language")
	_, _ = w.Write(text)
}

// serveOffline serves the service worker that shows the page where there is no network. It is a file of its own at
// the base, because browsers let a service worker answer only for addresses below its own folder.
func (f *FrontEnd) serveOffline(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write(f.page.offline)
}

// hiddenFromSearch are the paths below the base that search engines leave out: rooms, what the page calls, and
// sheets to print, which are without end.
var hiddenFromSearch = []string{"play", "r/", "print"}

// serveRobots serves the rules for search engines. They read them only at the root of a host, so the rules of
// a page below a path are for an operator to copy.
func (f *FrontEnd) serveRobots(w http.ResponseWriter, r *http.Request) {
	base := strings.TrimSuffix(r.URL.EscapedPath(), "robots.txt")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	fmt.Fprintln(w, "User-agent: *")
	for _, path := range hiddenFromSearch {
		fmt.Fprintf(w, "Disallow: %s%s\n", base, path)
	}
}
