package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"reckon/bot/chat"
)

// bookData is what the template of the book shows: its contents or one of its pages.
type bookData struct {
	Contents   *chat.Contents
	Leaf       *chat.Leaf
	Submission *submission
}

// A submission is an answer that was sent by the form of a page, and what became of it.
type submission struct {
	chat.Find
	Reply chat.Reply
	// Found means that it beats the book.
	Found bool
	// Name and Guest are the name and the guest's key of the person who sent it.
	Name  string
	Guest string
}

func redirectToContents(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "book/", http.StatusSeeOther)
}

// serveContents serves what the book holds, or leads to the page that somebody looks for.
func (f *FrontEnd) serveContents(w http.ResponseWriter, r *http.Request) {
	wanted := strings.TrimSpace(r.URL.Query().Get("n"))
	if wanted != "" && len(wanted) <= maxData {
		name, place, _ := strings.Cut(wanted, "#")
		fragment := url.URL{Fragment: place}
		http.Redirect(w, r, pageLink(name)+fragment.String(), http.StatusSeeOther)
		return
	}
	f.writeBook(w, r, bookPace, func(ctx context.Context) (bookData, error) {
		contents, ok, err := f.Bot.Contents(ctx, f.Visitor(r))
		if err != nil {
			return bookData{}, err
		}
		if !ok {
			return bookData{}, notFound
		}
		return bookData{Contents: &contents}, nil
	})
}

// serveBookPage serves a page of the book.
func (f *FrontEnd) serveBookPage(w http.ResponseWriter, r *http.Request) {
	f.writeBook(w, r, bookPace, func(ctx context.Context) (bookData, error) {
		return f.loadBookPage(ctx, f.Visitor(r), r.PathValue("name"))
	})
}

func (f *FrontEnd) loadBookPage(ctx context.Context, req chat.Request, name string) (bookData, error) {
	leaf, ok, err := f.Bot.Leaf(ctx, req, name)
	if err != nil {
		return bookData{}, err
	}
	if !ok {
		return bookData{}, notFound
	}
	return bookData{Leaf: &leaf}, nil
}

// serveSubmission takes an answer for the book from a form, and shows the page with what became of
// the answer. Another site cannot send one: a browser says which site a form is on.
func (f *FrontEnd) serveSubmission(w http.ResponseWriter, r *http.Request) {
	site := r.Header.Get("Sec-Fetch-Site")
	if site != "" && site != "same-origin" {
		refuse(w, badRequest)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil || len(r.PostForm.Get("answer")) > maxText {
		refuse(w, tooLong)
		return
	}
	sub := submission{
		Find: chat.Find{
			Leaf:   r.PathValue("name"),
			Place:  r.PostForm.Get("place"),
			Answer: r.PostForm.Get("answer"),
			Credit: r.PostForm.Get("credit") != "",
		},
		Name:  r.PostForm.Get("name"),
		Guest: r.PostForm.Get("guest"),
	}
	f.writeBook(w, r, submissionPace, func(ctx context.Context) (bookData, error) {
		return f.submit(ctx, sub, locale(r))
	})
}

// submit judges an answer for the book, and returns its page. The answer is that of a guest: of a
// new one, who is stored only if the answer beats the book, or of the one who sent an answer
// before.
func (f *FrontEnd) submit(ctx context.Context, sub submission, locale string) (bookData, error) {
	_, words := f.Bot.Words(locale)
	guest := sessionRequest{Name: sub.Name, Guest: sub.Guest, Locale: locale}
	v, err := f.identifyGuest(ctx, guest, words)
	if err != nil {
		return bookData{}, err
	}
	req := f.request(v.session)
	req.Key = "web:" + personKey(v.session) + ":find-" + rand.Text()
	sub.Reply, sub.Found, err = f.Bot.Find(ctx, req, sub.Find)
	if err != nil {
		return bookData{}, err
	}
	if sub.Found {
		sub.Guest = v.guestKey
	}
	data, err := f.loadBookPage(ctx, req, sub.Leaf)
	if err != nil {
		return bookData{}, err
	}
	data.Submission = &sub
	return data, nil
}

// writeBook loads what a page of the book shows once a slot is free, and serves the page.
func (f *FrontEnd) writeBook(
	w http.ResponseWriter, r *http.Request, p chat.Pace, load func(context.Context) (bookData, error),
) {
	if !f.allow(w, "book "+address(r), p) {
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	select {
	case f.static.slots <- struct{}{}:
		defer func() { <-f.static.slots }()
	case <-ctx.Done():
		refuse(w, busy)
		return
	}
	data, err := load(ctx)
	if err != nil {
		refuse(w, bookRefusal(err))
		return
	}
	var body bytes.Buffer
	if err := f.static.template.Execute(&body, data); err != nil {
		f.Logger.Error("a page of the book is not made", "err", err)
		refuse(w, busy)
		return
	}
	d := chat.Document{Style: bookStyle, Body: template.HTML(body.String())}
	if data.Contents != nil {
		d.Language = data.Contents.Language
		d.Title = data.Contents.Title
	} else {
		d.Language = data.Leaf.Language
		d.Title = data.Leaf.Title
		d.About = data.Leaf.About
	}
	f.WriteDocument(w, r, d)
}

// bookRefusal returns how a request is refused after an error.
func bookRefusal(err error) refusal {
	if refused, ok := errors.AsType[refusal](err); ok {
		return refused
	}
	if errors.Is(err, chat.ErrNoPage) {
		return notFound
	}
	// The bot has logged it.
	return busy
}

// serveTable serves all answers.
func (f *FrontEnd) serveTable(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "table "+address(r), tablePace) {
		return
	}
	table := f.static.table()
	h := w.Header()
	h.Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=3600")
	writeCompressed(w, r, table.compressed, table.checksum)
}

// serveChecksum serves the checksum of all answers, as sha256sum -c reads it.
func (f *FrontEnd) serveChecksum(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "book "+address(r), bookPace) {
		return
	}
	line := fmt.Sprintf("%s  book.tsv\n", f.static.table().checksum)
	writeText(w, "text/plain", []byte(line))
}

// serveChecker serves the program that checks all answers.
func (f *FrontEnd) serveChecker(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "book "+address(r), bookPace) {
		return
	}
	writeText(w, "text/x-python", f.Bot.Checker())
}

func writeText(w http.ResponseWriter, mediaType string, text []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType+"; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(text)
}
