package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"reckon/bot/chat"
)

//go:embed roles.html
var rolesHTML string

//go:embed book.html
var bookHTML string

// A shelf has what all pages without a script have in common.
type shelf struct {
	pages *template.Template
	style string        // the source that the content security policy allows
	slots chan struct{} // one for each page that is made
	table func() table
	log   *slog.Logger
}

// A table is all answers of the book, compressed, with the checksum of the text.
type table struct {
	packed []byte
	sum    string
}

// pagesAtOnce is how many pages of the book are made at a time: each takes some milliseconds of
// a processor.
const pagesAtOnce = 4

func newShelf(library chat.Library, log *slog.Logger) (s shelf, err error) {
	s.log = log
	s.pages, err = template.New("book").Funcs(template.FuncMap{"pageLink": pageLink, "escape": url.PathEscape}).Parse(bookHTML)
	if err == nil {
		_, err = s.pages.Parse(rolesHTML)
	}
	if err != nil {
		return s, err
	}
	var head bytes.Buffer // as the template writes it, without comments
	if err := s.pages.ExecuteTemplate(&head, "head", nil); err != nil {
		return s, err
	}
	style := inline["style"].FindSubmatch(head.Bytes())
	if style == nil {
		return s, errors.New("web: the book has no <style>")
	}
	sum := sha256.Sum256(style[1])
	s.style = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	s.slots = make(chan struct{}, pagesAtOnce)
	s.table = sync.OnceValue(func() table {
		text := library.Table()
		sum := sha256.Sum256(text)
		return table{pack(text), hex.EncodeToString(sum[:])}
	})
	return s, nil
}

// pageLink returns a link from a page of the book to the one with a name. Without the "./" a
// browser would read a name such as "http:evil.example" as the address of another site.
func pageLink(name string) string {
	link := url.PathEscape(name)
	if strings.Contains(link, ":") {
		return "./" + link
	}
	return link
}

// fill makes a page, and sets the headers that all have. If it fails, the request is refused.
func (s *shelf) fill(w http.ResponseWriter, r *http.Request, name string, page any) (_ []byte, ok bool) {
	var text bytes.Buffer
	if err := s.pages.ExecuteTemplate(&text, name, page); err != nil {
		s.log.Error("a page is not made", "name", name, "err", err)
		refuse(w, busy)
		return nil, false
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", s.policy(r))
	return text.Bytes(), true
}

// policy allows what these pages need: their style, and forms to their own origin.
func (s *shelf) policy(r *http.Request) string {
	own, framers := origins(r)
	return "default-src 'none'; style-src " + s.style + "; img-src data:; form-action " + own + "; base-uri 'none'; frame-ancestors " + framers
}

// pack compresses.
func pack(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text) // a Buffer takes everything
	_ = z.Close()
	return b.Bytes()
}
