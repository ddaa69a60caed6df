package book

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/download"
	"reckon/bot/say"
)

var (
	//go:embed book.html
	pageHTML string
	//go:embed book.css
	pageStyle template.CSS
)

// pages serves the book at a site:
//
//	GET  book/            the contents of the book; ?n=2016 leads to a page
//	GET  book/PAGE        a page: book/2016, with the answer made of sevens at #7
//	POST book/PAGE        takes the form of the page: an answer that beats the book
//	GET  book/check.py    a program that checks all answers
//	GET  book.tsv         all answers
//	GET  book.tsv.sha256  their checksum
//
// Each page is made when somebody asks for it, because the answers to puzzles in play are left out. If a
// reader has the same page already (ETag), it is not sent again. Only an answer that beats the book makes
// its sender a guest. The reply then leads to the address play#guest=KEY, where the guest can go on playing.
type pages struct {
	book
	site     chat.Site
	template *template.Template
	// slots holds a value for each page that is being made.
	slots chan struct{}
	// table has all answers.
	table download.Table
}

const (
	// maxPagesAtOnce is how many pages are made at the same time. Each takes some milliseconds of a
	// processor.
	maxPagesAtOnce = 4
	// maxForm is how long a form may be, in bytes.
	maxForm = 8 << 10
	// maxAnswer is how long the answer in a form may be, in bytes.
	maxAnswer = 4096
	// maxName is how long the name of a page may be that somebody looks for, in bytes.
	maxName = 256
)

func newPages(b book, site chat.Site) pages {
	functions := template.FuncMap{"pageLink": pageLink, "escape": url.PathEscape}
	return pages{
		book:     b,
		site:     site,
		template: template.Must(template.New("book").Funcs(functions).Parse(pageHTML)),
		slots:    make(chan struct{}, maxPagesAtOnce),
		table:    download.NewTable("book.tsv", func() []byte { return b.game.Table() }),
	}
}

// routes returns the routes of the book.
func (p pages) routes() []chat.Route {
	reading := []chat.Route{
		{Pattern: "GET /book", Serve: redirectToContents},
		{Pattern: "GET /book/{$}", Serve: p.serveContents},
		{Pattern: "GET /book/{name}", Serve: p.servePage},
		{Pattern: "GET /book/check.py", Serve: p.serveChecker},
	}
	for i := range reading {
		reading[i].Limit = "book"
		reading[i].Pace = chat.Pace{Interval: 100 * time.Millisecond, Burst: 60}
	}
	submitting := chat.Route{
		Pattern: "POST /book/{name}",
		Limit:   "book submission",
		Pace:    chat.Pace{Interval: 6 * time.Second, Burst: 12},
		Serve:   p.serveSubmission,
	}
	return append(append(reading, submitting), p.table.Routes(p.site)...)
}

// pageLink returns a link from one page of the book to the page with a name. It keeps the theme; empty: the theme is
// that of the device. Without "./" in front, a browser would take a name such as "http:evil.example" for the address
// of another site, and an empty name for the same page.
func pageLink(theme, name string) string {
	link := url.PathEscape(name)
	if name == "" || strings.Contains(link, ":") {
		link = "./" + link
	}
	if theme == "" {
		return link
	}
	return link + "?theme=" + theme
}

// pageData is what the template shows: the contents or a page.
type pageData struct {
	// Theme is the theme that the address names; empty: it names none.
	Theme      string
	Contents   *contents
	Page       *numberPage
	Submission *submission
}

// Words returns the labels of the page.
func (d pageData) Words() map[string]string {
	if d.Contents != nil {
		return d.Contents.Words
	}
	return d.Page.Words
}

func redirectToContents(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "book/"+pageLink(chat.Theme(r), ""), http.StatusSeeOther)
}

