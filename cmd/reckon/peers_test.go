package main

import (
	"io"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"
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
