package storage

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"reckon/storage/address"
)

// Move copies all that is in one database into another, which must be empty: from a
// file to a server, and back. It copies one snapshot, in one transaction, and checks
// how many rows have arrived. Numbers are given out behind those the old database
// has given out. Text that a server cannot hold is replaced: see doc.go. Nobody may
// serve the old database at the same time: later writes to it are not copied.
// progress is called for each table with how many of its rows are copied.
func Move(ctx context.Context, from, to string, progress func(table string, copied, all int64)) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("move %s to %s: %w", address.Name(from), address.Name(to), err)
		}
	}()
	source, err := OpenReadOnly(ctx, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := source.Read(ctx, func(tx *Tx) error {
		all, err := tx.processes(time.Now(), silentFor)
		if err == nil && slices.ContainsFunc(all, func(p process) bool { return p.Lives }) {
			err = errors.New("a bot serves from it: stop it first")
		}
		return err
	}); err != nil {
		return err
	}
	target, err := Open(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	for _, s := range []*Store{source, target} {
		if s.server != nil { // all rows of a table are read by one query
			s.server.within = longestMove
		}
	}
	return source.Read(ctx, func(old *Tx) error {
		return target.Write(ctx, func(tx *Tx) error { return copyAll(old, tx, progress) })
	})
}

// longestMove is how long a server may take for all rows of a table.
const longestMove = 24 * time.Hour

// silentFor is how long a process of another machine may be silent before it counts as
// dead.
const silentFor = time.Minute

// A table is one whose rows are moved.
type table struct {
	name    string
	columns []string
}

// unmoved are tables that each database has for itself.
var unmoved = []string{versionTable, "sqlite_sequence", "processes"}

func copyAll(old, tx *Tx, progress func(string, int64, int64)) error {
	tables, err := tx.listTables()
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := copyTable(old, tx, t, progress); err != nil {
			return err
		}
	}
	// The new database continues the numbers of rows.
	last, err := old.lastNumbers()
	if err != nil {
		return err
	}
	own, err := tx.lastNumbers()
	for _, n := range last {
		switch {
		case err != nil || slices.ContainsFunc(own, func(o number) bool { return o.Table == n.Table && o.Last >= n.Last }):
		case tx.server:
			err = tx.Exec("set number", `SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, n.Table, n.Last)
		default:
			err = errors.Join(tx.Exec("set number", `DELETE FROM sqlite_sequence WHERE name = $1`, n.Table),
				tx.Exec("set number", `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, n.Table, n.Last))
		}
	}
	if err != nil {
		return err
	}
	if tx.server { // it plans by what it knows of the tables: of full ones it knows nothing yet
		return tx.Exec("analyze", `ANALYZE`)
	}
	return nil
}

// listTables returns the tables that are moved, in the order in which they were created: no
// row refers to a later table.
func (tx *Tx) listTables() ([]table, error) {
	listTables := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid`
	listColumns := `SELECT name FROM pragma_table_info($1) ORDER BY cid`
	if tx.server {
		listTables = `
			SELECT CAST(relname AS TEXT) FROM pg_class
			WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema()) ORDER BY oid`
		listColumns = `
			SELECT CAST(column_name AS TEXT) FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`
	}
	names, err := List[string](tx, "list tables", listTables)
	if err != nil {
		return nil, err
	}
	var all []table
	for _, name := range names {
		if slices.Contains(unmoved, name) {
			continue
		}
		columns, err := List[string](tx, "list columns", listColumns, name)
		if err != nil {
			return nil, err
		}
		all = append(all, table{name, columns})
	}
	return all, nil
}

// manyValues is how many values are written with one statement: no database takes
// more than 32,766.
const manyValues = 10_000

func copyTable(old, tx *Tx, t table, progress func(string, int64, int64)) error {
	filled, err := Get[bool](tx, "look for rows", `SELECT EXISTS (SELECT 1 FROM `+t.name+`)`)
	if err == nil && filled {
		err = fmt.Errorf("the new database is not empty: it has %s", t.name)
	}
	if err != nil {
		return err
	}
	all, err := Get[int64](old, "count rows", `SELECT COUNT(*) FROM `+t.name)
	if err != nil {
		return err
	}
	var copied, left int64
	var batch []any
	flush := func() (err error) {
		var values []string
		for i := 0; i < len(batch); i += len(t.columns) {
			values = append(values, "("+parameters(i+1, len(t.columns))+")")
		}
		if len(values) > 0 {
			var n int64
			n, err = tx.exec("write "+t.name,
				fmt.Sprintf(`INSERT INTO %s (%s) VALUES %s`, t.name, strings.Join(t.columns, ", "), strings.Join(values, ", ")), batch...)
			copied, batch = copied+n, batch[:0]
		}
		progress(t.name, copied+left, all)
		return err
	}
	if err := old.each("read "+t.name, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.name, nil, func(_ []string, row []any) error {
		if !t.adapt(row) {
			left++
		} else if batch = append(batch, row...); len(batch)+len(row) > manyValues {
			return flush()
		}
		return nil
	}); err != nil {
		return err
	}
	if err := flush(); err != nil {
		return err
	}
	there, err := Get[int64](tx, "count rows", `SELECT COUNT(*) FROM `+t.name)
	if err == nil && (there != copied || copied+left != all) {
		err = fmt.Errorf("of %d rows of %s %d have arrived", all-left, t.name, there)
	}
	return err
}

// ofProcess are the keys of facts of a process, which does not move.
var ofProcess = regexp.MustCompile(`@\d+$`)

// adapt takes from a row what does not move, and reports whether it moves at all.
func (t table) adapt(row []any) bool {
	for i, v := range row {
		if key, ok := v.(string); ok && t.name == "meta" && t.columns[i] == "key" && ofProcess.MatchString(key) {
			return false
		}
		if t.columns[i] == "claimed_by" { // by a process of the old database
			row[i] = nil
		}
	}
	return true
}

// A number is the last that was given out for the rows of a table.
type number struct {
	Table string
	Last  int64
}

// lastNumbers returns those of the tables whose numbers are never given out twice.
func (tx *Tx) lastNumbers() ([]number, error) {
	query := `SELECT name, seq FROM sqlite_sequence`
	if tx.server {
		query = `
			SELECT CAST(left(sequencename, -length('_id_seq')) AS TEXT), last_value
			FROM pg_sequences WHERE schemaname = current_schema() AND last_value > 0`
	}
	all, err := List[number](tx, "find last numbers", query)
	return slices.DeleteFunc(all, func(n number) bool { return n.Table == versionTable }), err
}
