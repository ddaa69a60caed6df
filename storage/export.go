package storage

import (
	"maps"
	"strings"
	"time"
)

// Export returns all that is stored about a person: of each player that they are the
// rows of each table, by column. Times are UTC.
func (tx *Tx) Export(playerID int64) ([]map[string]any, error) {
	all, err := tx.Kin(playerID)
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	for _, p := range all {
		person := map[string]any{}
		for section, query := range tx.sections() {
			var rows []map[string]any
			if err := tx.each("export "+section, query, []any{p.ID}, func(names []string, values []any) error {
				row := map[string]any{}
				for i, name := range names {
					switch v := values[i].(type) {
					case nil:
					case int64:
						row[name] = v
						if name == "at" || name == "until" || strings.HasSuffix(name, "_at") {
							row[name] = time.UnixMilli(v).UTC()
						}
					case []byte:
						row[name] = string(v)
					default:
						row[name] = v
					}
				}
				rows = append(rows, row)
				return nil
			}); err != nil {
				return nil, err
			}
			if len(rows) > 0 {
				person[section] = rows
			}
		}
		out = append(out, person)
	}
	return out, nil
}

// sections are the queries of what a person reads about themselves, by the names of the sections.
func (tx *Tx) sections() map[string]string {
	all := map[string]string{}
	for _, t := range tx.declared {
		maps.Copy(all, t.Export)
	}
	return all
}
