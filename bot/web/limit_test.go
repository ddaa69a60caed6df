package web

import (
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"reckon/bot/chat"
)

// A request comes from the connection's other end or, through a proxy nearby, from whom the
// proxy names. Whoever names somebody else comes from themselves.
func TestAddress(t *testing.T) {
	for name, c := range map[string]struct{ peer, forwarded, want string }{
		"direct":              {"198.51.100.7:4000", "", "198.51.100.7"},
		"through a proxy":     {"127.0.0.1:4000", "198.51.100.7", "198.51.100.7"},
		"through two":         {"10.0.0.2:4000", "203.0.113.9, 198.51.100.7", "198.51.100.7"},
		"a lie":               {"198.51.100.7:4000", "203.0.113.9", "198.51.100.7"},
		"a proxy's nonsense":  {"127.0.0.1:4000", "unknown", "127.0.0.1"},
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
		if got := address(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Nobody exceeds their pace, whatever others do, and who does nothing for long is forgotten.
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

// A process has so many streams, and a person so many of them.
func TestStreams(t *testing.T) {
	var l limits
	var ends []func()
	for i := range maxStreams {
		end, ok := l.openStream(strconv.Itoa(i / maxPersonal))
		if !ok {
			t.Fatalf("there are only %d", i)
		}
		ends = append(ends, end)
	}
	if _, ok := l.openStream("one more"); ok {
		t.Error("there are more")
	}
	for _, end := range ends[:maxPersonal] {
		end()
	}
	for i := range maxPersonal + 1 {
		if _, ok := l.openStream("ann"); ok != (i < maxPersonal) {
			t.Errorf("Ann's stream number %d: %v", i+1, ok)
		}
	}
	if len(l.streams) != (maxStreams+maxPersonal-1)/maxPersonal {
		t.Errorf("it knows %d people", len(l.streams))
	}
}

// The page has one script and one style, whose sums stand in its policy.
func TestNewPage(t *testing.T) {
	const style, script = "<style>a{}</style>", "<script>1</script>"
	if p, err := newPage([]byte("<head>" + headMark + style + script)); err != nil || string(p.before) != "<head>" || string(p.after) != style+script {
		t.Errorf("%q %q %v", p.before, p.after, err)
	}
	for name, text := range map[string]string{
		"no mark": style + script, "no style": headMark + script, "two scripts": headMark + style + script + script, "one from elsewhere": headMark + style + script + `<script src="x"></script>`,
	} {
		if _, err := newPage([]byte(text)); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}
