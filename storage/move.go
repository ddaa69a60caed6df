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

// Move copies all that is in one database into another, which must be empty: from a file to a server,
// or back. It copies one snapshot in one transaction, and checks how many rows have arrived. The new
// database continues the row numbers of the old one. Text that a server cannot hold is replaced: see
// doc.go. No process may serve from the old database at the same time, since later writes to it are not
// copied. While Move copies a table, it calls progress again and again with the table's name, how many of its
// rows are copied or left out so far, and how many it has in all.
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
	err = source.Read(ctx, refuseServed)
	if err != nil {
		return err
	}
	target, err := Open(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	for _, s := range []*Store{source, target} {
		if s.server != nil {
			// One query reads all rows of a table, so its answer may take long.
			s.server.answerWithin = longestMove
		}
	}
	return source.Read(ctx, func(old *Tx) error {
		return target.Write(ctx, func(tx *Tx) error { return copyAll(old, tx, progress) })
	})
}

// refuseServed returns an error if a process serves from the database.
func refuseServed(tx *Tx) error {
	processes, err := tx.processes(time.Now(), silentFor)
	if err != nil {
		return err
	}
	for _, p := range processes {
		if p.Lives {
			return errors.New("a bot serves from it: stop it first")
		}
	}
	return nil
}

// longestMove is how long a server may take for all rows of a table.
const longestMove = 24 * time.Hour

// silentFor is how long a process may be silent before Move takes it for dead, if the database is a file.
const silentFor = time.Minute

// A movedTable is a table whose rows Move copies, with the columns that it copies.
type movedTable struct {
	name    string
	columns []string
}

// unmoved are tables that are not copied: each database has its own.
var unmoved = []string{versionTable, "sqlite_sequence", "processes"}

// copyAll copies the rows of all tables, and makes the new database continue the row numbers.
func copyAll(old, tx *Tx, progress func(string, int64, int64)) error {
	tables, err := tx.listTables()
	if err != nil {
		return err
	}
	for _, t := range tables {
		c := tableCopy{movedTable: t, old: old, tx: tx, progress: progress}
		if err := c.run(); err != nil {
			return err
		}
	}
	return continueNumbers(old, tx)
}

// continueNumbers makes sure that the new database gives out no row number that the old database has
// given out.
func continueNumbers(old, tx *Tx) error {
	last, err := old.lastNumbers()
	if err != nil {
		return err
	}
	own, err := tx.lastNumbers()
	if err != nil {
		return err
	}
	for _, n := range last {
		isReached := slices.ContainsFunc(own, func(o lastNumber) bool { return o.Table == n.Table && o.Last >= n.Last })
		if isReached {
			continue
		}
		if err := tx.setNumber(n); err != nil {
			return err
		}
	}
	return nil
}

