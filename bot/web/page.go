package web

import (
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"reckon/bot/chat"
)

// servePage serves the page.
func (f *FrontEnd) servePage(w http.ResponseWriter, r *http.Request) {
	p := chat.Preview{Title: "Reckon"}
	if data, err := base64.RawURLEncoding.DecodeString(r.URL.Query().Get("open")); err == nil {
		p.Open = string(data)
	}
	f.serve(w, r, p, "./", "")
}

// servePuzzle serves the page with a puzzle, or the picture of the puzzle.
func (f *FrontEnd) servePuzzle(w http.ResponseWriter, r *http.Request) {
	id, isPicture := strings.CutSuffix(r.PathValue("puzzle"), ".png")
	if !f.paced(w, "link "+address(r), linkPace) {
		return
	}
	p, ok := f.Bot.Preview(locale(r), id, 0)
	switch {
	case !ok || len(id) > maxData:
		refuse(w, none)
	case !isPicture:
		f.serve(w, r, p, "../", r.URL.EscapedPath()+".png")
	default:
		png, err := f.Broker.Draw(*p.Picture, false)
		if err != nil {
			f.Logger.Error("a picture is not drawn", "err", err)
			refuse(w, busy)
			return
		}
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(png) // the client may have left
	}
}

// serveDay serves the page with a day.
func (f *FrontEnd) serveDay(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("number"))
	p, ok := f.Bot.Preview(locale(r), "", number)
	if err != nil || !ok {
		refuse(w, none)
		return
	}
	f.serve(w, r, p, "../", "")
}

// locale is the language that a browser asks for first; empty: none.
func locale(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	return tags[0].String()
}

// serve serves the page with a head that tells messengers what it is about.
func (f *FrontEnd) serve(w http.ResponseWriter, r *http.Request, p chat.Preview, base, picture string) {
	var head strings.Builder
	tag := func(format string, args ...string) {
		safe := make([]any, len(args))
		for i, a := range args {
			safe[i] = html.EscapeString(a)
		}
		fmt.Fprintf(&head, format, safe...)
	}
	tag(`<base href="%s"><title>%s</title>`, base, p.Title)
	if p.Open != "" {
		tag(`<meta name="open" content="%s">`, p.Open)
	}
	for network, prover := range f.Provers {
		if id := prover.Application(); id != "" {
			tag(`<meta name="%s" content="%s">`, network, id)
		}
	}
	for name, content := range map[string]string{"og:title": p.Title, "og:description": p.About, "og:image": absolute(r, picture)} {
		if content != "" {
			tag(`<meta property="%s" content="%s">`, name, content)
		}
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", f.policy(r))
	h.Set("Vary", "Accept-Encoding, Accept-Language")
	write := w.Write
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		write = z.Write
	}
	for _, part := range [][]byte{f.page.before, []byte(head.String()), f.page.after} {
		if _, err := write(part); err != nil { // the client has left
			return
		}
	}
}

// ancestors are the sites that may frame the page.
const ancestors = "https://discord.com https://*.discord.com https://*.discordsays.com https://web.telegram.org"

// policy is the content security policy; on this machine anything may frame the page.
func (f *FrontEnd) policy(r *http.Request) string {
	own, framers := origins(r)
	return "default-src 'none'; script-src " + f.page.script + "; style-src " + f.page.style + "; img-src data: " + own +
		"; connect-src " + own + "; base-uri " + own + "; form-action 'none'; frame-ancestors " + framers
}

// origins are the page's own, and the sites that may frame it. The origin is named beside
// 'self', which matches nothing in a frame whose origin is opaque.
func origins(r *http.Request) (own, framers string) {
	own, framers = "'self' https://*.discordsays.com", ancestors
	if host := r.Host; hosts.MatchString(host) {
		own += " https://" + host
		if isLocal(host) {
			own += " http://" + host
			framers += " http://127.0.0.1:*"
		}
	}
	return own, framers
}

// hosts are the names that may stand in a header.
var hosts = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "localhost" || net.ParseIP(name).IsLoopback()
}

// absolute is the URL of a path at the origin of a request, as messengers want it.
func absolute(r *http.Request, path string) string {
	if path == "" || !hosts.MatchString(r.Host) {
		return ""
	}
	scheme := cmp.Or(r.Header.Get("X-Forwarded-Proto"), "https")
	if isLocal(r.Host) || scheme != "http" && scheme != "https" {
		scheme = "http"
	}
	return scheme + "://" + r.Host + path
}
