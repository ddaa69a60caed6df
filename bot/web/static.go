package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"html/template"
	"net/url"
	"strings"
	"sync"

	"reckon/bot/chat"
)

var (
	//go:embed book.html
	bookHTML string
	//go:embed book.css
	bookStyle template.CSS
)

// staticPages are the pages of the book.
type staticPages struct {
	template *template.Template
	// slots holds a value for each page of the book that is being made.
	slots chan struct{}
	// table returns all answers of the book. They are the same until the program is replaced.
	table func() bookTable
}

// A bookTable is all answers of the book, compressed, with the checksum of the text.
type bookTable struct {
	compressed []byte
	checksum   string
}

// maxPagesAtOnce is how many pages of the book are made at a time: each takes some milliseconds of
// a processor.
const maxPagesAtOnce = 4

func newStaticPages(library chat.Library) (staticPages, error) {
	functions := template.FuncMap{"pageLink": pageLink, "escape": url.PathEscape}
	pages, err := template.New("book").Funcs(functions).Parse(bookHTML)
	return staticPages{
		template: pages,
		slots:    make(chan struct{}, maxPagesAtOnce),
		table:    sync.OnceValue(func() bookTable { return newBookTable(library.Table()) }),
	}, err
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
