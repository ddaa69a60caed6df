package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"

	"reckon/bot/chat"
)

// documentStyle is the style that all documents share.
//
//go:embed document.css
var documentStyle template.CSS

// WriteDocument implements chat.Site.
func (f *FrontEnd) WriteDocument(w http.ResponseWriter, r *http.Request, d chat.Document) {
	d.Style = documentStyle + d.Style
	d.Theme = chat.Theme(r)
	var text bytes.Buffer
	if err := f.document.Execute(&text, d); err != nil {
		f.Logger.Error("a document is not made", "title", d.Title, "err", err)
		refuse(w, busy)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", documentPolicy(f.host(r), d.Style))
	h.Set("Vary", "Accept-Encoding, Accept-Language")
	if d.Private {
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		w.WriteHeader(cmp.Or(d.Status, http.StatusOK))
		_, _ = w.Write(text.Bytes())
		return
	}
	// A document may change at any moment, so a cache must ask each time whether it has changed.
	h.Set("Cache-Control", "no-cache")
	if r.Method == http.MethodPost {
		h.Set("Cache-Control", "no-store")
	}
	sum := sha256.Sum256(text.Bytes())
	f.WriteCompressed(w, r, compress(text.Bytes()), hex.EncodeToString(sum[:9]))
}

// documentPolicy returns a content security policy that allows what documents need: their style,
// and forms to their own origin.
func documentPolicy(host string, style template.CSS) string {
	own, framers := origins(host)
	return "default-src 'none'; style-src " + inlineHash([]byte(style)) + "; img-src data:; form-action " + own +
		"; base-uri 'none'; frame-ancestors " + framers
}

// WriteCompressed implements chat.Site.
func (f *FrontEnd) WriteCompressed(w http.ResponseWriter, r *http.Request, compressed []byte, version string) {
	tag := version
	if acceptsGzip(r) {
		tag += "-gzip"
	}
	tag = `"` + tag + `"`
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("ETag", tag)
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(compressed)))
		_, _ = partWriter{w}.Write(compressed)
		return
	}
	plain, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		refuse(w, busy)
		return
	}
	_, _ = io.Copy(partWriter{w}, plain)
}

// compress returns a text compressed by gzip. A Buffer takes everything, so there is no error.
func compress(text []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(text)
	_ = z.Close()
	return out.Bytes()
}
