package web

import (
	"io"
	"net/http"
	"strings"
)

// byteOrderMark is the beginning of the table. Without it Excel does not read the text as UTF-8.
const byteOrderMark = "\ufeff"

// serveResults serves the results of a room's races to the person who made the room, as a table
// that spreadsheet programs read.
func (f *FrontEnd) serveResults(w http.ResponseWriter, r *http.Request, s session) {
	if !s.isRoom() {
		refuse(w, notFound)
		return
	}
	if !f.allow(w, "act "+personKey(s), actPace) {
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
	for _, row := range table.All() {
		_, _ = io.WriteString(w, tableLine(row))
	}
}

// tableLine returns a row of a table as a line, with each cell in quotation marks.
func tableLine(row []string) string {
	var cells []string
	for _, text := range row {
		cells = append(cells, `"`+strings.ReplaceAll(plainCell(text), `"`, `""`)+`"`)
	}
	return strings.Join(cells, ",") + "\r\n"
}

// separators replaces characters by spaces that end a cell, even within quotation marks, in the spreadsheet
// programs of some countries.
var separators = strings.NewReplacer(";", " ", "|", " ", "\t", " ", "\r", " ", "\n", " ")

// plainCell returns a text that stays in one cell and is no formula. Spreadsheet programs take a text for a
// formula if it begins with one of some signs, such as "=", even in its full-width form.
func plainCell(text string) string {
	text = strings.TrimSpace(separators.Replace(text))
	if text == "" {
		return text
	}
	first := []rune(text)[0]
	if strings.ContainsRune("=+-@＝＋－＠−", first) {
		return "'" + text
	}
	return text
}
