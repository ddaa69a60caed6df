package chat

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// PhoneColumns is how wide a table in a fixed-width font may be to fit a phone.
const PhoneColumns = 34

// A Table has a head, which may be empty, and rows with the same number of cells. Columns whose
// cells are all numbers are set flush right.
type Table struct {
	Head []string   `json:"head,omitempty"`
	Rows [][]string `json:"rows"`
	// People has the Person.ID of each row's person, and Name is the column of their names.
	// If a table names nobody, People is empty.
	People []string `json:"people,omitempty"`
	Name   int      `json:"name,omitempty"`
	// Pictured is how many of the first rows the picture of the Reply shows, too. See Reply.BesidePicture.
	Pictured int `json:"pictured,omitempty"`
}

// All returns all rows, the head first if there is one.
func (t Table) All() [][]string {
	if len(t.Head) == 0 {
		return t.Rows
	}
	return append([][]string{t.Head}, t.Rows...)
}

// Lines lays a table out for a fixed-width font, with two spaces between columns. A table
// wider than limit is cut where its columns are widest; a limit of 0 cuts nothing. clean
// removes from a cell what the network cannot show. Cells with text from right to left are isolated.
func (t Table) Lines(limit int, clean func(string) string) []string {
	widths := t.widths(clean)
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for limit > 0 && total > limit {
		widest := slices.Index(widths, slices.Max(widths))
		widths[widest]--
		total--
	}
	right := t.numeric(len(widths))
	var lines []string
	for _, row := range t.All() {
		var line strings.Builder
		for i, cell := range row {
			cell = isolateCell(ClipWidth(clean(cell), widths[i]))
			if i > 0 {
				line.WriteString("  ")
			}
			gap := strings.Repeat(" ", widths[i]-Width(cell))
			if right[i] {
				line.WriteString(gap + cell)
			} else {
				line.WriteString(cell + gap)
			}
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}

// widths returns the width of each column.
func (t Table) widths(clean func(string) string) []int {
	var widths []int
	for _, row := range t.All() {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(clean(cell)))
		}
	}
	return widths
}

// numeric returns for each column whether all its cells below the head are numbers.
func (t Table) numeric(columns int) []bool {
	numeric := make([]bool, columns)
	if len(t.Rows) == 0 {
		return numeric
	}
	for i := range numeric {
		numeric[i] = true
	}
	for _, row := range t.Rows {
		for i, cell := range row {
			numeric[i] = numeric[i] && isNumber(cell)
		}
	}
	return numeric
}

// isNumber reports whether a cell is a number as tables write them: "+50", "9:00", "1,820".
func isNumber(cell string) bool {
	const digits = "0123456789"
	return strings.ContainsAny(cell, digits) && strings.Trim(cell, digits+"+-−.,:/%# ") == ""
}

// ClipWidth cuts a text to a number of columns, including the ellipsis that then ends it. It cuts where
// Boundary does.
func ClipWidth(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	n := 0
	for i, r := range s {
		n += Width(string(r))
		if n >= columns {
			return strings.TrimRight(s[:Boundary(s, i)], " ") + "…"
		}
	}
	return s
}

// Width returns the columns that a text takes in a fixed-width font; most Chinese
// characters take two.
func Width(s string) int {
	n := 0
	for _, r := range s {
		kind := width.LookupRune(r).Kind()
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			// An accent is above the character before it, and nobody sees a character such as a joiner.
		case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
