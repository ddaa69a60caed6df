package chat

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A memory is a network with one server, in memory.
type memory struct {
	dialled chan net.Conn
	end     func()
}

func (m memory) Accept() (net.Conn, error) {
	conn, ok := <-m.dialled
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (m memory) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 443} }
func (m memory) Close() error   { m.end(); return nil }

// A wire swallows what is written to it once it is dead.
type wire struct {
	net.Conn
	dead atomic.Bool
}

func (w *wire) Write(b []byte) (int, error) {
	if w.dead.Load() {
		return len(b), nil
	}
	return w.Conn.Write(b)
}

// If a connection dies without a sign, the calls on it fail. Later calls do not.
func TestDeadConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dialled, last := make(chan net.Conn), new(wire)
		m := memory{dialled, sync.OnceFunc(func() { close(dialled) })}
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		server.Listener.Close()
		server.Listener, server.EnableHTTP2 = m, true
		server.StartTLS()
		defer server.Close()
		var base *http.Transport
		calls := Outfit{Transport: func(t http.RoundTripper) http.RoundTripper { base = t.(*http.Transport); return t }}.Calls(
			func(context.Context, string, string) (net.Conn, error) {
				near, far := net.Pipe()
				last = &wire{Conn: near}
				dialled <- far
				return last, nil
			})
		base.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
		defer base.CloseIdleConnections()
		call := func() (major int, err error) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := calls.RoundTrip(r)
			if err != nil {
				return 0, err
			}
			return response.ProtoMajor, response.Body.Close()
		}
		if major, err := call(); err != nil || major != 2 {
			t.Fatalf("HTTP %d, %v", major, err)
		}
		last.dead.Store(true)
		if _, err := call(); err == nil {
			t.Error("a dead connection answers")
		}
		if _, err := call(); err != nil {
			t.Errorf("the next call: %v", err)
		}
	})
}
