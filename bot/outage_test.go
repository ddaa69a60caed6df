package bot_test

import (
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/storage/dbtest"
)

// A cable carries the connections to a server, until it is cut.
type cable struct {
	server string
	mu     sync.Mutex
	ends   []net.Conn
	isCut  bool
	met    chan struct{} // somebody met the cut
}

func (c *cable) serve(l net.Listener) {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		c.mu.Lock()
		far, err := net.Dial("unix", c.server)
		if c.isCut || err != nil {
			near.Close()
			if err == nil {
				far.Close()
			}
			select {
			case c.met <- struct{}{}:
			default:
			}
		} else {
			c.ends = append(c.ends, near, far)
			go func() { _, _ = io.Copy(near, far); near.Close() }()
			go func() { _, _ = io.Copy(far, near); far.Close() }()
		}
		c.mu.Unlock()
	}
}

// cut ends all connections and refuses new ones, or takes them again.
func (c *cable) cut(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = cut
	for _, end := range c.ends {
		end.Close()
	}
	c.ends = nil
}

// What people send while the database is away is judged when it is back.
func TestWaitsForDatabase(t *testing.T) {
	dbtest.OnlyServer(t)
	u, err := url.Parse(newDatabase(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	const socket = ".s.PGSQL.5432"
	options := u.Query()
	c := &cable{server: filepath.Join(options.Get("host"), socket), met: make(chan struct{}, 1)}
	folder, err := os.MkdirTemp("", "cut") // the path of a socket holds 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(folder, socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(l.Close(), os.RemoveAll(folder)); err != nil {
			t.Error(err)
		}
	})
	go c.serve(l)
	options.Set("host", folder)
	u.RawQuery = options.Encode()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	r := openRoom(t, u.String(), book)
	r.command("ann", group, "24", "3 3 8 8")
	c.cut(true)
	answered := make(chan chat.Reply, 1)
	go func() {
		answered <- r.bot.Answer(t.Context(), r.request("bob", group, chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"}))
	}()
	<-c.met
	<-c.met // it has tried again
	c.cut(false)
	if got := onTerminal(<-answered); !strings.Contains(got, "8/(3-8/3) = 24") {
		t.Errorf("answered with %s", got)
	}
}
