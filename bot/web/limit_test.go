package web

import (
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
)

// The address of a request is the other end of its connection or, if that is a proxy of the operator's, the
// address that the proxy names. If anybody else names an address, it is ignored.
func TestAddress(t *testing.T) {
	isProxy := func(address netip.Addr) bool {
		switch address.String() {
		case "127.0.0.1", "10.0.0.2", "10.0.0.9", "2001:db8:ffff::1":
			return true
		}
		return false
	}
	f := &FrontEnd{Config: Config{IsProxy: isProxy, Logger: slog.New(slog.DiscardHandler)}}
	for name, c := range map[string]struct{ peer, forwarded, want string }{
		"direct":              {"198.51.100.7:4000", "", "198.51.100.7"},
		"through a proxy":     {"127.0.0.1:4000", "198.51.100.7", "198.51.100.7"},
		"a proxy of IPv6":     {"[2001:db8:ffff::1]:4000", "198.51.100.7", "198.51.100.7"},
		"a proxy, as IPv6":    {"[::ffff:10.0.0.2]:4000", "198.51.100.7", "198.51.100.7"},
		"to a proxy a lie":    {"10.0.0.2:4000", "203.0.113.9, 198.51.100.7", "198.51.100.7"},
		"through two":         {"10.0.0.2:4000", "203.0.113.9, 198.51.100.7, 127.0.0.1", "198.51.100.7"},
		"a lie":               {"198.51.100.7:4000", "203.0.113.9", "198.51.100.7"},
		"a neighbour's lie":   {"192.168.1.7:4000", "203.0.113.9", "192.168.1.7"},
		"this machine's lie":  {"127.0.0.2:4000", "203.0.113.9", "127.0.0.2"},
		"a proxy's nonsense":  {"127.0.0.1:4000", "unknown", "127.0.0.1"},
		"a proxy of itself":   {"127.0.0.1:4000", "10.0.0.9", "10.0.0.9"},
		"a network of IPv6":   {"[2001:db8:1:2:3:4:5:6]:4000", "", "2001:db8:1:2::"},
		"the same":            {"[2001:db8:1:2::9]:4000", "", "2001:db8:1:2::"},
		"the next":            {"[2001:db8:1:3::9]:4000", "", "2001:db8:1:3::"},
		"a socket of a file":  {"@", "", "@"},
		"IPv4 as IPv6 has it": {"[::ffff:198.51.100.7]:4000", "", "198.51.100.7"},
	} {
		r := httptest.NewRequest("GET", "/play", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := f.address(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Nobody exceeds their pace, whatever others do. The requests of somebody who has been idle for long are
// forgotten.
func TestAllow(t *testing.T) {
	var l limits
	p, now := chat.Pace{Interval: time.Minute, Burst: 3}, time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	for n := range 5 {
		if wait := l.wait("ann", p, now); (wait == 0) != (n < 3) || wait != 0 && wait != p.Interval {
			t.Errorf("the request number %d waits %v", n+1, wait)
		}
	}
	if l.wait("bob", p, now) != 0 {
		t.Error("Bob waits for Ann")
	}
	for range 13 {
		now = now.Add(time.Minute)
		if l.wait("ann", p, now) != 0 {
			t.Error("Ann waits though she keeps to her pace")
		}
	}
	if l.wait("ann", p, now) == 0 {
		t.Error("Ann is forgotten while she plays, and has all her requests again")
	}
	if _, known := l.allowances["bob"]; known || len(l.allowances) != 1 {
		t.Errorf("it keeps %v", l.allowances)
	}
}

// A process has a limit of streams, and so has a person.
func TestStreams(t *testing.T) {
	var l limits
	var ends []func()
	for i := range maxStreams {
		end, ok := l.openStream(strconv.Itoa(i/maxPersonal), strconv.Itoa(i/maxNearby))
		if !ok {
			t.Fatalf("there are only %d", i)
		}
		ends = append(ends, end)
	}
	if _, ok := l.openStream("one more", "elsewhere"); ok {
		t.Error("there are more")
	}
	for _, end := range ends[:maxPersonal] {
		end()
	}
	for i := range maxPersonal + 1 {
		if _, ok := l.openStream("ann", "at home"); ok != (i < maxPersonal) {
			t.Errorf("Ann's stream number %d: %v", i+1, ok)
		}
	}
	people := (maxStreams + maxPersonal - 1) / maxPersonal
	addresses := maxStreams/maxNearby + 1
	if len(l.streams) != people+addresses {
		t.Errorf("it knows %d people and addresses", len(l.streams))
	}
}

// An address leaves streams for others, however many people are there.
func TestStreamsOfAddress(t *testing.T) {
	var l limits
	var first func()
	for i := range maxNearby {
		end, ok := l.openStream(strconv.Itoa(i), "a school")
		if !ok {
			t.Fatalf("a school has only %d", i)
		}
		if i == 0 {
			first = end
		}
	}
	if _, ok := l.openStream("one more", "a school"); ok {
		t.Error("a school has more")
	}
	if _, ok := l.openStream("ann", "at home"); !ok {
		t.Error("Ann, who is elsewhere, has none")
	}
	first()
	if _, ok := l.openStream("one more", "a school"); !ok {
		t.Error("a place that is free again is not given")
	}
}

// A warning is logged once for a machine of a private network that is no proxy of the operator's. There is
// none for strangers.
func TestWarnOfProxy(t *testing.T) {
	var log strings.Builder
	f := &FrontEnd{Config: Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}}
	for _, peer := range []string{"198.51.100.7:4000", "172.17.0.1:4000", "172.17.0.1:4001"} {
		r := httptest.NewRequest("GET", "/play", nil)
		r.RemoteAddr = peer
		r.Header.Set("X-Forwarded-For", "203.0.113.9")
		f.address(r)
	}
	if got := log.String(); strings.Count(got, "RECKON_PROXIES") != 1 || !strings.Contains(got, "172.17.0.1") {
		t.Errorf("the log says %q", got)
	}
}
