package web

import (
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
)

// servePage serves the page.
func (f *FrontEnd) servePage(w http.ResponseWriter, r *http.Request) {
	p := chat.Preview{Title: "Reckon"}
	open, err := base64.RawURLEncoding.DecodeString(r.URL.Query().Get("open"))
	if err != nil {
		// A link that cannot be read opens the page with nothing in particular.
		open = nil
	}
	p.Open = string(open)
	head := pageHead{Preview: p, base: "./"}
	if today, ok := f.Bot.Preview(locale(r), "", 0); ok {
		head.setDay(f.link(r, path.Dir(r.URL.EscapedPath()), dayPicture(today.Day)))
	}
	f.writePage(w, r, head)
}

// servePuzzle serves the page with a puzzle, or the picture of the puzzle.
func (f *FrontEnd) servePuzzle(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "link "+f.address(r), linkPace) {
		return
	}
	id, isPicture := strings.CutSuffix(r.PathValue("puzzle"), ".png")
	p, ok := f.Bot.Preview(locale(r), id, 0)
	if !ok || len(id) > maxData {
		f.writeMissing(w, r)
		return
	}
	if isPicture {
		f.drawPicture(w, *p.Picture)
		return
	}
	name := path.Base(r.URL.EscapedPath())
	picture := f.link(r, baseAbove(r), "p/"+name+".png")
	f.writePage(w, r, pageHead{Preview: p, base: "../", picture: picture})
}

// baseAbove returns the path of the page's base, if the path of a request is one folder deeper: "/x" for "/x/day/12".
func baseAbove(r *http.Request) string { return path.Dir(path.Dir(r.URL.EscapedPath())) }

// drawPicture answers with a picture of the bot's.
func (f *FrontEnd) drawPicture(w http.ResponseWriter, picture chat.Picture) {
	png, err := f.Broker.Draw(picture, false)
	if err != nil {
		f.Logger.Error("a picture is not drawn", "err", err)
		refuse(w, busy)
		return
	}
	writePicture(w, "image/png", png)
}

// dayPicture is the path of a day's picture, below the base.
func dayPicture(number int) string { return "day/" + strconv.Itoa(number) + ".png" }

// serveDay serves the page with a day, or the picture of the day.
func (f *FrontEnd) serveDay(w http.ResponseWriter, r *http.Request) {
	if !f.allow(w, "link "+f.address(r), linkPace) {
		return
	}
	name, isPicture := strings.CutSuffix(r.PathValue("number"), ".png")
	number, err := strconv.Atoi(name)
	if err != nil || number < 1 {
		f.writeMissing(w, r)
		return
	}
	p, ok := f.Bot.Preview(locale(r), "", number)
	hasNoPicture := isPicture && p.Picture == nil
	if !ok || hasNoPicture {
		f.writeMissing(w, r)
		return
	}
	if isPicture {
		f.drawPicture(w, *p.Picture)
		return
	}
	head := pageHead{Preview: p, base: "../"}
	// Whether this day is today for the person depends on where they are. So the page shows their own day, and says
	// how to open this one if it is another.
	head.Open = ""
	head.tags = [][2]string{{"day", strconv.Itoa(number)}, {"open-day", p.Open}}
	if score := readScore(r); score != "" {
		head.tags = append(head.tags, [2]string{"score", score})
		_, words := f.Bot.Words(locale(r))
		head.About = strings.ReplaceAll(words["today.beat"], "{n}", score)
	}
	if p.Picture != nil {
		head.setDay(f.link(r, baseAbove(r), dayPicture(number)))
	}
	f.writePage(w, r, head)
}

// mostScore is the highest score of a day.
const mostScore = 100

// readScore returns the score of the person who has sent the link of a day; "": the link has none.
func readScore(r *http.Request) string {
	score, err := strconv.Atoi(r.URL.Query().Get("score"))
	if err != nil || score < 0 || score > mostScore {
		return ""
	}
	return strconv.Itoa(score)
}

// writeMissing answers that there is nothing at an address. A person who opens it in a browser gets the page,
// which says so and has other puzzles.
func (f *FrontEnd) writeMissing(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		refuse(w, notFound)
		return
	}
	f.writePage(w, r, pageHead{Preview: chat.Preview{Title: "Reckon"}, base: "../", isMissing: true})
}

// Missing returns a handler for addresses below the page's base at which there is nothing. base is the path of the
// base, without the slash at its end.
func (f *FrontEnd) Missing(base string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !f.allow(w, "link "+f.address(r), linkPace) {
			return
		}
		head := pageHead{Preview: chat.Preview{Title: "Reckon"}, base: "./", isMissing: true}
		folders := strings.Count(strings.TrimPrefix(r.URL.EscapedPath(), base), "/") - 1
		if folders > 0 {
			head.base = strings.Repeat("../", folders)
		}
		f.writePage(w, r, head)
	}
}

// A pageHead has what the head of the page tells messengers and the page.
type pageHead struct {
	chat.Preview
	// base is relative to the address of the request. All other addresses in the page are relative to base.
	base string
	// picture is the whole URL of a picture; empty: there is none.
	picture string
	// isWide means that the picture is that of a day, which is wide.
	isWide bool
	// isMissing means that there is nothing at the address of the request.
	isMissing bool
	// tags are further things to tell the page: the name and the content of each <meta>.
	tags [][2]string
}

