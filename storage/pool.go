package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

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
