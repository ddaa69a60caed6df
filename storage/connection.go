package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

var errClosed = errors.New("the database is closed")

// A connection is one to the database, with the statements prepared on it: each
// text is prepared once. It is for one transaction at a time.
type connection struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt // by text
}

func newConnection(ctx context.Context, db *sql.DB) (*connection, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{conn: conn, prepared: map[string]*sql.Stmt{}}, nil
}

func (c *connection) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := c.prepared[query]; s != nil {
		return s, nil
	}
	s, err := c.conn.PrepareContext(ctx, query)
	if err == nil {
		c.prepared[query] = s
	}
	return s, err
}

func (c *connection) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (c *connection) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// do runs one of the statements that a transaction is made of, which no context
// may break off.
func (c *connection) do(query string) error {
	_, err := c.ExecContext(context.Background(), query)
	return err
}

func (c *connection) close() error {
	var errs []error
	for _, s := range c.prepared {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.conn.Close())...)
}

// A pool holds the connections that read, nil for one that is not open yet.
type pool struct {
	db      *sql.DB
	process int64 // this one, 0 if it makes no claims
	conns   chan *connection
	once    sync.Once
}

// read runs fn on one snapshot.
func (p *pool) read(ctx context.Context, fn func(tx *Tx) error) (err error) {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	var conn *connection
	select {
	case c, ok := <-p.conns:
		if !ok {
			return fmt.Errorf("begin transaction: %w", errClosed)
		}
		conn = c
	case <-ctx.Done():
		return fmt.Errorf("begin transaction: %w", ctx.Err())
	}
	defer func() { p.conns <- conn }()
	if conn == nil {
		if conn, err = newConnection(ctx, p.db); err != nil {
			return fmt.Errorf("begin transaction: %w", err)
		}
	}
	if err := conn.do(`BEGIN`); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() {
		if e := conn.do(`ROLLBACK`); e != nil { // it may still be in the transaction
			err = errors.Join(err, e, conn.close())
			conn = nil
		}
	}()
	return fn(&Tx{ctx: ctx, q: conn, process: p.process})
}

// close waits for the transactions in progress.
func (p *pool) close() error {
	var errs []error
	p.once.Do(func() {
		for range cap(p.conns) {
			if conn := <-p.conns; conn != nil {
				errs = append(errs, conn.close())
			}
		}
		close(p.conns)
	})
	return errors.Join(errs...)
}
