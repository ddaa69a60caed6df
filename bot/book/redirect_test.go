package book

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/say"
	"reckon/bot/web/sitetest"
)

// visit gets an address of the book.
func visit(address string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	for _, route := range newPages(book{}, nil).routes() {
		mux.HandleFunc(route.Pattern, route.Serve)
	}
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "https://reckon.example"+address, nil))
	return answer
}

// No redirect leads to another site, whatever people look for.
func TestRedirectsStayOnSite(t *testing.T) {
	addresses := []string{"/book"}
	for _, name := range sitetest.Hostile {
		addresses = append(addresses,
			"/book/?n="+url.QueryEscape(name),
			"/book?n="+url.QueryEscape(name),
			"/"+url.PathEscape(name)+"/book/?n="+url.QueryEscape(name),
			"//"+url.PathEscape(name)+"/..//book",
		)
	}
	redirects := 0
	for _, address := range addresses {
		answer := visit(address)
		to := answer.Header()["Location"]
		if len(to) == 0 {
			continue
		}
		redirects++
		if len(to) > 1 || !sitetest.Stays(t, address, to[0]) {
			t.Errorf("%s leads to %q", address, to)
		}
	}
	if redirects < len(sitetest.Hostile) {
		t.Errorf("only %d addresses lead anywhere", redirects)
	}
}

// A search leads to the page of that name, even if the name has a colon.
func TestLookupLeadsToPage(t *testing.T) {
	for name, want := range map[string]string{
		"2016":              "/book/2016",
		" 2016#7 ":          "/book/2016#7",
		"24:3,3,8,8":        "/book/24:3%2C3%2C8%2C8",
		"http:evil.example": "/book/http:evil.example",
	} {
		answer := visit("/book/?n=" + url.QueryEscape(name))
		if got := answer.Header().Get("Location"); got != want || answer.Code != http.StatusSeeOther {
			t.Errorf("%q leads to %q (%d)", name, got, answer.Code)
		}
	}
}

var linkInPage = regexp.MustCompile(` (?:href|action)="([^"]*)"`)

// No link of the book leads to another site, whatever its pages are called.
func TestLinksStayOnSite(t *testing.T) {
	p := newPages(book{}, nil)
	check := func(address string, data pageData) {
		t.Helper()
		var page strings.Builder
		if err := p.template.Execute(&page, data); err != nil {
			t.Fatal(err)
		}
		links := linkInPage.FindAllStringSubmatch(page.String(), -1)
		if len(links) < 5 {
			t.Errorf("%s: %d links", address, len(links))
		}
		for _, l := range links {
			link := html.UnescapeString(l[1])
			if !sitetest.Stays(t, address, link) {
				t.Errorf("%s has a link to %q", address, link)
			}
		}
	}
	contents := &contents{}
	for _, name := range sitetest.Hostile {
		e := entry{Page: name, Place: name, Puzzle: name}
		contents.Finds = append(contents.Finds, e)
		page := &numberPage{Name: name, Before: name, After: name, Entries: []entry{e}}
		check("/book/"+url.PathEscape(name), pageData{Page: page})
	}
	check("/book/", pageData{Contents: contents})
}

// The contents of the book lead to what other features serve for people to read.
func TestContentsLeadToOtherDocuments(t *testing.T) {
	k := featuretest.Kernel(t)
	k.Features = func() []feature.Feature {
		document := func(say.Voice) feature.Document { return feature.Document{Path: "almanac/", Title: "The almanac"} }
		return []feature.Feature{{Name: "almanac", Document: document}, {Name: "silent"}}
	}
	b := book{Kernel: k, game: gameOf(k.Games)}
	contents, err := b.contents(t.Context(), k.Speak("en"))
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := newPages(b, nil).template.Execute(&page, pageData{Contents: contents}); err != nil {
		t.Fatal(err)
	}
	if link := `<li><a href="../almanac/">The almanac</a></li>`; strings.Count(page.String(), link) != 1 {
		t.Errorf("there is no %s in %s", link, page.String())
	}
}
