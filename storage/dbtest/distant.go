package dbtest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Distant is a way to a database on which each message to the server takes so long.
func Distant(t testing.TB, address string, latency time.Duration) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	const socket = ".s.PGSQL.5432"
	target := filepath.Join(u.Query().Get("host"), socket)
	folder := t.TempDir()
	listener, err := net.Listen("unix", filepath.Join(folder, socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", target)
			if err != nil {
				near.Close()
				continue
			}
			go func() {
				defer near.Close()
				_, _ = io.Copy(near, far) // until one of them is closed
			}()
			go func() {
				defer far.Close()
				delay(far, near, latency)
			}()
		}
	}()
	u.RawQuery = url.Values{"host": {folder}}.Encode()
	return u.String()
}

// delay copies what comes, each piece so much later.
func delay(to io.Writer, from io.Reader, latency time.Duration) {
	type piece struct {
		data []byte
		at   time.Time
	}
	pieces := make(chan piece, 1024)
	go func() {
		defer close(pieces)
		buffer := make([]byte, 64<<10)
		for {
			n, err := from.Read(buffer)
			if n > 0 {
				pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(latency)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range pieces {
		time.Sleep(time.Until(p.at))
		if _, err := to.Write(p.data); err != nil {
			return
		}
	}
}
