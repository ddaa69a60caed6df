package storage

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"reckon/storage/dbtest"
)

// A pooler is a connection pooler with a server behind it, as far as Open talks to one before it prepares
// a statement. Like PgBouncer it refuses a connection that asks for a parameter which it does not know.
type pooler struct {
	// poolsTransactions means that each transaction gets a process of the server.
	poolsTransactions bool

	mu sync.Mutex
	// idle are the processes of the server that no client has.
	idle []int
	// processes counts them all.
	processes int
}

func (p *pooler) take() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		p.processes++
		return p.processes
	}
	last := len(p.idle) - 1
	process := p.idle[last]
	p.idle = p.idle[:last]
	return process
}

func (p *pooler) free(process int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, process)
}

// listen returns the address of a database behind the pooler.
func (p *pooler) listen(t *testing.T) string {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	go func() {
		for {
			conn, err := socket.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return fmt.Sprintf("postgres://ann:pw@%s/reckon?sslmode=disable", socket.Addr())
}

// serve serves a client until it leaves.
func (p *pooler) serve(conn net.Conn) {
	defer conn.Close()
	client := pgproto3.NewBackend(conn, conn)
	message, err := client.ReceiveStartupMessage()
	start, ok := message.(*pgproto3.StartupMessage)
	if err != nil || !ok {
		return
	}
	for name := range start.Parameters {
		if !slices.Contains([]string{"user", "database", "application_name"}, name) {
			client.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: " + name})
			_ = client.Flush()
			return
		}
	}
	client.Send(&pgproto3.AuthenticationOk{})
	const idle, inTransaction = 'I', 'T'
	client.Send(&pgproto3.ReadyForQuery{TxStatus: idle})
	status := byte(idle)
	process := p.take()
	if p.poolsTransactions {
		p.free(process)
	}
	for client.Flush() == nil {
		message, err := client.Receive()
		if err != nil {
			return
		}
		query, ok := message.(*pgproto3.Query)
		if !ok {
			client.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "0A000", Message: "this is no server"})
			_ = client.Flush()
			return
		}
		if p.poolsTransactions && status == idle {
			process = p.take()
		}
		if strings.HasPrefix(query.String, "BEGIN") {
			status = inTransaction
		}
		if query.String == "ROLLBACK" {
			status = idle
		}
		if strings.Contains(query.String, "pg_backend_pid") {
			client.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("pg_backend_pid"), DataTypeOID: 23, DataTypeSize: 4}}})
			client.Send(&pgproto3.DataRow{Values: [][]byte{fmt.Append(nil, process)}})
		}
		if p.poolsTransactions && status == idle {
			p.free(process)
		}
		client.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT 1")})
		client.Send(&pgproto3.ReadyForQuery{TxStatus: status})
	}
}

// A pooler of transactions is refused for good, and named. A pooler of sessions is as good as the server,
// with no setting of its own.
func TestPooling(t *testing.T) {
	dbtest.OnlyFile(t)
	for _, open := range []func(context.Context, string) (*Store, error){
		OpenReadOnly,
		func(ctx context.Context, path string) (*Store, error) { return Open(ctx, path) },
	} {
		_, err := open(t.Context(), (&pooler{poolsTransactions: true}).listen(t))
		if !errors.Is(err, ErrPooling) || Unavailable(err) {
			t.Errorf("transactions: %v, want %v", err, ErrPooling)
		}
		_, err = open(t.Context(), (&pooler{}).listen(t))
		if err == nil || !strings.Contains(err.Error(), "this is no server") {
			t.Errorf("sessions: %v, want that of the statement after the check", err)
		}
	}
}

// Each connection to a server has the settings of a session.
func TestSessionSettings(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	conn, err := s.lockName(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	connections := map[string]*pgx.Conn{"that holds a name": conn}
	pooled, err := s.server.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer pooled.Release()
	connections["of the pool"] = pooled.Conn()
	for which, conn := range connections {
		for name, want := range map[string]string{
			"idle_in_transaction_session_timeout": "1min", "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off", "application_name": "reckon",
		} {
			var got string
			if err := conn.QueryRow(t.Context(), `SELECT current_setting($1)`, name).Scan(&got); err != nil || got != want {
				t.Errorf("a connection %s has %s = %s (%v), want %s", which, name, got, err, want)
			}
		}
	}
	var timeout string
	if err := conn.QueryRow(t.Context(), `SHOW lock_timeout`).Scan(&timeout); err != nil || timeout == "0" {
		t.Errorf("the lock of a name is waited for %s (%v)", timeout, err)
	}
}
