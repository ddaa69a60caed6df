package main

import (
	"context"
	"database/sql"
	"time"
)

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
