package referee_test

import (
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"reckon/bot/web/sitetest"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// get fetches a path of a site. header has names of header fields, each with its value behind it.
func get(t *testing.T, s *webtest.Site, path string, header ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// Anybody can read the page, follow its links, and take the tables with their checksums, and the checker.
func TestSite(t *testing.T) {
	// Nothing that it reads is in the database.
	dbtest.OnlyFile(t)
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	status, header, page := get(t, s, "referee", "Accept-Language", "zh-CN")
	if status != http.StatusOK || !strings.Contains(page, `<html lang="en">`) {
		t.Errorf("the page is %d: %s", status, page)
	}
	if policy := header.Get("Content-Security-Policy"); strings.Contains(policy, "script") {
		t.Errorf("the policy allows scripts: %s", policy)
	}
	for _, want := range []string{
		"<code>8/(3-8/3)</code></th><td>1.00</td><td><b>right</b></td>",
		"<code>6*4*1*1</code></th><td>1.00</td><td><b>wrong extra.missing</b><br>",
		"1 2 5 5<br><code>5*5-1/2</code></th><td>1.00</td><td><b>wrong value</b><br>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in %s", want, page)
		}
	}
	for name, rows := range map[string]int{"hands.tsv": 1362, "games.tsv": 10_000} {
		_, _, table := get(t, s, name)
		_, _, sum := get(t, s, name+".sha256")
		if lines := strings.Count(table, "\n"); lines != rows+1 {
			t.Errorf("%s has %d lines", name, lines)
		}
		if want := fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(table)), name); sum != want {
			t.Errorf("the checksum is %q, want %q", sum, want)
		}
		_, header, packed := get(t, s, name, "Accept-Encoding", "gzip")
		z, err := gzip.NewReader(strings.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil || string(plain) != table || header.Get("Content-Encoding") != "gzip" {
			t.Errorf("compressed, %s is another: %v", name, err)
		}
		tag := header.Get("ETag")
		again, _, _ := get(t, s, name, "If-None-Match", tag, "Accept-Encoding", "gzip")
		if again != http.StatusNotModified {
			t.Errorf("%s again is %d", name, again)
		}
	}
	if _, _, program := get(t, s, "referee/check.py"); !strings.HasPrefix(program, "#!/usr/bin/env python3") {
		t.Errorf("the checker is %s", program)
	}
	checkLinks(t, s, page)
	for path, want := range map[string]int{"referee/": 200, "referee/x": 404, "hands.tsv.md5": 404} {
		if status, _, _ := get(t, s, path); status != want {
			t.Errorf("%s is %d", path, status)
		}
	}
}

// checkLinks follows every link of the page to its own site.
func checkLinks(t *testing.T, s *webtest.Site, page string) {
	t.Helper()
	found := 0
	for _, part := range strings.Split(page, ` href="`)[1:] {
		link, _, _ := strings.Cut(part, `"`)
		isElsewhere := strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "data:")
		if isElsewhere {
			continue
		}
		found++
		if !sitetest.Stays(t, "/referee/", link) {
			t.Errorf("%s leads to another site", link)
		}
		// This visitor has another address, because each address may take only a few tables at once.
		if status, _, _ := get(t, s, "referee/"+link, "X-Forwarded-For", "203.0.113.7"); status != http.StatusOK {
			t.Errorf("%s is %d", link, status)
		}
	}
	if found != 6 {
		t.Errorf("the page has %d links", found)
	}
}

// The page fits on the smallest phone, and everybody can read it.
func TestBrowserReferee(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	for _, scheme := range []string{"light", "dark"} {
		b := webtest.NewTab(t, 320, 480, "en", scheme)
		b.Open(s.URL+"referee/", "document.querySelector('section')")
		b.FitsAcross(scheme)
		// A link within a sentence is as high as its line.
		b.HasLargeTargets(scheme, "nav a, li > a")
		b.Axe(scheme)
	}
}
