package main

import (
	"net"
	"net/netip"
	"sync"

	"reckon/bot/web"
)

// A peerListener refuses a connection from a visitor who has too many connections open, so that nobody can use
// up all of them. A visitor is an address, or a network of addresses (see web.VisitorOf). The operator's proxy
// may have any number of connections, since everybody comes through it.
type peerListener struct {
	net.Listener
	// most is how many connections a visitor may have open.
	most    int
	isProxy func(netip.Addr) bool

	mu sync.Mutex
	// open counts the open connections of each visitor.
	open map[netip.Addr]int
}

func newPeerListener(socket net.Listener, most int, isProxy func(netip.Addr) bool) *peerListener {
	return &peerListener{
		Listener: socket,
		most:     most,
		isProxy:  isProxy,
		open:     map[netip.Addr]int{},
	}
}

// Accept implements net.Listener.
func (l *peerListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
		if err != nil || l.isProxy(peer.Addr()) {
			return conn, nil
		}
		visitor := web.VisitorOf(peer.Addr())
		if l.count(visitor) {
			return &peerConn{Conn: conn, leave: sync.OnceFunc(func() { l.leave(visitor) })}, nil
		}
		// Nothing depends on whether closing succeeds.
		_ = conn.Close()
	}
}

// count reports whether a visitor may have one more connection and, if so, counts it.
func (l *peerListener) count(visitor netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[visitor] >= l.most {
		return false
	}
	l.open[visitor]++
	return true
}

func (l *peerListener) leave(visitor netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[visitor]--
	if l.open[visitor] == 0 {
		delete(l.open, visitor)
	}
}

// A peerConn is a connection that is counted until it is closed.
type peerConn struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *peerConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
