package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"reckon/bot/chat"
)

// A bookPage is what the template shows.
type bookPage struct {
	Contents *chat.Contents
	Leaf     *chat.Leaf
	Sent     *sent
}

// A sent is a find that was sent, and what became of it.
type sent struct {
	chat.Find
	Reply chat.Reply
	Found bool
	Name  string
	Guest string // who sent it: a key
}

// serveContents serves what the book holds, or leads to the page that is looked for.
func (f *FrontEnd) serveContents(w http.ResponseWriter, r *http.Request) {
	if n := strings.TrimSpace(r.URL.Query().Get("n")); n != "" && len(n) <= maxData {
		name, place, _ := strings.Cut(n, "#")
		fragment := url.URL{Fragment: place}
		http.Redirect(w, r, pageLink(name)+fragment.String(), http.StatusSeeOther)
		return
	}
	f.makeBook(w, r, bookPace, func(ctx context.Context) (p bookPage, ok bool, err error) {
		c, ok, err := f.Bot.Contents(ctx, f.reader(r))
		return bookPage{Contents: &c}, ok, err
	})
}

// serveLeaf serves a page of the book.
func (f *FrontEnd) serveLeaf(w http.ResponseWriter, r *http.Request) {
	f.makeBook(w, r, bookPace, func(ctx context.Context) (p bookPage, ok bool, err error) {
		l, ok, err := f.Bot.Leaf(ctx, f.reader(r), r.PathValue("leaf"))
		return bookPage{Leaf: &l}, ok, err
	})
}

// reader is a request of somebody who reads.
func (f *FrontEnd) reader(r *http.Request) chat.Request {
	return f.request(session{Locale: locale(r), Place: chat.Place{Network: Network, Private: true}, Person: chat.Person{Network: Network}})
}

// serveFind takes an answer for the book, from a form, and shows the page with what became of
// it. Another site cannot send one: a browser says where a form stood.
func (f *FrontEnd) serveFind(w http.ResponseWriter, r *http.Request) {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		refuse(w, bad)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil || len(r.PostForm.Get("answer")) > maxText {
		refuse(w, long)
		return
	}
	form := r.PostForm
	f.makeBook(w, r, findPace, func(ctx context.Context) (p bookPage, ok bool, err error) {
		s := &sent{Name: form.Get("name"), Guest: form.Get("guest")}
		s.Find = chat.Find{Leaf: r.PathValue("leaf"), Place: form.Get("place"), Answer: form.Get("answer"), Credit: form.Get("credit") != ""}
		var out opened
		_, out.Words = f.Bot.Words(locale(r))
		as, err := f.guest(ctx, opening{Name: s.Name, Guest: s.Guest, Locale: locale(r)}, &out)
		if err != nil {
			return p, false, err
		}
		req := f.request(as)
		req.Key = "web:" + personKey(as) + ":find-" + rand.Text()
		if s.Reply, s.Found, err = f.Bot.Find(ctx, req, s.Find); err != nil {
			return p, false, err
		}
		if s.Found {
			s.Guest = out.Guest
		}
		l, ok, err := f.Bot.Leaf(ctx, req, s.Leaf)
		return bookPage{Leaf: &l, Sent: s}, ok, err
	})
}

// makeBook makes a page of the book once a slot is free, and serves it.
func (f *FrontEnd) makeBook(w http.ResponseWriter, r *http.Request, p pace, content func(context.Context) (bookPage, bool, error)) {
	if !f.paced(w, "book "+address(r), p) {
		return
	}
	ctx, cancel := f.working(w, r)
	defer cancel()
	select {
	case f.shelf.slots <- struct{}{}:
		defer func() { <-f.shelf.slots }()
	case <-ctx.Done():
		refuse(w, busy)
		return
	}
	page, ok, err := content(ctx)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		refuse(w, refused)
		return
	case errors.Is(err, chat.ErrNoPage) || err == nil && !ok:
		refuse(w, none)
		return
	case err != nil:
		refuse(w, busy) // it is logged
		return
	}
	text, ok := f.shelf.fill(w, r, "book", page)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("Vary", "Accept-Encoding, Accept-Language")
	h.Set("Cache-Control", "no-cache") // what is being played changes at any moment
	if r.Method == http.MethodPost {
		h.Set("Cache-Control", "no-store")
	}
	sum := sha256.Sum256(text)
	sendPacked(w, r, pack(text), hex.EncodeToString(sum[:9]))
}

// sendPacked serves a compressed text, unpacked where the client wants that, or nothing if the
// client has the same already.
func sendPacked(w http.ResponseWriter, r *http.Request, packed []byte, tag string) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	packs := strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if tag = `"` + tag + `"`; packs {
		tag = `"` + strings.Trim(tag, `"`) + `-gzip"`
	}
	h.Set("ETag", tag)
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	var from io.Reader = bytes.NewReader(packed)
	if packs {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", fmt.Sprint(len(packed)))
	} else {
		var err error
		if from, err = gzip.NewReader(from); err != nil {
			refuse(w, busy)
			return
		}
	}
	_, _ = io.Copy(w, from) // the client may have left
}

// serveTable serves all answers.
func (f *FrontEnd) serveTable(w http.ResponseWriter, r *http.Request) {
	if !f.paced(w, "table "+address(r), tablePace) {
		return
	}
	t := f.shelf.table()
	h := w.Header()
	h.Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=3600")
	sendPacked(w, r, t.packed, t.sum)
}

// serveSum serves the checksum of all answers, as sha256sum -c reads it.
func (f *FrontEnd) serveSum(w http.ResponseWriter, r *http.Request) {
	if f.paced(w, "book "+address(r), bookPace) {
		f.serveText(w, "text/plain", fmt.Appendf(nil, "%s  book.tsv\n", f.shelf.table().sum))
	}
}

// serveChecker serves the program that checks them.
func (f *FrontEnd) serveChecker(w http.ResponseWriter, r *http.Request) {
	if f.paced(w, "book "+address(r), bookPace) {
		f.serveText(w, "text/x-python", f.Bot.Checker())
	}
}

func (f *FrontEnd) serveText(w http.ResponseWriter, sort string, text []byte) {
	h := w.Header()
	h.Set("Content-Type", sort+"; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(text) // the client may have left
}