// serveContents serves the contents of the book. If somebody looks for a page, it leads there.
func (p pages) serveContents(w http.ResponseWriter, r *http.Request) {
	wanted := strings.TrimSpace(r.URL.Query().Get("n"))
	if wanted != "" && len(wanted) <= maxName {
		name, place, _ := strings.Cut(wanted, "#")
		fragment := url.URL{Fragment: place}
		http.Redirect(w, r, pageLink(chat.Theme(r), name)+fragment.String(), http.StatusSeeOther)
		return
	}
	p.write(w, r, func(ctx context.Context, v say.Voice) (pageData, error) {
		contents, err := p.contents(ctx, v)
		return pageData{Contents: contents}, err
	})
}

// servePage serves a page of the book.
func (p pages) servePage(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, func(ctx context.Context, v say.Voice) (pageData, error) {
		page, err := p.page(ctx, v, r.PathValue("name"), p.Now())
		return pageData{Page: page}, err
	})
}

// serveSubmission takes an answer for the book from a form. It shows the page again, with the reply to
// the answer. It refuses a form that stands on another site. Browsers say in a header from where a form comes.
func (p pages) serveSubmission(w http.ResponseWriter, r *http.Request) {
	sentFrom := r.Header.Get("Sec-Fetch-Site")
	if sentFrom != "" && sentFrom != "same-origin" {
		p.site.Refuse(w, http.StatusBadRequest)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil || len(r.PostForm.Get("answer")) > maxAnswer {
		p.site.Refuse(w, http.StatusRequestEntityTooLarge)
		return
	}
	s := &submission{
		Page:   r.PathValue("name"),
		Place:  r.PostForm.Get("place"),
		Answer: r.PostForm.Get("answer"),
		Credit: r.PostForm.Get("credit") != "",
		Name:   r.PostForm.Get("name"),
		Guest:  r.PostForm.Get("guest"),
	}
	p.write(w, r, func(ctx context.Context, v say.Voice) (pageData, error) {
		// This makes up a new guest, who is stored only if the answer beats the book.
		guest, key, err := p.site.Guest(r, s.Guest, s.Name)
		if err != nil {
			return pageData{}, err
		}
		if err := p.submit(ctx, guest, v, s); err != nil {
			return pageData{}, err
		}
		if s.Found {
			s.Guest = key
		}
		page, err := p.page(ctx, v, s.Page, p.Now())
		return pageData{Page: page, Submission: s}, err
	})
}

// write serves a page. It waits for a free slot before it loads what the page shows.
func (p pages) write(
	w http.ResponseWriter, r *http.Request, load func(context.Context, say.Voice) (pageData, error),
) {
	ctx := r.Context()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		p.site.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	v := p.Speak(p.site.Visitor(r).Locale)
	data, err := load(ctx, v)
	if err != nil {
		p.refuse(ctx, w, err)
		return
	}
	data.Theme = chat.Theme(r)
	var body bytes.Buffer
	if err := p.template.Execute(&body, data); err != nil {
		p.refuse(ctx, w, err)
		return
	}
	d := chat.Document{
		Language: v.Language(),
		Style:    pageStyle,
		Body:     template.HTML(body.String()),
	}
	if data.Contents != nil {
		d.Title = data.Contents.Title
	} else {
		d.Title = data.Page.Title
		d.About = data.Page.About
	}
	p.site.WriteDocument(w, r, d)
}

// refuse answers a request for a page that could not be made.
func (p pages) refuse(ctx context.Context, w http.ResponseWriter, err error) {
	if errors.Is(err, errNoPage) {
		p.site.Refuse(w, http.StatusNotFound)
		return
	}
	if errors.Is(err, chat.ErrProof) {
		p.site.Refuse(w, http.StatusForbidden)
		return
	}
	if ctx.Err() == nil {
		p.Logger.Error("a page of the book is not made", "err", err)
	}
	p.site.Refuse(w, http.StatusServiceUnavailable)
}

// serveChecker serves the program that checks all answers.
func (p pages) serveChecker(w http.ResponseWriter, _ *http.Request) {
	download.WritePython(w, p.game.Checker())
}