// setDay sets the picture to that of a day, by its whole URL.
func (p *pageHead) setDay(picture string) {
	p.picture = picture
	p.isWide = picture != ""
}

// writePage writes the page with a head.
func (f *FrontEnd) writePage(w http.ResponseWriter, r *http.Request, p pageHead) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", f.pagePolicy(r))
	h.Set("Vary", "Accept-Encoding, Accept-Language")
	var out io.Writer = w
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		// The best compression takes no longer here than the usual one. The level exists, so there is no error.
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
		defer z.Close()
		out = z
	}
	if p.isMissing {
		w.WriteHeader(http.StatusNotFound)
	}
	for _, part := range [][]byte{f.page.before, f.head(r, p), f.page.after} {
		if _, err := out.Write(part); err != nil {
			// The client has left.
			return
		}
	}
}

// earlyWords are the page's sentences that it may have to show before it has a session.
var earlyWords = []string{"crowd", "lost", "moment"}

// head returns the server's part of the page's head.
func (f *FrontEnd) head(r *http.Request, p pageHead) []byte {
	var head strings.Builder
	writeTag(&head, `<base href="%s">`, p.base)
	writeTag(&head, `<title>%s</title>`, p.Title)
	_, words := f.Bot.Words(locale(r))
	for _, name := range earlyWords {
		writeTag(&head, `<meta name="%s" content="%s">`, name, words[name])
	}
	if p.isMissing {
		writeTag(&head, `<meta name="missing" content="%s">`, words["missing"])
	}
	if p.Open != "" {
		writeTag(&head, `<meta name="open" content="%s">`, p.Open)
	}
	for _, tag := range p.tags {
		writeTag(&head, `<meta name="%s" content="%s">`, tag[0], tag[1])
	}
	for _, network := range slices.Sorted(maps.Keys(f.Provers)) {
		if id := f.Provers[network].Application(); id != "" {
			writeTag(&head, `<meta name="%s" content="%s">`, network, id)
		}
	}
	about := cmp.Or(p.About, words["about"])
	writeTag(&head, `<meta name="description" content="%s">`, about)
	writeTag(&head, `<meta name="theme-color" media="(prefers-color-scheme: light)" content="%s">`, lightGround)
	writeTag(&head, `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="%s">`, darkGround)
	head.WriteString(`<link rel="manifest" href="manifest.webmanifest">` +
		`<link rel="icon" href="icon/192.png"><link rel="apple-touch-icon" href="icon/180.png">` +
		`<link rel="license" href="licences.txt">`)
	properties := [][2]string{
		{"og:type", "website"},
		{"og:site_name", "Reckon"},
		{"og:title", p.Title},
		{"og:description", about},
		{"og:image", p.picture},
	}
	if p.isWide {
		properties = append(properties, [][2]string{
			{"og:image:width", "1200"},
			{"og:image:height", "630"},
			{"twitter:card", "summary_large_image"},
		}...)
	}
	for _, property := range properties {
		if content := property[1]; content != "" {
			writeTag(&head, `<meta property="%s" content="%s">`, property[0], content)
		}
	}
	return []byte(head.String())
}

// writeTag writes HTML with values, which it escapes.
func writeTag(to *strings.Builder, format string, values ...string) {
	escaped := make([]any, len(values))
	for i, v := range values {
		escaped[i] = html.EscapeString(v)
	}
	fmt.Fprintf(to, format, escaped...)
}

// pagePolicy returns the content security policy of the page.
func (f *FrontEnd) pagePolicy(r *http.Request) string {
	own, framers := origins(f.host(r))
	return "default-src 'none'; script-src " + f.page.scripts + "; style-src " + f.page.style +
		"; font-src data:; img-src data: " + own + "; connect-src " + own + "; manifest-src " + own + "; worker-src " + own + "; base-uri " + own +
		"; form-action 'none'; frame-ancestors " + framers
}

// networkFramers are the sites of networks that may frame the page.
const networkFramers = "https://discord.com https://*.discord.com https://*.discordsays.com https://web.telegram.org"

// origins returns the own origins of the page at a host, and the origins of the sites that may frame it. If
// the page runs on this machine, sites on this machine may frame it, too. The page's own origin is named in
// addition to 'self', because 'self' matches nothing in a frame whose origin is opaque.
func origins(host string) (own, framers string) {
	own = "'self' https://*.discordsays.com"
	framers = networkFramers
	if !hostNames.MatchString(host) {
		return own, framers
	}
	own += " https://" + host
	if isLocal(host) {
		own += " http://" + host
		framers += " http://127.0.0.1:*"
	}
	return own, framers
}

// link returns the whole URL of a path below the page's base. base is the path of the base in the request.
func (f *FrontEnd) link(r *http.Request, base, below string) string {
	if f.URL != "" {
		return strings.TrimRight(f.URL, "/") + "/" + below
	}
	return absolute(r, path.Join(base, below))
}

// absolute returns the whole URL of a path at the host of a request, since messengers want whole ones. It is
// empty if the path is empty, or if the request names no host.
func absolute(r *http.Request, path string) string {
	if path == "" || !hostNames.MatchString(r.Host) {
		return ""
	}
	scheme := cmp.Or(r.Header.Get("X-Forwarded-Proto"), "https")
	if scheme != "https" || isLocal(r.Host) {
		scheme = "http"
	}
	return scheme + "://" + r.Host + path
}
