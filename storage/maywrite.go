package storage

import "strings"

// mayWrite reports whether a statement may change a table. A SELECT changes none. INSERT INTO, UPDATE
// and DELETE FROM change only the table that they name. No foreign key of the schema makes them change
// another one. The triggers of the schema do not matter: they change only the table players, and columns
// that nothing but an earlier version reads. Any other statement, such as a WITH that writes, may change
// each table whose name is in it.
func mayWrite(query, table string) bool {
	words := firstWords(query)
	if words[0] == "SELECT" {
		return false
	}
	target := ""
	switch {
	case isInsertInto(words), isDeleteFrom(words):
		target = words[2]
	case words[0] == "UPDATE":
		target = words[1]
	}
	if isName(target) {
		return target == table
	}
	return strings.Contains(strings.ToLower(query), table)
}

// firstWords returns the first three words of a statement. If it has fewer, the others are empty.
func firstWords(query string) [3]string {
	var words [3]string
	i := 0
	for word := range strings.FieldsSeq(query) {
		words[i] = word
		i++
		if i == len(words) {
			break
		}
	}
	return words
}

func isInsertInto(words [3]string) bool { return words[0] == "INSERT" && words[1] == "INTO" }

func isDeleteFrom(words [3]string) bool { return words[0] == "DELETE" && words[1] == "FROM" }

// isName reports whether a word of a statement is the plain name of a table. In this program these
// names are in small letters, and SQL's own words in capitals.
func isName(word string) bool {
	isOfName := func(r rune) bool { return r == '_' || 'a' <= r && r <= 'z' }
	return word != "" && strings.TrimFunc(word, isOfName) == ""
}
