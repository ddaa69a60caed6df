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

// A server is one of PostgreSQL, in a folder of its own.
type server struct {
	folder string
	db     *sql.DB
	ends   io.Closer // it is open as long as this process lives
}

// tools is the folder of PostgreSQL's programs.
func tools() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // Debian's
	if err != nil || len(all) == 0 {
		return "", errors.New("initdb is not found (in Debian it is of the package postgresql)")
	}
	slices.Sort(all)
	return filepath.Dir(all[len(all)-1]), nil
}

// keeper makes a database cluster and runs a server on it until its input ends, as it
// does when whoever started it is gone, even killed; then it clears all away. Nothing
// of it has to outlive a crash.
const keeper = `
folder=$1 tools=$2
"$tools/initdb" -D "$folder/data" -A trust -U reckon -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$tools/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
	-c max_connections=400 -c shared_buffers=64MB -c autovacuum=off -c max_wal_size=256MB -c wal_level=minimal -c max_wal_senders=0 -c deadlock_timeout=50ms >>"$folder/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$folder"
`

// startFor is the longest a server may take to be ready.
const startFor = time.Minute

func start() (*server, error) {
	bin, err := tools()
	if err != nil {
		return nil, err
	}
	// The path of a socket holds 107 bytes.
	folder, err := os.MkdirTemp("", "pg")
	if err != nil {
		return nil, err
	}
	c := exec.Command("sh", "-c", keeper, "sh", folder, bin)
	c.Stderr = os.Stderr
	c.Dir = folder
	if err := asPostgres(c, folder); err != nil {
		return nil, err
	}
	input, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	s := &server{folder: folder, ends: input}
	if s.db, err = sql.Open("pgx", s.url("postgres")); err != nil {
		return nil, err
	}
	for begun := time.Now(); ; {
		if err = s.db.PingContext(context.Background()); err == nil {
			return s, nil
		}
		select {
		case ended := <-ended:
			return nil, fmt.Errorf("the server has ended: %w", ended)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begun) > startFor {
			return nil, fmt.Errorf("the server is not ready: %w", err)
		}
	}
}

func (s *server) url(database string) string {
	return "postgres://reckon@/" + database + "?host=" + s.folder
}

func (s *server) execute(statement string) error {
	_, err := s.db.ExecContext(context.Background(), statement)
	if err != nil && strings.Contains(err.Error(), "being accessed by other users") {
		// A connection that was closed is not gone at once.
		time.Sleep(20 * time.Millisecond)
		_, err = s.db.ExecContext(context.Background(), statement)
	}
	return err
}
