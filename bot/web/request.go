package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// hostNames matches the names of hosts that are safe to write into a header or a page.
var hostNames = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// host returns the host at which people open the page: that of its public URL or, without one, the host
// that a request names. Behind a proxy a request often names the address to which the proxy passes it.
func (f *FrontEnd) host(r *http.Request) string {
	public, err := url.Parse(f.URL)
	if err != nil || public.Host == "" {
		return r.Host
	}
	return public.Host
}

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

// networkBits is how many bits of an IPv6 address name the network. A visitor has all addresses of a network.
const networkBits = 64

// VisitorOf returns the address under which the visitor at an address is counted.
func VisitorOf(address netip.Addr) netip.Addr {
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address
	}
	// The prefix of an IPv6 address always exists.
	network, _ := address.Prefix(networkBits)
	return network.Addr()
}

// address returns where a request comes from: the other end of the connection or, if that is a proxy of the
// operator's, the address that the proxy names in X-Forwarded-For. If there are several proxies, each one
// adds an address at the end of that header, so it is read from the end.
func (f *FrontEnd) address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	from := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !f.isProxy(from) {
			break
		}
		forwarded, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		from = forwarded.Unmap()
	}
	if r.Header.Get("X-Forwarded-For") != "" && !f.isProxy(peer.Addr().Unmap()) {
		f.warnOfProxy(peer.Addr())
	}
	return VisitorOf(from).String()
}

// isProxy reports whether an address is that of one of the operator's proxies.
func (f *FrontEnd) isProxy(address netip.Addr) bool { return f.IsProxy != nil && f.IsProxy(address) }

// warnOfProxy logs once that a machine of a private network sends X-Forwarded-For, and that the bot does
// not believe it. If it is a proxy that the operator has not named, all people behind it share the limits
// of one address.
func (f *FrontEnd) warnOfProxy(peer netip.Addr) {
	if !peer.IsLoopback() && !peer.IsPrivate() {
		return
	}
	f.proxyWarning.Do(func() {
		f.Logger.Warn("X-Forwarded-For is not believed; if this is your proxy, name it in RECKON_PROXIES",
			"address", peer.String())
	})
}
