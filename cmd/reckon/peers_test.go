package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/config"
	"reckon/storage/dbtest"
)

// From one address only so many connections may be open at the same time. A proxy has no limit.
func TestPeerListener(t *testing.T) {
	const most = 3
	var isProxy atomic.Bool
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	peers := newPeerListener(socket, most, func(netip.Addr) bool { return isProxy.Load() })
	accepted := make(chan net.Conn, 10*most)
	go func() {
		for {
			conn, err := peers.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- conn
		}
	}()
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", socket.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	// isRefused reports whether the server closes a connection at once.
	isRefused := func(conn net.Conn) bool {
		if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		_, err := conn.Read(make([]byte, 1))
		return err == io.EOF
	}
	var served []net.Conn
	for range most {
		dial()
		served = append(served, <-accepted)
	}
	if !isRefused(dial()) {
		t.Error("an address has more connections than its share")
	}
	// Closing a connection twice counts once.
	served[0].Close()
	served[0].Close()
	dial()
	<-accepted
	if !isRefused(dial()) {
		t.Error("one that was closed twice counts twice")
	}
	isProxy.Store(true)
	for range 2 * most {
		dial()
		<-accepted
	}
}

// A visitor's connections are counted together, from whichever address of their IPv6 network they come.
func TestVisitorOfManyAddresses(t *testing.T) {
	for _, c := range []struct {
		first, other string
		isSame       bool
	}{
		{"2001:db8::1", "2001:db8::2", true},
		{"2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", true},
		{"2001:db8::1", "2001:db8:0:1::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true},
		{"192.0.2.1", "192.0.2.2", false},
		{"192.0.2.1", "::ffff:192.0.2.1", true},
		{"::ffff:192.0.2.1", "::ffff:192.0.2.2", false},
	} {
		conns := make(queue, 2)
		for _, from := range []string{c.first, c.other} {
			end, _ := net.Pipe()
			conns <- fromConn{Conn: end, from: netip.AddrPortFrom(netip.MustParseAddr(from), 1)}
		}
		close(conns)
		peers := newPeerListener(conns, 1, func(netip.Addr) bool { return false })
		if _, err := peers.Accept(); err != nil {
			t.Fatal(err)
		}
		_, err := peers.Accept()
		if isRefused := err != nil; isRefused != c.isSame {
			t.Errorf("a connection from %s besides one from %s is refused: %v", c.other, c.first, isRefused)
		}
	}
}

// A queue is a listener that accepts the connections in it.
type queue chan net.Conn

func (q queue) Accept() (net.Conn, error) {
	conn, isThere := <-q
	if !isThere {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (queue) Close() error   { return nil }
func (queue) Addr() net.Addr { return nil }

// A fromConn is a connection that comes from an address.
type fromConn struct {
	net.Conn
	from netip.AddrPort
}

func (c fromConn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.from) }

// At an address that has the page, one visitor's address may have 1,024 connections open, and others have room
// beside them. The operator's proxy has no such limit.
func TestConnectionsOfAVisitor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere this machine has one address of its own")
	}
	store := openDatabase(t)
	s := &config.Settings{Listen: freePort(t), Proxies: config.Proxies{netip.MustParsePrefix("127.0.0.9/32")}}
	l, err := listen(s, store, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	l.ready(t.Context())
	// isServed reports whether a request from an address is answered. The connection stays open.
	isServed := func(from string) bool {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		conn, err := dialer.Dial("tcp", s.Listen)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := fmt.Fprintf(conn, "GET /none HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return false
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		return err == nil && answer.StatusCode == http.StatusNotFound
	}
	for i := range maxPeerConnections {
		if !isServed("127.0.0.1") {
			t.Fatalf("an address has only %d connections", i)
		}
	}
	if isServed("127.0.0.1") {
		t.Error("an address has more connections than its share")
	}
	if !isServed("127.0.0.2") {
		t.Error("another address has none")
	}
	for i := range maxPeerConnections + 1 {
		if !isServed("127.0.0.9") {
			t.Fatalf("the proxy has only %d connections", i)
		}
	}
	if err := l.close(); err != nil {
		t.Error(err)
	}
}

// What X-Forwarded-For says of a visitor is believed only of a proxy that the operator has named. Otherwise
// visitors could choose their address, and no limit of an address would hold.
func TestWhoIsBelieved(t *testing.T) {
	for _, c := range []struct {
		proxies    string
		isBelieved bool
	}{
		{"", false},
		{"127.0.0.2", false},
		{"127.0.0.1", true},
		{"10.0.0.0/8,127.0.0.0/8", true},
	} {
		address := freePort(t)
		args := []string{"web", "--db", newDatabase(t, dbtest.Folder(t)), "--listen", address, "--operator", address}
		if c.proxies != "" {
			args = append(args, "--proxies", c.proxies)
		}
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		var log logbook
		go func() { ended <- run(ctx, args, console{strings.NewReader(""), io.Discard, &log}) }()
		for !isReady(t, address) {
			if !chat.Pause(ctx, 10*time.Millisecond) {
				t.Fatalf("it does not start:\n%s", log.String())
			}
		}
		// One address may look at 40 puzzles in a row.
		refused := 0
		for i := range 100 {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/p/24:3,3,8,8", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("X-Forwarded-For", fmt.Sprint("198.51.100.", i))
			// The client would ask for a page that is compressed, which takes most of the test's time.
			r.Header.Set("Accept-Encoding", "identity")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode == http.StatusTooManyRequests {
				refused++
			}
		}
		if isBelieved := refused == 0; isBelieved != c.isBelieved {
			t.Errorf("with the proxies %q %d of 100 requests are refused", c.proxies, refused)
		}
		end()
		if err := <-ended; err != nil {
			t.Errorf("the end: %v", err)
		}
	}
}

// isReady reports whether the program at an address answers that it is ready.
func isReady(t *testing.T, address string) bool {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	status, _ := ask(t, "http://"+address+"/readyz")
	return status == http.StatusOK
}
