package main

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net/url"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"

	"reckon/storage"
)

// A row is an answer as the database has it.
type row struct {
	network, name, text string
}

// readAnswers reads all answers that were stored.
func readAnswers(ctx context.Context, path string) ([]row, error) {
	db, err := openToRead(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT p.network, p.name, a.text FROM answers a JOIN players p ON p.id = a.player_id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []row
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.network, &r.name, &r.text); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// readUndelivered tells what became of what was to be said and was not, in words: by
// network and outcome how much, and why if it failed.
func readUndelivered(ctx context.Context, path string) ([]string, error) {
	db, err := openToRead(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `
		SELECT network || ' ' || CASE WHEN done_at IS NULL THEN 'still open' ELSE outcome END || ': ' || COUNT(*)
			|| CASE WHEN MIN(reason) = '' THEN '' ELSE ', ' || MIN(reason) END
		FROM outbox WHERE outcome <> 'delivered' GROUP BY network, done_at IS NULL, outcome, reason <> '' ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return all, rows.Err()
}

// sums are what must be equal in any database: queries that find a difference, by
// what is wrong then.
var sums = map[string]string{
	"points of answers and awards differ": `
		SELECT round_id || ' ' || player_id FROM (
			SELECT round_id, player_id, SUM(points) AS points FROM answers GROUP BY round_id, player_id
			UNION ALL SELECT round_id, player_id, -points FROM awards) AS both_ways
		GROUP BY round_id, player_id HAVING SUM(points) <> 0`,
}

// sumsOfFiles are what a file may have got wrong as well. A server checks what refers
// to what as it is written.
var sumsOfFiles = map[string]string{
	"rows refer to none": `SELECT "table" || ' ' || rowid FROM pragma_foreign_key_check`,
	"damage":             `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
}

// inconsistencies are what does not fit together in a database.
func inconsistencies(ctx context.Context, path string) ([]string, error) {
	db, err := openToRead(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var found []string
	queries := maps.Clone(sums)
	if !storage.IsServer(path) {
		maps.Copy(queries, sumsOfFiles)
	}
	for what, query := range queries {
		rows, err := db.QueryContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		for rows.Next() {
			var which string
			if err := rows.Scan(&which); err != nil {
				return nil, err
			}
			found = append(found, what+": "+which)
		}
		if err := rows.Close(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// openToRead opens a database that nobody writes to.
func openToRead(path string) (*sql.DB, error) {
	if storage.IsServer(path) {
		return sql.Open("pgx", path)
	}
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
}

// key is the same for a stored answer and for what was said.
func (r row) key() string { return answerKey(r.network, r.name, r.text) }

func answerKey(network, who, text string) string {
	return network + " " + strings.ToLower(who) + " " + plain(text)
}
