package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

// A slowBot takes its time for a request, and answers it with a long file.
type slowBot struct {
	chat.PageHandler
	takes time.Duration
	file  []byte
	// stays is the Stays of the last request.
	stays context.Context
}

func (*slowBot) Routes(chat.Site) []chat.Route { return nil }

func (b *slowBot) Do(_ context.Context, r chat.Request) (chat.Reply, bool, error) {
	b.stays = r.Stays
	time.Sleep(b.takes)
	return chat.Reply{File: &chat.File{Name: "reckon.json.gz", Data: b.file}}, false, nil
}

func (*slowBot) View(ctx context.Context, _ chat.Request, _ bool) (chat.View, error) {
	return chat.View{}, ctx.Err()
}

// newSlowPage returns a page that has a slowBot, and the token of a session.
func newSlowPage(t *testing.T, b *slowBot) (f *FrontEnd, token string) {
	t.Helper()
	f, err := New(Config{
		Bot:     b,
		Broker:  struct{ chat.Broker }{},
		Live:    new(live.Hub),
		Secret:  bytes.Repeat([]byte("k"), 32),
		Now:     time.Now,
		IsProxy: netip.Addr.IsLoopback,
	})
	if err != nil {
		t.Fatal(err)
	}
	token, err = f.seal("session", session{
		Place:  chat.Place{Network: Network, Private: true},
		Person: chat.Person{Network: Network, ID: "ann"},
		Until:  time.Now().Add(sessionFor),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, token
}

// A pipeListener accepts connections that are pipes in memory, whose deadlines go by the clock of a test.
type pipeListener struct {
	pipes chan net.Conn
	ended chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.pipes:
		return conn, nil
	case <-l.ended:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error { close(l.ended); return nil }

func (*pipeListener) Addr() net.Addr { return &net.UnixAddr{} }

// dial serves a page, and returns a connection to it. hangUp closes the connection, and waits until the server has
// ended.
func dial(t *testing.T, f *FrontEnd) (conn net.Conn, hangUp func()) {
	t.Helper()
	mux := http.NewServeMux()
	for route, handle := range f.Routes() {
		mux.HandleFunc(route, handle)
	}
	// These are the limits of the program's server.
	server := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	l := &pipeListener{pipes: make(chan net.Conn), ended: make(chan struct{})}
	served := make(chan error)
	go func() { served <- server.Serve(l) }()
	conn, other := net.Pipe()
	l.pipes <- other
	return conn, func() {
		conn.Close()
		if err := server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-served
	}
}

// The work on an act may take longer than a request may take to arrive. A client that reads slowly gets the whole
// response, however long that takes, as long as it goes on reading. One that stops reading is cut off. Until then the
// person stays, as the bot knows.
func TestSlowClient(t *testing.T) {
	for name, c := range map[string]struct {
		pause time.Duration
		isCut bool
	}{
		"a slow one":      {slowFor - time.Second, false},
		"one that pauses": {slowFor + time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &slowBot{takes: workFor - time.Second, file: bytes.Repeat([]byte("x"), 20*partSize)}
				f, token := newSlowPage(t, b)
				conn, hangUp := dial(t, f)

				body := `{"key": "12345678", "command": "export"}`
				fmt.Fprintf(conn, "POST /play/act HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\n"+
					"Content-Length: %d\r\n\r\n%s", token, len(body), body)
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				if answer.StatusCode != http.StatusOK {
					t.Fatalf("it answers %s", answer.Status)
				}
				var text []byte
				for err == nil {
					isRead := len(text) > 19*partSize
					if hasLeft := b.stays.Err() != nil; hasLeft && !isRead && !c.isCut {
						t.Errorf("they have left after %d bytes", len(text))
					}
					time.Sleep(c.pause)
					part := make([]byte, partSize)
					var n int
					n, err = io.ReadFull(answer.Body, part)
					text = append(text, part[:n]...)
				}
				var got actResponse
				broken := json.Unmarshal(text, &got)
				isWhole := broken == nil && got.Reply != nil && bytes.Equal(got.Reply.File.Data, b.file)
				if isWhole == c.isCut {
					t.Errorf("%d bytes come, then %v", len(text), err)
				}
				synctest.Wait()
				if b.stays.Err() == nil {
					t.Error("they stay for ever")
				}

				hangUp()
			})
		})
	}
}

// Streams are counted by the address of the visitor, who comes through the operator's proxy. The proxy itself
// has no limit.
func TestStreamsThroughAProxy(t *testing.T) {
	f, token := newSlowPage(t, &slowBot{})
	for i := range maxNearby {
		if _, ok := f.limits.openStream(fmt.Sprint(i), "198.51.100.7"); !ok {
			t.Fatalf("there are only %d", i)
		}
	}
	status := func(visitor string) int {
		// The stream ends at once, since its visitor has left.
		ctx, leave := context.WithCancel(t.Context())
		leave()
		r := httptest.NewRequestWithContext(ctx, "GET", "/play/watch", nil)
		r.RemoteAddr = "127.0.0.1:4000"
		r.Header.Set("X-Forwarded-For", visitor)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		f.Routes()["GET /play/watch"](w, r)
		return w.Code
	}
	if got := status("198.51.100.7"); got != http.StatusTooManyRequests {
		t.Errorf("an address that has all its streams gets %d", got)
	}
	if got := status("203.0.113.9"); got == http.StatusTooManyRequests {
		t.Error("another visitor of the same proxy is refused")
	}
	for i := range maxNearby {
		f.limits.openStream(fmt.Sprint("at the proxy ", i), "127.0.0.1")
	}
	if got := status("203.0.113.10"); got == http.StatusTooManyRequests {
		t.Error("streams are counted by the address of the proxy")
	}
}

// A stream goes on for longer than a request may take to arrive.
func TestLongStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, token := newSlowPage(t, &slowBot{})
		conn, hangUp := dial(t, f)
		fmt.Fprintf(conn, "GET /play/watch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", token)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(answer.Body)
		begun := time.Now()
		for range 3 {
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatalf("the stream is cut off after %v: %v", time.Since(begun), err)
			}
		}
		hangUp()
	})
}
