package dbtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options are how a server runs.
type Options struct {
	Sync bool          // it waits for the disk at each commit, on a disk, as one that serves does
	Afar time.Duration // how long a round trip to it takes longer than it does
}

// An Instance is a running PostgreSQL server with an empty database.
type Instance struct {
	URL    string // of the empty database
	PID    int    // the process under which the server's processes run
	folder string
	db     *sql.DB
	input  io.WriteCloser // the server runs until it is closed; a line ends it for so many seconds
	ended  chan error
	way    *Way // by which it is farther away; nil: there is none
}

// ErrMissing says that there is no PostgreSQL on this machine.
var ErrMissing = errors.New("initdb is not found (in Debian it is of the package postgresql)")

// tools is the folder of PostgreSQL's programs.
func tools() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // Debian's
	if err != nil || len(all) == 0 {
		return "", ErrMissing
	}
	slices.Sort(all)
	return filepath.Dir(all[len(all)-1]), nil
}

// keeper makes a database cluster and runs a server on it until its input ends, as it
// does when its parent is gone, even killed; then it removes everything.
const keeper = `
folder=$1 tools=$2
shift 2
"$tools/initdb" -D "$folder/data" -A trust -U reckon -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
serve() {
	"$tools/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
		-c max_connections=400 -c shared_buffers=64MB -c autovacuum=off -c max_wal_size=256MB -c wal_level=minimal -c max_wal_senders=0 -c deadlock_timeout=50ms -c jit=off "$@" >>"$folder/log" 2>&1 &
	server=$!
}
kill_it() { kill -QUIT $server; wait $server; }
serve "$@"
while read -r away; do
	kill_it
	sleep "$away"
	serve "$@"
done
kill_it
rm -rf "$folder"/*
rmdir "$folder" 2>/dev/null # where the folder around it is another user's, Stop removes it
`

// startFor is the longest a server may take to be ready.
const startFor = time.Minute

// Start starts a server of its own, which ends with this process if not before.
func Start(o Options) (_ *Instance, err error) {
	bin, err := tools()
	if err != nil {
		return nil, err
	}
	where := ""
	settings := []string{"-c", "fsync=on"}
	if !o.Sync {
		where = inMemory()
		settings = []string{"-c", "fsync=off", "-c", "full_page_writes=off"}
	}
	folder, err := os.MkdirTemp(where, "pg") // the path of a socket holds 107 bytes
	if err != nil {
		return nil, err
	}
	c := exec.Command("sh", append([]string{"-c", keeper, "sh", folder, bin}, settings...)...)
	c.Stderr, c.Dir = os.Stderr, folder
	if err := asPostgres(c, folder); err != nil {
		return nil, err
	}
	s := &Instance{folder: folder, ended: make(chan error, 1)}
	if s.input, err = c.StdinPipe(); err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	s.PID = c.Process.Pid
	go func() { s.ended <- c.Wait() }()
	if s.db, err = sql.Open("pgx", s.url("postgres")); err != nil {
		return nil, err
	}
	if err := s.ready(startFor); err != nil {
		return nil, err
	}
	if err := s.execute(`CREATE DATABASE reckon`); err != nil {
		return nil, err
	}
	s.URL = s.url("reckon")
	if o.Afar > 0 {
		if s.way, err = Distant(s.URL, o.Afar); err != nil {
			return nil, err
		}
		s.URL = s.way.URL
	}
	return s, nil
}

// ready waits until the server takes connections.
func (s *Instance) ready(most time.Duration) error {
	for begun := time.Now(); s.db.PingContext(context.Background()) != nil; {
		select {
		case err := <-s.ended:
			return fmt.Errorf("the server has ended: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begun) > most {
			return errors.New("the server is not ready")
		}
	}
	return nil
}

// Kill ends the server as a crash does, starts it again after a time, and returns when it
// takes connections.
func (s *Instance) Kill(away time.Duration) error {
	if _, err := fmt.Fprintln(s.input, away.Seconds()); err != nil {
		return err
	}
	time.Sleep(away)
	return s.ready(startFor)
}

// Stop ends the server and removes its files.
func (s *Instance) Stop() error {
	var way error
	if s.way != nil {
		way = s.way.Stop()
	}
	err := errors.Join(way, s.db.Close(), s.input.Close())
	<-s.ended // killed, as it should be
	return errors.Join(err, os.RemoveAll(s.folder))
}

func (s *Instance) url(database string) string {
	return "postgres://reckon@/" + database + "?host=" + s.folder
}

func (s *Instance) execute(statement string) error {
	_, err := s.db.ExecContext(context.Background(), statement)
	if err != nil && strings.Contains(err.Error(), "being accessed by other users") {
		// A connection that was closed is not gone at once.
		time.Sleep(20 * time.Millisecond)
		_, err = s.db.ExecContext(context.Background(), statement)
	}
	return err
}
