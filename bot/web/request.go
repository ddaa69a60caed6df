package web

import (
	"net"
	"net/http"
	"regexp"
	"strings"

	"golang.org/x/text/language"
)

// hostNames are the names of hosts that may be in a header or a page.
var hostNames = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "localhost" || net.ParseIP(name).IsLoopback()
}

// locale returns the language that a browser asks for first, or "" if it asks for none.
func locale(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	return tags[0].String()
}

// acceptsGzip reports whether a browser reads compressed responses.
func acceptsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// address returns where a request comes from: what a proxy on this machine or in a private
// network says last, or else the other end of the connection. A network of IPv6 is one address.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ip := net.ParseIP(host)
	if ip == nil {
		return host
	}
	if ip.IsLoopback() || ip.IsPrivate() {
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		last := strings.TrimSpace(hops[len(hops)-1])
		if forwarded := net.ParseIP(last); forwarded != nil {
			ip = forwarded
		}
	}
	if ip.To4() == nil {
		ip = ip.Mask(net.CIDRMask(64, 128))
	}
	return ip.String()
}
