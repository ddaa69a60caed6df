package telegram

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"reckon/bot"
)

// table writes rows in columns, in a fixed width where that can be.
func (w *writer) table(t bot.Table) {
	rows := t.Rows
	if len(t.Head) > 0 {
		rows = append([][]string{t.Head}, rows...)
	}
	if len(rows) == 0 {
		return
	}
	if w.mode != rich {
		for _, row := range rows {
			w.line()
			w.text(w.name(strings.Join(row, "  ")))
		}
		return
	}
	cols := measure(t.Rows, rows)
	w.line()
	pre := w.open("pre", true)
	for i, row := range rows {
		if i > 0 {
			w.line()
		}
		var b strings.Builder
		for k, cell := range row {
			if k > 0 {
				b.WriteString("  ")
			}
			cell = clean(cell)
			pad := strings.Repeat(" ", cols[k].width-columns(cell))
			if cols[k].right {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
		}
		w.text(strings.TrimRight(b.String(), " "))
	}
	w.close(pre)
}

type column struct {
	width int // in columns of a fixed-width font
	right bool
}

// measure finds the columns of all rows; body, the rows without the head, says
// which hold numbers.
func measure(body, all [][]string) []column {
	var cols []column
	for _, row := range all {
		for len(cols) < len(row) {
			cols = append(cols, column{right: len(body) > 0})
		}
		for k, cell := range row {
			cols[k].width = max(cols[k].width, columns(clean(cell)))
		}
	}
	for _, row := range body {
		for k, cell := range row {
			cols[k].right = cols[k].right && isNumber(cell)
		}
	}
	return cols
}

// columns is how wide s is in a fixed-width font.
func columns(s string) (n int) {
	for _, r := range s {
		switch k := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case k == width.EastAsianWide || k == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

func isNumber(s string) bool {
	digit := false
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digit = true
		case !strings.ContainsRune("+-−.,/% ", r):
			return false
		}
	}
	return digit
}
