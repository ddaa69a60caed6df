// Package download serves files for people to keep: tables with their checksums, and programs that check the
// tables.
package download

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
	"time"

	"reckon/bot/chat"
)

// A Table is a file of lines, whose columns are separated by tabs. It does not change while the program runs.
type Table struct {
	// name is the name of the file.
	name string
	// text makes the text once, when somebody first asks for it.
	text func() packedText
}

// A packedText is a text compressed by gzip, with the checksum of the plain text.
type packedText struct {
	compressed []byte
	checksum   string
}

// NewTable returns a table with the name of its file, and the function that makes its text.
func NewTable(name string, text func() []byte) Table {
	return Table{
		name: name,
		text: sync.OnceValue(func() packedText { return pack(text()) }),
	}
}

// pack compresses a text.
func pack(text []byte) packedText {
	sum := sha256.Sum256(text)
	// A write to a bytes.Buffer never fails, so there is no error.
	var compressed bytes.Buffer
	z := gzip.NewWriter(&compressed)
	_, _ = z.Write(text)
	_ = z.Close()
	return packedText{compressed: compressed.Bytes(), checksum: hex.EncodeToString(sum[:])}
}

// Routes returns the routes of the table and its checksum, at the root of a site. The tables of all features count
// towards the same limits.
func (t Table) Routes(site chat.Site) []chat.Route {
	return []chat.Route{
		{
			Pattern: "GET /" + t.name,
			Limit:   "tables",
			Pace:    chat.Pace{Interval: 10 * time.Second, Burst: 6},
			Serve:   func(w http.ResponseWriter, r *http.Request) { t.serve(site, w, r) },
		},
		{
			Pattern: "GET /" + t.name + ".sha256",
			Limit:   "checksums",
			Pace:    chat.Pace{Interval: time.Second, Burst: 30},
			Serve:   t.serveChecksum,
		},
	}
}

func (t Table) serve(site chat.Site, w http.ResponseWriter, r *http.Request) {
	text := t.text()
	h := w.Header()
	h.Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=3600")
	site.WriteCompressed(w, r, text.compressed, text.checksum)
}

// serveChecksum serves the checksum in the form that sha256sum -c reads.
func (t Table) serveChecksum(w http.ResponseWriter, _ *http.Request) {
	line := fmt.Sprintf("%s  %s\n", t.text().checksum, t.name)
	write(w, "text/plain", []byte(line))
}

// WritePython answers with a program in Python.
func WritePython(w http.ResponseWriter, program []byte) { write(w, "text/x-python", program) }

func write(w http.ResponseWriter, mediaType string, text []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType+"; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(text)
}
