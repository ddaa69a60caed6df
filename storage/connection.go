package storage

import (
	"context"
	"database/sql"
	"errors"
)

var errClosed = errors.New("the database is closed")

// A rowFunc is called for each row of a query, with the names and the values of its columns.
type rowFunc func(names []string, values []any) error

// A connection runs statements on a file, and prepares each of them only once. It is for one transaction at
// a time.
type connection struct {
	conn *sql.Conn
	// prepared has the statements by their text.
	prepared map[string]*sql.Stmt
}

func newConnection(ctx context.Context, db *sql.DB) (*connection, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{conn: conn, prepared: map[string]*sql.Stmt{}}, nil
}

func (c *connection) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s := c.prepared[query]
	if s != nil {
		return s, nil
	}
	s, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c.prepared[query] = s
	return s, nil
}

func (c *connection) exec(ctx context.Context, query string, args []any) (int64, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (c *connection) query(ctx context.Context, query string, args []any, row rowFunc) (err error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	// Rows that are not closed would keep the write-ahead log from being cut back.
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values := make([]any, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := row(names, values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// do runs a statement that no context may interrupt: one that begins or ends a transaction or a savepoint,
// or a PRAGMA.
func (c *connection) do(query string) error {
	_, err := c.exec(context.Background(), query, nil)
	return err
}

func (c *connection) close() error {
	var err error
	for _, s := range c.prepared {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, c.conn.Close())
}
