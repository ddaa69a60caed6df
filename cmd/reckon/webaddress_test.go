package main

import (
	"net"
	"strings"
	"testing"
)

func TestInvitation(t *testing.T) {
	own := []net.Addr{
		&net.IPNet{IP: net.IPv4(127, 0, 0, 1), Mask: net.CIDRMask(8, 32)},
		&net.IPNet{IP: net.IPv4(192, 168, 1, 5), Mask: net.CIDRMask(24, 32)},
		&net.IPNet{IP: net.ParseIP("fe80::1"), Mask: net.CIDRMask(64, 128)},
		&net.IPNet{IP: net.ParseIP("2001:db8::5"), Mask: net.CIDRMask(64, 128)},
	}
	for listens, want := range map[string]string{
		"127.0.0.1:8080":   "Open http://127.0.0.1:8080/ in a browser. Ctrl-C ends it.",
		"192.168.1.5:8080": "Open http://192.168.1.5:8080/ in a browser. Ctrl-C ends it.",
		"[::]:8080": "Open http://127.0.0.1:8080/ in a browser. Ctrl-C ends it.\n" +
			"Others open http://192.168.1.5:8080/ or http://[2001:db8::5]:8080/",
	} {
		if got := invitation(listens, own); got != want {
			t.Errorf("%s: %s, want %s", listens, got, want)
		}
	}
	if got := invitation("0.0.0.0:8080", nil); strings.Contains(got, "Others") || strings.Contains(got, "0.0.0.0") {
		t.Errorf("without a network: %s", got)
	}
}

// Where another program has the port, the page gets a free one. A free port is kept.
func TestFreeAddress(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if got := freeAddress(taken.Addr().String()); got != "127.0.0.1:0" {
		t.Errorf("in place of a taken one: %s", got)
	}
	free := freePort(t)
	if got := freeAddress(free); got != free {
		t.Errorf("in place of a free one: %s", got)
	}
}
