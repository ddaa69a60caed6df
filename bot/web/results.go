package web

import (
	"encoding/csv"
	"net/http"
	"strings"
)

// results serves the results of a room's races to the person who made the room, as a table that
// spreadsheet programs read.
func (f *FrontEnd) results(w http.ResponseWriter, r *http.Request, s session) {
	if s.Person.Network != Network || !f.paced(w, "act "+personKey(s), actPace) {
		return
	}
	ctx, cancel := f.working(w, r)
	defer cancel()
	t, ok, err := f.Bot.Results(ctx, f.request(s))
	switch {
	case err != nil:
		refuse(w, busy)
		return
	case !ok:
		refuse(w, none)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	const mark = "\ufeff" // without it Excel takes the text for another than UTF-8
	_, _ = w.Write([]byte(mark))
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range t.All() {
		for i := range row {
			row[i] = plainCell(row[i])
		}
		_ = out.Write(row) // the client may have left
	}
	out.Flush()
}

// plainCell keeps a text from being a formula: spreadsheet programs work out whatever begins as
// one, also with signs of full width.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠−", []rune(text)[0]) {
		return "'" + text
	}
	return text
}
