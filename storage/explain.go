package storage

import (
	"context"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// Pages returns how many pages of the file were read by the connection that writes, including those in
// memory. On a server it returns 0. It is for tests: see package storetest.
func (s *Store) Pages() (pages int, err error) {
	if s.server != nil {
		return 0, nil
	}
	err = s.queue.conn.conn.Raw(func(driver any) error {
		for _, op := range []sqlite.DBStatusOp{sqlite.DBStatusCacheHit, sqlite.DBStatusCacheMiss} {
			more, _, err := driver.(sqlite.DBStatus).Status(op, false)
			if err != nil {
				return err
			}
			pages += more
		}
		return nil
	})
	return pages, err
}

// OnBegin makes the Store call f when a transaction that may write gets its turn, on the goroutine that
// called Write. It is for tests that measure what transactions cost.
func (s *Store) OnBegin(f func()) { s.onBegin.Store(&f) }

// Explain makes the transaction call report before each further statement, with the steps of the
// database's plan for that statement. On a server each statement then has a round trip of its own. It
// is for tests of plans: see package storetest.
func (tx *Tx) Explain(report func(query string, steps []string)) {
	tx.q = &explainer{querier: tx.q, server: tx.server, report: report}
}

// An explainer is a querier that asks for the plan of each statement before it runs it.
type explainer struct {
	querier
	server bool
	report func(query string, steps []string)
}

func (e *explainer) exec(ctx context.Context, query string, args []any) (int64, error) {
	if err := e.explain(ctx, query, args); err != nil {
		return 0, err
	}
	return e.querier.exec(ctx, query, args)
}

func (e *explainer) query(ctx context.Context, query string, args []any, row rowFunc) error {
	if err := e.explain(ctx, query, args); err != nil {
		return err
	}
	return e.querier.query(ctx, query, args, row)
}

// explain reports the plan of a statement.
func (e *explainer) explain(ctx context.Context, query string, args []any) error {
	steps, err := e.plan(ctx, query, args)
	if err != nil {
		return fmt.Errorf("explain %s: %w", query, err)
	}
	e.report(query, steps)
	return nil
}

func (e *explainer) plan(ctx context.Context, query string, args []any) ([]string, error) {
	if e.server {
		return e.planOnServer(ctx, query, args)
	}
	var steps []string
	err := e.querier.query(ctx, "EXPLAIN QUERY PLAN "+query, args, func(_ []string, values []any) error {
		detail := values[len(values)-1]
		steps = append(steps, detail.(string))
		return nil
	})
	return steps, err
}

// planOnServer returns the plan that is for any arguments, which is the plan that connections use:
// see plan_cache_mode.
func (e *explainer) planOnServer(ctx context.Context, query string, args []any) ([]string, error) {
	_, err := e.querier.exec(ctx, "PREPARE explained AS "+query, nil)
	if err != nil {
		return nil, err
	}
	execute := "EXPLAIN EXECUTE explained"
	if len(args) > 0 {
		execute += "(NULL" + strings.Repeat(", NULL", len(args)-1) + ")"
	}
	var steps []string
	err = e.querier.query(ctx, execute, nil, func(_ []string, values []any) error {
		steps = append(steps, values[0].(string))
		return nil
	})
	if err != nil {
		return nil, err
	}
	_, err = e.querier.exec(ctx, "DEALLOCATE explained", nil)
	return steps, err
}
