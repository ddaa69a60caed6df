package storage

import "fmt"

// personColumns lists the columns of the schema that name players, as TABLE.COLUMN. It recognizes them by their
// names.
func (tx *Tx) personColumns() ([]string, error) {
	query := `
		SELECT m.name || '.' || c.name FROM sqlite_master m CROSS JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND (c.name LIKE '%player_id' OR c.name IN ('asker_id', 'rival_id'))
		ORDER BY 1`
	if tx.server {
		query = `
			SELECT CAST(table_name || '.' || column_name AS TEXT) FROM information_schema.columns
			WHERE table_schema = current_schema()
				AND (column_name LIKE '%player_id' OR column_name IN ('asker_id', 'rival_id'))
			ORDER BY 1`
	}
	return List[string](tx, "list columns of people", query)
}

// CheckTables returns an error if a column of the schema names players and no table declares it. A
// person who is forgotten would still be named there.
func (tx *Tx) CheckTables() error {
	columns, err := tx.personColumns()
	if err != nil {
		return err
	}
	declared := map[string]bool{}
	for _, t := range tx.tables {
		for _, person := range t.People {
			declared[t.Name+"."+person] = true
		}
	}
	for _, column := range columns {
		if !declared[column] {
			return fmt.Errorf("the column %s names people, and no table declares it", column)
		}
	}
	return nil
}
