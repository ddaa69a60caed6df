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
	// Sync makes the server keep its files on a disk, and wait for the disk at each commit, as it
	// does outside of tests.
	Sync bool
	// Afar is added to the time of a round trip to the server.
	Afar time.Duration
}

// An Instance is a running PostgreSQL server with an empty database.
type Instance struct {
	// URL is the URL of the empty database.
	URL string
	// PID is the process under which the server's processes run.
	PID    int
	folder string
	db     *sql.DB
	// input keeps the server running until it is closed. A line with a number ends the server,
	// and starts it again after that many seconds.
	input io.WriteCloser
	// ended receives a value when the server has ended for good.
	ended chan error
	// way delays what goes to and from the server (Options.Afar); nil: nothing is delayed.
	way *Way
}

// ErrMissing says that there is no PostgreSQL on this machine.
var ErrMissing = errors.New("initdb is not found (in Debian it is of the package postgresql)")

// tools returns the folder of PostgreSQL's programs.
func tools() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	// Debian has the programs in this folder.
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(all) == 0 {
		return "", ErrMissing
	}
	slices.Sort(all)
	return filepath.Dir(all[len(all)-1]), nil
}

// clusterVariable names a folder in which processes share an empty database cluster: the first one makes
// it, the others copy it. Without it each process makes its own.
const clusterVariable = "RECKON_TEST_CLUSTER"

// keeper makes or copies a database cluster, and runs a server on it until its input ends; then it
// removes everything. The input ends when the parent is gone, even if that was killed.
const keeper = `
folder=$1 tools=$2 shared=$3
shift 3
make_cluster() {
	"$tools/initdb" -D "$folder/data" -A trust -U reckon -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 || {
		cat "$folder/log" >&2
		exit 1
	}
}
if [ -z "$shared" ]; then
	make_cluster
elif [ -d "$shared/cluster" ]; then
	cp -r "$shared/cluster" "$folder/data"
else
	make_cluster
	cp -r "$folder/data" "$folder/copy"
	# Nothing is moved if another process has been faster.
	mv -T "$folder/copy" "$shared/cluster" 2>/dev/null
fi
serve() {
	"$tools/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
		-c max_connections=400 -c shared_buffers=64MB -c autovacuum=off -c max_wal_size=256MB \
		-c wal_level=minimal -c max_wal_senders=0 -c deadlock_timeout=50ms -c jit=off \
		"$@" >>"$folder/log" 2>&1 &
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
# If the folder around it belongs to another user, Stop removes it.
rmdir "$folder" 2>/dev/null
`

// startFor is how long a server may take to be ready.
const startFor = time.Minute

// Start starts a server, which ends with this process if not before.
func Start(o Options) (*Instance, error) {
	s, err := startKeeper(o.Sync)
	if err != nil {
		return nil, err
	}
	s.db, err = sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return nil, err
	}
	if err := s.ready(); err != nil {
		return nil, err
	}
	if err := s.execute(`CREATE DATABASE reckon`); err != nil {
		return nil, err
	}
	s.URL = s.url("reckon")
	if o.Afar == 0 {
		return s, nil
	}
	s.way, err = Distant(s.URL, o.Afar)
	if err != nil {
		return nil, err
	}
	s.URL = s.way.URL
	return s, nil
}

// startKeeper starts the keeper, which starts the server. The argument sync is Options.Sync.
func startKeeper(sync bool) (*Instance, error) {
	bin, err := tools()
	if err != nil {
		return nil, err
	}
	where := ""
	settings := []string{"-c", "fsync=on"}
	if !sync {
		where = inMemory()
		settings = []string{"-c", "fsync=off", "-c", "full_page_writes=off"}
	}
	// The name is short: the path of a socket holds 107 bytes.
	folder, err := os.MkdirTemp(where, "pg")
	if err != nil {
		return nil, err
	}
	c := exec.Command("sh", append([]string{"-c", keeper, "sh", folder, bin, os.Getenv(clusterVariable)}, settings...)...)
	c.Stderr = os.Stderr
	c.Dir = folder
	if err := asPostgres(c, folder); err != nil {
		return nil, err
	}
	s := &Instance{folder: folder, ended: make(chan error, 1)}
	s.input, err = c.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	s.PID = c.Process.Pid
	go func() { s.ended <- c.Wait() }()
	return s, nil
}

// ready waits until the server takes connections.
func (s *Instance) ready() error {
	begun := time.Now()
	for s.db.PingContext(context.Background()) != nil {
		select {
		case err := <-s.ended:
			return fmt.Errorf("the server has ended: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begun) > startFor {
			return errors.New("the server is not ready")
		}
	}
	return nil
}

// Kill ends the server as a crash does, starts it again after away, and returns when it
// takes connections.
func (s *Instance) Kill(away time.Duration) error {
	if _, err := fmt.Fprintln(s.input, away.Seconds()); err != nil {
		return err
	}
	time.Sleep(away)
	return s.ready()
}

// Stop ends the server and removes its files.
func (s *Instance) Stop() error {
	var way error
	if s.way != nil {
		way = s.way.Stop()
	}
	err := errors.Join(way, s.db.Close(), s.input.Close())
	// How it ended does not matter: it was killed.
	<-s.ended
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
