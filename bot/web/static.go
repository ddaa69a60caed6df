package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
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

// staticPages are the pages without a script: those of the book, and of roles.
type staticPages struct {
	templates *template.Template
	// style is the source that their content security policy allows.
	style string
	// slots holds a value for each page of the book that is being made.
	slots chan struct{}
	// table returns all answers of the book. They are the same until the program is replaced.
	table  func() bookTable
	logger *slog.Logger
}

// A bookTable is all answers of the book, compressed, with the checksum of the text.
type bookTable struct {
	compressed []byte
	checksum   string
}

// maxPagesAtOnce is how many pages of the book are made at a time: each takes some milliseconds of
// a processor.
const maxPagesAtOnce = 4

func newStaticPages(library chat.Library, logger *slog.Logger) (staticPages, error) {
	functions := template.FuncMap{"pageLink": pageLink, "escape": url.PathEscape}
	templates, err := template.New("book").Funcs(functions).Parse(bookHTML)
	if err != nil {
		return staticPages{}, err
	}
	if _, err := templates.Parse(rolesHTML); err != nil {
		return staticPages{}, err
	}
	// The head is needed as the template writes it: without comments.
	var head bytes.Buffer
	if err := templates.ExecuteTemplate(&head, "head", nil); err != nil {
		return staticPages{}, err
	}
	style, err := inlineSource(head.Bytes(), "style")
	if err != nil {
		return staticPages{}, err
	}
	return staticPages{
		templates: templates,
		style:     style,
		slots:     make(chan struct{}, maxPagesAtOnce),
		table:     sync.OnceValue(func() bookTable { return newBookTable(library.Table()) }),
		logger:    logger,
	}, nil
}

func newBookTable(text []byte) bookTable {
	sum := sha256.Sum256(text)
	return bookTable{compressed: compress(text), checksum: hex.EncodeToString(sum[:])}
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

// fill makes a page by its template, and sets the headers that all have. If it fails, the request
// is refused.
func (s *staticPages) fill(w http.ResponseWriter, r *http.Request, name string, data any) (text []byte, ok bool) {
	var out bytes.Buffer
	if err := s.templates.ExecuteTemplate(&out, name, data); err != nil {
		s.logger.Error("a page is not made", "name", name, "err", err)
		refuse(w, busy)
		return nil, false
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", s.policy(r))
	return out.Bytes(), true
}

// policy returns a content security policy that allows what these pages need: their style, and
// forms to their own origin.
func (s *staticPages) policy(r *http.Request) string {
	own, framers := origins(r)
	return "default-src 'none'; style-src " + s.style + "; img-src data:; form-action " + own +
		"; base-uri 'none'; frame-ancestors " + framers
}

// compress returns a text compressed by gzip. A Buffer takes everything, so there is no error.
func compress(text []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(text)
	_ = z.Close()
	return out.Bytes()
}