// setNumber makes a table give out only row numbers that are greater than the last one.
func (tx *Tx) setNumber(n lastNumber) error {
	if tx.server {
		return tx.Exec("set number", `SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, n.Table, n.Last)
	}
	if err := tx.Exec("set number", `DELETE FROM sqlite_sequence WHERE name = $1`, n.Table); err != nil {
		return err
	}
	return tx.Exec("set number", `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, n.Table, n.Last)
}

// listTables returns the tables that are copied, in the order in which they were created, so that no
// row refers to a later table. Generated columns are not copied.
func (tx *Tx) listTables() ([]movedTable, error) {
	listTables := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid`
	listColumns := `SELECT name FROM pragma_table_info($1) ORDER BY cid`
	if tx.server {
		listTables = `
			SELECT CAST(relname AS TEXT) FROM pg_class
			WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema()) ORDER BY oid`
		listColumns = `
			SELECT CAST(column_name AS TEXT) FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`
	}
	names, err := List[string](tx, "list tables", listTables)
	if err != nil {
		return nil, err
	}
	var all []movedTable
	for _, name := range names {
		if slices.Contains(unmoved, name) {
			continue
		}
		columns, err := List[string](tx, "list columns", listColumns, name)
		if err != nil {
			return nil, err
		}
		all = append(all, movedTable{name, columns})
	}
	return all, nil
}

// manyValues is how many values one statement writes at most. SQLite takes up to 32,766.
const manyValues = 10_000

// A tableCopy copies the rows of a table.
type tableCopy struct {
	movedTable
	old, tx  *Tx
	progress func(table string, copied, all int64)

	// all is how many rows there are.
	all int64
	// copied counts the rows that were copied, and skipped counts those that must not be copied.
	copied, skipped int64
	// batch are the values of the rows that are written next.
	batch []any
}

func (c *tableCopy) run() error {
	filled, err := Get[bool](c.tx, "look for rows", `SELECT EXISTS (SELECT 1 FROM `+c.name+`)`)
	if err != nil {
		return err
	}
	if filled {
		return fmt.Errorf("the new database is not empty: it has %s", c.name)
	}
	c.all, err = Get[int64](c.old, "count rows", `SELECT COUNT(*) FROM `+c.name)
	if err != nil {
		return err
	}
	err = c.old.each("read "+c.name, `SELECT `+strings.Join(c.columns, ", ")+` FROM `+c.name, nil, c.add)
	if err != nil {
		return err
	}
	if err := c.flush(); err != nil {
		return err
	}
	arrived, err := Get[int64](c.tx, "count rows", `SELECT COUNT(*) FROM `+c.name)
	if err != nil {
		return err
	}
	if arrived != c.copied || c.copied+c.skipped != c.all {
		return fmt.Errorf("of %d rows of %s %d have arrived", c.all-c.skipped, c.name, arrived)
	}
	if c.tx.server && c.copied > 0 {
		// A server plans by what it knows about a table. An empty table must not be analyzed: the server
		// would assume that it stays empty, and read the whole table each time.
		return c.tx.Exec("analyze "+c.name, `ANALYZE `+c.name)
	}
	return nil
}

// add adds a row to the batch, and writes the batch if it is full.
func (c *tableCopy) add(_ []string, row []any) error {
	if !c.adapt(row) {
		c.skipped++
		return nil
	}
	c.batch = append(c.batch, row...)
	if len(c.batch)+len(row) > manyValues {
		return c.flush()
	}
	return nil
}

// flush writes the batch.
func (c *tableCopy) flush() error {
	defer func() { c.progress(c.name, c.copied+c.skipped, c.all) }()
	if len(c.batch) == 0 {
		return nil
	}
	var rows []string
	for i := 0; i < len(c.batch); i += len(c.columns) {
		rows = append(rows, "("+Parameters(i+1, len(c.columns))+")")
	}
	columns := strings.Join(c.columns, ", ")
	insert := fmt.Sprintf(`INSERT INTO %s (%s) VALUES %s`, c.name, columns, strings.Join(rows, ", "))
	n, err := c.tx.exec("write "+c.name, insert, c.batch...)
	c.copied += n
	c.batch = c.batch[:0]
	return err
}

// ofProcess matches the keys of facts about a process, which are not copied.
var ofProcess = regexp.MustCompile(`@\d+$`)

// adapt prepares a row for the new database, and reports whether it is copied at all.
func (t movedTable) adapt(row []any) bool {
	for i, v := range row {
		column := t.columns[i]
		isKeyOfMeta := t.name == "meta" && column == "key"
		key, _ := v.(string)
		if isKeyOfMeta && ofProcess.MatchString(key) {
			return false
		}
		if column == "claimed_by" {
			// No process of the new database has this claim.
			row[i] = nil
		}
	}
	return true
}

// A lastNumber is the last row number that was given out in a table.
type lastNumber struct {
	Table string
	Last  int64
}

// lastNumbers returns the last numbers of the tables whose row numbers are never given out twice.
func (tx *Tx) lastNumbers() ([]lastNumber, error) {
	query := `SELECT name, seq FROM sqlite_sequence`
	if tx.server {
		query = `
			SELECT CAST(left(sequencename, -length('_id_seq')) AS TEXT), last_value
			FROM pg_sequences WHERE schemaname = current_schema() AND last_value > 0`
	}
	all, err := List[lastNumber](tx, "find last numbers", query)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(n lastNumber) bool { return n.Table == versionTable }), nil
}
