package storage

import (
	"maps"
	"strings"
	"time"
)

// Export returns all that is stored about a person: for each of their players the sections, by their names. A
// section is a list of rows, and each row has its values by column. Times are UTC.
func (tx *Tx) Export(playerID int64) ([]map[string]any, error) {
	players, err := tx.PersonPlayers(playerID)
	if err != nil {
		return nil, err
	}
	var all []map[string]any
	for _, p := range players {
		sections, err := tx.exportPlayer(p.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, sections)
	}
	return all, nil
}

// exportPlayer returns the rows about one player, by the names of their sections.
func (tx *Tx) exportPlayer(id int64) (map[string]any, error) {
	player := map[string]any{}
	for section, query := range tx.sections() {
		var rows []map[string]any
		err := tx.each("export "+section, query, []any{id}, func(names []string, values []any) error {
			rows = append(rows, exportRow(names, values))
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			player[section] = rows
		}
	}
	return player, nil
}

// exportRow returns a row by column. Columns that are NULL are left out.
func exportRow(names []string, values []any) map[string]any {
	row := map[string]any{}
	for i, name := range names {
		switch v := values[i].(type) {
		case nil:
		case int64:
			if isTime(name) {
				row[name] = time.UnixMilli(v).UTC()
			} else {
				row[name] = v
			}
		case []byte:
			row[name] = string(v)
		default:
			row[name] = v
		}
	}
	return row
}

// isTime reports whether a column holds a time.
func isTime(column string) bool {
	return column == "at" || column == "until" || strings.HasSuffix(column, "_at")
}

// sections returns the queries of all sections of an export, by their names.
func (tx *Tx) sections() map[string]string {
	all := map[string]string{}
	for _, t := range tx.tables {
		maps.Copy(all, t.Export)
	}
	return all
}
