package web

import (
	"encoding/csv"
	"net/http"
	"strings"
)

// byteOrderMark begins a text in UTF-8. Without it Excel reads the text in another encoding.
const byteOrderMark = "\ufeff"

// serveResults serves the results of a room's races to the person who made the room, as a table
// that spreadsheet programs read.
func (f *FrontEnd) serveResults(w http.ResponseWriter, r *http.Request, s session) {
	if s.Person.Network != Network || !f.allow(w, "act "+personKey(s), actPace) {
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	table, ok, err := f.Bot.Results(ctx, f.request(s))
	if err != nil {
		refuse(w, busy)
		return
	}
	if !ok {
		refuse(w, notFound)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	_, _ = w.Write([]byte(byteOrderMark))
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range table.All() {
		for i := range row {
			row[i] = plainCell(row[i])
		}
		_ = out.Write(row)
	}
	out.Flush()
}

// plainCell keeps a text from being a formula: spreadsheet programs compute what begins with one
// of these signs, also with those of full width.
func plainCell(text string) string {
	if text == "" {
		return text
	}
	first := []rune(text)[0]
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠−", first) {
		return "'" + text
	}
	return text
}
