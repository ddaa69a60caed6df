package main

import (
	"context"
	"database/sql"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// A distance is a way to a PostgreSQL server that takes a while: half of it there,
// half of it back.
type distance struct {
	listener net.Listener
	folder   string
	server   string // its socket
	half     time.Duration

	trips atomic.Int64 // pieces carried to the server

	mu    sync.Mutex
	conns []net.Conn
}

// socketName is what PostgreSQL calls its socket in a folder, on its usual port.
const socketName = ".s.PGSQL.5432"

// afar returns the URL by which a database is farther away, and closes the way.
func afar(database string, there time.Duration) (string, func() error, error) {
	u, err := url.Parse(database)
	if err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "far") // the path of a socket holds 107 bytes
	if err != nil {
		return "", nil, err
	}
	options := u.Query()
	d := &distance{folder: folder, server: filepath.Join(options.Get("host"), socketName), half: there / 2}
	if d.listener, err = net.Listen("unix", filepath.Join(folder, socketName)); err != nil {
		return "", nil, err
	}
	go d.accept()
	options.Set("host", folder)
	u.RawQuery = options.Encode()
	return u.String(), d.close, nil
}

func (d *distance) accept() {
	for {
		from, err := d.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("unix", d.server)
		if err != nil {
			from.Close()
			continue
		}
		d.mu.Lock()
		d.conns = append(d.conns, from, to)
		d.mu.Unlock()
		go d.carry(to, from, &d.trips)
		go d.carry(from, to, new(atomic.Int64))
	}
}

// carry carries what comes, each piece after its while, until either end is gone.
func (d *distance) carry(to, from net.Conn, pieces *atomic.Int64) {
	defer to.Close()
	defer from.Close()
	piece := make([]byte, 64<<10)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		pieces.Add(1)
		if err := sleep(d.half); err != nil {
			return
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}

func (d *distance) close() error {
	d.listener.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.conns {
		c.Close()
	}
	return os.RemoveAll(d.folder)
}

// roundTrips measures how long the least question to a database takes.
func roundTrips(ctx context.Context, database string) (spread, error) {
	db, err := openToRead(database)
	if err != nil {
		return spread{}, err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return spread{}, err
	}
	defer conn.Close()
	var took []time.Duration
	for range 200 {
		began := time.Now()
		if err := ask(ctx, conn); err != nil {
			return spread{}, err
		}
		took = append(took, time.Since(began))
	}
	return spreadOf(took), nil
}

func ask(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `SELECT 1`)
	return err
}
