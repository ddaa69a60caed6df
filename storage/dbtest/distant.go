package dbtest

import (
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// socket is the name of PostgreSQL's socket in a folder.
const socket = ".s.PGSQL.5432"

// Distant returns a URL by which a database is farther away, by half of a round trip
// there and half of it back, and what closes that way. The connections on it end with
// their clients.
func Distant(database string, roundTrip time.Duration) (distant string, stop func() error, err error) {
	u, err := url.Parse(database)
	if err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "far") // the path of a socket holds 107 bytes
	if err != nil {
		return "", nil, err
	}
	options := u.Query()
	server := filepath.Join(options.Get("host"), socket)
	listener, err := net.Listen("unix", filepath.Join(folder, socket))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", server)
			if err != nil {
				near.Close()
				continue
			}
			go carry(far, near, roundTrip/2)
			go carry(near, far, roundTrip/2)
		}
	}()
	options.Set("host", folder)
	u.RawQuery = options.Encode()
	return u.String(), func() error { return errors.Join(listener.Close(), os.RemoveAll(folder)) }, nil
}

// carry copies what comes, each piece so much later, until either end is closed.
func carry(to, from net.Conn, later time.Duration) {
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
				pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(later)}
			}
			if err != nil {
				return
			}
		}
	}()
	defer from.Close()
	defer to.Close()
	for p := range pieces {
		for d := time.Until(p.at); d > 0; d = time.Until(p.at) {
			sleep(d)
		}
		if _, err := to.Write(p.data); err != nil {
			from.Close() // ends the reader, which waits for nobody then
		}
	}
}
